//! The form of a scenario file, as a designer writes it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Seats;
use crate::games::arena::{Fighter, Rules};

/// A scenario file: which game, who meets whom, who plays them, and what is changed.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Scenario")]
pub struct ScenarioFile {
    /// The scenario's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub title: String,
    /// What the table is for, a sentence or two.
    #[serde(default)]
    pub description: String,
    /// The game, which fixes the rules that `[rules]` does not change.
    pub game: GameName,
    /// The roster file, relative to this file.
    #[schemars(length(min = 1))]
    pub roster: String,
    /// Who plays everybody: a strategy's name, or a strategy file relative to this file; or a list of them, and a run is repeated with each.
    #[serde(default)]
    pub strategy: Everybody,
    /// who meets whom. One of `draw`, `fighters` and `teams`.
    pub line_up: LineUpFile,
    /// Exceptions to `strategy`. The most particular holds: fighter before seat before team.
    #[serde(default)]
    pub strategies: StrategiesFile,
    /// Changes to the game's rules.
    #[serde(default)]
    pub rules: Rules,
    /// Changes to the roster: of its fighters, any field; a card that it does not have must be complete.
    #[serde(default)]
    #[schemars(extend("propertyNames" = { "pattern": super::pattern::KEY }))]
    pub fighters: BTreeMap<String, Fighter>,
}

/// Who plays everybody.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum Everybody {
    One(#[schemars(length(min = 1))] String),
    EachOf(#[schemars(length(min = 2), inner(length(min = 1)))] Vec<String>),
}

impl Default for Everybody {
    fn default() -> Self {
        Everybody::One("balanced".into())
    }
}

/// The games that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    /// Ultimate Warriorz: most popularity points after seven rounds, or the last one standing.
    UltimateWarriorz,
    /// Mad Arena: most trophy points after twelve rounds, or the last one standing.
    MadArena,
}

impl GameName {
    /// The rules of the game, where a scenario does not change them.
    pub fn rules(self) -> Rules {
        match self {
            GameName::UltimateWarriorz => Rules::default(),
            GameName::MadArena => Rules::mad_arena(),
        }
    }
}

/// who meets whom.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineUpFile {
    /// So many fighters, drawn at random for each game, everyone alone, all equally often.
    #[schemars(range(min = 2, max = 8))]
    pub draw: Option<u8>,
    /// The fighters to draw from; left out, the whole roster.
    #[schemars(length(min = 2, max = 64))]
    pub pool: Option<Vec<String>>,
    /// These fighters in every game, everyone alone.
    #[schemars(length(min = 2, max = 8))]
    pub fighters: Option<Vec<String>>,
    /// These teams in every game, 2 to 8 fighters in all.
    #[schemars(length(min = 2, max = 8), inner(length(min = 1, max = 7)))]
    pub teams: Option<Vec<Vec<String>>>,
    /// With teams: does each player control one fighter, or a whole team? Left out: per-fighter.
    pub seats: Option<Seats>,
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
