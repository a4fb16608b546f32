//! The network of a trained bot: what an option is worth, as the chance of winning.
//!
//! One small net for each kind of decision. What is known of each other player goes through one layer and is summed, so that any number of
//! players in any order gives the same (deep sets: Zaheer et al. 2017). With the inputs of the position that makes the first hidden layer,
//! worked out once for a decision; each option adds its own part to it, and a second hidden layer and one number follow.
//!
//! Sums of products in a fixed order, and nothing else: the same bits on every machine, however many numbers it computes at once.

use crate::games::learnable::{Inputs, Layout, Row};

/// The widths of the layers, in units.
pub const CODE: usize = 16;
pub const HIDDEN: usize = 48;
pub const SECOND: usize = 16;

/// Units whose sums a processor can hold at once.
const COLUMN: usize = 16;

/// A row of units.
pub type Units<const N: usize> = [f32; N];

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

impl<const N: usize> Layer<N> {
    pub fn zero(inputs: usize) -> Self {
        Layer {
            weights: vec![[0.0; N]; inputs],
            bias: [0.0; N],
        }
    }

    /// Adds what the inputs give to `units`.
    #[inline(always)]
    pub fn add(&self, inputs: Row<'_>, units: &mut Units<N>) {
        self.add_each(inputs.each(), units);
    }

    /// Adds what all the units before it give to `units`.
    #[inline(always)]
    pub fn add_all(&self, before: &[f32], units: &mut Units<N>) {
        self.add_each(before.iter().copied().enumerate(), units);
    }

    #[inline(always)]
    fn add_each(&self, inputs: impl Iterator<Item = (usize, f32)> + Clone, units: &mut Units<N>) {
        for (column, sums) in units.chunks_exact_mut(COLUMN).enumerate() {
            let begin = column * COLUMN;
            let mut held: [f32; COLUMN] = [0.0; COLUMN];
            held.copy_from_slice(sums);
            for (input, value) in inputs.clone() {
                let weights = &self.weights[input][begin..begin + COLUMN];
                for (sum, weight) in held.iter_mut().zip(weights) {
                    *sum += weight * value;
                }
            }
            sums.copy_from_slice(&held);
        }
    }
}

/// Nothing below 0.
#[inline(always)]
pub fn rectify<const N: usize>(units: &Units<N>) -> Units<N> {
    units.map(|unit| if unit > 0.0 { unit } else { 0.0 })
}

/// The sum of the products, always in the same order: of eight neighbours each, side by side.
#[inline(always)]
pub fn dot<const N: usize>(one: &Units<N>, other: &Units<N>) -> f32 {
    let mut sums = [0.0; 8];
    for (one, other) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        for (sum, (one, other)) in sums.iter_mut().zip(one.iter().zip(other)) {
            *sum += one * other;
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
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
    for (option, value) in options.iter().zip(values) {
        let mut hidden = before;
        net.option.add(option.row(), &mut hidden);
        *value = net.end(&rectify(&hidden)).1;
    }
}
}

impl Net {
    pub fn zero(shape: &Shape) -> Net {
        Net {
            other: Layer::zero(shape.other),
            position: Layer::zero(shape.position),
            code: Layer::zero(CODE),
            option: Layer::zero(shape.option),
            second: Layer::zero(HIDDEN),
            value: [0.0; SECOND],
            value_bias: [0.0],
        }
    }

    /// The first hidden layer before any option: what the position gives.
    #[inline(always)]
    fn before<'a>(
        &self,
        position: Row<'_>,
        others: impl Iterator<Item = Row<'a>>,
    ) -> Units<HIDDEN> {
        let mut codes = [0.0; CODE];
        for other in others {
            add_to(&mut codes, &self.code_of(other));
        }
        let mut units = self.position.bias;
        self.position.add(position, &mut units);
        self.code.add_all(&codes, &mut units);
        units
    }

    /// The code of another player.
    #[inline(always)]
    pub fn code_of(&self, other: Row<'_>) -> Units<CODE> {
        let mut code = self.other.bias;
        self.other.add(other, &mut code);
        rectify(&code)
    }

    /// The second hidden layer, and the value.
    #[inline(always)]
    pub fn end(&self, hidden: &Units<HIDDEN>) -> (Units<SECOND>, f32) {
        let mut second = self.second.bias;
        self.second.add_all(hidden, &mut second);
        let second = rectify(&second);
        let [bias] = self.value_bias;
        (second, bias + dot(&second, &self.value))
    }
}

/// Adds units to others.
#[inline(always)]
pub fn add_to<const N: usize>(sums: &mut Units<N>, units: &Units<N>) {
    for (sum, unit) in sums.iter_mut().zip(units) {
        *sum += unit;
    }
}

impl Net {
    /// All its numbers, in a fixed order.
    pub fn parts(&self) -> [&[f32]; 10] {
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
    pub fn parts_mut(&mut self) -> [&mut [f32]; 10] {
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
