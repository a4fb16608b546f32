//! The form of a scenario file, as a designer writes it. What its game says of rules, line-up and fighters is filled in by [`super::schema`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use crate::games::{Title, title, titles};

/// A scenario file: which game, who meets whom, who plays them, and what is changed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Scenario")]
pub struct ScenarioFile {
    /// The scenario's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// What the scenario is for, a sentence or two.
    #[serde(default)]
    pub description: String,
    /// The game, which fixes the rules that `[rules]` does not change.
    pub game: GameName,
    /// The roster file, relative to this file.
    #[schemars(length(min = 1))]
    pub roster: String,
    /// Who plays everybody: a strategy's name, or a strategy file relative to this file; or a list of them, and a run is repeated with each. Left out: the game's first.
    pub strategy: Option<Everybody>,
    /// Who meets whom.
    pub line_up: Map<String, Json>,
    /// Exceptions to `strategy`. The most particular holds: fighter before seat before team.
    #[serde(default)]
    pub strategies: StrategiesFile,
    /// Changes to the game's rules.
    #[serde(default)]
    pub rules: Map<String, Json>,
    /// Changes to the roster: of its fighters, any field. A fighter that it does not have must be complete, and so must a thing that one does not have, as a card.
    #[serde(default)]
    #[schemars(extend("propertyNames" = { "pattern": super::pattern::KEY }))]
    pub fighters: BTreeMap<String, Json>,
}

/// The name of a game that there is.
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

/// The names of some games.
pub(super) fn games(titles: impl Iterator<Item = &'static dyn Title>) -> Schema {
    let one = |title: &dyn Title| json!({ "type": "string", "const": title.name(), "description": title.about() });
    let all: Vec<Json> = titles.map(one).collect();
    schemars::json_schema!({ "description": "The games that there are.", "oneOf": all })
}

/// Who plays everybody.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Everybody {
    One(#[schemars(length(min = 1))] String),
    EachOf(#[schemars(length(min = 2), inner(length(min = 1)))] Vec<String>),
}

/// Exceptions to the strategy that plays everybody.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StrategiesFile {
    /// By fighter, as in `fighters.agaric = "aggressive"`.
    pub fighters: BTreeMap<String, String>,
    /// By seat, from 1.
    pub seats: BTreeMap<u8, String>,
    /// By team, from 1.
    pub teams: BTreeMap<u8, String>,
}
