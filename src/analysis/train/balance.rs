//! What another bot makes of a scenario: the same table played by one bot in all seats, and by another.

use std::sync::atomic::AtomicBool;

use crate::analysis::compare::{Compared, compare};
use crate::scenario::{Bot, Scenario};
use crate::simulate::Plan;

/// Plays the games of a seed twice, each with one of the bots in all seats, and pairs them: both have the same deals and dice.
///
/// # Errors
/// If a bot fails.
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
