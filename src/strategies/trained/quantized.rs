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
//! bias. [`finest`] chooses the scale of the weights such that this is below 2^31. If the inputs
//! have more steps, which is rare, [`add_exactly`] adds them with 64 bits and clamps the sum to the
//! same range.
//!
//! The first hidden layer adds three layers of inputs. The position and the options have half of
//! the range together, and the sum of the codes (summary vectors of the other players) is clamped
//! to the other half. Each code is divided by [`MAX_PLAYERS`] before the codes are added. Each unit
//! of the second layer is divided by the layer's number of units before the output adds the units.

use super::lanes::{EightSums, Lanes, MOST, PlainLanes, Sixteen, ZERO};
use super::network::{self, CODE, HIDDEN, Net, SECOND, Units};
use crate::game::MAX_PLAYERS;
use crate::game::learnable::{InputRow, MAX_INPUTS};

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
const VALUE_SHIFT: u32 = (8 * SECOND).ilog2();

/// Number of options that are computed together in the second hidden layer. It is small enough that
/// all sums stay in registers.
const TOGETHER: usize = 4;

/// A trained bot's network for one kind of decision, converted to integers.
#[derive(Debug, Clone, PartialEq)]
pub struct QuantizedNet {
    other: InputLayer<CODE>,
    other_bias: [EightSums; CODE],
    position: InputLayer<HIDDEN>,
    option: InputLayer<HIDDEN>,
    hidden_bias: [EightSums; HIDDEN],
    code: [[Sixteen; HIDDEN]; 4 * CODE],
    code_bias: [EightSums; HIDDEN],
    code_shift: u32,
    /// Number of bits by which the sum of the codes (summary vectors of players) is shifted left
    /// before the first hidden layer adds it.
    code_up: u32,
    second: [[Sixteen; SECOND]; 4 * HIDDEN],
    second_bias: [EightSums; SECOND],
    hidden_shift: u32,
    /// The sign of each second-layer unit's weight in the network's output: 1 or −1.
    signs: [EightSums; SECOND],
    value_bias: f32,
    /// The win probability that one integer step of the network's output represents.
    step: f32,
}

/// Integer weights of a network layer. Each entry holds the weights of a pair of inputs for all
/// units: for each unit, the weight of the first input and of the second input are adjacent.
type Weights<const N: usize> = Vec<[Sixteen; N]>;

/// A network layer in integers whose inputs come from the game.
#[derive(Debug, Clone, PartialEq)]
struct InputLayer<const N: usize> {
    /// For each input of the layer: the number of integer steps that represent the value 1. The
    /// number is 0 if all weights of the input are 0.
    scales: [f32; MAX_INPUTS],
    /// Indices of the groups of 16 inputs that have weights other than 0.
    groups: Vec<u8>,
    weights: Weights<N>,
}

const GROUPS: usize = MAX_INPUTS / 16;

impl<const N: usize> InputLayer<N> {
    /// Adds the inputs of the network layer, multiplied by their weights, to `sums`. Inputs that
    /// are 0 are skipped.
    #[inline(always)]
    fn add<L: Lanes>(&self, lanes: L, row: &InputRow, sums: &mut [EightSums; N]) {
        let mut numbers = [Sixteen::default(); GROUPS];
        // One bit for each pair of inputs that are not both 0.
        let mut pairs = 0u64;
        let (values, _) = row.values().as_chunks::<16>();
        let (scales, _) = self.scales.as_chunks::<16>();
        let mut absolutes = EightSums::default();
        for &group in &self.groups {
            let group = usize::from(group) % GROUPS;
            let (of_group, bits) = lanes.quantize(&values[group], &scales[group]);
            numbers[group] = of_group;
            pairs |= u64::from(bits) << (8 * group);
            lanes.add_absolutes(&mut absolutes, of_group);
        }
        let numbers: &[[i16; 2]] = bytemuck::cast_slice(&numbers);
        if absolutes.0.iter().sum::<i32>() > MOST_INPUTS {
            return add_exactly(sums, &self.weights, numbers, 0, MOST_INPUTS);
        }
        // A local copy keeps the sums in registers.
        let mut held = *sums;
        while pairs != 0 {
            let pair = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            add_pair(lanes, &mut held, &self.weights[pair], numbers[pair]);
        }
        *sums = held;
    }
}

/// Adds the inputs of a network layer, multiplied by their weights, to `sums`, with 64-bit
/// arithmetic. So the inputs may have any number of steps.
///
/// The sum of each unit is clamped to the range that inputs with at most `most` steps together can
/// have. `zero` is the integer that stands for an input of 0.
#[cold]
fn add_exactly<const N: usize>(
    sums: &mut [EightSums; N],
    weights: &[[Sixteen; N]],
    numbers: &[[i16; 2]],
    zero: i16,
    most: i32,
) {
    for unit in 0..8 * N {
        let (mut sum, mut zeros, mut largest) = (0, 0, 0);
        for (weights, numbers) in weights.iter().zip(numbers) {
            let (weights, _) = weights[unit / 8].0.as_chunks::<2>();
            for (&weight, &number) in weights[unit % 8].iter().zip(numbers) {
                let weight = i64::from(weight);
                sum += weight * (i64::from(number) - i64::from(zero));
                zeros += weight * i64::from(zero);
                largest = weight.abs().max(largest);
            }
        }
        let most = i64::from(most) * largest;
        let sum = sum.clamp(-most, most) + zeros;
        let of_unit = &mut sums[unit / 8].0[unit % 8];
        *of_unit = of_unit.wrapping_add(sum as i32);
    }
}

/// Adds a pair of inputs, multiplied by their weights, to the sums of a network layer.
#[inline(always)]
fn add_pair<L: Lanes, const N: usize>(
    lanes: L,
    sums: &mut [EightSums; N],
    weights: &[Sixteen; N],
    pair: [i16; 2],
) {
    for (sums, weights) in sums.iter_mut().zip(weights) {
        lanes.add_pair(sums, weights, pair);
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
    ) -> [EightSums; HIDDEN] {
        // The more players, the greater the sums of codes, and the coarser their steps.
        let coarser = others.len().next_power_of_two().ilog2();
        let shift = self.code_shift + coarser;
        let half = (1 << shift) >> 1;
        let mut codes = [EightSums([half; 8]); CODE];
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
        let (codes, steps) = clipped::<L, CODE, { CODE / 2 }>(lanes, &codes, shift);
        let codes: [[i16; 2]; 4 * CODE] = bytemuck::cast(codes);
        let mut of_codes = self.code_bias;
        if steps > MOST_INPUTS {
            add_exactly(&mut of_codes, &self.code, &codes, ZERO, MOST_INPUTS);
        } else {
            for (&pair, weights) in codes.iter().zip(&self.code) {
                add_pair(lanes, &mut of_codes, weights, pair);
            }
        }
        let up = self.code_up + coarser;
        let most = MOST_OF_CODES >> up;
        for (units, of_codes) in units.iter_mut().zip(&of_codes) {
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
        before: &[EightSums; HIDDEN],
        options: &[InputRow],
        values: &mut [f32],
    ) {
        let mut hidden = [[[0i16; 2]; 4 * HIDDEN]; OPTIONS];
        let mut steps = [0; OPTIONS];
        for ((option, hidden), steps) in options.iter().zip(&mut hidden).zip(&mut steps) {
            let mut units = *before;
            self.option.add(lanes, option, &mut units);
            let clipped = clipped::<L, HIDDEN, { HIDDEN / 2 }>(lanes, &units, self.hidden_shift);
            *hidden = bytemuck::cast(clipped.0);
            *steps = clipped.1;
        }
        let mut sums = [self.second_bias; OPTIONS];
        for (pair, weights) in self.second.iter().enumerate() {
            for (sums, hidden) in sums.iter_mut().zip(&hidden) {
                add_pair(lanes, sums, weights, hidden[pair]);
            }
        }
        for ((sums, hidden), steps) in sums.iter_mut().zip(&hidden).zip(steps) {
            if steps > MOST_UNITS {
                *sums = self.second_bias;
                add_exactly(sums, &self.second, hidden, ZERO, MOST_UNITS);
            }
        }
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

/// Converts the 32-bit sums of a network layer to the 16-bit inputs of the next layer: N vectors of
/// eight sums become HALF vectors of sixteen inputs. Also returns the total number of integer steps
/// of these inputs.
#[inline(always)]
fn clipped<L: Lanes, const N: usize, const HALF: usize>(
    lanes: L,
    units: &[EightSums; N],
    shift: u32,
) -> ([Sixteen; HALF], i32) {
    let (units, _) = units.as_chunks::<2>();
    let mut clipped = [Sixteen::default(); HALF];
    let mut sums = EightSums::default();
    for (clipped, &units) in clipped.iter_mut().zip(units) {
        *clipped = lanes.clip(units, shift);
        lanes.add(&mut sums, *clipped);
    }
    let steps = sums.0.iter().sum::<i32>() - 8 * N as i32 * i32::from(ZERO);
    (clipped, steps)
}

/// Weights of a network layer while it is converted to integers, one row per input. A weight is the
/// effect of an input with value 1 on the win probability.
///
/// Each input also has a scale: the number of integer steps that represent its value 1.
struct EffectRows {
    weights: Vec<Vec<f64>>,
    scales: Vec<f64>,
}

impl EffectRows {
    /// Creates the rows of weights of a network layer whose inputs come from the game. `effects`
    /// holds the effect of each unit of the layer on the win probability.
    fn of_game<const N: usize>(layer: &network::Layer<N>, effects: &[f64]) -> EffectRows {
        let weights = effects_of(layer, effects);
        EffectRows {
            scales: weights.iter().map(|row| steps(largest(row))).collect(),
            weights,
        }
    }

    /// Creates the rows of weights of a network layer whose inputs are the units of the layer
    /// before. `weights` are the effects of these units, and `scales` the numbers of integer steps
    /// per effect of 1.
    fn of_units(mut weights: Vec<Vec<f64>>, scales: Vec<f64>) -> EffectRows {
        measured_in_effects(&mut weights);
        EffectRows { scales, weights }
    }

    /// Returns, for each input of the network layer, the effect of one integer step of the input on
    /// each unit.
    fn steps(&self) -> impl Iterator<Item = impl Iterator<Item = f64>> {
        self.weights.iter().zip(&self.scales).map(|(row, &scale)| {
            let step = move |&weight: &f64| if scale > 0.0 { weight / scale } else { 0.0 };
            row.iter().map(step)
        })
    }

    /// Returns the largest absolute weight of the network layer.
    fn largest(&self) -> f64 {
        self.weights
            .iter()
            .fold(0.0, |most, row| largest(row).max(most))
    }

    /// Returns the largest effect that one integer step of any input has on a unit of the network
    /// layer.
    fn largest_step(&self, unit: usize) -> f64 {
        let steps = self.steps().filter_map(|mut steps| steps.nth(unit));
        steps.fold(0.0, |most, step| step.abs().max(most))
    }

    /// Converts the weights of the network layer to integers. `scales` are the scales of the units.
    fn quantized<const N: usize>(&self, scales: &[f64]) -> Weights<N> {
        let mut weights = vec![[Sixteen::default(); N]; self.weights.len().div_ceil(2)];
        for (input, steps) in self.steps().enumerate() {
            for (unit, step) in steps.enumerate() {
                let place = 2 * (unit % 8) + input % 2;
                weights[input / 2][unit / 8].0[place] = (step * scales[unit]).round() as i16;
            }
        }
        weights
    }

    /// Converts the network layer to integers. `scales` are the scales of the units.
    fn layer<const N: usize>(&self, scales: &[f64]) -> InputLayer<N> {
        let mut of_inputs = [0.0; MAX_INPUTS];
        for (of_input, &scale) in of_inputs.iter_mut().zip(&self.scales) {
            *of_input = scale as f32;
        }
        let (groups, _) = of_inputs.as_chunks::<16>();
        let groups = groups.iter().zip(0..);
        let lives = groups.filter(|(group, _)| group.iter().any(|&scale| scale != 0.0));
        InputLayer {
            groups: lives.map(|(_, index)| index).collect(),
            weights: self.quantized(scales),
            scales: of_inputs,
        }
    }
}

/// Returns the weights of a network layer, multiplied by the effects of its units on the win
/// probability.
fn effects_of<const N: usize>(layer: &network::Layer<N>, effects: &[f64]) -> Vec<Vec<f64>> {
    let row = |weights: &Units<N>| {
        let weights = numbers(weights).zip(effects);
        weights.map(|(weight, effect)| weight * effect).collect()
    };
    layer.weights.iter().map(row).collect()
}

fn numbers<const N: usize>(units: &Units<N>) -> impl Iterator<Item = f64> {
    network::each(units).map(|(_, number)| f64::from(number))
}

fn largest(row: &[f64]) -> f64 {
    row.iter().fold(0.0, |most, number| number.abs().max(most))
}

/// Divides each row of a network layer's weights by the largest weight of the row. The value of
/// each input is then expressed as its largest effect.
fn measured_in_effects(rows: &mut [Vec<f64>]) {
    for row in rows {
        let largest = largest(row);
        if largest > 0.0 {
            row.iter_mut().for_each(|weight| *weight /= largest);
        }
    }
}

/// Returns the number of integer steps that represent the value 1 of a network input with this
/// effect. The number is about [`STEPS`] for an effect of 1, and such that most inputs have no
/// rounding error.
fn steps(effect: f64) -> f64 {
    if effect > 0.0 {
        ((effect * STEPS).min(STEPS_OF_ONE) / EXACT)
            .round()
            .max(1.0)
            * EXACT
    } else {
        0.0
    }
}

/// Returns, for each unit of a network layer, the finest scale of its weights. With this scale, all
/// weights fit into 16 bits and all sums are at most `room`.
///
/// `rows` are the weights of the layer's groups of inputs. Each group has at most `most` integer
/// steps together. `biases` are the biases of the units.
fn finest(room: i32, rows: &[&EffectRows], most: i32, biases: &[f64]) -> Vec<f64> {
    let most = f64::from(most);
    // Rounding increases a weight by at most a half. For biases see `quantized_biases`: scales are
    // below 10^9.
    let rounding = 0.5 * most * rows.len() as f64 + 1e9 / HIDDEN_STEPS + 1.0;
    let room = f64::from(room) - rounding;
    let scale = |(unit, bias): (usize, &f64)| {
        let steps = rows.iter().map(|rows| rows.largest_step(unit));
        let sum = bias.abs() + most * steps.clone().sum::<f64>();
        // A unit without weights has any scale.
        (room / sum)
            .min(32_767.0 / steps.fold(0.0, f64::max))
            .min(1e9)
    };
    biases.iter().enumerate().map(scale).collect()
}

/// Number of bits by which the sums of a network layer's units are shifted right, and the scale of
/// each unit's sum.
struct UnitShift {
    bits: u32,
    scales: Vec<f64>,
}

impl UnitShift {
    /// Returns the shift for a network layer with the greatest scales up to `finest`. After the
    /// shift, an effect of 1 is represented by at least `steps` integer steps, and by at most twice
    /// as many.
    fn of(finest: &[f64], steps: f64) -> UnitShift {
        let least = finest.iter().copied().fold(f64::INFINITY, f64::min);
        let mut bits = 0;
        let mut scale = steps;
        while 2.0 * scale <= least {
            scale *= 2.0;
            bits += 1;
        }
        UnitShift {
            bits,
            scales: finest
                .iter()
                .map(|finest| finest.min(2.0 * scale))
                .collect(),
        }
    }

    /// Returns, for each unit of the network layer, the number of integer steps that represent an
    /// effect of 1 after the shift.
    fn steps(&self) -> Vec<f64> {
        let steps = |scale| scale / f64::from(1u32 << self.bits);
        self.scales.iter().map(steps).collect()
    }
}

/// Returns the biases of a network layer's units, multiplied by the effects of the units.
fn biases<const N: usize>(units: &Units<N>, effects: &[f64]) -> Vec<f64> {
    let biases = numbers(units).zip(effects);
    biases.map(|(bias, effect)| bias * effect).collect()
}

/// Converts the biases of a network layer to integers. `scales` are the scales of the units, which
/// are later shifted right by `shift` bits.
///
/// The result includes half of the divisor 2^`shift`, so that the shift rounds to the nearest
/// integer.
fn quantized_biases<const N: usize>(biases: &[f64], scales: &[f64], shift: u32) -> [EightSums; N] {
    let half = (1 << shift) >> 1;
    let bias = |unit: usize| (biases[unit] * scales[unit]).round() as i32 + half;
    std::array::from_fn(|group| EightSums(std::array::from_fn(|lane| bias(8 * group + lane))))
}

/// Subtracts, from the biases of a network layer, what inputs of 0 add to the sums, because 0 is
/// stored as [`ZERO`]. The result wraps around at 32 bits, as sums do.
fn subtract_zeros<const N: usize>(biases: &mut [EightSums; N], weights: &Weights<N>) {
    for weights in weights {
        for (biases, weights) in biases.iter_mut().zip(weights) {
            let (weights, _) = weights.0.as_chunks::<2>();
            for (bias, weights) in biases.0.iter_mut().zip(weights) {
                let sum = i32::from(weights[0]) + i32::from(weights[1]);
                *bias = bias.wrapping_sub(sum * i32::from(ZERO));
            }
        }
    }
}

impl QuantizedNet {
    /// Converts a network from floating-point numbers to integers.
    pub fn of(net: &Net) -> QuantizedNet {
        // The effects of the units of each layer, from the last to the first layer.
        let value: Vec<f64> = numbers(&net.value).collect();
        let on_value: Vec<f64> = value.iter().map(|weight| weight.abs()).collect();
        let second = effects_of(&net.second, &on_value);
        let on_second: Vec<f64> = second.iter().map(|row| largest(row)).collect();
        let code = effects_of(&net.code, &on_second);
        let on_hidden: Vec<f64> = code.iter().map(|row| largest(row)).collect();

        let other = EffectRows::of_game(&net.other, &on_hidden);
        let other_bias = biases(&net.other.bias, &on_hidden);
        let of_code = UnitShift::of(
            &finest(i32::MAX, &[&other], MOST_INPUTS, &other_bias),
            (CODE_STEPS / other.largest()).min(STEPS),
        );

        let position = EffectRows::of_game(&net.position, &on_second);
        let option = EffectRows::of_game(&net.option, &on_second);
        let code = EffectRows::of_units(code, of_code.steps());
        let hidden_bias = biases(&net.position.bias, &on_second);
        let inputs = [&position, &option];
        let room = i32::MAX - MOST_OF_CODES;
        let finest_hidden = finest(room, &inputs, MOST_INPUTS, &hidden_bias);
        let of_hidden = UnitShift::of(
            &finest_hidden,
            (HIDDEN_STEPS / position.largest().max(option.largest())).min(STEPS),
        );
        // The scale of the codes is the same but for a power of 2.
        let finest_code = finest(i32::MAX, &[&code], MOST_INPUTS, &[0.0; 8 * HIDDEN]);
        let mut code_up = 0;
        let mut code_scales = of_hidden.scales.clone();
        while (code_scales.iter().zip(&finest_code)).any(|(scale, finest)| scale > finest) {
            code_scales.iter_mut().for_each(|scale| *scale *= 0.5);
            code_up += 1;
        }

        let second = EffectRows::of_units(second, of_hidden.steps());
        let second_bias = biases(&net.second.bias, &on_value);
        // The output adds the units of the second layer, so all have one scale.
        let finest = finest(i32::MAX, &[&second], MOST_UNITS, &second_bias);
        let second_scale = finest.into_iter().fold(f64::INFINITY, f64::min);
        let second_scales = [second_scale; 8 * SECOND];
        let value_scale = second_scale / f64::from(1u32 << VALUE_SHIFT);

        let code = code.quantized(&code_scales);
        let hidden_bias = quantized_biases(&hidden_bias, &of_hidden.scales, of_hidden.bits);
        let mut code_bias = [EightSums::default(); HIDDEN];
        subtract_zeros(&mut code_bias, &code);
        let second = second.quantized(&second_scales);
        let mut second_bias = quantized_biases(&second_bias, &second_scales, 0);
        subtract_zeros(&mut second_bias, &second);
        let sign = |unit: usize| if value[unit] < 0.0 { -1 } else { 1 };
        QuantizedNet {
            other_bias: quantized_biases(&other_bias, &of_code.scales, 0),
            other: other.layer(&of_code.scales),
            position: position.layer(&of_hidden.scales),
            option: option.layer(&of_hidden.scales),
            hidden_bias,
            code: std::array::from_fn(|pair| code[pair]),
            code_bias,
            code_up,
            code_shift: of_code.bits.saturating_sub(CODE_SHIFT),
            second: std::array::from_fn(|pair| second[pair]),
            second_bias,
            hidden_shift: of_hidden.bits,
            signs: std::array::from_fn(|group| {
                EightSums(std::array::from_fn(|lane| sign(8 * group + lane)))
            }),
            value_bias: net.value_bias,
            step: (1.0 / value_scale) as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;
    use crate::game::chance::{Purpose, stream};
    use crate::strategies::trained::NetworkShape;

    const SHAPE: NetworkShape = NetworkShape {
        decisions: 1,
        position: 57,
        other: 36,
        option: 90,
    };

    /// Returns a generator of random numbers from −1 to 1.
    fn random(seed: u64) -> impl FnMut() -> f32 {
        let mut luck = stream(seed, 0, Purpose::Weights);
        move || luck.next_u32() as i32 as f32 / (1u32 << 31) as f32
    }

    /// Creates a random network for tests, with weights from −`span` to `span`, and with larger
    /// weights for some inputs.
    fn net(seed: u64, span: f32) -> Net {
        let mut number = random(seed);
        let mut net = Net::zero(&SHAPE);
        for weight in net.parts_mut().into_iter().flatten() {
            *weight = number() * span;
        }
        for units in net.option.weights.iter_mut().step_by(7) {
            for eight in units {
                eight.0 = eight.0.map(|weight| weight * 20.0);
            }
        }
        for units in net.position.weights.iter_mut().step_by(5) {
            *units = [network::Eight::ZERO; HIDDEN];
        }
        net
    }

    /// Creates a random row of network inputs from −`span` to `span`, of which about every third is
    /// not 0.
    fn row(inputs: usize, span: f32, number: &mut impl FnMut() -> f32) -> InputRow {
        let mut row = InputRow::default();
        let mut writer = row.begin();
        for _ in 0..inputs {
            let value = number() * span;
            writer.number(if number() > 0.3 { value } else { 0.0 });
        }
        row
    }

    /// Random network inputs of a decision: of a position, of its other players and of the options.
    struct SomeDecision {
        position: InputRow,
        others: Vec<InputRow>,
        options: Vec<InputRow>,
    }

    fn decision(seed: u64, span: f32) -> SomeDecision {
        let mut number = random(1_000 + seed);
        let mut rows = |count: u64, inputs: usize| -> Vec<InputRow> {
            (0..count).map(|_| row(inputs, span, &mut number)).collect()
        };
        SomeDecision {
            position: rows(1, SHAPE.position)[0],
            others: rows(seed % MAX_PLAYERS as u64, SHAPE.other),
            options: rows(2 + seed % 9, SHAPE.option),
        }
    }

    impl SomeDecision {
        fn values<L: Lanes>(&self, net: &QuantizedNet, lanes: L) -> Vec<f32> {
            let mut values = vec![0.0; self.options.len()];
            net.values_by(
                lanes,
                &self.position,
                &self.others,
                &self.options,
                &mut values,
            );
            values
        }
    }

    #[test]
    fn whole_numbers_have_the_values_of_real_numbers_but_for_rounding() {
        let mut furthest = 0.0f32;
        for seed in 0..200 {
            let net = net(seed, 0.2);
            let quantized = QuantizedNet::of(&net);
            let decision = decision(seed, 1.0);
            let values = decision.values(&quantized, PlainLanes);
            for (option, value) in decision.options.iter().zip(values) {
                let exact = net.value(&decision.position, &decision.others, option);
                furthest = furthest.max((exact - value).abs());
            }
        }
        assert!(furthest < 0.01, "{furthest}");
        assert!(furthest > 0.0);
    }

    /// Checks that no sum of a network layer can exceed 32 bits, and returns the greatest possible
    /// sum.
    ///
    /// The sum is the bias, plus the number of integer steps of all inputs times the largest
    /// weight, for each row of weights. Inputs that are units of another layer are stored from
    /// [`ZERO`] up.
    fn check<const N: usize>(
        bias: &[EightSums; N],
        of_game: &[&Weights<N>],
        of_units: &[[Sixteen; N]],
        most: i32,
    ) -> i64 {
        let sums = (0..8 * N).map(|unit| {
            let weights = |rows: &[[Sixteen; N]]| -> Vec<i64> {
                let of_unit = rows.iter().map(|row| row[unit / 8].0);
                let pairs =
                    of_unit.map(|row| [2 * (unit % 8), 2 * (unit % 8) + 1].map(|at| row[at]));
                pairs.flatten().map(i64::from).collect()
            };
            let largest = |rows: &[[Sixteen; N]]| {
                let sizes = weights(rows).into_iter().map(i64::abs);
                sizes.max().unwrap_or(0)
            };
            let zeros = weights(of_units).iter().sum::<i64>() * i64::from(ZERO);
            let bias = bias[unit / 8].0[unit % 8].wrapping_add(zeros as i32);
            let rows = of_game.iter().map(|rows| largest(rows)).sum::<i64>() + largest(of_units);
            let sum = i64::from(bias).abs() + i64::from(most) * rows;
            assert!(sum <= i64::from(i32::MAX), "unit {unit}: {sum}");
            sum
        });
        sums.max().unwrap_or(0)
    }

    #[test]
    fn no_sum_exceeds_32_bits() {
        for seed in 0..50 {
            for span in [0.01, 0.3, 30.0] {
                let net = QuantizedNet::of(&net(seed, span));
                check(&net.other_bias, &[&net.other.weights], &[], MOST_INPUTS);
                let of_game = [&net.position.weights, &net.option.weights];
                let most = check(&net.hidden_bias, &of_game, &[], MOST_INPUTS);
                assert!(most + i64::from(MOST_OF_CODES) <= i64::from(i32::MAX));
                check(&net.code_bias, &[], &net.code, MOST_INPUTS);
                check(&net.second_bias, &[], &net.second, MOST_UNITS);
            }
        }
    }

    #[test]
    fn exact_sums_are_those_of_32_bits_and_end_where_these_do() {
        let net = QuantizedNet::of(&net(3, 0.2));
        let mut number = random(4);
        for most in [10_000.0, 300.0] {
            let number = &mut || (i32::from(ZERO) + (number().abs() * most) as i32) as i16;
            let pairs: [[i16; 2]; 4 * HIDDEN] =
                std::array::from_fn(|_| std::array::from_fn(|_| number()));
            let mut exact = net.second_bias;
            add_exactly(&mut exact, &net.second, &pairs, ZERO, MOST_UNITS);
            let mut sums = net.second_bias;
            for (&pair, weights) in pairs.iter().zip(&net.second) {
                add_pair(PlainLanes, &mut sums, weights, pair);
            }
            assert_eq!(exact, sums);
            // With room for one step, each sum is cut off at its largest weight.
            let mut cut = [EightSums::default(); SECOND];
            add_exactly(&mut cut, &net.second, &[[i16::MAX; 2]; 1], 0, 1);
            for (unit, sum) in cut.iter().flat_map(|sums| sums.0).enumerate() {
                let weights = &net.second[0][unit / 8].0[2 * (unit % 8)..][..2];
                let [one, other] = [0, 1].map(|at| i32::from(weights[at]));
                let largest = one.abs().max(other.abs());
                assert_eq!(sum, largest * (one + other).signum());
            }
        }
    }

    #[test]
    fn a_network_of_zeros_values_everything_as_its_bias() {
        let mut zeros = Net::zero(&SHAPE);
        zeros.value_bias = 0.25;
        let values = decision(5, 1.0).values(&QuantizedNet::of(&zeros), PlainLanes);
        assert!(values.iter().all(|&value| value == 0.25), "{values:?}");
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn avx2_instructions_and_plain_code_have_equal_results() {
        let Some(avx2) = crate::strategies::trained::lanes::Avx2::detect() else {
            return;
        };
        for seed in 0..200 {
            let quantized = QuantizedNet::of(&net(seed, 0.2));
            for span in [0.5, 40.0, 1e12, f32::MAX] {
                let mut decision = decision(seed, span);
                decision.options[0].begin().number(f32::NAN);
                decision.options[1].begin().number(f32::NEG_INFINITY);
                let plain = decision.values(&quantized, PlainLanes);
                assert_eq!(decision.values(&quantized, avx2), plain, "seed {seed}");
            }
        }
    }
}
