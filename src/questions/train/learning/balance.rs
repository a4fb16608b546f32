//! Compares the balance of a scenario under two bots, each of which plays all seats.

use std::sync::atomic::AtomicBool;

use crate::analysis::pairs::{Compared, compare};
use crate::scenario::{Bot, Scenario};
use crate::simulate::Plan;

/// Plays each game twice with the same deal and dice, each time with one of the two bots in all
/// seats. Returns paired results.
///
/// # Errors
/// Fails if a bot fails.
pub fn balance(
    scenario: &Scenario,
    bots: [&Bot; 2],
    (seed, games): (u64, u64),
    threads: usize,
    stop: &AtomicBool,
    told: impl Fn(u64) + Sync,
) -> anyhow::Result<Compared> {
    let plan = Plan {
        seed,
        games,
        precision: None,
        threads,
        records: false,
        luck: None,
    };
    let tables = bots.map(|bot| scenario.played_by(&bot.name, bot).open());
    compare(&tables, &plan, stop, told)
}
