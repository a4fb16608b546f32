//! The table of the winners in two variants of a scenario.

use std::collections::BTreeMap;

use super::counts::VariantCounts;
use crate::report::table::{Unit, row};

row! {
    /// One row per variant of the scenario and pair of winners: the winner in the first variant,
    /// and the winner of the same games in this variant.
    pub struct Winner in "winners" {
        /// The variant of the scenario that is compared with the first variant.
        variant: String [Unit::Word],
        /// The winner in the first variant: a fighter’s key, or `team 1`, `everybody`, `nobody`.
        winner: String [Unit::Word],
        /// The winner of the same games in this variant: a fighter’s key, or `team 1`, `everybody`,
        /// `nobody`.
        winner_variant: String [Unit::Word],
        /// Number of games with this winner in the first variant and this winner in the other
        /// variant.
        games: u64 [Unit::Count],
        /// Number of the first game with these two winners; games are numbered from 0.
        first_game: u64 [Unit::Ordinal],
    }
}

/// Makes the rows that count games by their winners in the two variants; empty if games are
/// not paired.
pub fn winners(variant: &str, counts: &VariantCounts) -> Vec<Winner> {
    let VariantCounts::Paired(pairing) = counts else {
        return vec![];
    };
    let of = &pairing.tally;
    let sides = of.sides.len();
    // A fighter with several strategies counts as one winner.
    let mut found: BTreeMap<[&String; 2], (u64, u64)> = BTreeMap::new();
    let changes = of.winners.iter().enumerate();
    for (i, change) in changes.filter(|(_, change)| change.games > 0) {
        let key = [i / sides, i % sides].map(|side| &of.sides[side]);
        let entry = found.entry(key).or_insert((0, u64::MAX));
        *entry = (entry.0 + change.games, entry.1.min(change.first_game));
    }
    let row = |([winner, winner_variant], (games, first_game)): ([&String; 2], _)| Winner {
        variant: variant.to_owned(),
        winner: winner.clone(),
        winner_variant: winner_variant.clone(),
        games,
        first_game,
    };
    found.into_iter().map(row).collect()
}
