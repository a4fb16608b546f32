//! Scenario files: converts TOML into a checked [`Scenario`]. Reports each fault with file, line
//! and suggestion.
//!
//! A scenario consists of layers: the roster file, the scenario file, and settings `--set
//! PATH=VALUE`. The modules:
//!
//! - `document` parses TOML and stores locations.
//! - `layers` merges one layer over another; `changes` merges changes over a roster.
//! - `validation` and `checker` validate a document against the schema of its type; `field`
//!   describes which values a field accepts.
//! - `file_kind` recognises rosters, strategy files and scenarios by their fields.
//! - `bot` loads a bot by its name or file; `strategy_file` reads its file.
//! - `casting` assigns bots to fighters.
//! - `load` combines all of these; `written` writes a scenario as a file again.
//! - `fault` is the error type of all modules.
//!
//! The game decides which rosters, line-ups and rules are valid: this module calls the game's
//! [`Title`].

mod bot;
mod casting;
mod changes;
mod checker;
mod document;
pub mod draft;
mod edits;
pub mod effects;
pub mod fault;
mod field;
mod file;
mod file_kind;
mod frozen;
pub mod layers;
pub mod learnt;
mod load;
mod missing;
pub mod network_file;
mod pattern;
mod read;
pub mod schema;
mod search_file;
mod strategy_file;
#[cfg(test)]
mod tests;
mod used_bots;
mod validation;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use serde_json::Value as Json;

use crate::games::title::{Profile, Seating};
use crate::games::{Files, Title};
use crate::simulate::{Company, Member, Simulation};
#[cfg(doc)]
use crate::strategies::BotDefinition;

pub use bot::{Bot, BotError, RANDOM, bot_name, is_file, is_script, load_bot, script_fault};
pub use document::Document;
pub use edits::{Edit, differences, leaves};
pub use fault::{Fault, Faults, Location};
pub use field::{FieldNote, InputForm};
pub use file::{GameName, ScenarioFile};
pub use file_kind::FileKind;
pub use load::{
    official_roster, resolve, resolve_each, roster, roster_of, title_of_roster, with_settings,
};
pub use read::{control_character, copy, no_link, open, open_folder, read_bytes, read_text};
pub use strategy_file::{BotKind, StrategyFile, bot};
pub use validation::TypeSchema;
pub use written::{moved, path_from, written};

/// A checked and complete scenario. Together with the seed, the number of games and the number of
/// threads, it determines a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scenario {
    /// Title of the scenario in reports.
    pub title: String,
    /// Purpose of the scenario, in a sentence or two; may be empty.
    pub description: String,
    /// Name of the scenario's game.
    pub game: GameName,
    pub rules: Json,
    /// The complete roster, with the scenario's changes applied. Changed values are removed from
    /// the lists `printed`, which name the values printed in a rulebook.
    pub roster: Json,
    /// Paths of the roster fields that the scenario changes, such as
    /// `fighters.agaric.cards.3.defense`.
    pub changes: Vec<String>,
    /// Paths of the fighters and the fighters' things that the scenario adds to the roster, such as
    /// `fighters.poppy` or `fighters.agaric.cards.9`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub added: Vec<String>,
    /// The complete line-up, in the game's own format.
    pub line_up: Json,
    /// The line-up, in a format that is the same for all games.
    #[serde(skip)]
    pub seating: Seating,
    pub strategies: StrategyPlan,
    /// All bots of the scenario, by their references: the name of a bot, or the path of its file.
    pub bots: BTreeMap<String, Bot>,
}

impl Scenario {
    /// Creates a scenario with a game's official roster and default rules. `line_up` has the format
    /// of scenario files and must be valid.
    ///
    /// # Errors
    /// Fails if the official roster is invalid.
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

    /// Returns the game to which the scenario belongs.
    pub fn game(&self) -> &'static dyn Title {
        self.game.title()
    }

    /// Returns a copy of the scenario in which one bot plays all fighters. `name` is the bot's
    /// reference: its name, or the path of its file.
    pub fn played_by(&self, name: &str, bot: &Bot) -> Scenario {
        Scenario {
            strategies: StrategyPlan { everybody: name.to_owned(), ..StrategyPlan::default() },
            bots: BTreeMap::from([(name.to_owned(), bot.clone())]),
            ..self.clone()
        }
    }

    /// Returns the bots of the scenario with their references, except those that play in no game:
    /// for example, the bot for everybody if each seat is assigned to another bot.
    pub fn playing(&self) -> impl Iterator<Item = (&String, &Bot)> {
        let number = |of: usize| u8::try_from(of).expect("a game has few seats and teams");
        let (seats, teams) = (number(self.seating.seats), number(self.seating.teams));
        // Without teams, the number of the team is 0, for which no bot is assigned.
        let teams = teams.min(1)..=teams;
        let mut idle = self.strategies.names();
        for fighter in &self.seating.fighters {
            for seat in 1..=seats {
                let of_team = |team| self.strategies.of(fighter, seat, Some(team));
                teams.clone().map(of_team).for_each(|bot| _ = idle.remove(bot));
            }
        }
        self.bots.iter().filter(move |(reference, _)| !idle.contains(reference.as_str()))
    }

    /// Returns the approximate duration of a game, relative to a game between greedy bots; see
    /// [`BotDefinition::cost`].
    pub fn cost(&self) -> u64 {
        self.playing().map(|(_, bot)| bot.definition.cost()).max().unwrap_or(1)
    }

    /// Prepares to play games of the scenario: opens the game with its rules, fighters and bots.
    pub fn open(&self) -> Simulation {
        let bots = self.bots.iter().map(|(reference, bot)| {
            let Bot { name, definition, .. } = bot;
            Member { reference, name, definition }
        });
        let bots: Vec<Member<'_>> = bots.collect();
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
        Simulation::new(self.game().open(&files, &Company { bots, plays: &plays }))
    }

    /// Returns a copy of the scenario with another line-up, which has the format of scenario files
    /// and must be valid.
    pub fn with_line_up(&self, mut line_up: Json) -> Scenario {
        let game = self.game();
        game.complete_line_up(&mut line_up, &self.roster).expect("a sound line-up");
        Scenario { seating: game.seating(&line_up, &self.roster), line_up, ..self.clone() }
    }

    /// Returns the approximate memory that the scenario's bots need per thread, in bytes. Bots that
    /// need little memory count as 0.
    pub fn memory(&self) -> u64 {
        self.bots.values().map(|bot| bot.definition.memory()).sum()
    }

    /// Returns the name of a fighter; without a fighter of this key, the key.
    pub fn name_of(&self, key: &str) -> String {
        self.roster["fighters"][key]["name"].as_str().unwrap_or(key).to_owned()
    }

    /// Returns the fighters of the roster with all their values.
    pub fn profiles(&self) -> Vec<Profile> {
        self.game().fighters(&self.roster)
    }

    /// Returns the name of the roster, as reports show it.
    pub fn roster_name(&self) -> &str {
        self.roster["name"].as_str().unwrap_or_default()
    }

    /// Returns the source of the roster's printed values, such as a rulebook; may be empty.
    pub fn roster_source(&self) -> &str {
        self.roster["source"].as_str().unwrap_or_default()
    }
}

impl StrategyPlan {
    /// Returns the reference (name or file) of the bot that plays a fighter in a seat and a team.
    /// `team` is `None` if the line-up has no teams.
    pub fn of(&self, fighter: &str, seat: u8, team: Option<u8>) -> &str {
        let of_team = || team.and_then(|team| self.teams.get(&team));
        self.fighters
            .get(fighter)
            .or_else(|| self.seats.get(&seat))
            .or_else(of_team)
            .unwrap_or(&self.everybody)
    }

    /// Returns the references (names or files) of all assigned bots, without duplicates.
    pub fn names(&self) -> BTreeSet<&str> {
        let exceptions = self.exceptions().map(|(_, _, bot)| bot);
        exceptions.chain([self.everybody.as_str()]).collect()
    }

    /// Returns the bots of single fighters, seats and teams, each with the field of this plan and
    /// the key in it.
    pub fn exceptions(&self) -> impl Iterator<Item = (&'static str, String, &str)> {
        let fighters = self.fighters.iter().map(|(key, bot)| ("fighters", key.clone(), bot));
        let seats = self.seats.iter().map(|(seat, bot)| ("seats", seat.to_string(), bot));
        let teams = self.teams.iter().map(|(team, bot)| ("teams", team.to_string(), bot));
        fighters.chain(seats).chain(teams).map(|(group, key, bot)| (group, key, bot.as_str()))
    }
}

/// The assignment of bots to fighters. The most specific entry applies: first an entry for the
/// fighter, then for its seat, then for its team, and last `everybody`.
///
/// Each bot is given by the name of a strategy (`random`, or a file of the shipped folder
/// `strategies/`), or by the path of a strategy file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StrategyPlan {
    pub everybody: String,
    /// Bots of single fighters, by the fighter's key; each bot is given by its name or file.
    pub fighters: BTreeMap<String, String>,
    /// Bots of seats at the table, by the seat's number from 1; each bot is given by its name or
    /// file.
    pub seats: BTreeMap<u8, String>,
    /// Bots of teams, by the team's number from 1; each bot is given by its name or file.
    pub teams: BTreeMap<u8, String>,
}
