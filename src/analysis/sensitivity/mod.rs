//! `gong sensitivity`: what every value of the fighters and the rules is worth.
//!
//! In two passes. The *screen* turns all values at once, up in one half of some hundred rosters and down in the other, and fits what a step of each is worth: an
//! average over rosters around the scenario's own, of all values to the same precision, from all games. Then *steps* are measured one at a time, on the same
//! dice as the scenario as it is: those that look largest, and those that the screen cannot turn (a card withheld, an effect taken off, two initiatives
//! swapped, a number that can go one way only, a rule).

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

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The fighters whose values are turned, by key; none if only rules are asked for.
    pub fighters: Vec<String>,
    /// Every rule too.
    pub rules: bool,
    /// Screen first, and measure the steps of so many of the values that it turns: the largest. None measures every step of every value.
    pub largest: Option<usize>,
    /// Games of the screen, all rosters together.
    pub screened: u64,
    /// Games of each step.
    pub games: u64,
    pub seed: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    pub knobs: Vec<Knob>,
    /// Of those knobs that are numbers with a step to either side, if they were screened.
    pub screen: Option<Screen>,
    /// The steps that were measured, in the order of the knobs.
    pub steps: Vec<Measured>,
    /// Steps that cannot be measured, since other fighters meet with them: knob and step.
    pub incomparable: Vec<(usize, usize)>,
    /// Games that were played, without those that were the same in a variant and not played again.
    pub games: u64,
    /// It was interrupted: not all steps were measured.
    pub partial: bool,
    pub seconds: f64,
}

/// A step, held against the scenario as it is.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Index of the knob.
    pub knob: usize,
    /// Index of its step.
    pub step: usize,
    pub pairs: PairTally,
}

/// Variants that are played together, beside the scenario as it is: as many as memory has room for.
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

/// Finds out what values are worth. `stop` may be set at any time: during the screen nothing is found, later what was measured before.
///
/// # Errors
/// If threads cannot be had, or a bot fails.
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

/// Steps that are to be measured.
pub struct Steps {
    knobs: Vec<Knob>,
    /// Knob and step.
    asked: Vec<(usize, usize)>,
    incomparable: Vec<(usize, usize)>,
}

impl Steps {
    /// Every step of every value that is asked for, without a screen.
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

    /// The lots in which they are measured.
    pub fn lots(&self, scenario: &Scenario, question: &Question) -> Vec<Lot> {
        let lot = |together: &[_]| {
            // The scenario as it is is played too.
            let each = together.len() as u64 + 1;
            Lot::new(question.games, scenario.cost() * each)
        };
        self.asked.chunks(TOGETHER).map(lot).collect()
    }

    /// Measures them, each against the scenario as it is.
    ///
    /// # Errors
    /// As [`find`].
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

/// The steps to be measured, knob and step: all of those that were not screened, and of the others the largest.
fn steps(knobs: &[Knob], screen: Option<&Screen>, largest: usize) -> Vec<(usize, usize)> {
    let mut screened: Vec<usize> = screen.iter().flat_map(|of| of.knobs()).collect();
    let size = |&knob: &usize| {
        let effects = screen.and_then(|screen| screen.of(knob));
        let won = effects.into_iter().flatten().map(|of| of[WON].value.abs());
        won.fold(0.0, f64::max)
    };
    // Equals stay in the order of the roster.
    screened.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let left_out: Vec<usize> = screened.into_iter().skip(largest).collect();
    let kept = (0..knobs.len()).filter(|knob| !left_out.contains(knob));
    kept.flat_map(|knob| (0..knobs[knob].steps.len()).map(move |step| (knob, step)))
        .collect()
}

/// Measures steps, and says for how many seconds.
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

/// The scenario with a step.
fn variant(scenario: &Scenario, knob: &Knob, step: usize) -> Variant {
    let edited = scenario.with(&knob.steps[step].edits);
    Variant {
        simulation: edited.expect("a knob's steps are allowed").open(),
        only: knob.fighter.clone(),
    }
}

/// Whether the games with a step can be paired with those without: a rule may change who sits where.
fn comparable(first: &Simulation, knob: &Knob, step: usize, scenario: &Scenario) -> bool {
    let edited = || scenario.with(&knob.steps[step].edits);
    knob.fighter.is_some() || edited().is_ok_and(|edited| edited.open().same_fighters(first))
}

/// Whether the screen can turn a knob: a number with a step to either side.
fn two_sided(knob: &Knob) -> bool {
    knob.fighter.is_some() && knob.step(Turn::Up).is_some() && knob.step(Turn::Down).is_some()
}
