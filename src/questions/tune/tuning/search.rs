//! The stages of the search for edits: measures single edits, plays sets of edits that a model
//! proposes, and tests the best sets.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};

use super::super::correction::Corrections;
use super::super::effects::EditEffect;
use super::forecast::{self, Forecast, TuningStage};
use super::model::Model;
use super::moves::{self, TuningEdit};
use super::proposals;
use super::race::RaceTable;
use super::single::SingleEdits;
use super::{Play, RACERS, SET_ROUNDS, SINGLE_ROUNDS, Solution, Stopped, Tuned, TuningSettings};
use crate::analysis::WorkAudience;
use crate::scenario::Scenario;
use crate::simulate::Lots;

/// A search for the edits with which a scenario reaches its target win rates. The order of the
/// steps is [`EditSearch::begin`], [`EditSearch::explore`], perhaps [`EditSearch::correct`],
/// [`EditSearch::finish`].
pub struct EditSearch<'a, 'b> {
    scenarios: &'a [Scenario],
    settings: &'a TuningSettings,
    /// The edits that the settings allow.
    all: &'a [TuningEdit],
    forecast: Forecast,
    table: RaceTable<'a, 'b>,
    single: SingleEdits<'a>,
    model: Model<'a>,
    unchanged: Solution,
    /// Sets of edits that were played, as indices into `all`.
    proposed: Vec<Vec<usize>>,
}

impl<'a, 'b> EditSearch<'a, 'b> {
    /// Tests whether the unchanged scenario already meets the targets. The scenario is given once
    /// for each bot with which the targets have to be reached. `all` are the edits that the
    /// settings allow, see [`super::candidates`]. `play` plays scenarios.
    ///
    /// # Errors
    /// Fails if threads cannot be started, a bot fails, or `stop` interrupts the search.
    pub fn begin(
        scenarios: &'a [Scenario],
        settings: &'a TuningSettings,
        all: &'a [TuningEdit],
        audience: &impl WorkAudience,
        play: &'a mut Play<'b>,
    ) -> Result<EditSearch<'a, 'b>> {
        let mut forecast = Forecast::new(scenarios, settings, all);
        forecast.begin(TuningStage::AsItIs, None, audience);
        let mut table = RaceTable::new(scenarios, settings, play);
        let unchanged = table.certify(all, &[vec![]])?.remove(0);
        Ok(EditSearch {
            scenarios,
            settings,
            all,
            forecast,
            table,
            single: SingleEdits::new(scenarios, settings, all.len()),
            model: Model::new(all, &unchanged.rates),
            unchanged,
            proposed: vec![],
        })
    }

    /// Returns whether the unchanged scenario meets the targets, or no edit is allowed.
    fn is_over(&self) -> bool {
        self.unchanged.certified || self.settings.edits == 0
    }

    /// Measures single edits, and plays the first half of the proposed sets. `lots` supplies the
    /// games of the first measurement, see [`super::first_lots`].
    ///
    /// # Errors
    /// Fails if threads cannot be started, a bot fails, or `stop` interrupts the search.
    pub fn explore(
        &mut self,
        lots: &mut impl Lots,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> Result<()> {
        if self.is_over() {
            return Ok(());
        }
        self.measure(lots, stop, audience)?;
        self.propose(0..SET_ROUNDS.len() / 2, stop, audience)
    }

    /// Measures the effects of single edits: first of all edits, then of the edits in the sets that
    /// the model proposes.
    fn measure(
        &mut self,
        lots: &mut impl Lots,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> Result<()> {
        self.forecast.begin(TuningStage::FirstLook, None, audience);
        self.single.first_look(self.all, lots, stop, audience)?;
        let mut measured: Vec<usize> = (0..self.all.len()).collect();
        for (number, round) in (0..).zip(&SINGLE_ROUNDS) {
            self.learn(&measured);
            let sets = proposals::propose(self.all, &self.model, (round, self.settings.edits), &[]);
            let mut which = sets.concat();
            which.sort_unstable();
            which.dedup();
            let games = round.times * self.settings.effort.better;
            let missing = self.single.missing(&which, games);
            let stage = TuningStage::Single(number);
            self.forecast.begin(stage, Some(missing), audience);
            measured = self.single.play(self.all, &which, games, stop, audience)?;
        }
        self.learn(&measured);
        Ok(())
    }

    /// Enters the measured effects of single edits into the model.
    fn learn(&mut self, measured: &[usize]) {
        for &edit in measured {
            let effect = self.single.effect(edit, &self.unchanged.rates);
            self.model.measure(edit, &effect);
        }
        self.model.correct();
    }

    /// Plays sets of edits that the model proposes in these rounds of [`SET_ROUNDS`]; their results
    /// correct the model.
    fn propose(
        &mut self,
        rounds: std::ops::Range<usize>,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
    ) -> Result<()> {
        for (number, round) in rounds.clone().zip(&SET_ROUNDS[rounds]) {
            let choice = (round, self.settings.edits);
            let sets = proposals::propose(self.all, &self.model, choice, &self.proposed);
            let each = round.times * self.settings.effort.proposal;
            let games = sets.len() as u64 * each * self.scenarios.len() as u64;
            let stage = TuningStage::Together(number);
            self.forecast.begin(stage, Some(games), audience);
            for set in sets {
                ensure!(!stop.load(Ordering::Relaxed), Stopped);
                let Some(edited) = self.table.edited(&moves::edits(self.all, &set)) else {
                    continue;
                };
                let rates = self.table.look(&edited, number as u64 + 1, each)?;
                self.model.learn(&set, &rates);
                self.proposed.push(set);
            }
            self.model.correct();
        }
        Ok(())
    }

    /// Returns the played sets of edits that are nearest to the targets, the nearest first, each
    /// with its largest distance. The uncertainty of the corrections counts as distance.
    fn by_distance(&self) -> Vec<(&[usize], f64)> {
        let sets = self.model.played();
        let mut sets: Vec<(&[usize], f64, f64)> = sets
            .map(|(set, distance)| (set, distance, distance + self.table.correction_margin(set)))
            .collect();
        sets.sort_by(|a, b| a.2.total_cmp(&b.2));
        sets.into_iter().map(|(set, distance, _)| (set, distance)).collect()
    }

    /// Returns the best set of edits so far, with its largest distance from a target; `None` if no
    /// set was played.
    pub fn nearest(&self) -> Option<(Vec<usize>, f64)> {
        let sets = self.by_distance();
        sets.first().map(|(set, distance)| (set.to_vec(), *distance))
    }

    /// Returns the effects of all edits on the win rates with the bots.
    pub fn effects(&self) -> Vec<EditEffect> {
        let effect = |edit: usize| {
            let mut effects = self.model.effect(edit).iter();
            let bots = self.unchanged.rates.iter();
            let by_bot = bots.map(|rates| {
                let keys = rates.iter().map(|rate| rate.won.fighter.clone());
                keys.zip(effects.by_ref().copied()).collect()
            });
            EditEffect { edit, by_bot: by_bot.collect() }
        };
        (0..self.all.len()).map(effect).collect()
    }

    /// Changes what is added to the win rates of the bots, for the rest of the search.
    pub fn correct(&mut self, corrections: Corrections) {
        let bots = self.unchanged.rates.iter().enumerate();
        let rates: Vec<(usize, &str)> = bots
            .flat_map(|(bot, of)| of.iter().map(move |rate| (bot, rate.won.fighter.as_str())))
            .collect();
        let of_set = |set: &[usize]| -> Vec<f64> {
            let of = |(bot, fighter): &(usize, &str)| corrections.of(*bot, fighter, set);
            rates.iter().map(|rate| of(rate).unwrap_or(0.0)).collect()
        };
        let unchanged = of_set(&[]);
        for edit in 0..self.all.len() {
            let with = of_set(&[edit]);
            let by = with.iter().zip(&unchanged).map(|(with, without)| with - without);
            let variance = corrections.variance_of_edit(edit);
            self.model.adjust(edit, by.collect(), variance);
        }
        self.table.correct(corrections);
        self.unchanged = self.unchanged.retest_unchanged(self.table.settings(), self.all);
        let targets = self.unchanged.rates.iter().flatten();
        self.model.aim(targets.map(|rate| rate.target).collect());
        self.model.correct();
    }

    /// Returns the function that plays scenarios.
    pub fn play(&mut self) -> &mut Play<'b> {
        self.table.play()
    }

    /// Plays the second half of the proposed sets, races the best sets of each size, and tests the
    /// winners.
    ///
    /// # Errors
    /// Fails if threads cannot be started, a bot fails, or `stop` interrupts the search.
    pub fn finish(&mut self, stop: &AtomicBool, audience: &impl WorkAudience) -> Result<Tuned> {
        let mut solutions = vec![self.unchanged.clone()];
        if !self.is_over() {
            self.propose(SET_ROUNDS.len() / 2..SET_ROUNDS.len(), stop, audience)?;
            let winners = self.race(audience)?;
            let effort = self.settings.effort;
            let games = winners.len() * self.scenarios.len();
            let games = games as u64 * forecast::CERTIFIED * effort.certified;
            let stage = TuningStage::Certify;
            self.forecast.begin(stage, Some(games), audience);
            let certified = self.table.certify(self.all, &winners)?;
            solutions.extend(certified);
        }
        Ok(Tuned {
            solutions: front(solutions),
            tried: self.table.tried(),
            values: match self.is_over() {
                true => 0,
                false => moves::values(self.all),
            },
            games: self.single.games() + self.table.games(),
            within: self.settings.within,
        })
    }

    /// Races the best sets of each number of edits, and returns the winners.
    fn race(&mut self, audience: &impl WorkAudience) -> Result<Vec<Vec<usize>>> {
        let mut winners = vec![];
        self.forecast.begin(TuningStage::Race, None, audience);
        let edits = self.settings.edits;
        for count in 1..=edits {
            let most = (RACERS * count).div_ceil(edits);
            let sets = self.by_distance().into_iter();
            let sets = sets.filter(|(set, _)| set.len() == count).take(most);
            let racing: Vec<Vec<usize>> = sets.map(|(set, _)| set.to_vec()).collect();
            let winner = self.table.race(self.all, &racing)?;
            winners.extend(winner.map(|at| racing[at].clone()));
        }
        Ok(winners)
    }
}

/// Finds the edits with which a scenario reaches its target win rates, without corrections.
///
/// # Errors
/// Fails if threads cannot be started, a bot fails, or `stop` interrupts the search.
pub fn find(
    scenarios: &[Scenario],
    settings: &TuningSettings,
    all: &[TuningEdit],
    lots: &mut impl Lots,
    (stop, audience): (&AtomicBool, &impl WorkAudience),
    play: &mut Play<'_>,
) -> Result<Tuned> {
    let mut search = EditSearch::begin(scenarios, settings, all, audience, play)?;
    search.explore(lots, stop, audience)?;
    search.finish(stop, audience)
}

/// Removes sets of edits that are no nearer to the targets than a set with fewer edits.
fn front(solutions: Vec<Solution>) -> Vec<Solution> {
    let mut kept: Vec<Solution> = vec![];
    for solution in solutions {
        let better = |before: &Solution| solution.at_most() < before.at_most();
        if kept.iter().all(better) {
            kept.push(solution);
        }
    }
    kept
}
