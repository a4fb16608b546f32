//! The table of line-ups. All other numbers are in the table of results.

use super::facts::{LineUp, PairingsFacts};
use crate::report::Table;
use crate::report::table::{Row, Unit, row};

row! {
    /// One row per line-up (a way to form teams), or per party of a cooperative game.
    pub struct LineUpRow in "line_ups" {
        /// Number of the line-up, from 1.
        line_up: u64 [Unit::Ordinal],
        /// The teams of the line-up, as `agaric+baobab : cactus+sorgho`: the `arm` in the table
        /// `results`.
        teams: String [Unit::Word],
        /// Number of games of the line-up; of rivals, games with a winner.
        games: u64 [Unit::Count],
        /// Largest distance of a team’s win rate from its fair share; null without games, and for a
        /// party.
        off: Option<f64> [Unit::Distance(1)],
        /// `fair`, `unfair` or `open` (not significant), with a correction for the number of
        /// line-ups; the verdict of the reference player if it leads. For a party: `above average`,
        /// `below average` or `open`.
        verdict: String [Unit::Word],
    }
}

/// Builds the table of line-ups.
pub fn line_ups(facts: &PairingsFacts) -> Table {
    let row = |of: &LineUp| LineUpRow {
        line_up: of.number as u64 + 1,
        teams: of.teams[0].own.row.arm.clone().unwrap_or_default(),
        games: of.games(),
        off: facts.margin.and(of.off()),
        verdict: of.verdict().to_owned(),
    };
    LineUpRow::table(facts.line_ups.iter().map(row).collect())
}
