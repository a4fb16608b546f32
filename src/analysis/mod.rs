//! Analyses that need several runs: they play runs in a certain order and compare the results.

pub mod knobs;
pub mod ladder;
pub mod pairs;
pub mod pilot;
pub mod points;

use std::collections::BTreeSet;

use crate::simulate::Simulation;
pub trait Audience: Sync {
    /// Announces the number of additional games that will be played.
    fn planned(&self, games: u64);
    /// Reports the number of games just finished. Called on any thread.
    fn played(&self, games: u64);
    /// As far as can be told, so much is left to do from now on, in the unit of [`Audience::played`].
    fn left(&self, _work: u64) {}
}

/// The unit of work where games do not cost the same: a game of a greedy bot costs so many.
pub const GAME: u64 = 100;

/// What a game of a variant that changes one fighter costs, in parts of a [`GAME`], where so many variants are played together on the same dice: its part of
/// the game without changes, and its own game, unless the fighter does not play in it.
pub fn paired(first: &Simulation, together: usize) -> u64 {
    let cast = first.cast();
    let fighters: BTreeSet<&String> = cast.entrants.iter().map(|of| &of.fighter).collect();
    let plays = (cast.slots.len() as u64 * GAME) / fighters.len().max(1) as u64;
    plays.min(GAME) + GAME / together.max(1) as u64
}

/// Ignores all progress.
impl Audience for () {
    fn planned(&self, _: u64) {}
    fn played(&self, _: u64) {}
}
