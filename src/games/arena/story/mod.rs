//! A game told to people, as prose, and to programs, as one JSON object per event.
//!
//! Both tellers watch the same [`Event`](super::Event)s. An event says only what happens; the [`Scene`] remembers what it
//! happens to (who stands where, with how many life points, which card lies face up), so that a line can be complete.

mod clash;
mod events;
mod memory;
mod prose;
mod scene;
mod tables;
mod told;
mod turns;
mod why;
mod words;

pub use events::Events;
pub use prose::{Line, Manner, Prose};
pub use scene::{Figure, Scene};
pub use told::Told;
pub use why::{Part, Why, Worth};

/// Which game is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playbill {
    /// The scenario's title.
    pub title: String,
    pub seed: u64,
    /// The game's number in a run of that seed, from 0.
    pub game: u64,
}

/// What the state of a game does not say of a fighter: who plays it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Role {
    /// From 1.
    pub seat: u8,
    /// From 1; none if everyone is alone.
    pub team: Option<u8>,
    /// The name of the bot.
    pub strategy: String,
}
