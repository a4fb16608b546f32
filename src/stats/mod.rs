//! The statistics: tallies of finished games, intervals, survival, ratings. Knows entrants and outcomes, no game.

pub mod choice;
pub mod fairness;
pub mod intervals;
pub mod line_ups;
pub mod matrix;
pub mod paired;
pub mod ratings;
mod record;
#[doc(hidden)]
pub mod sample;
pub mod sequential;
pub mod synergy;
mod tally;

pub use paired::Pairs;
pub use record::{CardPlay, MAX_PLAYERS, MAX_ROUNDS, NO_CARD, NOBODY, Player, Record, SURVIVED};
pub use tally::{CardUse, Matchup, Tally};

/// Whom the statistics are about, fixed for a whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// Every pair of fighter and strategy that can meet.
    pub entrants: Vec<Entrant>,
    /// The places of the line-up.
    pub slots: Vec<Slot>,
    /// The winners of a game are one slot (everyone alone) or all slots of one team.
    pub teams: usize,
}

/// One fighter in the hands of one strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The fighter's key, as tables show it.
    pub fighter: String,
    /// The strategy's name, as tables show it.
    pub strategy: String,
    /// The names of its cards, by the index that `CardPlay::card` holds.
    pub cards: Vec<String>,
}

/// One place of the line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The seat that plays it, from 1.
    pub seat: u8,
    /// Its team, from 1; `None` when everyone plays alone.
    pub team: Option<u8>,
}
