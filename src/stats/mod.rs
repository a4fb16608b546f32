//! Statistics: counts of finished games, intervals, tests, survival and ratings. This module knows
//! entrants and measures, but no game.

pub mod apart;
pub mod choice;
pub mod clusters;
pub mod counts;
pub mod deal;
pub mod differences;
pub mod fairness;
pub mod hash;
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
pub use paired::{PairKind, Pairs};
pub use record::{Player, Record, Use};
pub use tally::{Matchup, Tally, Used};

/// The entrants and slots of the statistics, the same for all games of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// Every combination of fighter and strategy that can appear in a game.
    pub entrants: Vec<Entrant>,
    /// Slots (positions) of the line-up.
    pub slots: Vec<Slot>,
    /// Number of sides that can win: the number of teams, the number of slots if everyone plays
    /// alone, or 1 in a cooperative game.
    pub sides: usize,
    /// True if all entrants play together against the game. Such games have no places and no fair
    /// share.
    pub cooperative: bool,
}

impl Cast {
    /// Returns the win rate of an entrant of average strength, 0 to 1; `None` in a cooperative
    /// game.
    pub fn fair_share(&self) -> Option<f64> {
        (!self.cooperative).then(|| 1.0 / self.sides.max(1) as f64)
    }
}

/// One fighter played by one strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Key of the fighter, as in tables.
    pub fighter: String,
    /// Name of the strategy, as in tables.
    pub strategy: String,
    /// Names of the things (such as cards) that the entrant can use, indexed by [`Use::thing`].
    pub things: Vec<String>,
}

/// One slot of the line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Seat that plays the slot, counted from 1.
    pub seat: u8,
    /// Team of the slot, counted from 1; `None` if everyone plays alone, and in a cooperative game.
    pub team: Option<u8>,
}
