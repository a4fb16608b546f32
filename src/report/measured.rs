//! The measures of a game (the quantities that it records for statistics), as a manifest stores
//! them. Tables, charts and pages loop over the measures.

use serde::{Deserialize, Serialize};

use crate::stats::{self, Form};

/// All measures of a game: the quantities that the game records for statistics.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameMeasures {
    /// Measures with one value per game and entrant.
    pub entrants: Vec<MeasureNote>,
    /// Measures with one value per game, about the game as a whole.
    pub game: Vec<MeasureNote>,
    /// Measures of what an entrant does to an opponent.
    pub pairs: Vec<MeasureNote>,
    /// Measures of one use of a thing, such as a card, by a fighter in a round.
    pub things: Vec<MeasureNote>,
    /// Maximum number of rounds of a game.
    pub rounds: u16,
    /// The game's word for a fighter's thing, and the name of the table of things, such as `card`
    /// and `cards`.
    pub thing: [String; 2],
    /// Label for eliminations that no player caused.
    pub nobody: String,
}

/// Column label for the mean round in which an event happens. The mean covers only games in which
/// the event happens.
pub const ROUND_OUT: &str = "Round out";

/// One measure: a quantity that a game records for the statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureNote {
    /// Name of the table column that holds the measure.
    pub name: String,
    /// Name of the table that holds the measure.
    pub table: String,
    #[serde(with = "FormName")]
    pub form: Form,
    /// Full name of the measure, in lower case.
    pub words: String,
    /// Unit of the measure; may be empty.
    pub unit: String,
    /// Label for fighters to which the measured event never happens, such as "survives". Empty if
    /// the measure is not a time.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub never: String,
    /// Labels of the measure's classes; empty if the measure has no classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Form", rename_all = "kebab-case")]
enum FormName {
    Flag,
    Amount,
    Time,
    Class,
}

impl MeasureNote {
    /// Returns a short label of the measure: the unit if there is one, else the full name, such as
    /// "PP" or "round of elimination".
    pub fn short(&self) -> &str {
        match self.unit.as_str() {
            "" => &self.words,
            unit => unit,
        }
    }

    /// Returns the full name of the measure, with its unit if the unit is an abbreviation, as in
    /// "popularity points (PP)".
    pub fn full(&self) -> String {
        match self.is_abbreviated() {
            true => format!("{} ({})", self.words, self.unit),
            false => self.words.clone(),
        }
    }

    /// Returns a sentence that explains the unit if the unit is an abbreviation, as in " “PP”:
    /// popularity points."; empty otherwise.
    pub fn abbreviation(&self) -> String {
        match self.is_abbreviated() {
            true => format!(" “{}”: {}.", self.unit, self.words),
            false => String::new(),
        }
    }

    /// Returns whether the unit is an abbreviation of the measure's name, such as "PP".
    fn is_abbreviated(&self) -> bool {
        !self.unit.is_empty() && self.unit.chars().all(char::is_uppercase)
    }

    /// Returns the name of the event whose time is measured: "elimination" for "round of
    /// elimination".
    pub fn event(&self) -> &str {
        self.words.strip_prefix("round of ").unwrap_or(&self.words)
    }

    /// Returns the label for the mean of the measure over all games, such as "PP". For a measured
    /// time the label is, for example, "rounds alive"; a game without the event then counts as the
    /// round after the last.
    pub fn of_every_game(&self) -> String {
        match (self.form, self.never.as_str()) {
            (Form::Time, "survives") => "rounds alive".to_owned(),
            (Form::Time, "stays in play") => "rounds in play".to_owned(),
            (Form::Time, _) => format!("rounds to {}", self.event()),
            _ => self.short().to_owned(),
        }
    }

    /// Returns the name of the table with summary statistics of the measure.
    pub fn summary(&self) -> String {
        let game = if self.table.starts_with("game_") { "game_" } else { "" };
        format!("{game}{}_summary", self.name)
    }
}

impl From<&stats::Measure> for MeasureNote {
    fn from(measure: &stats::Measure) -> MeasureNote {
        MeasureNote {
            name: measure.name.to_owned(),
            table: measure.table.to_owned(),
            form: measure.form,
            words: measure.words.to_owned(),
            unit: measure.unit.to_owned(),
            never: measure.never.to_owned(),
            classes: measure.classes.iter().map(|class| (*class).to_owned()).collect(),
        }
    }
}

impl From<&stats::Measures> for GameMeasures {
    fn from(measures: &stats::Measures) -> GameMeasures {
        let all = |measures: &[stats::Measure]| measures.iter().map(MeasureNote::from).collect();
        GameMeasures {
            entrants: all(&measures.entrants),
            game: (measures.game.iter())
                .map(|measure| MeasureNote {
                    // The prefix avoids a conflict, because a measure of entrants may have the same
                    // name.
                    table: format!("game_{}", measure.table),
                    ..MeasureNote::from(measure)
                })
                .collect(),
            pairs: all(&measures.pairs),
            things: all(&measures.things),
            rounds: measures.rounds,
            thing: measures.thing.map(str::to_owned),
            nobody: measures.nobody.to_owned(),
        }
    }
}
