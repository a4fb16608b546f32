//! Ultimate Warriorz and Mad Arena: one engine; the games differ in rules and rosters.

mod roster;
mod rules;

pub use roster::{Card, Effect, Fighter, Provenance, Roster};
pub use rules::{Compulsory, Recycle, Revisit, Rules};
