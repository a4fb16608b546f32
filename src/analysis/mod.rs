//! Questions that one run does not answer: runs asked in a certain order, and their comparison.

pub mod compare;
pub mod deal;
pub mod knobs;
pub mod ladder;
pub mod pairings;
pub mod parties;
pub mod points;
pub mod sensitivity;
pub mod skill;
pub mod styles;
pub mod train;
pub mod tune;

/// Whom an analysis tells of its progress.
pub trait Audience: Sync {
    /// So many more games will be played.
    fn planned(&self, games: u64);
    /// So many more games are done. Called from any thread.
    fn played(&self, games: u64);
}

/// Nobody.
impl Audience for () {
    fn planned(&self, _: u64) {}
    fn played(&self, _: u64) {}
}
