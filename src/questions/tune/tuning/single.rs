//! Measures the effect of single edits: plays each edit alone and compares it with the unchanged
//! scenario, with the same dice.
//!
//! A cheaper method, which estimates the effect of an edit from games of many similar rosters, is
//! not accurate enough. With this method, the root mean square error of the effect in the
//! scenario's roster is 2 percentage points (4 points for edits of two steps). The effects
//! themselves are about 4 and 6 points: see `docs/tune.md`.

use anyhow::{Result, ensure};
use rayon::prelude::*;

use super::goal::WinSums;
use super::moves::TuningEdit;
use super::{Task, Watch};
use crate::analysis::paired;
use crate::analysis::pairs::{PairTally, PairedVariant, Subject, WON, compare_with};
use crate::session::Interrupted;
use crate::simulate::{All, Lot, Lots, Plan, Simulation};
use crate::stats::hash::mix;

/// Number of the random stream of the first measurement of single edits; each later measurement has
/// a stream of its own.
const SINGLE_STREAM: u64 = 3 << 32;
/// Maximum number of edits that are played together with the unchanged scenario, limited by memory.
pub const BATCH: usize = 32;

/// Returns the lots in which single edits are first measured, one for each group of edits that are
/// played together.
pub fn lots(task: Task<'_>) -> Vec<Lot> {
    let (games, cost) = (task.settings.first_games(), task.scenario.cost());
    let lot = |together: &[TuningEdit]| Lot::new(games, together.len() as u64 * cost);
    task.moves.chunks(BATCH).map(lot).collect()
}

/// Measures the effect of single edits, and holds the results.
pub struct SingleEdits<'a> {
    task: Task<'a>,
    watch: Watch<'a>,
    /// The unchanged scenario.
    as_it_is: Simulation,
    /// For each edit: the results of paired games without and with the edit; `None` without games.
    pairs: Vec<Option<PairTally>>,
    /// Number of games that each edit has played.
    games: Vec<u64>,
    looks: u64,
}

impl<'a> SingleEdits<'a> {
    pub fn new(task: Task<'a>, watch: Watch<'a>) -> Self {
        SingleEdits {
            as_it_is: task.scenario.open(),
            pairs: vec![None; task.moves.len()],
            games: vec![0; task.moves.len()],
            looks: 0,
            task,
            watch,
        }
    }

    /// Total number of games that were played to measure single edits.
    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Measures every single edit for the first time; these games do not depend on earlier results.
    /// `lots` supplies them, see [`lots`].
    ///
    /// # Errors
    /// Fails if threads cannot be started, a bot fails, or the games are interrupted.
    pub fn first_look(&mut self, lots: &mut impl Lots) -> Result<()> {
        self.looks += 1;
        let games = self.task.settings.first_games();
        let every: Vec<usize> = (0..self.games.len()).collect();
        for (lot, together) in every.chunks(BATCH).enumerate() {
            self.play_together(together, games, (lots, lot))?;
        }
        Ok(())
    }

    /// Plays the given edits until each has at least `games` games. Returns the edits that had
    /// fewer games before.
    ///
    /// # Errors
    /// Fails for the same reasons as [`SingleEdits::first_look`].
    pub fn play(&mut self, mut which: Vec<usize>, games: u64) -> Result<Vec<usize>> {
        self.looks += 1;
        which.retain(|&edit| self.games[edit] < games);
        // Edits with equal numbers of games need equal numbers of further games.
        let missing = which.iter().map(|&edit| (games - self.games[edit], edit));
        let mut missing: Vec<(u64, usize)> = missing.collect();
        missing.sort_unstable();
        for alike in missing.chunk_by(|a, b| a.0 == b.0) {
            for together in alike.chunks(BATCH) {
                let more = together[0].0;
                let together: Vec<usize> = together.iter().map(|&(_, edit)| edit).collect();
                self.play_together(&together, more, (&mut All(more), 0))?;
            }
        }
        Ok(which)
    }

    /// Plays `games` further games of several edits in one lot.
    fn play_together(
        &mut self,
        together: &[usize],
        games: u64,
        lot: (&mut impl Lots, usize),
    ) -> Result<()> {
        let Task { scenario, settings, moves } = self.task;
        let seed = mix(settings.seed ^ mix(SINGLE_STREAM + self.looks));
        let plan = Plan::fixed(seed, games, settings.threads);
        let variant = |&edit: &usize| PairedVariant {
            simulation: scenario.with(&moves[edit].edits).expect("moves are allowed").open(),
            only: moves[edit].knob.fighter.clone(),
        };
        let variants: Vec<PairedVariant> = together.par_iter().map(variant).collect();
        let first = &self.as_it_is;
        let cost = together.len() as u64 * scenario.cost() * paired(first, BATCH);
        let heard = |games| self.watch.audience.played(games * cost);
        let done = compare_with(first, &variants, &plan, self.watch.stop, heard, lot)?;
        ensure!(!done.partial, Interrupted(None));
        for (&edit, pairs) in together.iter().zip(done.tally) {
            self.games[edit] += games;
            match &mut self.pairs[edit] {
                Some(before) => before.merge(&pairs),
                none => *none = Some(pairs),
            }
        }
        Ok(())
    }

    /// Returns the effect of an edit on a win rate: the difference of the win rate, and the
    /// variance of this difference. Both are 0 for a fighter that the edit cannot affect.
    pub fn effect(&self, edit: usize, on: &WinSums) -> (f64, f64) {
        let pairs = self.pairs[edit].iter();
        let mut all = pairs.flat_map(|of| of.subjects.iter().zip(&of.measures));
        let is_same = |of: &Subject| of.fighter == on.fighter && of.strategies[0] == on.strategy;
        let Some((_, measures)) = all.find(|(subject, _)| is_same(subject)) else {
            return (0.0, 0.0);
        };
        let won = &measures[WON];
        let games = won.games.max(1) as f64;
        // A lower bound of the variance: few games with equal results do not prove that the
        // variance is 0.
        let variance = won.variances().map_or(1.0, |(_, paired)| paired);
        (won.difference().unwrap_or(0.0), variance.max(1.0 / games) / games)
    }
}
