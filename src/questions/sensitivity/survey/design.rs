//! Experimental designs that change many game values at once: which values are high and which are
//! low in each variant of the roster. The designs are balanced two-level designs with foldover.
//!
//! A block changes a random half of the values and leaves the others unchanged. So the rosters stay
//! closer to the scenario than if all values were changed, and three-way interactions, which are
//! noise here, weigh less. The rows of a block are those of a Hadamard matrix (Sylvester's
//! construction), each followed by its opposite (the foldover). Every column has equally many high
//! and low values, and any two columns contain all four combinations equally often. So the effect
//! of one value is not confounded with the effects of other values. Thanks to the foldover, the
//! effect of one value is not confounded with two-way interactions either. (G. E. P. Box, J. S.
//! Hunter, 1961, Technometrics 3, 311–351 and 449–458: designs of resolution IV.)

use rand::seq::SliceRandom;

use crate::game::chance::{Purpose, stream};

/// A two-level screening design in blocks of rows. Each row defines two variants of the roster: the
/// row itself and its opposite (high and low exchanged).
#[derive(Debug, Clone)]
pub struct Design {
    /// Number of rows of each block of the design.
    rows: usize,
    /// For each block and factor: the factor's column of the Hadamard matrix; `None` if the block
    /// does not change the factor.
    columns: Vec<Vec<Option<usize>>>,
}

/// Number of random parts into which the factors of the design are divided; each block changes the
/// factors of one part.
const HALVES: usize = 2;
/// Number of times that the design divides its factors at random; each division yields several
/// blocks.
const CUTS: usize = 4;

impl Design {
    /// Creates a screening design. For each block, columns of the Hadamard matrix are assigned to
    /// the factors at random, because some columns are confounded with the product of two others.
    pub fn new(factors: usize, seed: u64) -> Design {
        let half = factors.div_ceil(HALVES);
        // More rows than factors average out more noise.
        let rows = (half + half / 8 + 6).next_power_of_two();
        let mut luck = stream(seed, 0, Purpose::Variant);
        let mut blocks = vec![vec![None; factors]; HALVES * CUTS];
        for cut in blocks.chunks_mut(HALVES) {
            let mut order: Vec<usize> = (0..factors).collect();
            order.shuffle(&mut luck);
            for (block, turned) in cut.iter_mut().zip(order.chunks(half.max(1))) {
                let mut columns: Vec<usize> = (1..rows).collect();
                columns.shuffle(&mut luck);
                for (&factor, column) in turned.iter().zip(columns) {
                    block[factor] = Some(column);
                }
            }
        }
        Design { rows, columns: blocks }
    }

    /// Total number of rows of the design, over all blocks.
    pub fn rows(&self) -> usize {
        self.rows * self.columns.len()
    }

    /// Level of a factor in a row of the design: 1 for high, −1 for low, 0 for unchanged. In the
    /// row's opposite, the factor has the negative level.
    pub fn sign(&self, row: usize, factor: usize) -> f64 {
        match self.columns[row / self.rows][factor] {
            Some(column) if ((row % self.rows) & column).count_ones().is_multiple_of(2) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_factors_are_balanced_in_every_block() {
        for factors in [1, 5, 28, 100] {
            let design = Design::new(factors, 7);
            for a in 0..factors {
                let sum = |sign: &dyn Fn(usize) -> f64| (0..design.rows()).map(sign).sum::<f64>();
                assert_eq!(sum(&|row| design.sign(row, a)), 0.0);
                let turned = sum(&|row| design.sign(row, a).abs());
                assert_eq!(turned, (CUTS * design.rows) as f64, "once in every cut");
                let rows: Vec<usize> = (0..design.rows()).collect();
                for (block, b) in
                    rows.chunks(design.rows).flat_map(|block| (0..a).map(move |b| (block, b)))
                {
                    let product = |&row: &usize| design.sign(row, a) * design.sign(row, b);
                    let sum = block.iter().map(product).sum::<f64>();
                    assert_eq!(sum, 0.0, "{a} and {b} of {factors}");
                }
            }
            let turned = design.columns.iter().map(|columns| columns.iter().flatten().count());
            assert_eq!(turned.max(), Some(factors.div_ceil(2)));
        }
    }
}
