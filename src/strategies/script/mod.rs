//! Bots that designers write: Luau scripts, compiled to native code, in a sandbox.
//!
//! The way of a decision: `page` writes the fields that the script names onto a page of bytes; the prelude inside of the VM unpacks
//! them into tables that are made once, and asks the script; the answer comes back as a number. `vm` holds script and
//! prelude, `sandbox.luau` says what scripts may use, `limits` how much, [`types`] writes down for editors what there is.

mod limits;
mod page;
mod prelude;
mod source;
pub mod types;
mod vm;

use rand_pcg::Pcg64Mcg;

pub use source::Source;

use self::page::Page;
use self::vm::{Answer, Vm};
use super::{Explanation, Failure, Strategy};
use crate::games::{MAX_PLAYERS, Options, Scripted};

/// A bot that asks a script.
pub struct Script<G: Scripted> {
    vm: Vm,
    page: Page<G>,
    /// The seats whose script has begun in this game.
    begun: u8,
    /// What the last decision was about, and what the script answered.
    last: Option<(usize, Answer)>,
}

const _: () = assert!(MAX_PLAYERS <= u8::BITS as usize, "seats are bits of a byte");

impl<G: Scripted> Script<G> {
    /// The bot of a script for this game.
    ///
    /// # Errors
    /// If the script cannot be compiled.
    pub fn new(source: &Source, game: &G) -> Result<Self, Failure> {
        let page = Page::new(&source.text);
        let prelude = prelude::text(&page.mentioned, Some(game));
        Ok(Script {
            vm: Vm::new(source, &prelude, page.capacity(), MAX_PLAYERS)?,
            page,
            begun: 0,
            last: None,
        })
    }
}

/// A first look at a script, without a game: does it compile, run, and define what it must?
///
/// # Errors
/// If it does not; if a function's name looks like a slip of the pen.
pub fn check<G: Scripted>(source: &Source) -> Result<(), Failure> {
    let page = Page::<G>::new(&source.text);
    let vm = Vm::new(
        source,
        &prelude::text::<G>(&page.mentioned, None),
        page.capacity(),
        1,
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
    }

    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
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
            scores: self.vm.scores(answer.scored),
            taken_by: answer.taken.then_some(G::DECISIONS[decision].taken_by),
        }
    }
}
