//! Plays many games in parallel: batches of games, distributed over all threads.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rayon::ThreadPool;

use crate::simulate::FailedGame;

/// The state of one thread: everything that it needs to play games, and the counters of its games.
pub trait BatchWorker: Send {
    /// Plays one game and adds its result to the worker's counters.
    ///
    /// # Errors
    /// Fails if a bot fails during the game.
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>>;
}

/// Plays games in batches, with one worker per thread.
///
/// Which worker plays which game depends on scheduling. So the sum of the workers' counters must
/// not depend on the distribution of the games.
pub struct Batches<W> {
    threads: ThreadPool,
    workers: Vec<Mutex<W>>,
    size: u64,
    largest: u64,
}

/// Maximum number of games that a thread takes at a time (a chunk). Small batches use smaller
/// chunks, so that no thread is idle for long at the end.
const CHUNK: u64 = 32;
/// Target duration of a batch of games. An interruption loses at most one batch, and the precision
/// is checked after each batch.
const BATCH: Duration = Duration::from_millis(400);
/// Target duration of a batch with slow bots, i.e. of a batch with fewer than `CHUNK` games per
/// thread. This duration is longer than that of other batches, because small batches leave threads
/// idle.
const LONG: Duration = Duration::from_secs(8);
/// Maximum number of games in a batch.
pub const LARGEST: u64 = 1 << 20;

impl<W: BatchWorker> Batches<W> {
    /// Creates one worker per thread; `threads` is at least 1. No batch has more than `largest`
    /// games.
    ///
    /// # Errors
    /// Fails if the threads cannot be started.
    pub fn new(
        threads: usize,
        largest: u64,
        worker: impl Fn() -> W + Sync,
    ) -> anyhow::Result<Batches<W>> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build()?;
        Ok(Batches {
            // Each thread makes its own worker, because loading a network or compiling a script
            // takes time.
            workers: pool.broadcast(|_| Mutex::new(worker())),
            threads: pool,
            size: threads as u64,
            largest,
        })
    }

    /// Returns the workers of all threads. Callers may use the workers only between two batches.
    pub fn workers(&mut self) -> impl Iterator<Item = &mut W> {
        self.workers.iter_mut().map(|worker| worker.get_mut().expect("no worker has panicked"))
    }

    /// Plays one batch, which begins with the first of these games. Calls `tell` with the number of
    /// games just finished, on any thread.
    ///
    /// Returns the number of the next game. Returns `None` if `stop` was set during the batch. The
    /// batch is then incomplete, and its counters must be discarded.
    ///
    /// # Errors
    /// Returns the [`FailedGame`] with the lowest number if a bot fails.
    pub fn play(
        &mut self,
        games: Range<u64>,
        stop: &AtomicBool,
        tell: impl Fn(u64) + Sync,
    ) -> anyhow::Result<Option<u64>> {
        let begin = Instant::now();
        let end = games.end.min(games.start + self.size);
        let next = AtomicU64::new(games.start);
        let workers = &self.workers;
        let share = (end - games.start) / (8 * workers.len() as u64);
        let chunk = share.clamp(1, CHUNK);
        // Number of the first failed game. Later games are skipped and all earlier games are
        // played, so that the error is the same with any number of threads.
        let first_failed = AtomicU64::new(u64::MAX);
        let failures = self.threads.broadcast(|context| {
            let mut worker = workers[context.index()].lock().expect("no worker has panicked");
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
        // A stop also interrupts scripts; the failure of an interrupted script is ignored.
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let failures = failures.into_iter().flatten();
        if let Some((_, first)) = failures.min_by_key(|(game, _)| *game) {
            return Err((*first).into());
        }
        let few = self.size < CHUNK * self.workers.len() as u64;
        if begin.elapsed() < if few { LONG } else { BATCH } {
            self.size = (self.size * 2).min(self.largest);
        }
        Ok(Some(end))
    }
}
