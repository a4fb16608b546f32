//! Balanced two-level designs with foldover: which values stand high and which low in each of some hundred rosters.
//!
//! A block turns one half of the values, drawn, and leaves the others as they are: the rosters stay nearer to the scenario's own than if all were turned, and what values do
//! three together, which is noise here, weighs less. The rows of a block are those of a Hadamard matrix of Sylvester's construction, each followed by its opposite (the foldover).
//! In every column as many are high as low, and in any two columns all four combinations are equally frequent; so what one value is worth is not mixed up with what another is
//! worth, and thanks to the foldover not with what two of them do together either.
//! (G. E. P. Box, J. S. Hunter, 1961, Technometrics 3, 311–351 and 449–458: designs of resolution IV.)

use rand::seq::SliceRandom;

use crate::games::chance::{Purpose, stream};

/// Blocks of rows, of which each stands for two rosters: itself and its opposite.
#[derive(Debug, Clone)]
pub struct Design {
    factors: usize,
    /// Of every block.
    rows: usize,
    /// By block and factor, the factor's column of the matrix, if the block turns it.
    columns: Vec<Vec<Option<usize>>>,
}

/// Into so many halves all factors are cut so many times.
const HALVES: usize = 2;
const CUTS: usize = 4;

impl Design {
    /// For so many factors. Which of them stands in which column of which block is drawn, since columns hang together three by three.
    pub fn new(factors: usize, seed: u64) -> Design {
        let half = factors.div_ceil(HALVES);
        // Some more rows than factors tell how much else there is.
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
        Design {
            factors,
            rows,
            columns: blocks,
        }
    }

    /// Rows of all blocks.
    pub fn rows(&self) -> usize {
        self.rows * self.columns.len()
    }

    pub fn factors(&self) -> usize {
        self.factors
    }

    /// The rows of each block.
    pub fn blocks(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        (0..self.columns.len()).map(|block| block * self.rows..(block + 1) * self.rows)
    }

    /// 1 where a factor is high in a row, −1 where it is low, 0 where it is left as it is; in the row's opposite it is the other way round.
    pub fn sign(&self, row: usize, factor: usize) -> f64 {
        match self.columns[row / self.rows][factor] {
            Some(column) if ((row % self.rows) & column).count_ones().is_multiple_of(2) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }

    /// How many factors a row turns.
    pub fn turned(&self, row: usize) -> usize {
        let columns = &self.columns[row / self.rows];
        columns.iter().flatten().count()
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
                for (block, b) in design
                    .blocks()
                    .flat_map(|block| (0..a).map(move |b| (block.clone(), b)))
                {
                    let product = |row| design.sign(row, a) * design.sign(row, b);
                    assert_eq!(
                        block.map(product).sum::<f64>(),
                        0.0,
                        "{a} and {b} of {factors}"
                    );
                }
            }
            let most = (0..design.rows()).map(|row| design.turned(row)).max();
            assert_eq!(most, Some(factors.div_ceil(2)));
        }
    }
}
