//! Forecasts the number of games of a tuning.

use super::{Task, single};
use crate::analysis::{GAME, paired};
use crate::scenario::Scenario;

/// Returns the expected number of games of a search, and their work ([`GAME`] is a game of a greedy
/// bot).
///
/// The numbers fit the rounds of the search: they were within 15 % for 1 to 8 edits in a set, and
/// for 200 to 800 possible edits. With fewer possible edits, there are fewer games.
pub fn expected(task: Task<'_>) -> (u64, u64) {
    let Task { scenario, settings, moves } = task;
    let (possible, size) = (moves.len() as u64, settings.edits.min(task.values()) as u64);
    let promising = (15 * size * size + 20 * size + 30).min(8 * possible);
    let games = settings.games;
    let singles = games * (possible / 4 + promising);
    let sets = games * (190 + 130 * size);
    let of_singles = singles.saturating_mul(single_edit_cost(scenario));
    let work = of_singles.saturating_add(sets.saturating_mul(GAME));
    (singles + sets, work.saturating_mul(scenario.cost()))
}

/// Cost of a game in which single edits are measured; [`GAME`] is the cost of a game of a greedy
/// bot.
pub fn single_edit_cost(scenario: &Scenario) -> u64 {
    paired(&scenario.open(), single::BATCH)
}
