//! How much of a cooperative game is dealt: the same deals, each played several times with other dice and other luck of the bots.

use std::sync::atomic::AtomicBool;

use super::Audience;
use crate::games::{self, FailedGame};
use crate::simulate::batches::{self, Batches, Worker};
use crate::simulate::{Counting, Plan, Played, Precision, Simulation, Stretch};
use crate::stats::counts::{Counted, Through};

/// How often a deal is played.
pub const REPLAYS: u64 = 8;

/// By deal: how often it was won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wins(pub Vec<u64>);

impl Wins {
    /// Of so many deals, none played yet.
    pub fn none(deals: u64) -> Wins {
        Wins(vec![0; deals as usize])
    }
}

impl Counted for Wins {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums(&mut self.0);
        through.holds(self.0.iter().all(|&won| won <= REPLAYS));
    }
}

/// Plays the deals of games 0, 1, … of the plan's seed, [`REPLAYS`] times each: a stretch of these games.
///
/// # Errors
/// If threads cannot be had; a [`FailedGame`] if a bot fails.
pub fn replay(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &impl Audience,
    stretch: Stretch<'_, Wins>,
) -> anyhow::Result<Played<Wins>> {
    let batches = Batches::new(plan.threads, batches::LARGEST, || Player {
        player: simulation.player(),
        seed: plan.seed,
        won: vec![],
    })?;
    audience.planned(stretch.games.end - stretch.games.start);
    let plan = Plan {
        precision: None,
        ..plan.clone()
    };
    plan.play(batches, stop, stretch, |wins| Tallying { wins, audience })
}

/// Counts the games that are won.
struct Tallying<'a, A> {
    wins: Wins,
    audience: &'a A,
}

impl<'a, A: Audience> Counting<Player<'a>> for Tallying<'_, A> {
    type Tally = Wins;

    fn played(&self, games: u64) {
        self.audience.played(games);
    }

    fn gather(&mut self, _: u64, workers: &mut Batches<Player<'a>>) -> anyhow::Result<()> {
        for worker in workers.workers() {
            for deal in worker.won.drain(..) {
                self.wins.0[deal as usize] += 1;
            }
        }
        Ok(())
    }

    fn is_precise(&self, _: Precision) -> bool {
        false
    }

    fn tally(&mut self) -> &mut Wins {
        &mut self.wins
    }

    fn finish(self) -> Wins {
        self.wins
    }
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
