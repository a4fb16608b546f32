//! Settings of a tree search (MCTS), as in the table `[search]` of a strategy file.

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
    /// Bots that model the other players. If empty, the guide (the bot that helps the search) is
    /// the model.
    pub players: Vec<Guide>,
}

impl Search {
    /// Returns the approximate duration of one decision of the searching bot, relative to a greedy
    /// bot.
    pub fn cost(&self) -> u64 {
        20 * self.guide.cost() * u64::from(self.settings.iterations)
    }

    /// Returns the approximate memory of the searching bot while it plays, in bytes.
    pub fn memory(&self) -> u64 {
        self.settings.room().bytes()
    }

    /// Returns the guide (the bot that helps the search) and the models of the other players.
    pub fn guides(&self) -> impl Iterator<Item = &Guide> {
        [&self.guide].into_iter().chain(&self.players)
    }

    /// Returns the weights of the first greedy bot that the search uses, as guide or as model of
    /// the other players. `None` if the search uses no greedy bot.
    pub fn greedy(&self) -> Option<Weights> {
        self.guides().find_map(|guide| match guide {
            Guide::Greedy(weights) => Some(*weights),
            Guide::Trained(_) => None,
        })
    }

    /// Creates the bot that searches with these settings.
    pub fn bot<G: Searchable + Learnable + Scripted>(&self) -> Mcts<G> {
        let players = self.players.iter().map(Guide::advisers).collect();
        Mcts::new(self.settings.clone(), self.guide.advisers(), players)
    }
}

/// Settings of a Monte-Carlo tree search.
#[derive(Debug, Clone, PartialEq)]
pub struct SearchSettings {
    /// Number of playouts that the search simulates for each decision.
    pub iterations: u32,
    /// Maximum number of nodes of all search trees together. The trees stop growing at this limit.
    pub nodes: u32,
    /// Number of options, 2 to [`MAX_CANDIDATES`](super::MAX_CANDIDATES), among which the search
    /// divides its playouts: the best ones by rating of the guide (the bot that helps the search).
    /// Without ratings, all options up to the maximum.
    pub candidates: u8,
    /// Exploration constant of UCB (upper confidence bounds): the weight of rarely visited options.
    pub exploration: f32,
    pub cards: CardRule,
    pub others: Others,
    pub rollout: Rollout,
    /// Probability, 0 to 1, of a random choice in playouts with the policy
    /// [`Rollout::EpsilonGreedy`].
    pub epsilon: f32,
    /// Number of rounds that a playout continues after its first round. Then the guide (the bot
    /// that helps the search) evaluates the position, if it can. `None` plays to the end of the
    /// game.
    pub rounds: Option<u8>,
    pub prior: Prior,
    pub widening: Widening,
    pub mix: Mix,
}

impl SearchSettings {
    /// Returns the numbers of search tree nodes and edges for which the search reserves memory. If
    /// only one player has a tree, each playout adds at most one node.
    pub fn room(&self) -> Room {
        let trees = match self.others {
            Others::Rollout => 1,
            Others::Trees => MAX_PLAYERS,
        };
        Room::new(self.nodes, self.iterations, trees)
    }
}

/// Rule by which a search chooses cards, or makes other choices that are secret and simultaneous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardRule {
    /// The search divides its playouts among the cards like among other options, and chooses the
    /// card with the best value.
    #[default]
    Ucb,
    /// The search computes a mixture of cards (a probability for each card) by regret matching. The
    /// final choice is drawn from the average mixture.
    RegretMatching,
}

/// How a search models the other players within its search trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// The other players choose as in playouts. The searching bot looks for the best response to
    /// them.
    #[default]
    Rollout,
    /// The other players have search trees of their own. The searching bot looks for a strategy
    /// against such opponents.
    Trees,
}

/// How all players choose in a search's playouts, outside the search trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rollout {
    /// In playouts, all choices are random, which is fast.
    Random,
    /// In playouts, choices are random with probability `epsilon`. Otherwise the guide (the bot
    /// that helps the search) chooses.
    #[default]
    EpsilonGreedy,
    /// In playouts, the guide (the bot that helps the search) makes all choices.
    Greedy,
}

/// Weight of an option's rating by the guide (the bot that helps the search). The rating counts as
/// a number of visits of the option.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    pub visits: f32,
    /// Factor that converts the rating of an option by the guide (the bot that helps the search) to
    /// a win value.
    pub slope: f32,
}

/// The `[search.widening]` table. After n tries of a position, the search considers
/// `first + factor * n^exponent` options.
// Progressive widening (Chaslot et al. 2008): at a node below the root, these are the best options
// by rating of the guide. The options of secret choices are not limited.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "WideningTable")]
pub struct Widening {
    /// Number of options that the search considers at first, 1 to 64.
    #[schemars(with = "f64", range(min = 1.0, max = 64.0))]
    pub first: f32,
    /// Factor of the growth in the number of considered options, 0 to 64.
    #[schemars(with = "f64", range(min = 0.0, max = 64.0))]
    pub factor: f32,
    /// Exponent of the growth in the number of considered options, 0 to 1.
    #[schemars(with = "f64", range(min = 0.0, max = 1.0))]
    pub exponent: f32,
}

impl Default for Widening {
    fn default() -> Self {
        Widening { first: 2.0, factor: 0.5, exponent: 0.5 }
    }
}

/// Weights of win, final rank and score in the value of a game's outcome; their sum is 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    pub win: f32,
    pub placement: f32,
    pub score: f32,
}

impl Mix {
    /// Only the win counts.
    pub const WINS: Mix = Mix { win: 1.0, placement: 0.0, score: 0.0 };

    /// Returns the value of a game's outcome for a player, 0 to 1.
    #[inline]
    pub fn value(&self, outcome: &Outcome) -> f32 {
        self.win * outcome.win + self.placement * outcome.placement + self.score * outcome.score
    }
}

impl Prior {
    /// Returns true if the ratings by the guide (the bot that helps the search) have no weight, so
    /// that they are not needed.
    pub fn is_none(&self) -> bool {
        self.visits <= 0.0
    }
}
