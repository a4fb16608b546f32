//! Declarations of a game's measures: per entrant, per game, per pair of entrants, and per use of a
//! thing (such as a card).
//!
//! A game declares its measures once. Records, tallies, comparisons and tables loop over this
//! declaration.

/// Maximum number of entrants of a game.
pub const MAX_ENTRANTS: usize = 64;
/// Maximum number of rounds of a game.
pub const MAX_ROUNDS: u16 = 1_000;
/// Maximum number of measures of an entrant, and maximum number of measures of a game.
pub const MAX_VALUES: usize = 12;
/// Maximum number of measures of one use of a thing (such as a card).
pub const MAX_USE_VALUES: usize = 4;
/// Maximum value of an amount. A tally has one counter for each possible value.
pub const MAX_AMOUNT: u32 = u16::MAX as u32;
/// Value of a time measure whose event did not occur in the game.
pub const NEVER: u32 = 0;

/// The form of a measure's values, which determines how they are summarized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A value of 0 or 1, summarized as a rate.
    Flag,
    /// A number from 0 to the measure's maximum, summarized as a distribution.
    Amount,
    /// The round of an event, counted from 1, or [`NEVER`]; summarized as hazard and survival.
    Time,
    /// An index into the measure's classes, summarized as shares of the classes.
    Class,
}

/// Declaration of one measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Name of the measure in table columns, such as `score`.
    pub name: &'static str,
    /// Name of the table that holds the measure, such as `scores`. Empty for measures of pairs and
    /// of uses, which are columns of shared tables.
    pub table: &'static str,
    pub form: Form,
    /// Full name in lower case, such as `popularity points`.
    pub words: &'static str,
    /// Unit as printed, such as `PP`.
    pub unit: &'static str,
    /// For a time: the label for entrants that never reach the event, such as `survives`. Empty for
    /// other forms.
    pub never: &'static str,
    /// Greatest possible value.
    ///
    /// Amount: at most [`MAX_AMOUNT`]. Time: the maximum number of rounds. Class: the number of
    /// classes minus 1. Flag: 1.
    pub most: u32,
    /// For a class: the name of each class. Empty for other forms.
    pub classes: &'static [&'static str],
}

impl Measure {
    /// Declares a measure whose table has the measure's name, without unit, classes or a label for
    /// [`NEVER`].
    pub const fn new(name: &'static str, form: Form, words: &'static str, most: u32) -> Measure {
        Measure {
            name,
            table: name,
            form,
            words,
            unit: "",
            never: "",
            most,
            classes: &[],
        }
    }

    /// Declares an amount with a unit.
    pub const fn amount(
        name: &'static str,
        words: &'static str,
        unit: &'static str,
        most: u32,
    ) -> Measure {
        Measure {
            unit,
            ..Measure::new(name, Form::Amount, words, most)
        }
    }

    /// Declares the round of an event. `never` is the label for entrants that never reach the
    /// event.
    pub const fn time(
        name: &'static str,
        table: &'static str,
        words: &'static str,
        never: &'static str,
        rounds: u16,
    ) -> Measure {
        Measure {
            table,
            never,
            ..Measure::new(name, Form::Time, words, rounds as u32)
        }
    }

    /// Turns the measure into a measure of pairs or of uses, which is a column of a shared table.
    pub const fn column(self) -> Measure {
        Measure { table: "", ..self }
    }

    /// Declares a measure with several classes.
    pub const fn class(
        name: &'static str,
        table: &'static str,
        words: &'static str,
        classes: &'static [&'static str],
    ) -> Measure {
        Measure {
            table,
            classes,
            ..Measure::new(name, Form::Class, words, classes.len() as u32 - 1)
        }
    }

    /// Returns the index of the measure with this name.
    pub fn position(measures: &[Measure], name: &str) -> Option<usize> {
        measures.iter().position(|measure| measure.name == name)
    }

    /// Returns the number of possible values: the greatest value plus 1.
    pub fn values(&self) -> usize {
        self.most as usize + 1
    }
}

/// All measures that a game declares. Winners, places and the number of rounds are recorded for
/// every game without a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures {
    /// Measures of each entrant in a game, at most [`MAX_VALUES`].
    pub entrants: Vec<Measure>,
    /// Measures of the game as a whole, at most [`MAX_VALUES`].
    pub game: Vec<Measure>,
    /// Measures of what one entrant does to an opponent: flags and amounts.
    pub pairs: Vec<Measure>,
    /// Measures of one use of a thing (such as a card) by an entrant in a round: amounts, at most
    /// [`MAX_USE_VALUES`].
    pub things: Vec<Measure>,
    /// Maximum number of rounds of a game, 1 to [`MAX_ROUNDS`].
    pub rounds: u16,
    /// The game's word for a thing, and the name of the table of things: `card`, `cards`.
    pub thing: [&'static str; 2],
    /// Label for the cause of eliminations that no entrant causes, such as `the crowd’s rocks`.
    pub nobody: &'static str,
}

impl Measures {
    /// Checks that the declaration respects all limits.
    ///
    /// # Panics
    /// Panics if a limit is exceeded, because the game's declaration is then wrong.
    pub(super) fn check(&self) {
        assert!(
            (1..=MAX_ROUNDS).contains(&self.rounds),
            "a game has 1 to {MAX_ROUNDS} rounds"
        );
        assert!(
            self.entrants.len() <= MAX_VALUES && self.game.len() <= MAX_VALUES,
            "at most {MAX_VALUES} measures of an entrant, and of a game"
        );
        assert!(
            self.things.len() <= MAX_USE_VALUES,
            "at most {MAX_USE_VALUES} measures of a use"
        );
        for measure in self.entrants.iter().chain(&self.game) {
            let most = match measure.form {
                Form::Flag => measure.most == 1,
                Form::Amount => measure.most <= MAX_AMOUNT,
                Form::Time => measure.most == u32::from(self.rounds),
                Form::Class => measure.values() == measure.classes.len(),
            };
            assert!(most, "{}: its greatest value is none", measure.name);
        }
        let summed = self.pairs.iter().chain(&self.things);
        for measure in summed {
            assert!(
                matches!(measure.form, Form::Flag | Form::Amount),
                "{}: only flags and amounts can be summed",
                measure.name
            );
        }
    }
}
