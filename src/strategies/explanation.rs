//! Explanations of decisions: how a bot rated each option of its last decision.

use super::mcts::Finding;

/// Explanation of a bot's last decision. Each list has one entry per option, in the order of the
/// options.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// The bot has not made a decision yet.
    Nothing,
    /// All options had the same probability.
    Random,
    /// The score of each option: a weighted sum of features.
    Weighed(Vec<Weighed>),
    /// The value of each option, from a neural network.
    Valued(Vec<f32>),
    /// Results of a search.
    Searched(Vec<Finding>),
    /// The answer of a script.
    Script {
        /// The scores that the script gave to the options; empty if the script gave none.
        scores: Vec<f64>,
        /// Name of the script function that made the whole decision; `None` if scores determined
        /// the decision.
        taken_by: Option<&'static str>,
    },
}

/// The score of an option from a greedy bot.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The score: the sum of all parts and of the random number `whim`.
    pub score: f32,
    /// Random number that was added to the score.
    pub whim: f32,
    /// Parts of features whose value and weight are not 0, in the order of the game's features.
    pub parts: Vec<ScorePart>,
}

/// A feature's part of the score: the value of the feature times its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScorePart {
    pub feature: &'static str,
    pub value: f32,
    pub weight: f32,
}
