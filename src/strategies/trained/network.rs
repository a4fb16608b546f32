//! The network of a trained bot: what an option is worth, as the chance of winning.
//!
//! One small net for each kind of decision. What is known of each other player goes through one layer and is summed, so that any number of
//! players in any order gives the same (deep sets: Zaheer et al. 2017). With the inputs of the position that makes the first hidden layer,
//! worked out once for a decision; each option adds its own part to it, and a second hidden layer and one number follow.
//!
//! Sums of products in a fixed order, and nothing else: the same bits on every machine, however many numbers it computes at once.

use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};

use crate::games::learnable::{Inputs, Layout, Row};

/// Units of a layer that a processor computes at once, aligned as it likes to load them.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(32))]
pub struct Eight(pub [f32; 8]);

// SAFETY: all bits 0 are eight numbers.
unsafe impl Zeroable for Eight {}
// SAFETY: eight numbers of four bytes are 32 bytes, a multiple of the alignment: there is nothing between or behind them, and any bits are
// numbers.
unsafe impl Pod for Eight {}

impl Eight {
    pub const ZERO: Eight = Eight([0.0; 8]);

    /// Adds other eight, each multiplied by `by`.
    #[inline(always)]
    pub fn add_times(&mut self, other: &Eight, by: f32) {
        for (sum, number) in self.0.iter_mut().zip(other.0) {
            *sum += number * by;
        }
    }

    /// Adds other eight, each multiplied by its own.
    #[inline(always)]
    fn add_products(&mut self, one: &Eight, other: &Eight) {
        for (sum, (one, other)) in self.0.iter_mut().zip(one.0.iter().zip(other.0)) {
            *sum += one * other;
        }
    }
}

/// The widths of the layers, in eights of units.
pub const CODE: usize = 2;
pub const HIDDEN: usize = 6;
pub const SECOND: usize = 2;

/// Options that go through the second layer together: as many sums as a processor can hold at once.
const TOGETHER: usize = 4;

/// A row of units, by eights.
pub type Units<const N: usize> = [Eight; N];

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
    pub value_bias: f32,
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

impl<const N: usize> Layer<N> {
    pub fn zero(inputs: usize) -> Self {
        Layer {
            weights: vec![[Eight::ZERO; N]; inputs],
            bias: [Eight::ZERO; N],
        }
    }

    /// Adds what the inputs give to `units`.
    #[inline(always)]
    pub fn add(&self, inputs: impl Iterator<Item = (usize, f32)>, units: &mut Units<N>) {
        // Held here, sums stay in the processor's registers.
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

/// Each unit with its number.
#[inline(always)]
pub fn each<const N: usize>(units: &Units<N>) -> impl Iterator<Item = (usize, f32)> {
    cast_slice(units).iter().copied().enumerate()
}

/// Nothing below 0.
#[inline(always)]
pub fn rectify<const N: usize>(units: &Units<N>) -> Units<N> {
    units.map(|eight| Eight(eight.0.map(|unit| if unit > 0.0 { unit } else { 0.0 })))
}

/// Adds units to others.
#[inline(always)]
pub fn add_to<const N: usize>(sums: &mut Units<N>, units: &Units<N>) {
    for (sums, units) in sums.iter_mut().zip(units) {
        sums.add_times(units, 1.0);
    }
}

/// The sum of the products, always in the same order: of eight neighbours each, side by side.
#[inline(always)]
pub fn dot<const N: usize>(one: &Units<N>, other: &Units<N>) -> f32 {
    let mut sums = Eight::ZERO;
    for (one, other) in one.iter().zip(other) {
        sums.add_products(one, other);
    }
    let [a, b, c, d, e, f, g, h] = sums.0;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

/// Compiles a function a second time, for processors that compute eight numbers at once, and calls whichever goes. The bits are the same.
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
                    // SAFETY: this processor has the one feature that `wide` is compiled for.
                    return unsafe { wide($($arg),*) };
                }
            }
            narrow($($arg),*);
        }
    };
}
pub(crate) use wide;

wide! {
/// The values of options with these inputs.
pub fn values(
    net: &Net,
    position: &Inputs,
    others: &[Inputs],
    options: &[Inputs],
    values: &mut [f32],
) {
    let before = net.before(position.row(), others.iter().map(Inputs::row));
    for (options, values) in options.chunks(TOGETHER).zip(values.chunks_mut(TOGETHER)) {
        let mut hidden = [before; TOGETHER];
        for (option, hidden) in options.iter().zip(&mut hidden) {
            net.option.add(option.row().each(), hidden);
            *hidden = rectify(hidden);
        }
        for (value, (_, known)) in values.iter_mut().zip(net.ends(&hidden)) {
            *value = known;
        }
    }
}
}

impl Net {
    pub fn zero(shape: &Shape) -> Net {
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

    /// The first hidden layer before any option: what the position gives.
    #[inline(always)]
    fn before<'a>(
        &self,
        position: Row<'_>,
        others: impl Iterator<Item = Row<'a>>,
    ) -> Units<HIDDEN> {
        let mut codes = [Eight::ZERO; CODE];
        for other in others {
            add_to(&mut codes, &self.code_of(other));
        }
        let mut units = self.position.bias;
        self.position.add(position.each(), &mut units);
        self.code.add(each(&codes), &mut units);
        units
    }

    /// The code of another player.
    #[inline(always)]
    pub fn code_of(&self, other: Row<'_>) -> Units<CODE> {
        let mut code = self.other.bias;
        self.other.add(other.each(), &mut code);
        rectify(&code)
    }

    /// Of each of some first hidden layers: the second, and the value.
    #[inline(always)]
    pub fn ends<const OPTIONS: usize>(
        &self,
        hidden: &[Units<HIDDEN>; OPTIONS],
    ) -> [(Units<SECOND>, f32); OPTIONS] {
        let mut sums = [self.second.bias; OPTIONS];
        let hidden = hidden
            .each_ref()
            .map(|units| cast_slice::<Eight, f32>(units));
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

impl Net {
    /// All its numbers, in a fixed order.
    pub fn parts(&self) -> [&[f32]; 10] {
        [
            cast_slice(self.other.weights.as_flattened()),
            cast_slice(&self.other.bias),
            cast_slice(self.position.weights.as_flattened()),
            cast_slice(&self.position.bias),
            cast_slice(self.code.weights.as_flattened()),
            cast_slice(self.option.weights.as_flattened()),
            cast_slice(self.second.weights.as_flattened()),
            cast_slice(&self.second.bias),
            cast_slice(&self.value),
            std::slice::from_ref(&self.value_bias),
        ]
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> [&mut [f32]; 10] {
        [
            cast_slice_mut(self.other.weights.as_flattened_mut()),
            cast_slice_mut(&mut self.other.bias),
            cast_slice_mut(self.position.weights.as_flattened_mut()),
            cast_slice_mut(&mut self.position.bias),
            cast_slice_mut(self.code.weights.as_flattened_mut()),
            cast_slice_mut(self.option.weights.as_flattened_mut()),
            cast_slice_mut(self.second.weights.as_flattened_mut()),
            cast_slice_mut(&mut self.second.bias),
            cast_slice_mut(&mut self.value),
            std::slice::from_mut(&mut self.value_bias),
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
