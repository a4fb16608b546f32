//! Runs: plays the games of one simulation and counts their results.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arrayvec::ArrayVec;

use super::batches::{self, BatchWorker, Batches};
use super::{Simulation, Stretch, Weighing};
use crate::simulate;
use crate::simulate::FailedGame;
use crate::stats::{MAX_ENTRANTS, Player, Record, Tally, precision};

/// Settings of a run (a series of games): which games to play and what to record.
#[derive(Debug, Clone)]
pub struct Plan {
    pub seed: u64,
    /// Maximum number of games in the run.
    pub games: u64,
    /// The run stops as soon as every win rate reaches this precision; `None` to play all games.
    pub precision: Option<Precision>,
    /// Number of threads that play games, at least 1.
    pub threads: usize,
    /// True if the records of all games are passed to a receiver ([`Audience`]).
    pub records: bool,
    /// Settings for measuring luck in every game; `None` if luck is not measured.
    pub luck: Option<Weighing>,
}

/// Precision of the win rates at which a run stops.
#[derive(Debug, Clone, Copy)]
pub struct Precision {
    /// Target half-width of the confidence interval of every win rate, as a share from 0 to 1.
    pub target: f64,
    /// Confidence level of the win rates' intervals, between 0 and 1.
    pub level: f64,
}

/// The result of a run, or of the part of a run that this process played.
#[derive(Debug, Clone)]
pub struct Played<T = Tally> {
    /// Counters of the results of all games played.
    pub tally: T,
    pub games: u64,
    /// True if the run was interrupted before its end.
    pub partial: bool,
    /// True if a precision of the win rates was requested and reached.
    pub reached: bool,
    pub seconds: f64,
}

/// Interface for code that adds up the counters of all workers (one per thread) of a run.
pub trait Counting<W, T>: Sync {
    /// Called on any thread with the number of games just finished, to report the progress.
    fn played(&self, games: u64);

    /// Adds the counters of all workers (one per thread) to `tally`, after a batch of games that
    /// begins with game `first`.
    ///
    /// # Errors
    /// An error ends the run.
    fn gather(&mut self, tally: &mut T, first: u64, workers: &mut Batches<W>)
    -> anyhow::Result<()>;

    /// Returns the half-width of the widest confidence interval of a win rate, at this level.
    fn widest(&self, tally: &T, level: f64) -> f64;
}

/// Adds up the counters that each worker (one per thread) has after each batch of games. Never
/// requests to stop the run early.
struct Gathering<H, G> {
    heard: H,
    take: G,
}

impl<W: BatchWorker, T, H, G> Counting<W, T> for Gathering<H, G>
where
    H: Fn(u64) + Sync,
    G: FnMut(&mut T, &mut W) + Sync,
{
    fn played(&self, games: u64) {
        (self.heard)(games);
    }

    fn gather(&mut self, tally: &mut T, _: u64, workers: &mut Batches<W>) -> anyhow::Result<()> {
        workers.workers().for_each(|worker| (self.take)(tally, worker));
        Ok(())
    }

    fn widest(&self, _: &T, _: f64) -> f64 {
        f64::INFINITY
    }
}

impl Plan {
    /// Creates the settings of a run of exactly `games` games, without records and without
    /// measuring luck.
    pub fn fixed(seed: u64, games: u64, threads: usize) -> Plan {
        Plan { seed, games, precision: None, threads, records: false, luck: None }
    }

    /// Plays the remaining games of a range in batches. After each batch, calls `take`, which adds
    /// the counters of each worker to the sum. Calls `heard` with the number of games just
    /// finished, on any thread.
    ///
    /// # Errors
    /// If a bot fails, returns the [`FailedGame`] with the lowest number.
    pub fn gather<W: BatchWorker, T>(
        &self,
        batches: Batches<W>,
        stop: &AtomicBool,
        stretch: Stretch<'_, T>,
        heard: impl Fn(u64) + Sync,
        take: impl FnMut(&mut T, &mut W) + Sync,
    ) -> anyhow::Result<Played<T>> {
        self.play(batches, stop, stretch, &mut Gathering { heard, take })
    }

    /// Plays the remaining games of a range in batches. Ends early at the requested precision, or
    /// when `stop` is set.
    ///
    /// # Errors
    /// Returns an error of the collector. If a bot fails, returns the [`FailedGame`] with the
    /// lowest number.
    pub fn play<W: BatchWorker, T>(
        &self,
        mut batches: Batches<W>,
        stop: &AtomicBool,
        stretch: Stretch<'_, T>,
        counting: &mut impl Counting<W, T>,
    ) -> anyhow::Result<Played<T>> {
        let begin = Instant::now();
        let Stretch { games: asked, played: mut games, mut tally, mut keep } = stretch;
        if games > asked.start {
            counting.played(games - asked.start);
        }
        let (mut partial, mut reached, mut looked) = (false, false, 0);
        if let Some(precision) = self.precision {
            while precision::look_after(looked) <= games {
                looked = precision::look_after(looked);
            }
            let look = games > 0 && (games == looked || games == asked.end);
            reached = look && counting.widest(&tally, precision.level) < precision.target;
        }
        while games < asked.end && !reached {
            let look = self.precision.map(|_| precision::look_after(looked));
            let end = asked.end.min(look.unwrap_or(u64::MAX));
            let next = batches.play(games..end, stop, |games| counting.played(games))?;
            let Some(next) = next else {
                // An incomplete batch is discarded.
                partial = true;
                break;
            };
            counting.gather(&mut tally, games, &mut batches)?;
            games = next;
            if let Some(precision) = self.precision
                && games == end
            {
                looked = games;
                reached = counting.widest(&tally, precision.level) < precision.target;
            }
            keep(games, &mut tally);
        }
        let seconds = begin.elapsed().as_secs_f64();
        Ok(Played { tally, games: games - asked.start, partial, reached, seconds })
    }
}

/// Interface for code that receives the progress and the game records of a run.
pub trait Audience: Sync {
    /// Called on any thread with the number of games just finished, to report the progress.
    fn played(&self, games: u64);

    /// Receives the records of consecutive games, beginning with game `first`. Called only if the
    /// settings of the run request records.
    ///
    /// # Errors
    /// An error ends the run.
    fn records(&mut self, first: u64, records: &[Record]) -> anyhow::Result<()> {
        let _ = (first, records);
        Ok(())
    }
}

/// An audience that ignores the progress and the records.
impl Audience for () {
    fn played(&self, _: u64) {}
}

/// Approximate maximum size of the game records that a batch keeps in memory, in bytes.
const BATCH_OF_RECORDS: usize = 1 << 24;
/// Maximum number of games in a batch whose records are kept.
const LARGEST_BATCH_OF_RECORDS: usize = 1 << 14;

/// Plays the games that `plan` describes. If `stop` is set during the run, the run ends early and
/// keeps only complete batches.
///
/// The results depend only on the simulation, the seed and the number of games.
///
/// # Errors
/// Fails if threads cannot be started or if `audience` returns an error. If a bot fails, returns
/// the [`FailedGame`] with the lowest number.
pub fn run(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &mut impl Audience,
) -> anyhow::Result<Played> {
    let all = Stretch::of(plan.games, simulation.empty_tally());
    run_stretch(simulation, plan, stop, audience, all)
}

/// Plays a contiguous range of a run's games, like [`run`].
///
/// # Errors
/// Fails in the same cases as [`run`].
pub fn run_stretch(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &mut impl Audience,
    stretch: Stretch<'_, Tally>,
) -> anyhow::Result<Played> {
    let largest = if plan.records {
        let size = Record::size(simulation.measures(), simulation.cast().slots.len());
        (BATCH_OF_RECORDS / size).clamp(1, LARGEST_BATCH_OF_RECORDS) as u64
    } else {
        batches::LARGEST
    };
    let batches = Batches::new(plan.threads, largest, || {
        let mut worker = simulation.worker();
        if let Some(weighing) = &plan.luck {
            worker.weigh_luck(weighing);
        }
        Solo {
            worker,
            weighs: plan.luck.is_some(),
            seed: plan.seed,
            tally: simulation.empty_tally(),
            records: plan.records.then(Vec::new),
        }
    })?;
    plan.play(batches, stop, stretch, &mut Tallying(audience))
}

/// Adds up the counters of the games of one simulation. Passes the records of the games to a
/// receiver ([`Audience`]), if requested.
struct Tallying<'a, A>(&'a mut A);

impl<'a, A: Audience> Counting<Solo<'a>, Tally> for Tallying<'_, A> {
    fn played(&self, games: u64) {
        self.0.played(games);
    }

    fn gather(
        &mut self,
        tally: &mut Tally,
        first: u64,
        workers: &mut Batches<Solo<'a>>,
    ) -> anyhow::Result<()> {
        let mut records = Vec::new();
        for worker in workers.workers() {
            tally.merge(&worker.tally);
            worker.tally.clear();
            records.extend(worker.records.iter_mut().flat_map(std::mem::take));
        }
        if !records.is_empty() {
            records.sort_unstable_by_key(|(game, _): &(u64, Record)| *game);
            let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
            self.0.records(first, &records)?;
        }
        Ok(())
    }

    fn widest(&self, tally: &Tally, level: f64) -> f64 {
        precision::widest(tally.all_won().into_iter().map(|won| (won.games(), won.wins())), level)
    }
}

/// A worker that plays the games of one simulation.
struct Solo<'a> {
    worker: Box<dyn simulate::Worker + 'a>,
    /// True if this worker measures the players' luck.
    weighs: bool,
    seed: u64,
    tally: Tally,
    /// Records of the games in the current batch, with the numbers of the games. `None` if no
    /// records are requested.
    records: Option<Vec<(u64, Record)>>,
}

impl BatchWorker for Solo<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let record = self.worker.play(self.seed, game)?;
        self.tally.add(record);
        if let Some(records) = &mut self.records {
            records.push((game, record.clone()));
        }
        if self.weighs {
            let came_out = |player: &Player| (player.entrant, player.slot, player.won);
            let players: ArrayVec<_, MAX_ENTRANTS> = record.players.iter().map(came_out).collect();
            let luck = self.worker.luck();
            for (entrant, slot, won) in players {
                let own = luck[usize::from(slot)];
                self.tally.add_luck(entrant, game, won, own);
            }
        }
        Ok(())
    }
}
