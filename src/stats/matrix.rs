//! Small square matrices, for statistical models with a few dozen parameters.

/// A square matrix of `f64`, stored row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// Creates a square matrix of zeros.
    pub fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    /// Returns the number of rows of the matrix, equal to the number of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Returns a mutable reference to one cell of the matrix.
    pub fn cell(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    /// Adds `weight` times the outer product of a vector with itself to the matrix.
    pub fn add_square(&mut self, vector: &[f64], weight: f64) {
        for (row, a) in vector.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            for (column, b) in vector.iter().enumerate() {
                *self.cell(row, column) += weight * a * b;
            }
        }
    }

    /// Returns the product of the matrix and a column vector.
    pub fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.cells
            .chunks_exact(self.size.max(1))
            .map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
            .collect()
    }

    /// Returns the product of this matrix and another matrix of the same size.
    pub fn product(&self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zero(self.size);
        for row in 0..self.size {
            for middle in 0..self.size {
                let a = self.at(row, middle);
                for column in 0..self.size {
                    *product.cell(row, column) += a * other.at(middle, column);
                }
            }
        }
        product
    }

    /// Returns the variance of a weighted sum of parameters whose covariance is this matrix.
    pub fn variance(&self, weights: &[f64]) -> f64 {
        let product = self.times(weights);
        product.iter().zip(weights).map(|(a, b)| a * b).sum()
    }

    /// Returns the lower triangular matrix of the Cholesky decomposition of a symmetric positive
    /// definite matrix.
    ///
    /// Returns `None` if the matrix is not positive definite or is numerically singular.
    fn cholesky(&self) -> Option<Matrix> {
        /// Smallest accepted pivot of the Cholesky decomposition, relative to its diagonal cell.
        /// Smaller pivots are rounding errors.
        const LEAST_PIVOT: f64 = 1e-9;
        let n = self.size;
        let mut lower = Matrix::zero(n);
        for row in 0..n {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - known;
                *lower.cell(row, column) = if row > column {
                    rest / lower.at(column, column)
                } else if rest > LEAST_PIVOT * self.at(row, row) && rest.is_finite() {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(lower)
    }

    /// Returns the inverse of a symmetric positive definite matrix, by Cholesky decomposition.
    ///
    /// Returns `None` if the matrix is not positive definite or is numerically singular.
    pub fn inverse(&self) -> Option<Matrix> {
        let n = self.size;
        let lower = self.cholesky()?;
        let mut inverse = Matrix::zero(n);
        for column in 0..n {
            // Forward substitution, then back substitution with the transpose.
            let mut solved = vec![0.0; n];
            for row in column..n {
                let unit = f64::from(u8::from(row == column));
                let known: f64 = (column..row).map(|k| lower.at(row, k) * solved[k]).sum();
                solved[row] = (unit - known) / lower.at(row, row);
            }
            for row in (0..n).rev() {
                let known: f64 = (row + 1..n).map(|k| lower.at(k, row) * solved[k]).sum();
                solved[row] = (solved[row] - known) / lower.at(row, row);
            }
            for (row, value) in solved.into_iter().enumerate() {
                *inverse.cell(row, column) = value;
            }
        }
        Some(inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_singular_has_no_inverse() {
        let mut matrix = Matrix::zero(3);
        matrix.add_square(&[1.0, 2.0, 3.0], 1.0);
        matrix.add_square(&[0.0, 1.0, 1.0], 5.0);
        assert_eq!(matrix.inverse(), None, "two squares span two directions");
        matrix.add_square(&[1.0, 0.0, 0.0], 1.0);
        assert!(matrix.inverse().is_some());
    }

    proptest! {
        /// Checks that a matrix times its inverse is the identity.
        #[test]
        fn inverses_are_inverse(vectors in prop::collection::vec(prop::collection::vec(-2.0..2.0f64, 4), 4)) {
            let mut matrix = Matrix::zero(4);
            for (i, vector) in vectors.iter().enumerate() {
                matrix.add_square(vector, 1.0);
                *matrix.cell(i, i) += 0.5;
            }
            let identity = matrix.product(&matrix.inverse().expect("it is positive definite"));
            for row in 0..4 {
                for column in 0..4 {
                    let wanted = f64::from(u8::from(row == column));
                    prop_assert!((identity.at(row, column) - wanted).abs() < 1e-9);
                }
            }
        }
    }
}
