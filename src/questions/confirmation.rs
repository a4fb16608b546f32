//! What the reference player says about a change that the command's own bot finds significant.

use serde::Serialize;

use crate::stats::intervals::{Interval, hypot, p_of_z, z};

/// What the reference player says about a significant change of a win rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmation {
    /// The win rate changes in the same direction if the reference player plays: the confidence
    /// interval of the change excludes zero.
    Confirmed,
    /// The reference player does not confirm the change, and the change with the reference player
    /// differs significantly from the change with the command's own bot.
    Contradicted,
    /// The reference player has too few games to confirm or to contradict the change.
    Undecided,
}

impl Confirmation {
    /// Compares a single significant change with the change if the reference player plays. Each
    /// change is a difference with its interval at the level `level`.
    pub fn of(own: (f64, Interval), theirs: (f64, Interval), level: f64) -> Confirmation {
        let with_half_width = |of: (f64, Interval)| (of.0, of.1.half_width());
        let differs = p_value_of_difference(with_half_width(own), with_half_width(theirs), level)
            < 1.0 - level;
        Confirmation::of_tests(agrees(own.0, (theirs.1.low, theirs.1.high)), differs)
    }

    /// Combines the results of two tests. `agrees` is true if the reference player's change is
    /// significant and has the same direction; `differs` is true if the two changes differ
    /// significantly from each other.
    pub fn of_tests(agrees: bool, differs: bool) -> Confirmation {
        match (agrees, differs) {
            (true, _) => Confirmation::Confirmed,
            (false, true) => Confirmation::Contradicted,
            (false, false) => Confirmation::Undecided,
        }
    }

    /// Returns the verdict of the tables.
    pub fn label(self) -> &'static str {
        match self {
            Confirmation::Confirmed => "confirmed",
            Confirmation::Contradicted => "not confirmed",
            Confirmation::Undecided => "undecided",
        }
    }
}

/// Returns whether the interval of the reference player's change, from `low` to `high`, excludes
/// zero on the same side as the change `own` of the command's own bot.
pub fn agrees(own: f64, (low, high): (f64, f64)) -> bool {
    (own > 0.0 && low > 0.0) || (own < 0.0 && high < 0.0)
}

/// Returns the p-value of the difference between the changes with two players (a normal test). Each
/// change is a difference with the half-width of its interval at the level `level`. Returns 1 if
/// both half-widths are 0.
pub fn p_value_of_difference(own: (f64, f64), theirs: (f64, f64), level: f64) -> f64 {
    match hypot(own.1, theirs.1) {
        0.0 => 1.0,
        half_width => p_of_z((theirs.0 - own.0) * z(level) / half_width),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_confirmed_or_contradicted_only_if_the_games_suffice() {
        let change = |(by, half_width): (f64, f64)| {
            let (low, high) = (by - half_width, by + half_width);
            (by, Interval { low, high })
        };
        let own = change((0.03, 0.005));
        for (theirs, expected) in [
            ((0.04, 0.03), Confirmation::Confirmed),
            ((0.01, 0.03), Confirmation::Undecided),
            ((-0.01, 0.05), Confirmation::Undecided),
            ((0.0, 0.02), Confirmation::Contradicted),
            ((-0.05, 0.02), Confirmation::Contradicted),
        ] {
            let found = Confirmation::of(own, change(theirs), 0.95);
            assert_eq!(found, expected, "{theirs:?}");
        }
    }

    #[test]
    fn an_interval_agrees_only_if_it_excludes_zero_on_the_same_side() {
        // The middle of an interval may differ from the change itself.
        for (own, theirs, expected) in [
            (0.03, (0.001, 0.09), true),
            (0.03, (-0.001, 0.03), false),
            (0.03, (-0.09, -0.001), false),
            (-0.03, (-0.09, -0.001), true),
            (0.0, (0.001, 0.09), false),
        ] {
            assert_eq!(agrees(own, theirs), expected, "{own} {theirs:?}");
        }
    }
}
