//! Conversion of a trained bot's network from floating-point numbers to integers: the choice of the
//! step size of every input and unit.

use super::super::lanes::{PairWeights, UnitSums, ZERO};
use super::super::network::{self, Net, Units};
use super::{
    CODE_SHIFT, CODE_STEPS, EXACT, GroupWeights, HIDDEN, HIDDEN_STEPS, InputGroup, InputLayer,
    MOST_INPUTS, MOST_OF_CODES, MOST_UNITS, QuantizedNet, SECOND, STEPS, STEPS_OF_ONE, VALUE_SHIFT,
};

/// Weights of a network layer while it is converted to integers, one row per input. A weight is the
/// effect of an input with value 1 on the win probability.
///
/// Each input also has a scale: the number of integer steps that represent its value 1.
struct EffectRows {
    weights: Vec<Vec<f64>>,
    scales: Vec<f64>,
}

impl EffectRows {
    /// Creates the weights of a network layer that reads numbers of the game, such as life points.
    /// `effects` holds the effect of each unit of the layer on the win probability.
    fn of_game<const N: usize>(layer: &network::Layer<N>, effects: &[f64]) -> EffectRows {
        let weights = effects_of(layer, effects);
        EffectRows { scales: weights.iter().map(|row| steps(largest(row))).collect(), weights }
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
        self.weights.iter().fold(0.0, |most, row| largest(row).max(most))
    }

    /// Returns the largest effect that one integer step of any input has on a unit of the network
    /// layer.
    fn largest_step(&self, unit: usize) -> f64 {
        let steps = self.steps().filter_map(|mut steps| steps.nth(unit));
        steps.fold(0.0, |most, step| step.abs().max(most))
    }

    /// Converts the weights of the network layer to integers, in groups of sixteen inputs. `scales`
    /// are the scales of the units.
    fn quantized<const N: usize>(&self, scales: &[f64]) -> Vec<GroupWeights<N>> {
        let zeros = [[PairWeights::default(); N]; 8];
        let mut weights = vec![zeros; self.weights.len().div_ceil(16)];
        for (input, steps) in self.steps().enumerate() {
            let pair = &mut weights[input / 16][input % 16 / 2];
            for (unit, step) in steps.enumerate() {
                let place = 2 * (unit % 16) + input % 2;
                pair[unit / 16].0[place] = (step * scales[unit]).round() as i16;
            }
        }
        weights
    }

    /// Converts the network layer to integers. `scales` are the scales of the units.
    fn layer<const N: usize>(&self, scales: &[f64]) -> InputLayer<N> {
        let weights = self.quantized(scales).into_iter().enumerate();
        let (groups, weights) = weights
            .map(|(index, weights)| {
                let scale =
                    |at| self.scales.get(16 * index + at).map_or(0.0, |&scale| scale as f32);
                let scales = std::array::from_fn(scale);
                (InputGroup { index, scales }, weights)
            })
            .filter(|(group, _)| group.scales.iter().any(|&scale| scale != 0.0))
            .unzip();
        InputLayer { groups, weights }
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
        ((effect * STEPS).min(STEPS_OF_ONE) / EXACT).round().max(1.0) * EXACT
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
        (room / sum).min(32_767.0 / steps.fold(0.0, f64::max)).min(1e9)
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
        UnitShift { bits, scales: finest.iter().map(|finest| finest.min(2.0 * scale)).collect() }
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
fn quantized_biases<const N: usize>(biases: &[f64], scales: &[f64], shift: u32) -> [UnitSums; N] {
    let half = (1 << shift) >> 1;
    let bias = |unit: usize| (biases[unit] * scales[unit]).round() as i32 + half;
    std::array::from_fn(|group| UnitSums(std::array::from_fn(|lane| bias(16 * group + lane))))
}

/// Subtracts, from the biases of a network layer, what inputs of 0 add to the sums, because 0 is
/// stored as [`ZERO`]. The result wraps around at 32 bits, as sums do.
fn subtract_zeros<const N: usize>(biases: &mut [UnitSums; N], weights: &[GroupWeights<N>]) {
    for pair in weights.as_flattened() {
        for (biases, weights) in biases.iter_mut().zip(pair) {
            for (unit, bias) in biases.0.iter_mut().enumerate() {
                let [one, other] = weights.of_unit(unit).map(i32::from);
                *bias = bias.wrapping_sub((one + other) * i32::from(ZERO));
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
        let finest_code = finest(i32::MAX, &[&code], MOST_INPUTS, &[0.0; 16 * HIDDEN]);
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
        let second_scales = [second_scale; 16 * SECOND];
        let value_scale = second_scale / f64::from(1u32 << VALUE_SHIFT);

        let code = code.quantized(&code_scales);
        let hidden_bias = quantized_biases(&hidden_bias, &of_hidden.scales, of_hidden.bits);
        let mut code_bias = [UnitSums::default(); HIDDEN];
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
            code: std::array::from_fn(|group| code[group]),
            code_bias,
            code_up,
            code_shift: of_code.bits.saturating_sub(CODE_SHIFT),
            second: std::array::from_fn(|group| second[group]),
            second_bias,
            hidden_shift: of_hidden.bits,
            signs: std::array::from_fn(|group| {
                UnitSums(std::array::from_fn(|lane| sign(16 * group + lane)))
            }),
            value_bias: net.value_bias,
            step: (1.0 / value_scale) as f32,
        }
    }
}
