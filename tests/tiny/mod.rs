//! Tiny games with known solutions, for tests of the search.

pub mod goofspiel;
pub mod kuhn;
pub mod matrix;
