//! Statistics: counts of finished games, intervals, tests, survival and ratings. This module
//! depends on no particular game.

pub mod choice;
pub mod counts;
pub mod differences;
pub mod distributions;
pub mod fairness;
pub mod hash;
pub mod intervals;
pub mod line_ups;
pub mod luck;
pub mod matrix;
mod measure;
pub mod members;
pub mod paired;
pub mod paired_shares;
pub mod precision;
pub mod ratings;
mod record;
#[cfg(test)]
#[path = "tests/sample.rs"]
pub mod sample;
pub mod sequential;
pub mod spread;
pub mod synergy;
mod tally;

pub use measure::{
    Form, MAX_AMOUNT, MAX_ENTRANTS, MAX_ROUNDS, MAX_USE_VALUES, MAX_VALUES, Measure, Measures,
    NEVER,
};
pub use paired::{Compared, PairKind, Pairs};
pub use record::{Player, Record, Use};
pub use tally::{Matchup, Tally, Used};

/// The entrants and the slots of the line-up, as the statistics need them. They are the same for
/// all games of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// All entrants, i.e. every combination of fighter and bot that can appear in a game.
    pub entrants: Vec<Entrant>,
    /// Slots of the line-up, each with its seat and team.
    pub slots: Vec<Slot>,
    /// Number of sides that can win: the number of teams, the number of participants if everyone
    /// plays alone, or 1 in a cooperative game.
    pub sides: usize,
    /// True if all participants play together against the game. Such games have no final ranks and
    /// no fair share.
    pub cooperative: bool,
}

impl Cast {
    /// Returns the win rate of a participant of average strength, 0 to 1; `None` in a cooperative
    /// game.
    pub fn fair_share(&self) -> Option<f64> {
        (!self.cooperative).then(|| 1.0 / self.sides.max(1) as f64)
    }
}

/// A row of the statistics: one fighter played by one bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// Key of the fighter, as in result tables.
    pub fighter: String,
    /// Name of the bot (strategy) that plays the fighter, as in result tables.
    pub strategy: String,
    /// Names of the things that the fighter can use, indexed by [`Use::thing`].
    pub things: Vec<String>,
}

/// One slot of the line-up, with its seat at the table and its team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// Number of the seat at the table that plays this slot of the line-up, from 1.
    pub seat: u8,
    /// Number of the team to which this slot of the line-up belongs, from 1. `None` if everyone
    /// plays alone, and in a cooperative game.
    pub team: Option<u8>,
}
