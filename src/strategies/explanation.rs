//! Explanations of decisions: how a bot rated each option of its last decision.

use crate::game::story::Worth;

/// Explanation of a bot's last decision.
#[derive(Debug, Clone, PartialEq)]
pub enum Explanation {
    /// The bot has not made a decision yet.
    Nothing,
    /// The bot chose at random: all options had the same probability.
    Random,
    /// The bot rated its options.
    By {
        /// Short description of the method.
        how: String,
        /// The bot's valuation of each option, in the order of the options. Empty if the bot
        /// decided without valuations.
        worth: Vec<Worth>,
    },
}
