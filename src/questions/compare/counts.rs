//! Counts the games of several variants of a scenario: compares each variant with the first, game
//! by game if their games can be paired, otherwise as independent samples.

use std::sync::atomic::AtomicBool;

use anyhow::Result;

use super::apart::ApartCounts;
use crate::analysis::pairs::{self, Counter, PairedVariant, Pairing};
use crate::simulate::{Plan, Played, Simulation, Stretch};
use crate::stats::Record;
use crate::stats::counts::{CountedSums, Through};

/// Counts of the games of two variants of a scenario: paired by game number, or as independent
/// samples.
#[derive(Debug, Clone)]
pub enum VariantCounts {
    Paired(Box<Pairing>),
    Apart(Box<ApartCounts>),
}

impl CountedSums for VariantCounts {
    fn show(&mut self, through: &mut Through<'_>) {
        match self {
            VariantCounts::Paired(counts) => counts.tally.show(through),
            VariantCounts::Apart(counts) => counts.show(through),
        }
    }
}

/// Creates empty counters for comparing each simulated variant of a scenario with the first one.
pub fn uncounted(simulations: &[Simulation]) -> Vec<VariantCounts> {
    let (first, others) = simulations.split_first().expect("two variants or more");
    let counts = |other: &Simulation| match first.same_fighters(other) {
        true => VariantCounts::Paired(Box::new(Pairing::new(first, other))),
        false => VariantCounts::Apart(Box::new(ApartCounts::new([first.cast(), other.cast()]))),
    };
    others.iter().map(counts).collect()
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
    pairs::play(&simulations[0], &others, uncounted(simulations), plan, stop, heard, stretch)
}

impl Counter for VariantCounts {
    type Tally = VariantCounts;

    fn add(&mut self, game: u64, a: &Record, b: &Record) {
        match self {
            VariantCounts::Paired(counts) => counts.add(game, a, b),
            VariantCounts::Apart(counts) => counts.add(a, b),
        }
    }

    fn add_same(&mut self, game: u64, record: &Record) {
        match self {
            VariantCounts::Paired(counts) => counts.add_same(game, record),
            VariantCounts::Apart(counts) => counts.add(record, record),
        }
    }

    fn pour(&mut self, into: &mut VariantCounts) {
        match (self, into) {
            (VariantCounts::Paired(counts), VariantCounts::Paired(all)) => {
                counts.pour(&mut all.tally);
            }
            (VariantCounts::Apart(counts), VariantCounts::Apart(all)) => counts.pour(all),
            _ => unreachable!("counts of the same variants"),
        }
    }

    fn widest(counts: &VariantCounts, level: f64) -> f64 {
        match counts {
            VariantCounts::Paired(counts) => counts.tally.widest(level),
            VariantCounts::Apart(counts) => counts.widest(level),
        }
    }
}
