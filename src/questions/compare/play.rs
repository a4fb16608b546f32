//! Plays the games of a comparison: every game in all variants.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::held::{self, Held, uncounted};
use super::plan::Plan;
use crate::questions::{Outcome, Player};
use crate::simulate::Lots;
use crate::stats::counts::Counts;

/// The results of a comparison.
#[derive(Serialize, Deserialize)]
pub struct Found {
    /// Number of games of each variant.
    games: u64,
    /// The counts of each variant except the first, written from [`Held`].
    counts: Counts,
}

impl Found {
    /// Restores the counts of each variant except the first.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this plan.
    pub fn held(&self, plan: &Plan) -> Result<Vec<Held>> {
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
pub fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
    let (keeper, stop, bar) = player.split();
    let mut played = keeper.play(0, uncounted(&plan.simulations), |stretch| {
        let heard = |games| bar.add(games);
        held::play(&plan.simulations, &plan.games, stop, heard, stretch)
    })?;
    let games = played.games;
    let found = Found {
        games,
        counts: Counts::of(&mut played.tally),
    };
    Ok(Outcome {
        reached: played.reached,
        ..Outcome::new(found, games, played.partial, played.seconds)
    })
}
