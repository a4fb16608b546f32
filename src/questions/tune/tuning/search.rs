//! The stages of the search for edits: measures single edits, plays sets of edits that a model
//! proposes, and tests the best sets.

use std::sync::atomic::Ordering;

use anyhow::{Result, ensure};

use super::model::Model;
use super::proposals::propose;
use super::race::RaceTable;
use super::single::SingleEdits;
use super::{
    Play, RACERS, SET_ROUNDS, SINGLE_ROUNDS, Solution, Stopped, Task, Tuned, TuningSettings, Watch,
};
use crate::simulate::Lots;

/// Finds the edits with which a scenario reaches its target win rates. `lots` supplies the games of
/// the first measurement of every edit, see [`super::first_lots`]; `play` plays scenarios.
///
/// # Errors
/// Fails if threads cannot be started, a bot fails, or `watch` interrupts the search.
pub fn find(
    task: Task<'_>,
    watch: Watch<'_>,
    lots: &mut impl Lots,
    play: &mut Play<'_>,
) -> Result<Tuned> {
    let mut table = RaceTable::new(task, play);
    let unchanged = table.certify(vec![])?;
    let mut found = Tuned { solutions: vec![unchanged], ..Tuned::default() };
    if !task.settings.certifies(&found.solutions[0]) {
        let mut search = EditSearch {
            task,
            watch,
            single: SingleEdits::new(task, watch),
            model: Model::new(task, &found.solutions[0].sums),
            table: &mut table,
        };
        search.measure(lots, &found.solutions[0])?;
        search.play_sets()?;
        for set in search.race()? {
            found.solutions.push(search.table.certify(set)?);
        }
        found.tried = search.model.played().count();
        found.values = task.values();
        found.games = search.single.games();
    }
    found.games += table.games;
    found.solutions = front(found.solutions, task.settings);
    Ok(found)
}

/// The search for a scenario that does not meet its targets.
struct EditSearch<'a, 'b, 'c> {
    task: Task<'a>,
    watch: Watch<'a>,
    table: &'b mut RaceTable<'a, 'c>,
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
            measured = self.single.play(which, round.times * settings.effort.better)?;
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
                ensure!(!self.watch.stop.load(Ordering::Relaxed), Stopped);
                let Some(edited) = self.task.edited(&set) else {
                    continue;
                };
                let games = round.times * self.task.settings.effort.proposal;
                let sums = self.table.sums(&edited, stream, games)?;
                self.model.learn(set, &sums);
            }
            self.model.correct();
        }
        Ok(())
    }

    /// Races the best sets of each number of edits, and returns the winners.
    fn race(&mut self) -> Result<Vec<Vec<usize>>> {
        let mut played: Vec<(&[usize], f64)> = self.model.played().collect();
        played.sort_by(|a, b| a.1.total_cmp(&b.1));
        let most = self.task.settings.edits;
        let mut winners = vec![];
        for size in 1..=most {
            let sets = played.iter().map(|(set, _)| *set).filter(|set| set.len() == size);
            let racing = sets.take((RACERS * size).div_ceil(most)).map(<[usize]>::to_vec);
            winners.extend(self.table.race(racing.collect())?);
        }
        Ok(winners)
    }
}

/// Removes sets of edits that are no nearer to the targets than a set with fewer edits.
fn front(solutions: Vec<Solution>, settings: &TuningSettings) -> Vec<Solution> {
    let mut nearest = f64::INFINITY;
    let is_nearer = |solution: &Solution| {
        let distance = settings.distance(solution).value;
        let is_nearer = distance < nearest;
        nearest = nearest.min(distance);
        is_nearer
    };
    solutions.into_iter().filter(is_nearer).collect()
}
