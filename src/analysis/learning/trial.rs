//! Tests of a trained bot.
//!
//! In a competitive game the test measures how often the bot wins alone against several copies of
//! an opponent. In a cooperative game it compares a party of the bot with a party of the other bot.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::line_up::{has_won, line_up, sides};
use crate::scenario::{Bot, Scenario};
use crate::simulate::FailedGame;
use crate::stats::Pairs;
use crate::stats::intervals::{p_value, p_value_of_two};
use crate::strategies::BotDefinition;

/// Name that the trained bot has in the test scenario.
const PUPIL: &str = "pupil";
/// Name that the bot with which the trained bot is compared has in the test scenario.
const OTHER: &str = "(before)";

/// Creates a bot with the trained parameters, for test games.
pub fn pupil(definition: &BotDefinition) -> Bot {
    Bot::new(PUPIL, "", definition.clone())
}

/// Result of a test in which one bot plays against copies of another bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// Title of the test scenario.
    pub scenario: String,
    /// Name of the opponent.
    pub opponent: String,
    /// Number of test games.
    pub games: u64,
    /// Number of test games that the bot won.
    pub wins: u64,
    /// Number of sides of a game. Among equally strong bots, the win rate of a side is 1 / `sides`.
    pub sides: u64,
    /// Number of test games that the opponent wins if it plays all seats; only for cooperative
    /// games.
    pub theirs: Option<u64>,
}

impl Trial {
    /// Expected win rate of a bot that is as strong as the opponent.
    pub fn equal(&self) -> f64 {
        match self.theirs {
            Some(theirs) => theirs as f64 / self.games.max(1) as f64,
            None => 1.0 / self.sides.max(1) as f64,
        }
    }

    /// Two-sided p-value of the number of wins, under the hypothesis that the bot is as strong as
    /// the opponent.
    pub fn p_value(&self) -> f64 {
        match self.theirs {
            Some(theirs) => p_value_of_two((theirs, self.games), (self.wins, self.games)),
            None => p_value(self.wins, self.games, self.equal()),
        }
    }
}

/// Results of two bots in the same test games, in which each plays one side against copies of the
/// same opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Twice {
    /// Title of the test scenario.
    pub scenario: String,
    /// Name of the opponent.
    pub opponent: String,
    /// Numbers of games by winner: neither of the two tested bots, only the first, only the second,
    /// or both.
    pub wins: Pairs,
}

/// Number of test games that a thread plays at a time.
const PART: u64 = 64;

/// Tests a bot: the bot plays one side, which changes from game to game, and the opponent plays all
/// other sides. `games` holds the seed and the number of games.
///
/// In a cooperative game the bot and the opponent each play all seats of the same games. If
/// stopped, returns the results so far.
///
/// # Errors
/// Fails if a bot fails.
pub fn trial(
    scenario: &Scenario,
    bot: &BotDefinition,
    opponent: &str,
    games: (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Trial> {
    // In a cooperative game all seats are one side: the opponent plays the same games separately.
    let together = scenario.open().cast().cooperative;
    let theirs = &scenario.bots[opponent].definition;
    let count = if together { 2 } else { 1 };
    let bots = [bot, theirs];
    let (ends, sides) = alone(scenario, bots, count, opponent, games, threads, stop)?;
    let [_, first, second, both] = ends;
    Ok(Trial {
        scenario: scenario.title.clone(),
        opponent: opponent.to_owned(),
        games: ends.iter().sum(),
        wins: first + both,
        sides,
        theirs: together.then_some(second + both),
    })
}

/// Tests two bots in the same games. Each plays one side against copies of the opponent.
///
/// # Errors
/// Fails if a bot fails.
pub fn twice(
    scenario: &Scenario,
    bots: [&BotDefinition; 2],
    opponent: &str,
    games: (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Twice> {
    let (ends, _) = alone(scenario, bots, 2, opponent, games, threads, stop)?;
    let mut wins = Pairs::default();
    for (end, games) in (0..).zip(ends) {
        wins.add_times(0, end & 1, end >> 1, games);
    }
    Ok(Twice { scenario: scenario.title.clone(), opponent: opponent.to_owned(), wins })
}

/// Tests each of the first `count` bots in the same games, against copies of the opponent.
///
/// Returns four numbers of games (won by neither bot, only the first, only the second, both), and
/// the number of sides.
fn alone(
    scenario: &Scenario,
    bots: [&BotDefinition; 2],
    count: usize,
    opponent: &str,
    (seed, games): (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<([u64; 4], u64)> {
    let mut scenario = scenario.clone();
    for (name, bot) in [PUPIL, OTHER].into_iter().zip(bots).take(count) {
        scenario.bots.insert(name.into(), pupil(bot));
    }
    let simulation = scenario.open();
    let of = |name| simulation.bot(name).expect("it is in the scenario");
    let pupils: Vec<usize> = [PUPIL, OTHER].into_iter().take(count).map(of).collect();
    let other = of(opponent);
    let part = |first: u64| -> Result<[u64; 4], Box<FailedGame>> {
        let mut worker = simulation.worker();
        let mut ends = [0; 4];
        'games: for game in first..(first + PART).min(games) {
            let seated = simulation.seated(seed, game);
            let mine = (game % u64::from(sides(&seated).max(1))) as u8;
            let mut end = 0;
            for (index, &pupil) in pupils.iter().enumerate() {
                if stop.load(Ordering::Relaxed) {
                    break 'games;
                }
                let of_side = |side| if side == mine { pupil } else { other };
                let line_up = line_up(&seated, of_side);
                let places = match worker.play_line_up(&line_up, seed, game) {
                    // Scripted bots fail when play is stopped; the games played so far count.
                    Err(_) if stop.load(Ordering::Relaxed) => break 'games,
                    places => places?,
                };
                end |= usize::from(has_won(&line_up, &places, mine)) << index;
            }
            ends[end] += 1;
        }
        Ok(ends)
    };
    let firsts: Vec<u64> = (0..games).step_by(PART as usize).collect();
    let parts: Vec<_> = threads.install(|| firsts.into_par_iter().map(part).collect());
    let mut all = [0; 4];
    for part in parts {
        for (all, ends) in all.iter_mut().zip(part.map_err(|failed| *failed)?) {
            *all += ends;
        }
    }
    Ok((all, simulation.cast().sides.max(1) as u64))
}
