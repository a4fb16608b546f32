//! Explanations of decisions: how a bot rated each option of its last decision.

use super::mcts::Finding;

/// Explanation of a bot's last decision. Lists have the order of the options.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// The bot has made no decision yet.
    Nothing,
    /// All options had the same probability.
    Random,
    /// Weighted sums of features.
    Weighed(Vec<Weighed>),
    /// Value of each option, from a network.
    Valued(Vec<f32>),
    /// Results of a search.
    Searched(Vec<Finding>),
    /// Results of a script.
    Script {
        /// Scores of all options; empty if the script gave none.
        scores: Vec<f64>,
        /// Name of the script function that made the whole decision; `None` if the scores decided.
        taken_by: Option<&'static str>,
    },
}

/// Rating of an option by a greedy bot.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// Sum of all parts and of the random number `whim`.
    pub score: f32,
    /// Random number that was added to the score.
    pub whim: f32,
    /// Features with non-zero value and weight, in the game's order.
    pub parts: Vec<Part>,
}

/// Contribution of one feature: its value times its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    pub feature: &'static str,
    pub value: f32,
    pub weight: f32,
}
