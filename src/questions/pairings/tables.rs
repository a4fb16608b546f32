//! The table of line-ups. All other numbers are in the table of results.

use super::facts::{LineUp, PairingsFacts, verdict_word};
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
        /// Number of games that the line-up played.
        games: u64 [Unit::Count],
        /// Number of interim analyses (looks) of the line-up; 0 if its number of games was fixed.
        looks: u8 [Unit::Count],
        /// Largest distance of a team’s win rate from its fair share, among the games with a
        /// winner; null if no game had a winner, and for a party.
        off: Option<f64> [Unit::Distance(1)],
        /// Maximum distance of a team’s win rate from its fair share in a line-up that counts as
        /// fair; null for a party.
        margin: Option<f64> [Unit::Share(1)],
        /// `fair`, `unfair` or `open` (not significant), with corrections for the number of
        /// line-ups and of interim analyses; null for a party.
        verdict: Option<String> [Unit::Word],
        /// Probability of a result at least as extreme if every team’s win rate were within the
        /// accepted distance of its fair share; null for a party.
        p_if_fair: Option<f64> [Unit::Share(1)],
        /// Probability of a result at least as extreme if a team’s win rate were outside the
        /// accepted distance of its fair share; null for a party.
        p_if_unfair: Option<f64> [Unit::Share(1)],
    }
}

/// Builds the table of line-ups.
pub fn line_ups(facts: &PairingsFacts) -> Table {
    let row = |of: &LineUp| {
        let (result, surprise) = (&of.result, facts.margin.map(|_| of.result.surprise));
        LineUpRow {
            line_up: of.number as u64 + 1,
            teams: of.own[0].row.arm.clone().unwrap_or_default(),
            games: result.games(),
            looks: result.looks as u8,
            off: facts.margin.and(of.off()),
            margin: facts.margin,
            verdict: facts.margin.map(|_| verdict_word(&of.own).to_owned()),
            p_if_fair: surprise.map(|of| of.if_fair),
            p_if_unfair: surprise.map(|of| of.if_unfair),
        }
    };
    LineUpRow::table(facts.line_ups.iter().map(row).collect())
}
