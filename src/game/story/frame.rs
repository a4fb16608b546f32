//! The format of `gong watch --json`: the lines of a game's story as JSON objects, the same for all
//! games ("titles") of this program.
//!
//! The first line is the opening, the last line is the end, and all lines between are events.
//! Values that only some titles have are in the object `values` of each line.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Version of the format. The version increases with each change that existing readers cannot
/// handle.
pub const FORMAT: u32 = 1;

/// Values that only one title has, by their names in snake_case.
pub type TitleValues = Map<String, Json>;

/// One line of the story: a JSON object, whose field `line` names its type.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "line", rename_all = "snake_case")]
pub enum Frame {
    /// The first line.
    Opening(OpeningLine),
    /// Any line between the first and the last.
    Event(EventLine),
    /// The last line; absent if a bot failed.
    End(EndLine),
}

/// The game before its first decision.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct OpeningLine {
    /// Version of this format.
    #[schemars(extend("const" = FORMAT))]
    pub version: u32,
    /// Name of the title, as `gong list games` shows it.
    pub title: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the game in a run of this seed, from 0.
    pub game: u64,
    /// Number of the game that supplies the line-up and the setup; usually the same game.
    pub deal: u64,
    /// All rules of the game, by the names that scripts see.
    pub rules: TitleValues,
    /// The entrants in the order of the line-up.
    pub entrants: Vec<OpeningEntrant>,
    /// Values that only this title has.
    pub values: TitleValues,
}

/// One entrant of the opening.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct OpeningEntrant {
    /// Key of the fighter in the roster.
    pub entrant: String,
    /// Name of the fighter.
    pub name: String,
    /// Seat that decides for the entrant, from 1.
    #[schemars(range(min = 1))]
    pub seat: u8,
    /// Side of the entrant, from 1. All entrants of a side win or lose together.
    #[schemars(range(min = 1))]
    pub side: u8,
    /// Name of the bot.
    pub strategy: String,
    /// Values that only this title has.
    pub values: TitleValues,
}

/// One event.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct EventLine {
    /// Kind of the event. All titles use `round_begins`, `turn_begins`, `turn_ends`, `decides` and
    /// `over` alike; the other kinds belong to the title.
    #[schemars(regex(pattern = "^[a-z]+(_[a-z]+)*$"))]
    pub kind: String,
    /// Round of the event; 0 before the first round.
    pub round: u16,
    /// Seat whose turn it is, from 1; absent outside of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub turn: Option<u8>,
    /// Seat that acts, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub seat: Option<u8>,
    /// Entrant that acts, by its key in the roster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Entrants that the event affects, by their keys in the roster.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub whom: Vec<String>,
    /// The event in the words of the prose story; absent if the prose does not mention the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Values that only this title has.
    pub values: TitleValues,
}

/// The result of the game.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct EndLine {
    /// Number of rounds that began.
    pub rounds: u16,
    /// Keys of the entrants that won; empty if nobody won.
    pub winners: Vec<String>,
    /// Result of each entrant, in the order of the opening.
    pub entrants: Vec<EntrantResult>,
    /// The title's measures of the game, by their names in the tables.
    pub measures: TitleValues,
    /// Values that only this title has.
    pub values: TitleValues,
}

/// The result of one entrant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct EntrantResult {
    /// Key of the fighter in the roster.
    pub entrant: String,
    pub won: bool,
    /// Place, from 1; members of a side share a place. Null in cooperative games.
    #[schemars(range(min = 1))]
    pub place: Option<u8>,
    /// The title's measures of the entrant, as in the table `games`: for example points (`score`)
    /// and round of elimination (`round_eliminated`, null for entrants that survive).
    pub measures: TitleValues,
    /// Values that only this title has.
    pub values: TitleValues,
}

impl OpeningLine {
    /// Returns the heading of the story in prose.
    pub fn heading(&self) -> String {
        let deal = match self.deal == self.game {
            true => String::new(),
            false => format!(", with the deal of game {}", self.deal),
        };
        format!(
            "{}{deal}: game {} of seed {}",
            self.scenario, self.game, self.seed
        )
    }
}

/// An event as a JSON object, in which numbers stand for players and entrants. The story adds the
/// other fields of the [`EventLine`], such as the round.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct EventObject {
    pub kind: String,
    /// Index of the player that acts.
    #[serde(skip)]
    pub player: Option<u8>,
    /// Number by which the game's events identify the entrant that acts, see
    /// [`Teller::key`](super::Teller::key).
    #[serde(skip)]
    pub who: Option<u8>,
    /// Numbers of the entrants that the event affects.
    #[serde(skip)]
    pub whom: Vec<u8>,
    /// All other fields of the event.
    #[serde(flatten)]
    pub values: TitleValues,
}

impl EventObject {
    /// Creates the object of an event. All fields of the event except `kind` and the fields of this
    /// struct go to `values`.
    ///
    /// # Panics
    /// Panics if the event does not serialize to an object with a `kind`.
    pub fn of(event: impl Serialize) -> EventObject {
        let told = serde_json::to_value(event).and_then(EventObject::deserialize);
        told.expect("an event is an object with a kind")
    }

    /// Removes the entry `name` from `values` and returns it; `None` if there is no such entry, or
    /// if it is null.
    ///
    /// # Panics
    /// Panics if the entry has another type.
    pub fn take<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = self.values.remove(name)?;
        Option::deserialize(value).expect("a value of this type")
    }

    /// Sets the entry `name` of `values` to `value`.
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
