//! What a learner wants of a game besides its features: numbers that say where a player stands, who else is there, and what an option
//! leads to.
//!
//! They say what a card does, not which it is: a bot that has learnt from them can judge cards that it has never seen. A bot finds
//! the scale of each number itself.

use arrayvec::ArrayVec;
use sha2::{Digest, Sha256};

use super::{Game, MAX_PLAYERS, Options, Scripted};
use crate::words::hex;

/// The most inputs of a kind.
pub const MAX_INPUTS: usize = 96;

/// The inputs of one kind; what is behind the last that the game names stays unused.
pub type InputRow = [f32; MAX_INPUTS];

/// The inputs of the other players that count.
pub type OtherRows = ArrayVec<InputRow, MAX_PLAYERS>;

/// A game that can be learnt.
///
/// Inputs hang on what the deciding player may know alone: on its view.
pub trait Learnable: Game {
    /// What is known of the position as a whole, and of the player who decides: the names, in the order of [`Learnable::position`].
    const POSITION: &'static [&'static str];

    /// What is known of each other player.
    const OTHER: &'static [&'static str];

    /// What is known of an option besides its features.
    const OPTION: &'static [&'static str];

    /// Fills `row`, which is all 0, with the inputs of the position.
    fn position(view: Self::View<'_>, row: &mut InputRow);

    /// Fills `rows`, which is empty, with the inputs of every other player that still counts. Their order does not matter.
    fn others(view: Self::View<'_>, rows: &mut OtherRows);

    /// Fills a row, which is all 0, for each option.
    fn option_inputs(view: Self::View<'_>, options: &Options<Self::Choice>, rows: &mut [InputRow]);
}

/// Writes the inputs of a row one after the other.
pub struct Inputs<'a> {
    row: &'a mut InputRow,
    next: usize,
}

impl<'a> Inputs<'a> {
    pub fn of(row: &'a mut InputRow) -> Self {
        Inputs { row, next: 0 }
    }

    /// A number of about -2 to 2.
    #[inline(always)]
    pub fn number(&mut self, value: f32) {
        self.row[self.next] = value;
        self.next += 1;
    }

    /// 1 if it is so.
    #[inline(always)]
    pub fn flag(&mut self, value: bool) {
        self.number(f32::from(u8::from(value)));
    }

    /// A flag for each value that `value` can have, from 0; none is raised for one beyond.
    #[inline(always)]
    pub fn one_of(&mut self, value: usize, values: usize) {
        if value < values {
            self.row[self.next + value] = 1.0;
        }
        self.next += values;
    }

    /// So many that do not apply here: they stay 0.
    #[inline(always)]
    pub fn skip(&mut self, inputs: usize) {
        self.next += inputs;
    }

    /// How many there were.
    pub fn count(&self) -> usize {
        self.next
    }
}

/// The names of all that networks of a game take: a network is of use where they are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The kinds of decisions.
    pub decisions: Vec<&'static str>,
    pub position: &'static [&'static str],
    pub other: &'static [&'static str],
    /// An option's features, and its further inputs.
    pub option: Vec<&'static str>,
}

impl Layout {
    pub fn of<G: Learnable + Scripted>() -> Layout {
        let features = G::FEATURES.iter().map(|feature| feature.name);
        Layout {
            decisions: G::DECISIONS.iter().map(|decision| decision.name).collect(),
            position: G::POSITION,
            other: G::OTHER,
            option: features.chain(G::OPTION.iter().copied()).collect(),
        }
    }

    /// A short name for it: another layout has another.
    pub fn version(&self) -> String {
        let parts = [&*self.decisions, self.position, self.other, &*self.option];
        let names = parts.map(|names| names.join("\n")).join("\n\n");
        hex(&Sha256::digest(names.as_bytes())[..6])
    }
}
