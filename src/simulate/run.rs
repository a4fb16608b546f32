//! Many games at once: batches of them over all threads, tallied as they come.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Simulation, Workers};
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

/// How long a batch should take: what is lost if the run is interrupted, and how often somebody looks.
const BATCH: Duration = Duration::from_millis(400);
/// Games of the first batch, for each thread.
const FIRST_BATCH: u64 = 32;
/// Most games of a batch; with records this bounds the memory, about a kilobyte each.
const LARGEST_BATCH: u64 = 1 << 20;
const LARGEST_BATCH_OF_RECORDS: u64 = 1 << 14;

/// Plays what the plan says. `stop` may be set at any time, and ends the run with what was played before.
///
/// The results depend on simulation, seed and number of games alone.
///
/// # Errors
/// If threads cannot be had, or the audience has one.
pub fn run(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &mut impl Audience,
) -> anyhow::Result<Played> {
    let workers = Workers::new(simulation, plan.threads)?;
    let empty = Tally::new(simulation.cast(), simulation.max_score());
    let mut played = Played {
        tally: empty.clone(),
        games: 0,
        partial: false,
        looks: 0,
        reached: false,
        seconds: 0.0,
    };
    let begin = Instant::now();
    let mut size = FIRST_BATCH * plan.threads as u64;
    while played.games < plan.games && !played.reached {
        let look = plan
            .precision
            .map(|_| sequential::games_at(played.looks + 1));
        let end = plan
            .games
            .min(played.games + size)
            .min(look.unwrap_or(u64::MAX));
        let batch_begin = Instant::now();
        let counts = workers.play(
            played.games..end,
            stop,
            || (empty.clone(), Vec::new()),
            |player, game, (tally, records): &mut (Tally, Vec<(u64, Record)>)| {
                let record = player.play(plan.seed, game);
                tally.add(record);
                if plan.records {
                    records.push((game, record.clone()));
                }
            },
            |games| audience.played(games),
        );
        let Some(counts) = counts else {
            // The batch has holes: it is as if it had not been begun.
            played.partial = true;
            break;
        };
        let mut records = Vec::new();
        for (tally, mut more) in counts {
            played.tally.merge(&tally);
            records.append(&mut more);
        }
        if plan.records {
            records.sort_unstable_by_key(|(game, _)| *game);
            let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
            audience.records(played.games, &records)?;
        }
        played.games = end;
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
        if batch_begin.elapsed() < BATCH {
            let largest = if plan.records {
                LARGEST_BATCH_OF_RECORDS
            } else {
                LARGEST_BATCH
            };
            size = (size * 2).min(largest);
        }
    }
    played.seconds = begin.elapsed().as_secs_f64();
    Ok(played)
}
