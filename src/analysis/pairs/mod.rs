//! Pairs of games: plays several variants of a scenario on the same dice, and compares each variant
//! with the first, game by game.
//!
//! Game i of every variant has the same line-up and the same dice. Both depend only on the seed, on
//! i, and on what a random number is used for. The variants are therefore played together: game i
//! of every variant, then game i + 1. The counters hold pairs: the result of a game in the first
//! variant and its result in the other variant.
//!
//! Pairing reduces the variance of differences between variants. The benefit depends on how soon
//! the games of two variants diverge. It was measured in the game tribal-rumble with `balanced`
//! bots, 20,000 games for each of eight changes. Each change adds one die to one card of a fighter:
//! card 5 of Agaric and Jojoba, card 2 of Burdock, card 4 of the others. Compared with independent
//! runs, the variance of all win rates together is 2.4 to 4.5 times smaller (geometric mean 3.5).
//! The variance of the changed fighter's mean score is 1.9 to 4.4 times smaller (3.1), and the
//! variance of its win rate 1.2 to 2.3 times (1.7).
//!
//! Games with the changed fighter diverge soonest, because the fighter's bot plays the cards in
//! another order. In 52 % of these games (2,000 games each), the first difference is the fighter's
//! choice of a card, in round 2 on average. In 14 % the first difference is another fighter's
//! decision, in 11 % a wound, and 23 % of the games never diverge.
//!
//! Random numbers are derived from a key: the seat and the current round. Finer keys were also
//! measured; they do not reduce the variance further. The table has the factors by which the
//! variance is smaller: for the changed fighter's win rate and score, and for all win rates.
//!
//! | key of dice: seat, | key of bots' luck: seat, | own win rate | own score | all win rates |
//! |---|---|---|---|---|
//! | round (in use) | round (in use) | 1.70 | 3.07 | 3.51 |
//! | round | round, decision | 1.70 | 3.08 | 3.50 |
//! | round | round, decision, option | 1.69 | 3.06 | 3.50 |
//! | round, card, attack, use, target | round | 1.60 | 2.38 | 3.27 |
//! | round, card, attack, use, target | round, decision, option | 1.58 | 2.39 | 3.28 |
//! | round, target | round, decision, option | 1.66 | 2.70 | 3.40 |
//! | round, attack | round | 1.66 | 2.79 | 3.42 |
//! | card, attack | round | 1.69 | 3.13 | 3.48 |
//! | card, attack | round, option for cards; option for all else | 1.71 | 3.14 | 3.52 |
//! | target | round, decision, option | 1.69 | 2.99 | 3.48 |
//!
//! Games of random bots, which ignore the values of cards, rarely diverge: the variance of their
//! win rate is 11 to 19 times smaller (4,000 games). So games diverge because of decisions that
//! follow from the changed card, not because of different random numbers.

mod pairing;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use crate::simulate;
use crate::simulate::FailedGame;
use crate::simulate::batches::{self, BatchWorker, Batches};
use crate::simulate::{All, Counting, Lots, Plan, Played, Simulation, Stretch};
use crate::stats::Record;
use crate::stats::counts::CountedSums;

pub use self::pairing::{Change, GroupPairs, PairTally, Pairing, Subject, WON};

/// The results of a comparison of variants: one tally of paired games for each variant except the
/// first.
pub type Compared = Played<Vec<PairTally>>;

/// One variant of a scenario (the scenario with some changes).
#[derive(Clone)]
pub struct PairedVariant {
    pub simulation: Simulation,
    /// Key of the only fighter that the variant changes. `None` if the variant may change anything.
    ///
    /// If there is a key, games without this fighter are copied from the first variant instead of
    /// being played.
    pub only: Option<String>,
}

impl PairedVariant {
    /// Creates a variant that may differ from the first variant in anything.
    pub fn whole(simulation: &Simulation) -> PairedVariant {
        PairedVariant { simulation: simulation.clone(), only: None }
    }
}

/// Plays the same games in all variants of a scenario and compares the results. There must be at
/// least two variants, with the same fighters in the same seats.
///
/// The plan's precision applies to the differences of win rates. `heard` is called with the number
/// of finished games.
///
/// # Errors
/// Fails if threads cannot be started or a bot fails.
pub fn compare(
    variants: &[Simulation],
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
) -> anyhow::Result<Compared> {
    let (first, others) = variants.split_first().expect("two variants or more");
    let others: Vec<PairedVariant> = others.iter().map(PairedVariant::whole).collect();
    compare_with(first, &others, plan, stop, heard, (&mut All(plan.games), 0))
}

/// Compares variants of a scenario in the games of one lot. `lot` is the index of this lot. A
/// variant may name the only fighter that it changes.
///
/// # Errors
/// Fails for the same reasons as [`compare`].
pub fn compare_with(
    first: &Simulation,
    others: &[PairedVariant],
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    (lots, lot): (&mut impl Lots, usize),
) -> anyhow::Result<Compared> {
    let pairings = pairings(first, others);
    let empty = uncounted_pairs(first, others);
    lots.play(lot, empty, |stretch| play(first, others, pairings, plan, stop, heard, stretch))
}

/// Creates the empty tallies that [`compare_with`] fills.
pub fn uncounted_pairs(first: &Simulation, others: &[PairedVariant]) -> Vec<PairTally> {
    let pairings = pairings(first, others).into_iter();
    pairings.map(|of| of.tally).collect()
}

fn pairings(first: &Simulation, others: &[PairedVariant]) -> Vec<Pairing> {
    let pairing = |other: &PairedVariant| Pairing::new(first, &other.simulation);
    others.iter().map(pairing).collect()
}

/// Counts the results of games that are played in two variants of a scenario.
pub trait Counter: Clone + Send + Sync {
    type Tally: CountedSums + Sync;

    /// Counts one game of both variants. Must not allocate memory.
    fn add(&mut self, game: u64, a: &Record, b: &Record);

    /// Counts one game that has the same record in both variants. Must not allocate memory.
    fn add_same(&mut self, game: u64, record: &Record);

    /// Adds the counters to a tally of the same variants and resets them.
    fn pour(&mut self, into: &mut Self::Tally);

    /// Returns the largest half-width of the confidence intervals of all differences of win rates,
    /// as a share.
    fn widest(tally: &Self::Tally, level: f64) -> f64;
}

impl Counter for Pairing {
    type Tally = PairTally;

    fn add(&mut self, game: u64, a: &Record, b: &Record) {
        self.add(game, a, b);
    }

    fn add_same(&mut self, game: u64, record: &Record) {
        self.add_same(game, record);
    }

    fn pour(&mut self, into: &mut PairTally) {
        into.merge(&self.tally);
        self.tally.clear();
    }

    fn widest(tally: &PairTally, level: f64) -> f64 {
        tally.widest(level)
    }
}

/// Plays a range of consecutive games of the variant `first` and of all other variants. `counters`
/// has one element for each of the other variants.
///
/// # Errors
/// Fails for the same reasons as [`compare`].
pub fn play<C: Counter>(
    first: &Simulation,
    others: &[PairedVariant],
    counters: Vec<C>,
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    stretch: Stretch<'_, Vec<C::Tally>>,
) -> anyhow::Result<Played<Vec<C::Tally>>> {
    let concerned = |other: &PairedVariant| -> Vec<bool> {
        let entrants = first.cast().entrants.iter();
        let only = other.only.as_ref();
        entrants.map(|entrant| only.is_none_or(|only| entrant.fighter == *only)).collect()
    };
    let concerned: Vec<Vec<bool>> = others.iter().map(concerned).collect();
    let batches = Batches::new(plan.threads, batches::LARGEST, || Together {
        first: first.worker(),
        others: others.iter().map(|other| other.simulation.worker()).collect(),
        concerned: &concerned,
        seed: plan.seed,
        counters: counters.clone(),
    })?;
    plan.play(batches, stop, stretch, &mut Tallying(heard))
}

/// Collects the counters of all variants from the workers, and reports the number of games played.
struct Tallying<F>(F);

impl<'a, C: Counter, F: Fn(u64) + Sync> Counting<Together<'a, C>, Vec<C::Tally>> for Tallying<F> {
    fn played(&self, games: u64) {
        self.0(games);
    }

    fn gather(
        &mut self,
        tally: &mut Vec<C::Tally>,
        _: u64,
        workers: &mut Batches<Together<'a, C>>,
    ) -> anyhow::Result<()> {
        for worker in workers.workers() {
            for (sum, counter) in tally.iter_mut().zip(&mut worker.counters) {
                counter.pour(sum);
            }
        }
        Ok(())
    }

    fn widest(&self, tally: &Vec<C::Tally>, level: f64) -> f64 {
        tally.iter().map(|tally| C::widest(tally, level)).fold(0.0, f64::max)
    }
}

/// A worker that plays all variants of a scenario: each game in every variant, then the next game.
struct Together<'a, C> {
    first: Box<dyn simulate::Worker + 'a>,
    others: Vec<Box<dyn simulate::Worker + 'a>>,
    /// For each variant except the first, and for each entrant: true if the variant changes games
    /// in which the entrant plays.
    concerned: &'a [Vec<bool>],
    seed: u64,
    /// Counters of paired games, for each variant except the first.
    counters: Vec<C>,
}

impl<C: Counter> BatchWorker for Together<'_, C> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let record = self.first.play(self.seed, game)?;
        let others = self.others.iter_mut().zip(self.concerned);
        for ((other, concerned), counter) in others.zip(&mut self.counters) {
            let mut entrants = record.players.iter().map(|player| player.entrant);
            if entrants.any(|entrant| concerned[usize::from(entrant)]) {
                counter.add(game, record, other.play(self.seed, game)?);
            } else {
                counter.add_same(game, record);
            }
        }
        Ok(())
    }
}
