//! What a learner wants of a game besides its features: numbers that say where a player stands, who else is there, and what an option
//! leads to.
//!
//! They say what a card does, not which it is: a bot that has learnt from them can judge cards that it has never seen. A bot finds
//! the scale of each number itself.

use std::ops::Deref;

use sha2::{Digest, Sha256};

use super::{Game, MAX_PLAYERS, Options, Scripted};
use crate::words::hex;

/// More than there are inputs of a kind.
pub const MAX_INPUTS: usize = 128;

/// The inputs of the other players that count.
#[derive(Debug, Clone, Default)]
pub struct OtherInputs {
    count: usize,
    all: [Inputs; MAX_PLAYERS],
}

impl OtherInputs {
    /// There are none.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Those of one more player, of which none are written.
    ///
    /// # Panics
    /// If there are more players than a game can have.
    pub fn another(&mut self) -> &mut Inputs {
        let inputs = &mut self.all[self.count];
        self.count += 1;
        inputs.clear();
        inputs
    }
}

impl Deref for OtherInputs {
    type Target = [Inputs];

    fn deref(&self) -> &[Inputs] {
        &self.all[..self.count]
    }
}

/// A game that can be learnt.
///
/// Inputs hang on what the deciding player may know alone: on its view.
pub trait Learnable: Game {
    /// Another whenever inputs of the same names say something else: what was learnt before is then of no use.
    const VERSION: u32;

    /// What is known of the position as a whole, and of the player who decides: the names, in the order of [`Learnable::position`].
    const POSITION: &'static [&'static str];

    /// What is known of each other player.
    const OTHER: &'static [&'static str];

    /// What is known of an option besides its features.
    const OPTION: &'static [&'static str];

    /// Writes the inputs of the position.
    fn position(view: Self::View<'_>, inputs: &mut Inputs);

    /// Writes the inputs of every other player that still counts to `all`, which is empty. Their order does not matter.
    fn others(view: Self::View<'_>, all: &mut OtherInputs);

    /// Writes the further inputs of each option behind its features.
    fn option_inputs(view: Self::View<'_>, options: &Options<Self::Choice>, inputs: &mut [Inputs]);
}

/// The inputs of one kind, written one after the other. Only those that are not 0 are kept: most are 0 most of the time.
#[derive(Debug, Clone, Copy)]
pub struct Inputs {
    /// The number of the next one.
    next: u8,
    /// How many are not 0, which, and how much they are.
    kept: u8,
    which: [u8; MAX_INPUTS],
    values: [f32; MAX_INPUTS],
}

/// Inputs that are not 0: their numbers, and their values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row<'a> {
    pub which: &'a [u8],
    pub values: &'a [f32],
}

impl Default for Inputs {
    fn default() -> Self {
        Inputs {
            next: 0,
            kept: 0,
            which: [0; MAX_INPUTS],
            values: [0.0; MAX_INPUTS],
        }
    }
}

impl Inputs {
    /// None are written.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.next = 0;
        self.kept = 0;
    }

    /// A number of about -2 to 2.
    #[inline(always)]
    pub fn number(&mut self, value: f32) {
        // Written in any case, and kept or not: a processor cannot guess which are 0.
        let at = usize::from(self.kept) % MAX_INPUTS;
        self.which[at] = self.next;
        self.values[at] = value;
        self.kept += u8::from(value != 0.0);
        self.next += 1;
    }

    /// 1 if it is so.
    #[inline(always)]
    pub fn flag(&mut self, value: bool) {
        self.number(f32::from(u8::from(value)));
    }

    /// A flag for each value that `value` can have, from 0; none is raised for one beyond.
    #[inline(always)]
    pub fn one_of(&mut self, value: usize, values: u8) {
        let at = usize::from(self.kept) % MAX_INPUTS;
        self.which[at] = self.next.wrapping_add(value as u8);
        self.values[at] = 1.0;
        self.kept += u8::from(value < usize::from(values));
        self.next += values;
    }

    /// So many that do not apply here: they are 0.
    #[inline(always)]
    pub fn skip(&mut self, inputs: u8) {
        self.next += inputs;
    }

    /// Those of a row, each multiplied by its scale.
    pub fn set(&mut self, row: Row<'_>, scales: &[f32]) {
        self.kept = row.which.len() as u8;
        for (at, (which, value)) in row.each().enumerate() {
            self.which[at] = which as u8;
            self.values[at] = value * scales[which];
        }
    }

    /// How many there were.
    pub fn count(&self) -> usize {
        usize::from(self.next)
    }

    #[inline(always)]
    pub fn row(&self) -> Row<'_> {
        let kept = usize::from(self.kept).min(MAX_INPUTS);
        Row {
            which: &self.which[..kept],
            values: &self.values[..kept],
        }
    }
}

impl Row<'_> {
    /// Each input that is not 0: its number, and its value.
    #[inline(always)]
    pub fn each(&self) -> impl Iterator<Item = (usize, f32)> + Clone {
        self.which
            .iter()
            .zip(self.values)
            .map(|(&which, &value)| (usize::from(which), value))
    }
}

/// The names of all that networks of a game take: a network is of use where they are the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// See [`Learnable::VERSION`].
    pub version: u32,
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
            version: G::VERSION,
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
        format!(
            "{}-{}",
            self.version,
            hex(&Sha256::digest(names.as_bytes())[..6])
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_0_is_kept_with_its_number() {
        let mut inputs = Inputs::default();
        for _ in 0..2 {
            inputs.clear();
            inputs.number(0.5);
            inputs.number(0.0);
            inputs.flag(true);
            inputs.flag(false);
            inputs.one_of(2, 3);
            inputs.one_of(3, 3);
            inputs.one_of(usize::MAX, 2);
            inputs.skip(4);
            inputs.number(-1.0);
            assert_eq!(inputs.count(), 17);
            let row: Vec<_> = inputs.row().each().collect();
            assert_eq!(row, [(0, 0.5), (2, 1.0), (6, 1.0), (16, -1.0)]);
        }
    }
}
