//! Plays the games of a comparison: every game in all variants.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::held::{self, VariantCounts, uncounted};
use super::plan::ComparePlan;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::simulate::Lots;
use crate::stats::counts::Counts;

/// The results of a comparison.
#[derive(Serialize, Deserialize)]
pub struct CompareFound {
    /// Number of games of each variant.
    games: u64,
    /// The stored counts of each variant except the first; in memory they are [`VariantCounts`].
    counts: Counts,
}

impl CompareFound {
    /// Restores the counts of each variant except the first.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this plan.
    pub fn held(&self, plan: &ComparePlan) -> Result<Vec<VariantCounts>> {
        let mut held = uncounted(&plan.simulations);
        ensure!(
            self.counts.fill(&mut held, self.games),
            "the stored games do not belong to these variants"
        );
        Ok(held)
    }
}

/// Plays the games of all variants. A shard plays its own share of the games.
///
/// # Errors
/// Fails if a bot fails.
pub fn play(plan: &ComparePlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<CompareFound>> {
    let (keeper, stop, bar) = player.split();
    let mut played = keeper.play(0, uncounted(&plan.simulations), |stretch| {
        let heard = |games| bar.add(games);
        held::play(&plan.simulations, &plan.games, stop, heard, stretch)
    })?;
    let games = played.games;
    let found = CompareFound {
        games,
        counts: Counts::of(&mut played.tally),
    };
    Ok(PlanOutcome {
        reached: played.reached,
        ..PlanOutcome::new(found, games, played.partial, played.seconds)
    })
}
