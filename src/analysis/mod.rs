//! Questions that one run does not answer: runs asked in a certain order, and their comparison.

pub mod compare;
pub mod sweep;
