//! Compares what the reference player and the sweep's own bots find, and decides which of the two
//! leads: for the fairest points, and for the effects of axes (varied values) on win rates.

use super::facts::{Series, SweepFacts};
use crate::questions::facts::Agreement;
use crate::report::sentences::Standing;
use crate::report::shared::margin_of_error;
use crate::stats::intervals::{difference_of_two, p_value_of_two};

/// The results of the reference player at the points of a sweep.
pub struct SweepReference {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// The results, in the form of the results of the command's own bots.
    pub facts: Box<SweepFacts>,
}

/// The change of a win rate between two values of an axis (a varied value) with one player. A win
/// rate is over all points with the value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateChange {
    /// The win rates at the earlier and at the later value, 0 to 1.
    pub rates: (f64, f64),
    /// Number after “±” of the change, see [`margin_of_error`].
    pub margin_of_error: f64,
    /// True if the change is significant, with Bonferroni's correction for all pairs of values of
    /// all axes and fighters.
    pub significant: bool,
}

impl RateChange {
    /// Returns the change of the win rate of a fighter or a group; `None` without games.
    pub fn new(
        facts: &SweepFacts,
        series: &Series,
        axis: usize,
        values: [usize; 2],
    ) -> Option<RateChange> {
        let [before, after] = values.map(|value| facts.margin(series, axis, value));
        let (before, after) = before.zip(after)?;
        let by = after.rate - before.rate;
        let interval = difference_of_two(before.wins_and_games, after.wins_and_games, facts.level);
        let p = p_value_of_two(before.wins_and_games, after.wins_and_games);
        let values = facts.axes.iter().map(|axis| axis.values.len());
        let pairs: usize = values.map(|count| count * (count - 1) / 2).sum();
        let tests = pairs * facts.with_groups().count();
        Some(RateChange {
            rates: (before.rate, after.rate),
            margin_of_error: margin_of_error(by, interval.low, interval.high),
            significant: p * (tests as f64) < 1.0 - facts.level,
        })
    }

    /// Returns the win rate at the later value minus the win rate at the earlier value.
    pub fn by(&self) -> f64 {
        self.rates.1 - self.rates.0
    }

    pub fn standing(&self) -> Standing {
        Standing::of(self.significant, self.by() > 0.0)
    }
}

impl SweepReference {
    /// Returns the results of the reference player with the fighter or the group of this series.
    pub fn series(&self, of: &Series) -> Option<&Series> {
        let mut all = self.facts.with_groups();
        all.find(|theirs| theirs.is_like(of))
    }
}

impl SweepFacts {
    /// Compares the points that may be the fairest with each player. A player has a significant
    /// answer if it leaves out a point. `None` without a reference player, if no player has such an
    /// answer, or if all players are on one side.
    fn fairest_check(&self) -> Option<Agreement> {
        let (own, theirs) = (self.fairest(), self.reference.as_ref()?.facts.fairest());
        let standing = |of: &[usize]| {
            let left_out = !of.is_empty() && of.len() < self.points.len();
            Standing::of(left_out, true)
        };
        match Agreement::of_two(standing(&own), standing(&theirs))? {
            Agreement::Confirmed if !own.iter().any(|point| theirs.contains(point)) => {
                Some(Agreement::Opposite)
            }
            check => Some(check),
        }
    }

    /// Returns the results that decide which points may be the fairest, and who plays in them, as
    /// in " with “mcts-fast”"; empty without a reference player or without an answer.
    pub fn leading(&self) -> (&SweepFacts, String) {
        match self.reference.as_ref().zip(self.fairest_check()) {
            Some((of, check)) => (
                if check.reference_leads() { &of.facts } else { self },
                format!(" {}", check.leading_player(&self.bots, &of.strategy)),
            ),
            None => (self, String::new()),
        }
    }
}
