//! The survey: measures the effect of every value of the fighters and the rules.
//!
//! There are two passes:
//!
//! - The *screen* changes many values at once, up in half of some hundred rosters and down in the
//!   other half, and fits the effect of each step. The result is an average over rosters similar
//!   to the scenario's own, with the same precision for all values.
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
use crate::analysis::knobs::{self, Knob, StepKind};
use crate::analysis::pairs::{PairTally, PairedVariant, WON, compare_with, uncounted_pairs};
use crate::analysis::{GAME, WorkAudience, paired};
use crate::scenario::Scenario;
use crate::simulate::{Lot, Lots, Plan, Simulation};

use crate::stats::counts::Counts;

/// A survey to play: its scenario and the values to change.
pub struct Survey {
    pub scenario: Scenario,
    pub settings: SurveySettings,
    /// The values (knobs) to change, each with all steps that the game allows.
    pub knobs: Vec<Knob>,
}

/// Settings of a survey.
#[derive(Debug, Clone)]
pub struct SurveySettings {
    /// Keys of the fighters whose values are changed; may be empty if only rules are analysed.
    pub fighters: Vec<String>,
    /// True if the values of all rules are analysed as well.
    pub rules: bool,
    /// Number of values with the largest screened effects whose steps are then measured. `None`
    /// skips the screen and measures every step.
    pub largest: Option<usize>,
    /// Number of games of the screen, over all rosters.
    pub screened: u64,
    /// Number of games of each step (change of one value).
    pub games: u64,
    pub seed: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// The counts of a survey.
#[derive(Serialize, Deserialize)]
pub struct SurveyFound {
    /// The counts of the screen (many values changed at once); `None` without a screen.
    screen: Option<Screened>,
    /// For each group of steps that are played together: counts of games with and without each
    /// step.
    steps: Vec<Counts>,
}

/// The counts of a survey so far, with the number of games.
pub struct SurveyPlayed {
    pub found: SurveyFound,
    /// Number of games. Games that are equal in both variants are counted, although they are not
    /// played again.
    pub games: u64,
    /// True if the survey was interrupted before all steps were measured.
    pub partial: bool,
    pub seconds: f64,
}

/// Results of a survey.
#[derive(Debug, Clone)]
pub struct Results {
    pub knobs: Vec<Knob>,
    /// Results of the screen, for editable values (knobs) that are numbers with steps in both
    /// directions; `None` without a screen.
    pub screen: Option<Screen>,
    /// Measured steps, in the order of the editable values (knobs).
    pub steps: Vec<MeasuredStep>,
    /// Steps whose games cannot be compared because they change the line-up, as indices (knob,
    /// step).
    pub incomparable: Vec<(usize, usize)>,
}

/// Result of one step (change of one value), compared with the unchanged scenario.
#[derive(Debug, Clone)]
pub struct MeasuredStep {
    /// Index of the editable value (knob) that the step changes.
    pub knob: usize,
    /// Index of the step among the steps of its editable value (knob).
    pub step: usize,
    pub pairs: PairTally,
}

/// Maximum number of variants played together against the unchanged scenario, limited by memory.
const TOGETHER: usize = 32;

/// The expected number of games of a survey, before it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SurveyAhead {
    /// Number of games of the screen (many values changed at once).
    pub screened: u64,
    /// Number of steps to be measured; an estimate if a screen is to select the values.
    pub steps: u64,
    /// Cost of a game in which a step is measured; [`GAME`] is the cost of one game of the
    /// scenario's own bots.
    step: u64,
    games: u64,
}

impl SurveyAhead {
    /// Total number of games of the survey.
    pub fn games(&self) -> u64 {
        self.screened + self.steps * self.games
    }

    /// Total cost of the games; [`GAME`] is the cost of one game of the scenario's own bots.
    pub fn work(&self) -> u64 {
        self.screened * GAME + self.steps * self.games * self.step
    }
}

impl Survey {
    pub fn new(scenario: Scenario, settings: SurveySettings) -> Survey {
        Survey {
            knobs: knobs::of(&scenario, &settings.fighters, settings.rules),
            scenario,
            settings,
        }
    }

    /// Estimates the number of games before the survey is played.
    pub fn ahead(&self) -> SurveyAhead {
        let settings = &self.settings;
        let first = self.scenario.open();
        let steps = |knob: &Knob| {
            let comparable = |&step: &usize| comparable(&first, knob, step, &self.scenario);
            (0..knob.steps.len()).filter(comparable).count() as u64
        };
        let (screened, others): (Vec<&Knob>, Vec<&Knob>) = match settings.largest {
            Some(_) => self.knobs.iter().partition(|knob| two_sided(knob)),
            None => (vec![], self.knobs.iter().collect()),
        };
        let of_screened: u64 = screened.iter().map(|knob| steps(knob)).sum();
        let largest = settings.largest.unwrap_or(0).min(screened.len()) as u64;
        let measured = (of_screened * largest).div_ceil((screened.len() as u64).max(1));
        SurveyAhead {
            screened: if screened.is_empty() {
                0
            } else {
                settings.screened
            },
            steps: measured + others.iter().map(|knob| steps(knob)).sum::<u64>(),
            step: paired(&first, TOGETHER),
            games: settings.games,
        }
    }

    /// Returns the lots (units of work) of the steps; empty if a screen selects the steps.
    pub fn lots(&self) -> Vec<Lot> {
        if self.settings.largest.is_some() {
            return vec![];
        }
        let lot = |together: &[_]| {
            // Each group of steps also plays the unchanged scenario.
            let each = together.len() as u64 + 1;
            Lot::new(self.settings.games, self.scenario.cost() * each)
        };
        self.steps(None).asked.chunks(TOGETHER).map(lot).collect()
    }

    /// Plays the survey. Returns `None` if `stop` is set during the screen. If `stop` is set later,
    /// returns the steps measured so far.
    ///
    /// # Errors
    /// Fails if threads cannot be started or a bot fails.
    pub fn play(
        &self,
        stop: &AtomicBool,
        audience: &impl WorkAudience,
        lots: &mut impl Lots,
    ) -> Result<Option<SurveyPlayed>> {
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
        let asked = self.steps(screen.as_ref()).asked;
        let games = self.settings.games;
        let plan = Plan::fixed(self.settings.seed, games, self.settings.threads);
        let cost = paired(&first, TOGETHER);
        audience.left(games * asked.len() as u64 * cost);
        let (mut measured, mut counts) = (0, vec![]);
        for (lot, together) in asked.chunks(TOGETHER).enumerate() {
            let variants = self.variants(together);
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
        Ok(Some(SurveyPlayed {
            found: SurveyFound {
                screen: screened,
                steps: counts,
            },
            games: screen.as_ref().map_or(0, Screen::games) + games * measured as u64,
            partial: measured < asked.len(),
            seconds,
        }))
    }

    /// Computes the results from the counts.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this survey.
    pub fn results(&self, found: &SurveyFound) -> Result<Results> {
        let screen = found.screen.as_ref().map(|of| of.fit(self)).transpose()?;
        let steps = self.steps(screen.as_ref());
        let first = self.scenario.open();
        let mut measured = vec![];
        for (together, counts) in steps.asked.chunks(TOGETHER).zip(&found.steps) {
            let mut pairs = uncounted_pairs(&first, &self.variants(together));
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
            incomparable: steps.incomparable,
        })
    }

    /// Chooses the steps (changes of one value) to measure. Without a screen, these are all steps.
    /// After a screen, they are the steps that it cannot make and those of the values with the
    /// largest effects.
    fn steps(&self, screen: Option<&Screen>) -> Steps {
        let first = self.scenario.open();
        let asked = steps(&self.knobs, screen, self.settings.largest.unwrap_or(0)).into_iter();
        let (asked, incomparable) = asked
            .partition(|&(knob, step)| comparable(&first, &self.knobs[knob], step, &self.scenario));
        Steps {
            asked,
            incomparable,
        }
    }

    /// Returns for each of these steps a variant of the scenario with the step applied.
    fn variants(&self, steps: &[(usize, usize)]) -> Vec<PairedVariant> {
        let variant = |&(knob, step): &(usize, usize)| {
            let knob: &Knob = &self.knobs[knob];
            let edited = self.scenario.with(&knob.steps[step].edits);
            PairedVariant {
                simulation: edited.expect("a knob's steps are allowed").open(),
                only: knob.fighter.clone(),
            }
        };
        steps.iter().map(variant).collect()
    }
}

/// Single steps (changes of one value), as indices (knob, step).
struct Steps {
    /// Steps (changes of one value) to measure.
    asked: Vec<(usize, usize)>,
    /// Steps that change which fighters play, so that their games cannot be compared.
    incomparable: Vec<(usize, usize)>,
}

/// Returns the steps (changes of one value) to measure, as indices (knob, step): all steps that
/// were not screened, and the steps of the values with the largest screened effects.
fn steps(knobs: &[Knob], screen: Option<&Screen>, largest: usize) -> Vec<(usize, usize)> {
    let mut screened: Vec<usize> = screen.iter().flat_map(|of| of.knobs()).collect();
    let size = |&knob: &usize| {
        let effects = screen.and_then(|screen| screen.of(knob));
        let won = effects.into_iter().flatten().map(|of| of[WON].value.abs());
        won.fold(0.0, f64::max)
    };
    // A stable sort keeps equal values in the order of the roster.
    screened.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let left_out: Vec<usize> = screened.into_iter().skip(largest).collect();
    let kept = (0..knobs.len()).filter(|knob| !left_out.contains(knob));
    kept.flat_map(|knob| (0..knobs[knob].steps.len()).map(move |step| (knob, step)))
        .collect()
}

/// Returns whether games with a step can be paired with unchanged games; a step of a rule may
/// change the line-up.
fn comparable(first: &Simulation, knob: &Knob, step: usize, scenario: &Scenario) -> bool {
    let edited = || scenario.with(&knob.steps[step].edits);
    knob.fighter.is_some() || edited().is_ok_and(|edited| edited.open().same_fighters(first))
}

/// Returns whether the screen can change an editable value (knob): a number with steps in both
/// directions.
fn two_sided(knob: &Knob) -> bool {
    knob.fighter.is_some()
        && knob.step(StepKind::Up).is_some()
        && knob.step(StepKind::Down).is_some()
}
