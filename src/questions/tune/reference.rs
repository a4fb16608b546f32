//! The check of a tuning by the reference player: a search plays the best set of edits, because a
//! set that is fair with one bot may be unfair with a stronger one.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::tuning::Solution;
use crate::analysis::points::Point;
use crate::report::table::{Unit, row};
use crate::stats::intervals;

/// Minimum number of games of the reference player: with fewer games, the win rate of one of four
/// fighters is known to ± 4 points or worse.
pub const FEWEST: u64 = 1_000;

/// Number that separates the seed of the reference player's games from the seeds of the search for
/// edits.
pub const STREAM: u64 = 0x0072_6566;

/// Games of the reference player with the best set of edits.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReferenceCheck {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    pub point: Point,
}

row! {
    /// In a tuning with a reference player (a search that plays every seat): one row per fighter,
    /// with its win rate with the best set of edits.
    pub struct CheckedRate in "reference_rates" {
        /// Key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// Name of the bot that is the reference player.
        strategy: String [Unit::Word],
        /// Number of games that the reference player played with this fighter.
        games: u64 [Unit::Count],
        /// Number of these games that the fighter won.
        wins: u64 [Unit::Count],
        /// Win rate of the fighter.
        win_rate: f64 [Unit::Share(1)],
        /// Lower end of the win rate’s confidence interval, corrected for the number of fighters
        /// with a target (Bonferroni).
        ci_low: f64 [Unit::Share(1)],
        /// Upper end of the win rate’s confidence interval, corrected in the same way.
        ci_high: f64 [Unit::Share(1)],
        /// Target win rate of the fighter; null if it has none.
        target: Option<f64> [Unit::Share(1)],
        /// True if the win rate is significantly farther from its target than accepted: the
        /// confidence interval excludes every accepted win rate.
        contradicted: bool [Unit::Flag],
    }
}

impl ReferenceCheck {
    /// Makes the table rows. `best` is the best set of edits, `within` the accepted distance of a
    /// win rate from its target, and `level` the confidence level of all intervals together.
    ///
    /// # Errors
    /// Fails if the games do not belong to this set of edits.
    pub fn rates(&self, best: &Solution, within: f64, level: f64) -> Result<Vec<CheckedRate>> {
        let targets: Vec<(&str, Option<f64>)> = best.rates[0]
            .iter()
            .map(|rate| (rate.fighter.as_str(), rate.target))
            .collect();
        let aimed = targets.iter().filter(|(_, target)| target.is_some());
        let level = 1.0 - (1.0 - level) / aimed.count().max(1) as f64;
        let mut rates = vec![];
        for of in &self.point.entrants {
            let target = targets.iter().find(|(fighter, _)| *fighter == of.fighter);
            ensure!(
                target.is_some(),
                "the stored games do not belong to this tuning"
            );
            let target = target.and_then(|(_, target)| *target);
            let interval = intervals::wilson(of.wins, of.games, level);
            let beyond =
                |target: f64| interval.low > target + within || interval.high < target - within;
            rates.push(CheckedRate {
                entrant: of.fighter.clone(),
                strategy: self.strategy.clone(),
                games: of.games,
                wins: of.wins,
                win_rate: of.wins as f64 / of.games.max(1) as f64,
                ci_low: interval.low,
                ci_high: interval.high,
                target,
                contradicted: target.is_some_and(beyond),
            });
        }
        Ok(rates)
    }
}

impl CheckedRate {
    /// Returns the half-width of the win rate's confidence interval.
    pub fn half(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }

    /// Returns the distance of the win rate from its target; 0 without a target.
    pub fn distance(&self) -> f64 {
        self.target
            .map_or(0.0, |target| (self.win_rate - target).abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::points::EntrantSums;
    use crate::questions::tune::tuning::SolutionRate;

    #[test]
    fn a_win_rate_is_contradicted_only_if_its_interval_excludes_all_accepted_ones() {
        let rate = |fighter: &str, target| SolutionRate {
            fighter: fighter.to_owned(),
            strategy: String::new(),
            games: 0,
            wins: 0,
            interval: intervals::wilson(0, 0, 0.95),
            target,
        };
        let targets = [("a", Some(0.25)), ("b", Some(0.25)), ("c", None)];
        let best = Solution {
            moves: vec![],
            rates: vec![
                targets
                    .map(|(fighter, target)| rate(fighter, target))
                    .into(),
            ],
            certified: true,
        };
        let sums = |fighter: &str, wins| EntrantSums {
            fighter: fighter.to_owned(),
            strategy: "search".to_owned(),
            games: 1_000,
            wins,
            measures: vec![],
        };
        let check = |wins: [u64; 3]| {
            let entrants = ["a", "b", "c"].iter().zip(wins);
            let point = Point {
                key: String::new(),
                games: 1_000,
                rounds: 1,
                sides: Some(4),
                reached: false,
                entrants: entrants.map(|(of, wins)| sums(of, wins)).collect(),
            };
            let strategy = "search".to_owned();
            let rates = ReferenceCheck { strategy, point }.rates(&best, 0.01, 0.95);
            let rates = rates.unwrap().into_iter();
            rates.map(|of| of.contradicted).collect::<Vec<bool>>()
        };
        // At 1,000 games and two targets, the half-width is 3.1 points; 1 point is accepted.
        assert_eq!(check([250, 285, 400]), [false, false, false]);
        assert_eq!(check([295, 205, 900]), [true, true, false]);
    }
}
