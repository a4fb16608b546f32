//! Measures the effect of single edits: plays each edit alone and compares it with the unchanged
//! scenario, with the same dice.
//!
//! A cheaper method, which estimates the effect of an edit from games of many similar rosters, is
//! not accurate enough. With this method, the root mean square error of the effect in the
//! scenario's roster is 2 percentage points (4 points for edits of two steps). The effects
//! themselves are about 4 and 6 points: see `docs/tune.md`.

use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use rayon::prelude::*;

use super::moves::TuningEdit;
use super::{SolutionRate, Stopped, TuningSettings};
use crate::analysis::pairs::{PairTally, PairedVariant, WON, compare_with};
use crate::analysis::{WorkAudience, paired};
use crate::scenario::Scenario;
use crate::simulate::{All, Lot, Lots, Plan, Simulation};
use crate::stats::hash::mix;

/// Number of the random stream of the first measurement of single edits; each later measurement has
/// a stream of its own.
const SINGLE_STREAM: u64 = 3 << 32;
/// Maximum number of edits that are played together with the unchanged scenario, limited by memory.
pub const BATCH: usize = 32;

/// Returns the lots in which `moves` single edits are first measured. Each group of edits that are
/// played together has one lot for each bot.
pub fn lots(scenarios: &[Scenario], settings: &TuningSettings, moves: usize) -> Vec<Lot> {
    let together = (0..moves).step_by(BATCH);
    let together = together.map(|first| (moves - first).min(BATCH) as u64);
    let of_bots = |many: u64| {
        let lot = move |of: &Scenario| Lot::new(settings.effort.single, many * of.cost());
        scenarios.iter().map(lot)
    };
    together.flat_map(of_bots).collect()
}

/// Measures the effect of single edits, and holds the results.
pub struct SingleEdits<'a> {
    scenarios: &'a [Scenario],
    settings: &'a TuningSettings,
    /// The unchanged scenario, once for each bot.
    as_it_is: Vec<Simulation>,
    /// Results of paired games without and with an edit, by edit and bot; empty for edits without
    /// games.
    pairs: Vec<Vec<PairTally>>,
    /// Number of games that each edit has played with each bot.
    games: Vec<u64>,
    looks: u64,
    played: u64,
}

impl<'a> SingleEdits<'a> {
    pub fn new(scenarios: &'a [Scenario], settings: &'a TuningSettings, moves: usize) -> Self {
        SingleEdits {
            scenarios,
            settings,
            as_it_is: scenarios.iter().map(Scenario::open).collect(),
            pairs: vec![vec![]; moves],
            games: vec![0; moves],
            looks: 0,
            played: 0,
        }
    }

    /// Total number of games that were played to measure single edits.
    pub fn games(&self) -> u64 {
        self.played
    }

    /// Measures every single edit for the first time; these games do not depend on earlier results.
    ///
    /// # Errors
    /// Fails if threads cannot be started, a bot fails, or `stop` interrupts the games.
    pub fn first_look(
        &mut self,
        moves: &[TuningEdit],
        lots: &mut impl Lots,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> anyhow::Result<()> {
        self.looks += 1;
        let (games, bots) = (self.settings.effort.single, self.scenarios.len());
        let every: Vec<usize> = (0..moves.len()).collect();
        for (lot, together) in (0..).step_by(bots).zip(every.chunks(BATCH)) {
            self.play_together(moves, together, games, (lots, lot), stop, audience)?;
        }
        Ok(())
    }

    /// Number of games, over all bots, that are still to be played until each edit in `which` has
    /// `games` games with each bot.
    pub fn missing(&self, which: &[usize], games: u64) -> u64 {
        let missing = |&of: &usize| games.saturating_sub(self.games[of]);
        which.iter().map(missing).sum::<u64>() * self.scenarios.len() as u64
    }

    /// Plays the given edits until each has at least `games` games. Returns the edits that had
    /// fewer games before.
    ///
    /// # Errors
    /// Fails for the same reasons as [`SingleEdits::first_look`].
    pub fn play(
        &mut self,
        moves: &[TuningEdit],
        which: &[usize],
        games: u64,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> anyhow::Result<Vec<usize>> {
        let mut fewer = which.to_owned();
        fewer.retain(|&of| self.games[of] < games);
        // Edits with equal numbers of games need equal numbers of further games.
        let mut by_more: Vec<(u64, usize)> =
            (fewer.iter()).map(|&of| (games - self.games[of], of)).collect();
        by_more.sort_unstable();
        self.looks += 1;
        for alike in by_more.chunk_by(|a, b| a.0 == b.0) {
            for together in alike.chunks(BATCH) {
                let together: Vec<usize> = together.iter().map(|&(_, of)| of).collect();
                let more = alike[0].0;
                let lots = (&mut All(more), 0);
                self.play_together(moves, &together, more, lots, stop, audience)?;
            }
        }
        Ok(fewer)
    }

    /// Plays `games` further games of several edits, in one lot for each bot, starting with number
    /// `lot`.
    fn play_together(
        &mut self,
        moves: &[TuningEdit],
        together: &[usize],
        games: u64,
        (lots, lot): (&mut impl Lots, usize),
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> anyhow::Result<()> {
        let seed = mix(self.settings.seed ^ mix(SINGLE_STREAM + self.looks));
        let plan = Plan::fixed(seed, games, self.settings.threads);
        let each = together.len() as u64;
        for (bot, (scenario, first)) in self.scenarios.iter().zip(&self.as_it_is).enumerate() {
            let variants: Vec<PairedVariant> =
                (together.par_iter()).map(|&of| variant(scenario, &moves[of])).collect();
            let cost = scenario.cost() * paired(first, BATCH);
            let heard = |games| audience.played(games * each * cost);
            let done = compare_with(first, &variants, &plan, stop, heard, (&mut *lots, lot + bot))?;
            ensure!(!done.partial, Stopped);
            for (&of, pairs) in together.iter().zip(done.tally) {
                match self.pairs[of].get_mut(bot) {
                    Some(before) => before.merge(&pairs),
                    None => self.pairs[of].push(pairs),
                }
            }
        }
        for &of in together {
            self.games[of] += games;
        }
        self.played += games * each * self.scenarios.len() as u64;
        Ok(())
    }

    /// Returns the effect of an edit on each win rate in `rates`, as one list ordered by bot and
    /// fighter. Each effect is a pair: the difference of the win rate, and the variance of this
    /// difference.
    ///
    /// The pair is (0, 0) for fighters that the edit cannot affect.
    pub fn effect(&self, edit: usize, rates: &[Vec<SolutionRate>]) -> Vec<(f64, f64)> {
        let of_bot = |(pairs, rates): (&PairTally, &Vec<SolutionRate>)| -> Vec<(f64, f64)> {
            let of_entrant = |rate: &SolutionRate| {
                let mut subjects = pairs.subjects.iter();
                let at = subjects.position(|of| {
                    of.fighter == rate.won.fighter && of.strategies[0] == rate.won.strategy
                });
                at.map_or((0.0, 0.0), |at| {
                    let won = &pairs.measures[at][WON];
                    let games = won.games.max(1) as f64;
                    // A lower bound of the variance: few games with equal results do not prove that
                    // the variance is 0.
                    let variance = won.variances().map_or(1.0, |(_, paired)| paired);
                    let effect = won.difference().unwrap_or(0.0);
                    (effect, variance.max(1.0 / games) / games)
                })
            };
            rates.iter().map(of_entrant).collect()
        };
        self.pairs[edit].iter().zip(rates).flat_map(of_bot).collect()
    }
}

/// Creates the variant of a scenario with one edit, to be paired with the unchanged scenario.
fn variant(scenario: &Scenario, of: &TuningEdit) -> PairedVariant {
    let edited = scenario.with(&of.edits);
    PairedVariant {
        simulation: edited.expect("moves are allowed").open(),
        only: of.knob.fighter.clone(),
    }
}
