//! The `[search]` table of a strategy file: settings of a bot of kind `mcts`, which searches by
//! simulated playouts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Document;
use super::fault::Faults;
use super::used_bots;
use crate::games::Title;
use crate::strategies::mcts::{
    CardRule, Mix, Others, Prior, Rollout, Search, SearchSettings, Widening,
};

/// Settings of a bot that searches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchFile {
    /// Number of playouts for each decision, 1 to 1000000. More playouts are stronger and slower.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub iterations: u32,
    /// Maximum number of nodes of all search trees together, 16 to 4000000, at about 150 bytes
    /// each. At this limit the trees stop growing.
    #[serde(default = "SearchFile::nodes")]
    #[schemars(range(min = 16, max = 4_000_000))]
    pub nodes: u32,
    /// Number of options among which the search divides its playouts, 2 to 64: those that the guide
    /// bot rates best. The worse half of these options is dropped again and again.
    #[serde(default = "SearchFile::candidates")]
    #[schemars(range(min = 2, max = 64))]
    pub candidates: u8,
    /// Exploration constant of the search tree, 0 to 10. With a greater value, later decisions of a
    /// playout try rarely visited options more often.
    #[serde(default = "SearchFile::exploration")]
    #[schemars(range(min = 0.0, max = 10.0))]
    pub exploration: f64,
    /// Rule for choosing cards in simultaneous decisions: the best card, or a mixture that
    /// opponents cannot predict.
    #[serde(default)]
    pub cards: CardRule,
    /// Guide of the search: a bot of kind `greedy`, `trained` or `panel`, given by its name or
    /// file. It rates options and plays in playouts; a trained guide also evaluates the final
    /// positions of playouts. A panel is represented by one member in each game. Default:
    /// the game's first bot of these kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<String>,
    /// Bots that model the other players, each of kind `greedy`, `trained` or `panel`. Each playout
    /// draws one of them for each player, and a member of a panel. Default: the bot that guides the
    /// search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub players: Vec<String>,
    /// Model of the other players inside the search tree: each plays as in playouts, or has a
    /// search tree of its own.
    #[serde(default)]
    pub others: Others,
    /// Rule for choosing options in playouts, after the search tree ends.
    #[serde(default)]
    pub rollout: Rollout,
    /// Probability of a random choice if the playout rule is `epsilon-greedy`, 0 to 1.
    #[serde(default = "SearchFile::epsilon")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub epsilon: f64,
    /// Number of game rounds that a playout continues after its first round, 0 to 20. Then the
    /// position is evaluated. Default: to the end of the game.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub rounds: Option<u8>,
    /// Weight of the prior: the guide bot's opinion of an option before the search tries the
    /// option.
    #[serde(default)]
    pub prior: PriorTable,
    /// Progressive widening: at the bot's later decisions, the search first considers only a few
    /// options, those that the guide bot rates best, and later more.
    #[serde(default)]
    pub widening: Widening,
    /// Goals of the bot, with their weights. Only the ratios between the weights matter.
    #[serde(default)]
    pub value: ValueTable,
}

/// The `[search.prior]` table: weight of the opinion of the bot that guides the search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PriorTable {
    /// Number of tries of an option that the guide bot's opinion counts as, 0 to 1000. With 0 the
    /// guide is not asked.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub visits: f64,
    /// Win probability per point of the guide bot's opinion, 0 to 1. Default: 0.1 for a greedy
    /// guide's score, 1 for a trained guide, whose opinion is a win probability.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slope: Option<f64>,
}

/// The `[search.value]` table: weights of the bot's goals.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ValueTable {
    /// Weight of winning among the bot's goals, 0 to 100.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub win: f64,
    /// Weight of a good final place among the bot's goals, 0 to 100.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub placement: f64,
    /// Weight of points among the bot's goals, 0 to 100. Points are compared with the best of the
    /// other players.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub score: f64,
}

impl SearchFile {
    fn nodes() -> u32 {
        1 << 16
    }
    fn candidates() -> u8 {
        4
    }
    fn exploration() -> f64 {
        0.5
    }
    fn epsilon() -> f64 {
        0.03
    }
}

impl Default for PriorTable {
    fn default() -> Self {
        PriorTable { visits: 15.0, slope: None }
    }
}

impl Default for ValueTable {
    fn default() -> Self {
        ValueTable { win: 0.6, placement: 0.1, score: 0.3 }
    }
}

/// Builds the search settings of a bot from the table `[search]` of its strategy file.
///
/// # Errors
/// Fails if a guide or a player does not exist or has the wrong kind, or if all goals have a weight
/// of 0.
pub fn search(title: &dyn Title, document: &Document, file: &SearchFile) -> Result<Search, Faults> {
    let mut faults = Faults::default();
    let written = file.guide.as_deref().unwrap_or_else(|| used_bots::first_guide(title));
    let guide = faults.keep(used_bots::guide(title, document, &["search", "guide"], written));
    let mut players = vec![];
    for (index, written) in file.players.iter().enumerate() {
        let path = ["search", "players", &index.to_string()];
        players.extend(faults.keep(used_bots::guide(title, document, &path, written)));
    }
    let value = file.value;
    let sum = value.win + value.placement + value.score;
    if sum <= 0.0 {
        let what = "all weights are 0; at least one of win, placement and score must be above 0";
        faults.push(document.fault(&["search", "value"], what));
    }
    faults.done()?;
    let guide = guide.expect("there are no faults");
    let share = |part: f64| (part / sum) as f32;
    let settings = SearchSettings {
        iterations: file.iterations,
        nodes: file.nodes,
        candidates: file.candidates,
        exploration: file.exploration as f32,
        cards: file.cards,
        others: file.others,
        rollout: file.rollout,
        epsilon: file.epsilon as f32,
        rounds: file.rounds,
        prior: Prior {
            visits: file.prior.visits as f32,
            slope: file.prior.slope.map_or_else(|| guide.slope(), |slope| slope as f32),
        },
        widening: file.widening,
        mix: Mix {
            win: share(value.win),
            placement: share(value.placement),
            score: share(value.score),
        },
    };
    Ok(Search { settings, guide, players })
}
