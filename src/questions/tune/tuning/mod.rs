//! The search for the fewest and smallest edits that bring all win rates to their targets.
//!
//! - First the effect of every single edit is measured roughly.
//! - A linear model of these effects proposes the best sets of one, two, three … edits.
//! - The edits in these sets are measured more precisely, in several rounds.
//! - Then the sets are played. Their results correct the model, which proposes new sets.
//! - The best sets of each size race on the same dice.
//! - The winners are certified in games with seeds that the search has not used.

mod forecast;
mod model;
mod moves;
mod proposals;
mod race;
mod search;
mod single;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::correction::Corrections;
use crate::analysis::knobs;
use crate::analysis::points::Point;
use crate::scenario::{Edit, Scenario};
use crate::stats::intervals::Interval;

pub use self::forecast::{Forecast, single_edit_cost};
pub use self::moves::{TuningEdit, all as moves, edits as edits_of, matches_pattern, may_edit};
pub use self::race::{LOOKS, WinSums};
pub use self::search::{EditSearch, find};
pub use self::single::{SingleEdits, lots as first_lots};

/// Settings of a tuning, which searches for edits that bring win rates to their targets.
#[derive(Debug, Clone)]
pub struct TuningSettings {
    /// Target win rate of each fighter, by key; fighters without a target may have any win rate.
    pub targets: BTreeMap<String, f64>,
    /// What to add to the win rates of the bots before they are compared with the targets.
    pub corrections: Corrections,
    /// Maximum accepted distance of a win rate from its target, as a share.
    pub within: f64,
    /// Maximum number of edits in a set.
    pub edits: usize,
    /// Keys of the fighters whose game values may be edited.
    pub fighters: Vec<String>,
    /// True if the settings of the rules may be edited as well.
    pub rules: bool,
    /// Patterns that restrict which values may be edited, in addition to `fighters` and `rules`.
    pub allowed: Allowed,
    pub effort: Effort,
    /// Confidence level of the final test. With at least this probability, no set that passes it
    /// has a win rate farther than `within` from its target.
    pub level: f64,
    pub seed: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// Patterns that restrict which game values may be edited, such as `fighters.baobab`,
/// `cards.*.defense` or `printed`.
#[derive(Debug, Clone, Default)]
pub struct Allowed {
    /// If not empty, only values that match one of these patterns are editable.
    pub only: Vec<String>,
    /// Values that match one of these patterns are not editable.
    pub not: Vec<String>,
}

/// Number of games for each phase of a tuning.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Number of games for the first measurement of every single edit.
    pub single: u64,
    /// Number of games for the first measurement of a single edit that is part of a promising set.
    pub better: u64,
    /// Number of games for the first measurement of a set of edits.
    pub proposal: u64,
    /// Number of games at the first interim analysis of the final test of a set of edits.
    pub certified: u64,
}

impl Effort {
    /// Derives the number of games of every phase from `games`, the number of games that measure a
    /// promising single edit.
    pub fn of(games: u64) -> Effort {
        Effort {
            single: games.div_ceil(4),
            better: games,
            proposal: 4 * games,
            certified: 8 * games,
        }
    }
}

/// Result of a tuning: the best sets of edits that bring win rates to their targets.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The unchanged scenario, then the best set of one edit, of two edits, and so on. Sets that
    /// are no nearer to the targets than smaller sets are left out.
    pub solutions: Vec<Solution>,
    /// Number of sets of edits that were played.
    pub tried: usize,
    /// Number of game values that the search was allowed to edit.
    pub values: usize,
    pub games: u64,
    /// Maximum accepted distance of a win rate from its target, as a share.
    pub within: f64,
}

impl Tuned {
    /// Index of the best set of edits. A set is near enough if every measured win rate is within
    /// the accepted distance of its target, where twice the standard error of a correction counts
    /// as distance. The best set is the smallest one that is near enough
    /// and passed the final test. If there is none, the best set is the smallest one that is near
    /// enough. If there is none, the best set is nearer to the targets than every smaller set, see
    /// `nearest`.
    pub fn best(&self) -> usize {
        let all = || self.solutions.iter().enumerate();
        let near = || all().filter(|(_, of)| of.at_most() <= self.within);
        let certified = near().find(|(_, of)| of.certified);
        let best = certified.or_else(|| near().next());
        best.map_or_else(|| self.nearest(), |(at, _)| at)
    }

    /// Index of the nearest set of edits. A larger set must be nearer than the smaller set: by half
    /// of the accepted distance if the smaller set is the unchanged scenario, and by a quarter if
    /// the smaller set has edits.
    fn nearest(&self) -> usize {
        let mut nearest = 0;
        for (at, of) in self.solutions.iter().enumerate().skip(1) {
            let gain = self.solutions[nearest].at_most() - of.at_most();
            let needed = if nearest == 0 { 0.5 } else { 0.25 };
            if gain >= needed * self.within {
                nearest = at;
            }
        }
        nearest
    }
}

/// A set of edits, with its results in the final test.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The edits of the set, as indices into all allowed edits.
    pub set: Vec<usize>,
    pub moves: Vec<TuningEdit>,
    /// Win rates with this set of edits, by bot and fighter.
    pub rates: Vec<Vec<SolutionRate>>,
    /// True if the confidence interval of every win rate lies within the accepted distance of its
    /// target.
    pub certified: bool,
    /// Standard error of the corrections of the win rates, as a share; 0 if nothing is corrected.
    pub error: f64,
}

/// Win rate of a fighter in the final test of a set of edits.
#[derive(Debug, Clone)]
pub struct SolutionRate {
    pub won: WinSums,
    /// Confidence interval of the win rate, corrected for the number of sets and interim analyses.
    pub interval: Interval,
    /// Target win rate of the fighter with this bot, if any: the target of the corrected win rate,
    /// less the correction.
    pub target: Option<f64>,
    /// What to add to the win rate, as a share; `None` if nothing is corrected.
    pub correction: Option<f64>,
}

impl SolutionRate {
    pub fn rate(&self) -> f64 {
        self.won.wins as f64 / self.won.games.max(1) as f64
    }

    /// Distance of the win rate from its target, as a share; 0 without a target.
    pub fn distance(&self) -> f64 {
        self.target.map_or(0.0, |target| (self.rate() - target).abs())
    }
}

impl Solution {
    /// Total number of steps of all edits in the set; a step is the smallest change of a value.
    pub fn steps(&self) -> u64 {
        self.moves.iter().map(|of| of.by.unsigned_abs()).sum()
    }

    /// Largest distance of a win rate from its target, over all fighters and bots.
    pub fn distance(&self) -> f64 {
        let all = self.rates.iter().flatten();
        all.map(SolutionRate::distance).fold(0.0, f64::max)
    }

    /// Largest distance of a win rate from its target, plus twice the standard error of the
    /// corrections.
    pub fn at_most(&self) -> f64 {
        self.distance() + CAUTION * self.error
    }

    /// Returns the bounds of the largest distance of a win rate from its target, by the confidence
    /// intervals.
    pub fn bounds(&self) -> Interval {
        let aimed = self.rates.iter().flatten().filter_map(|of| Some((of.interval, of.target?)));
        aimed.fold(Interval { low: 0.0, high: 0.0 }, |all, (of, target)| {
            let (below, above) = (target - of.low, of.high - target);
            Interval { low: all.low.max(-below).max(-above), high: all.high.max(below).max(above) }
        })
    }

    /// Returns all changes of fields that this set of edits makes.
    pub fn edits(&self) -> Vec<Edit> {
        self.moves.iter().flat_map(|of| of.edits.clone()).collect()
    }
}

/// Function that plays a scenario with a seed and a number of games; fails with [`Stopped`] if
/// interrupted.
pub type Play<'a> = dyn FnMut(&Scenario, u64, u64) -> anyhow::Result<Point> + 'a;

/// The error of a tuning that was interrupted.
#[derive(Debug)]
pub struct Stopped;

impl std::error::Error for Stopped {}

impl std::fmt::Display for Stopped {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "the tuning was interrupted")
    }
}

/// Settings of a round of the search, in which a model proposes sets of edits.
struct Round {
    /// Number of proposed sets of edits that have the maximum number of edits.
    sets: usize,
    /// Maximum number of proposed sets of one size that contain the same edit. An error in the
    /// effect of this edit would affect all these sets.
    of_one: usize,
    /// Penalty for uncertainty: this many standard deviations of the prediction are added to the
    /// predicted distance of a set of edits from the targets. The penalty is 0 in early rounds,
    /// which explore, and greater in later rounds, which prefer edits with known effects.
    caution: f64,
    /// Factor for the number of games: in this round, an edit or set plays this many times as many
    /// games as in its first measurement.
    times: u64,
}

const fn round(sets: usize, of_one: usize, caution: f64, times: u64) -> Round {
    Round { sets, of_one, caution, times }
}

impl Round {
    /// Returns the number of proposed sets of this size. The number grows with the size, because
    /// results of larger sets are more informative. `most` is the maximum number of edits.
    fn sets_of(&self, size: usize, most: usize) -> usize {
        (self.sets * size.pow(3)).div_ceil(most.pow(3))
    }
}

/// Rounds of the search in which single edits of proposed sets are measured.
const SINGLE_ROUNDS: [Round; 4] =
    [round(100, 5, 0.0, 1), round(60, 5, 0.0, 2), round(30, 6, 0.2, 4), round(16, 6, 0.4, 8)];
/// Rounds of the search in which proposed sets of edits are played.
const SET_ROUNDS: [Round; 4] =
    [round(10, 3, 0.4, 1), round(10, 3, 0.5, 1), round(10, 4, 0.5, 2), round(8, 4, 0.5, 4)];
/// Number of standard errors of the corrections that count as distance from the targets. A set of
/// edits is judged by its largest distance, and the largest of eight errors is 1.4 standard errors
/// on average.
const CAUTION: f64 = 2.0;
/// Number of sets that compete in a race between sets with the maximum number of edits. Races
/// between smaller sets have fewer.
const RACERS: usize = 6;

/// Numbers of games of a set of edits in the final test.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Certifying {
    /// The edits of the set, as indices into all allowed edits.
    pub moves: Vec<usize>,
    /// Numbers of wins and games, by bot and fighter.
    sums: Vec<Vec<WinSums>>,
}

impl Certifying {
    /// Returns the numbers of games in the final test of each set of edits, for storage.
    pub fn all(tuned: &Tuned) -> Vec<Certifying> {
        let certifying = |of: &Solution| Certifying { moves: of.set.clone(), sums: of.sums() };
        tuned.solutions.iter().map(certifying).collect()
    }

    /// Restores the sets of edits and their win rates from the stored numbers of games; `None` if
    /// the numbers do not belong to this tuning.
    pub fn solutions(
        of: &[Certifying],
        scenarios: &[Scenario],
        settings: &TuningSettings,
        all: &[TuningEdit],
    ) -> Option<Vec<Solution>> {
        let entrants = |of: &Certifying| of.sums.iter().map(Vec::len).collect::<Vec<_>>();
        let alike = |other: &Certifying| entrants(other) == entrants(&of[0]);
        if of.is_empty() || of[0].sums.len() != scenarios.len() || !of.iter().all(alike) {
            return None;
        }
        let solution = |of: &Certifying| {
            let known = of.moves.iter().all(|&at| at < all.len());
            known.then(|| race::solution(settings, all, &of.moves, &of.sums))
        };
        of.iter().map(solution).collect()
    }
}

/// Returns whether a confidence interval lies within the accepted distance of a target.
pub fn is_near(interval: Interval, target: f64, within: f64) -> bool {
    interval.low >= target - within && interval.high <= target + within
}

/// Returns all edits that the settings allow. This takes seconds with many fighters, because each
/// edit is checked.
pub fn candidates(scenarios: &[Scenario], settings: &TuningSettings) -> Vec<TuningEdit> {
    let mut knobs = knobs::of(&scenarios[0], &settings.fighters, settings.rules);
    knobs.retain(|knob| moves::may_edit(knob, &settings.allowed));
    moves::all(scenarios, &knobs)
}
