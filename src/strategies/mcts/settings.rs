//! The settings of a search, as a strategy file's `[search]` table has them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::Weights;
use super::{Guide, Mcts, Room};
use crate::games::searchable::Outcome;
use crate::games::{Learnable, MAX_PLAYERS, Scripted, Searchable};

/// A bot that searches: how, and led by whom.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    pub settings: Settings,
    pub guide: Guide,
    /// As whom the others are thought to play; nobody: as the guide.
    pub players: Vec<Guide>,
}

impl Search {
    /// About how many times as long it takes over a decision as a greedy bot.
    pub fn cost(&self) -> u64 {
        20 * self.guide.cost() * u64::from(self.settings.iterations)
    }

    /// Bytes that it takes at work, about.
    pub fn memory(&self) -> u64 {
        self.settings.room().bytes()
    }

    /// The first greedy bot that plays in its playouts.
    pub fn greedy(&self) -> Option<Weights> {
        let mut guides = [&self.guide].into_iter().chain(&self.players);
        guides.find_map(|guide| match guide {
            Guide::Greedy(weights) => Some(*weights),
            Guide::Trained(_) => None,
        })
    }

    /// It at work.
    pub fn bot<G: Searchable + Learnable + Scripted>(&self) -> Mcts<G> {
        let players = self.players.iter().map(Guide::adviser).collect();
        Mcts::new(self.settings.clone(), self.guide.adviser(), players)
    }
}

/// The settings of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Playouts for each decision.
    pub iterations: u32,
    /// Nodes that the trees may have together; when they are used up, the trees grow no more.
    pub nodes: u32,
    /// The weight of what is little known against what is known to be good (UCB's constant).
    pub exploration: f32,
    pub cards: CardRule,
    pub others: Others,
    pub rollout: Rollout,
    /// The chance of a random choice where the rollout is [`Rollout::EpsilonGreedy`].
    pub epsilon: f32,
    /// How many rounds a playout looks beyond the one it begins in, before the position is judged, by the guide if it can; none: to the end.
    pub rounds: Option<u8>,
    pub prior: Prior,
    pub widening: Widening,
    pub mix: Mix,
}

impl Settings {
    /// How large its trees may grow: where only one player has a tree, by a node with each playout.
    pub fn room(&self) -> Room {
        let trees = match self.others {
            Others::Rollout => 1,
            Others::Trees => MAX_PLAYERS,
        };
        Room::new(self.nodes, self.iterations, trees)
    }
}

/// How cards are chosen, or whatever else is secret and simultaneous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardRule {
    /// The card with the highest upper confidence bound; in the end the one tried most.
    #[default]
    Ucb,
    /// Mixed by regret; in the end the average mixture.
    RegretMatching,
}

/// How the other players are thought to choose, before the playout has left the trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// As in playouts: the bot looks for the best answer to that.
    #[default]
    Rollout,
    /// Each by a tree of its own, as well as the bot: it looks for what holds against such opponents.
    Trees,
}

/// How everybody plays in playouts, outside the trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rollout {
    /// At random: fast.
    Random,
    /// As the guide does, now and then at random: by the chance `epsilon`.
    #[default]
    EpsilonGreedy,
    /// As the guide does.
    Greedy,
}

/// What the guide's opinion of an option counts before it is tried: as much as so many visits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    pub visits: f32,
    /// What one point of its opinion is worth in value.
    pub slope: f32,
}

/// Progressive widening (Chaslot et al. 2008): after n visits of a node, `first + factor n^exponent` of its options are looked
/// at, the best by prior. Not where choices are secret.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Widening {
    pub first: f32,
    pub factor: f32,
    pub exponent: f32,
}

/// What counts of an outcome; together 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mix {
    pub win: f32,
    pub placement: f32,
    pub score: f32,
}

impl Mix {
    /// An outcome's value, 0 to 1.
    #[inline]
    pub fn value(&self, outcome: &Outcome) -> f32 {
        self.win * outcome.win + self.placement * outcome.placement + self.score * outcome.score
    }
}

impl Prior {
    /// Is there none?
    pub fn is_none(&self) -> bool {
        self.visits <= 0.0
    }
}
