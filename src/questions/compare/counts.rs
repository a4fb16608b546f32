//! Compares two variants of a scenario: game by game if their games can be paired, otherwise as
//! independent samples.

use std::sync::atomic::AtomicBool;

use anyhow::Result;

use super::apart::{ApartCounter, ApartTally};
use crate::analysis::pairs::{self, Counter, PairTally, PairedVariant, Pairing};
use crate::simulate::{Plan, Played, Simulation, Stretch};
use crate::stats::Record;
use crate::stats::counts::{CountedSums, Through};

/// Counts of the games of two variants of a scenario: paired by game number, or as independent
/// samples.
#[derive(Debug, Clone, PartialEq)]
pub enum VariantCounts {
    Paired(PairTally),
    Apart(ApartTally),
}

impl CountedSums for VariantCounts {
    fn show(&mut self, through: &mut Through<'_>) {
        match self {
            VariantCounts::Paired(tally) => tally.show(through),
            VariantCounts::Apart(tally) => tally.show(through),
        }
    }
}

/// Creates empty counters for comparing each simulated variant of a scenario with the first one.
pub fn uncounted(simulations: &[Simulation]) -> Vec<VariantCounts> {
    counters(simulations).into_iter().map(VariantCounter::empty).collect()
}

/// Plays a range of consecutive games in all variants of a scenario, and compares each variant with
/// the first. Calls `heard` with the number of finished games.
///
/// # Errors
/// Fails if threads cannot be started or a bot fails.
pub fn play(
    simulations: &[Simulation],
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    stretch: Stretch<'_, Vec<VariantCounts>>,
) -> Result<Played<Vec<VariantCounts>>> {
    let others: Vec<PairedVariant> = simulations[1..].iter().map(PairedVariant::whole).collect();
    let counters = counters(simulations);
    pairs::play(&simulations[0], &others, counters, plan, stop, heard, stretch)
}

fn counters(simulations: &[Simulation]) -> Vec<VariantCounter> {
    let (first, others) = simulations.split_first().expect("two variants or more");
    others.iter().map(|other| VariantCounter::new(first, other)).collect()
}

/// Counts the games of two scenario variants during play: paired by game number, or as independent
/// samples.
#[derive(Debug, Clone)]
enum VariantCounter {
    Paired(Pairing),
    Apart(ApartCounter),
}

impl VariantCounter {
    fn new(first: &Simulation, other: &Simulation) -> VariantCounter {
        match first.same_fighters(other) {
            true => VariantCounter::Paired(Pairing::new(first, other)),
            false => VariantCounter::Apart(ApartCounter::new(first, other)),
        }
    }

    /// Returns empty counters for the games of two variants, paired or as independent samples.
    fn empty(self) -> VariantCounts {
        match self {
            VariantCounter::Paired(pairing) => VariantCounts::Paired(pairing.tally),
            VariantCounter::Apart(counter) => VariantCounts::Apart(counter.tally),
        }
    }
}

impl Counter for VariantCounter {
    type Tally = VariantCounts;

    fn add(&mut self, game: u64, a: &Record, b: &Record) {
        match self {
            VariantCounter::Paired(pairing) => pairing.add(game, a, b),
            VariantCounter::Apart(counter) => counter.add(a, b),
        }
    }

    fn add_same(&mut self, game: u64, record: &Record) {
        match self {
            VariantCounter::Paired(pairing) => pairing.add_same(game, record),
            VariantCounter::Apart(counter) => counter.add(record, record),
        }
    }

    fn pour(&mut self, into: &mut VariantCounts) {
        match (self, into) {
            (VariantCounter::Paired(pairing), VariantCounts::Paired(tally)) => pairing.pour(tally),
            (VariantCounter::Apart(counter), VariantCounts::Apart(tally)) => {
                tally.merge(&counter.tally);
                counter.tally.clear();
            }
            _ => unreachable!("a tally of the same variants"),
        }
    }

    fn widest(counts: &VariantCounts, level: f64) -> f64 {
        match counts {
            VariantCounts::Paired(tally) => tally.widest(level),
            VariantCounts::Apart(tally) => tally.widest(level),
        }
    }
}
