//! The check of a tuning by the reference player: a search plays the unchanged scenario and the
//! best set of edits, because a set that is fair with one bot may be unfair with a stronger one.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::tuning::Tuned;
use crate::analysis::points::Point;
use crate::questions::reference::ReferenceGames;
use crate::report::table::{Unit, row};
use crate::scenario::{Edit, Scenario};
use crate::stats::intervals;

/// Minimum number of games of the reference player: with fewer games, the win rate of one of four
/// fighters is known to ± 4 points or worse.
pub const FEWEST: u64 = 1_000;

/// Number that separates the seed of the reference player's games from the seeds of the search for
/// edits.
pub const STREAM: u64 = 0x0072_6566;

/// Games of the reference player.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReferenceCheck {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Games of the unchanged scenario; `None` if the best set has no edits, or if games are few.
    pub before: Option<Point>,
    /// Games with the best set of edits.
    pub point: Point,
}

row! {
    /// In a tuning with a reference player (a search that plays every seat): one row per fighter,
    /// for the unchanged scenario and for the best set of edits.
    pub struct CheckedRate in "reference_rates" {
        /// Number of the set of edits; 0 is the unchanged scenario.
        solution: u64 [Unit::Ordinal],
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
    /// Plays the games of the reference player: half of them with these edits, and half of them
    /// without edits. If there are no edits, or fewer than twice [`FEWEST`] games, plays all games
    /// with the edits. The function `play` plays a number of games of a scenario. Returns `None` if
    /// the user interrupts.
    ///
    /// # Errors
    /// Fails if `play` does.
    pub fn play(
        games: &ReferenceGames,
        edits: &[Edit],
        mut play: impl FnMut(&Scenario, u64) -> Result<Option<Point>>,
    ) -> Result<Option<ReferenceCheck>> {
        let (unchanged, all) = (&games.variants[0], games.plan.games);
        let both = !edits.is_empty() && all >= 2 * FEWEST;
        let each = if both { all / 2 } else { all };
        let Some(point) = play(&unchanged.with(edits)?, each)? else {
            return Ok(None);
        };
        let before = if both { play(unchanged, each)? } else { None };
        Ok((before.is_some() == both).then(|| ReferenceCheck {
            strategy: games.name().to_owned(),
            before,
            point,
        }))
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.point.games + self.before.as_ref().map_or(0, |of| of.games)
    }

    /// Makes the table rows. `within` is the accepted distance of a win rate from its target, and
    /// `level` the confidence level of all intervals of a set of edits together.
    ///
    /// # Errors
    /// Fails if the games do not belong to this tuning.
    pub fn rates(&self, tuned: &Tuned, within: f64, level: f64) -> Result<Vec<CheckedRate>> {
        let targets: Vec<(&str, Option<f64>)> = tuned.solutions[0].rates[0]
            .iter()
            .map(|rate| (rate.fighter.as_str(), rate.target))
            .collect();
        let aimed = targets.iter().filter(|(_, target)| target.is_some());
        let level = intervals::of_each(level, aimed.count());
        let before = self.before.iter().map(|point| (0, point));
        let points = before.chain([(tuned.best() as u64, &self.point)]);
        let all = points.flat_map(|(solution, point)| {
            point
                .entrants
                .iter()
                .map(move |entrant| (solution, entrant))
        });
        let mut rates = vec![];
        for (solution, of) in all {
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
                solution,
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
    /// Returns whether the edits move the win rate away from its target: it is `contradicted`, and
    /// significantly farther in that direction than `before`, without the edits. `level` is the
    /// confidence level of the difference.
    pub fn is_worse(&self, before: &CheckedRate, level: f64) -> bool {
        let Some(target) = self.target else {
            return false;
        };
        let games = [before, self].map(|of| (of.wins, of.games));
        let change = intervals::difference_of_two(games[0], games[1], level);
        let away = match self.win_rate > target {
            true => change.low > 0.0,
            false => change.high < 0.0,
        };
        self.contradicted && away && self.distance() > before.distance()
    }

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
    use crate::questions::tune::tuning::{Solution, SolutionRate};

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
        let tuned = Tuned {
            solutions: vec![best],
            tried: 0,
            values: 0,
            games: 0,
        };
        let sums = |fighter: &str, wins| EntrantSums {
            fighter: fighter.to_owned(),
            strategy: "search".to_owned(),
            games: 1_000,
            wins,
            measures: vec![],
        };
        let rates = |wins: [u64; 3]| {
            let entrants = ["a", "b", "c"].iter().zip(wins);
            let point = Point {
                key: String::new(),
                games: 1_000,
                rounds: 1,
                sides: Some(4),
                reached: false,
                entrants: entrants.map(|(of, wins)| sums(of, wins)).collect(),
            };
            let check = ReferenceCheck {
                strategy: "search".to_owned(),
                before: None,
                point,
            };
            check.rates(&tuned, 0.01, 0.95).unwrap()
        };
        let contradicted = |wins| {
            let rates = rates(wins).into_iter();
            rates.map(|of| of.contradicted).collect::<Vec<bool>>()
        };
        // At 1,000 games and two targets, the half-width is 3.1 points; 1 point is accepted.
        assert_eq!(contradicted([250, 285, 400]), [false, false, false]);
        assert_eq!(contradicted([295, 205, 900]), [true, true, false]);

        let worse = |before, after| {
            let (before, after) = (rates(before), rates(after));
            let pairs = before.iter().zip(&after);
            let worse = pairs.map(|(before, after)| after.is_worse(before, 0.975));
            worse.collect::<Vec<bool>>()
        };
        // The half-width of a difference is 4.4 points.
        assert_eq!(worse([250, 250, 400], [295, 205, 900]), [true, true, false]);
        assert_eq!(worse([260, 240, 400], [295, 205, 900]), [false; 3]);
        assert_eq!(worse([250, 250, 400], [285, 215, 400]), [false; 3]);
        // Farther before, on the same side or on the other side of the target.
        assert_eq!(
            worse([400, 200, 400], [295, 315, 400]),
            [false, true, false]
        );
        assert_eq!(worse([190, 320, 400], [300, 200, 400]), [false; 3]);
    }
}
