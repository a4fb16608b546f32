//! Tests of a trained bot.
//!
//! In a competitive game the test measures how often the bot wins alone against several copies of
//! an opponent. In a cooperative game it compares a party of the bot with a party of the other bot.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::analysis::line_up::{has_won, line_up, sides};
use crate::scenario::{Bot, Scenario};
use crate::simulate::FailedGame;
use crate::stats::intervals::{p_value, p_value_of_two};
use crate::strategies::BotDefinition;
use crate::strategies::trained::Network;

/// Name that the trained bot has in the test scenario.
const PUPIL: &str = "pupil";
/// Creates a bot with the trained network, for test games.
pub fn pupil(network: &Arc<Network>) -> Bot {
    Bot::new(PUPIL, "", BotDefinition::Trained(Arc::clone(network)))
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

/// Number of test games that a thread plays at a time.
const PART: u64 = 64;

/// Tests a network: its bot plays one side, which changes from game to game, and the opponent plays
/// all other sides. `games` holds the seed and the number of games.
///
/// In a cooperative game the bot and the opponent each play all seats of the same games. If
/// stopped, returns the results so far.
///
/// # Errors
/// Fails if a bot fails.
pub fn trial(
    scenario: &Scenario,
    network: &Arc<Network>,
    opponent: &str,
    (seed, games): (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Trial> {
    let mut played = scenario.clone();
    played.bots.insert(PUPIL.into(), pupil(network));
    let simulation = played.open();
    let of = |name| simulation.bot(name).expect("it is in the scenario");
    let (pupil, other) = (of(PUPIL), of(opponent));
    // In a cooperative game all seats are one side: the opponent plays the same games separately.
    let together = simulation.cast().cooperative;
    let testees = if together { &[pupil, other][..] } else { &[pupil] };
    // Counts the games, and those that the bot and the opponent win.
    let part = |first: u64| -> Result<[u64; 3], Box<FailedGame>> {
        let mut worker = simulation.worker();
        let mut counts = [0; 3];
        'games: for game in first..(first + PART).min(games) {
            let seated = simulation.seated(seed, game);
            let mine = (game % u64::from(sides(&seated).max(1))) as u8;
            let mut ends = [1, 0, 0];
            for (end, &tested) in ends[1..].iter_mut().zip(testees) {
                if stop.load(Ordering::Relaxed) {
                    break 'games;
                }
                let line_up = line_up(&seated, |side| if side == mine { tested } else { other });
                let places = match worker.play_line_up(&line_up, seed, game) {
                    // Scripted bots fail when play is stopped; the games played so far count.
                    Err(_) if stop.load(Ordering::Relaxed) => break 'games,
                    places => places?,
                };
                *end = u64::from(has_won(&line_up, &places, mine));
            }
            counts.iter_mut().zip(ends).for_each(|(count, end)| *count += end);
        }
        Ok(counts)
    };
    let firsts: Vec<u64> = (0..games).step_by(PART as usize).collect();
    let parts: Vec<_> = threads.install(|| firsts.into_par_iter().map(part).collect());
    let mut all = [0; 3];
    for part in parts {
        let counts = part.map_err(|failed| *failed)?;
        all.iter_mut().zip(counts).for_each(|(all, count)| *all += count);
    }
    let [games, wins, theirs] = all;
    Ok(Trial {
        scenario: scenario.title.clone(),
        opponent: opponent.to_owned(),
        games,
        wins,
        sides: simulation.cast().sides.max(1) as u64,
        theirs: together.then_some(theirs),
    })
}
