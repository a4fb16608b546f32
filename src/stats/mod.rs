//! The statistics: tallies of finished games, intervals, survival, ratings. Knows entrants and measures, no game.

pub mod apart;
pub mod choice;
pub mod clusters;
pub mod counts;
pub mod deal;
pub mod differences;
pub mod fairness;
pub mod intervals;
pub mod line_ups;
pub mod luck;
pub mod matrix;
mod measure;
pub mod order;
pub mod paired;
pub mod paired_shares;
pub mod precision;
pub mod ranks;
pub mod ratings;
mod record;
#[doc(hidden)]
pub mod sample;
pub mod sequential;
pub mod synergy;
mod tally;
pub mod together;

pub use apart::{Apart, Sums};
pub use measure::{
    Form, MAX_AMOUNT, MAX_ENTRANTS, MAX_ROUNDS, MAX_USE_VALUES, MAX_VALUES, Measure, Measures,
    NEVER,
};
pub use paired::{Pairs, Values};
pub use record::{Player, Record, Use};
pub use tally::{Matchup, Tally, Used};

/// Whom the statistics are about, fixed for a whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// Every pair of fighter and strategy that can meet.
    pub entrants: Vec<Entrant>,
    /// The slots of the line-up.
    pub slots: Vec<Slot>,
    /// How many can win a game: teams, or slots if everyone is alone; one if all play together against the game.
    pub sides: usize,
    /// All play together against the game: there are no places, and no share is fair.
    pub cooperative: bool,
}

/// One fighter in the hands of one strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The fighter's key, as tables show it.
    pub fighter: String,
    /// The strategy's name, as tables show it.
    pub strategy: String,
    /// The names of the things that it can use, by the index that [`Use::thing`] holds.
    pub things: Vec<String>,
}

/// One slot of the line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The seat that plays it, from 1.
    pub seat: u8,
    /// Its team, from 1; `None` when everyone plays alone, and in a cooperative game.
    pub team: Option<u8>,
}
