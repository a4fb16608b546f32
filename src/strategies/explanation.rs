//! Why a bot chose what it chose: what each option of its last decision was worth to it.

use super::mcts::Finding;

/// What a bot says of its last decision; lists are in the order of the options.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// It has decided nothing yet.
    Nothing,
    /// Every option had the same chance.
    Random,
    /// Features times weights.
    Weighed(Vec<Weighed>),
    /// The values that a network gives the options.
    Valued(Vec<f32>),
    /// What a search found out.
    Searched(Vec<Finding>),
    /// What a script did.
    Script {
        /// The scores that it gave, of all options or of none.
        scores: Vec<f64>,
        /// The function that took the decision as a whole, if one did.
        taken_by: Option<&'static str>,
    },
}

/// An option in the eyes of greedy.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighed {
    /// The sum of all parts and the whim.
    pub score: f32,
    /// What luck added.
    pub whim: f32,
    /// The features that count here, in the game's order.
    pub parts: Vec<Part>,
}

/// What one feature counts for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    pub feature: &'static str,
    pub value: f32,
    pub weight: f32,
}
