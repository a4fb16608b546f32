//! The stored results of a tuning.

use serde::{Deserialize, Serialize};

use super::correction::Correction;
use super::tuning::Tuned;
use crate::analysis::points::Point;

/// Results of `gong tune`, which finds edits that bring win rates to their targets.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TuneFound {
    pub tuned: Tuned,
    /// Games of the unchanged scenario with the same seed, which correct the win rates: of the
    /// reference player, then of each bot of the tuning. Empty if the reference player has too few
    /// games.
    pub compared: Vec<Point>,
    /// Games of the reference player with the best set of edits, perhaps none, which no correction
    /// has used: a set that is fair with one bot may be unfair with a stronger bot.
    pub test: Option<Point>,
    /// Path of the scenario file that was written with the best edits.
    pub written: Option<String>,
}

impl TuneFound {
    /// Returns the number of all games.
    pub fn games(&self) -> u64 {
        let points = self.compared.iter().chain(&self.test);
        self.tuned.games + points.map(|point| point.games).sum::<u64>()
    }
}

/// Returns what to add to the win rates of each bot of the tuning, see [`TuneFound::compared`].
pub fn corrections(compared: &[Point]) -> Vec<Correction> {
    let corrections = compared.split_first().map(|(reference, own)| {
        let corrections = own.iter().map(|own| Correction::new(own, reference));
        corrections.collect()
    });
    corrections.unwrap_or_default()
}
