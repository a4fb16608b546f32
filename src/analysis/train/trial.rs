//! What a bot is worth that has learnt: how often it wins alone among others.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use rayon::prelude::*;

use super::line_up::{has_won, line_up, sides};
use crate::games::FailedGame;
use crate::scenario::{Bot, Scenario};
use crate::stats::Pairs;
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

/// Plays games of a seed in which one side is the bot's, each side in turn, and all others another bot's; fewer if it is stopped.
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
    let (ends, sides) = alone(scenario, [bot, bot], 1, opponent, games, threads, stop)?;
    Ok(Trial {
        scenario: scenario.title.clone(),
        opponent: opponent.to_owned(),
        games: ends.iter().sum(),
        wins: ends[1],
        sides,
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
