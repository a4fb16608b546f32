//! How much of a cooperative game is dealt: the same deals, each played several times with other dice and other luck of the bots.

use std::sync::atomic::AtomicBool;

use super::Audience;
use crate::games::{self, FailedGame};
use crate::simulate::Simulation;
use crate::simulate::batches::{self, Batches, Worker};

/// How often a deal is played.
pub const REPLAYS: u64 = 8;

/// Plays the deals of games 0, 1, … of a seed, [`REPLAYS`] times each, and gives for each deal how often it was won. Nothing if `stop` is set before all are played.
///
/// # Errors
/// If threads cannot be had; a [`FailedGame`] if a bot fails.
pub fn replay(
    simulation: &Simulation,
    seed: u64,
    deals: u64,
    threads: usize,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Option<Vec<u64>>> {
    let mut batches = Batches::new(threads, batches::LARGEST, || Player {
        player: simulation.player(),
        seed,
        won: vec![],
    })?;
    audience.planned(deals * REPLAYS);
    let mut wins = vec![0; deals as usize];
    while batches.played() < deals * REPLAYS {
        if !batches.play(deals * REPLAYS, stop, |games| audience.played(games))? {
            return Ok(None);
        }
        for worker in batches.workers() {
            for deal in worker.won.drain(..) {
                wins[deal as usize] += 1;
            }
        }
    }
    Ok(Some(wins))
}

struct Player<'a> {
    player: Box<dyn games::Worker + 'a>,
    seed: u64,
    /// The deals of the games that were won.
    won: Vec<u64>,
}

impl Worker for Player<'_> {
    fn play(&mut self, number: u64) -> Result<(), Box<FailedGame>> {
        let deal = number / REPLAYS;
        if self.player.replay(self.seed, deal, number)? {
            self.won.push(deal);
        }
        Ok(())
    }
}
