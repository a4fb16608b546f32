//! A stretch: a contiguous range of games that are counted together. The first games of the range
//! may already be counted.

use std::ops::Range;

use super::Played;
use crate::stats::counts::CountedSums;

/// A range of games to play, with the counters of those games that are already counted.
pub struct Stretch<'a, T> {
    /// Numbers of the games in the range; the end is exclusive.
    pub games: Range<u64>,
    /// Number of the first game that is not counted yet.
    pub played: u64,
    /// Counters of the games that are already counted: the games with numbers below `played`.
    pub tally: T,
    /// Called after every batch with all counters so far, for example to write a checkpoint.
    pub keep: Keep<'a, T>,
}

/// A callback that receives the number of the next game to play, and the counters of all games
/// before it.
pub type Keep<'a, T> = Box<dyn FnMut(u64, &mut T) + 'a>;

impl<T> Stretch<'_, T> {
    /// Creates a range of games, 0 to `games - 1`, none of which is counted. The counters start as
    /// `empty` and are not stored in a file.
    pub fn of(games: u64, empty: T) -> Self {
        Stretch { games: 0..games, played: 0, tally: empty, keep: Box::new(|_, _| ()) }
    }
}

/// Determines which games of each group (games that are counted together) this process plays.
/// Supplies the counters of games that are already counted.
pub trait Lots {
    /// Plays one group of games by calling `play` with the range to play. The counters start as
    /// `empty` if no game of the group is counted yet.
    ///
    /// # Errors
    /// Returns errors of `play`. Fails if stored counters do not match the group of games.
    fn play<T: CountedSums>(
        &mut self,
        lot: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>>;
}

/// Plays all games of each group (games that are counted together) in this process, without storing
/// counters. The field is the number of games in each group.
#[derive(Debug, Clone, Copy)]
pub struct All(pub u64);

impl Lots for All {
    fn play<T: CountedSums>(
        &mut self,
        _: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>> {
        play(Stretch::of(self.0, empty))
    }
}
