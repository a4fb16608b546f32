//! The stored results of a tuning.

use serde::{Deserialize, Serialize};

use super::correction::Corrections;
use super::reference::ReferenceCheck;
use super::tuning::Certifying;

/// Results of `gong tune`, which finds edits that bring win rates to their targets.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TuneFound {
    /// Results of the final test: first of the unchanged scenario, then of the best set of each
    /// number of edits.
    pub certified: Vec<Certifying>,
    /// Number of sets of edits that were played.
    pub tried: usize,
    /// Number of game values that the search was allowed to edit.
    pub values: usize,
    /// Total number of games that `gong tune` played.
    pub games: u64,
    /// Games of the reference player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<ReferenceCheck>,
    /// Path of the scenario file that was written with the best edits.
    pub written: Option<String>,
}

impl TuneFound {
    /// Returns what to add to the win rates of each bot.
    pub fn corrections(&self) -> Corrections {
        let check = self.reference.as_ref();
        check.map_or_else(Corrections::default, ReferenceCheck::corrections)
    }
}
