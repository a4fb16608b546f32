//! The format of `gong watch --json`: the lines of a game's story as JSON objects, the same for all
//! games of this program.
//!
//! The first line is the opening, the last line is the end, and all lines between are events.
//! Values that only some games have are in the object `values` of each line.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Version of the JSON format of a game's story. The version increases with each change that
/// existing readers cannot handle.
pub const FORMAT: u32 = 1;

/// Values that are specific to one game of this program, by their names in snake_case.
pub type TitleValues = Map<String, Json>;

/// One line of a game's story in JSON: an object, whose field `line` names its type.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Frame {
    /// The first line of a game's story: the game before its first decision.
    Opening(OpeningLine),
    /// A line of a game's story between the first and the last: one event.
    Event(EventLine),
    /// The last line of a game's story: the result. The line is absent if a bot failed.
    End(EndLine),
}

/// The first line of a game's story in JSON: the game before its first decision.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct OpeningLine {
    /// Version of this JSON format.
    #[schemars(extend("const" = FORMAT))]
    pub version: u32,
    /// Name of the game that is played, as `gong list games` shows it.
    pub title: String,
    /// Title of the scenario that is played.
    pub scenario: String,
    /// Seed of the run (a series of games) to which the game belongs.
    pub seed: u64,
    /// Number of the game in a run (series of games) with this seed, from 0.
    pub game: u64,
    /// Number of the game, from 0, that supplies the line-up and the set-up; usually equal to
    /// `game`.
    pub deal: u64,
    /// The settings of all rules of the game, by the names that scripts see.
    pub rules: TitleValues,
    /// The entrants (fighters that take part, with their bots), in the order of the line-up.
    pub entrants: Vec<OpeningEntrant>,
    /// Values at the start that are specific to the game that is played, by name.
    pub values: TitleValues,
}

/// One entrant (a fighter that takes part, with its bot) in the first line of a game's story.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct OpeningEntrant {
    /// Key (unique short name) of the fighter in the roster.
    pub entrant: String,
    /// Display name of the fighter.
    pub name: String,
    /// Number of the seat at the table whose player decides for the fighter, from 1.
    #[schemars(range(min = 1))]
    pub seat: u8,
    /// Number of the side to which the fighter belongs, from 1. All fighters of a side win or lose
    /// together.
    #[schemars(range(min = 1))]
    pub side: u8,
    /// Name of the bot that decides for the fighter.
    pub strategy: String,
    /// Values of the fighter that are specific to the game that is played, by name.
    pub values: TitleValues,
}

/// One event of a game, as a line of the game's story in JSON.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct EventLine {
    /// Kind of the event. All games use `round_begins`, `turn_begins`, `decides` and `over` with
    /// the same meaning; the other kinds are specific to one game.
    #[schemars(regex(pattern = "^[a-z]+(_[a-z]+)*$"))]
    pub kind: String,
    /// Round in which the event happens; 0 before the first round.
    pub round: u16,
    /// Number of the seat at the table whose turn it is, from 1; absent outside of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub turn: Option<u8>,
    /// Number of the seat at the table that acts, from 1; absent if no seat acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub seat: Option<u8>,
    /// Key in the roster of the fighter that acts; absent if no fighter acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Keys in the roster of the fighters that the event affects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub whom: Vec<String>,
    /// Description of the event in words, as in the prose story. Absent if the prose story does not
    /// mention the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Values of the event that are specific to the game that is played, by name.
    pub values: TitleValues,
}

/// The last line of a game's story in JSON: the result of the game.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct EndLine {
    /// Number of rounds of the game that began.
    pub rounds: u16,
    /// Keys in the roster of the fighters that won; empty if nobody won.
    pub winners: Vec<String>,
    /// Result of each fighter, in the order of the field `entrants` in the story's first line.
    pub entrants: Vec<EntrantResult>,
    /// Measured values of the whole game, by their names in tables of results.
    pub measures: TitleValues,
    /// Values at the end that are specific to the game that is played, by name.
    pub values: TitleValues,
}

/// The result of one fighter at the end of a game.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct EntrantResult {
    /// Key (unique short name) of the fighter in the roster.
    pub entrant: String,
    pub won: bool,
    /// Final place of the fighter, from 1; members of a side share a place. Null in cooperative
    /// games.
    #[schemars(range(min = 1))]
    pub place: Option<u8>,
    /// Measured values of the fighter, as in the table `games`: for example points (`score`) and
    /// round of elimination (`round_eliminated`, null for fighters that survive).
    pub measures: TitleValues,
    /// Values of the fighter at the end that are specific to the game that is played, by name.
    pub values: TitleValues,
}

impl OpeningLine {
    /// Returns the heading of a game's story in prose: scenario, number of the game and seed.
    pub fn heading(&self) -> String {
        let deal = match self.deal == self.game {
            true => String::new(),
            false => format!(", with the deal of game {}", self.deal),
        };
        format!("{}{deal}: game {} of seed {}", self.scenario, self.game, self.seed)
    }
}

/// An event of a game as a JSON object, in which numbers stand for players and fighters. The story
/// adds the other fields of the [`EventLine`], such as the round.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct EventObject {
    pub kind: String,
    /// Index of the player that acts, from 0; `None` if no player acts.
    #[serde(skip)]
    pub player: Option<u8>,
    /// Number by which the game's events identify the fighter that acts, see
    /// [`Teller::key`](super::Teller::key).
    #[serde(skip)]
    pub who: Option<u8>,
    /// Numbers by which the game's events identify the fighters that the event affects.
    #[serde(skip)]
    pub whom: Vec<u8>,
    /// All other fields of the event, by name.
    #[serde(flatten)]
    pub values: TitleValues,
}

impl EventObject {
    /// Creates the JSON object of an event. All fields of the event except `kind` go to `values`;
    /// the other fields of the object stay empty.
    ///
    /// # Panics
    /// Panics if the event does not serialize to an object with a `kind`.
    pub fn of(event: impl Serialize) -> EventObject {
        let told = serde_json::to_value(event).and_then(EventObject::deserialize);
        told.expect("an event is an object with a kind")
    }

    /// Removes the value with this name from the event's `values` and returns it. Returns `None` if
    /// there is no such value, or if it is null.
    ///
    /// # Panics
    /// Panics if the value has another type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = self.values.remove(name)?;
        Option::deserialize(value).expect("a value of this type")
    }

    /// Adds a value with this name to the event's `values`, or replaces it.
    ///
    /// # Panics
    /// Panics if `value` cannot be converted to JSON.
    pub fn set(&mut self, name: &str, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("plain data");
        self.values.insert(name.to_owned(), value);
    }
}

/// Converts a struct or map into a JSON object of named values.
///
/// # Panics
/// Panics if `object` does not serialize to a JSON object.
pub fn values(object: impl Serialize) -> TitleValues {
    match serde_json::to_value(object) {
        Ok(Json::Object(values)) => values,
        other => panic!("{other:?} is not an object"),
    }
}
