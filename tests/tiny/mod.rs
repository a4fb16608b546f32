//! Tiny games with known answers.

pub mod goofspiel;
pub mod kuhn;
pub mod matrix;
