//! The games of the reference player in a tuning: a search plays the unchanged scenario, which
//! corrects the win rates of the tuning's own bot, and the best set of edits, because a set that is
//! fair with one bot may be unfair with a stronger one.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::correction::Correction;
use super::tuning::Play;
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
    /// Games of the unchanged scenario; `None` if the reference player has too few games for both
    /// scenarios.
    pub unchanged: Option<UnchangedGames>,
    /// Games with the best set of edits; `None` if it has no edits and the unchanged scenario was
    /// played.
    pub edited: Option<Point>,
}

/// Games of the unchanged scenario, with the same seed.
#[derive(Debug, Serialize, Deserialize)]
pub struct UnchangedGames {
    pub reference: Point,
    /// Games of each bot of the tuning.
    pub own: Vec<Point>,
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

impl UnchangedGames {
    /// Returns what to add to the win rates of each bot of the tuning.
    pub fn corrections(&self) -> Vec<Correction> {
        let correction = |own| Correction::new(own, &self.reference);
        self.own.iter().map(correction).collect()
    }
}

impl ReferenceCheck {
    /// Creates the results of games that are not played yet.
    pub fn new(games: &ReferenceGames) -> ReferenceCheck {
        ReferenceCheck {
            strategy: games.name().to_owned(),
            unchanged: None,
            edited: None,
        }
    }

    /// Plays half of the reference player's games, of the unchanged scenario, and `own` games of
    /// each bot of the tuning; `scenarios` has the unchanged scenario once for each bot. Plays no
    /// games if the reference player has fewer than twice [`FEWEST`]. Returns false if interrupted.
    ///
    /// # Errors
    /// Fails if `play` does.
    pub fn play_unchanged(
        &mut self,
        games: &ReferenceGames,
        scenarios: &[Scenario],
        own: u64,
        seed: u64,
        play: &mut Play<'_>,
    ) -> Result<bool> {
        if games.plan.games < 2 * FEWEST {
            return Ok(true);
        }
        let points = scenarios.iter().map(|scenario| play(scenario, seed, own));
        let points: Result<Option<Vec<Point>>> = points.collect();
        let Some(own) = points? else {
            return Ok(false);
        };
        let reference = play(&games.variants[0], seed, games.plan.games / 2)?;
        self.unchanged = reference.map(|reference| UnchangedGames { reference, own });
        Ok(self.unchanged.is_some())
    }

    /// Plays the other games of the reference player, with these edits. Plays no games if there are
    /// no edits and the unchanged scenario was played. Returns false if interrupted.
    ///
    /// # Errors
    /// Fails if `play` does.
    pub fn play_edited(
        &mut self,
        games: &ReferenceGames,
        edits: &[Edit],
        seed: u64,
        play: &mut Play<'_>,
    ) -> Result<bool> {
        let played = self.unchanged.is_some();
        if played && edits.is_empty() {
            return Ok(true);
        }
        let each = games.plan.games / if played { 2 } else { 1 };
        self.edited = play(&games.variants[0].with(edits)?, seed, each)?;
        Ok(self.edited.is_some())
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        let unchanged = self.unchanged.iter();
        let unchanged = unchanged.flat_map(|of| of.own.iter().chain([&of.reference]));
        let all = unchanged.chain(&self.edited);
        all.map(|point| point.games).sum()
    }

    /// Makes the table rows. `best` is the number of the best set of edits, `targets` are the
    /// target win rates by fighter, `within` is the accepted distance of a win rate from its
    /// target, and `level` the confidence level of all intervals of a set of edits together.
    pub fn rates(
        &self,
        best: u64,
        targets: &BTreeMap<String, f64>,
        within: f64,
        level: f64,
    ) -> Vec<CheckedRate> {
        let level = intervals::of_each(level, targets.len());
        let before = self.unchanged.iter().map(|of| (0, &of.reference));
        let after = self.edited.iter().map(|of| (best, of));
        let points = before.chain(after);
        let all = points.flat_map(|(solution, point)| {
            point
                .entrants
                .iter()
                .map(move |entrant| (solution, entrant))
        });
        let mut rates = vec![];
        for (solution, of) in all {
            let target = targets.get(&of.fighter).copied();
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
        rates
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

    #[test]
    fn a_win_rate_is_contradicted_only_if_its_interval_excludes_all_accepted_ones() {
        let targets = ["a", "b"].map(|fighter| (fighter.to_owned(), 0.25));
        let targets = BTreeMap::from(targets);
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
                unchanged: None,
                edited: Some(point),
            };
            check.rates(0, &targets, 0.01, 0.95)
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
