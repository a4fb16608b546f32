//! The network of a trained bot in integers, as the bot plays: inputs and weights of 16 bits, sums
//! of 32 bits (after Nasu 2018, "Efficiently Updatable Neural-Network-based Evaluation Functions").
//!
//! Integer sums are exact in any order, so a network gives the same values on every processor. A
//! 16-bit integer counts steps, i.e. multiples of a small number. Every input and unit has its own
//! step size, chosen so that all steps change the win probability by about as much. For this
//! purpose, the value of a unit is expressed as its effect: the value times the largest product of
//! weights on a path to the output.
//!
//! # No sum exceeds 32 bits
//! Each layer limits the total number of steps of its inputs to [`MOST_INPUTS`] or [`MOST_UNITS`].
//! With such inputs, the sum of a unit is at most this number times its largest weight, plus its
//! bias. The function `finest` of the conversion chooses the scale of the weights such that this is
//! below 2^31. If the inputs have more steps, which is rare, [`add_exactly`] adds them with 64 bits
//! and clamps the sum to the same range.
//!
//! The first hidden layer adds three layers of inputs. The position and the options have half of
//! the range together, and the sum of the codes (summary vectors of the other players) is clamped
//! to the other half. Each code is divided by [`MAX_PLAYERS`] before the codes are added. Each unit
//! of the second layer is divided by the layer's number of units before the output adds the units.

mod conversion;
#[cfg(test)]
mod tests;

use super::lanes::{Lanes, MOST, PairWeights, PlainLanes, Sixteen, UnitSums, ZERO};
use super::network;
use crate::game::MAX_PLAYERS;
use crate::game::learnable::{InputRow, MAX_INPUTS};

/// Width of the network's code (the summary vector of another player), in groups of sixteen units.
/// [`HIDDEN`] and [`SECOND`] are the widths of the two hidden layers.
const CODE: usize = network::CODE / 2;
const HIDDEN: usize = network::HIDDEN / 2;
const SECOND: usize = network::SECOND / 2;
const _: () = assert!(
    (network::CODE | network::HIDDEN | network::SECOND).is_multiple_of(2),
    "layers consist of groups of sixteen units"
);

/// Number of integer steps that represent a network input if the input can change the win
/// probability by 1.
const STEPS: f64 = 32_768.0;
/// Maximum number of integer steps that represent a network input with value 1. Inputs are usually
/// between −2 and 2; greater values are clamped if the input has a great effect.
const STEPS_OF_ONE: f64 = MOST as f64 / 2.0;
/// Minimum number of integer steps per effect of 1 in a hidden unit, if the largest effect of an
/// input on the layer is 1. An effect is a change of the win probability.
///
/// Hidden units are clamped at an effect of 5, and codes (summary vectors of players) at 8. Units
/// with small weights are clamped at no less than half of this. Trained networks have smaller
/// effects.
const HIDDEN_STEPS: f64 = 65_535.0 / 5.0;
const CODE_STEPS: f64 = 65_535.0 / 8.0;
/// Maximum number of integer steps of all inputs of a network layer together, so that sums fit into
/// 32 bits. The number is 4 times `STEPS`; for inputs that are hidden units, it is 16 times
/// `STEPS`.
const MOST_INPUTS: i32 = 4 << 15;
const MOST_UNITS: i32 = 16 << 15;
/// Maximum part of a first-layer unit's sum that comes from the codes (summary vectors of the other
/// players). The other half of the 32-bit range is for the position and the option.
const MOST_OF_CODES: i32 = 1 << 30;
/// Network inputs that are multiples of 1 divided by this number have no rounding error. Most
/// inputs are such multiples.
const EXACT: f64 = 20.0;
/// Number of bits by which each player's code (summary vector) is shifted right before the codes
/// are added.
const CODE_SHIFT: u32 = MAX_PLAYERS.ilog2();
/// Number of bits by which each unit of the second network layer is shifted right before the output
/// adds the units.
const VALUE_SHIFT: u32 = (16 * SECOND).ilog2();

/// Number of options that are computed together in the second hidden layer. It is small enough that
/// all sums stay in registers.
const TOGETHER: usize = 4;

/// A trained bot's network for one kind of decision, converted to integers.
#[derive(Debug, Clone, PartialEq)]
pub struct QuantizedNet {
    other: InputLayer<CODE>,
    other_bias: [UnitSums; CODE],
    position: InputLayer<HIDDEN>,
    option: InputLayer<HIDDEN>,
    hidden_bias: [UnitSums; HIDDEN],
    code: [GroupWeights<HIDDEN>; CODE],
    code_bias: [UnitSums; HIDDEN],
    code_shift: u32,
    /// Number of bits by which the sum of the codes (summary vectors of players) is shifted left
    /// before the first hidden layer adds it.
    code_up: u32,
    second: [GroupWeights<SECOND>; HIDDEN],
    second_bias: [UnitSums; SECOND],
    hidden_shift: u32,
    /// The sign of each second-layer unit's weight in the network's output: 1 or −1.
    signs: [UnitSums; SECOND],
    value_bias: f32,
    /// The win probability that one integer step of the network's output represents.
    step: f32,
}

/// Integer weights of a group of sixteen inputs of a network layer, for all units of the layer.
/// Each of the eight entries belongs to a pair of inputs.
type GroupWeights<const N: usize> = [[PairWeights; N]; 8];

/// Maximum number of groups of inputs of a network layer.
const GROUPS: usize = MAX_INPUTS / 16;

/// A network layer with integer weights that reads numbers of the game, such as life points.
#[derive(Debug, Clone, PartialEq)]
struct InputLayer<const N: usize> {
    /// The groups of sixteen inputs that have weights other than 0.
    groups: Vec<InputGroup>,
    /// The weights of these groups.
    weights: Vec<GroupWeights<N>>,
}

/// A group of sixteen inputs of a network layer.
#[derive(Debug, Clone, PartialEq)]
struct InputGroup {
    /// Index of the group among all groups of inputs in a row, below [`GROUPS`].
    index: usize,
    /// For each input: the number of integer steps that represent the value 1. The number is 0 if
    /// all weights of the input are 0.
    scales: [f32; 16],
}

impl<const N: usize> InputLayer<N> {
    /// Adds the inputs of the network layer, multiplied by their weights, to `sums`. Skips pairs of
    /// inputs that are both 0.
    #[inline(always)]
    fn add<L: Lanes>(&self, lanes: L, row: &InputRow, sums: &mut [UnitSums; N]) {
        let mut numbers = [Sixteen::default(); GROUPS];
        let mut absolutes = [0; 8];
        // One bit for each pair of inputs that are not both 0.
        let mut pairs = 0u64;
        let (values, _) = row.0.as_chunks::<16>();
        for (at, (group, numbers)) in self.groups.iter().zip(&mut numbers).enumerate() {
            let bits;
            (*numbers, bits) = lanes.quantize(&values[group.index % GROUPS], &group.scales);
            pairs |= u64::from(bits) << (8 * at);
            absolutes = lanes.add(absolutes, Sixteen(numbers.0.map(i16::abs)));
        }
        if absolutes.iter().sum::<i32>() > MOST_INPUTS {
            return add_exactly(sums, &self.weights, &numbers, 0, MOST_INPUTS);
        }
        let weights = self.weights.as_flattened();
        // A local copy keeps the sums in registers.
        let mut held = *sums;
        while pairs != 0 {
            let pair = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            add_pair(lanes, &mut held, &weights[pair], numbers[pair / 8].pair(pair % 8));
        }
        *sums = held;
    }
}

/// Adds a pair of inputs, multiplied by their weights, to the sums of a network layer.
#[inline(always)]
fn add_pair<L: Lanes, const N: usize>(
    lanes: L,
    sums: &mut [UnitSums; N],
    weights: &[PairWeights; N],
    pair: [i16; 2],
) {
    for (sums, weights) in sums.iter_mut().zip(weights) {
        lanes.add_pair(sums, weights, pair);
    }
}

/// Adds the inputs of a network layer, multiplied by their weights, to `sums`, with 64-bit
/// arithmetic. So the inputs may have any number of steps.
///
/// The sum of each unit is clamped to the range that inputs with at most `most` steps together can
/// have. `zero` is the integer that stands for an input of 0.
#[cold]
fn add_exactly<const N: usize>(
    sums: &mut [UnitSums; N],
    weights: &[GroupWeights<N>],
    numbers: &[Sixteen],
    zero: i16,
    most: i32,
) {
    for unit in 0..16 * N {
        let (mut sum, mut zeros, mut largest) = (0, 0, 0);
        let numbers = numbers.iter().flat_map(|numbers| numbers.0);
        let weights = weights.as_flattened().iter();
        let weights = weights.flat_map(|pair| pair[unit / 16].of_unit(unit % 16));
        for (weight, number) in weights.zip(numbers) {
            let weight = i64::from(weight);
            sum += weight * (i64::from(number) - i64::from(zero));
            zeros += weight * i64::from(zero);
            largest = weight.abs().max(largest);
        }
        let most = i64::from(most) * largest;
        let sum = sum.clamp(-most, most) + zeros;
        let of_unit = &mut sums[unit / 16].0[unit % 16];
        *of_unit = of_unit.wrapping_add(sum as i32);
    }
}

impl QuantizedNet {
    /// Computes the estimated value of each option from the network inputs of the position, the
    /// other players and the options.
    pub fn values(
        &self,
        position: &InputRow,
        others: &[InputRow],
        options: &[InputRow],
        values: &mut [f32],
    ) {
        #[cfg(target_arch = "x86_64")]
        {
            use super::lanes::Avx2;

            #[target_feature(enable = "avx2")]
            fn wide(
                net: &QuantizedNet,
                lanes: Avx2,
                position: &InputRow,
                others: &[InputRow],
                options: &[InputRow],
                values: &mut [f32],
            ) {
                net.values_by(lanes, position, others, options, values);
            }
            if let Some(lanes) = Avx2::detect() {
                // SAFETY: `lanes` exists only if the processor supports AVX2, the only required
                // feature.
                return unsafe { wide(self, lanes, position, others, options, values) };
            }
        }
        self.values_by(PlainLanes, position, others, options, values);
    }

    /// Computes the estimated value of each option with the given vector operations.
    #[inline(always)]
    fn values_by<L: Lanes>(
        &self,
        lanes: L,
        position: &InputRow,
        others: &[InputRow],
        options: &[InputRow],
        values: &mut [f32],
    ) {
        let before = self.before(lanes, position, others);
        for (options, values) in options.chunks(TOGETHER).zip(values.chunks_mut(TOGETHER)) {
            match options.len() {
                1 => self.ends::<L, 1>(lanes, &before, options, values),
                2 => self.ends::<L, 2>(lanes, &before, options, values),
                3 => self.ends::<L, 3>(lanes, &before, options, values),
                _ => self.ends::<L, TOGETHER>(lanes, &before, options, values),
            }
        }
    }

    /// Computes the network's first hidden layer without the part of the options, which is the same
    /// for all options of a decision.
    #[inline(always)]
    fn before<L: Lanes>(
        &self,
        lanes: L,
        position: &InputRow,
        others: &[InputRow],
    ) -> [UnitSums; HIDDEN] {
        // The more players, the greater the sums of codes, and the coarser their steps.
        let coarser = others.len().next_power_of_two().ilog2();
        let shift = self.code_shift + coarser;
        let half = (1 << shift) >> 1;
        let mut codes = [UnitSums([half; 16]); CODE];
        for other in others {
            let mut code = self.other_bias;
            self.other.add(lanes, other, &mut code);
            for (sums, code) in codes.iter_mut().zip(&code) {
                for (sum, unit) in sums.0.iter_mut().zip(code.0) {
                    *sum += unit.max(0) >> CODE_SHIFT;
                }
            }
        }
        let mut units = self.hidden_bias;
        self.position.add(lanes, position, &mut units);
        let mut of_codes = [self.code_bias];
        add_clipped(lanes, &[codes], shift, (&self.code, MOST_INPUTS), &mut of_codes);
        let up = self.code_up + coarser;
        let most = MOST_OF_CODES >> up;
        for (units, of_codes) in units.iter_mut().zip(&of_codes[0]) {
            for (unit, of_codes) in units.0.iter_mut().zip(of_codes.0) {
                *unit += of_codes.clamp(-most, most) << up;
            }
        }
        units
    }

    /// Computes the values of several options, given the first hidden layer without the parts of
    /// the options.
    #[inline(always)]
    fn ends<L: Lanes, const OPTIONS: usize>(
        &self,
        lanes: L,
        before: &[UnitSums; HIDDEN],
        options: &[InputRow],
        values: &mut [f32],
    ) {
        let mut units = [*before; OPTIONS];
        for (option, units) in options.iter().zip(&mut units) {
            self.option.add(lanes, option, units);
        }
        let mut sums = [self.second_bias; OPTIONS];
        add_clipped(lanes, &units, self.hidden_shift, (&self.second, MOST_UNITS), &mut sums);
        for (value, units) in values.iter_mut().zip(&sums) {
            let mut sum = 0;
            for (units, signs) in units.iter().zip(&self.signs) {
                for (unit, sign) in units.0.into_iter().zip(signs.0) {
                    sum += (unit.max(0) >> VALUE_SHIFT) * sign;
                }
            }
            *value = sum as f32 * self.step + self.value_bias;
        }
    }
}

/// Converts the 32-bit sums of a network layer's units to the 16-bit inputs of the next layer, and
/// adds these inputs, multiplied by their weights, to the sums of the next layer.
///
/// The sums are shifted right by `shift` bits. `next` holds the weights of the next layer, and the
/// maximum number of integer steps of its inputs together.
#[inline(always)]
fn add_clipped<L: Lanes, const N: usize, const NEXT: usize, const ROWS: usize>(
    lanes: L,
    units: &[[UnitSums; N]; ROWS],
    shift: u32,
    (weights, most): (&[GroupWeights<NEXT>; N], i32),
    sums: &mut [[UnitSums; NEXT]; ROWS],
) {
    let mut numbers = [[Sixteen::default(); N]; ROWS];
    let mut steps = [0; ROWS];
    for ((units, numbers), steps) in units.iter().zip(&mut numbers).zip(&mut steps) {
        let mut of_row = [0; 8];
        for (units, numbers) in units.iter().zip(numbers) {
            *numbers = lanes.clip(units, shift);
            of_row = lanes.add(of_row, *numbers);
        }
        // Each number is stored from `ZERO` up.
        *steps = of_row.iter().sum::<i32>() - 16 * N as i32 * i32::from(ZERO);
    }
    let biases = *sums;
    for (group, weights) in weights.iter().enumerate() {
        for (pair, weights) in weights.iter().enumerate() {
            for (sums, numbers) in sums.iter_mut().zip(&numbers) {
                add_pair(lanes, sums, weights, numbers[group].pair(pair));
            }
        }
    }
    for (row, sums) in sums.iter_mut().enumerate() {
        if steps[row] > most {
            *sums = biases[row];
            add_exactly(sums, weights, &numbers[row], ZERO, most);
        }
    }
}
