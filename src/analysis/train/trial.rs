//! What a bot is worth that has learnt: how often it wins alone among others; in a cooperative game how often a party of it wins, and one of others.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::line_up::{has_won, line_up, sides};
use crate::games::FailedGame;
use crate::scenario::{Bot, Scenario};
use crate::stats::Pairs;
use crate::stats::intervals::{p_value, p_value_of_two};
use crate::strategies::Character;

/// The references of the bot that has learnt, and of the one that it is held against.
const PUPIL: &str = "pupil";
const OTHER: &str = "(before)";

/// The bot that plays as this one has learnt.
pub fn pupil(character: &Character) -> Bot {
    Bot {
        name: PUPIL.into(),
        description: String::new(),
        settings: None,
        script: None,
        led_by: vec![],
        character: character.clone(),
    }
}

/// One bot against several of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The title of the scenario.
    pub scenario: String,
    pub opponent: String,
    pub games: u64,
    pub wins: u64,
    /// Sides of a game: who is as good as the others wins one in so many.
    pub sides: u64,
    /// Of a cooperative game: how many of the same games a party of the opponent wins.
    pub theirs: Option<u64>,
}

impl Trial {
    /// The share of games that it would win if it were as good as the opponent.
    pub fn equal(&self) -> f64 {
        match self.theirs {
            Some(theirs) => theirs as f64 / self.games.max(1) as f64,
            None => 1.0 / self.sides.max(1) as f64,
        }
    }

    /// How surprising its wins are if it is as good as the opponent.
    pub fn p_value(&self) -> f64 {
        match self.theirs {
            Some(theirs) => p_value_of_two((theirs, self.games), (self.wins, self.games)),
            None => p_value(self.wins, self.games, self.equal()),
        }
    }
}

/// Two bots, each against several of the same third, in the same games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twice {
    /// The title of the scenario.
    pub scenario: String,
    pub opponent: String,
    /// Wins of the first, and of the second.
    pub wins: Pairs,
}

/// Games of each part that a thread plays.
const PART: u64 = 64;

/// Plays games of a seed in which one side is the bot's, each side in turn, and all others another bot's; fewer if it is stopped. In a cooperative game the one side
/// is the bot's, and then in the same games the other's.
///
/// # Errors
/// If a bot fails.
pub fn trial(
    scenario: &Scenario,
    bot: &Character,
    opponent: &str,
    games: (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Trial> {
    // All seats are one side's: the opponent plays the same games in its stead.
    let together = scenario.open().cast().cooperative;
    let theirs = &scenario.bots[opponent].character;
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

/// The same with two bots, each of which plays every game.
///
/// # Errors
/// If a bot fails.
pub fn twice(
    scenario: &Scenario,
    bots: [&Character; 2],
    opponent: &str,
    games: (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Twice> {
    let (ends, _) = alone(scenario, bots, 2, opponent, games, threads, stop)?;
    let [_, first, second, both] = ends;
    Ok(Twice {
        scenario: scenario.title.clone(),
        opponent: opponent.to_owned(),
        wins: Pairs {
            games: ends.iter().sum(),
            changed: first + second,
            a: first + both,
            b: second + both,
            aa: first + both,
            bb: second + both,
            ab: both,
        },
    })
}

/// Each of the first `count` bots alone: how many games none of them has won, the first alone, the second alone, both; and the sides of a game.
fn alone(
    scenario: &Scenario,
    bots: [&Character; 2],
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
        let mut player = simulation.player();
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
                let places = match player.play_line_up(&line_up, seed, game) {
                    // A script fails where it is interrupted.
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
        for (all, ends) in all.iter_mut().zip(part?) {
            *all += ends;
        }
    }
    Ok((all, simulation.cast().sides.max(1) as u64))
}
