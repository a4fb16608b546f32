//! Sensitivity analysis: measures the effect of every value of the fighters and the rules.
//!
//! There are two passes:
//!
//! - The *screen* changes many values at once, up in half of some hundred rosters and down in the
//!   other half, and fits the effect of each step. The result is an average over rosters similar to
//!   the scenario's own, with the same precision for all values.
//! - Then single *steps* are measured on the same dice as the unchanged scenario. These are the
//!   steps of the values with the largest effects in the screen, and all steps that the screen
//!   cannot make: withholding a card, removing an effect, swapping two initiatives, or changing a
//!   rule.

mod design;
mod screen;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use self::screen::Screened;
pub use self::screen::{Estimate, Screen};
use super::reference::StepGames;
use crate::analysis::knobs::{self, Knob, Step, StepKind};
use crate::analysis::pairs::{PairTally, PairedVariant, compare_with, uncounted_pairs};
use crate::analysis::{GAME, WorkAudience, paired};
use crate::questions::PlanOutcome;
use crate::report::shared::descending;
use crate::scenario::Scenario;
use crate::simulate::{Lot, Lots, Plan};
use crate::stats::counts::Counts;

/// A sensitivity analysis to be played: its scenario, and the game values to change.
pub struct Survey {
    pub scenario: Scenario,
    pub settings: SurveySettings,
    /// The game values to change, each with all changes that the game allows.
    pub knobs: Vec<Knob>,
    /// For each game value and each of its changes: whether games with the change can be paired
    /// with unchanged games.
    comparable: Vec<Vec<bool>>,
}

/// Settings of a sensitivity analysis, which measures the effects of game values on win rates.
#[derive(Debug, Clone)]
pub struct SurveySettings {
    /// Keys of the fighters whose values are changed; may be empty if only rules are analysed.
    pub fighters: Vec<String>,
    /// True if the values of all rules are analysed as well.
    pub rules: bool,
    /// Number of values that are changed alone after many values were changed at once: the values
    /// with the largest effects. `None` changes every value alone.
    pub largest: Option<usize>,
    /// Total number of games in which many values are changed at once.
    pub screened: u64,
    /// Number of games of each step.
    pub games: u64,
    pub seed: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// Results of a sensitivity analysis, as counts of games.
#[derive(Serialize, Deserialize)]
pub struct SurveyFound {
    /// Results of the games in which many values were changed at once; `None` without such games.
    screen: Option<Screened>,
    /// For each group of steps that are played together: counts of games with and without each
    /// step.
    steps: Vec<Counts>,
    /// Games of the reference player; `None` if the reference player did not play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<StepGames>,
}

/// Results of a sensitivity analysis: the effects of changes of game values.
#[derive(Debug, Clone)]
pub struct Results {
    pub knobs: Vec<Knob>,
    /// Results of games in which many values were changed at once; `None` without such games. Only
    /// numbers that can go both up and down were changed.
    pub screen: Option<Screen>,
    /// Measured steps, in the order of the values.
    pub steps: Vec<MeasuredStep>,
    /// For each value and each of its steps: false if games with the step cannot be compared,
    /// because the step changes the line-up.
    pub comparable: Vec<Vec<bool>>,
}

/// Result of one step, compared with the unchanged scenario.
#[derive(Debug, Clone)]
pub struct MeasuredStep {
    /// Index of the changed value in the list of all values of fighters and rules that are tested.
    pub knob: usize,
    /// Index of the step among the possible changes of its game value.
    pub step: usize,
    pub pairs: PairTally,
}

/// Maximum number of variants of the scenario that are played together with the unchanged scenario,
/// limited by memory.
const TOGETHER: usize = 32;

impl Survey {
    pub fn new(scenario: Scenario, settings: SurveySettings) -> Survey {
        let knobs = knobs::of(&scenario, &settings.fighters, settings.rules);
        let first = scenario.open();
        // A change of a rule may affect who plays.
        let comparable = |knob: &Knob, step: &Step| {
            let edited = || scenario.with(&step.edits);
            knob.fighter.is_some() || edited().is_ok_and(|of| of.open().same_fighters(&first))
        };
        let of_knob = |knob: &Knob| knob.steps.iter().map(|step| comparable(knob, step)).collect();
        Survey { comparable: knobs.iter().map(of_knob).collect(), knobs, scenario, settings }
    }

    /// Estimates the number of games of the sensitivity analysis before it is played, and their
    /// cost; [`GAME`] is the cost of one game of the scenario's own bots.
    pub fn ahead(&self) -> (u64, u64) {
        let SurveySettings { largest, screened, games, .. } = self.settings;
        let two_sided = self.knobs.iter().filter(|knob| two_sided(knob)).count();
        let steps = self.comparable.iter().flatten().filter(|comparable| **comparable).count();
        // Of the values in the screen, only the largest are measured, each with two steps.
        let left_out = largest.map_or(0, |largest| 2 * two_sided.saturating_sub(largest));
        let of_screen = if largest.is_some() && two_sided > 0 { screened } else { 0 };
        let of_steps = (steps - left_out) as u64 * games;
        let cost = paired(&self.scenario.open(), TOGETHER);
        (of_screen + of_steps, of_screen * GAME + of_steps * cost)
    }

    /// Returns the lots in which steps are measured. Empty if the results of earlier games select
    /// the steps.
    pub fn lots(&self) -> Vec<Lot> {
        if self.settings.largest.is_some() {
            return vec![];
        }
        let lot = |together: &[_]| {
            // Each group of steps also plays the unchanged scenario.
            let each = together.len() as u64 + 1;
            Lot::new(self.settings.games, self.scenario.cost() * each)
        };
        self.steps(None).chunks(TOGETHER).map(lot).collect()
    }

    /// Plays the games of the sensitivity analysis. Returns `None` if `stop` is set during the
    /// first pass, which changes many values at once. If `stop` is set later, returns the results
    /// so far.
    ///
    /// # Errors
    /// Fails if threads cannot be started or a bot fails.
    pub fn play(
        &self,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
        lots: &mut impl Lots,
    ) -> Result<Option<PlanOutcome<SurveyFound>>> {
        let begin = Instant::now();
        let (mut screened, mut screen) = (None, None);
        if self.settings.largest.is_some() {
            screened = screen::play(self, stop, audience)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            screen = screened.as_ref().map(|of| of.fit(self)).transpose()?;
        }
        let mut seconds = begin.elapsed().as_secs_f64();
        let first = self.scenario.open();
        let asked = self.steps(screen.as_ref());
        let games = self.settings.games;
        let plan = Plan::fixed(self.settings.seed, games, self.settings.threads);
        let cost = paired(&first, TOGETHER);
        audience.left(games * asked.len() as u64 * cost);
        let (mut measured, mut counts) = (0, vec![]);
        for (lot, together) in asked.chunks(TOGETHER).enumerate() {
            let variants = self.variants(&self.scenario, together);
            let each = together.len() as u64;
            let heard = |games| audience.played(games * each * cost);
            let mut done = compare_with(&first, &variants, &plan, stop, heard, (&mut *lots, lot))?;
            seconds += done.seconds;
            if done.partial {
                break;
            }
            measured += together.len();
            counts.push(Counts::of(&mut done.tally));
        }
        let of_screen = screen.map_or(0, |of| of.rosters as u64 * of.games_each);
        let games = of_screen + games * measured as u64;
        let found = SurveyFound { screen: screened, steps: counts, reference: None };
        Ok(Some(PlanOutcome::new(found, games, measured < asked.len(), seconds)))
    }

    /// Computes the results of the sensitivity analysis from its counts of games.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this analysis.
    pub fn results(&self, found: &SurveyFound) -> Result<Results> {
        let screen = found.screen.as_ref().map(|of| of.fit(self)).transpose()?;
        let steps = self.steps(screen.as_ref());
        let first = self.scenario.open();
        let mut measured = vec![];
        for (together, counts) in steps.chunks(TOGETHER).zip(&found.steps) {
            let mut pairs = uncounted_pairs(&first, &self.variants(&self.scenario, together));
            ensure!(
                counts.fill(&mut pairs, self.settings.games),
                "the stored games do not belong to these steps"
            );
            let of = |(&(knob, step), pairs)| MeasuredStep { knob, step, pairs };
            measured.extend(together.iter().zip(pairs).map(of));
        }
        Ok(Results {
            knobs: self.knobs.clone(),
            screen,
            steps: measured,
            comparable: self.comparable.clone(),
        })
    }

    /// Chooses the steps to measure. Without a screen (earlier games in which many values change at
    /// once), returns all steps. After a screen, returns the steps that the screen cannot make, and
    /// the steps of the values with the largest effects.
    fn steps(&self, screen: Option<&Screen>) -> Vec<(usize, usize)> {
        let screened = screen.iter().flat_map(|of| &of.effects);
        let size = |(_, effects): &(&usize, &Vec<Estimate>)| {
            effects.iter().map(|of| of.value.abs()).fold(0.0, f64::max)
        };
        let left_out = descending(screened, size).into_iter();
        let left_out: Vec<&usize> =
            left_out.skip(self.settings.largest.unwrap_or(0)).map(|(knob, _)| knob).collect();
        let kept = (0..self.knobs.len()).filter(|knob| !left_out.contains(&knob));
        let steps =
            kept.flat_map(|knob| (0..self.knobs[knob].steps.len()).map(move |of| (knob, of)));
        steps.filter(|&(knob, step)| self.comparable[knob][step]).collect()
    }

    /// Returns for each of these steps a variant of `scenario` with the step applied. `scenario` is
    /// the analysed scenario, perhaps with other bots.
    pub fn variants(&self, scenario: &Scenario, steps: &[(usize, usize)]) -> Vec<PairedVariant> {
        let variant = |&(knob, step): &(usize, usize)| {
            let knob: &Knob = &self.knobs[knob];
            let edited = scenario.with(&knob.steps[step].edits);
            PairedVariant {
                simulation: edited.expect("a knob's steps are allowed").open(),
                only: knob.fighter.clone(),
            }
        };
        steps.iter().map(variant).collect()
    }
}

/// Returns whether the value can be changed together with others: it must be a fighter's number
/// that can go both up and down.
fn two_sided(knob: &Knob) -> bool {
    knob.fighter.is_some()
        && knob.step(StepKind::Up).is_some()
        && knob.step(StepKind::Down).is_some()
}
