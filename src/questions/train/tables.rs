//! The tables of a training's report: the course of the training, and the judged trials.

use crate::analysis::learning::trial::Trial;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::table::{Unit, row};
use crate::stats::intervals::wilson;
use crate::stats::members::Won;

row! {
    /// One row per test of the bot during its training. In all tests, the bot plays one side of the
    /// same games against copies of its first opponent.
    pub struct Learning in "learning" {
        /// Number of training games before the test.
        games: u64 [Unit::Count],
        /// Win rate of the bot in the test games.
        win_rate: f64 [Unit::Share(1)],
        /// Lower end of the confidence interval of the bot’s win rate in the test games.
        ci_low: f64 [Unit::Share(1)],
        /// Upper end of the confidence interval of the bot’s win rate in the test games.
        ci_high: f64 [Unit::Share(1)],
    }
}

/// Returns the rows of the table `learning`, with confidence intervals at this confidence level.
pub fn learning(checkpoints: &[(u64, Trial)], level: f64) -> Vec<Learning> {
    let row = |(games, trial): &(u64, Trial)| {
        let interval = wilson(trial.wins, trial.games, level);
        Learning {
            games: *games,
            win_rate: trial.wins as f64 / trial.games as f64,
            ci_low: interval.low,
            ci_high: interval.high,
        }
    };
    checkpoints.iter().map(row).collect()
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
