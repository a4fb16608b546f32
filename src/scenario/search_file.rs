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
use crate::strategies::mcts::{
    CardRule, Guide, Mix, Others, Prior, Rollout, Search, Settings, Widening,
};

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
    /// How cards are chosen, which all do at the same time: what looks best, or a mixture that is hard to foresee.
    #[serde(default)]
    pub cards: CardRule,
    /// The bot whose opinion leads the search and that plays in its playouts, of kind `greedy` or `trained`: a name, or a file; a trained
    /// one also judges the positions that playouts end in. Left out: the game's first of these kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<String>,
    /// Bots, of the same kinds, as which the other players are thought to play: in each playout everybody as one of them. Left out: as the
    /// guide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub players: Vec<String>,
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
    /// What the guide's opinion of an option counts before the option is tried.
    #[serde(default)]
    pub prior: PriorTable,
    /// How many steps of a turn are looked at: few at first, the best by the guide's opinion.
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
    /// It counts as much as so many tries, 0 to 1000; 0: the guide is not asked.
    #[schemars(range(min = 0.0, max = 1000.0))]
    pub visits: f64,
    /// What one point of the guide's opinion is worth in chances to win, 0 to 1. Left out: 0.1 of a greedy guide's score, and 1 of a trained
    /// one's, which is a chance to win.
    #[schemars(range(min = 0.0, max = 1.0))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slope: Option<f64>,
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
            slope: None,
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

/// The search that a document's `[search]` table describes.
///
/// # Errors
/// A guide or player that there is not, or that cannot be one; a value that nothing counts for.
pub fn search(title: &dyn Title, document: &Document, file: &SearchFile) -> Result<Search, Faults> {
    let mut faults = Faults::default();
    let written = file.guide.as_deref().unwrap_or_else(|| first_guide(title));
    let guide = faults.keep(guide(title, document, &["search", "guide"], written));
    let mut players = vec![];
    for (index, written) in file.players.iter().enumerate() {
        let path = ["search", "players", &index.to_string()];
        players.extend(faults.keep(self::guide(title, document, &path, written)));
    }
    let value = file.value;
    let sum = value.win + value.placement + value.score;
    if sum <= 0.0 {
        let what = "nothing counts: one of win, placement and score must be above 0";
        faults.push(document.fault(&["search", "value"], what));
    }
    faults.done()?;
    let guide = guide.expect("there are no faults");
    let slope = file.prior.slope.map(|slope| slope as f32);
    let share = |part: f64| (part / sum) as f32;
    let settings = Settings {
        iterations: file.iterations,
        nodes: file.nodes,
        exploration: file.exploration as f32,
        cards: file.cards,
        others: file.others,
        rollout: file.rollout,
        epsilon: file.epsilon as f32,
        rounds: file.rounds,
        prior: Prior {
            visits: file.prior.visits as f32,
            slope: slope.unwrap_or_else(|| guide.slope()),
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
    };
    Ok(Search {
        settings,
        guide,
        players,
    })
}

/// The game's first bot that can lead a search.
fn first_guide(title: &dyn Title) -> &'static str {
    let leads = |bot: &&Shipped| {
        let file: Option<toml::Table> = toml::from_str(bot.text).ok();
        let kind = file.and_then(|file| Some(file.get("kind")?.as_str()?.to_owned()));
        kind.is_some_and(|kind| kind == "greedy" || kind == "trained")
    };
    let first = title.bots().iter().find(leads);
    first.map_or(RANDOM, |bot| bot.name)
}

/// The guide that is written at this place of a document. A file that is a search itself is told before it is loaded, so that two that name
/// each other do not go round in circles.
fn guide(
    title: &dyn Title,
    document: &Document,
    path: &[&str],
    written: &str,
) -> Result<Guide, Faults> {
    let fault = |what: String| Err(document.fault(path, what).into());
    let cannot = || {
        fault(format!(
            "`{written}` is of neither kind greedy nor trained: it cannot lead a search"
        ))
    };
    let reference = match document.get(path).map(|node| &node.location) {
        Some(location) if is_file(written) => {
            directory(location).join(written).to_string_lossy().into()
        }
        _ => written.to_owned(),
    };
    if is_file(&reference) {
        let searches = Document::read(Path::new(&reference))
            .is_ok_and(|document| document.get(&["search"]).is_some());
        if searches {
            return cannot();
        }
    }
    match load_bot(title, &reference) {
        Ok(bot) => match bot.character {
            Character::Greedy(weights) => Ok(Guide::Greedy(weights)),
            Character::Trained(network) => Ok(Guide::Trained(network)),
            _ => cannot(),
        },
        Err(BotError::Unknown(what)) => fault(what),
        Err(BotError::File(its)) => Err(its),
    }
}
