//! The network of a trained bot: what an option is worth, as the chance of winning.
//!
//! One small net for each kind of decision. What is known of each other player goes through one layer and is summed, so that any number of
//! players in any order gives the same (deep sets: Zaheer et al. 2017). With the inputs of the position that makes the first hidden layer,
//! worked out once for a decision; each option adds its own part to it, and a second hidden layer and one number follow.
//!
//! Sums of products in a fixed order, and nothing else: the same bits on every machine.

use wide::f32x8;

use crate::games::learnable::{InputRow, Layout};

/// Numbers that are computed at once.
pub const LANES: usize = 8;

/// The widths of the layers, in lanes.
pub const CODE: usize = 2;
pub const HIDDEN: usize = 6;
pub const SECOND: usize = 2;

/// A row of hidden units.
pub type Units<const N: usize> = [f32x8; N];

/// A layer: a row of weights for each input, and a row of biases.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer<const N: usize> {
    pub weights: Vec<Units<N>>,
    pub bias: Units<N>,
}

/// The net of one kind of decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// Another player → its code.
    pub other: Layer<CODE>,
    /// The position → the first hidden layer.
    pub position: Layer<HIDDEN>,
    /// The sum of the codes → the first hidden layer; its bias stays 0.
    pub code: Layer<HIDDEN>,
    /// An option's features and inputs → the first hidden layer; its bias stays 0.
    pub option: Layer<HIDDEN>,
    /// The first hidden layer → the second.
    pub second: Layer<SECOND>,
    /// The second → the value.
    pub value: Units<SECOND>,
    /// A row of biases, which are summed.
    pub value_bias: Units<1>,
}

/// The nets of a bot, by kind of decision.
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    pub nets: Vec<Net>,
}

/// How many inputs there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    pub decisions: usize,
    pub position: usize,
    pub other: usize,
    /// Features included.
    pub option: usize,
}

impl Shape {
    pub fn of(layout: &Layout) -> Shape {
        Shape {
            decisions: layout.decisions.len(),
            position: layout.position.len(),
            other: layout.other.len(),
            option: layout.option.len(),
        }
    }
}

pub const fn zero<const N: usize>() -> Units<N> {
    [f32x8::ZERO; N]
}

impl<const N: usize> Layer<N> {
    pub fn zero(inputs: usize) -> Self {
        Layer {
            weights: vec![zero(); inputs],
            bias: zero(),
        }
    }

    /// Adds what the inputs give to `units`; `skipped` says how many rows of the layer are others'.
    #[inline(always)]
    pub fn add(&self, inputs: impl IntoIterator<Item = f32>, skipped: usize, units: &mut Units<N>) {
        let mut sums = *units;
        for (input, weights) in inputs.into_iter().zip(&self.weights[skipped..]) {
            // Most inputs are 0 most of the time.
            if input != 0.0 {
                let input = f32x8::splat(input);
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += weight * input;
                }
            }
        }
        *units = sums;
    }
}

/// Nothing below 0.
#[inline(always)]
pub fn rectify<const N: usize>(units: &Units<N>) -> Units<N> {
    units.map(|unit| unit.fast_max(f32x8::ZERO))
}

/// The units one after the other.
#[inline(always)]
pub fn each<const N: usize>(units: &Units<N>) -> impl Iterator<Item = f32> {
    units.iter().flat_map(|unit| *unit.as_array())
}

/// The sum of the lanes, always in the same order.
#[inline(always)]
pub fn sum(unit: f32x8) -> f32 {
    let [a, b, c, d, e, f, g, h] = unit.to_array();
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

impl Net {
    pub fn zero(shape: &Shape) -> Net {
        Net {
            other: Layer::zero(shape.other),
            position: Layer::zero(shape.position),
            code: Layer::zero(CODE * LANES),
            option: Layer::zero(shape.option),
            second: Layer::zero(HIDDEN * LANES),
            value: zero(),
            value_bias: zero(),
        }
    }

    /// The first hidden layer before any option: what the position gives.
    #[inline]
    pub fn before(&self, position: &[f32], others: &[InputRow]) -> Units<HIDDEN> {
        let mut codes = zero::<CODE>();
        for other in others {
            let mut code = self.other.bias;
            self.other.add(other.iter().copied(), 0, &mut code);
            for (sum, code) in codes.iter_mut().zip(rectify(&code)) {
                *sum += code;
            }
        }
        let mut units = self.position.bias;
        self.position.add(position.iter().copied(), 0, &mut units);
        self.code.add(each(&codes), 0, &mut units);
        units
    }

    /// The value of an option with these features and inputs.
    #[inline]
    pub fn value(&self, before: &Units<HIDDEN>, features: &[f32], inputs: &[f32]) -> f32 {
        let mut hidden = *before;
        self.option.add(features.iter().copied(), 0, &mut hidden);
        self.option
            .add(inputs.iter().copied(), features.len(), &mut hidden);
        let mut second = self.second.bias;
        self.second.add(each(&rectify(&hidden)), 0, &mut second);
        let [mut value] = self.value_bias;
        for (unit, &weight) in rectify(&second).into_iter().zip(&self.value) {
            value += unit * weight;
        }
        sum(value)
    }
}

impl Net {
    /// All its numbers, in a fixed order.
    pub fn parts(&self) -> [&[f32x8]; 10] {
        [
            self.other.weights.as_flattened(),
            &self.other.bias,
            self.position.weights.as_flattened(),
            &self.position.bias,
            self.code.weights.as_flattened(),
            self.option.weights.as_flattened(),
            self.second.weights.as_flattened(),
            &self.second.bias,
            &self.value,
            &self.value_bias,
        ]
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> [&mut [f32x8]; 10] {
        [
            self.other.weights.as_flattened_mut(),
            &mut self.other.bias,
            self.position.weights.as_flattened_mut(),
            &mut self.position.bias,
            self.code.weights.as_flattened_mut(),
            self.option.weights.as_flattened_mut(),
            self.second.weights.as_flattened_mut(),
            &mut self.second.bias,
            &mut self.value,
            &mut self.value_bias,
        ]
    }
}

impl Network {
    pub fn zero(shape: &Shape) -> Network {
        Network {
            nets: vec![Net::zero(shape); shape.decisions],
        }
    }
}
