//! Explanations of decisions: how a bot rated each option of its last decision.

use super::mcts::Finding;

/// Explanation of a bot's last decision. Each list has one entry per option of the decision, in the
/// order of the options.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// The bot has not made a decision yet.
    Nothing,
    /// The bot chose at random: all options had the same probability.
    Random,
    /// The score that a greedy bot gave to each option: a weighted sum of features.
    Weighed(Vec<Weighed>),
    /// The value of each option, estimated by a neural network.
    Valued(Vec<f32>),
    /// The results of a tree search, one for each option.
    Searched(Vec<Finding>),
    /// The answer that a bot's script gave to the decision.
    Script {
        /// The scores that the script gave to the options of the decision; empty if it gave none.
        scores: Vec<f64>,
        /// Name of the script function that made the whole decision; `None` if the scores of the
        /// options determined the decision.
        taken_by: Option<&'static str>,
    },
}

/// The score that a greedy bot gave to an option, with its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The score of the option: the sum of all parts and of the random number `whim`.
    pub score: f32,
    /// Random number that was added to the score of the option.
    pub whim: f32,
    /// Parts of the score that features contribute, in the order of the game's features. Features
    /// whose value or weight is 0 are left out.
    pub parts: Vec<ScorePart>,
}

/// A feature's part of an option's score: the value of the feature times its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScorePart {
    pub feature: &'static str,
    pub value: f32,
    pub weight: f32,
}
