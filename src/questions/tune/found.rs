//! The stored results of a tuning.

use std::collections::BTreeSet;

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
    /// Returns the edits of the set with this number, as indices into all allowed edits.
    pub fn set(&self, number: usize) -> &[usize] {
        self.certified.get(number).map_or(&[], |of| &of.moves)
    }

    /// Returns the number of times that the reference player and the bots played a set of edits
    /// during the search, and the number of different sets.
    pub fn compared(&self) -> (usize, usize) {
        let check = self.reference.as_ref();
        let sets = check.map_or(vec![], ReferenceCheck::sets);
        let edited: Vec<&[usize]> = sets.into_iter().filter(|set| !set.is_empty()).collect();
        let different: BTreeSet<&[usize]> = edited.iter().copied().collect();
        (edited.len(), different.len())
    }

    /// Returns what to add to the win rates of each bot.
    pub fn corrections(&self) -> Corrections {
        let check = self.reference.as_ref();
        check.map_or_else(Corrections::default, ReferenceCheck::corrections)
    }
}
