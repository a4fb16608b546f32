//! Scenario files: TOML in, a checked [`Scenario`] out, every fault with its file, line and what was meant.
//!
//! A scenario is made of layers: the roster file, the scenario file, and `--set PATH=VALUE` assignments. The rooms:
//! `document` parses and remembers locations, `layers` lays one over the other, `changes` does so with a roster, `shape` and `checker` hold it against the schema of its
//! type, `casting` checks who plays whom, `load` puts it together, `written` makes a file of it again, `fault` is what all of them answer with. What a roster, a line-up and rules may be the game says:
//! this room asks the [`Title`]. [`Document`] loads any other kind of file as well: see [`Document::decode`].

mod casting;
mod changes;
mod checker;
mod document;
pub mod draft;
mod edits;
pub mod effects;
pub mod fault;
mod file;
mod frozen;
mod layers;
pub mod learnt;
mod load;
pub mod network_file;
mod pattern;
mod read;
pub mod schema;
mod search_file;
mod shape;
mod strategy_file;
#[cfg(test)]
mod tests;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use serde_json::Value as Json;

use crate::games::title::{Member, Profile, Seating};
use crate::games::{Company, Files, Title};
use crate::simulate::Simulation;
#[cfg(doc)]
use crate::strategies::Character;

pub use document::Document;
pub use edits::Edit;
pub use fault::{Fault, Faults, Location};
pub use file::{GameName, ScenarioFile};
pub use load::{
    notes, official_roster, resolve, resolve_each, roster, roster_of, title_of_roster,
    with_settings,
};
pub use read::{control_character, copy, open, open_folder, read_bytes, read_text};
pub use shape::Shape;
pub use strategy_file::{
    Bot, BotError, Kind, RANDOM, StrategyFile, bot, bot_name, fault as script_fault, is_file,
    is_script, load_bot,
};
pub use written::written;

/// Everything that fixes a run but seed, number of games and threads: checked, complete, nothing left to look up.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scenario {
    /// The scenario's name, as reports show it.
    pub title: String,
    /// What the scenario is for, a sentence or two; may be empty.
    pub description: String,
    /// The game, whose rules hold where the scenario does not change them.
    pub game: GameName,
    pub rules: Json,
    /// The roster with the scenario's own overrides applied, complete; a value that the scenario changes is not in a `printed` list any more.
    pub roster: Json,
    /// The fields of the roster that the scenario changes, as `fighters.agaric.cards.3.defense`: the designer's own.
    pub changes: Vec<String>,
    /// The fighters that the scenario adds to the roster, as `fighters.poppy`, and the things that it adds to its fighters', as `fighters.agaric.cards.9`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    /// Who meets whom, complete.
    pub line_up: Json,
    /// The same in the words of those who know no game.
    #[serde(skip)]
    pub seating: Seating,
    pub strategies: StrategyPlan,
    /// The bots that the plan names, by the strings it names them with.
    pub bots: BTreeMap<String, Bot>,
}

impl Scenario {
    /// A scenario of a game's official roster and own rules; the line-up, as a scenario file writes it, must be a sound one.
    ///
    /// # Errors
    /// If the official roster is not sound.
    pub fn of(
        title: &'static dyn Title,
        line_up: Json,
        strategies: StrategyPlan,
        bots: BTreeMap<String, Bot>,
    ) -> Result<Scenario, Faults> {
        let scenario = Scenario {
            title: title.name().into(),
            description: String::new(),
            game: GameName::of(title),
            rules: toml::from_str(&title.rules()).expect("a title's rules are TOML"),
            roster: official_roster(title)?,
            changes: vec![],
            added: vec![],
            line_up: Json::Null,
            seating: Seating::default(),
            strategies,
            bots,
        };
        Ok(scenario.with_line_up(line_up))
    }

    /// The game that is played.
    pub fn game(&self) -> &'static dyn Title {
        self.game.title()
    }

    /// The same with one bot for everybody, by the name that it has here.
    pub fn played_by(&self, name: &str, bot: &Bot) -> Scenario {
        Scenario {
            strategies: StrategyPlan {
                everybody: name.to_owned(),
                ..StrategyPlan::default()
            },
            bots: BTreeMap::from([(name.to_owned(), bot.clone())]),
            ..self.clone()
        }
    }

    /// About how many times as long a game takes as one between greedy bots, see [`Character::cost`].
    pub fn cost(&self) -> u64 {
        let costs = self.bots.values().map(|bot| bot.character.cost());
        costs.max().unwrap_or(1)
    }

    /// The scenario, ready to be played.
    pub fn open(&self) -> Simulation {
        let bots: Vec<Member<'_>> = (self.bots.iter())
            .map(|(reference, bot)| Member {
                reference,
                name: &bot.name,
                character: &bot.character,
            })
            .collect();
        let plays = |fighter: &str, seat: u8, team: Option<u8>| {
            let reference = self.strategies.of(fighter, seat, team);
            let index = self.bots.keys().position(|known| known == reference);
            index.expect("the scenario has every bot that it names")
        };
        let files = Files {
            rules: self.rules.clone(),
            roster: self.roster.clone(),
            line_up: self.line_up.clone(),
        };
        Simulation::new(self.game().open(
            &files,
            &Company {
                bots,
                plays: &plays,
            },
        ))
    }

    /// The same with another line-up, as a scenario file writes it; it must be a sound one.
    pub fn with_line_up(&self, mut line_up: Json) -> Scenario {
        let game = self.game();
        game.complete_line_up(&mut line_up, &self.roster)
            .expect("a sound line-up");
        Scenario {
            seating: game.seating(&line_up, &self.roster),
            line_up,
            ..self.clone()
        }
    }

    /// Bytes that its bots take on each thread, about: of those that take much.
    pub fn memory(&self) -> u64 {
        self.bots.values().map(|bot| bot.character.memory()).sum()
    }

    /// The fighters of the roster, with all their values.
    pub fn profiles(&self) -> Vec<Profile> {
        self.game().fighters(&self.roster)
    }

    /// The roster's name, as reports show it.
    pub fn roster_name(&self) -> &str {
        self.roster["name"].as_str().unwrap_or_default()
    }

    /// Where the roster's printed values were read; may be empty.
    pub fn roster_source(&self) -> &str {
        self.roster["source"].as_str().unwrap_or_default()
    }
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

/// Which strategy plays whom: the most particular entry holds, fighter before seat before team before everybody.
/// Every string is a strategy's name (`random`, or a file of the shipped `strategies/`) or the path of a strategy file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StrategyPlan {
    pub everybody: String,
    /// By fighter key.
    pub fighters: BTreeMap<String, String>,
    /// By seat, from 1.
    pub seats: BTreeMap<u8, String>,
    /// By team, from 1.
    pub teams: BTreeMap<u8, String>,
}
