//! The stored results of a tuning.

use serde::{Deserialize, Serialize};

use super::tuning::Tuned;
use crate::analysis::points::Point;

/// Results of `gong tune`, which finds edits that bring win rates to their targets.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TuneFound {
    pub tuned: Tuned,
    /// Games of the unchanged scenario with the same seed, which correct the win rates: of the
    /// tuning's own bot and of the reference player. `None` if the reference player has too few
    /// games.
    pub compared: Option<[Point; 2]>,
    /// Games of the reference player with the best set of edits, perhaps none, which no correction
    /// has used: a set that is fair with one bot may be unfair with a stronger bot.
    pub test: Option<Point>,
    /// Path of the scenario file that was written with the best edits.
    pub written: Option<String>,
}

impl TuneFound {
    /// Returns the number of all games.
    pub fn games(&self) -> u64 {
        let points = self.compared.iter().flatten().chain(&self.test);
        self.tuned.games + points.map(|point| point.games).sum::<u64>()
    }
}
