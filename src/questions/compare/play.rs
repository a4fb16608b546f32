//! Plays the games of a comparison: every game number once in each variant of the scenario.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::held::{self, VariantCounts, uncounted};
use super::plan::ComparePlan;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::simulate::Lots;
use crate::stats::counts::Counts;

/// The stored results of a comparison of scenario variants.
#[derive(Serialize, Deserialize)]
pub struct CompareFound {
    /// Number of games that each variant of the scenario played.
    games: u64,
    /// The counts of each variant except the first in their stored form; in memory they are
    /// [`VariantCounts`].
    counts: Counts,
}

impl CompareFound {
    /// Restores the counts of each variant except the first from their stored form.
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

/// Plays the games of all variants of the scenario. A shard (part of the games for one machine)
/// plays only its own share.
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
