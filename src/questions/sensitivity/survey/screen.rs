//! Screening: changes many game values at once, in rosters similar to the scenario's own, and
//! estimates the effect of each value. The effects select the values that are measured alone.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::design::Design;
use super::{SCREENED, Survey, two_sided};
use crate::analysis::knobs::StepKind;
use crate::analysis::pairs::{Pairing, WON};
use crate::analysis::{GAME, WorkAudience};
use crate::scenario::{Edit, Faults, Scenario};
use crate::simulate::Simulation;
use crate::stats::Pairs;
use crate::stats::hash::mix;

/// Effects of raising a game value by one step on its owner's win rate, by value: means over
/// rosters similar to the scenario's own.
pub type Effects = BTreeMap<usize, f64>;

/// The two scenarios of a row of the experimental design: the row's roster, and the opposite roster
/// (high and low values exchanged).
type Opposites = [Scenario; 2];

/// Plays the games in which many knobs change at once. Returns their number and the effects; `None`
/// if no knob can go both up and down, or if `stop` was set.
pub fn play(
    survey: &Survey,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> anyhow::Result<Option<(u64, Effects)>> {
    let Survey { games, knobs, .. } = survey;
    let all = 0..knobs.len();
    let mut turned: Vec<usize> = all.filter(|&knob| two_sided(&knobs[knob])).collect();
    let threads = rayon::ThreadPoolBuilder::new().num_threads(games.threads).build()?;
    let (design, rosters) = loop {
        if turned.is_empty() || stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let design = Design::new(turned.len(), games.seed);
        let faults = match threads.install(|| rosters(survey, &turned, &design, stop)) {
            Ok(_) if stop.load(Ordering::Relaxed) => return Ok(None),
            Ok(rosters) => break (design, rosters),
            Err(faults) => faults,
        };
        // Values that the game does not allow to change together are left out of the screen and
        // measured singly. If the faults name no value, the last one is left out.
        let named = |knob: &usize| faults.iter().any(|fault| fault.field == knobs[*knob].field);
        let before = turned.len();
        turned.retain(|knob| !named(knob));
        turned.truncate(before - 1);
    };
    let each = (SCREENED * games.games / (2 * rosters.len() as u64)).max(1);
    // The seed differs from that of single steps: values are selected by their results in the
    // screen, so results with the same dice would be biased.
    let seed = mix(games.seed);
    let play = |(row, opposites): (usize, &Opposites)| {
        // Preparing the bots of a row takes long.
        if stop.load(Ordering::Relaxed) {
            return Ok(vec![]);
        }
        let first = row as u64 * each;
        let pairing = play_row(opposites, seed, first..first + each, stop)?;
        audience.played(2 * each * GAME);
        // Half of the difference of the win rates; 0 without games.
        let half = |of: &Pairs| (of.a as f64 - of.b as f64) / of.games.max(1) as f64 / 2.0;
        Ok(pairing.tally.measures.iter().map(|of| half(&of[WON])).collect())
    };
    let halves: anyhow::Result<Vec<Vec<f64>>> =
        threads.install(|| rosters.par_iter().enumerate().map(play).collect());
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let halves = halves?;
    let first = survey.scenario.open();
    let subjects = Pairing::new(&first, &first).tally.subjects;
    let effect = |(factor, &knob): (usize, &usize)| {
        let owner = knobs[knob].fighter.as_ref();
        let owner = subjects.iter().position(|of| Some(&of.fighter) == owner)?;
        Some((knob, mean_effect(&design, factor, halves.iter().map(|row| row[owner]))))
    };
    let effects = turned.iter().enumerate().filter_map(effect).collect();
    Ok(Some((2 * each * halves.len() as u64, effects)))
}

/// Creates the rosters of the experimental design of these knobs; leaves some out if `stop` is set.
///
/// # Errors
/// Fails if the game does not allow a roster; returns the faults of the first such roster.
fn rosters(
    survey: &Survey,
    turned: &[usize],
    design: &Design,
    stop: &AtomicBool,
) -> Result<Vec<Opposites>, Faults> {
    let roster = |row: usize, up: f64| {
        let mut edits: Vec<Edit> = vec![];
        for (factor, &knob) in turned.iter().enumerate() {
            let sign = design.sign(row, factor);
            if sign != 0.0 {
                let kind = if sign == up { StepKind::Up } else { StepKind::Down };
                let step = survey.knobs[knob].step(kind).expect("it goes both ways");
                edits.extend_from_slice(&step.edits);
            }
        }
        survey.scenario.with(&edits)
    };
    let rows = (0..design.rows()).into_par_iter().filter(|_| !stop.load(Ordering::Relaxed));
    let rosters: Vec<_> = rows.map(|row| Ok([roster(row, 1.0)?, roster(row, -1.0)?])).collect();
    rosters.into_iter().collect()
}

/// Plays the same games with a roster and with its opposite (high and low values exchanged).
fn play_row(
    opposites: &Opposites,
    seed: u64,
    games: std::ops::Range<u64>,
    stop: &AtomicBool,
) -> anyhow::Result<Pairing> {
    let simulations: [Simulation; 2] = [opposites[0].open(), opposites[1].open()];
    let mut pairing = Pairing::new(&simulations[0], &simulations[1]);
    let [mut row, mut opposite] = [simulations[0].worker(), simulations[1].worker()];
    for game in games {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let record = row.play(seed, game).map_err(|failed| *failed)?;
        let other = opposite.play(seed, game).map_err(|failed| *failed)?;
        pairing.add(game, record, other);
    }
    Ok(pairing)
}

/// Estimates the effect of a factor (high instead of unchanged) by least squares. For each row of
/// the design, `halves` holds half of the difference between the row's roster and its opposite.
/// Within a block the columns are orthogonal, so the effect is a mean.
fn mean_effect(design: &Design, factor: usize, halves: impl Iterator<Item = f64>) -> f64 {
    let signed = halves.enumerate().map(|(row, half)| (design.sign(row, factor), half));
    let sums = |(sum, turned), (sign, half): (f64, f64)| (sum + sign * half, turned + sign.abs());
    let (sum, turned) = signed.fold((0.0, 0.0), sums);
    sum / turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_planted_is_found() {
        let truth: Vec<f64> = (0..10).map(|factor| f64::from(factor) * 0.1).collect();
        let design = Design::new(truth.len(), 1);
        let half = |row| {
            let sum = truth.iter().enumerate();
            sum.map(|(factor, worth)| design.sign(row, factor) * worth).sum::<f64>()
        };
        for (factor, worth) in truth.iter().enumerate() {
            let found = mean_effect(&design, factor, (0..design.rows()).map(half));
            assert!((found - worth).abs() < 1e-9, "{factor}: {found}");
        }
    }
}
