//! The results of the reference player in a run, and their tables.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::play::Games;
use super::row_types::WinRate;
use super::rows::{EntrantRows, RunRows};
use crate::report::Table;
use crate::report::shared::{self, Who, Wins};
use crate::report::table::{Row, Unit, row};
use crate::scenario::Scenario;
use crate::stats::intervals;
use crate::stats::luck::FITTED;
use crate::stats::members::Won;

/// Minimum number of games of the reference player. With fewer games, a win rate of four fighters
/// is known to ± 12 points or worse.
pub const FEWEST: u64 = 50;

/// Results of the reference player in the first games of a run.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReferenceFound {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    pub games: Games,
}

row! {
    /// In a run with a reference player (a search that replays the first games of the run in every
    /// seat): one row per fighter, with the fighter’s win rate if the reference player plays.
    pub struct ReferenceRate in "reference" {
        /// The fighter, and the reference player.
        who: Who,
        /// Number of games that the reference player played with this fighter.
        games: u64 [Unit::Count],
        /// Number of these games that the fighter won.
        wins: u64 [Unit::Count],
        /// The fighter’s win rate. It is luck-adjusted (the luck of the dice removed) if there are
        /// enough games; null without games.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the win rate’s confidence interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s confidence interval.
        ci_high: f64 [Unit::Share(1)],
        /// True if the win rate is luck-adjusted.
        adjusted: bool [Unit::Word],
    }
}

row! {
    /// In a cooperative game with a reference player (a search that replays the first games of the
    /// run in every seat): one row, with how often all players together win.
    pub struct ReferenceParty in "reference_party" {
        /// The name of the bot that is the reference player.
        strategy: String [Unit::Word],
        /// How often the reference player wins.
        wins: Wins,
    }
}

/// The table rows about the reference player.
#[derive(Debug, Clone)]
pub struct ReferenceRows {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Number of games that the reference player played.
    pub games: u64,
    /// The win rate of each fighter, in the order of the cast (the list of entrants).
    pub rates: Vec<ReferenceRate>,
    /// The win rates of each fighter by team and seat at the table.
    pub seats: Vec<WinRate>,
    /// Games and wins of each team; empty if there are no teams.
    pub teams: Vec<Won>,
    /// How often all players together win; `None` unless the game is cooperative.
    pub party: Option<ReferenceParty>,
}

impl ReferenceFound {
    /// Makes the table rows; `level` is the confidence level of the intervals.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario, which the reference player plays.
    pub fn rows(&self, scenario: &Scenario, level: f64) -> Result<ReferenceRows> {
        let simulation = scenario.open();
        let cast = simulation.cast();
        let tally = self.games.tally(&simulation)?;
        let rows = RunRows::new(cast, &tally, level);
        Ok(ReferenceRows {
            strategy: self.strategy.clone(),
            games: tally.games(),
            rates: rows.entrants.iter().map(ReferenceRate::new).collect(),
            teams: rows.teams,
            seats: rows.entrants.into_iter().flat_map(|of| of.seats).collect(),
            party: cast.cooperative.then(|| ReferenceParty {
                strategy: self.strategy.clone(),
                // All entrants win together.
                wins: Wins::of(&tally.of_slot(0), level),
            }),
        })
    }
}

impl ReferenceRate {
    /// Makes the row of an entrant (a fighter with the reference player as its bot).
    fn new(of: &EntrantRows) -> ReferenceRate {
        let plain = &of.all.wins;
        let adjusted = of.adjusted.as_ref().map(|row| &row.of);
        let (win_rate, ci_low, ci_high) = match adjusted {
            Some(of) => (Some(of.adjusted), of.ci_low, of.ci_high),
            None => (plain.win_rate, plain.ci_low, plain.ci_high),
        };
        ReferenceRate {
            who: of.all.who.clone(),
            games: plain.games,
            wins: plain.wins,
            win_rate,
            ci_low,
            ci_high,
            adjusted: adjusted.is_some(),
        }
    }

    /// Returns the two-sided p-value of the hypothesis that the true win rate is `share`. `level`
    /// is the confidence level of the interval.
    pub fn p_value(&self, share: f64, level: f64) -> f64 {
        let errors = (self.rate() - share) * intervals::z(level) / self.half_width();
        match self.adjusted {
            true => intervals::p_of_errors(errors, self.games, FITTED),
            false => intervals::p_of_z(errors),
        }
    }

    pub fn rate(&self) -> f64 {
        self.win_rate.unwrap_or(0.0)
    }

    /// Returns the number after "±", see [`shared::margin_of_error`].
    pub fn margin_of_error(&self) -> f64 {
        shared::margin_of_error(self.rate(), self.ci_low, self.ci_high)
    }

    /// Returns half of the width of the confidence interval.
    pub fn half_width(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }
}

impl ReferenceRows {
    /// Returns the tables about the reference player: the table of the party in a cooperative game,
    /// the table of the fighters in any other game.
    pub fn tables(&self) -> Vec<Table> {
        match &self.party {
            Some(party) => vec![ReferenceParty::table(vec![party.clone()])],
            None => vec![ReferenceRate::table(self.rates.clone())],
        }
    }
}
