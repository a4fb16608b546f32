//! Sets of small numbers: bit `i` of an integer stands for the number `i`.

/// Iterates over the members of a set of small numbers (the positions of the 1 bits), in ascending
/// order.
#[inline]
pub fn members(set: impl Into<u64>) -> impl Iterator<Item = u8> + Clone {
    let mut left: u64 = set.into();
    std::iter::from_fn(move || {
        let lowest = (left != 0).then(|| left.trailing_zeros() as u8)?;
        left &= left - 1;
        Some(lowest)
    })
}
