//! What the reference player says about a change that the command's own bot finds significant.

use serde::Serialize;

use crate::stats::intervals::{p_of_z, z};

/// What the reference player says about a significant change of a win rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmation {
    /// The win rate changes in the same direction if the reference player plays: the confidence
    /// interval of its difference excludes zero.
    Confirmed,
    /// The reference player does not confirm the change, and its difference differs significantly
    /// from that of the command's own bot.
    Contradicted,
    /// The reference player has too few games to confirm or to contradict the change.
    Undecided,
}

impl Confirmation {
    /// Compares a single significant change with that of the reference player. Each change is a
    /// difference with the half-width of its interval at the level `level`.
    pub fn of(own: (f64, f64), theirs: (f64, f64), level: f64) -> Confirmation {
        let agrees = own.0 * theirs.0 > 0.0 && theirs.0.abs() > theirs.1;
        let differs = p_value_apart(own, theirs, level) < 1.0 - level;
        Confirmation::of_tests(agrees, differs)
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

/// Returns the p-value of the difference between the changes with two players (a normal test). Each
/// change is a difference with the half-width of its interval at the level `level`. Returns 1 if
/// both half-widths are 0.
pub fn p_value_apart(own: (f64, f64), theirs: (f64, f64), level: f64) -> f64 {
    match own.1.hypot(theirs.1) {
        0.0 => 1.0,
        half => p_of_z((theirs.0 - own.0) * z(level) / half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_confirmed_or_contradicted_only_if_the_games_suffice() {
        let own = (0.03, 0.005);
        for (theirs, expected) in [
            ((0.04, 0.03), Confirmation::Confirmed),
            ((0.01, 0.03), Confirmation::Undecided),
            ((-0.01, 0.05), Confirmation::Undecided),
            ((0.0, 0.02), Confirmation::Contradicted),
            ((-0.05, 0.02), Confirmation::Contradicted),
        ] {
            let found = Confirmation::of(own, theirs, 0.95);
            assert_eq!(found, expected, "{theirs:?}");
        }
    }
}
