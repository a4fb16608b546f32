//! A run: the games of one simulation, tallied as they come.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use arrayvec::ArrayVec;

use super::batches::{self, Batches, Worker};
use super::{Simulation, Stretch, Weighing};
use crate::games;
use crate::games::FailedGame;
use crate::stats::{MAX_ENTRANTS, Player, Record, Tally, precision};

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
    /// Weigh the luck in every game, so.
    pub luck: Option<Weighing>,
}

/// When a run is precise enough.
#[derive(Debug, Clone, Copy)]
pub struct Precision {
    /// The half-width of every win rate's interval, a share.
    pub target: f64,
    /// The level of those intervals.
    pub level: f64,
}

/// What was played: games 0 to `games - 1`, or so many of a stretch.
#[derive(Debug, Clone)]
pub struct Played<T = Tally> {
    /// What was counted.
    pub tally: T,
    pub games: u64,
    /// It was interrupted.
    pub partial: bool,
    /// A precision was to be reached, and was.
    pub reached: bool,
    pub seconds: f64,
}

/// How the games of a plan are counted.
pub trait Counting<W>: Sync {
    type Tally;

    /// So many more games are done. Called from any thread.
    fn played(&self, games: u64);

    /// Takes what the workers have counted in a batch of games that begins with game `first`.
    ///
    /// # Errors
    /// End the run.
    fn gather(&mut self, first: u64, workers: &mut Batches<W>) -> anyhow::Result<()>;

    /// Is it as precise as was asked for?
    fn is_precise(&self, precision: Precision) -> bool;

    /// What has been counted so far, all together.
    fn tally(&mut self) -> &mut Self::Tally;

    /// What was counted, all together.
    fn finish(self) -> Self::Tally;
}

impl Plan {
    /// So many games, no more and no fewer, of which nothing is wanted but what is counted.
    pub fn fixed(seed: u64, games: u64, threads: usize) -> Plan {
        Plan {
            seed,
            games,
            precision: None,
            threads,
            records: false,
            luck: None,
        }
    }

    /// Plays the games of a stretch that were not played before, in batches, until they are precise enough, or `stop` is set. `counting` goes on from
    /// what was counted before.
    ///
    /// # Errors
    /// What ends the counting; a [`FailedGame`], the first by number, if a bot fails.
    pub fn play<W: Worker, C: Counting<W>>(
        &self,
        batches: Batches<W>,
        stop: &AtomicBool,
        stretch: Stretch<'_, C::Tally>,
        counting: impl FnOnce(C::Tally) -> C,
    ) -> anyhow::Result<Played<C::Tally>> {
        let begin = Instant::now();
        let (asked, mut games, mut keep) = (stretch.games, stretch.played, stretch.keep);
        let mut batches = batches.from(games);
        let mut counting = counting(stretch.tally);
        if games > asked.start {
            counting.played(games - asked.start);
        }
        let (mut partial, mut reached) = (false, false);
        let mut looked = 0;
        if let Some(precision) = self.precision {
            while precision::look_after(looked) <= games {
                looked = precision::look_after(looked);
            }
            let look = games > 0 && (games == looked || games == asked.end);
            reached = look && counting.is_precise(precision);
        }
        while games < asked.end && !reached {
            let look = self.precision.map(|_| precision::look_after(looked));
            let end = asked.end.min(look.unwrap_or(u64::MAX));
            if !batches.play(end, stop, |games| counting.played(games))? {
                // The batch has holes: it is as if it had not been begun.
                partial = true;
                break;
            }
            counting.gather(games, &mut batches)?;
            games = batches.played();
            if let Some(precision) = self.precision
                && games == end
            {
                looked = games;
                reached = counting.is_precise(precision);
            }
            keep(games, counting.tally());
        }
        Ok(Played {
            tally: counting.finish(),
            games: games - asked.start,
            partial,
            reached,
            seconds: begin.elapsed().as_secs_f64(),
        })
    }
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

/// Plays what the plan says, from its first game. `stop` may be set at any time, and ends the run with what was played before.
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
    let all = Stretch::of(plan.games, empty);
    run_stretch(simulation, plan, stop, audience, all)
}

/// The same of a stretch of the plan's games.
///
/// # Errors
/// As [`run`].
pub fn run_stretch(
    simulation: &Simulation,
    plan: &Plan,
    stop: &AtomicBool,
    audience: &mut impl Audience,
    stretch: Stretch<'_, Tally>,
) -> anyhow::Result<Played> {
    let empty = Tally::new(simulation.cast(), simulation.measures());
    let largest = if plan.records {
        let size = Record::size(simulation.measures(), simulation.cast().slots.len());
        (BATCH_OF_RECORDS / size).clamp(1, LARGEST_BATCH_OF_RECORDS) as u64
    } else {
        batches::LARGEST
    };
    let player = || {
        let mut player = simulation.player();
        if let Some(weighing) = &plan.luck {
            player.weigh_luck(weighing);
        }
        player
    };
    let batches = Batches::new(plan.threads, largest, || Solo {
        player: player(),
        weighs: plan.luck.is_some(),
        seed: plan.seed,
        tally: empty.clone(),
        records: plan.records.then(Vec::new),
    })?;
    plan.play(batches, stop, stretch, |tally| Tallying {
        tally,
        records: plan.records,
        audience,
    })
}

/// Counts the games of one simulation, and hands on their records if they are wanted.
struct Tallying<'a, A> {
    tally: Tally,
    records: bool,
    audience: &'a mut A,
}

impl<'a, A: Audience> Counting<Solo<'a>> for Tallying<'_, A> {
    type Tally = Tally;

    fn played(&self, games: u64) {
        self.audience.played(games);
    }

    fn gather(&mut self, first: u64, workers: &mut Batches<Solo<'a>>) -> anyhow::Result<()> {
        let mut records = Vec::new();
        for worker in workers.workers() {
            self.tally.merge(&worker.tally);
            worker.tally.clear();
            records.extend(worker.records.iter_mut().flat_map(std::mem::take));
        }
        if self.records {
            records.sort_unstable_by_key(|(game, _): &(u64, Record)| *game);
            let records: Vec<Record> = records.into_iter().map(|(_, record)| record).collect();
            self.audience.records(first, &records)?;
        }
        Ok(())
    }

    fn is_precise(&self, asked: Precision) -> bool {
        let results = (0..self.tally.entrants()).map(|entrant| self.tally.results(entrant));
        precision::widest(results, asked.level) < asked.target
    }

    fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }

    fn finish(self) -> Tally {
        self.tally
    }
}

/// Plays one simulation.
struct Solo<'a> {
    player: Box<dyn games::Worker + 'a>,
    /// It weighs the luck.
    weighs: bool,
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
        if self.weighs {
            let came_out = |player: &Player| (player.entrant, player.slot, player.won);
            let players: ArrayVec<_, MAX_ENTRANTS> = record.players.iter().map(came_out).collect();
            let luck = self.player.luck();
            for (entrant, slot, won) in players {
                let own = luck[usize::from(slot)];
                self.tally.add_luck(entrant, game, won, own);
            }
        }
        Ok(())
    }
}
