//! Many games at once: batches of them over all threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::games::FailedGame;

/// What one thread plays with, and where it counts what it plays.
pub trait Worker: Send {
    /// Plays one game, and counts it.
    ///
    /// # Errors
    /// If a bot fails in it.
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>>;
}

/// Games 0, 1, 2, … in batches, and one worker a thread. Which worker plays which game depends on the moment: what workers count must
/// not depend on it.
pub struct Batches<W> {
    threads: ThreadPool,
    workers: Vec<Mutex<W>>,
    played: u64,
    size: u64,
    largest: u64,
}

/// Games that a thread takes at a time; of few games fewer, so that no thread waits for long.
const CHUNK: u64 = 32;
/// How long a batch should take: what is lost if the run is interrupted, and how often somebody looks.
const BATCH: Duration = Duration::from_millis(400);
/// How long one may take, of slow bots, until a thread has a chunk of games to play: with fewer, threads wait for each other.
const LONG: Duration = Duration::from_secs(8);
/// Most games of a batch.
pub const LARGEST: u64 = 1 << 20;

impl<W: Worker> Batches<W> {
    /// A worker for each of the threads, at least 1, made by itself; no batch has more than `largest` games.
    ///
    /// # Errors
    /// If threads cannot be had.
    pub fn new(
        threads: usize,
        largest: u64,
        worker: impl Fn() -> W + Sync,
    ) -> anyhow::Result<Batches<W>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build()?;
        Ok(Batches {
            // Whoever has learnt much or is compiled takes a while to be made.
            workers: pool.broadcast(|_| Mutex::new(worker())),
            threads: pool,
            played: 0,
            size: threads as u64,
            largest,
        })
    }

    /// Goes on from game `first`: those before it were played elsewhere.
    pub fn from(mut self, first: u64) -> Batches<W> {
        self.played = first;
        self
    }

    /// Games played in whole batches: up to this number, not included.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// The workers, between two batches.
    pub fn workers(&mut self) -> impl Iterator<Item = &mut W> {
        self.workers
            .iter_mut()
            .map(|worker| worker.get_mut().expect("no worker has panicked"))
    }

    /// Plays a batch, up to game `end` (not included) at most. `tell` hears of games that are done, from any thread.
    ///
    /// False if `stop` was set meanwhile: the batch has holes then, and what the workers counted in it is worth nothing.
    ///
    /// # Errors
    /// A [`FailedGame`], the first by number, if bots fail.
    pub fn play(
        &mut self,
        end: u64,
        stop: &AtomicBool,
        tell: impl Fn(u64) + Sync,
    ) -> anyhow::Result<bool> {
        let begin = Instant::now();
        let end = end.min(self.played + self.size);
        let next = AtomicU64::new(self.played);
        let workers = &self.workers;
        let share = (end - self.played) / (8 * workers.len() as u64);
        let chunk = share.clamp(1, CHUNK);
        // The first game that has failed: none after it is needed, and all before it are played, so that on any number of threads it is
        // the same.
        let first_failed = AtomicU64::new(u64::MAX);
        let failures = self.threads.broadcast(|context| {
            let mut worker = workers[context.index()]
                .lock()
                .expect("no worker has panicked");
            loop {
                let first = next.fetch_add(chunk, Ordering::Relaxed);
                if first >= end {
                    return None;
                }
                let last = end.min(first + chunk);
                for game in first..last {
                    let too_late = game > first_failed.load(Ordering::Relaxed);
                    if too_late || stop.load(Ordering::Relaxed) {
                        return None;
                    }
                    if let Err(failed) = worker.play(game) {
                        first_failed.fetch_min(game, Ordering::Relaxed);
                        return Some((game, failed));
                    }
                }
                tell(last - first);
            }
        });
        // A script that was ended in the middle of a decision has failed too, and means nothing.
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let failures = failures.into_iter().flatten();
        if let Some((_, first)) = failures.min_by_key(|(game, _)| *game) {
            return Err((*first).into());
        }
        self.played = end;
        let few = self.size < CHUNK * self.workers.len() as u64;
        if begin.elapsed() < if few { LONG } else { BATCH } {
            self.size = (self.size * 2).min(self.largest);
        }
        Ok(true)
    }
}
