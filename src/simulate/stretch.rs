//! A stretch: a contiguous range of games, of which the first may already be counted.

use std::ops::Range;

use super::{Lot, Played};
use crate::stats::counts::Counted;

/// A range of games to play, with the counters of the games that were played before.
pub struct Stretch<'a, T> {
    /// Numbers of the games; the end is exclusive.
    pub games: Range<u64>,
    /// Number of the first game that is not counted yet.
    pub played: u64,
    /// Counters of the games with numbers below `played`.
    pub tally: T,
    /// Called after every batch with all counters so far, for example to write a checkpoint.
    pub keep: Keep<'a, T>,
}

/// Callback that receives the number of the next game and the counters of all games before it.
pub type Keep<'a, T> = Box<dyn FnMut(u64, &mut T) + 'a>;

impl<T> Stretch<'_, T> {
    /// Creates a contiguous range (stretch) of `games` games, none of them played yet; the counters
    /// begin with `empty` and are not saved.
    pub fn of(games: u64, empty: T) -> Self {
        Stretch {
            games: 0..games,
            played: 0,
            tally: empty,
            keep: Box::new(|_, _| ()),
        }
    }
}

/// Decides which games of each lot (unit of work) of a command are played by this process, and
/// supplies earlier counters.
pub trait Lots {
    /// Plays one lot (unit of work) through `play`; the counters begin with `empty` unless earlier
    /// counters exist.
    ///
    /// # Errors
    /// Returns errors of `play`. Fails if the earlier counters do not match.
    fn play<T: Counted>(
        &mut self,
        lot: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>>;
}

/// Plays all games of each lot (unit of work) in this process, without saving counters; the value
/// is the number of games.
#[derive(Debug, Clone, Copy)]
pub struct All(pub u64);

impl Lots for All {
    fn play<T: Counted>(
        &mut self,
        _: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>> {
        play(Stretch::of(self.0, empty))
    }
}

/// Plays all games of these lots (units of work) in this process, without saving counters.
impl Lots for Vec<Lot> {
    fn play<T: Counted>(
        &mut self,
        lot: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>> {
        play(Stretch::of(self[lot].games, empty))
    }
}
