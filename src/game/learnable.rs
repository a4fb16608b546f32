//! The inputs of the neural networks of trained bots: numbers that describe the position, the other
//! players and the options.
//!
//! Inputs describe the effects of a card rather than the identity of the card, so that a trained
//! bot can judge unknown cards. Training determines the scale of each input.

use std::ops::Deref;

use sha2::{Digest, Sha256};

use super::{Game, MAX_PLAYERS, Options, Scripted};
use crate::words::hex;

/// Maximum number of neural-network inputs that describe one thing: the position, another player or
/// an option.
pub const MAX_INPUTS: usize = 128;

/// A row of neural-network inputs, which describes the position, one other player or one option.
/// Entries after the last input are unused.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(32))]
pub struct InputRow(pub [f32; MAX_INPUTS]);

impl Default for InputRow {
    fn default() -> Self {
        InputRow([0.0; MAX_INPUTS])
    }
}

impl InputRow {
    /// Returns a writer that starts at the first network input of this row.
    #[inline(always)]
    pub fn begin(&mut self) -> InputWriter<'_> {
        self.behind(0)
    }

    /// Returns a writer that starts after the first `inputs` network inputs of this row, which stay
    /// unchanged.
    #[inline(always)]
    pub fn behind(&mut self, inputs: usize) -> InputWriter<'_> {
        InputWriter { values: &mut self.0, next: inputs }
    }

    /// Returns the first network inputs of this row.
    #[inline(always)]
    pub fn first<const COUNT: usize>(&self) -> [f32; COUNT] {
        std::array::from_fn(|input| self.0[input])
    }

    /// Copies `values` to the start of this row of network inputs; the other inputs stay unchanged.
    #[inline(always)]
    pub fn set(&mut self, values: &[f32]) {
        self.0[..values.len()].copy_from_slice(values);
    }

    /// Iterates over the non-zero values among the first `inputs` network inputs of this row, as
    /// pairs of index and value.
    pub fn non_zero(&self, inputs: usize) -> impl Iterator<Item = (usize, f32)> {
        let all = self.0.iter().copied().enumerate().take(inputs);
        all.filter(|&(_, value)| value != 0.0)
    }
}

/// The network inputs that describe the other players, one row for each player.
#[derive(Debug, Clone, Default)]
pub struct OtherInputs {
    count: usize,
    all: [InputRow; MAX_PLAYERS],
}

impl OtherInputs {
    /// Removes the rows of network inputs of all players.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a player, and returns a writer for the network inputs that describe the player.
    ///
    /// # Panics
    /// Panics if more than [`MAX_PLAYERS`] players are added.
    #[inline(always)]
    pub fn another(&mut self) -> InputWriter<'_> {
        let inputs = &mut self.all[self.count];
        self.count += 1;
        inputs.begin()
    }
}

impl Deref for OtherInputs {
    type Target = [InputRow];

    fn deref(&self) -> &[InputRow] {
        &self.all[..self.count]
    }
}

/// A game for which the neural networks of bots can be trained.
///
/// The network inputs must depend only on what the deciding player may know, and never on hidden
/// information.
pub trait Learnable: Game {
    /// Version of the network inputs. The version must change if an input keeps its name but
    /// changes its meaning. Networks that were trained for another version are then rejected.
    const VERSION: u32;

    /// Temperature at which trained bots draw their options, see
    /// [`Policy::of`](crate::strategies::trained::policy::Policy::of). 0 in a game without secret
    /// choices: there the best option is the best policy.
    const TEMPERATURE: f32 = 0.0;

    /// True if players with teammates decide with networks of their own.
    const TEAMS_APART: bool = false;

    /// Names of the network inputs that describe the position with the deciding player, each other
    /// player, and an option in addition to its features. Each list has fewer than [`MAX_INPUTS`]
    /// names, the last one together with the features.
    fn input_names() -> [Vec<String>; 3];

    /// Returns whether the deciding player has teammates, or had some that are out of the game.
    /// Only called with [`Learnable::TEAMS_APART`].
    fn has_teammates(_: Self::View<'_>) -> bool {
        false
    }

    /// Writes the network inputs for a decision to `inputs`, in the order of
    /// [`Learnable::input_names`]:
    ///
    /// - the inputs of the position;
    /// - a row of inputs for each other player who is still in the game, in any order, added to an
    ///   empty list;
    /// - the additional inputs of each option, after its features, which are already in the row;
    ///   see [`InputRow::behind`].
    fn inputs(view: Self::View<'_>, options: &Options<Self::Choice>, inputs: &mut DecisionInputs);
}

/// The name of one network input, or the names of several.
pub trait Named {
    fn add(self, names: &mut Vec<String>);
}

impl Named for &str {
    fn add(self, names: &mut Vec<String>) {
        names.push(self.to_owned());
    }
}

impl<const COUNT: usize> Named for [&str; COUNT] {
    fn add(self, names: &mut Vec<String>) {
        names.extend(self.map(str::to_owned));
    }
}

impl<N: AsRef<str>> Named for (&str, &[N]) {
    fn add(self, names: &mut Vec<String>) {
        let (prefix, list) = self;
        let name = |name: &N| format!("{prefix}{}", name.as_ref().replace('-', "_"));
        names.extend(list.iter().map(name));
    }
}

/// The value of one network input, usually between -2 and 2, or the values of several.
pub trait InputValues {
    fn write(self, inputs: &mut InputWriter<'_>);
}

impl InputValues for f32 {
    #[inline(always)]
    fn write(self, inputs: &mut InputWriter<'_>) {
        inputs.number(self);
    }
}

impl InputValues for bool {
    #[inline(always)]
    fn write(self, inputs: &mut InputWriter<'_>) {
        f32::from(u8::from(self)).write(inputs);
    }
}

impl<const COUNT: usize> InputValues for [f32; COUNT] {
    #[inline(always)]
    fn write(self, inputs: &mut InputWriter<'_>) {
        inputs.next_values(COUNT).copy_from_slice(&self);
    }
}

/// Inputs that describe something which need not exist; then all are 0.
impl<const COUNT: usize> InputValues for Option<[f32; COUNT]> {
    #[inline(always)]
    fn write(self, inputs: &mut InputWriter<'_>) {
        let places = inputs.next_values(COUNT);
        match self {
            Some(values) => places.copy_from_slice(&values),
            None => places.fill(0.0),
        }
    }
}

/// A one-hot encoding: as many inputs as the second number, of which the one with the index of the
/// first number is 1 and the others are 0. All are 0 if that index is out of range.
pub struct OneOf(pub usize, pub usize);

impl InputValues for OneOf {
    #[inline(always)]
    fn write(self, inputs: &mut InputWriter<'_>) {
        let OneOf(value, values) = self;
        let begin = inputs.next;
        inputs.next_values(values).fill(0.0);
        // If `value` is out of range, this writes the place of the next input, which is still to be
        // written or has no meaning. This avoids a branch that the processor cannot predict.
        inputs.values[begin + value.min(values)] = 1.0;
    }
}

/// The network inputs for one decision.
#[derive(Debug, Clone)]
pub struct DecisionInputs {
    pub position: InputRow,
    pub others: OtherInputs,
    /// One row of inputs for each option, in the order of the options; unused rows may follow.
    pub options: Vec<InputRow>,
}

impl DecisionInputs {
    /// Creates empty network inputs for decisions with at most `options` options.
    pub fn new(options: usize) -> Self {
        DecisionInputs {
            position: InputRow::default(),
            others: OtherInputs::default(),
            options: vec![InputRow::default(); options],
        }
    }
}

/// Writes the network inputs of one row, one after the other.
#[derive(Debug)]
pub struct InputWriter<'a> {
    values: &'a mut [f32; MAX_INPUTS],
    /// Index, from 0, of the entry in the row to which the next network input is written.
    next: usize,
}

impl InputWriter<'_> {
    /// Appends a network input with this value, usually between -2 and 2.
    #[inline(always)]
    pub fn number(&mut self, value: f32) {
        self.values[self.next] = value;
        self.next += 1;
    }

    /// Returns the places of the next `inputs` network inputs, which the caller must write.
    #[inline(always)]
    fn next_values(&mut self, inputs: usize) -> &mut [f32] {
        let begin = self.next;
        self.next += inputs;
        &mut self.values[begin..][..inputs]
    }

    /// Returns the index, from 0, of the entry in the row to which the next network input is
    /// written.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.next
    }
}

/// The names of all inputs of a game's neural networks. A network can play a game only if the
/// network and the game have equal layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputLayout {
    /// Version of the game's network inputs, see [`Learnable::VERSION`].
    pub version: u32,
    /// Names of the game's kinds of decisions, such as `attack` and `discard`.
    pub decisions: Vec<&'static str>,
    /// See [`Learnable::TEAMS_APART`].
    pub teams_apart: bool,
    pub position: Vec<String>,
    pub other: Vec<String>,
    /// Names of the network inputs that describe an option: its features, followed by its other
    /// inputs.
    pub option: Vec<String>,
}

impl InputLayout {
    /// Returns the names of all inputs that neural networks for the game `G` have.
    pub fn of<G: Learnable + Scripted>() -> InputLayout {
        let [position, other, option] = G::input_names();
        let features = G::FEATURES.iter().map(|feature| feature.name.to_owned());
        InputLayout {
            version: G::VERSION,
            decisions: G::DECISIONS.iter().map(|decision| decision.name).collect(),
            teams_apart: G::TEAMS_APART,
            position,
            other,
            option: features.chain(option).collect(),
        }
    }

    /// Returns the names of the game's networks: one for each kind of decision, such as `card`, and
    /// then those of players with teammates, such as `team.card`, if they have their own.
    pub fn nets(&self) -> Vec<String> {
        let usual = self.decisions.iter().map(|decision| (*decision).to_owned());
        let apart = self.decisions.iter().filter(|_| self.teams_apart);
        usual.chain(apart.map(|decision| format!("team.{decision}"))).collect()
    }

    /// Returns a short identifier of this layout of network inputs. Equal layouts have equal
    /// identifiers; different layouts have different ones.
    pub fn version(&self) -> String {
        let parts = [&self.position, &self.other, &self.option].map(|names| names.join("\n"));
        let names = [self.nets().join("\n"), parts.join("\n\n")].join("\n\n");
        format!("{}-{}", self.version, hex(&Sha256::digest(names.as_bytes())[..6]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_stand_in_the_order_in_which_they_are_written() {
        let mut row = InputRow([7.0; MAX_INPUTS]);
        row.set(&[0.25, 0.0]);
        let inputs = &mut row.behind(2);
        0.5_f32.write(inputs);
        0.0_f32.write(inputs);
        true.write(inputs);
        false.write(inputs);
        OneOf(2, 3).write(inputs);
        OneOf(3, 3).write(inputs);
        OneOf(usize::MAX, 2).write(inputs);
        [0.0_f32; 4].write(inputs);
        [-1.0_f32, 0.0].write(inputs);
        assert_eq!(inputs.count(), 20);
        let inputs: Vec<_> = row.non_zero(20).collect();
        assert_eq!(inputs, [(0, 0.25), (2, 0.5), (4, 1.0), (8, 1.0), (18, -1.0)]);
    }
}
