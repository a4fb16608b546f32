//! The manifest of a report's folder: the command, what was played, and everything besides the
//! tables that charts and page need.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};

use super::measured::GameMeasures;
use super::ownership::no_links;
use super::words::{decimals, grouped, percent};
use super::{AdaptedNote, atomic_file};
use crate::scenario::{Bot, control_character, read_bytes};
use crate::shell::{self, is_quoted};

/// Name of the file in a report's folder that stores the [`Manifest`].
pub const MANIFEST: &str = "manifest.json";

/// The contents of a report's file `manifest.json`: the command, the scenario that was played, and
/// other facts about the report.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the command whose results the folder holds, such as "run".
    #[serde(default)]
    pub kind: String,
    /// The role of the bots in the command: for example, players of its games, or levels of play.
    #[serde(default, skip_serializing_if = "BotRole::is_default")]
    pub role: BotRole,
    /// Version of gong that played the games.
    pub gong: String,
    /// Identity of the engine that played the games: a hash of the code that decides the results of
    /// games (see [`crate::engine::identity`]). Another engine plays other games from the same
    /// seed.
    #[serde(default)]
    pub engine: String,
    /// The command that plays the same games again, as a user would type it.
    pub command: String,
    /// Default name of the report's folder: scenario, question and edits.
    #[serde(default)]
    pub report: String,
    /// Title of the scenario that was played.
    pub title: String,
    /// The random seed, which determines every game together with the scenario and the version.
    pub seed: u64,
    /// Number of games played.
    pub games: u64,
    /// Unit to which `games` refers, such as "each variant"; empty if `games` is the total of the
    /// command.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub games_of: String,
    /// The flag that sets a greater number of games. Set only if the default number was reduced,
    /// because the bots are slower than greedy bots; else empty.
    #[serde(rename = "fewer", default, skip_serializing_if = "String::is_empty")]
    pub more_games_flag: String,
    /// True if the run was interrupted before all requested games were played.
    pub partial: bool,
    /// True if the games of an interrupted command are saved, so that the same command resumes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_saved: bool,
    /// Name of the reference player if the interruption came before the reference player had played
    /// all its games, so that the results are not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unplayed_reference: Option<String>,
    /// Confidence level of the confidence intervals, 0.95 by default.
    pub level: f64,
    /// Requested precision of the win rates; `None` without the flag `--precision`.
    pub precision: Option<PrecisionNote>,
    /// Number of threads that played, or 0 if the report was merged from shards, which may have
    /// played on other machines. The number affects only the playing time.
    pub threads: usize,
    /// Time from the first game to the last, in seconds.
    pub wall_seconds: f64,
    /// Number of games played per second.
    pub games_per_second: f64,
    /// Time from the start of the command to its report, in seconds, with the games that `games`
    /// does not count: those of the reference player and of the adaptation. Only for the terminal;
    /// 0 in a manifest that was read.
    #[serde(skip)]
    pub command_seconds: f64,
    /// The headline of the report's page. Set by [`super::Folder::publish`].
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub headline: String,
    /// All warnings of the report's page: an interruption, what the bots have learnt only for these
    /// games or not at all, rules without effect, and the question's own. Set by
    /// [`super::Folder::publish`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The sentences of the page's verdict, the most important first. Set by
    /// [`super::Folder::publish`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verdict: Vec<String>,
    /// The measures of the game: the quantities that it records for statistics.
    #[serde(default)]
    pub measured: GameMeasures,
    /// The game's word for a fighter, in the singular and in the plural.
    #[serde(default = "fighter")]
    pub fighter: [String; 2],
    /// The fighters, in the order in which tables list them.
    pub fighters: Vec<FighterNote>,
    /// The faction of each side, such as "heroes"; empty if sides have no factions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub factions: Vec<String>,
    /// The changes of the scenario that the user made with `--set`, as typed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// The roster (the file of fighters) from which the fighters are taken.
    pub roster: RosterNote,
    /// Rules that differ from the game's defaults.
    pub rule_changes: Vec<RuleChange>,
    /// The bots that played, each with the fighters that it plays.
    pub strategies: Vec<StrategyNote>,
    /// For each bot that has not learnt the scenario, a sentence that says what it has not learnt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlearnt: Vec<String>,
    /// The bot that was trained before the games; `None` if no bot was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adapted: Option<AdaptedNote>,
    /// The resolved scenario: every setting, also those left at their defaults.
    pub scenario: serde_json::Value,
    /// Decision times of bots, if they were measured. Even with the same seed, the times vary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotNote>,
    /// Changes that the command itself made to the scenario, one text per line of the page. Set
    /// when the folder is published.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<String>,
    /// SHA-256 hash of the file `found.json`, in hexadecimal.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub found: String,
    /// Names of the tables with the results, in the order in which they are hashed. Set by
    /// [`super::Folder::publish`].
    #[serde(default)]
    pub tables: Vec<String>,
    /// SHA-256 hash of each table's file, by table name, for programs that read the tables.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    #[serde(default)]
    pub charts: Vec<String>,
    /// SHA-256 hash of the results (see [`super::Tables::hash`]). Equal hashes mean equal results,
    /// on any machine and with any number of threads.
    pub results: String,
}

/// Returns the default words for a fighter, for manifests written before the field `fighter`
/// existed.
fn fighter() -> [String; 2] {
    ["fighter", "fighters"].map(str::to_owned)
}

/// The precision that was requested for a run, and whether the run reached it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrecisionNote {
    /// Requested half-width of the confidence intervals, as a share: 0.005 is half a percentage
    /// point.
    pub target: f64,
    /// True if every win rate of the run is as precise as requested.
    pub reached: bool,
}

impl PrecisionNote {
    /// Returns the requested half-width of the confidence intervals, in percentage points.
    pub fn points(&self) -> String {
        percent(self.target, decimals(self.target).max(2))
    }
}

/// A fighter as reports show it, with the sources of its values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FighterNote {
    /// The fighter's unique key, which identifies the fighter in tables.
    pub key: String,
    /// The fighter's name as readers see it.
    pub name: String,
    /// The fighter's colour, `#RRGGBB`.
    pub colour: String,
    /// The fighter's values that are printed in a rulebook, each as in "size 5" or "card 7:
    /// initiative".
    pub printed: Vec<String>,
    /// The fighter's values that the project chose, because no rulebook prints them.
    pub reconstructed: Vec<String>,
    /// The fighter's values that the scenario's designer has set or changed.
    pub own: Vec<String>,
    /// Descriptions of the fighter's things (such as the values of a card), by the key that tables
    /// use for the thing.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub things: BTreeMap<String, String>,
}

/// The roster (the file of fighters) of a run, with its source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RosterNote {
    /// The roster's name.
    pub name: String,
    /// Source of the roster's printed values, such as a rulebook; may be empty.
    pub source: String,
}

/// A rule whose value differs from the game's default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleChange {
    /// The rule's name in a scenario.
    pub rule: String,
    /// The rule's value in this scenario.
    pub value: String,
    /// The rule's default value in the game.
    pub default: String,
}

/// Number of decisions that a bot made in a run, and the time that they took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BotNote {
    /// Name of the bot.
    pub strategy: String,
    /// Number of decisions that the bot made, without those that had only one option.
    pub decisions: u64,
    /// Processor time that the decisions took on all threads together, in seconds.
    pub seconds: f64,
}

/// A bot, with the fighters that it plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyNote {
    /// The bot's name in tables.
    pub name: String,
    /// The fighters that the bot plays, or a description of these fighters.
    pub about: String,
}

impl StrategyNote {
    /// Creates the entry of a bot from the bot's name and description.
    pub fn of(bot: &Bot) -> StrategyNote {
        StrategyNote { name: bot.name.clone(), about: bot.description.clone() }
    }
}

/// The role of the bots in a report: for example, players of the games, or bots to compare.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotRole {
    /// The bots only play the games; the report is about the game.
    #[default]
    Players,
    /// Each bot plays all fighters, and the page shows the results of the bots side by side.
    Compared,
    /// The bots stand for levels of playing strength, from the weakest to the strongest.
    Levels,
    /// The bots themselves are the subject of the report's verdict.
    Judged,
}

impl BotRole {
    fn is_default(&self) -> bool {
        *self == BotRole::Players
    }
}

impl Manifest {
    /// Returns the words that follow the number of games, such as " of each variant"; empty if the
    /// number is that of all games.
    pub fn each(&self) -> String {
        match self.games_of.as_str() {
            "" => String::new(),
            of => format!(" of {of}"),
        }
    }

    /// Returns the first line of a summary: what was played, as in "2 bots, 800 games", and the
    /// time taken.
    pub fn opening(&self, played: &str) -> String {
        let ended = if self.partial { ", ended early" } else { "" };
        let fewer = match self.more_games_flag.as_str() {
            "" => String::new(),
            flag => format!(
                "; fewer games than with greedy bots, because slower bots play ({flag} N plays \
                 more)"
            ),
        };
        let whole = match self.command_seconds > 1.2 * self.wall_seconds + 1.0 {
            true => format!("whole command: {:.1} s; ", self.command_seconds),
            false => String::new(),
        };
        format!(
            "{}: {played}{ended} in {:.1} s ({whole}{} a second){fewer}",
            self.title,
            self.wall_seconds,
            grouped(self.games_per_second.round() as u64)
        )
    }

    /// Returns the `gong watch` command that shows one game of the run; `what` is the scenario with
    /// its flags. An adapted bot plays from its file in the report's folder.
    pub fn watch_line(&self, what: &str, game: u64) -> String {
        let adapted = self.adapted.as_ref();
        let bot = adapted.map_or_else(String::new, |of| {
            format!(" --strategy {}", shell::path(Path::new(&of.file)))
        });
        format!("gong watch {what}{bot} --seed {} --game {game}", self.seed)
    }

    /// Writes the manifest to a report's folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        atomic_file::put(&folder.join(MANIFEST), text)
    }

    /// Reads the manifest of a report's folder.
    ///
    /// # Errors
    /// Fails if the manifest is missing or was not written by gong, or if a symbolic link is in the
    /// place of a folder or file of the report.
    pub fn read(folder: &Path) -> Result<Manifest> {
        no_links(folder)?;
        let path = folder.join(MANIFEST);
        let bytes = read_bytes(&path, MOST_BYTES).map_err(|what| {
            anyhow!("{} {what}: is this the folder of a report?", path.display())
        })?;
        let why = || format!("{} is not a manifest that this gong can read", path.display());
        let text = String::from_utf8(bytes).with_context(why)?;
        let json: serde_json::Value =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).with_context(why)?;
        if let Some(what) = unreadable(&json) {
            bail!("{} is no valid manifest: it contains {what}", path.display());
        }
        let manifest: Manifest = serde_json::from_value(json).with_context(why)?;
        if !is_quoted(&manifest.command) {
            let (file, command) = (path.display(), &manifest.command);
            bail!("{file} contains a command that is not a command of gong: {command}");
        }
        Ok(manifest)
    }
}

/// Maximum size of a manifest, in bytes.
const MOST_BYTES: u64 = 256 << 20;

/// Describes the first text of the manifest that is unsafe to show in a terminal or a page. Returns
/// `None` if all texts are safe.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_command_with_other_games_is_told() {
        let (title, seconds) = ("T".to_owned(), 10.0);
        let manifest = Manifest {
            title,
            wall_seconds: seconds,
            games_per_second: 10.0,
            ..Manifest::default()
        };
        let opening = |command_seconds: f64| {
            Manifest { command_seconds, ..manifest.clone() }.opening("100 games")
        };
        assert_eq!(opening(11.0), "T: 100 games in 10.0 s (10 a second)");
        let whole = "T: 100 games in 10.0 s (whole command: 143.2 s; 10 a second)";
        assert_eq!(opening(143.2), whole);
    }
}
