//! `gong compare`: several variants held against the first, game by game; where other fighters sit in other places, so that their games cannot be paired,
//! each by its own games (`parting`).
//!
//! Game i of every variant has the same line-up and the same dice, since these are keyed by seed, game and purpose alone. So the
//! variants are played together, one game of each after the other, and what is counted are pairs: (as in the first, as in the other).
//!
//! What that saves depends on how soon the variants part. One die more on one card (eight such changes: card 5 of Agaric and Jojoba, 2 of Burdock,
//! 4 of the others; tribal-rumble, `balanced` bots, 20,000 games each): the variances of all win rates together are 2.4 to 4.5 times smaller than those of
//! independent runs (geometric mean 3.5), of the changed fighter's mean score 1.9 to 4.4 times (3.1), of its own win rate 1.2 to 2.3 times (1.7).
//!
//! Its own games part soonest, because its bot plays its cards in another order: in 52 % of them (2,000 games each) the first difference is its own choice of a card, in
//! round 2 on average, in 14 % another's decision, in 11 % a wound, and 23 % never part. Finer keys were measured, and save no more:
//!
//! | dice keyed by slot and | bots' luck keyed by slot and | own win rate | own score | all win rates |
//! |---|---|---|---|---|
//! | round (as it is) | round (as it is) | 1.70 | 3.07 | 3.51 |
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
//! Random bots, who do not look at the cards, part so seldom that their own win rate saves 11 to 19 times (4,000 games) with the keys as they are: what parts
//! the others are decisions that follow from the changed card, not luck that is dealt out anew.

mod held;
mod pairing;
mod parting;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;

use self::held::{Counter, Holding};
pub(super) use self::pairing::Pairing;
use crate::games::{self, FailedGame};
use crate::simulate::batches::{self, Batches, Worker};
use crate::simulate::{All, Counting, Lots, Plan, Played, Precision, Simulation, Stretch};

pub use self::held::Held;
pub use self::pairing::{Change, PairTally, Subject, WON};
pub use self::parting::ApartTally;

/// What was played of each variant, and the pairs of the first with each other.
pub type Compared = Played<Vec<PairTally>>;

/// One variant of a scenario.
#[derive(Clone)]
pub struct Variant {
    pub simulation: Simulation,
    /// The key of the only fighter that it changes: games without that one are those of the first variant, and not played again. None if anything may differ.
    pub only: Option<String>,
}

impl Variant {
    /// One in which anything may differ.
    fn whole(simulation: &Simulation) -> Variant {
        Variant {
            simulation: simulation.clone(),
            only: None,
        }
    }
}

/// Plays the games of the plan in each of the variants, two or more, which have the same fighters in the same slots. The plan's precision is that of the differences
/// of win rates. `heard` is told of games that are done, each counted once.
///
/// # Errors
/// If threads cannot be had.
pub fn compare(
    variants: &[Simulation],
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
) -> anyhow::Result<Compared> {
    let (first, others) = variants.split_first().expect("two variants or more");
    let others: Vec<Variant> = others.iter().map(Variant::whole).collect();
    compare_with(first, &others, plan, stop, heard, (&mut All(plan.games), 0))
}

/// The same of a stretch of the plan's games, and of variants that need not have the same fighters in the same slots as the first.
///
/// # Errors
/// As [`compare`].
pub fn compare_stretch(
    variants: &[Simulation],
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    stretch: Stretch<'_, Vec<Held>>,
) -> anyhow::Result<Played<Vec<Held>>> {
    let (first, others) = variants.split_first().expect("two variants or more");
    let holding = |other| Holding::new(first, other);
    let holdings = others.iter().map(holding).collect();
    let others: Vec<Variant> = others.iter().map(Variant::whole).collect();
    play(first, &others, holdings, plan, stop, heard, stretch)
}

/// Nothing counted yet of the first variant and each other.
pub fn uncounted(variants: &[Simulation]) -> Vec<Held> {
    let (first, others) = variants.split_first().expect("two variants or more");
    let empty = |other| Holding::new(first, other).empty();
    others.iter().map(empty).collect()
}

/// The same of variants of which it may be known whom they change: lot `lot` of several.
///
/// # Errors
/// As [`compare`].
pub fn compare_with(
    first: &Simulation,
    others: &[Variant],
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    (lots, lot): (&mut impl Lots, usize),
) -> anyhow::Result<Compared> {
    let pairing = |other: &Variant| Pairing::new(first, &other.simulation);
    let pairings: Vec<Pairing> = others.iter().map(pairing).collect();
    let empty = pairings.iter().map(|of| of.tally.clone()).collect();
    lots.play(lot, empty, |stretch| {
        play(first, others, pairings, plan, stop, heard, stretch)
    })
}

/// `counters`: of each variant but the first.
fn play<C: Counter>(
    first: &Simulation,
    others: &[Variant],
    counters: Vec<C>,
    plan: &Plan,
    stop: &AtomicBool,
    heard: impl Fn(u64) + Sync,
    stretch: Stretch<'_, Vec<C::Tally>>,
) -> anyhow::Result<Played<Vec<C::Tally>>> {
    let concerned = |other: &Variant| -> Vec<bool> {
        let entrants = first.cast().entrants.iter();
        let only = other.only.as_ref();
        entrants
            .map(|entrant| only.is_none_or(|only| entrant.fighter == *only))
            .collect()
    };
    let concerned: Vec<Vec<bool>> = others.iter().map(concerned).collect();
    let batches = Batches::new(plan.threads, batches::LARGEST, || Together {
        first: first.player(),
        others: others
            .iter()
            .map(|other| other.simulation.player())
            .collect(),
        concerned: &concerned,
        seed: plan.seed,
        counters: counters.clone(),
    })?;
    plan.play(batches, stop, stretch, |tally| Tallying::<C, _> {
        tally,
        heard,
    })
}

/// Counts the games.
struct Tallying<C: Counter, F> {
    tally: Vec<C::Tally>,
    heard: F,
}

impl<'a, C: Counter, F: Fn(u64) + Sync> Counting<Together<'a, C>> for Tallying<C, F> {
    type Tally = Vec<C::Tally>;

    fn played(&self, games: u64) {
        (self.heard)(games);
    }

    fn gather(&mut self, _: u64, workers: &mut Batches<Together<'a, C>>) -> anyhow::Result<()> {
        for worker in workers.workers() {
            for (sum, counter) in self.tally.iter_mut().zip(&mut worker.counters) {
                counter.pour(sum);
            }
        }
        Ok(())
    }

    fn is_precise(&self, precision: Precision) -> bool {
        let widest = (self.tally.iter()).map(|tally| C::widest(tally, precision.level));
        widest.fold(0.0, f64::max) < precision.target
    }

    fn tally(&mut self) -> &mut Vec<C::Tally> {
        &mut self.tally
    }

    fn finish(self) -> Vec<C::Tally> {
        self.tally
    }
}

/// Plays all variants, game by game.
struct Together<'a, C> {
    first: Box<dyn games::Worker + 'a>,
    others: Vec<Box<dyn games::Worker + 'a>>,
    /// By variant but the first and entrant: does the variant change games that it is in?
    concerned: &'a [Vec<bool>],
    seed: u64,
    /// Of each variant but the first.
    counters: Vec<C>,
}

impl<C: Counter> Worker for Together<'_, C> {
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
