//! Trains a bot, and measures it in games that were not used for training.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::files;
use super::plan::TrainPlan;
use crate::analysis::learning::trial::{Trial, trial};
use crate::analysis::learning::{TrainingPlan, TrainingResult, train};
use crate::questions::{LotPlayer, PlanOutcome};
use crate::scenario::Scenario;
use crate::session::Interrupted;
use crate::strategies::BotDefinition;
use crate::strategies::trained::Network;

/// Number of final test games against each opponent, limited to the number of training games. Test
/// games have a seed of their own.
const TRIAL_GAMES: u64 = 20_000;
/// Number of test games against a bot that searches, which is about a thousand times slower.
const SEARCHED_GAMES: u64 = 500;
/// Number of games of each test during the training.
const CHECKPOINT_GAMES: u64 = 2_000;
/// Offset of the seed for all test games, so that they differ from training games.
const FRESH: u64 = 0x0F4E_5B1E_55ED;

/// Results of the command `gong train`: the bot, and its tests.
#[derive(Serialize, Deserialize)]
pub struct TrainFound {
    /// Path of the trained bot's file.
    pub file: String,
    /// Number of training games.
    pub games: u64,
    /// True if the time limit ended the training.
    pub time_was_up: bool,
    /// Final tests of the bot in games that were not used for training.
    pub trials: Vec<Trial>,
    /// Tests of snapshots of the bot, each with the number of training games before the snapshot.
    pub checkpoints: Vec<(u64, Trial)>,
}

/// Trains the bot, writes it to its file, and measures it in test games.
///
/// # Errors
/// Fails if another bot fails, or if a file cannot be written.
pub fn play(plan: &TrainPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TrainFound>> {
    let file = plan.file.clone();
    let trained = learn(plan, player)?;
    let command = player.command_line(&resolved(trained.games));
    let write = |trials: &[Trial]| match plan.again {
        false => files::write(plan, &command, &trained, trials),
        true => Ok(()),
    };
    // The bot is written before the tests, so that it is not lost if a test fails.
    write(&[])?;
    let tested = test(plan, &trained, player);
    let (trials, checkpoints) =
        tested.with_context(|| format!("the bot {file} is trained, but its tests fail"))?;
    write(&trials)?;
    let TrainingResult { games, time_was_up, seconds, .. } = trained;
    let partial = trained.partial || player.stop.load(Ordering::Relaxed);
    let found = TrainFound { file, games, time_was_up, trials, checkpoints };
    Ok(PlanOutcome::new(found, games, partial, seconds))
}

/// Returns the command-line flags and values with which the same bot can be trained again.
pub fn resolved(games: u64) -> Vec<(&'static str, String)> {
    vec![
        ("games", games.to_string()),
        ("minutes", String::new()),
        // A member of a panel is the bot of a command without the flag.
        ("panel", String::new()),
    ]
}

/// Trains the network.
fn learn(plan: &TrainPlan, player: &mut LotPlayer<'_>) -> Result<TrainingResult> {
    let (keeper, stop, bar) = player.split();
    let mut played = 0;
    let trained = train(&plan.scenarios, &plan.training, keeper, stop, |progress| {
        bar.add(progress.games - played);
        played = progress.games;
    })?;
    if trained.games == 0 {
        let what = "interrupted before anything was learnt: nothing is written";
        return Err(Interrupted(Some(what)).into());
    }
    Ok(trained)
}

/// The tests of a bot, and those of snapshots after some training games.
type Tests = (Vec<Trial>, Vec<(u64, Trial)>);

/// Tests the bot in games that were not used for training: the finished bot against each opponent
/// in every scenario, and snapshots of the bot against the first opponent in the first scenario.
/// After an interruption, the remaining tests are left out.
fn test(plan: &TrainPlan, trained: &TrainingResult, player: &mut LotPlayer<'_>) -> Result<Tests> {
    let TrainingPlan { seed, pool, threads, .. } = &plan.training;
    let TrainingResult { network, games, checkpoints, .. } = trained;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(*threads).build()?;
    let of_checkpoint = CHECKPOINT_GAMES.min(*games);
    let games_against = |name: &String| match plan.scenarios[0].bots[name].definition {
        BotDefinition::Mcts(_) => SEARCHED_GAMES.min(*games),
        _ => TRIAL_GAMES.min(*games),
    };
    let of_pool: u64 = pool.iter().map(games_against).sum();
    let all = of_pool * plan.scenarios.len() as u64 + of_checkpoint * checkpoints.count(*games);
    player.progress(&format!("{}, tried", plan.scenarios[0].title), all);
    let (_, stop, bar) = player.split();
    let test = |scenario: &Scenario, network: &Arc<Network>, opponent: &String, games| {
        let seed = seed.wrapping_add(FRESH);
        let trial = trial(scenario, network, opponent, (seed, games), &threads, stop)?;
        bar.add(trial.games);
        anyhow::Ok((trial.games == games).then_some(trial))
    };
    let mut trials = vec![];
    for scenario in &plan.scenarios {
        for opponent in pool {
            trials.extend(test(scenario, network, opponent, games_against(opponent))?);
        }
    }
    let snapshots = checkpoints.trials((*games, network), |snapshot| {
        test(&plan.scenarios[0], snapshot, &pool[0], of_checkpoint)
    })?;
    Ok((trials, snapshots))
}
