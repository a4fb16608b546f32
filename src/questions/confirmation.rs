//! Whose answer leads if the reference player and the command's own bots answer the same question:
//! that of the reference player where it is significant, otherwise that of the own bots.

use serde::Serialize;

use super::facts::Agreement;
use crate::report::sentences::Standing;
use crate::report::words::the_bots;
use crate::stats::intervals::{hypot, p_of_z, z};

/// How two answers go together, of which at least one is significant: that of the reference player
/// and that of the command's own bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Confirmation {
    /// Both answers are significant and have the same direction.
    Confirmed,
    /// Only the answer of the reference player is significant.
    ReferenceOnly,
    /// Both answers are significant and have opposite directions.
    Opposite,
    /// Only the answer of the own bots is significant.
    Undecided,
}

impl From<Confirmation> for Agreement {
    fn from(of: Confirmation) -> Agreement {
        match of {
            Confirmation::Confirmed => Agreement::Confirmed,
            Confirmation::ReferenceOnly => Agreement::ReferenceOnly,
            Confirmation::Opposite => Agreement::Opposite,
            Confirmation::Undecided => Agreement::Undecided,
        }
    }
}

impl Confirmation {
    /// Compares two answers; `None` if neither is significant.
    pub fn of(own: Standing, theirs: Standing) -> Option<Confirmation> {
        match (own.is_significant(), theirs.is_significant()) {
            (false, false) => None,
            (false, true) => Some(Confirmation::ReferenceOnly),
            (true, false) => Some(Confirmation::Undecided),
            (true, true) if own == theirs => Some(Confirmation::Confirmed),
            (true, true) => Some(Confirmation::Opposite),
        }
    }

    /// Returns whether the answer of the reference player leads.
    pub fn reference_leads(self) -> bool {
        self != Confirmation::Undecided
    }

    /// Returns the verdict of the tables.
    pub fn label(self) -> &'static str {
        match self {
            Confirmation::Confirmed => "confirmed",
            Confirmation::ReferenceOnly => "reference only",
            Confirmation::Opposite => "opposite",
            Confirmation::Undecided => "undecided",
        }
    }

    /// Returns who plays in the leading answer, as in "with “mcts-fast”", see
    /// [`Confirmation::own_player`].
    pub fn leading_player(self, bots: &[String], reference: &str) -> String {
        match self.reference_leads() {
            true => format!("with “{reference}”"),
            false => self.own_player(bots, reference),
        }
    }

    /// Returns who plays in the answer of the own bots, with the verdict of the reference player:
    /// "with the bot “trained” (undecided with “mcts-fast”)".
    pub fn own_player(self, bots: &[String], reference: &str) -> String {
        let label = self.label();
        format!("with {} ({label} with “{reference}”)", the_bots(bots))
    }

    /// Returns the leading of two answers, with who plays. If the answers are opposite, the answer
    /// of the own bots follows.
    pub fn leading_answer(
        self,
        [own, theirs]: [&str; 2],
        bots: &[String],
        reference: &str,
    ) -> String {
        let own = format!("{own} {}", self.own_player(bots, reference));
        match self {
            Confirmation::Undecided => own,
            Confirmation::Opposite => format!("{theirs} with “{reference}”, {own}"),
            Confirmation::Confirmed | Confirmation::ReferenceOnly => {
                format!("{theirs} with “{reference}”")
            }
        }
    }
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
    fn the_reference_player_leads_where_its_answer_is_significant() {
        use Standing::{Above, Below, Open, WithinNoise};
        for (own, theirs, expected, leads) in [
            (Above, Above, Some(Confirmation::Confirmed), true),
            (WithinNoise, Below, Some(Confirmation::ReferenceOnly), true),
            (Above, Below, Some(Confirmation::Opposite), true),
            (Below, Open, Some(Confirmation::Undecided), false),
            (Open, WithinNoise, None, false),
        ] {
            let found = Confirmation::of(own, theirs);
            assert_eq!(found, expected, "{own:?}, {theirs:?}");
            assert_eq!(found.is_some_and(Confirmation::reference_leads), leads);
        }
    }
}
