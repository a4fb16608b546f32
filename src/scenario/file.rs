//! Structure of a scenario file. [`super::schema`] adds what the game accepts as rules, line-up and
//! fighters.

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
    /// Exceptions to `strategy`. An exception for a fighter overrides one for its seat, which
    /// overrides one for its team.
    #[serde(default)]
    pub strategies: StrategiesFile,
    /// Changes to the game's rules.
    #[serde(default)]
    pub rules: Map<String, Json>,
    /// Changes to any field of the roster's fighters. A fighter that the roster does not have must
    /// be complete. So must a new thing of a fighter, such as a card.
    #[serde(default)]
    #[schemars(extend("propertyNames" = { "pattern": super::pattern::KEY }))]
    pub fighters: BTreeMap<String, Json>,
}

/// Name of an existing game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameName(String);

impl GameName {
    pub fn of(title: &dyn Title) -> GameName {
        GameName(title.name().to_owned())
    }

    pub fn title(&self) -> &'static dyn Title {
        title(&self.0).expect("checked against the schema of its type")
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

/// Returns the schema of a game name, restricted to these games.
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

/// Exceptions to the bot that plays all fighters.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StrategiesFile {
    /// Bot of a fighter, by the fighter's key, as in `fighters.agaric = "aggressive"`.
    pub fighters: BTreeMap<String, String>,
    /// Bot of a seat, by the seat's number from 1.
    pub seats: BTreeMap<u8, String>,
    /// Bot of a team, by the team's number from 1.
    pub teams: BTreeMap<u8, String>,
}
