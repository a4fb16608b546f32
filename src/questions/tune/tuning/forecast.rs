//! Forecasts the number of games of every stage of a tuning, and corrects the forecast when a stage
//! begins.

use std::collections::BTreeMap;

use super::{RACERS, Round, SET_ROUNDS, SINGLE_ROUNDS, TuningEdit, TuningSettings, race};
use crate::analysis::{GAME, WorkAudience, paired};
use crate::scenario::Scenario;

/// The stages of a tuning (search for edits that bring win rates to targets), in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TuningStage {
    /// The unchanged scenario is played.
    AsItIs,
    FirstLook,
    /// Single edits are measured, in the round with this index in [`SINGLE_ROUNDS`].
    Single(usize),
    /// Sets of edits are played, in the round with this index in [`SET_ROUNDS`].
    Together(usize),
    Race,
    Certify,
}

/// Number of different edits in the proposed sets of a round, divided by the total number of edits
/// in these sets. It was 0.1 to 0.4 in three shipped scenarios.
const DIFFERENT: f64 = 0.25;
/// Mean number of games of the unchanged scenario in the final test, divided by the number at the
/// first interim analysis.
const AS_IT_IS: u64 = 2;
/// Mean number of games of a set of edits in the final test, divided by the number at the first
/// interim analysis.
pub const CERTIFIED: u64 = 6;

/// The expected number of games of a stage of the tuning, and the cost of each game; [`GAME`] is
/// the cost of a game of a greedy bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Expected {
    stage: TuningStage,
    games: u64,
    cost: u64,
}

/// The current and all later stages of a tuning, each with its expected number of games.
#[derive(Debug, Clone)]
pub struct Forecast(Vec<Expected>);

impl Forecast {
    /// Estimates the number of games to tune a scenario with the possible edits `moves`.
    /// `scenarios` holds the scenario once for each bot.
    pub fn new(
        scenarios: &[Scenario],
        settings: &TuningSettings,
        moves: &[TuningEdit],
    ) -> Forecast {
        let effort = settings.effort;
        let bots = scenarios.len() as u64;
        // Promising edits are measured in rounds. The edits of a later round were measured in an
        // earlier round as well.
        let mut before = effort.single;
        let mut single = |round: &Round| {
            let slots: usize = (1..=settings.edits)
                .map(|count| count * round.sets_of(count, settings.edits))
                .sum();
            let different = ((slots as f64 * DIFFERENT) as usize).min(moves.len()) as u64;
            let games = round.times * effort.better;
            let more = games.saturating_sub(std::mem::replace(&mut before, games));
            different * more
        };
        let distinct = distinct_sets(moves, settings.edits);
        // No set is proposed twice.
        let mut unplayed = distinct.clone();
        let together = |round: &Round| {
            let sets = (1..).zip(&mut unplayed).map(|(count, left)| {
                let sets = round.sets_of(count, settings.edits).min(*left);
                *left -= sets;
                sets
            });
            sets.sum::<usize>() as u64 * round.times * effort.proposal
        };
        let racing = (1..).zip(&distinct).map(|(count, sets)| {
            let runners = (RACERS * count).div_ceil(settings.edits).min(*sets);
            race::games(runners) * effort.proposal
        });
        let sizes = distinct.iter().filter(|sets| **sets > 0).count();
        let certified = sizes as u64 * CERTIFIED * effort.certified;
        let mut stages = vec![
            (TuningStage::AsItIs, AS_IT_IS * effort.certified),
            (TuningStage::FirstLook, moves.len() as u64 * effort.single),
        ];
        stages.extend((0..).map(TuningStage::Single).zip(SINGLE_ROUNDS.iter().map(&mut single)));
        stages.extend((0..).map(TuningStage::Together).zip(SET_ROUNDS.iter().map(together)));
        stages.extend([(TuningStage::Race, racing.sum()), (TuningStage::Certify, certified)]);
        let costs: u64 = scenarios.iter().map(Scenario::cost).sum();
        let expected = |(stage, games): (TuningStage, u64)| Expected {
            stage,
            games: games * bots,
            cost: costs / bots.max(1)
                * match stage {
                    TuningStage::FirstLook | TuningStage::Single(_) => {
                        single_edit_cost(&scenarios[0])
                    }
                    _ => GAME,
                },
        };
        Forecast(stages.into_iter().map(expected).collect())
    }

    /// Expected number of games of the current and all later stages of the tuning.
    pub fn games(&self) -> u64 {
        self.0.iter().map(|of| of.games).sum()
    }

    /// Expected cost of the current and all later stages of the tuning; [`GAME`] is the cost of a
    /// game of a greedy bot.
    pub fn work(&self) -> u64 {
        let costs = self.0.iter().map(|of| of.games.saturating_mul(of.cost));
        costs.fold(0, u64::saturating_add)
    }

    /// Begins a stage of the tuning and reports the remaining work to `audience`. `games` is the
    /// exact number of games of the stage, if it is known.
    pub fn begin(&mut self, stage: TuningStage, games: Option<u64>, audience: &impl WorkAudience) {
        self.0.retain(|of| of.stage >= stage);
        let current = self.0.first_mut().filter(|of| of.stage == stage);
        if let (Some(games), Some(of)) = (games, current) {
            of.games = games;
        }
        audience.left(self.work());
    }
}

/// Returns the numbers of different sets of one, two, … and `most` edits. The edits of a set change
/// different game values.
fn distinct_sets(moves: &[TuningEdit], most: usize) -> Vec<usize> {
    let mut of_value: BTreeMap<usize, usize> = BTreeMap::new();
    for edit in moves {
        *of_value.entry(edit.at).or_default() += 1;
    }
    // The number of sets of each size, from 0 edits, of the values so far.
    let mut sets = vec![0_usize; most + 1];
    sets[0] = 1;
    for edits in of_value.into_values() {
        for size in (1..=most).rev() {
            let with_value = sets[size - 1].saturating_mul(edits);
            sets[size] = sets[size].saturating_add(with_value);
        }
    }
    sets.split_off(1)
}

/// Cost of a game in which single edits are measured; [`GAME`] is the cost of a game of a greedy
/// bot.
pub fn single_edit_cost(scenario: &Scenario) -> u64 {
    paired(&scenario.open(), super::single::BATCH)
}
