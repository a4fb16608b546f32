//! Plays the variants, game by game.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::held::{self, Held, uncounted};
use super::plan::Plan;
use crate::questions::{Outcome, Player};
use crate::simulate::Lots;
use crate::stats::counts::Counts;

/// What was found.
#[derive(Serialize, Deserialize)]
pub struct Found {
    /// Games of each variant.
    games: u64,
    /// Counters of each variant except the first: [`Held`].
    counts: Counts,
}

impl Found {
    /// The counters of each variant except the first.
    ///
    /// # Errors
    /// If the counts are not of this plan.
    pub fn held(&self, plan: &Plan) -> Result<Vec<Held>> {
        let mut held = uncounted(&plan.simulations);
        ensure!(
            self.counts.fill(&mut held, self.games),
            "the games are not of these variants"
        );
        Ok(held)
    }
}

/// Plays the games of all variants, or a shard of them.
///
/// # Errors
/// If a bot fails.
pub fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
    let Player {
        keeper, bar, stop, ..
    } = player;
    let mut played = keeper.play(0, uncounted(&plan.simulations), |stretch| {
        let heard = |games| bar.add(games);
        held::play(&plan.simulations, &plan.games, stop, heard, stretch)
    })?;
    Ok(Outcome {
        found: Found {
            games: played.games,
            counts: Counts::of(&mut played.tally),
        },
        games: played.games,
        bots: vec![],
        partial: played.partial,
        reached: played.reached,
        seconds: played.seconds,
    })
}
