//! The neural network of a trained bot, which estimates the win probability of an option.
//!
//! Each kind of decision (such as the choice of a card) has a small network. A layer converts the
//! inputs of each other player to a summary vector (the code), and the codes are summed. So the
//! number of players may vary, and their order does not matter (deep sets: Zaheer et al. 2017). The
//! first hidden layer combines this sum with the inputs of the position, once per decision, and
//! then with the inputs of each option. A second hidden layer and a single output follow.
//!
//! A network learns with these numbers of type `f32`, and files store them. It plays with the
//! integers of a `QuantizedNet`. All sums have a fixed order, so the results of learning are equal
//! to the last bit on every machine and with any SIMD width.

use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};

use super::lessons::SparseRow;
use crate::game::learnable::InputLayout;
#[cfg(test)]
use crate::game::learnable::InputRow;

/// Eight units of a network layer, which SIMD instructions process at once; aligned for them.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(32))]
pub struct Eight(pub [f32; 8]);

// SAFETY: all bits 0 are eight valid numbers.
unsafe impl Zeroable for Eight {}
// SAFETY: eight numbers of four bytes are 32 bytes, a multiple of the alignment, so there is no
// padding. All bit patterns are valid numbers.
unsafe impl Pod for Eight {}

impl Eight {
    pub const ZERO: Eight = Eight([0.0; 8]);

    /// Adds the vector `other`, multiplied by `by`, to this vector.
    #[inline(always)]
    pub fn add_times(&mut self, other: &Eight, by: f32) {
        for (sum, number) in self.0.iter_mut().zip(other.0) {
            *sum += number * by;
        }
    }

    /// Adds the element-wise product of two vectors to this vector.
    #[inline(always)]
    fn add_products(&mut self, one: &Eight, other: &Eight) {
        for (sum, (one, other)) in self.0.iter_mut().zip(one.0.iter().zip(other.0)) {
            *sum += one * other;
        }
    }
}

/// Width of the network's code (the summary vector of another player), in groups of eight units.
/// [`HIDDEN`] and [`SECOND`] are the widths of the two hidden layers.
pub const CODE: usize = 2;
pub const HIDDEN: usize = 6;
pub const SECOND: usize = 2;

/// Values of the units of a network layer, in groups of eight.
pub type Units<const N: usize> = [Eight; N];

/// A layer of a neural network: one row of weights per input, and a row of biases.
#[derive(Debug, Clone, PartialEq)]
pub struct Layer<const N: usize> {
    pub weights: Vec<Units<N>>,
    pub bias: Units<N>,
}

/// Neural network for one kind of decision, such as the choice of a card, with or without
/// teammates.
#[derive(Debug, Clone, PartialEq)]
pub struct Net {
    /// Network layer from another player's inputs to the player's code (summary vector).
    pub other: Layer<CODE>,
    /// Network layer from the inputs of the position to the first hidden layer.
    pub position: Layer<HIDDEN>,
    /// Network layer from the sum of the other players' codes (summary vectors) to the first hidden
    /// layer. Its bias is always 0.
    pub code: Layer<HIDDEN>,
    /// Network layer from an option's features and inputs to the first hidden layer; its bias is
    /// always 0.
    pub option: Layer<HIDDEN>,
    /// Network layer from the first to the second hidden layer.
    pub second: Layer<SECOND>,
    /// Network weights from the second hidden layer to the single output.
    pub value: Units<SECOND>,
    pub value_bias: f32,
}

/// Neural networks of a trained bot, in the order of
/// [`InputLayout::nets`](crate::game::learnable::InputLayout::nets).
#[derive(Debug, Clone, PartialEq)]
pub struct Network {
    pub nets: Vec<Net>,
}

/// Dimensions of a trained bot's networks: the number of kinds of decisions, the number of
/// networks, and the number of inputs of each group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkShape {
    pub decisions: usize,
    pub nets: usize,
    pub position: usize,
    pub other: usize,
    /// Number of network inputs that describe an option, including the option's features.
    pub option: usize,
}

impl NetworkShape {
    pub fn of(layout: &InputLayout) -> NetworkShape {
        NetworkShape {
            decisions: layout.decisions.len(),
            nets: layout.nets().len(),
            position: layout.position.len(),
            other: layout.other.len(),
            option: layout.option.len(),
        }
    }
}

impl<const N: usize> Layer<N> {
    pub fn zero(inputs: usize) -> Self {
        Layer { weights: vec![[Eight::ZERO; N]; inputs], bias: [Eight::ZERO; N] }
    }

    /// Adds the inputs of the layer, multiplied by their weights, to `units`. Each input is a pair
    /// of index and value.
    #[inline(always)]
    pub fn add(&self, inputs: impl Iterator<Item = (usize, f32)>, units: &mut Units<N>) {
        // A local copy keeps the sums in registers.
        let mut held = *units;
        for (input, value) in inputs {
            let weights = &self.weights[input];
            for (sums, weights) in held.iter_mut().zip(weights) {
                sums.add_times(weights, value);
            }
        }
        *units = held;
    }
}

/// Returns an iterator over the units of a network layer as pairs of index and value.
#[inline(always)]
pub fn each<const N: usize>(units: &Units<N>) -> impl Iterator<Item = (usize, f32)> {
    cast_slice(units).iter().copied().enumerate()
}

/// Applies the rectifier (ReLU) to the units of a network layer: negative units become 0.
#[inline(always)]
pub fn rectify<const N: usize>(units: &Units<N>) -> Units<N> {
    units.map(|eight| Eight(eight.0.map(|unit| if unit > 0.0 { unit } else { 0.0 })))
}

/// Adds the units of a network layer to sums, element by element.
#[inline(always)]
pub fn add_to<const N: usize>(sums: &mut Units<N>, units: &Units<N>) {
    for (sums, units) in sums.iter_mut().zip(units) {
        sums.add_times(units, 1.0);
    }
}

/// Returns the dot product of two vectors, summed in a fixed order.
#[inline(always)]
pub fn dot<const N: usize>(one: &Units<N>, other: &Units<N>) -> f32 {
    let mut sums = Eight::ZERO;
    for (one, other) in one.iter().zip(other) {
        sums.add_products(one, other);
    }
    let [a, b, c, d, e, f, g, h] = sums.0;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

#[cfg(test)]
impl Net {
    /// Returns the estimated value of an option in floating-point arithmetic, for tests.
    pub fn value(&self, position: &InputRow, others: &[InputRow], option: &InputRow) -> f32 {
        let mut codes = [Eight::ZERO; CODE];
        for other in others {
            let mut code = self.other.bias;
            let inputs = other.non_zero(self.other.weights.len());
            self.other.add(inputs, &mut code);
            add_to(&mut codes, &rectify(&code));
        }
        let mut units = self.position.bias;
        let inputs = position.non_zero(self.position.weights.len());
        self.position.add(inputs, &mut units);
        self.code.add(each(&codes), &mut units);
        let inputs = option.non_zero(self.option.weights.len());
        self.option.add(inputs, &mut units);
        let [(_, value)] = self.ends(&[rectify(&units)]);
        value
    }
}

/// Macro that compiles a function a second time, with AVX2 instructions, and selects a version at
/// run time. Both versions have equal results, to the last bit.
macro_rules! wide {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$doc])*
        $vis fn $name($($arg: $type),*) {
            #[inline(always)]
            fn narrow($($arg: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn wide($($arg: $type),*) {
                    narrow($($arg),*);
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the check above ensures that the processor supports AVX2, the only
                    // required feature.
                    return unsafe { wide($($arg),*) };
                }
            }
            narrow($($arg),*);
        }
    };
}
pub(crate) use wide;

impl Net {
    pub fn zero(shape: &NetworkShape) -> Net {
        Net {
            other: Layer::zero(shape.other),
            position: Layer::zero(shape.position),
            code: Layer::zero(8 * CODE),
            option: Layer::zero(shape.option),
            second: Layer::zero(8 * HIDDEN),
            value: [Eight::ZERO; SECOND],
            value_bias: 0.0,
        }
    }

    /// Computes the network's code (summary vector) of another player.
    #[inline(always)]
    pub fn code_of(&self, other: SparseRow<'_>) -> Units<CODE> {
        let mut code = self.other.bias;
        self.other.add(other.each(), &mut code);
        rectify(&code)
    }

    /// Computes the second hidden layer and the output value of the network. Does so for each of
    /// several options, whose first hidden layers are given.
    #[inline(always)]
    pub fn ends<const OPTIONS: usize>(
        &self,
        hidden: &[Units<HIDDEN>; OPTIONS],
    ) -> [(Units<SECOND>, f32); OPTIONS] {
        let mut sums = [self.second.bias; OPTIONS];
        let hidden = hidden.each_ref().map(|units| cast_slice::<Eight, f32>(units));
        for (unit, weights) in self.second.weights.iter().enumerate().take(8 * HIDDEN) {
            for (sums, hidden) in sums.iter_mut().zip(&hidden) {
                for (sums, weights) in sums.iter_mut().zip(weights) {
                    sums.add_times(weights, hidden[unit]);
                }
            }
        }
        sums.map(|units| {
            let second = rectify(&units);
            (second, self.value_bias + dot(&second, &self.value))
        })
    }
}

/// Lists all parameters of a network, layer by layer in the order of files.
macro_rules! parts {
    ($net:ident, $cast:ident, $flat:ident, $one:path $(, $mutable:tt)?) => {
        [
            $cast($net.other.weights.$flat()),
            $cast(&$($mutable)? $net.other.bias),
            $cast($net.position.weights.$flat()),
            $cast(&$($mutable)? $net.position.bias),
            $cast($net.code.weights.$flat()),
            $cast($net.option.weights.$flat()),
            $cast($net.second.weights.$flat()),
            $cast(&$($mutable)? $net.second.bias),
            $cast(&$($mutable)? $net.value),
            $one(&$($mutable)? $net.value_bias),
        ]
    };
}

impl Net {
    /// Names of the parameters in files, in the order of [`Net::parts`], each with the number of
    /// units of its layer.
    pub const PARTS: [(&str, usize); 10] = [
        ("other.weight", 8 * CODE),
        ("other.bias", 8 * CODE),
        ("position.weight", 8 * HIDDEN),
        ("position.bias", 8 * HIDDEN),
        ("code.weight", 8 * HIDDEN),
        ("option.weight", 8 * HIDDEN),
        ("hidden.weight", 8 * SECOND),
        ("hidden.bias", 8 * SECOND),
        ("value.weight", 8 * SECOND),
        ("value.bias", 1),
    ];

    /// Returns all parameters of the network, layer by layer in a fixed order.
    pub fn parts(&self) -> [&[f32]; 10] {
        parts!(self, cast_slice, as_flattened, std::slice::from_ref)
    }

    /// Returns mutable references to all parameters of the network, in the order of `parts`.
    pub fn parts_mut(&mut self) -> [&mut [f32]; 10] {
        parts!(self, cast_slice_mut, as_flattened_mut, std::slice::from_mut, mut)
    }
}

impl Network {
    pub fn zero(shape: &NetworkShape) -> Network {
        Network { nets: vec![Net::zero(shape); shape.nets] }
    }
}
