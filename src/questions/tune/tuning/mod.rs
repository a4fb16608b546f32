//! The search for the fewest and smallest edits that bring all win rates to their targets.
//!
//! - First the effect of every single edit is measured roughly.
//! - A linear model of these effects proposes the best sets of one, two, three … edits.
//! - The edits in these sets are measured more precisely, in several rounds.
//! - Then the sets are played. Their results correct the model, which proposes new sets.
//! - The best sets of each size are certified in games with seeds that the search has not used.

mod allowed;
mod certify;
mod forecast;
mod goal;
mod model;
mod moves;
mod proposals;
mod search;
mod single;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::analysis::WorkAudience;
use crate::analysis::points::Point;
use crate::scenario::{Edit, Scenario};

pub use self::allowed::{Allowed, candidates};
pub use self::certify::LOOKS;
pub use self::forecast::{expected, single_edit_cost};
pub use self::goal::{Distance, Goal, WinSums};
pub use self::moves::{TuningEdit, all as moves};
pub use self::search::find;
pub use self::single::{SingleEdits, lots as first_lots};

/// Settings of a tuning, which searches for edits that bring win rates to their targets.
#[derive(Debug, Clone)]
pub struct TuningSettings {
    pub goal: Goal,
    /// Maximum number of edits in a set.
    pub edits: usize,
    /// Number of games that measure a promising single edit at first. All other numbers of games
    /// are in proportion to it.
    pub games: u64,
    /// Confidence level of the final test. With at least this probability, no set that passes it
    /// has a win rate farther than the accepted distance from its target.
    pub level: f64,
    pub seed: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

impl TuningSettings {
    /// Returns the number of games for the first measurement of every single edit.
    fn first_games(&self) -> u64 {
        self.games.div_ceil(4)
    }

    /// Returns the number of games at the first interim analysis of the final test of a set.
    pub fn test_games(&self) -> u64 {
        8 * self.games
    }

    /// Returns the confidence level of the interval of a win rate in the final test.
    ///
    /// Each interval is corrected only for the number of sets and interim analyses, not for the
    /// number of fighters. An unsuitable set has at least one fighter whose win rate is too far
    /// from its target. The set passes only if this fighter's interval misses the true value
    /// (intersection-union test: Berger 1982). Its ends are one-sided tests: each may use the full
    /// error probability, because a true value is too low or too high, but not both.
    pub fn test_level(&self) -> f64 {
        let tests = (self.edits + 1) * LOOKS as usize;
        1.0 - 2.0 * (1.0 - self.level) / tests as f64
    }

    /// Returns the largest distance of a win rate from its target in the final test.
    pub fn distance(&self, solution: &Solution) -> Distance {
        self.goal.distance(&solution.sums, self.test_level())
    }

    /// Returns whether a set of edits passes the final test: the confidence interval of every win
    /// rate lies within the accepted distance of its target.
    pub fn certifies(&self, solution: &Solution) -> bool {
        self.distance(solution).high <= self.goal.within
    }
}

/// What a search plays and may change.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The unchanged scenario.
    pub scenario: &'a Scenario,
    pub settings: &'a TuningSettings,
    /// The edits that the settings allow, see [`candidates`].
    pub moves: &'a [TuningEdit],
}

impl Task<'_> {
    /// Returns all changes of fields that a set of edits makes.
    pub fn changes(&self, set: &[usize]) -> Vec<Edit> {
        set.iter().flat_map(|&edit| self.moves[edit].edits.clone()).collect()
    }

    /// Returns the scenario with a set of edits; `None` if the game does not allow the edits
    /// together.
    pub fn edited(&self, set: &[usize]) -> Option<Scenario> {
        self.scenario.with(&self.changes(set)).ok()
    }

    /// Returns the number of different game values that the edits change.
    pub fn values(&self) -> usize {
        // The edits of a value stand together.
        self.moves.chunk_by(|a, b| a.at == b.at).count()
    }
}

/// Who watches a search and may stop it.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// True once the user has asked to stop.
    pub stop: &'a AtomicBool,
    pub audience: &'a dyn WorkAudience,
}

/// Result of a tuning: the best sets of edits that bring win rates to their targets.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Tuned {
    /// The unchanged scenario, then the best set of one edit, of two edits, and so on. Sets that
    /// are no nearer to the targets than smaller sets are left out.
    pub solutions: Vec<Solution>,
    /// Number of sets of edits that were played.
    pub tried: usize,
    /// Number of game values that the search was allowed to edit.
    pub values: usize,
    pub games: u64,
}

/// A set of edits, with its results in the final test.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Solution {
    /// The edits of the set, as indices into all allowed edits.
    pub set: Vec<usize>,
    /// Numbers of wins and games of each fighter.
    pub sums: Vec<WinSums>,
}

impl Tuned {
    /// Index of the best set of edits. A set is near enough if every measured win rate is within
    /// the accepted distance of its target, where twice the standard error of a correction counts
    /// as distance. The best set is the smallest one that is near enough and passed the final test.
    /// If there is none, the best set is the smallest one that is near enough. If there is none,
    /// the best set is nearer to the targets than every smaller set: a larger set must be nearer by
    /// half of the accepted distance if the smaller set is the unchanged scenario, and by a quarter
    /// if the smaller set has edits.
    pub fn best(&self, settings: &TuningSettings) -> usize {
        let goal = &settings.goal;
        let distances = self.solutions.iter().map(|of| settings.distance(of).value);
        let distances: Vec<f64> = distances.collect();
        let limit = goal.within - CAUTION * goal.error();
        let near = || (0..distances.len()).filter(|&at| distances[at] <= limit);
        let mut certified = near().filter(|&at| settings.certifies(&self.solutions[at]));
        let nearer = |nearest: usize, at: usize| {
            let needed = if nearest == 0 { 0.5 } else { 0.25 };
            let is_nearer = distances[nearest] - distances[at] >= needed * goal.within;
            if is_nearer { at } else { nearest }
        };
        let best = certified.next().or_else(|| near().next());
        best.unwrap_or_else(|| (1..distances.len()).fold(0, nearer))
    }
}

/// Function that plays a scenario with a seed and a number of games; fails with
/// [`Interrupted`](crate::session::Interrupted) if the user interrupts.
pub type Play<'a> = dyn FnMut(&Scenario, u64, u64) -> anyhow::Result<Point> + 'a;

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
