//! Bots that designers write as Luau scripts, compiled to native code and run in a sandbox.
//!
//! A decision takes these steps. `page` writes the fields that the script names into a buffer of
//! bytes. The prelude (Luau code inside the VM) reads the buffer into tables, which are created
//! only once, and calls the script. The script's answer is returned as a number. `vm` holds the
//! script and the prelude. `sandbox.luau` defines which functions scripts may use, and `limits` the
//! resources. [`types`] writes the type file for editors.
//!
//! The decision of a script depends only on its text, on the events of the game that its player has
//! seen, and on the random numbers. Four measures ensure this. All tables given to the script are
//! read-only (`shut`) and hold no data of other decisions. Loops, lengths and keys depend only on
//! the contents of tables (`walks`, `lists`; `grammar` finds them in the script). The script
//! forgets everything between games. The garbage collector runs only when the host starts it.

mod elementary;
mod grammar;
mod limits;
mod lists;
mod luck;
mod page;
mod prelude;
mod shut;
mod source;
mod tokens;
pub mod types;
mod vm;
mod walks;

use rand_pcg::Pcg64Mcg;

pub use source::{Source, UsedNames};
pub use vm::HeapLayout;

use self::page::PageBuffer;
use self::vm::{ScriptAnswer, Vm};
use super::{Explanation, Failure, Strategy};
use crate::game::story::Worth;
use crate::game::{MAX_PLAYERS, Options, Scripted};
use crate::words::list;

/// A bot whose decisions come from a Luau script.
pub struct Script<G: Scripted> {
    vm: Vm,
    page: PageBuffer<G>,
    /// The seats at the table whose script has started in this game, one bit per seat.
    begun: u64,
    /// The last decision: the index of its kind (such as the choice of a card), and the script's
    /// answer.
    last: Option<(usize, ScriptAnswer)>,
}

const _: () = assert!(MAX_PLAYERS <= u64::BITS as usize, "seats are bits");

impl<G: Scripted> Script<G> {
    /// Creates a bot whose decisions come from this script, for a game.
    ///
    /// # Errors
    /// Fails if the script cannot be compiled.
    pub fn new(source: &Source, game: &G) -> Result<Self, Failure> {
        Script::laid_out(source, game, HeapLayout::Usual)
    }

    /// Creates a bot like [`Script::new`], in a VM with this memory layout.
    ///
    /// # Errors
    /// Fails if the script cannot be compiled.
    #[doc(hidden)]
    pub fn laid_out(source: &Source, game: &G, layout: HeapLayout) -> Result<Self, Failure> {
        let page = PageBuffer::new(&source.text, Some(game));
        let vm = Vm::new(source, &page, Some(game), layout)?;
        Ok(Script { vm, page, begun: 0, last: None })
    }
}

/// Checks a bot's script without playing a game: the script must compile, run, and define the
/// required functions.
///
/// # Errors
/// Fails if the script does not pass, or if the name of a function looks misspelt.
pub fn check<G: Scripted>(source: &Source) -> Result<(), Failure> {
    let page = PageBuffer::<G>::new(&source.text, None);
    let vm = Vm::new(source, &page, None, HeapLayout::Usual)?;
    let asked: Vec<&str> = std::iter::once("score")
        .chain(G::DECISIONS.iter().map(|decision| decision.taken_by))
        .collect();
    let (functions, failure) = match vm.first_look() {
        Ok(functions) => (functions, None),
        // The required function may be there under a misspelt name.
        Err(failure) if failure.what().starts_with("has neither a function") => {
            (source.functions(), Some(failure))
        }
        Err(failure) => return Err(failure),
    };
    for own in functions {
        if asked.contains(&own.as_str()) {
            continue;
        }
        let near = |name: &&&str| strsim::damerau_levenshtein(name, &own) <= 2;
        let what = match asked.iter().find(near) {
            Some(name) => format!("gong never calls `{own}`; did you mean `{name}`?"),
            None if own.starts_with("choose_") && !source.has_local_function(&own) => format!(
                "gong never calls `{own}`, only {}; write `local function {own}` if your script \
                 calls it",
                list(&asked)
            ),
            None => continue,
        };
        return Err(Failure::at(source, source.line_of(&own), what));
    }
    // A local function whose name occurs only once is never called.
    let fails = failure.is_some();
    let is_lost =
        |name: &&&str| source.has_local_function(name) && (fails || source.count(name) == 1);
    if let Some(name) = asked.iter().find(is_lost) {
        let what = format!("`{name}` must not be local: gong calls only global functions");
        return Err(Failure::at(source, source.line_of(name), what));
    }
    failure.map_or(Ok(()), Err)
}

impl<G: Scripted> Strategy<G> for Script<G> {
    fn begin(&mut self, _: u32) {
        self.begun = 0;
        self.vm.begin();
    }

    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        assert!(G::seat(view) < MAX_PLAYERS, "no such seat");
        let seat = 1 << G::seat(view);
        let begins = self.begun & seat == 0;
        self.begun |= seat;
        let page = self.page.write((game, view, options), begins);
        let answer = self.vm.decide(page, luck)?;
        self.last = Some((G::decision(view), answer));
        Ok(answer.chosen)
    }

    fn explain(&self, _: &Options<G::Choice>) -> Explanation {
        let Some((decision, answer)) = self.last else {
            return Explanation::Nothing;
        };
        let scores = self.vm.scores(answer.scored);
        let how = match G::DECISIONS[decision].taken_by {
            function if answer.taken && scores.is_empty() => format!("{function}(view)"),
            function if answer.taken => format!("{function}(view), with scores"),
            _ => "score(view, option)".to_owned(),
        };
        let worth = scores.into_iter().map(|score| Worth::Score { score }).collect();
        Explanation::By { how, worth }
    }
}
