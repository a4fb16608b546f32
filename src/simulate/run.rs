//! Many games at once: batches of them over all threads, tallied as they come.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

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

/// Games that a thread takes at a time.
const CHUNK: u64 = 32;
/// How long a batch should take: what is lost if the run is interrupted, and how often somebody looks.
const BATCH: Duration = Duration::from_millis(400);
/// Most games of a batch; with records this bounds the memory, about a kilobyte each.
const LARGEST_BATCH: u64 = 1 << 20;
const LARGEST_BATCH_OF_RECORDS: u64 = 1 << 14;

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
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()?;
    let empty = Tally::new(simulation.cast(), simulation.max_score());
    let workers: Vec<Mutex<Worker<'_>>> = (0..plan.threads)
        .map(|_| {
            Mutex::new(Worker {
                player: simulation.player(),
                tally: empty.clone(),
                records: Vec::new(),
                failed: None,
            })
        })
        .collect();
    // No game after this one is needed any more.
    let last = AtomicU64::new(u64::MAX);
    let mut played = Played {
        tally: empty.clone(),
        games: 0,
        partial: false,
        looks: 0,
        reached: false,
        seconds: 0.0,
    };
    let begin = Instant::now();
    let mut size = CHUNK * plan.threads as u64;
    while played.games < plan.games && !played.reached {
        let look = plan
            .precision
            .map(|_| sequential::games_at(played.looks + 1));
        let end = plan
            .games
            .min(played.games + size)
            .min(look.unwrap_or(u64::MAX));
        let batch_begin = Instant::now();
        let next = AtomicU64::new(played.games);
        threads.broadcast(|context| {
            let mut worker = workers[context.index()]
                .lock()
                .expect("no worker has panicked");
            worker.play(plan, &next, end, stop, &last, &*audience);
        });
        let failed = workers.iter().filter_map(|worker| {
            let mut worker = worker.lock().expect("no worker has panicked");
            worker.failed.take()
        });
        // Every game before it has been played, so that on any number of threads it is the same.
        if let Some(first) = failed.min_by_key(|failed| failed.game) {
            return Err((*first).into());
        }
        if stop.load(Ordering::Relaxed) {
            // The batch has holes: it is as if it had not been begun.
            played.partial = true;
            break;
        }
        let mut records = Vec::new();
        for worker in &workers {
            let mut worker = worker.lock().expect("no worker has panicked");
            let tally = std::mem::replace(&mut worker.tally, empty.clone());
            played.tally.merge(&tally);
            records.append(&mut worker.records);
        }
        if plan.records {
            records.sort_unstable_by_key(|(game, _): &(u64, Record)| *game);
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

/// What one thread plays with.
struct Worker<'a> {
    player: GamePlayer<'a>,
    tally: Tally,
    records: Vec<(u64, Record)>,
    /// The game that it could not play to its end.
    failed: Option<Box<FailedGame>>,
}

impl Worker<'_> {
    /// Takes chunks of games until there are none left before `end`.
    fn play(
        &mut self,
        plan: &Plan,
        next: &AtomicU64,
        end: u64,
        stop: &AtomicBool,
        last_needed: &AtomicU64,
        audience: &impl Audience,
    ) {
        loop {
            let first = next.fetch_add(CHUNK, Ordering::Relaxed);
            if first >= end {
                return;
            }
            let last = end.min(first + CHUNK);
            for game in first..last {
                if stop.load(Ordering::Relaxed) || game > last_needed.load(Ordering::Relaxed) {
                    return;
                }
                let record = match self.player.play(plan.seed, game) {
                    Ok(record) => record,
                    Err(failed) => {
                        last_needed.fetch_min(game, Ordering::Relaxed);
                        self.failed = Some(failed);
                        return;
                    }
                };
                self.tally.add(record);
                if plan.records {
                    self.records.push((game, record.clone()));
                }
            }
            audience.played(last - first);
        }
    }
}
