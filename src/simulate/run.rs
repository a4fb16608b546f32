//! A run: the games of one simulation, tallied as they come.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::batches::{self, Batches, Worker};
use super::{FailedGame, GamePlayer, Simulation};
use crate::stats::{Record, Tally, sequential};

/// How much to play.
#[derive(Debug, Clone)]
pub struct Plan {
    pub seed: u64,
    /// Games to play, at most.
    pub games: u64,
    /// Stop earlier, once every win rate is so precise.
    pub precision: Option<Precision>,
    /// Threads, at least 1.
    pub threads: usize,
    /// Are the records wanted, or the tally alone?
    pub records: bool,
}

/// When a run is precise enough.
#[derive(Debug, Clone, Copy)]
pub struct Precision {
    /// The half-width of every win rate's interval, a share.
    pub target: f64,
    /// The level of those intervals.
    pub level: f64,
}

/// What was played: games 0 to `games - 1`.
#[derive(Debug, Clone)]
pub struct Played {
    pub tally: Tally,
    pub games: u64,
    /// It was interrupted.
    pub partial: bool,
    /// With a precision to reach: looks taken at the results, and whether it was reached.
    pub looks: u32,
    pub reached: bool,
    pub seconds: f64,
}

/// Whom a run tells of its progress.
pub trait Audience: Sync {
    /// So many more games are done. Called from any thread.
    fn played(&self, games: u64);
    /// These games are final, in the order in which they are numbered; only if the plan wants records.
    ///
    /// # Errors
    /// End the run.
    fn records(&mut self, first: u64, records: &[Record]) -> anyhow::Result<()>;
}

/// With records, batches are smaller: so many bytes of them at most, roughly, or games.
const BATCH_OF_RECORDS: usize = 1 << 24;
const LARGEST_BATCH_OF_RECORDS: usize = 1 << 14;

/// Plays what the plan says. `stop` may be set at any time, and ends the run with what was played before.
///
/// The results depend on simulation, seed and number of games alone.
///
/// # Errors
/// If threads cannot be had, or the audience has one; a [`FailedGame`], the first by number, if a bot fails.
pub fn run(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &mut impl Audience,
) -> anyhow::Result<Played> {
    let empty = Tally::new(simulation.cast(), simulation.measures());
    let largest = if plan.records {
        let size = Record::size(simulation.measures(), simulation.cast().slots.len());
        (BATCH_OF_RECORDS / size).clamp(1, LARGEST_BATCH_OF_RECORDS) as u64
    } else {
        batches::LARGEST
    };
    let mut batches = Batches::new(plan.threads, largest, || Solo {
        player: simulation.player(),
        seed: plan.seed,
        tally: empty.clone(),
        records: plan.records.then(Vec::new),
    })?;
    let mut played = Played {
        tally: empty.clone(),
        games: 0,
        partial: false,
        looks: 0,
        reached: false,
        seconds: 0.0,
    };
    let begin = Instant::now();
    while played.games < plan.games && !played.reached {
        let look = plan
            .precision
            .map(|_| sequential::games_at(played.looks + 1));
        let end = plan.games.min(look.unwrap_or(u64::MAX));
        if !batches.play(end, stop, |games| audience.played(games))? {
            // The batch has holes: it is as if it had not been begun.
            played.partial = true;
            break;
        }
        let mut records = Vec::new();
        for worker in batches.workers() {
            played.tally.merge(&worker.tally);
            worker.tally.clear();
            records.extend(worker.records.iter_mut().flat_map(std::mem::take));
        }
        if plan.records {
            records.sort_unstable_by_key(|(game, _): &(u64, Record)| *game);
            let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
            audience.records(played.games, &records)?;
        }
        played.games = batches.played();
        if let Some(precision) = plan.precision
            && Some(played.games) == look
        {
            played.looks += 1;
            played.reached = sequential::precision_reached(
                &played.tally,
                played.looks,
                precision.target,
                precision.level,
            );
        }
    }
    played.seconds = begin.elapsed().as_secs_f64();
    Ok(played)
}

/// Plays one simulation.
struct Solo<'a> {
    player: GamePlayer<'a>,
    seed: u64,
    tally: Tally,
    /// Of this batch, if they are wanted.
    records: Option<Vec<(u64, Record)>>,
}

impl Worker for Solo<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let record = self.player.play(self.seed, game)?;
        self.tally.add(record);
        if let Some(records) = &mut self.records {
            records.push((game, record.clone()));
        }
        Ok(())
    }
}
