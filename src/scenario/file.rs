//! Structure of a scenario file. The module [`super::schema`] adds the game's own rules, line-ups
//! and fighters to the JSON schema.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::games::{Title, title, titles};

/// A scenario file: the game, the line-up, the bots, and changes to rules and roster.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Scenario")]
pub struct ScenarioFile {
    /// Title of the scenario in reports.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// Purpose of the scenario, in a sentence or two.
    #[serde(default)]
    pub description: String,
    /// Name of the game. The game's rules apply, except where `[rules]` changes them.
    pub game: GameName,
    /// Path of the roster file, relative to this file.
    #[schemars(length(min = 1))]
    pub roster: String,
    /// Bot of all fighters: the name of a strategy, or the path of a strategy file relative to this
    /// file. With a list, a run is repeated with each bot. Default: the first bot of the game.
    pub strategy: Option<Everybody>,
    /// Line-up: which fighters play in which seats and teams.
    pub line_up: Map<String, Json>,
    /// Bots of single fighters, seats or teams, as exceptions to `strategy`. An exception for a
    /// fighter overrides one for its seat, which overrides one for its team.
    #[serde(default)]
    pub strategies: StrategiesFile,
    /// Changes to the game's rules; rules that are left out keep their defaults.
    #[serde(default)]
    pub rules: Map<String, Json>,
    /// Changes to any field of the roster's fighters. A fighter that is not in the roster must be
    /// complete. A new thing of a fighter, such as a card, must be complete too.
    #[serde(default)]
    #[schemars(extend("propertyNames" = { "pattern": super::pattern::KEY }))]
    pub fighters: BTreeMap<String, Json>,
}

/// Name of a game that the program knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameName(String);

impl GameName {
    pub fn of(title: &dyn Title) -> GameName {
        GameName(title.name().to_owned())
    }

    pub fn title(&self) -> &'static dyn Title {
        self.known().expect("checked against the schema of its type")
    }

    /// Returns the game; `None` if this version of the program does not have it.
    pub(super) fn known(&self) -> Option<&'static dyn Title> {
        title(&self.0)
    }
}

impl JsonSchema for GameName {
    fn schema_name() -> Cow<'static, str> {
        "GameName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        games(titles())
    }
}

/// Returns the JSON schema for the name of a game; it accepts only these games.
pub(super) fn games(titles: impl Iterator<Item = &'static dyn Title>) -> Schema {
    let one = |title: &dyn Title| json!({ "type": "string", "const": title.name(), "description": title.about() });
    let all: Vec<Json> = titles.map(one).collect();
    schemars::json_schema!({ "description": "The names of all games.", "oneOf": all })
}

/// Bot or bots of all fighters: one bot, or a list of bots that each play all fighters.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Everybody {
    One(#[schemars(length(min = 1))] String),
    EachOf(#[schemars(length(min = 2), inner(length(min = 1)))] Vec<String>),
}

/// Bots of single fighters, seats or teams, as exceptions to the bot that plays all fighters.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StrategiesFile {
    /// Bot of a fighter, by the fighter's key, as in `fighters.agaric = "aggressive"`.
    pub fighters: BTreeMap<String, String>,
    /// Bot that plays the fighters of a seat, by the seat's number from 1.
    pub seats: BTreeMap<u8, String>,
    /// Bot that plays the fighters of a team, by the team's number from 1.
    pub teams: BTreeMap<u8, String>,
}
