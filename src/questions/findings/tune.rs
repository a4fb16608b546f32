//! The findings of `gong tune`: whether the win rates reach their targets, with which edits and by
//! whose games.

use std::fmt::{self, Display, Formatter};

use super::{Rate, Subjects};
use crate::report::words::{capital, in_points, spelled, the_bots};

/// Maximum number of names in a headline; if there are more, it gives their number.
const NAMED: usize = 3;

/// A sentence of the answer of `gong tune`.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// All win rates are near enough to their targets with this number of edits, which may be 0.
    Reached { edits: usize, goal: Goal, proof: Proof },
    /// Up to `most` edits do not suffice; the proposed set has `edits` edits and this largest
    /// distance.
    TooFar { edits: usize, most: usize, distance: f64, goal: Goal, proof: Proof },
    /// No edits are proposed, because none bring the win rates nearer by enough.
    NoGain { distance: f64, goal: Goal, proof: Proof },
    /// With the reference player, win rates are significantly farther from their targets than
    /// accepted.
    Beyond { edits: usize, goal: Goal, reference: String },
    /// The win rate that is farthest from its target.
    Farthest { subject: String, rate: Rate, distance: f64 },
}

/// What a tuning has to reach.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    pub subjects: Subjects,
    /// Maximum accepted distance from the target, as a share.
    pub within: f64,
    /// The target: "the fair share", "50.0 %", or "their targets".
    pub aim: String,
}

/// How sure the answer on a set of edits is.
#[derive(Debug, Clone, PartialEq)]
pub enum Proof {
    /// The set has passed the final test. `with` names the players: "with “mcts-fast”".
    Certified { with: String },
    /// The win rates are estimates for the reference player, with this margin of error.
    Estimated { reference: String, margin_of_error: f64 },
    /// The win rates are those of the games, whose intervals are too wide.
    Measured { bots: Vec<String> },
}

impl Goal {
    /// Returns the fighters with their verb: "all 8 fighters are".
    fn who_is(&self) -> String {
        format!("{} {}", self.who(), self.subjects.is())
    }

    fn who(&self) -> String {
        self.subjects.named(NAMED)
    }
}

impl Display for Proof {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Certified { with } => write!(to, ", certified {with}"),
            Proof::Estimated { reference, margin_of_error } => {
                write!(to, " (estimate for “{reference}”, ± {})", in_points(*margin_of_error))
            }
            Proof::Measured { bots } => write!(to, " with {}, not certified", the_bots(bots)),
        }
    }
}

/// Returns the number of edits with its verb: "two edits bring", "one edit brings".
fn edits_do(edits: usize, verb: &str) -> String {
    format!("{} {verb}{}", spelled(edits, "edit"), if edits == 1 { "s" } else { "" })
}

impl Display for Finding {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Finding::Reached { edits, goal, proof } => {
                let is_certified = matches!(proof, Proof::Certified { .. });
                let is = if is_certified { "is" } else { "seems to be" };
                let found = match edits {
                    0 => format!("No edit {is} needed: {}", goal.who_is()),
                    _ => format!("{} {}", capital(&edits_do(*edits, "bring")), goal.who()),
                };
                write!(to, "{found} within {} of {}{proof}", in_points(goal.within), goal.aim)
            }
            Finding::TooFar { edits, most, distance, goal, proof } => {
                let (most, come) = (spelled(*most, "edit"), edits_do(*edits, "come"));
                let (distance, aim) = (in_points(*distance), &goal.aim);
                write!(to, "Up to {most} do not suffice: {come} within {distance} of {aim}{proof}")
            }
            Finding::NoGain { distance, goal, proof } => {
                let (distance, aim) = (in_points(*distance), &goal.aim);
                write!(to, "No edits gain enough: without them, the largest distance from {aim} ")?;
                write!(to, "is {distance}{proof}")
            }
            Finding::Beyond { edits, goal, reference } => {
                let (aim, within) = (&goal.aim, in_points(goal.within));
                let who = match edits {
                    0 => goal.who_is(),
                    _ => format!("{} {}", edits_do(*edits, "leave"), goal.who()),
                };
                write!(to, "With “{reference}”, {who} farther than {within} from {aim}")
            }
            Finding::Farthest { subject, rate, distance } => {
                let (player, rate, distance) =
                    (&rate.player, rate.measured(), in_points(*distance));
                write!(to, "With “{player}”, {subject} is farthest from its target: {rate}, ")?;
                write!(to, "{distance} away.")
            }
        }
    }
}
