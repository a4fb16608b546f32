//! The tables of a training's report: the course of the training, and the judged trials.

use super::play::TrainFound;
use crate::analysis::learning::Progress;
use crate::analysis::learning::trial::Trial;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::table::{Unit, row};
use crate::stats::intervals::wilson;
use crate::stats::members::Won;

row! {
    /// One row per generation. A generation is the games between two updates of the bot.
    pub struct Learning in "learning" {
        /// Number of training games so far.
        games: u64 [Unit::Count],
        /// Number of decisions of the bot in the training games so far.
        decisions: u64 [Unit::Count],
        /// Mean squared error of the bot’s estimates in the generation’s decisions. The targets
        /// change together with the bot, so the error does not measure strength.
        error: f64 [Unit::Number(4, "")],
        /// Number of test games after this generation, in which the bot plays one side against
        /// copies of its first opponent. Null without a test.
        trial_games: Option<u64> [Unit::Count],
        /// Number of test games after this generation that the bot won.
        trial_wins: Option<u64> [Unit::Count],
        /// Win rate of the bot in the test games after this generation.
        win_rate: Option<f64> [Unit::Share(1)],
        /// Lower end of the confidence interval of the bot’s win rate in the test games.
        ci_low: Option<f64> [Unit::Share(1)],
        /// Upper end of the confidence interval of the bot’s win rate in the test games.
        ci_high: Option<f64> [Unit::Share(1)],
    }
}

/// Returns the rows of the table `learning`, with confidence intervals at this confidence level.
pub fn learning(found: &TrainFound, level: f64) -> Vec<Learning> {
    let row = |progress: &Progress| {
        let mut tested = found.checkpoints.iter().filter(|(games, _)| *games == progress.games);
        let trial = tested.next().map(|(_, trial)| trial);
        let interval = trial.map(|trial| wilson(trial.wins, trial.games, level));
        Learning {
            games: progress.games,
            decisions: progress.decisions,
            error: progress.error,
            trial_games: trial.map(|trial| trial.games),
            trial_wins: trial.map(|trial| trial.wins),
            win_rate: trial.map(|trial| trial.wins as f64 / trial.games as f64),
            ci_low: interval.map(|of| of.low),
            ci_high: interval.map(|of| of.high),
        }
    };
    found.curve.iter().map(row).collect()
}

/// The trained bot in the table `results`, whatever its file is called.
const BOT: &str = "bot";

/// Returns the judged win rates of the trained bot, one for each scenario and opponent. All trials
/// are one family of tests.
pub fn trials(trials: &[Trial], level: f64) -> Vec<Fact> {
    let fact = |trial: &Trial| {
        let about = (trial.opponent.as_str(), SubjectKind::Bot, BOT);
        let won = Won::new(trial.games, trial.wins);
        let fact = Fact::wins(about, won, Some(trial.equal()), usize::MAX, level);
        fact.of_arm(&trial.scenario).with_p(|_, _| trial.p_value())
    };
    let mut facts: Vec<Fact> = trials.iter().map(fact).collect();
    judge(&mut facts, |_| (), 0.0, level);
    facts
}
