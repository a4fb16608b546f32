//! Measures how much the deal (line-up and setup of a game) decides about winning in a cooperative
//! game.
//!
//! Each deal is played several times, with other dice and other random numbers of the bots each
//! time.

use std::sync::atomic::AtomicBool;

use crate::analysis::WorkAudience;
use crate::simulate;
use crate::simulate::FailedGame;
use crate::simulate::batches::{self, BatchWorker, Batches};
use crate::simulate::{Plan, Played, Simulation, Stretch};
use crate::stats::counts::{CountedSums, Through};

/// Number of games played with each deal (line-up and setup).
pub const REPLAYS: u64 = 8;
/// One deal (line-up and setup of a game) is played again for every this many games of the run.
const GAMES_A_DEAL: u64 = 50;
/// Maximum number of deals (line-ups and setups of games) that are played again.
const MOST_DEALS: u64 = 2_000;

/// Number of deals (line-ups and setups) to play again after a run of `games` games.
pub fn of_games(games: u64) -> u64 {
    (games / GAMES_A_DEAL).clamp(1, MOST_DEALS)
}

/// Number of games won with each deal (line-up and setup of a game).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealWins(pub Vec<u64>);

impl DealWins {
    /// Creates zero counters for this number of deals (line-ups and setups of games).
    pub fn none(deals: u64) -> DealWins {
        DealWins(vec![0; deals as usize])
    }
}

impl CountedSums for DealWins {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums(&mut self.0);
        through.holds(self.0.iter().all(|&won| won <= REPLAYS));
    }
}

/// Plays the deals (line-ups and setups) of games 0, 1, … of the run again, [`REPLAYS`] times each.
/// Each replay counts as one game of the range `stretch`.
///
/// # Errors
/// Fails if threads cannot be started. Returns a [`FailedGame`] if a bot fails.
pub fn replay(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
    stretch: Stretch<'_, DealWins>,
) -> anyhow::Result<Played<DealWins>> {
    let batches = Batches::new(plan.threads, batches::LARGEST, || DealWorker {
        worker: simulation.worker(),
        seed: plan.seed,
        won: vec![],
    })?;
    audience.planned(stretch.games.end - stretch.games.start);
    let plan = Plan { precision: None, ..plan.clone() };
    let heard = |games| audience.played(games);
    let take = |wins: &mut DealWins, worker: &mut DealWorker<'_>| {
        for deal in worker.won.drain(..) {
            wins.0[deal as usize] += 1;
        }
    };
    plan.gather(batches, stop, stretch, heard, take)
}

struct DealWorker<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    seed: u64,
    /// The number of the deal (line-up and setup) of each won game.
    won: Vec<u64>,
}

impl BatchWorker for DealWorker<'_> {
    fn play(&mut self, number: u64) -> Result<(), Box<FailedGame>> {
        let deal = number / REPLAYS;
        if self.worker.replay(self.seed, deal, number)? {
            self.won.push(deal);
        }
        Ok(())
    }
}
