//! What `gong train` leaves behind beside the bot: how learning went, what the bot is worth against those it was tried on, and what it makes of
//! the table between equals.

mod charts;
mod evolution;
mod page;

use anyhow::Result;

pub use evolution::{Evolution, Held, Weight};

use super::page::Page;
use super::shared::Wins;
use super::table::{Row, Unit, row};
use super::{Manifest, Tables};
use crate::analysis::compare::{PairTally, WON};
use crate::analysis::train::Progress;
use crate::analysis::train::trial::Trial;
use crate::stats::intervals::{self, holm};

row! {
    /// One row per generation: the games between two changes of mind.
    pub struct Learning in "learning" {
        /// Games learnt from so far.
        games: u64 [Unit::Count],
        /// Decisions in them; null of weights (`--kind greedy`), which learn from whole games.
        decisions: Option<u64> [Unit::Count],
        /// The mean square by which the bot’s values of the generation’s decisions were off. What they are held against changes as the bot does: no measure of strength. Null of weights.
        error: Option<f64> [Unit::Number(4, "")],
        /// Games of the trial at this moment, against several of the pool’s first bot; null where none was held.
        trial_games: Option<u64> [Unit::Count],
        /// Of these, games won.
        trial_wins: Option<u64> [Unit::Count],
        /// The share of these.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the win rate’s interval.
        ci_low: Option<f64> [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// One row per scenario and bot that the trained one was tried against: it had one side, the other bot all others.
    pub struct Tried in "trials" {
        /// The scenario’s title.
        scenario: String [Unit::Word],
        /// The other bot.
        opponent: String [Unit::Word],
        /// How often the trained bot wins.
        wins: Wins,
        /// What it would win if it were as good as the other; in a cooperative game what a party of the other wins, in the same games.
        fair_share: f64 [Unit::Share(1)],
        /// Does it win `more` than that, or `fewer`? `noise` if these games do not tell, allowing for the number of trials (Holm).
        verdict: String [Unit::Word],
    }
}

row! {
    /// One row per fighter, at tables where one bot plays everybody: a bot that was there before, and the trained one, in the same deals.
    pub struct Balance in "balance" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The bot that was there before.
        strategy: String [Unit::Word],
        /// With that: how often the fighter wins.
        wins: Wins,
        /// With the trained bot: games won.
        wins_trained: u64 [Unit::Count],
        /// The share of these; null without games.
        win_rate_trained: Option<f64> [Unit::Share(1)],
        /// The lower end of that win rate’s interval.
        ci_low_trained: f64 [Unit::Share(1)],
        /// The upper end of that win rate’s interval.
        ci_high_trained: f64 [Unit::Share(1)],
        /// The trained bot’s win rate less the other’s; null for too few games.
        difference: Option<f64> [Unit::Points(1)],
        /// The lower end of the difference’s interval, game by game.
        difference_low: Option<f64> [Unit::Points(1)],
        /// The upper end of the difference’s interval.
        difference_high: Option<f64> [Unit::Points(1)],
        /// The difference is not 0, allowing for the number of fighters (Holm).
        significant: bool [Unit::Flag],
    }
}

/// What the tables are made from.
pub struct Source<'a> {
    pub curve: &'a [Progress],
    /// Trials on the way: after how many games, and how it went.
    pub checkpoints: &'a [(u64, Trial)],
    pub trials: &'a [Trial],
    /// Between equals, with the bot that was there before and with the trained one, if that was played.
    pub balance: Option<&'a PairTally>,
    /// Of a bot of weights.
    pub evolution: Option<Evolution<'a>>,
    /// The level of intervals and verdicts.
    pub level: f64,
}

/// Every table.
pub fn tables(source: &Source) -> Tables {
    let mut tables = vec![
        Learning::table(source.learning()),
        Tried::table(source.tried()),
        Balance::table(source.balance()),
    ];
    if let Some(of) = &source.evolution {
        tables.extend(source.evolution(of));
    }
    Tables(tables)
}

/// The page.
///
/// # Errors
/// If the tables are not those of a training.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::Facts::new(tables, manifest)?.page(manifest))
}

impl Source<'_> {
    fn learning(&self) -> Vec<Learning> {
        let row = |progress: &Progress| {
            let held = self.checkpoints.iter();
            let trial = held.filter(|held| held.0 == progress.games);
            let trial = trial.map(|held| &held.1).next();
            let wins = trial.map(|trial| Wins::new(trial.games, trial.wins, self.level));
            Learning {
                games: progress.games,
                decisions: progress.lessons.map(|lessons| lessons.count),
                error: progress.lessons.map(|lessons| lessons.error),
                trial_games: wins.as_ref().map(|wins| wins.games),
                trial_wins: wins.as_ref().map(|wins| wins.wins),
                win_rate: wins.as_ref().and_then(|wins| wins.win_rate),
                ci_low: wins.as_ref().map(|wins| wins.ci_low),
                ci_high: wins.as_ref().map(|wins| wins.ci_high),
            }
        };
        self.curve.iter().map(row).collect()
    }

    fn tried(&self) -> Vec<Tried> {
        let p: Vec<f64> = self.trials.iter().map(Trial::p_value).collect();
        let sure = holm(&p, 1.0 - self.level);
        let row = |(trial, sure): (&Trial, bool)| {
            let wins = Wins::new(trial.games, trial.wins, self.level);
            let verdict = match (sure, wins.rate() > trial.equal()) {
                (false, _) => "noise",
                (true, true) => "more",
                (true, false) => "fewer",
            };
            Tried {
                scenario: trial.scenario.clone(),
                opponent: trial.opponent.clone(),
                fair_share: trial.equal(),
                verdict: verdict.to_owned(),
                wins,
            }
        };
        self.trials.iter().zip(sure).map(row).collect()
    }

    fn balance(&self) -> Vec<Balance> {
        let Some(tally) = self.balance else {
            return vec![];
        };
        let pairs = || tally.measures.iter().map(|measures| &measures[WON]);
        let p: Vec<f64> = pairs().map(|pairs| pairs.shares().p_value()).collect();
        let sure = holm(&p, 1.0 - self.level);
        let subjects = tally.subjects.iter().zip(pairs()).zip(sure);
        let row = |((subject, pairs), significant): ((&_, &crate::stats::Pairs), bool)| {
            let subject: &crate::analysis::compare::Subject = subject;
            let trained = intervals::wilson(pairs.b, pairs.games, self.level);
            let interval = pairs.shares().interval(self.level);
            Balance {
                entrant: subject.fighter.clone(),
                strategy: subject.strategies[0].clone(),
                wins: Wins::new(pairs.games, pairs.a, self.level),
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
        subjects.map(row).collect()
    }
}

impl Balance {
    /// How far the trained bot's win rate is from the other's; 0 of too few games.
    pub fn shift(&self) -> f64 {
        self.difference.unwrap_or(0.0)
    }

    /// Half the width of the difference's interval.
    pub fn half(&self) -> Option<f64> {
        Some((self.difference_high? - self.difference_low?) / 2.0)
    }
}
