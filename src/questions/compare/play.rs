//! Plays the games of a comparison: every game number once in each variant of the scenario.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::counts::{self, VariantCounts, uncounted};
use super::plan::ComparePlan;
use crate::questions::reference::ReferenceGames;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::scenario::Scenario;
use crate::simulate::{Lots, Plan, Played, Simulation};
use crate::stats::counts::Counts;

/// The stored results of a comparison of scenario variants.
#[derive(Serialize, Deserialize)]
pub struct CompareFound {
    /// Number of games that each variant of the scenario played.
    games: u64,
    /// The counts of each variant except the first in their stored form; in memory they are
    /// [`VariantCounts`].
    counts: Counts,
    /// The results of the reference player; `None` without a reference player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reference: Option<ReferenceCounts>,
}

/// The stored results of the reference player in a comparison.
#[derive(Serialize, Deserialize)]
struct ReferenceCounts {
    /// Number of games that the reference player played of each variant.
    games: u64,
    counts: Counts,
}

impl CompareFound {
    /// Stores the counts of each variant except the first. `reference` has the number of games of
    /// the reference player and their counts.
    pub fn new(
        games: u64,
        counts: &mut Vec<VariantCounts>,
        reference: Option<(u64, &mut Vec<VariantCounts>)>,
    ) -> CompareFound {
        CompareFound {
            games,
            counts: Counts::of(counts),
            reference: reference
                .map(|(games, counts)| ReferenceCounts { games, counts: Counts::of(counts) }),
        }
    }

    /// Restores the counts of each variant except the first from their stored form.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this plan.
    pub fn restored(&self, plan: &ComparePlan) -> Result<Vec<VariantCounts>> {
        let mut counts = uncounted(&plan.simulations);
        ensure!(
            self.counts.fill(&mut counts, self.games),
            "the stored games do not belong to these variants"
        );
        Ok(counts)
    }

    /// Restores the counts of the reference player, and returns them with the number of its games
    /// of each variant; `None` without a reference player.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this plan.
    pub fn reference(&self, plan: &ComparePlan) -> Result<Option<(u64, Vec<VariantCounts>)>> {
        let (Some(found), Some(of)) = (&self.reference, &plan.reference) else {
            return Ok(None);
        };
        let mut counts = uncounted(&simulations(of));
        ensure!(
            found.counts.fill(&mut counts, found.games),
            "the stored games of the reference player do not belong to these variants"
        );
        Ok(Some((found.games, counts)))
    }
}

/// Opens the variants for the games of the reference player.
pub fn simulations(of: &ReferenceGames) -> Vec<Simulation> {
    of.variants.iter().map(Scenario::open).collect()
}

/// Plays the games of all variants of the scenario. A shard plays only its own share.
///
/// # Errors
/// Fails if a bot fails.
pub fn play(plan: &ComparePlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<CompareFound>> {
    let mut played = lot(player, 0, &plan.simulations, &plan.games)?;
    let reference = plan.reference.as_ref().filter(|_| !played.partial);
    let mut theirs = match reference {
        Some(of) => {
            player.progress("reference player", player.keeper.games_of(1));
            let theirs = lot(player, 1, &simulations(of), &of.plan)?;
            Some(theirs).filter(|theirs| !theirs.partial)
        }
        None => None,
    };
    // A comparison is complete only if its games of the reference player are complete.
    let cut = reference.is_some() != theirs.is_some();
    let reached = played.reached && theirs.as_ref().is_none_or(|theirs| theirs.reached);
    let (games, partial, seconds) = (played.games, played.partial || cut, played.seconds);
    let theirs = theirs.as_mut().map(|of| (of.games, &mut of.tally));
    let found = CompareFound::new(games, &mut played.tally, theirs);
    Ok(PlanOutcome {
        reached,
        unplayed_reference: ReferenceGames::unplayed(plan.reference.as_ref(), partial),
        ..PlanOutcome::new(found, games, partial, seconds)
    })
}

/// Plays the games of a lot in all variants.
fn lot(
    player: &mut LotPlayer<'_>,
    lot: usize,
    simulations: &[Simulation],
    games: &Plan,
) -> Result<Played<Vec<VariantCounts>>> {
    let (keeper, stop, bar) = player.split();
    keeper.play(lot, uncounted(simulations), |stretch| {
        let heard = |games| bar.add(games);
        counts::play(simulations, games, stop, heard, stretch)
    })
}
