//! Learns, and measures the bot in games that it has not learnt from.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::files::Made;
use super::learning::balance::balance;
use super::learning::greedy::gate::Gate;
use super::learning::greedy::{Moved, evolve};
use super::learning::trial::{Trial, pupil, trial};
use super::learning::{Progress, Trained, TrainingPlan, train};
use super::plan::{Parent, Plan};
use crate::analysis::pairs::{PairTally, WON};
use crate::questions::{Outcome, Player};
use crate::scenario::Scenario;
use crate::session::Interrupted;
use crate::session::job::Bar;
use crate::stats::Pairs;
use crate::strategies::Character;

/// Games against each bot of the pool in the end, on a seed of their own; of a short training no
/// more than it had games.
const TRIAL_GAMES: u64 = 20_000;
/// The same against a bot that searches: it takes a thousand times as long.
const SEARCHED_GAMES: u64 = 500;
/// Games of each trial on the way.
const CHECKPOINT_GAMES: u64 = 2_000;
/// Games of the table between equals, with either bot.
const BALANCE_GAMES: u64 = 50_000;
/// What is added to the seed for all of these.
const FRESH: u64 = 0x0F4E_5B1E_55ED;
/// And for the gate: what is kept because it did well there is measured elsewhere.
const GATE: u64 = 0x6A7E_5EED;

/// What was found.
#[derive(Serialize, Deserialize)]
pub struct Found {
    /// The bot's file.
    pub file: String,
    /// Games learnt from.
    pub games: u64,
    /// Whether the time was up before all games were played.
    pub time_was_up: bool,
    /// Progress after each generation.
    pub curve: Vec<Progress>,
    pub measured: Measured,
    /// Of a bot of weights.
    pub evolution: Option<Evolution>,
}

/// The results of the bot in games that it has not learnt from.
#[derive(Default, Serialize, Deserialize)]
pub struct Measured {
    pub trials: Vec<Trial>,
    /// Trials during the training, each with the number of games before it.
    pub checkpoints: Vec<(u64, Trial)>,
    /// By fighter, where one bot plays everybody: the bot that was there before and this one.
    pub balance: Vec<OfFighter>,
}

/// A fighter's wins where one bot plays everybody.
#[derive(Serialize, Deserialize)]
pub struct OfFighter {
    pub fighter: String,
    /// The bot that was there before.
    pub strategy: String,
    /// Wins with that bot, and with the trained one, in the same deals.
    pub wins: Pairs,
}

/// How a bot of weights came about.
#[derive(Serialize, Deserialize)]
pub struct Evolution {
    pub weights: Vec<Moved>,
    /// None if it was interrupted before it had ended.
    pub gate: Option<Gate>,
}

impl Evolution {
    /// Whether the bot is written: it did not fail at the gate.
    pub fn kept(&self) -> bool {
        self.gate.as_ref().is_none_or(Gate::passed)
    }
}

/// Learns, writes the bot, and measures it.
///
/// # Errors
/// If a bot of the pool fails, or a file cannot be written.
pub fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
    let output = plan.flags.file();
    let training = plan.training()?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(training.threads)
        .build()?;
    let (trained, weights) = learn(plan, &training, player)?;
    let course = Course {
        plan,
        training: &training,
        trained: &trained,
        threads,
    };
    let evolution = match plan.parent.as_ref().zip(weights) {
        None => None,
        Some((parent, weights)) => Some(Evolution {
            gate: course.gate(parent, player)?,
            weights,
        }),
    };
    let command = player.command_line(&resolved(trained.games));
    let written = !plan.again && evolution.as_ref().is_none_or(Evolution::kept);
    let write = |trials: &[Trial]| match written {
        true => Made {
            plan,
            command: &command,
            trained: &trained,
            trials,
            evolution: evolution.as_ref(),
        }
        .write(&output),
        false => Ok(()),
    };
    // What was learnt is not lost if the trials fail.
    write(&[])?;
    let measured = course.measure(player)?;
    write(&measured.trials)?;
    Ok(Outcome {
        games: trained.games,
        bots: vec![],
        partial: trained.partial || player.stop.load(Ordering::Relaxed),
        reached: false,
        seconds: trained.seconds,
        found: Found {
            file: shown(&output),
            games: trained.games,
            time_was_up: !trained.in_time,
            curve: trained.curve,
            measured,
            evolution,
        },
    })
}

/// Values of flags that make the same bot again.
pub fn resolved(games: u64) -> Vec<(&'static str, String)> {
    vec![("games", games.to_string()), ("minutes", String::new())]
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Learns, from the parent's weights if there is one.
fn learn(
    plan: &Plan,
    training: &TrainingPlan,
    player: &mut Player<'_>,
) -> Result<(Trained, Option<Vec<Moved>>)> {
    let Player {
        keeper, bar, stop, ..
    } = player;
    let mut played = 0;
    let hear = |progress: &Progress| {
        bar.add(progress.games - played);
        played = progress.games;
    };
    let scenarios = &plan.scenarios;
    let (trained, weights) = match &plan.parent {
        None => (train(scenarios, training, keeper, stop, hear)?, None),
        Some(parent) => {
            let weights = parent.weights;
            let (trained, moved) = evolve(scenarios, training, weights, keeper, stop, hear)?;
            (trained, Some(moved))
        }
    };
    if trained.games == 0 {
        let what = "interrupted before anything was learnt: nothing is written";
        return Err(Interrupted(Some(what)).into());
    }
    Ok((trained, weights))
}

/// A training that has ended, whose bot is measured.
struct Course<'a> {
    plan: &'a Plan,
    training: &'a TrainingPlan,
    trained: &'a Trained,
    threads: ThreadPool,
}

impl Course<'_> {
    /// Compares the bot with the one that it began as.
    fn gate(&self, parent: &Parent, player: &mut Player<'_>) -> Result<Option<Gate>> {
        let (scenarios, training) = (&self.plan.scenarios, self.training);
        let seed = training.seed.wrapping_add(GATE);
        let games = |name: &String| (seed, self.games_against(name));
        let of_pool: u64 = training.pool.iter().map(|name| games(name).1).sum();
        let title = format!("{}, at the gate", scenarios[0].title);
        let (threads, stop) = (&self.threads, Arc::clone(&player.stop));
        let bar = player.progress(&title, 2 * of_pool * scenarios.len() as u64);
        let bots = [&Character::Greedy(parent.weights), &self.trained.bot];
        let told = |games| bar.add(games);
        Gate::hold(scenarios, bots, &training.pool, games, threads, &stop, told)
    }

    /// Measures the bot in games that it has not learnt from: trials in every scenario, all else in
    /// the first. An interruption leaves out the rest.
    fn measure(&self, player: &mut Player<'_>) -> Result<Measured> {
        let (scenarios, training) = (&self.plan.scenarios, self.training);
        let (trained, threads, stop) = (self.trained, &self.threads, Arc::clone(&player.stop));
        let stop = &*stop;
        let scenario = &scenarios[0];
        let seed = training.seed.wrapping_add(FRESH);
        let games = |most: u64| (seed, trained.games.min(most));
        let [of_checkpoint, of_table] = [CHECKPOINT_GAMES, BALANCE_GAMES].map(games);
        let games_against = |name: &String| (seed, self.games_against(name));
        let of_pool: u64 = training.pool.iter().map(|name| games_against(name).1).sum();
        let all = of_pool * scenarios.len() as u64
            + of_checkpoint.1 * trained.checkpoints.count(trained.games)
            + of_table.1;
        let bar = player.progress(&format!("{}, tried", scenario.title), all);
        let mut trials = vec![];
        for scenario in scenarios {
            for opponent in &training.pool {
                let games = games_against(opponent);
                let trial = trial(scenario, &trained.bot, opponent, games, threads, stop)?;
                bar.add(trial.games);
                trials.extend((trial.games == games.1).then_some(trial));
            }
        }
        let last = (trained.games, &trained.bot);
        let checkpoints = trained.checkpoints.trials(last, |bot| {
            let against = &training.pool[0];
            let trial = trial(scenario, bot, against, of_checkpoint, threads, stop)?;
            bar.add(trial.games);
            Ok((trial.games == of_checkpoint.1).then_some(trial))
        })?;
        Ok(Measured {
            trials,
            checkpoints,
            balance: self.balance(scenario, of_table, bar, stop)?,
        })
    }

    /// The table where one bot plays everybody: the first quick one of the scenario and the pool,
    /// and the trained one. A search would take hours for so many games.
    fn balance(
        &self,
        scenario: &Scenario,
        games: (u64, u64),
        bar: &Bar,
        stop: &AtomicBool,
    ) -> Result<Vec<OfFighter>> {
        let mut quick = std::iter::once(&self.plan.own)
            .chain(self.plan.pool())
            .filter(|bot| !matches!(bot.character, Character::Mcts(_)));
        let Some(before) = quick.next() else {
            return Ok(vec![]);
        };
        let bots = [before, &pupil(&self.trained.bot)];
        let told = |games| bar.add(games);
        let threads = self.training.threads;
        let played = balance(scenario, bots, games, threads, stop, told)?;
        let fighters = |tally: PairTally| {
            let subjects = tally.subjects.into_iter().zip(tally.measures);
            let fighter = subjects.map(|(subject, measures)| OfFighter {
                fighter: subject.fighter,
                strategy: subject.strategies[0].clone(),
                wins: measures[WON],
            });
            fighter.collect()
        };
        let tally = played.tally.into_iter().next();
        Ok(tally.filter(|_| !played.partial).map_or(vec![], fighters))
    }

    /// Games of a trial against this bot of the pool; of a short training no more than it had.
    fn games_against(&self, name: &str) -> u64 {
        let bot = &self.plan.scenarios[0].bots[name];
        self.trained.games.min(match bot.character {
            Character::Mcts(_) => SEARCHED_GAMES,
            _ => TRIAL_GAMES,
        })
    }
}
