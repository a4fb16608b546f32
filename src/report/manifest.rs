//! The manifest of a folder: what was asked, what was played, and all that charts and page need beside the tables.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::Kind;
use super::measured::Measured;
use super::words::{decimals, grouped, list, percent};
use crate::scenario::{control_character, read_bytes};
use crate::shell::is_quoted;

/// The contents of `manifest.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The command that the folder answers.
    #[serde(default)]
    pub kind: Kind,
    /// The version of gong that played.
    pub gong: String,
    /// The engine that played (see [`crate::engine::identity`]): another plays other games from the same seed.
    #[serde(default)]
    pub engine: String,
    /// The command that plays the same again, as one would type it.
    pub command: String,
    /// The scenario's title.
    pub title: String,
    /// The seed: with the scenario and the version it decides every game.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// Nobody said how many, and the bots take longer than greedy ones: they got fewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fewer: bool,
    /// The run was ended before it had played what was asked.
    pub partial: bool,
    /// The level of intervals, 0.95 unless asked otherwise.
    pub level: f64,
    /// Set when the run played until its win rates were precise enough.
    pub precision: Option<Precision>,
    /// Threads that played. They decide nothing but the time.
    pub threads: usize,
    /// Seconds from the first game to the last.
    pub wall_seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// What its page says in a line. Written by [`super::Folder::publish`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub headline: String,
    /// What to type after `gong watch` to see its games: the scenario and its flags.
    #[serde(default)]
    pub watch: String,
    /// Of a run, what to type after `gong skill` to see for whom it holds: the scenario and what is changed of it, without who plays.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub skill: String,
    /// What the game measures.
    #[serde(default)]
    pub measured: Measured,
    /// What the game calls a fighter, and several.
    #[serde(default = "fighter")]
    pub fighter: [String; 2],
    /// The fighters by key, in the order in which tables name them.
    pub fighters: Vec<FighterNote>,
    /// By side, its faction, such as "heroes"; empty where sides have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<String>,
    /// What `--set` changed of the scenario, as typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The roster that the fighters come from.
    pub roster: RosterNote,
    /// Rules that differ from the game's defaults.
    pub rule_changes: Vec<RuleChange>,
    /// The strategies that played.
    pub strategies: Vec<StrategyNote>,
    /// What was played that a bot has not learnt, bot by bot, in whole sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlearnt: Vec<String>,
    /// The names of these bots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strangers: Vec<String>,
    /// The manifest of the stand-in: a bot of weights that played the same in place of bots that
    /// have not learnt what was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Box<Manifest>>,
    /// The scenario as resolved: every setting, also those that nobody set.
    pub scenario: serde_json::Value,
    /// Of a run, who played some of its games beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<BesideNote>,
    /// How long bots thought, where it was measured. No seed decides it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotNote>,
    /// What the question changed of the scenario, a line each. Written when the folder is published.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// SHA-256 of `found.json`, in hexadecimal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub found: String,
    /// The tables of the results, in the order in which they are hashed, and the charts of the page. Written by [`super::Folder::publish`], as the next.
    #[serde(default)]
    pub tables: Vec<String>,
    /// SHA-256 of the files of these tables, by their names: what is damaged is known before it is read.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    #[serde(default)]
    pub charts: Vec<String>,
    /// SHA-256 of the results (see [`super::Tables::hash`]): equal hashes, equal results, on any machine and number of threads.
    pub results: String,
}

/// What manifests meant that did not say what the game calls a fighter.
fn fighter() -> [String; 2] {
    ["fighter", "fighters"].map(str::to_owned)
}

/// A run that played until it was precise enough.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Precision {
    /// The half-width asked for, a share: 0.005 is half a percentage point.
    pub target: f64,
    /// Every win rate is as precise as asked.
    pub reached: bool,
}

impl Precision {
    /// The half-width asked for, in percentage points.
    pub fn points(&self) -> String {
        percent(self.target, decimals(self.target).max(2))
    }
}

/// How a fighter is shown, and where its values come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FighterNote {
    /// The key by which tables name it.
    pub key: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `#RRGGBB`.
    pub colour: String,
    /// Values that a rulebook prints, each as "size 5" or "card 7: initiative".
    pub printed: Vec<String>,
    /// Values that this project chose.
    pub reconstructed: Vec<String>,
    /// The designer's own values.
    pub own: Vec<String>,
    /// What its things are, such as the values of a card, by the names that tables have for them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub things: BTreeMap<String, String>,
}

/// Where the fighters come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterNote {
    /// The roster's name.
    pub name: String,
    /// Where its printed values were read; may be empty.
    pub source: String,
}

/// One rule that is not the default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleChange {
    /// The rule's name, as a scenario writes it.
    pub rule: String,
    /// Its value here.
    pub value: String,
    /// The game's default.
    pub default: String,
}

/// A bot that played the first games of a run too, in every seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BesideNote {
    pub strategy: String,
    pub games: u64,
}

/// How long a bot thought.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BotNote {
    /// Name of the strategy.
    pub strategy: String,
    /// Decisions between at least two options.
    pub decisions: u64,
    /// Processor time of the threads, in seconds.
    pub seconds: f64,
}

/// One strategy and whom it plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyNote {
    /// Its name, as tables show it.
    pub name: String,
    /// Whom it plays, or what it is, in words.
    pub about: String,
}

/// What was played that a bot has not learnt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlearnt {
    /// The bot's name.
    pub bot: String,
    /// What it has not learnt and what that means, in whole sentences.
    pub meaning: String,
}

impl Manifest {
    /// Notes what was played that bots have not learnt.
    pub fn note_unlearnt(&mut self, found: Vec<Unlearnt>) {
        (self.strangers, self.unlearnt) = found.into_iter().map(|of| (of.bot, of.meaning)).unzip();
        self.strangers.sort();
        self.strangers.dedup();
    }

    /// The first line of a summary: what was played, as in "2 bots, 800 games", and in which time.
    pub fn opening(&self, played: &str) -> String {
        let ended = if self.partial { ", ended early" } else { "" };
        let fewer = match (self.fewer, self.kind) {
            (true, Kind::Pairings) => {
                "; at most a part of what greedy bots get, since these take longer: --at-most N plays more"
            }
            (true, _) => {
                "; fewer than greedy bots get, since these take longer: --games N plays more"
            }
            (false, _) => "",
        };
        format!(
            "{}: {played}{ended} in {:.1} s ({} a second){fewer}",
            self.title,
            self.wall_seconds,
            grouped(self.games_per_second.round() as u64)
        )
    }

    /// The command that shows one of its games; `what` is the scenario and its flags.
    pub fn watch_line(&self, what: &str, game: u64) -> String {
        format!("gong watch {what} --seed {} --game {game}", self.seed)
    }

    /// Whose play was measured: "As trained plays".
    pub fn as_played(&self) -> String {
        let bots = list(self.strategies.iter().map(|bot| &bot.name));
        let plays = if self.strategies.len() == 1 {
            "plays"
        } else {
            "play"
        };
        format!("As {bots} {plays}")
    }

    /// For whom a run's numbers hold, in a line.
    pub fn holds_for(&self) -> Option<String> {
        if self.skill.is_empty() {
            return None;
        }
        let as_played = self.as_played();
        let stronger = match self.beside {
            Some(_) => "other levels of play",
            None => "not checked against stronger play",
        };
        Some(format!(
            "{as_played}; {stronger}: gong skill {}",
            self.skill
        ))
    }

    /// Writes the manifest into a run's folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join("manifest.json");
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Reads the manifest of a run's folder.
    ///
    /// # Errors
    /// If there is none, or it is not one of gong's.
    pub fn read(folder: &Path) -> Result<Manifest> {
        let path = folder.join("manifest.json");
        let bytes = read_bytes(&path, MOST_BYTES)
            .map_err(|what| anyhow!("{} {what}: is this the folder of a run?", path.display()))?;
        let why = || {
            format!(
                "{} is not a manifest that this gong can read",
                path.display()
            )
        };
        let text = String::from_utf8(bytes).with_context(why)?;
        let json: serde_json::Value =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).with_context(why)?;
        if let Some(what) = unreadable(&json) {
            bail!("{} holds {what}, as no manifest does", path.display());
        }
        let manifest: Manifest = serde_json::from_value(json).with_context(why)?;
        if let Some(command) = manifest.commands().find(|command| !is_quoted(command)) {
            bail!(
                "{} holds what a shell would not read as a command of gong's: {command}",
                path.display()
            );
        }
        Ok(manifest)
    }

    /// What it says of commands to type.
    fn commands(&self) -> impl Iterator<Item = &str> {
        let own = [&self.command, &self.watch, &self.skill].into_iter();
        own.map(String::as_str)
    }
}

/// Largest size of a manifest, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// What cannot be shown among the texts of a manifest, which go to a terminal and into pages.
fn unreadable(json: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    let odd = |text: &String| control_character(text).map(|(_, what)| what);
    match json {
        Value::String(text) => odd(text),
        Value::Array(list) => list.iter().find_map(unreadable),
        Value::Object(table) => {
            (table.iter()).find_map(|(key, of)| odd(key).or_else(|| unreadable(of)))
        }
        _ => None,
    }
}
