//! What a game measures: of each entrant, of itself, from one entrant to another, of each thing that is used. A game declares it once, and
//! records, tallies, comparisons and tables loop over it.

/// The most entrants of a game.
pub const MAX_ENTRANTS: usize = 64;
/// The most rounds of a game.
pub const MAX_ROUNDS: u16 = 1_000;
/// The most measures of an entrant, and of a game.
pub const MAX_VALUES: usize = 12;
/// The most measures of one use of a thing.
pub const MAX_USE_VALUES: usize = 4;
/// The greatest amount: of each value up to a measure's greatest the games are counted.
pub const MAX_AMOUNT: u32 = u16::MAX as u32;
/// A time that did not come in the game.
pub const NEVER: u32 = 0;

/// What the values of a measure are, and so what is made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// 0 or 1: a rate.
    Flag,
    /// 0 up to the greatest: a distribution.
    Amount,
    /// A round, from 1, or [`NEVER`]: hazard and survival.
    Time,
    /// An index of the classes: shares.
    Class,
}

/// One thing that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// As a column calls it: `score`.
    pub name: &'static str,
    /// Its table: `scores`. Empty of a pair or a use: these are columns of the tables of pairs and of things.
    pub table: &'static str,
    pub form: Form,
    /// In full, in lower case: `popularity points`.
    pub words: &'static str,
    /// As a unit: `PP`.
    pub unit: &'static str,
    /// Of a time: what an entrant does to which it never comes, `survives`. Otherwise empty.
    pub never: &'static str,
    /// The greatest value: of an amount at most [`MAX_AMOUNT`], of a time the greatest number of rounds, of a class the number of classes less 1, of a flag 1.
    pub most: u32,
    /// Of a class: what each is called. Otherwise none.
    pub classes: &'static [&'static str],
}

impl Measure {
    /// One with a table of its own name, without unit, classes and a word for what never comes.
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

    /// An amount of a unit.
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

    /// One of several classes.
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

    /// Where the measure of this name is among several.
    pub fn position(measures: &[Measure], name: &str) -> Option<usize> {
        measures.iter().position(|measure| measure.name == name)
    }

    /// How many values it can have: 0 up to the greatest.
    pub fn values(&self) -> usize {
        self.most as usize + 1
    }
}

/// All that a game measures. Not declared, since every game has it: who won, the places, the number of rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measures {
    /// Of each entrant in a game, at most [`MAX_VALUES`].
    pub entrants: Vec<Measure>,
    /// Of the game, at most [`MAX_VALUES`].
    pub game: Vec<Measure>,
    /// From one entrant to an opponent: flags and amounts.
    pub pairs: Vec<Measure>,
    /// Of one use of a thing by an entrant in a round: amounts, at most [`MAX_USE_VALUES`].
    pub things: Vec<Measure>,
    /// No game has more rounds, 1 to [`MAX_ROUNDS`].
    pub rounds: u16,
    /// What a thing is called, and the table of things: `card`, `cards`.
    pub thing: [&'static str; 2],
    /// Who eliminates when no entrant does: `the crowd’s rocks`.
    pub nobody: &'static str,
}

impl Measures {
    /// # Panics
    /// If more is measured than can be counted. That is a fault of the game's declaration.
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
