//! Comparison of two variants: game by game if their games can be paired, otherwise as independent
//! samples.

use super::parting::Parting;
use super::{ApartTally, PairTally, Pairing};
use crate::simulate::Simulation;
use crate::stats::Record;
use crate::stats::counts::{Counted, Through};

/// Counters of two variants: paired or independent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    Paired(PairTally),
    Apart(ApartTally),
}

impl Counted for Held {
    fn show(&mut self, through: &mut Through<'_>) {
        match self {
            Held::Paired(tally) => tally.show(through),
            Held::Apart(tally) => tally.show(through),
        }
    }
}

/// Counts the games of two variants.
pub(super) trait Counter: Clone + Send + Sync {
    type Tally: Counted + Sync;

    /// Counts one game of both variants without allocating.
    fn add(&mut self, game: u64, a: &Record, b: &Record);

    /// Counts one game that is the same in both variants without allocating.
    fn add_same(&mut self, game: u64, record: &Record);

    /// Adds the counters to a tally of the same variants and resets them.
    fn pour(&mut self, into: &mut Self::Tally);

    /// Largest half-width of a difference of win rates, as a share.
    fn widest(tally: &Self::Tally, level: f64) -> f64;
}

impl Counter for Pairing {
    type Tally = PairTally;

    fn add(&mut self, game: u64, a: &Record, b: &Record) {
        self.add(game, a, b);
    }

    fn add_same(&mut self, game: u64, record: &Record) {
        self.add_same(game, record);
    }

    fn pour(&mut self, into: &mut PairTally) {
        into.merge(&self.tally);
        self.tally.clear();
    }

    fn widest(tally: &PairTally, level: f64) -> f64 {
        tally.widest(level)
    }
}

/// The two ways to count: paired or independent.
#[derive(Debug, Clone)]
pub(super) enum Holding {
    Paired(Pairing),
    Apart(Parting),
}

impl Holding {
    pub fn new(first: &Simulation, other: &Simulation) -> Holding {
        match first.same_fighters(other) {
            true => Holding::Paired(Pairing::new(first, other)),
            false => Holding::Apart(Parting::new(first, other)),
        }
    }

    /// Creates empty counters for two variants.
    pub fn empty(self) -> Held {
        match self {
            Holding::Paired(pairing) => Held::Paired(pairing.tally),
            Holding::Apart(parting) => Held::Apart(parting.tally),
        }
    }
}

impl Counter for Holding {
    type Tally = Held;

    fn add(&mut self, game: u64, a: &Record, b: &Record) {
        match self {
            Holding::Paired(pairing) => pairing.add(game, a, b),
            Holding::Apart(parting) => parting.add(a, b),
        }
    }

    fn add_same(&mut self, game: u64, record: &Record) {
        match self {
            Holding::Paired(pairing) => pairing.add_same(game, record),
            Holding::Apart(parting) => parting.add(record, record),
        }
    }

    fn pour(&mut self, into: &mut Held) {
        match (self, into) {
            (Holding::Paired(pairing), Held::Paired(tally)) => pairing.pour(tally),
            (Holding::Apart(parting), Held::Apart(tally)) => {
                tally.merge(&parting.tally);
                parting.tally.clear();
            }
            _ => unreachable!("a tally of the same variants"),
        }
    }

    fn widest(held: &Held, level: f64) -> f64 {
        match held {
            Held::Paired(tally) => tally.widest(level),
            Held::Apart(tally) => tally.widest(level),
        }
    }
}
