//! What a bot is worth that has learnt: how often it wins alone among others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::games::{Contender, FailedGame, Seated};
use crate::scenario::{Bot, Scenario};
use crate::stats::MAX_ENTRANTS;
use crate::strategies::Character;
use crate::strategies::trained::Network;

/// The reference of the bot that has learnt.
const PUPIL: &str = "pupil";

/// The bot that plays as a network has learnt.
pub fn pupil(network: &Arc<Network>) -> Bot {
    Bot {
        name: PUPIL.into(),
        description: String::new(),
        settings: None,
        script: None,
        led_by: vec![],
        character: Character::Trained(Arc::clone(network)),
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

/// Games of each part that a thread plays.
const PART: u64 = 64;

/// Plays games of a seed in which one side is the network's, each side in turn, and all others another bot's; fewer if it is stopped.
///
/// # Errors
/// If a bot fails.
pub fn trial(
    scenario: &Scenario,
    network: &Arc<Network>,
    opponent: &str,
    (seed, games): (u64, u64),
    threads: &ThreadPool,
    stop: &AtomicBool,
) -> anyhow::Result<Trial> {
    let mut scenario = scenario.clone();
    scenario.bots.insert(PUPIL.into(), pupil(network));
    let simulation = scenario.open();
    let [pupil, other] =
        [PUPIL, opponent].map(|name| simulation.bot(name).expect("it is in the scenario"));
    let part = |first: u64| -> Result<[u64; 2], Box<FailedGame>> {
        let mut player = simulation.player();
        let [mut played, mut wins] = [0; 2];
        for game in first..(first + PART).min(games) {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let seated = simulation.seated(seed, game);
            let sides = seated.iter().map(|at| at.team + 1).max().unwrap_or(1);
            let mine = (game % u64::from(sides)) as u8;
            let contender = |seated: Seated| Contender {
                seated,
                bot: if seated.team == mine { pupil } else { other },
            };
            let line_up: ArrayVec<Contender, MAX_ENTRANTS> =
                seated.into_iter().map(contender).collect();
            let places = match player.play_line_up(&line_up, seed, game) {
                // A script fails where it is interrupted.
                Err(_) if stop.load(Ordering::Relaxed) => break,
                places => places?,
            };
            let mut of_mine = (line_up.iter().zip(places)).filter(|(at, _)| at.seated.team == mine);
            wins += u64::from(of_mine.any(|(_, place)| place == 1));
            played += 1;
        }
        Ok([played, wins])
    };
    let firsts: Vec<u64> = (0..games).step_by(PART as usize).collect();
    let parts: Vec<_> = threads.install(|| firsts.into_par_iter().map(part).collect());
    let mut trial = Trial {
        scenario: scenario.title.clone(),
        opponent: opponent.to_owned(),
        games: 0,
        wins: 0,
        sides: simulation.cast().sides.max(1) as u64,
    };
    for part in parts {
        let [played, wins] = part?;
        trial.games += played;
        trial.wins += wins;
    }
    Ok(trial)
}
