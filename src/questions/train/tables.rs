//! The tables of a training's report: the course of the training, the results of the tests, and the
//! balance of the game if one bot plays all seats.

use super::play::{OfFighter, TrainFound};
use crate::analysis::learning::Progress;
use crate::analysis::learning::trial::Trial;
use crate::report::Tables;
use crate::report::shared::{Wins, known_margin_of_error};
use crate::report::table::{Row, Unit, named, row};
use crate::stats::intervals::{self, holm};

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

row! {
    /// One row per fighter, for games in which one bot plays all fighters. Each setup is played by
    /// a reference bot and then by the trained bot.
    pub struct Balance in "balance" {
        /// Key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// Name of the reference bot, with which the trained bot is compared.
        strategy: String [Unit::Word],
        /// How often the fighter wins if the reference bot plays all fighters.
        wins: Wins,
        /// Number of games that the fighter won if the trained bot plays all fighters.
        wins_trained: u64 [Unit::Count],
        /// Win rate of the fighter if the trained bot plays all fighters; null without games.
        win_rate_trained: Option<f64> [Unit::Share(1)],
        /// Lower end of the confidence interval of the fighter’s win rate with the trained bot.
        ci_low_trained: f64 [Unit::Share(1)],
        /// Upper end of the confidence interval of the fighter’s win rate with the trained bot.
        ci_high_trained: f64 [Unit::Share(1)],
        /// Win rate with the trained bot minus that with the reference bot; null with too few
        /// games.
        difference: Option<f64> [Unit::Points(1)],
        /// Lower end of the confidence interval of the difference between the win rates, from
        /// paired games.
        difference_low: Option<f64> [Unit::Points(1)],
        /// Upper end of the confidence interval of the difference between the win rates, from
        /// paired games.
        difference_high: Option<f64> [Unit::Points(1)],
        /// True if the fighter’s win rates with the two bots differ significantly, with Holm’s
        /// correction for the number of fighters.
        significant: bool [Unit::Flag],
    }
}

/// The rows of all tables in a training's report.
pub struct TrainRows {
    pub learning: Vec<Learning>,
    pub tried: Vec<Tried>,
    pub balance: Vec<Balance>,
}

impl TrainRows {
    /// Builds the rows of all tables, with confidence intervals and verdicts at this confidence
    /// level.
    pub fn new(found: &TrainFound, level: f64) -> TrainRows {
        TrainRows {
            learning: learning(found, level),
            tried: tried(&found.measured.trials, level),
            balance: balance(&found.measured.balance, level),
        }
    }

    /// Returns the report's tables, in the order in which the hash of the results includes them.
    pub fn tables(self) -> Tables {
        Tables(vec![
            Learning::table(self.learning),
            Tried::table(self.tried),
            Balance::table(self.balance),
        ])
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

fn balance(fighters: &[OfFighter], level: f64) -> Vec<Balance> {
    let p: Vec<f64> = fighters.iter().map(|of| of.wins.shares().p_value()).collect();
    let sure = holm(&p, 1.0 - level);
    let row = |(of, significant): (&OfFighter, bool)| {
        let pairs = &of.wins;
        let trained = intervals::wilson(pairs.b, pairs.games, level);
        let interval = pairs.shares().interval(level);
        Balance {
            entrant: of.fighter.clone(),
            strategy: of.strategy.clone(),
            wins: Wins::new(pairs.games, pairs.a, level),
            wins_trained: pairs.b,
            win_rate_trained: pairs.mean_b(),
            ci_low_trained: trained.low,
            ci_high_trained: trained.high,
            difference: pairs.difference(),
            difference_low: interval.map(|interval| interval.low),
            difference_high: interval.map(|interval| interval.high),
            significant,
        }
    };
    fighters.iter().zip(sure).map(row).collect()
}

impl Balance {
    /// The fighter's win rate with the trained bot minus that with the reference bot; 0 with too
    /// few games.
    pub fn shift(&self) -> f64 {
        self.difference.unwrap_or(0.0)
    }

    /// Returns the number after "±" of the difference between the fighter's win rates with two
    /// bots, see [`known_margin_of_error`]; `None` with too few games.
    pub fn margin_of_error(&self) -> Option<f64> {
        known_margin_of_error(self.difference, self.difference_low, self.difference_high)
    }
}
