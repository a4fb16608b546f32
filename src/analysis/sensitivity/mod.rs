//! `gong sensitivity`: measures the effect of every value of the fighters and the rules.
//!
//! There are two passes:
//!
//! - The *screen* changes many values at once, up in half of some hundred rosters and down in the
//!   other half, and fits the effect of each step. The result is an average over rosters similar to
//!   the scenario's own, with the same precision for all values.
//! - Then single *steps* are measured on the same dice as the unchanged scenario. These are the
//!   values with the largest effects in the screen, and all steps that the screen cannot make.
//!   Examples are withholding a card, removing an effect, swapping two initiatives, and changing a
//!   rule.

mod design;
mod screen;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::compare::{PairTally, Variant, WON, compare_with};
use super::knobs::{self, Knob, Turn};
use super::{Audience, GAME, paired};
use crate::scenario::Scenario;
use crate::simulate::{All, Lot, Lots, Plan, Simulation};

pub use self::screen::{Estimate, Screen};

/// Settings of the sensitivity analysis.
#[derive(Debug, Clone)]
pub struct Question {
    /// Keys of the fighters whose values are changed; may be empty if only rules are analysed.
    pub fighters: Vec<String>,
    /// Whether all rules are analysed as well.
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

/// Results of the sensitivity analysis.
#[derive(Debug, Clone)]
pub struct Found {
    pub knobs: Vec<Knob>,
    /// Results of the screen, for editable values (knobs) that are numbers with steps in both
    /// directions; `None` without a screen.
    pub screen: Option<Screen>,
    /// Measured steps, in the order of the editable values (knobs).
    pub steps: Vec<Measured>,
    /// Steps that cannot be compared because they change the line-up, as indices (knob, step).
    pub incomparable: Vec<(usize, usize)>,
    /// Number of games played, including games that are equal in both variants and were not played
    /// again.
    pub games: u64,
    /// Whether the analysis was interrupted before all steps were measured.
    pub partial: bool,
    pub seconds: f64,
}

/// Result of one step (change of one value), compared with the unchanged scenario.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Index of the editable value (knob).
    pub knob: usize,
    /// Index of the step among the steps of the editable value (knob).
    pub step: usize,
    pub pairs: PairTally,
}

/// Maximum number of variants played together against the unchanged scenario, limited by memory.
const TOGETHER: usize = 32;

/// What a sensitivity is expected to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ahead {
    /// Games of the screen.
    pub screened: u64,
    /// Steps to be measured. Which values are measured after a screen is not known, but about how many steps they have.
    pub steps: u64,
    /// What a step's game costs, in parts of a [`GAME`].
    step: u64,
    games: u64,
}

impl Ahead {
    /// All games.
    pub fn games(&self) -> u64 {
        self.screened + self.steps * self.games
    }

    /// What they cost, in [`GAME`]s of the scenario's own bots.
    pub fn work(&self) -> u64 {
        self.screened * GAME + self.steps * self.games * self.step
    }
}

/// What is expected to be played, before anything is.
pub fn ahead(scenario: &Scenario, question: &Question) -> Ahead {
    let knobs = knobs::of(scenario, &question.fighters, question.rules);
    let first = scenario.open();
    let steps = |knob: &Knob| {
        let comparable = |&step: &usize| comparable(&first, knob, step, scenario);
        (0..knob.steps.len()).filter(comparable).count() as u64
    };
    let (screened, others): (Vec<&Knob>, Vec<&Knob>) = match question.largest {
        Some(_) => knobs.iter().partition(|knob| two_sided(knob)),
        None => (vec![], knobs.iter().collect()),
    };
    let of_screened: u64 = screened.iter().map(|knob| steps(knob)).sum();
    let largest = question.largest.unwrap_or(0).min(screened.len()) as u64;
    let measured = (of_screened * largest).div_ceil((screened.len() as u64).max(1));
    Ahead {
        screened: if screened.is_empty() {
            0
        } else {
            question.screened
        },
        steps: measured + others.iter().map(|knob| steps(knob)).sum::<u64>(),
        step: paired(&first, TOGETHER),
        games: question.games,
    }
}

/// Runs the analysis. Returns `None` if `stop` is set during the screen; later, the steps measured
/// so far.
///
/// # Errors
/// Fails if threads cannot be started or a bot fails.
pub fn find(
    scenario: &Scenario,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
) -> anyhow::Result<Option<Found>> {
    let begin = Instant::now();
    let knobs = knobs::of(scenario, &question.fighters, question.rules);
    audience.left(ahead(scenario, question).work());
    let screen = match question.largest {
        Some(_) => screen::play(scenario, &knobs, question, stop, audience)?,
        None => None,
    };
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let steps = Steps::of(scenario, question, knobs, screen.as_ref());
    let mut found = steps.measure(scenario, question, stop, audience, &mut All(question.games))?;
    found.games += screen.as_ref().map_or(0, Screen::games);
    found.screen = screen;
    found.seconds = begin.elapsed().as_secs_f64();
    Ok(Some(found))
}

/// Single steps to measure.
pub struct Steps {
    knobs: Vec<Knob>,
    /// Steps (changes of one value) to measure, as indices (knob, step).
    asked: Vec<(usize, usize)>,
    incomparable: Vec<(usize, usize)>,
}

impl Steps {
    /// All steps (changes of one value) of all requested values, without a screen.
    pub fn every(scenario: &Scenario, question: &Question) -> Steps {
        let knobs = knobs::of(scenario, &question.fighters, question.rules);
        Steps::of(scenario, question, knobs, None)
    }

    fn of(
        scenario: &Scenario,
        question: &Question,
        knobs: Vec<Knob>,
        screen: Option<&Screen>,
    ) -> Steps {
        let first = scenario.open();
        let asked = steps(&knobs, screen, question.largest.unwrap_or(0)).into_iter();
        let (asked, incomparable): (Vec<_>, Vec<_>) =
            asked.partition(|&(knob, step)| comparable(&first, &knobs[knob], step, scenario));
        Steps {
            knobs,
            asked,
            incomparable,
        }
    }

    /// Lots (units of work) in which the steps are measured.
    pub fn lots(&self, scenario: &Scenario, question: &Question) -> Vec<Lot> {
        let lot = |together: &[_]| {
            // One more for the unchanged scenario.
            let each = together.len() as u64 + 1;
            Lot::new(question.games, scenario.cost() * each)
        };
        self.asked.chunks(TOGETHER).map(lot).collect()
    }

    /// Measures the steps, each against the unchanged scenario.
    ///
    /// # Errors
    /// Same as [`find`].
    pub fn measure(
        self,
        scenario: &Scenario,
        question: &Question,
        stop: &AtomicBool,
        audience: &impl Audience,
        lots: &mut impl Lots,
    ) -> anyhow::Result<Found> {
        let (measured, seconds) = measure(scenario, &self, question, stop, audience, lots)?;
        Ok(Found {
            partial: measured.len() < self.asked.len(),
            games: question.games * measured.len() as u64,
            knobs: self.knobs,
            screen: None,
            steps: measured,
            incomparable: self.incomparable,
            seconds,
        })
    }
}

/// Steps (changes of one value) to measure, as indices (knob, step): all that were not screened,
/// and the largest of the screened ones.
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

/// Measures single steps (changes of one value), and returns the results and the duration in
/// seconds.
fn measure(
    scenario: &Scenario,
    steps: &Steps,
    question: &Question,
    stop: &AtomicBool,
    audience: &impl Audience,
    lots: &mut impl Lots,
) -> anyhow::Result<(Vec<Measured>, f64)> {
    let first = scenario.open();
    let plan = Plan::fixed(question.seed, question.games, question.threads);
    let cost = paired(&first, TOGETHER);
    audience.left(question.games * steps.asked.len() as u64 * cost);
    let (mut measured, mut seconds) = (vec![], 0.0);
    for (lot, together) in steps.asked.chunks(TOGETHER).enumerate() {
        let variants: Vec<Variant> = (together.iter())
            .map(|&(knob, step)| variant(scenario, &steps.knobs[knob], step))
            .collect();
        let each = together.len() as u64;
        let heard = |games| audience.played(games * each * cost);
        let done = compare_with(&first, &variants, &plan, stop, heard, (lots, lot))?;
        seconds += done.seconds;
        if done.partial {
            break;
        }
        let pairs = together.iter().zip(done.tally);
        measured.extend(pairs.map(|(&(knob, step), pairs)| Measured { knob, step, pairs }));
    }
    Ok((measured, seconds))
}

/// The scenario with one step (change of one value) applied.
fn variant(scenario: &Scenario, knob: &Knob, step: usize) -> Variant {
    let edited = scenario.with(&knob.steps[step].edits);
    Variant {
        simulation: edited.expect("a knob's steps are allowed").open(),
        only: knob.fighter.clone(),
    }
}

/// Whether games with a changed value can be paired with unchanged ones; changing a rule may change
/// the line-up.
fn comparable(first: &Simulation, knob: &Knob, step: usize, scenario: &Scenario) -> bool {
    let edited = || scenario.with(&knob.steps[step].edits);
    knob.fighter.is_some() || edited().is_ok_and(|edited| edited.open().same_fighters(first))
}

/// Whether the screen can change an editable value (knob): a number with steps in both directions.
fn two_sided(knob: &Knob) -> bool {
    knob.fighter.is_some() && knob.step(Turn::Up).is_some() && knob.step(Turn::Down).is_some()
}
