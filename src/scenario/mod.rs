//! Scenario files: TOML in, a checked [`Scenario`] out, every fault with its file, line and what was meant.
//!
//! A scenario is made of layers: the roster file, the scenario file, and `--set PATH=VALUE` assignments. The rooms:
//! `document` parses and remembers places, `layers` lays one over the other, `shape` and `checker` hold it against the schema of its type,
//! `roster_file`, `line_up`, `casting` and `rules` check what no schema can say, `load` puts it together, `fault` is what all of them answer with. [`Document`] loads
//! any other kind of file as well: see [`Document::decode`].

mod casting;
mod checker;
mod document;
pub mod fault;
mod file;
mod layers;
mod line_up;
mod load;
mod pattern;
mod roster_file;
mod rules;
pub mod schema;
mod search_file;
mod shape;
mod strategy_file;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::arena::{Roster, Rules};

pub use document::Document;
pub use fault::{Fault, Faults, Place};
pub use file::{GameName, ScenarioFile};
pub use load::{load_roster, resolve, resolve_each, roster_from_text, with_settings};
pub use roster_file::decode as decode_roster;
pub use shape::Shape;
pub use strategy_file::{
    Bot, BotError, RANDOM, StrategyFile, bot, fault as script_fault, is_script, load_bot,
};

/// Everything that fixes a run but seed, number of games and threads: checked, complete, nothing left to look up.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scenario {
    /// The scenario's name, as reports show it.
    pub title: String,
    /// What the table is for, a sentence or two; may be empty.
    pub description: String,
    /// The game, whose rules hold where the scenario does not change them.
    pub game: GameName,
    pub rules: Rules,
    /// The roster with the scenario's own overrides applied. Every card has its `initiative`; a value that the scenario
    /// changes is not in a `printed` list any more.
    pub roster: Roster,
    /// The fields of the roster that the scenario changes, as `fighters.agaric.cards.3.defense`: the designer's own.
    pub changes: Vec<String>,
    pub line_up: LineUp,
    pub strategies: StrategyPlan,
    /// The bots that the plan names, by the strings it names them with.
    pub bots: BTreeMap<String, Bot>,
}

/// who meets whom, and who plays them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineUp {
    /// The same fighters in every game, everyone alone, one seat each. Keys of the roster, 2 to 8, no two alike.
    Fixed(Vec<String>),
    /// As many fighters of the pool for each game, everyone alone; all of the pool equally often.
    Drawn { draw: usize, pool: Vec<String> },
    /// The same teams in every game, two or more, 2 to 8 fighters in all.
    Teams {
        teams: Vec<Vec<String>>,
        seats: Seats,
    },
}

impl StrategyPlan {
    /// Who plays a fighter of this key, in this seat and, if there are teams, of this team.
    pub fn of(&self, fighter: &str, seat: u8, team: Option<u8>) -> &str {
        let of_team = || team.and_then(|team| self.teams.get(&team));
        self.fighters
            .get(fighter)
            .or_else(|| self.seats.get(&seat))
            .or_else(of_team)
            .unwrap_or(&self.everybody)
    }

    /// Everyone whom the plan names, once each.
    pub fn names(&self) -> BTreeSet<&str> {
        let exceptions = self
            .fighters
            .values()
            .chain(self.seats.values())
            .chain(self.teams.values());
        exceptions
            .chain([&self.everybody])
            .map(String::as_str)
            .collect()
    }
}

impl LineUp {
    /// The keys of all fighters that may play, each once.
    pub fn fighters(&self) -> Vec<&str> {
        match self {
            LineUp::Fixed(fighters) => fighters.iter().map(String::as_str).collect(),
            LineUp::Drawn { pool, .. } => pool.iter().map(String::as_str).collect(),
            LineUp::Teams { teams, .. } => teams.iter().flatten().map(String::as_str).collect(),
        }
    }

    /// Whether game i has the same fighters in the same places and teams as with another line-up, whoever controls them.
    pub fn same_fighters(&self, other: &LineUp) -> bool {
        match (self, other) {
            (LineUp::Teams { teams, .. }, LineUp::Teams { teams: others, .. }) => teams == others,
            _ => self == other,
        }
    }

    /// How many seats are at the table.
    pub fn seats(&self) -> usize {
        match self {
            LineUp::Fixed(fighters) => fighters.len(),
            LineUp::Drawn { draw, .. } => *draw,
            LineUp::Teams {
                teams,
                seats: Seats::PerTeam,
            } => teams.len(),
            LineUp::Teams {
                teams,
                seats: Seats::PerFighter,
            } => teams.iter().map(Vec::len).sum(),
        }
    }

    /// How many teams there are; 0 if everyone is alone.
    pub fn teams(&self) -> usize {
        match self {
            LineUp::Teams { teams, .. } => teams.len(),
            _ => 0,
        }
    }
}

/// how many of its team's fighters a seat controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seats {
    /// One seat for each fighter.
    PerFighter,
    /// One seat for each team.
    PerTeam,
}

/// Which strategy plays whom: the most particular entry holds, fighter before seat before team before everybody.
/// Every string is a strategy's name (`random`, or a file of the shipped `strategies/`) or the path of a strategy file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct StrategyPlan {
    pub everybody: String,
    /// By fighter key.
    pub fighters: BTreeMap<String, String>,
    /// By seat, from 1.
    pub seats: BTreeMap<u8, String>,
    /// By team, from 1.
    pub teams: BTreeMap<u8, String>,
}
