//! What the second models of the rules share. A model is an independent implementation of a game's
//! rules, which a test plays against the engine. The unit tests of each game include its model,
//! because the comparison reads the private state of the engine.
//!
//! A model finds faults of combinations, which no rule test and no golden game finds. It plays
//! random rosters, rules and line-ups to the end, and compares every option and its order, every
//! random draw and its owner, and all visible values at every decision:
//!
//! - `arena`: attacks that a turn must leave possible (the model tries every way to play the rest
//!   of the turn), charms and dice between any two effects, custom effects of any parts, and the
//!   number of life tokens.
//! - `battle_cards`: the windows in which cards and powers answer each other, the leaders and piles
//!   after each of them, and the measures of falls and of the lead.
//! - `jungle`: encounters, deaths and expired clocks in the middle of fights, flights and moves of
//!   several heroes, and the order of the decisions that follow.

pub mod campaign;
pub mod random;
pub mod recorded;
