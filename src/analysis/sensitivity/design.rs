//! A balanced two-level design with foldover: which values stand high and which low in each of some hundred rosters.
//!
//! The rows are those of a Hadamard matrix of Sylvester's construction, each followed by its opposite (the foldover). In every column as many are high as low, and in any two columns
//! all four combinations are equally frequent; so what one value is worth is not mixed up with what another is worth, and thanks to the foldover not with what two of them do together either.
//! (G. E. P. Box, J. S. Hunter, 1961, Technometrics 3, 311–351 and 449–458: designs of resolution IV.)

use rand::seq::SliceRandom;

use crate::games::chance::{Purpose, stream};

/// Rows, of which each stands for two rosters: itself and its opposite.
#[derive(Debug, Clone)]
pub struct Design {
    rows: usize,
    /// By factor, a column of the matrix.
    columns: Vec<usize>,
}

impl Design {
    /// For so many factors. Which of them stands in which column is drawn, since columns hang together three by three.
    pub fn new(factors: usize, seed: u64) -> Design {
        // A quarter more rows than factors, and some, tell how much else there is.
        let rows = (factors + factors / 4 + 16).next_power_of_two();
        let mut columns: Vec<usize> = (1..rows).collect();
        columns.shuffle(&mut stream(seed, 0, Purpose::Variant));
        columns.truncate(factors);
        Design { rows, columns }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn factors(&self) -> usize {
        self.columns.len()
    }

    /// Whether a factor is high in a row; in the row's opposite it is low.
    pub fn high(&self, row: usize, factor: usize) -> bool {
        (row & self.columns[factor]).count_ones().is_multiple_of(2)
    }

    /// 1 where a factor is high, −1 where it is low.
    pub fn sign(&self, row: usize, factor: usize) -> f64 {
        if self.high(row, factor) { 1.0 } else { -1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_two_factors_are_balanced() {
        for factors in [1, 5, 28, 100] {
            let design = Design::new(factors, 7);
            assert!(design.rows() >= factors + 16 && design.factors() == factors);
            for a in 0..factors {
                let sum = |sign: &dyn Fn(usize) -> f64| (0..design.rows()).map(sign).sum::<f64>();
                assert_eq!(sum(&|row| design.sign(row, a)), 0.0);
                for b in 0..a {
                    let product = |row| design.sign(row, a) * design.sign(row, b);
                    assert_eq!(sum(&product), 0.0, "{a} and {b} of {factors}");
                }
            }
        }
    }
}
