//! The `[search]` table of a strategy file: how a bot of kind `mcts` plays the game out before it decides.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::{Document, directory};
use super::fault::Faults;
use super::strategy_file::{BotError, RANDOM, is_file, load_bot};
use crate::games::Title;
use crate::games::title::Shipped;
use crate::strategies::Character;
use crate::strategies::mcts::{CardRule, Mix, Others, Prior, Rollout, Settings, Widening};

/// How a bot searches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchFile {
    /// Playouts for each decision, 1 to 1000000: the more, the stronger and the slower.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub iterations: u32,
    /// Nodes that the trees may have together, 16 to 4000000, some 150 bytes each; beyond them the trees grow no more.
    #[serde(default = "SearchFile::nodes")]
    #[schemars(range(min = 16, max = 4_000_000))]
    pub nodes: u32,
    /// How much what is little known is tried rather than what looks good, 0 to 10.
    #[serde(default = "SearchFile::exploration")]
    #[schemars(range(min = 0.0, max = 10.0))]
    pub exploration: f64,
    /// How cards are chosen, which all do at the same time: what looks best, or a mixture that nobody can exploit.
    #[serde(default)]
    pub cards: CardRule,
    /// The bot of kind `greedy` whose weights lead the search and its playouts: a name, or a file; left out: the game's first of that kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greedy: Option<String>,
    /// How the other players are thought to choose while the bot's own tree lasts: as in playouts, or each by a tree of its own.
    #[serde(default)]
    pub others: Others,
    /// How everybody plays in playouts, once they have left the trees.
    #[serde(default)]
    pub rollout: Rollout,
    /// The chance of a random choice where the rollout is `epsilon-greedy`, 0 to 1.
    #[serde(default = "SearchFile::epsilon")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub epsilon: f64,
    /// Rounds that a playout goes on after the one it begins in, 0 to 20, before the position is judged; left out: to the end of the game.
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub rounds: Option<u8>,
    /// What greedy's opinion of an option counts before the option is tried.
    #[serde(default)]
    pub prior: PriorTable,
    /// How many steps of a turn are looked at: few at first, the best by greedy's opinion.
    #[serde(default)]
    pub widening: WideningTable,
    /// What the bot wants: shares that count in proportion.
    #[serde(default)]
    pub value: ValueTable,
}

/// The `[search.prior]` table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PriorTable {
    /// It counts as much as so many tries, 0 to 1000; 0: greedy is not asked.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub visits: f64,
    /// What one point of greedy's score is worth in chances to win, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub slope: f64,
}

/// The `[search.widening]` table: after n tries, `first + factor * n^exponent` steps are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WideningTable {
    /// So many at first, 1 to 64.
    #[schemars(range(min = 1.0, max = 64.0))]
    pub first: f64,
    /// 0 to 64.
    #[schemars(range(min = 0.0, max = 64.0))]
    pub factor: f64,
    /// 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub exponent: f64,
}

/// The `[search.value]` table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ValueTable {
    /// To win, 0 to 100.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub win: f64,
    /// To be placed high, 0 to 100.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub placement: f64,
    /// To have many points, compared with the best of the others, 0 to 100.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub score: f64,
}

impl SearchFile {
    fn nodes() -> u32 {
        1 << 16
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
        PriorTable {
            visits: 15.0,
            slope: 0.1,
        }
    }
}

impl Default for WideningTable {
    fn default() -> Self {
        WideningTable {
            first: 2.0,
            factor: 0.5,
            exponent: 0.5,
        }
    }
}

impl Default for ValueTable {
    fn default() -> Self {
        ValueTable {
            win: 0.6,
            placement: 0.1,
            score: 0.3,
        }
    }
}

/// The settings that a document's `[search]` table describes.
///
/// # Errors
/// A greedy bot that there is not, or that is none; a value that nothing counts for.
pub fn settings(
    title: &dyn Title,
    document: &Document,
    file: &SearchFile,
) -> Result<Settings, Faults> {
    let mut faults = Faults::default();
    let path = ["search", "greedy"];
    let location = document.get(&path).map(|node| &node.location);
    let is_greedy = |bot: &&Shipped| {
        let file: Option<toml::Table> = toml::from_str(bot.text).ok();
        file.and_then(|file| Some(file.get("kind")?.as_str()? == "greedy")) == Some(true)
    };
    let first = || {
        let greedy = title.bots().iter().find(is_greedy);
        greedy.map_or(RANDOM, |bot| bot.name)
    };
    let written = file.greedy.as_deref().unwrap_or_else(first);
    let reference = match location {
        Some(location) if is_file(written) => {
            directory(location).join(written).to_string_lossy().into()
        }
        _ => written.to_owned(),
    };
    let weights = match greedy(title, &reference) {
        Ok(Character::Greedy(weights)) => Some(weights),
        Ok(_) => {
            let what = format!("`{written}` is not of kind greedy: it has no weights");
            faults.push(document.fault(&path, what));
            None
        }
        Err(BotError::Unknown(what)) => {
            faults.push(document.fault(&path, what));
            None
        }
        Err(BotError::File(its)) => {
            faults.extend(its);
            None
        }
    };
    let value = file.value;
    let sum = value.win + value.placement + value.score;
    if sum <= 0.0 {
        let what = "nothing counts: one of win, placement and score must be above 0";
        faults.push(document.fault(&["search", "value"], what));
    }
    faults.done()?;
    let share = |part: f64| (part / sum) as f32;
    Ok(Settings {
        iterations: file.iterations,
        nodes: file.nodes,
        exploration: file.exploration as f32,
        cards: file.cards,
        others: file.others,
        rollout: file.rollout,
        epsilon: file.epsilon as f32,
        rounds: file.rounds,
        weights: weights.expect("there are no faults"),
        prior: Prior {
            visits: file.prior.visits as f32,
            slope: file.prior.slope as f32,
        },
        widening: Widening {
            first: file.widening.first as f32,
            factor: file.widening.factor as f32,
            exponent: file.widening.exponent as f32,
        },
        mix: Mix {
            win: share(value.win),
            placement: share(value.placement),
            score: share(value.score),
        },
    })
}

/// The bot that should lead the search. A file that is a search itself is told from its kind before it is loaded, so that two that name
/// each other do not go round in circles.
fn greedy(title: &dyn Title, reference: &str) -> Result<Character, BotError> {
    if is_file(reference) {
        let searches = Document::read(Path::new(reference))
            .is_ok_and(|document| document.get(&["search"]).is_some());
        if searches {
            return Ok(Character::Random);
        }
    }
    load_bot(title, reference).map(|bot| bot.character)
}
