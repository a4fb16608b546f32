//! Analyses that need several runs: they play runs in a certain order and compare the results.

pub mod knobs;
pub mod ladder;
pub mod learning;
mod line_up;
pub mod pairs;
pub mod points;

use std::collections::BTreeSet;

use crate::simulate::Simulation;

/// A receiver of the progress and of the interim results of an analysis.
pub trait WorkAudience: Sync {
    /// Reports the number of games just finished. Called on any thread.
    fn played(&self, games: u64);
    /// Reports an interim result, as a sentence.
    fn known(&self, _sentence: &str) {}
}

/// Work units for one game of a greedy bot, for analyses whose games differ in cost.
pub const GAME: u64 = 100;

/// Returns the estimated work for one game of a variant: the scenario with one changed fighter. The
/// unit is such that one game of a greedy bot is [`GAME`].
///
/// The work includes the variant's own game, weighted with the probability that the changed fighter
/// plays in it. It also includes a share of the unchanged game, which is played once for `together`
/// variants.
pub fn paired(first: &Simulation, together: usize) -> u64 {
    let cast = first.cast();
    let fighters: BTreeSet<&String> = cast.entrants.iter().map(|of| &of.fighter).collect();
    let plays = (cast.slots.len() as u64 * GAME) / fighters.len().max(1) as u64;
    plays.min(GAME) + GAME / together.max(1) as u64
}

/// An audience (receiver of progress) that ignores all progress.
impl WorkAudience for () {
    fn played(&self, _: u64) {}
}
