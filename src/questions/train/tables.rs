//! The tables of a training's report: the course of the training, and the results of the tests.

use super::play::TrainFound;
use crate::analysis::learning::Progress;
use crate::analysis::learning::trial::Trial;
use crate::report::Tables;
use crate::report::shared::Wins;
use crate::report::table::{Row, Unit, named, row};
use crate::stats::intervals::holm;

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

named! {
    /// How the trained bot's win rate compares with that of an equally strong bot.
    pub enum TrialVerdict {
        /// The trained bot's win rate is significantly higher than that of an equally strong bot.
        More = "more",
        /// The trained bot's win rate is significantly lower than that of an equally strong bot.
        Fewer = "fewer",
        /// The trained bot's win rate does not differ significantly from that of an equally strong
        /// bot.
        Noise = "noise",
    }
}

row! {
    /// One row per scenario and opponent. In these test games, the trained bot plays one side and
    /// the opponent all others.
    pub struct Tried in "trials" {
        /// The title of the scenario in which the test was played.
        scenario: String [Unit::Word],
        /// Name of the opponent, which plays all sides except the trained bot’s.
        opponent: String [Unit::Word],
        /// How often the trained bot wins the test games.
        wins: Wins,
        /// Win rate if the trained bot were as strong as the opponent; in a cooperative game, the
        /// win rate of a party of the opponent in the same games.
        fair_share: f64 [Unit::Share(1)],
        /// `more` or `fewer` wins than the fair share, or `noise` (not significant), with Holm’s
        /// correction for the number of tests.
        verdict: Option<TrialVerdict> [Unit::Word],
    }
}

/// The rows of all tables in a training's report.
pub struct TrainRows {
    pub learning: Vec<Learning>,
    pub tried: Vec<Tried>,
}

impl TrainRows {
    /// Builds the rows of all tables, with confidence intervals and verdicts at this confidence
    /// level.
    pub fn new(found: &TrainFound, level: f64) -> TrainRows {
        TrainRows { learning: learning(found, level), tried: tried(&found.measured.trials, level) }
    }

    /// Returns the report's tables, in the order in which the hash of the results includes them.
    pub fn tables(self) -> Tables {
        Tables(vec![Learning::table(self.learning), Tried::table(self.tried)])
    }
}

fn learning(found: &TrainFound, level: f64) -> Vec<Learning> {
    let row = |progress: &Progress| {
        let held = found.measured.checkpoints.iter();
        let trial = held.filter(|held| held.0 == progress.games);
        let trial = trial.map(|held| &held.1).next();
        let wins = trial.map(|trial| Wins::new(trial.games, trial.wins, level));
        Learning {
            games: progress.games,
            decisions: progress.decisions,
            error: progress.error,
            trial_games: wins.as_ref().map(|wins| wins.games),
            trial_wins: wins.as_ref().map(|wins| wins.wins),
            win_rate: wins.as_ref().and_then(|wins| wins.win_rate),
            ci_low: wins.as_ref().map(|wins| wins.ci_low),
            ci_high: wins.as_ref().map(|wins| wins.ci_high),
        }
    };
    found.curve.iter().map(row).collect()
}

fn tried(trials: &[Trial], level: f64) -> Vec<Tried> {
    let p: Vec<f64> = trials.iter().map(Trial::p_value).collect();
    let sure = holm(&p, 1.0 - level);
    let row = |(trial, sure): (&Trial, bool)| {
        let wins = Wins::new(trial.games, trial.wins, level);
        Tried {
            scenario: trial.scenario.clone(),
            opponent: trial.opponent.clone(),
            fair_share: trial.equal(),
            verdict: Some(match (sure, wins.rate() > trial.equal()) {
                (false, _) => TrialVerdict::Noise,
                (true, true) => TrialVerdict::More,
                (true, false) => TrialVerdict::Fewer,
            }),
            wins,
        }
    };
    trials.iter().zip(sure).map(row).collect()
}
