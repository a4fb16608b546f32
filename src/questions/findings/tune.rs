//! The findings of `gong tune`: whether the win rates reach their targets, with which edits and by
//! whose games.

use std::fmt::{self, Display, Formatter};

use super::{Rate, Subjects};
use crate::report::words::{
    capital, counted, decimals, in_points, percent, spelled, the_bots, with_sign,
};

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
    /// No edits are proposed, because none bring the win rates nearer by enough. `nearest` is the
    /// largest distance with the nearest set of edits.
    NoGain { distance: f64, nearest: Option<f64>, goal: Goal, proof: Proof },
    /// With the reference player, win rates are significantly farther from their targets than
    /// accepted. `away` is true if the edits move them away from their targets.
    Beyond { edits: usize, away: bool, goal: Goal, reference: String },
    /// The win rate that is farthest from its target, with its upper confidence bound. `estimate`
    /// names the reference player if the win rate is an estimate for it.
    Farthest {
        estimate: Option<String>,
        subject: String,
        rate: Rate,
        distance: f64,
        at_most: f64,
        before: Option<f64>,
    },
    /// The win rate that is farthest from its target in the test of the reference player.
    Tested { subject: String, rate: Rate, games: u64, distance: f64, before: Option<f64> },
    /// The win rate without a target that changes most.
    SideEffect { subject: String, words: String, before: f64, after: Rate },
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

impl Proof {
    /// Returns what a headline adds if the games do not prove its answer.
    fn doubt(&self) -> &'static str {
        match self {
            Proof::Measured { .. } => ", not certified",
            _ => "",
        }
    }
}

impl Goal {
    fn who(&self) -> String {
        self.subjects.named(NAMED)
    }

    /// Returns the accepted win rates, as in "within 2.5 points of the fair share".
    fn near(&self) -> String {
        format!("within {} of {}", in_points(self.within), self.aim)
    }
}

impl Display for Proof {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Certified { with } => write!(to, ", certified {with}"),
            Proof::Estimated { reference, margin_of_error } => {
                write!(to, " (estimate for “{reference}”, ± {})", in_points(*margin_of_error))
            }
            Proof::Measured { bots } => write!(to, " with {}", the_bots(bots)),
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
            Finding::Reached { edits: 0, goal, proof } => {
                let need = match proof {
                    Proof::Certified { .. } => "is",
                    _ => "seems to be",
                };
                let (who, is, near) = (goal.who(), goal.subjects.is(), goal.near());
                let doubt = proof.doubt();
                write!(to, "No edit {need} needed: {who} {is} {near}{proof}{doubt}")
            }
            Finding::Reached { edits, goal, proof } => {
                let bring = capital(&edits_do(*edits, "bring"));
                write!(to, "{bring} {} {}{proof}{}", goal.who(), goal.near(), proof.doubt())
            }
            Finding::TooFar { edits, most, distance, goal, proof } => write!(
                to,
                "Up to {} do not suffice: {} within {} of {}{proof}",
                spelled(*most, "edit"),
                edits_do(*edits, "come"),
                in_points(*distance),
                goal.aim
            ),
            Finding::NoGain { distance, nearest: Some(nearest), goal, proof } => write!(
                to,
                "No edits are proposed: the largest distance from {} falls only from {} to \
                 {}{proof}",
                goal.aim,
                percent(*distance, decimals(*nearest)),
                in_points(*nearest)
            ),
            Finding::NoGain { distance, nearest: None, goal, proof } => write!(
                to,
                "No set of edits is nearer to {} than the unchanged scenario, which is {} \
                 away{proof}",
                goal.aim,
                in_points(*distance)
            ),
            Finding::Beyond { edits, away, goal, reference } => {
                let (who, aim, within) = (goal.who(), &goal.aim, in_points(goal.within));
                write!(to, "With “{reference}”, ")?;
                match (edits, away) {
                    (0, _) => {
                        let is = goal.subjects.is();
                        write!(to, "{who} {is} farther than {within} from {aim} without edits")
                    }
                    (_, true) => {
                        write!(to, "{} {who} away from {aim}", edits_do(*edits, "move"))
                    }
                    (_, false) => {
                        let leave = edits_do(*edits, "leave");
                        write!(to, "{leave} {who} farther than {within} from {aim}")
                    }
                }
            }
            Finding::Farthest { estimate, subject, rate, distance, at_most, before } => {
                let before =
                    before.map(|before| format!("; before the edits {}", in_points(before)));
                let by = match estimate {
                    Some(reference) => format!("By the estimate for “{reference}”"),
                    None => format!("With the bot “{}”", rate.player),
                };
                write!(
                    to,
                    "{by}, {subject} is farthest from its target: {}, {} away (upper confidence \
                     bound {}{}).",
                    rate.measured(),
                    in_points(*distance),
                    in_points(*at_most),
                    before.unwrap_or_default()
                )
            }
            Finding::Tested { subject, rate, games, distance, before } => {
                let before = before
                    .map(|before| format!(" (before the edits at most {})", in_points(before)));
                write!(
                    to,
                    "In {} of the reference player “{}” that the search has not used, {subject} is \
                     farthest from its target: {}, {} away{}.",
                    counted(*games, "game"),
                    rate.player,
                    rate.measured(),
                    in_points(*distance),
                    before.unwrap_or_default()
                )
            }
            Finding::SideEffect { subject, words, before, after } => write!(
                to,
                "Side effect: of the {words} without a target, {subject} changes most, from {} to \
                 {}.",
                with_sign(*before, 1),
                after.measured()
            ),
        }
    }
}
