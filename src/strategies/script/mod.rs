//! Bots that designers write: Luau scripts, compiled to native code, in a sandbox.
//!
//! The way of a decision: `page` writes the fields that the script names onto a page of bytes; the
//! prelude inside of the VM unpacks them into tables that are made once, and asks the script; the
//! answer comes back as a number. `vm` holds script and prelude, `sandbox.luau` says what scripts
//! may use, `limits` how much, [`types`] writes down for editors what there is.
//!
//! What a script decides depends on nothing but its text, the game so far as its seat has seen it,
//! and luck: what it is given is read-only (`shut`) and holds nothing of other decisions; loops and
//! lengths depend on the content of tables alone (`walks`, `lists`; `grammar` finds them in the
//! script); it forgets between games, and the collector runs where the host says. [`Twins`] look
//! whether that holds.

mod grammar;
mod limits;
mod lists;
mod page;
mod prelude;
mod shut;
mod source;
mod tokens;
mod twins;
pub mod types;
mod vm;
mod walks;

use rand_pcg::Pcg64Mcg;

pub use source::{Source, words};
pub use twins::Twins;

use self::page::Page;
use self::vm::{Answer, Layout, Vm};
use super::{Explanation, Failure, Strategy};
use crate::game::{MAX_PLAYERS, Options, Scripted};

/// A bot that asks a script.
pub struct Script<G: Scripted> {
    vm: Vm,
    page: Page<G>,
    /// The seats whose script has begun in this game.
    begun: u64,
    /// What the last decision was about, and what the script answered.
    last: Option<(usize, Answer)>,
}

const _: () = assert!(MAX_PLAYERS <= u64::BITS as usize, "seats are bits");

impl<G: Scripted> Script<G> {
    /// The bot of a script for this game.
    ///
    /// # Errors
    /// If the script cannot be compiled.
    pub fn new(source: &Source, game: &G) -> Result<Self, Failure> {
        Script::laid_out(source, game, Layout::Usual)
    }

    fn laid_out(source: &Source, game: &G, layout: Layout) -> Result<Self, Failure> {
        let page = Page::new(&source.text, Some(game));
        let texts = prelude::texts(&page.mentioned, Some(game));
        Ok(Script {
            vm: Vm::new(source, &texts, page.capacity(), MAX_PLAYERS, layout)?,
            page,
            begun: 0,
            last: None,
        })
    }
}

impl<G: Scripted> Script<G> {
    /// What it gave the options that it scored in the last decision.
    fn scores(&self) -> Vec<f64> {
        let scored = self.last.map_or(0, |(_, answer)| answer.scored);
        self.vm.scores(scored)
    }

    fn source(&self) -> &Source {
        self.vm.source()
    }

    /// Where the function stands that was asked last.
    fn line_of_current(&self) -> usize {
        self.vm.line_of_current()
    }
}

/// A first look at a script, without a game: does it compile, run, and define what it must?
///
/// # Errors
/// If it does not; if a function's name looks like a slip of the pen.
pub fn check<G: Scripted>(source: &Source) -> Result<(), Failure> {
    let page = Page::<G>::new(&source.text, None);
    let vm = Vm::new(
        source,
        &prelude::texts::<G>(&page.mentioned, None),
        page.capacity(),
        1,
        Layout::Usual,
    )?;
    let asked: Vec<&str> = std::iter::once("score")
        .chain(G::DECISIONS.iter().map(|decision| decision.taken_by))
        .collect();
    for own in vm.first_look()? {
        let near = |name: &&&str| strsim::damerau_levenshtein(name, &own) <= 2;
        if !asked.contains(&own.as_str())
            && let Some(name) = asked.iter().find(near)
        {
            let line = source.line_of(&own);
            let what = format!("nobody asks `{own}`; did you mean `{name}`?");
            return Err(Failure::at(source, line, what));
        }
    }
    Ok(())
}

impl<G: Scripted> Strategy<G> for Script<G> {
    fn begin(&mut self) {
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
        let page = self.page.write(game, view, options, begins);
        let answer = self.vm.decide(page, luck)?;
        self.last = Some((G::decision(view), answer));
        Ok(answer.chosen)
    }

    fn explain(&self, _: &Options<G::Choice>) -> Explanation {
        let Some((decision, answer)) = self.last else {
            return Explanation::Nothing;
        };
        Explanation::Script {
            scores: self.scores(),
            taken_by: answer.taken.then_some(G::DECISIONS[decision].taken_by),
        }
    }
}
