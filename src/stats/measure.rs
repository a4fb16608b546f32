//! Declarations of a game's measures, i.e. of the quantities that the statistics record. There are
//! measures per entrant, per game, per pair of entrants, and per use of a thing.
//!
//! A game declares its measures once. Records, counters, comparisons and tables loop over this
//! declaration.

/// Maximum number of entrants of a game.
pub const MAX_ENTRANTS: usize = 64;
/// Maximum number of rounds of a game.
pub const MAX_ROUNDS: u16 = 1_000;
/// Maximum number of quantities that are measured per participant of a game, and maximum number
/// that are measured per game.
pub const MAX_VALUES: usize = 12;
/// Maximum number of quantities that are measured per use of a thing.
pub const MAX_USE_VALUES: usize = 4;
/// Maximum value of a measured amount. Statistics have one counter for each possible value.
pub const MAX_AMOUNT: u32 = u16::MAX as u32;
/// Value of a measured time (round of an event) if the event did not occur in the game.
pub const NEVER: u32 = 0;

/// The form of a measure's values (flag, amount, time or class), which determines how they are
/// summarized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A measured value of 0 or 1, summarized as a rate.
    Flag,
    /// A measured number from 0 to the measure's maximum, summarized as a distribution.
    Amount,
    /// The round of a measured event, counted from 1, or [`NEVER`]; summarized as hazard and
    /// survival.
    Time,
    /// An index into a measure's list of classes, summarized as shares of the classes.
    Class,
}

/// Declaration of one measure, i.e. of a quantity that the statistics record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Name of the measure in the columns of tables, such as `score`.
    pub name: &'static str,
    /// Name of the table that holds the measure, such as `scores`. Empty for measures of pairs of
    /// players and of uses of things, which are columns of shared tables.
    pub table: &'static str,
    pub form: Form,
    /// Full name of the measure in lower case, such as `popularity points`.
    pub words: &'static str,
    /// Unit of the measure as printed in tables, such as `PP`.
    pub unit: &'static str,
    /// For a time: the label for players that never reach the event, such as `survives`. Empty for
    /// other measures.
    pub never: &'static str,
    /// Greatest possible value of the measure.
    ///
    /// Amount: at most [`MAX_AMOUNT`]. Time: the maximum number of rounds. Class: the number of
    /// classes minus 1. Flag: 1.
    pub most: u32,
    /// Names of the classes into which the measure sorts games. Empty for measures of other forms.
    pub classes: &'static [&'static str],
}

impl Measure {
    /// Declares a measure whose table has the measure's name. The measure has no unit, no classes
    /// and no label for a missing event.
    pub const fn new(name: &'static str, form: Form, words: &'static str, most: u32) -> Measure {
        Measure { name, table: name, form, words, unit: "", never: "", most, classes: &[] }
    }

    /// Declares a measure that is 0 or 1.
    pub const fn flag(name: &'static str, words: &'static str) -> Measure {
        Measure::new(name, Form::Flag, words, 1)
    }

    /// Declares a measure of an amount with a unit.
    pub const fn amount(
        name: &'static str,
        words: &'static str,
        unit: &'static str,
        most: u32,
    ) -> Measure {
        Measure { unit, ..Measure::new(name, Form::Amount, words, most) }
    }

    /// Declares a measure of the round in which an event occurs. `never` is the label for players
    /// that never reach the event.
    pub const fn time(
        name: &'static str,
        table: &'static str,
        words: &'static str,
        never: &'static str,
        rounds: u16,
    ) -> Measure {
        Measure { table, never, ..Measure::new(name, Form::Time, words, rounds as u32) }
    }

    /// Declares a measure that sorts games or players into several classes.
    pub const fn class(
        name: &'static str,
        table: &'static str,
        words: &'static str,
        classes: &'static [&'static str],
    ) -> Measure {
        let most = classes.len() as u32 - 1;
        Measure { table, classes, ..Measure::new(name, Form::Class, words, most) }
    }

    /// Returns the index of the measure with this name in a list of measures.
    pub fn position(measures: &[Measure], name: &str) -> Option<usize> {
        measures.iter().position(|measure| measure.name == name)
    }

    /// Returns the number of possible values of the measure: the greatest value plus 1.
    pub fn values(&self) -> usize {
        self.most as usize + 1
    }
}

/// All measures that a game declares, i.e. the quantities that the statistics record. Winners,
/// final ranks and the number of rounds are recorded for every game without a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures {
    /// Measures of each entrant in a game, at most [`MAX_VALUES`].
    pub entrants: Vec<Measure>,
    /// Measures of the game as a whole, at most [`MAX_VALUES`].
    pub game: Vec<Measure>,
    /// Measures of what one entrant does to an opponent: flags and amounts.
    pub pairs: Vec<Measure>,
    /// Amounts that are measured for one use of a thing by an entrant in a round, at most
    /// [`MAX_USE_VALUES`].
    pub things: Vec<Measure>,
    /// Maximum number of rounds of a game, 1 to [`MAX_ROUNDS`].
    pub rounds: u16,
    /// The game's word for a thing that players use, in singular and plural: for example `card`,
    /// `cards`. The plural is the name of the table of things.
    pub thing: [&'static str; 2],
    /// Label for the cause of eliminations that no player causes, such as `the crowd’s rocks`.
    pub nobody: &'static str,
}

impl Measures {
    /// Checks that the declaration of a game's measures respects all limits.
    ///
    /// # Panics
    /// Panics if a limit is exceeded, because the game's declaration is then wrong.
    pub(super) fn check(&self) {
        assert!((1..=MAX_ROUNDS).contains(&self.rounds), "a game has 1 to {MAX_ROUNDS} rounds");
        assert!(
            self.entrants.len() <= MAX_VALUES && self.game.len() <= MAX_VALUES,
            "at most {MAX_VALUES} measures of an entrant, and of a game"
        );
        assert!(self.things.len() <= MAX_USE_VALUES, "at most {MAX_USE_VALUES} measures of a use");
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
