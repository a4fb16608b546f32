//! Settings of a search, as in the table `[search]` of a strategy file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Weights;
use super::{Guide, Mcts, Room};
use crate::game::searchable::Outcome;
use crate::game::{Learnable, MAX_PLAYERS, Scripted, Searchable};

/// A searching bot: its settings, its guide (the bot that helps the search), and the bots that
/// model the other players.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    pub settings: SearchSettings,
    pub guide: Guide,
    /// Bots that model the other players. If empty, the guide is the model.
    pub players: Vec<Guide>,
}

impl Search {
    /// Returns the approximate duration of a decision, relative to a greedy bot.
    pub fn cost(&self) -> u64 {
        20 * self.guide.cost() * u64::from(self.settings.iterations)
    }

    /// Returns the approximate memory of the bot while it plays, in bytes.
    pub fn memory(&self) -> u64 {
        self.settings.room().bytes()
    }

    /// Returns the weights of the first greedy bot among the guide and the models of the other
    /// players.
    pub fn greedy(&self) -> Option<Weights> {
        let mut guides = [&self.guide].into_iter().chain(&self.players);
        guides.find_map(|guide| match guide {
            Guide::Greedy(weights) => Some(*weights),
            Guide::Trained(_) => None,
        })
    }

    /// Creates the bot for a game.
    pub fn bot<G: Searchable + Learnable + Scripted>(&self) -> Mcts<G> {
        let players = self.players.iter().map(Guide::adviser).collect();
        Mcts::new(self.settings.clone(), self.guide.adviser(), players)
    }
}

/// Settings of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchSettings {
    /// Number of playouts for each decision.
    pub iterations: u32,
    /// Maximum number of nodes of all trees together. The trees stop growing at this limit.
    pub nodes: u32,
    /// Exploration constant of UCB (upper confidence bounds): the weight of rarely visited options.
    pub exploration: f32,
    pub cards: CardRule,
    pub others: Others,
    pub rollout: Rollout,
    /// Probability of a random choice with the rollout [`Rollout::EpsilonGreedy`].
    pub epsilon: f32,
    /// Number of rounds that a playout continues after its first round. Then the guide evaluates
    /// the position, if it can evaluate positions. `None` plays to the end of the game.
    pub rounds: Option<u8>,
    pub prior: Prior,
    pub widening: Widening,
    pub mix: Mix,
}

impl SearchSettings {
    /// Returns the capacity of the pool of nodes. If only one player has a tree, each playout adds
    /// at most one node.
    pub fn room(&self) -> Room {
        let trees = match self.others {
            Others::Rollout => 1,
            Others::Trees => MAX_PLAYERS,
        };
        Room::new(self.nodes, self.iterations, trees)
    }
}

/// Rule for choosing cards or other secret, simultaneous choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardRule {
    /// Each playout tries the card with the highest upper confidence bound. The final choice is the
    /// card with the most playouts.
    #[default]
    Ucb,
    /// Regret matching computes a mixture of cards (a probability for each card). The final choice
    /// is drawn from the average mixture.
    RegretMatching,
}

/// Model of the other players within the search trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// The other players choose as in playouts. The bot searches for the best response to them.
    #[default]
    Rollout,
    /// The other players have search trees of their own. The bot searches for a strategy against
    /// such opponents.
    Trees,
}

/// The policy by which all players choose in playouts, outside the trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rollout {
    /// All choices are random, which is fast.
    Random,
    /// Choices are random with probability `epsilon`; otherwise the guide chooses.
    #[default]
    EpsilonGreedy,
    /// The guide makes all choices.
    Greedy,
}

/// Weight of the guide's rating of an option. The rating counts as a number of visits of the
/// option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    pub visits: f32,
    /// Factor that converts the guide's rating to a win value.
    pub slope: f32,
}

/// Progressive widening (Chaslot et al. 2008): after n visits of a node, the search considers only
/// the best `first + factor n^exponent` options by prior (the guide's rating). The options of
/// secret choices are not limited.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widening {
    pub first: f32,
    pub factor: f32,
    pub exponent: f32,
}

/// Weights of win, place and score in the value of an outcome; their sum is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    pub win: f32,
    pub placement: f32,
    pub score: f32,
}

impl Mix {
    /// Returns the value of an outcome, 0 to 1.
    #[inline]
    pub fn value(&self, outcome: &Outcome) -> f32 {
        self.win * outcome.win + self.placement * outcome.placement + self.score * outcome.score
    }
}

impl Prior {
    /// Returns whether the prior has no weight, so that the guide's ratings are not needed.
    pub fn is_none(&self) -> bool {
        self.visits <= 0.0
    }
}
