//! What a game measures, as a manifest keeps it: tables, charts and pages loop over it.

use serde::{Deserialize, Serialize};

use crate::stats::{self, Form};

/// All that a game measures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// Of each entrant in a game.
    pub entrants: Vec<Measure>,
    /// Of the game.
    pub game: Vec<Measure>,
    /// From one entrant to an opponent.
    pub pairs: Vec<Measure>,
    /// Of one use of a thing by an entrant in a round.
    pub things: Vec<Measure>,
    /// No game has more rounds.
    pub rounds: u16,
    /// What a thing is called, and the table of things: `card`, `cards`.
    pub thing: [String; 2],
    /// Who eliminates when no entrant does.
    pub nobody: String,
}

/// What the mean round of a time is called, over the games in which it comes.
pub const ROUND_OUT: &str = "Round out";

/// One thing that is measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// As a column calls it.
    pub name: String,
    /// Its table.
    pub table: String,
    #[serde(with = "FormName")]
    pub form: Form,
    /// In full, in lower case.
    pub words: String,
    /// As a unit.
    pub unit: String,
    /// Of a time: what an entrant does to which it never comes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub never: String,
    /// Of a class: what each is called.
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

impl Measure {
    /// Its unit, or else its words: "PP", "round of elimination".
    pub fn short(&self) -> &str {
        match self.unit.as_str() {
            "" => &self.words,
            unit => unit,
        }
    }

    /// What comes at a time: "elimination" of the "round of elimination".
    pub fn event(&self) -> &str {
        self.words.strip_prefix("round of ").unwrap_or(&self.words)
    }

    /// What a mean over all games is called: "PP"; of a time, which has a value in every game if one
    /// that never comes counts as the round after the game's last, "rounds alive".
    pub fn of_every_game(&self) -> String {
        match (self.form, self.never.as_str()) {
            (Form::Time, "survives") => "rounds alive".to_owned(),
            (Form::Time, "stays in play") => "rounds in play".to_owned(),
            (Form::Time, _) => format!("rounds to {}", self.event()),
            _ => self.short().to_owned(),
        }
    }

    /// The table that sums an amount up.
    pub fn summary(&self) -> String {
        let game = if self.table.starts_with("game_") {
            "game_"
        } else {
            ""
        };
        format!("{game}{}_summary", self.name)
    }
}

impl From<&stats::Measure> for Measure {
    fn from(measure: &stats::Measure) -> Measure {
        Measure {
            name: measure.name.to_owned(),
            table: measure.table.to_owned(),
            form: measure.form,
            words: measure.words.to_owned(),
            unit: measure.unit.to_owned(),
            never: measure.never.to_owned(),
            classes: measure
                .classes
                .iter()
                .map(|class| (*class).to_owned())
                .collect(),
        }
    }
}

impl From<&stats::Measures> for Measured {
    fn from(measures: &stats::Measures) -> Measured {
        let all = |measures: &[stats::Measure]| measures.iter().map(Measure::from).collect();
        Measured {
            entrants: all(&measures.entrants),
            game: (measures.game.iter())
                .map(|measure| Measure {
                    // An entrant's measure may have the same name.
                    table: format!("game_{}", measure.table),
                    ..Measure::from(measure)
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
