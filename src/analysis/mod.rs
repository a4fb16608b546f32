//! Analyses that need several runs: they play runs in a certain order and compare the results.

pub mod compare;
pub mod deal;
pub mod knobs;
pub mod ladder;
pub mod pairings;
pub mod parties;
pub mod points;
pub mod sensitivity;
pub mod styles;
pub mod tune;

/// Receiver of an analysis's progress.
pub trait Audience: Sync {
    /// Announces the number of additional games that will be played.
    fn planned(&self, games: u64);
    /// Reports the number of games just finished. Called on any thread.
    fn played(&self, games: u64);
}

/// Ignores all progress.
impl Audience for () {
    fn planned(&self, _: u64) {}
    fn played(&self, _: u64) {}
}
