//! What the reference player says about a change that the command's own bot finds significant.

use serde::Serialize;

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
    /// Compares a significant change with that of the reference player. Each change is a difference
    /// with the half-width of its interval. `excludes` is true if the interval of the reference
    /// player's difference excludes zero.
    pub fn of(own: (f64, f64), theirs: (f64, f64), excludes: bool) -> Confirmation {
        let agrees = excludes && own.0 * theirs.0 > 0.0;
        let differs = (own.0 - theirs.0).abs() > own.1.hypot(theirs.1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_confirmed_or_contradicted_only_if_the_games_suffice() {
        let own = (0.03, 0.005);
        for (theirs, excludes, expected) in [
            ((0.04, 0.03), true, Confirmation::Confirmed),
            ((0.01, 0.03), false, Confirmation::Undecided),
            ((-0.01, 0.05), false, Confirmation::Undecided),
            ((0.0, 0.02), false, Confirmation::Contradicted),
            ((-0.05, 0.02), true, Confirmation::Contradicted),
        ] {
            assert_eq!(
                Confirmation::of(own, theirs, excludes),
                expected,
                "{theirs:?}"
            );
        }
    }
}
