//! The stages of the search for edits: measures single edits, plays sets of edits that a model
//! proposes, and tests the best sets.

use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};

use super::certify::SetGames;
use super::model::Model;
use super::proposals::propose;
use super::single::SingleEdits;
use super::{Play, SET_ROUNDS, SINGLE_ROUNDS, Solution, Task, Tuned, Watch};
use crate::session::Interrupted;
use crate::simulate::Lots;

/// Finds the edits with which a scenario reaches its target win rates. `lots` supplies the games of
/// the first measurement of every edit, see `first_lots`; `play` plays scenarios.
///
/// # Errors
/// Fails if threads cannot be started, a bot fails, or `watch` interrupts the search.
pub fn find(
    task: Task<'_>,
    watch: Watch<'_>,
    lots: &mut impl Lots,
    play: &mut Play<'_>,
) -> Result<Tuned> {
    let mut sets = SetGames { task, play, games: 0 };
    let unchanged = sets.certify(vec![])?;
    let mut found = Tuned { solutions: vec![unchanged], ..Tuned::default() };
    if !task.settings.certifies(&found.solutions[0]) {
        let mut search = EditSearch {
            task,
            watch,
            single: SingleEdits::new(task, watch),
            model: Model::new(task, &found.solutions[0].sums),
            sets: &mut sets,
        };
        search.measure(lots, &found.solutions[0])?;
        search.play_sets()?;
        let distance = |solution: &Solution| task.settings.distance(solution).value;
        for set in search.best_sets() {
            let solution = search.sets.certify(set)?;
            if found.solutions.iter().all(|of| distance(&solution) < distance(of)) {
                found.solutions.push(solution);
            }
        }
        found.tried = search.model.played().count();
        found.values = task.values();
        found.games = search.single.games();
    }
    found.games += sets.games;
    Ok(found)
}

/// The search for a scenario that does not meet its targets.
struct EditSearch<'a, 'b, 'c> {
    task: Task<'a>,
    watch: Watch<'a>,
    sets: &'b mut SetGames<'a, 'c>,
    single: SingleEdits<'a>,
    model: Model<'a>,
}

impl EditSearch<'_, '_, '_> {
    /// Measures the effects of single edits: first of all edits, then of the edits in the sets that
    /// the model proposes.
    fn measure(&mut self, lots: &mut impl Lots, unchanged: &Solution) -> Result<()> {
        let Task { settings, moves, .. } = self.task;
        self.single.first_look(lots)?;
        let mut measured: Vec<usize> = (0..moves.len()).collect();
        for round in &SINGLE_ROUNDS {
            self.learn(&measured, unchanged);
            let mut which = propose(self.task, &self.model, round).concat();
            which.sort_unstable();
            which.dedup();
            measured = self.single.play(which, round.times * settings.games)?;
        }
        self.learn(&measured, unchanged);
        Ok(())
    }

    /// Enters the measured effects of single edits into the model.
    fn learn(&mut self, measured: &[usize], unchanged: &Solution) {
        for &edit in measured {
            let effects = unchanged.sums.iter().map(|of| self.single.effect(edit, of));
            self.model.measure(edit, effects.collect());
        }
        self.model.correct();
    }

    /// Plays sets of edits that the model proposes; their results correct the model.
    fn play_sets(&mut self) -> Result<()> {
        for (stream, round) in (1..).zip(&SET_ROUNDS) {
            for set in propose(self.task, &self.model, round) {
                ensure!(!self.watch.stop.load(Ordering::Relaxed), Interrupted(None));
                let Some(edited) = self.task.edited(&set) else {
                    continue;
                };
                let games = round.times * 4 * self.task.settings.games;
                let sums = self.sets.sums(&edited, stream, games)?;
                self.model.learn(set, &sums);
            }
            self.model.correct();
        }
        Ok(())
    }

    /// Returns the best set of each number of edits, by the model.
    fn best_sets(&self) -> Vec<Vec<usize>> {
        let best = |size: usize| {
            let sets = self.model.played().filter(|(set, _)| set.len() == size);
            sets.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(set, _)| set.to_vec())
        };
        (1..=self.task.settings.edits).filter_map(best).collect()
    }
}
