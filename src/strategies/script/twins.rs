//! Runs a bot's script in two VMs to test that its decisions do not depend on the memory layout or
//! on the times of garbage collections.

use rand_pcg::Pcg64Mcg;

use super::{HeapLayout, Script, Source};
use crate::game::{Options, Scripted};
use crate::strategies::{Explanation, Failure, Strategy};

/// A bot that runs a script in two VMs with the same random numbers. It fails if the two answers
/// differ.
pub struct Twins<G: Scripted> {
    one: Script<G>,
    other: Script<G>,
}

impl<G: Scripted> Twins<G> {
    /// Creates a bot for tests that runs two copies of a script, in two VMs with different memory
    /// layout.
    ///
    /// # Errors
    /// Fails if the script cannot be compiled.
    pub fn new(source: &Source, game: &G) -> Result<Self, Failure> {
        let one = Script::laid_out(source, game, HeapLayout::Usual)?;
        let other = Script::laid_out(source, game, HeapLayout::Other)?;
        Ok(Twins::of(one, other))
    }

    /// Combines two bots of the same script to a test of the script. Errors refer to the first bot.
    pub fn of(one: Script<G>, other: Script<G>) -> Self {
        Twins { one, other }
    }

    /// Creates the error for different answers of the two copies of a script. Its location is the
    /// script function that made the decision.
    fn differ(&self, what: &str) -> Failure {
        let line = self.one.line_of_current();
        let why = "it depends on where its tables lie in memory, or on when garbage is collected";
        Failure::at(
            self.one.source(),
            line,
            format!("decides the same differently in two machines: {what}; {why}"),
        )
    }
}

impl<G: Scripted> Strategy<G> for Twins<G> {
    fn begin(&mut self, member: u32) {
        self.one.begin(member);
        self.other.begin(member);
    }

    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        let mut same = luck.clone();
        let one = self.one.choose(game, view, options, luck);
        let other = self.other.choose(game, view, options, &mut same);
        let what = match (&one, &other) {
            (Ok(one), Ok(other)) if one != other => {
                format!("option {} in one, {} in the other", one + 1, other + 1)
            }
            (Ok(_), Ok(_)) => {
                let [scores, others] = [&self.one, &self.other].map(|bot| bot.scores());
                let differs = |(one, other): (&f64, &f64)| one.to_bits() != other.to_bits();
                match scores.iter().zip(&others).position(differs) {
                    Some(at) => format!(
                        "it scores option {} with {} in one, {} in the other",
                        at + 1,
                        scores[at],
                        others[at]
                    ),
                    None if scores.len() != others.len() => "it scores more options in one".into(),
                    None => return one,
                }
            }
            (Err(one), Err(other)) if one == other => return Err(one.clone()),
            (Err(failure), _) | (_, Err(failure)) => {
                format!("in one it fails in line {}: {}", failure.line(), failure.what())
            }
        };
        Err(self.differ(&what))
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        self.one.explain(options)
    }
}
