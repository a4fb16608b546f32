//! Trains a bot, and measures it in games that were not used for training.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::files::Made;
use super::plan::TrainPlan;
use crate::analysis::learning::trial::{Trial, trial};
use crate::analysis::learning::{Progress, TrainingPlan, TrainingResult, train};
use crate::questions::{LotPlayer, PlanOutcome};
use crate::session::Interrupted;
use crate::strategies::BotDefinition;

/// Number of final test games against each opponent, limited to the number of training games. Test
/// games have a seed of their own.
const TRIAL_GAMES: u64 = 20_000;
/// Number of test games against a bot that searches, which is about a thousand times slower.
const SEARCHED_GAMES: u64 = 500;
/// Number of games of each test during the training.
const CHECKPOINT_GAMES: u64 = 2_000;
/// Offset of the seed for all test games, so that they differ from training games.
const FRESH: u64 = 0x0F4E_5B1E_55ED;

/// Results of the command `gong train`: the progress of the training, and tests of the bot.
#[derive(Serialize, Deserialize)]
pub struct TrainFound {
    /// Path of the trained bot's file.
    pub file: String,
    /// Number of training games.
    pub games: u64,
    /// True if the time limit ended the training.
    pub time_was_up: bool,
    /// Progress of the training after each generation (batch of training games).
    pub curve: Vec<Progress>,
    pub measured: BotTests,
}

/// Results of the trained bot in games that were not used for training.
#[derive(Default, Serialize, Deserialize)]
pub struct BotTests {
    pub trials: Vec<Trial>,
    /// Tests of snapshots of the bot, each with the number of training games before the snapshot.
    pub checkpoints: Vec<(u64, Trial)>,
}

/// Trains the bot, writes it to its file, and measures it in test games.
///
/// # Errors
/// Fails if another bot fails, or if a file cannot be written.
pub fn play(plan: &TrainPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TrainFound>> {
    let output = plan.flags.file();
    let training = plan.training()?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(training.threads).build()?;
    let trained = learn(plan, &training, player)?;
    let course = Course { plan, training: &training, trained: &trained, threads };
    let command = player.command_line(&resolved(trained.games));
    let write = |trials: &[Trial]| match plan.again {
        false => Made { plan, command: &command, trained: &trained, trials }.write(&output),
        true => Ok(()),
    };
    // The bot is written before the tests, so that it is not lost if a test fails.
    write(&[])?;
    let measured = course.measure(player);
    let measured = match plan.again {
        false => measured.with_context(|| {
            format!("the bot is trained and written to {}, but its tests fail", shown(&output))
        })?,
        true => measured?,
    };
    write(&measured.trials)?;
    let (games, seconds) = (trained.games, trained.seconds);
    let partial = trained.partial || player.stop.load(Ordering::Relaxed);
    let found = TrainFound {
        file: shown(&output),
        games,
        time_was_up: trained.time_was_up,
        curve: trained.curve,
        measured,
    };
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

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Trains the network.
fn learn(
    plan: &TrainPlan,
    training: &TrainingPlan,
    player: &mut LotPlayer<'_>,
) -> Result<TrainingResult> {
    let (keeper, stop, bar) = player.split();
    let mut played = 0;
    let trained = train(&plan.scenarios, training, keeper, stop, |progress| {
        bar.add(progress.games - played);
        played = progress.games;
    })?;
    if trained.games == 0 {
        let what = "interrupted before anything was learnt: nothing is written";
        return Err(Interrupted(Some(what)).into());
    }
    Ok(trained)
}

/// A finished training whose bot is to be measured.
struct Course<'a> {
    plan: &'a TrainPlan,
    training: &'a TrainingPlan,
    trained: &'a TrainingResult,
    threads: ThreadPool,
}

impl Course<'_> {
    /// Measures the bot in games that were not used for training. The final test against each
    /// opponent uses every scenario; all other tests use only the first scenario. After an
    /// interruption, the remaining tests are left out.
    fn measure(&self, player: &mut LotPlayer<'_>) -> Result<BotTests> {
        let (scenarios, training) = (&self.plan.scenarios, self.training);
        let (trained, threads, stop) = (self.trained, &self.threads, Arc::clone(&player.stop));
        let stop = &*stop;
        let scenario = &scenarios[0];
        let seed = training.seed.wrapping_add(FRESH);
        let of_checkpoint = (seed, trained.games.min(CHECKPOINT_GAMES));
        let games_against = |name: &String| (seed, self.games_against(name));
        let of_pool: u64 = training.pool.iter().map(|name| games_against(name).1).sum();
        let all = of_pool * scenarios.len() as u64
            + of_checkpoint.1 * trained.checkpoints.count(trained.games);
        let bar = player.progress(&format!("{}, tried", scenario.title), all);
        let mut trials = vec![];
        for scenario in scenarios {
            for opponent in &training.pool {
                let games = games_against(opponent);
                let trial = trial(scenario, &trained.network, opponent, games, threads, stop)?;
                bar.add(trial.games);
                trials.extend((trial.games == games.1).then_some(trial));
            }
        }
        let last = (trained.games, &trained.network);
        let checkpoints = trained.checkpoints.trials(last, |network| {
            let against = &training.pool[0];
            let trial = trial(scenario, network, against, of_checkpoint, threads, stop)?;
            bar.add(trial.games);
            Ok((trial.games == of_checkpoint.1).then_some(trial))
        })?;
        Ok(BotTests { trials, checkpoints })
    }

    /// Number of test games against this opponent, at most the number of training games.
    fn games_against(&self, name: &str) -> u64 {
        let bot = &self.plan.scenarios[0].bots[name];
        self.trained.games.min(match bot.definition {
            BotDefinition::Mcts(_) => SEARCHED_GAMES,
            _ => TRIAL_GAMES,
        })
    }
}
