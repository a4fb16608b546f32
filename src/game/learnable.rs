//! The inputs of trained bots: numbers that describe the position, the other players and the
//! options.
//!
//! Inputs describe the effects of a card rather than the identity of the card, so that a trained
//! bot can judge unknown cards. Training determines the scale of each input.

use std::ops::Deref;

use sha2::{Digest, Sha256};

use super::{Game, MAX_PLAYERS, Options, Scripted};
use crate::words::hex;

/// Maximum number of inputs of one kind (position, other player or option).
pub const MAX_INPUTS: usize = 128;

/// The inputs that describe the other players.
#[derive(Debug, Clone, Default)]
pub struct OtherInputs {
    count: usize,
    all: [KindInputs; MAX_PLAYERS],
}

impl OtherInputs {
    /// Removes the inputs of all players.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a player and returns the player's inputs, which are empty.
    ///
    /// # Panics
    /// Panics if more than [`MAX_PLAYERS`] players are added.
    pub fn another(&mut self) -> &mut KindInputs {
        let inputs = &mut self.all[self.count];
        self.count += 1;
        inputs.clear();
        inputs
    }
}

impl Deref for OtherInputs {
    type Target = [KindInputs];

    fn deref(&self) -> &[KindInputs] {
        &self.all[..self.count]
    }
}

/// A game that trained bots can learn.
///
/// Inputs must depend only on the view of the deciding player, and never on hidden information.
pub trait Learnable: Game {
    /// Version of the inputs. The version must change if an input keeps its name but changes its
    /// meaning. Networks that were trained for another version are then rejected.
    const VERSION: u32;

    /// Names of the inputs that describe the position and the deciding player, in the order of
    /// [`Learnable::position`]; fewer than [`MAX_INPUTS`].
    const POSITION: &'static [&'static str];

    /// Names of the inputs that describe each other player, in the order of [`Learnable::others`];
    /// fewer than [`MAX_INPUTS`].
    const OTHER: &'static [&'static str];

    /// Names of the additional inputs of an option, in the order of [`Learnable::option_inputs`].
    /// The features of the option precede them. Features and additional inputs together are fewer
    /// than [`MAX_INPUTS`].
    const OPTION: &'static [&'static str];

    /// Writes the inputs of the position, one for each name in [`Learnable::POSITION`]. `inputs` is
    /// empty at first.
    fn position(view: Self::View<'_>, inputs: &mut KindInputs);

    /// Writes the inputs of each other player who is still in the game, in any order. `all` is
    /// empty at first.
    fn others(view: Self::View<'_>, all: &mut OtherInputs);

    /// Appends the inputs of each option, one for each name in [`Learnable::OPTION`]. `inputs` has
    /// one entry per option, which already contains the option's features.
    fn option_inputs(
        view: Self::View<'_>,
        options: &Options<Self::Choice>,
        inputs: &mut [KindInputs],
    );
}

/// The inputs of one kind, written one after the other. Only non-zero inputs are stored, because
/// most inputs are usually 0.
#[derive(Debug, Clone, Copy)]
pub struct KindInputs {
    /// Index of the next input to be written.
    next: u8,
    /// Number of non-zero inputs. The first `kept` entries of `which` are their indices; the first
    /// `kept` entries of `values` are their values.
    kept: u8,
    which: [u8; MAX_INPUTS],
    values: [f32; MAX_INPUTS],
}

/// The non-zero inputs of one kind: their indices and their values, in the same order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseRow<'a> {
    pub which: &'a [u8],
    pub values: &'a [f32],
}

impl Default for KindInputs {
    fn default() -> Self {
        KindInputs {
            next: 0,
            kept: 0,
            which: [0; MAX_INPUTS],
            values: [0.0; MAX_INPUTS],
        }
    }
}

impl KindInputs {
    /// Removes all inputs.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.next = 0;
        self.kept = 0;
    }

    /// Appends an input with this value, usually between -2 and 2.
    #[inline(always)]
    pub fn number(&mut self, value: f32) {
        // Stores the number in any case, and counts it only if it is not 0. This avoids a branch
        // that the processor cannot predict.
        let at = usize::from(self.kept) % MAX_INPUTS;
        self.which[at] = self.next;
        self.values[at] = value;
        self.kept += u8::from(value != 0.0);
        self.next += 1;
    }

    /// Appends an input that is 1 for true and 0 for false.
    #[inline(always)]
    pub fn flag(&mut self, value: bool) {
        self.number(f32::from(u8::from(value)));
    }

    /// Appends one flag for each number from 0 to `values - 1`, and sets the flag of `value`. Sets
    /// no flag if `value` is out of range.
    #[inline(always)]
    pub fn one_of(&mut self, value: usize, values: u8) {
        let at = usize::from(self.kept) % MAX_INPUTS;
        self.which[at] = self.next.wrapping_add(value as u8);
        self.values[at] = 1.0;
        self.kept += u8::from(value < usize::from(values));
        self.next += values;
    }

    /// Appends `inputs` inputs with the value 0, for values that do not exist in this position.
    #[inline(always)]
    pub fn skip(&mut self, inputs: u8) {
        self.next += inputs;
    }

    /// Replaces all inputs by the inputs of a row. Multiplies each input by its scale: `scales` has
    /// one scale for each input index.
    pub fn set(&mut self, row: SparseRow<'_>, scales: &[f32]) {
        self.kept = row.which.len() as u8;
        for (at, (which, value)) in row.each().enumerate() {
            self.which[at] = which as u8;
            self.values[at] = value * scales[which];
        }
    }

    /// Returns the number of inputs written so far, zeros included.
    pub fn count(&self) -> usize {
        usize::from(self.next)
    }

    /// Returns the non-zero inputs.
    #[inline(always)]
    pub fn row(&self) -> SparseRow<'_> {
        let kept = usize::from(self.kept).min(MAX_INPUTS);
        SparseRow {
            which: &self.which[..kept],
            values: &self.values[..kept],
        }
    }
}

impl SparseRow<'_> {
    /// Iterates over the non-zero inputs as pairs of index and value.
    #[inline(always)]
    pub fn each(&self) -> impl Iterator<Item = (usize, f32)> + Clone {
        self.which
            .iter()
            .zip(self.values)
            .map(|(&which, &value)| (usize::from(which), value))
    }
}

/// The names of all inputs of a game's networks. A network can play a game only if the network and
/// the game have equal layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputLayout {
    /// Version of the inputs, see [`Learnable::VERSION`].
    pub version: u32,
    /// Names of the kinds of decisions of the game.
    pub decisions: Vec<&'static str>,
    pub position: &'static [&'static str],
    pub other: &'static [&'static str],
    /// Names of an option's features, followed by the names of the option's other inputs.
    pub option: Vec<&'static str>,
}

impl InputLayout {
    /// Returns the names of all inputs that networks of the game `G` have.
    pub fn of<G: Learnable + Scripted>() -> InputLayout {
        let features = G::FEATURES.iter().map(|feature| feature.name);
        InputLayout {
            version: G::VERSION,
            decisions: G::DECISIONS.iter().map(|decision| decision.name).collect(),
            position: G::POSITION,
            other: G::OTHER,
            option: features.chain(G::OPTION.iter().copied()).collect(),
        }
    }

    /// Returns a short identifier of the layout. Equal layouts have equal identifiers; different
    /// layouts have different ones.
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
        let mut inputs = KindInputs::default();
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
