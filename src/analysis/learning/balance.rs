//! Compares how often each fighter of a scenario wins with two bots, each of which plays all seats.

use std::sync::atomic::AtomicBool;

use crate::analysis::pairs::{Compared, compare};
use crate::scenario::{Bot, Scenario};
use crate::simulate::Plan;

/// Plays each game twice with the same setup and dice: all seats are played by the first bot, then
/// by the second bot. Returns paired results.
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
    let plan = Plan::fixed(seed, games, threads);
    let tables = bots.map(|bot| scenario.played_by(&bot.name, bot).open());
    compare(&tables, &plan, stop, told)
}
