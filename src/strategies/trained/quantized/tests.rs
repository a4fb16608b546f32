use rand::Rng;

#[cfg(target_arch = "x86_64")]
use super::super::lanes::Avx2;
use super::super::network::Net;
use super::*;
use crate::game::chance::{Purpose, stream};
use crate::strategies::trained::NetworkShape;

const SHAPE: NetworkShape =
    NetworkShape { decisions: 1, nets: 1, position: 57, other: 36, option: 90 };

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
        *units = [network::Eight::ZERO; network::HIDDEN];
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
        net.values_by(lanes, &self.position, &self.others, &self.options, &mut values);
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
    bias: &[UnitSums; N],
    of_game: &[&[GroupWeights<N>]],
    of_units: &[GroupWeights<N>],
    most: i32,
) -> i64 {
    let sums = (0..16 * N).map(|unit| {
        let weights = |groups: &[GroupWeights<N>]| -> Vec<i64> {
            let pairs = groups.as_flattened().iter();
            let of_unit = pairs.flat_map(|pair| pair[unit / 16].of_unit(unit % 16));
            of_unit.map(i64::from).collect()
        };
        let largest = |rows: &[GroupWeights<N>]| {
            let sizes = weights(rows).into_iter().map(i64::abs);
            sizes.max().unwrap_or(0)
        };
        let zeros = weights(of_units).iter().sum::<i64>() * i64::from(ZERO);
        let bias = bias[unit / 16].0[unit % 16].wrapping_add(zeros as i32);
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
            let of_game = [&*net.position.weights, &*net.option.weights];
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
        let numbers: [Sixteen; HIDDEN] =
            std::array::from_fn(|_| Sixteen(std::array::from_fn(|_| number())));
        let mut exact = net.second_bias;
        add_exactly(&mut exact, &net.second, &numbers, ZERO, MOST_UNITS);
        let mut sums = net.second_bias;
        let pairs = numbers.iter().flat_map(|sixteen| (0..8).map(|at| sixteen.pair(at)));
        for (pair, weights) in pairs.zip(net.second.as_flattened()) {
            add_pair(PlainLanes, &mut sums, weights, pair);
        }
        assert_eq!(exact, sums);
        // With room for one step, each sum is cut off at its largest weight.
        let mut cut = [UnitSums::default(); SECOND];
        let most = Sixteen([i16::MAX; 16]);
        add_exactly(&mut cut, &net.second[..1], &[most], 0, 1);
        for (unit, sum) in cut.iter().flat_map(|sums| sums.0).enumerate() {
            let weights = net.second[0].map(|pair| pair[unit / 16].of_unit(unit % 16));
            let weights = weights.as_flattened().iter().map(|&weight| i32::from(weight));
            let largest = weights.clone().map(i32::abs).max().unwrap_or(0);
            assert_eq!(sum, largest * weights.sum::<i32>().signum());
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

/// Checks that vector operations have the same results as plain code, also for inputs that are not
/// numbers or far too large.
#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_instructions_and_plain_code_have_equal_results() {
    let Some(lanes) = Avx2::detect() else { return };
    for seed in 0..200 {
        let quantized = QuantizedNet::of(&net(seed, 0.2));
        for span in [0.5, 40.0, 1e12, f32::MAX] {
            let mut decision = decision(seed, span);
            decision.options[0].begin().number(f32::NAN);
            decision.options[1].begin().number(f32::NEG_INFINITY);
            let plain = decision.values(&quantized, PlainLanes);
            assert_eq!(decision.values(&quantized, lanes), plain, "seed {seed}");
        }
    }
}
