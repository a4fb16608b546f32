//! Sets of small numbers: bit `i` of an integer stands for the number `i`.

/// Iterates over the members of a set of small numbers (the positions of the 1 bits), in ascending
/// order.
#[inline]
pub fn members(set: impl Into<u64>) -> Members {
    Members(set.into())
}

/// Iterator over the members of a set of small numbers, created by [`members`].
#[derive(Debug, Clone, Copy)]
pub struct Members(u64);

impl Iterator for Members {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}
