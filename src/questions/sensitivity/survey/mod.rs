//! Sensitivity analysis: measures the effect of every value of the fighters and the rules.
//!
//! There are two passes:
//!
//! - The *screen* changes many values at once, up in half of some hundred rosters and down in the
//!   other half, and estimates the effect of each step: an average over rosters similar to the
//!   scenario's own, with the same precision for all values. It only selects values.
//! - Then single *steps* are measured on the same dice as the unchanged scenario. These are the
//!   steps of the values with the largest effects in the screen, and all steps that the screen
//!   cannot make: withholding a card, removing an effect, swapping two initiatives, or changing a
//!   rule.

mod design;
pub mod screen;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use self::screen::Effects;
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::{PairTally, PairedVariant, compare_with, uncounted_pairs};
use crate::analysis::{GAME, WorkAudience, paired};
use crate::questions::PlanOutcome;
use crate::questions::experiment::CellCounts;
use crate::report::shared::descending;
use crate::scenario::Scenario;
use crate::simulate::{Lot, Lots, Plan};

/// A sensitivity analysis to be played: its scenario, and the game values to change.
pub struct Survey {
    pub scenario: Scenario,
    /// The game values to change, each with all changes that the game allows and that do not change
    /// who plays.
    pub knobs: Vec<Knob>,
    /// Number of values that are changed alone after many values were changed at once: the values
    /// with the largest effects. `None` changes every value alone.
    pub largest: Option<usize>,
    /// The games of each step.
    pub games: Plan,
}

/// Index of a game value, and index of the step among the steps of this value.
pub type StepAt = (usize, usize);

/// Results of a sensitivity analysis, as counts of games.
#[derive(Serialize, Deserialize)]
pub struct SurveyFound {
    /// Number of games of the screen, in which many values were changed at once.
    pub of_screen: u64,
    /// Games of the command's own bots, in groups of steps that are played together.
    pub own: Vec<StepGames>,
    /// Games of the reference player; `None` if the reference player did not play.
    pub checked: Option<StepGames>,
}

/// Counts of games with and without each of some steps.
#[derive(Serialize, Deserialize)]
pub struct StepGames {
    steps: Vec<StepAt>,
    pub counts: CellCounts,
}

/// Result of one step, compared with the unchanged scenario.
#[derive(Debug, Clone)]
pub struct MeasuredStep {
    pub at: StepAt,
    pub pairs: PairTally,
}

/// Maximum number of variants of the scenario that are played together with the unchanged scenario,
/// limited by memory.
const TOGETHER: usize = 32;
/// Number of games that change many values at once, divided by the number of games of a step.
pub const SCREENED: u64 = 40;

impl Survey {
    /// Creates the analysis of `knobs`, without the steps that change who plays.
    pub fn new(
        scenario: Scenario,
        mut knobs: Vec<Knob>,
        largest: Option<usize>,
        games: Plan,
    ) -> Survey {
        let first = scenario.open();
        // A change of a rule may change who plays. Such games cannot be compared.
        for knob in knobs.iter_mut().filter(|knob| knob.fighter.is_none()) {
            let edited = |step: &Step| scenario.with(&step.edits);
            knob.steps.retain(|step| edited(step).is_ok_and(|of| of.open().same_fighters(&first)));
        }
        knobs.retain(|knob| !knob.steps.is_empty());
        Survey { scenario, knobs, largest, games }
    }

    /// Returns all steps of all values.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.knobs.iter().flat_map(|knob| &knob.steps)
    }

    /// Estimates the cost of the games of the command's own bots before they are played; [`GAME`]
    /// is the cost of one game.
    pub fn work(&self) -> u64 {
        let two_sided = self.knobs.iter().filter(|knob| two_sided(knob)).count();
        let steps = self.steps().count();
        let each = self.games.games;
        let alone = each * paired(&self.scenario.open(), TOGETHER);
        match self.largest {
            // Of the values in the screen, only the largest are measured, each with two steps.
            Some(largest) if two_sided > 0 => {
                let measured = steps - 2 * two_sided.saturating_sub(largest);
                SCREENED * each * GAME + measured as u64 * alone
            }
            _ => steps as u64 * alone,
        }
    }

    /// Returns the lots in which steps are measured. Empty if the results of earlier games select
    /// the steps.
    pub fn lots(&self) -> Vec<Lot> {
        let all = if self.largest.is_none() { self.chosen(&Effects::new()) } else { vec![] };
        let lot = |together: &[_]| {
            // Each group of steps also plays the unchanged scenario.
            let each = together.len() as u64 + 1;
            Lot::new(self.games.games, self.scenario.cost() * each)
        };
        all.chunks(TOGETHER).map(lot).collect()
    }

    /// Plays the games of the command's own bots. If `stop` is set, returns the results so far;
    /// there are none if it is set during the first pass, which changes many values at once.
    ///
    /// # Errors
    /// Fails if threads cannot be started or a bot fails.
    pub fn play(
        &self,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
        lots: &mut impl Lots,
    ) -> Result<PlanOutcome<SurveyFound>> {
        let begin = Instant::now();
        let screened = self.largest.map(|_| screen::play(self, stop, audience)).transpose()?;
        let (of_screen, effects) = screened.flatten().unwrap_or_default();
        let mut seconds = begin.elapsed().as_secs_f64();
        let chosen = self.chosen(&effects);
        let cost = paired(&self.scenario.open(), TOGETHER);
        let (mut own, mut measured) = (vec![], 0);
        for (lot, steps) in chosen.chunks(TOGETHER).enumerate() {
            let each = steps.len() as u64 * cost;
            let heard = |games| audience.played(games * each);
            let lots = (&mut *lots, lot);
            let played =
                self.play_steps(&self.scenario, steps, &self.games, (stop, heard), lots)?;
            let Some((counts, of_steps)) = played else {
                break;
            };
            seconds += of_steps;
            measured += steps.len();
            own.push(counts);
        }
        let games = of_screen + self.games.games * measured as u64;
        let found = SurveyFound { of_screen, own, checked: None };
        Ok(PlanOutcome::new(found, games, measured < chosen.len(), seconds))
    }

    /// Plays these steps and the unchanged scenario on the same dice. `scenario` is the analysed
    /// scenario, perhaps with other bots. Also returns the time of the games, in seconds. Returns
    /// `None` if interrupted.
    ///
    /// # Errors
    /// Fails if threads cannot be started or a bot fails.
    pub fn play_steps(
        &self,
        scenario: &Scenario,
        steps: &[StepAt],
        plan: &Plan,
        (stop, heard): (&AtomicBool, impl Fn(u64) + Sync),
        lots: (&mut impl Lots, usize),
    ) -> Result<Option<(StepGames, f64)>> {
        let variants = self.variants(scenario, steps)?;
        let played = compare_with(&scenario.open(), &variants, plan, stop, heard, lots)?;
        let seconds = played.seconds;
        let complete = (!played.partial).then(|| CellCounts::of(played).tally);
        Ok(complete.map(|counts| (StepGames { steps: steps.to_vec(), counts }, seconds)))
    }

    /// Restores the counts of the games of [`Survey::play_steps`] in this scenario.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this analysis.
    pub fn measured<'a>(
        &self,
        scenario: &Scenario,
        found: impl IntoIterator<Item = &'a StepGames>,
    ) -> Result<Vec<MeasuredStep>> {
        let mut measured = vec![];
        for StepGames { steps, counts } in found {
            let variants = self.variants(scenario, steps)?;
            let pairs = counts.restored(uncounted_pairs(&scenario.open(), &variants))?;
            let steps = steps.iter().zip(pairs);
            measured.extend(steps.map(|(&at, pairs)| MeasuredStep { at, pairs }));
        }
        Ok(measured)
    }

    /// Chooses the steps to measure: the steps that the screen cannot make, and the steps of the
    /// values with the largest effects on their owners in the screen; all steps without a screen.
    fn chosen(&self, screened: &Effects) -> Vec<StepAt> {
        let by_size = descending(screened, |(_, effect)| effect.abs()).into_iter();
        let left_out: Vec<&usize> =
            by_size.skip(self.largest.unwrap_or(0)).map(|(knob, _)| knob).collect();
        let kept = (0..self.knobs.len()).filter(|knob| !left_out.contains(&knob));
        kept.flat_map(|knob| (0..self.knobs[knob].steps.len()).map(move |of| (knob, of))).collect()
    }

    /// Returns for each of these steps a variant of the scenario with the step applied.
    fn variants(&self, scenario: &Scenario, steps: &[StepAt]) -> Result<Vec<PairedVariant>> {
        let variant = |&(knob, step): &StepAt| {
            let knob = self.knobs.get(knob).context("a step of an unknown value")?;
            let step = knob.steps.get(step).context("an unknown step")?;
            let simulation = scenario.with(&step.edits)?.open();
            Ok(PairedVariant { simulation, only: knob.fighter.clone() })
        };
        steps.iter().map(variant).collect()
    }
}

/// Returns whether the value can be changed together with others: it must be a fighter's number
/// that can go both up and down.
fn two_sided(knob: &Knob) -> bool {
    knob.fighter.is_some()
        && [StepKind::Up, StepKind::Down].iter().all(|&kind| knob.step(kind).is_some())
}
