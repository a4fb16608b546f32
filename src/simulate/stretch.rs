//! A stretch of games, and what is kept of it while it is played.

use std::ops::Range;

use super::{Lot, Played};
use crate::stats::counts::Counted;

/// Games that are played one after the other, with what was counted of the first of them before.
pub struct Stretch<'a, T> {
    /// By number; the last is not included.
    pub games: Range<u64>,
    /// All games before this one have been counted.
    pub played: u64,
    /// What was counted of them.
    pub tally: T,
    /// Hears of all that has been counted, and up to which game, after every batch.
    pub keep: Keep<'a, T>,
}

/// Who keeps what has been counted up to a game.
pub type Keep<'a, T> = Box<dyn FnMut(u64, &mut T) + 'a>;

impl<T> Stretch<'_, T> {
    /// So many games, of which nothing was played before, and nothing is kept. `empty` counts them.
    pub fn of(games: u64, empty: T) -> Self {
        Stretch {
            games: 0..games,
            played: 0,
            tally: empty,
            keep: Box::new(|_, _| ()),
        }
    }
}

/// Who knows which games of each lot of a command are to be played here, and what was counted of them before.
pub trait Lots {
    /// Has a lot played by `play`; `empty` counts it, if nothing was counted before.
    ///
    /// # Errors
    /// Those of `play`; if something else was counted before.
    fn play<T: Counted>(
        &mut self,
        lot: usize,
        empty: T,
        play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
    ) -> anyhow::Result<Played<T>>;
}

/// All of so many games of each lot; nothing is kept.
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

/// All games of these lots; nothing is kept.
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
