//! Screening: changes many game values at once, in rosters similar to the scenario's own, and
//! estimates the effect of each value.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::ensure;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::design::Design;
use super::{SCREENED, Survey, two_sided};
use crate::analysis::knobs::StepKind;
use crate::analysis::pairs::{Pairing, WON};
use crate::analysis::{GAME, WorkAudience};
use crate::scenario::{Edit, Faults, Scenario};
use crate::simulate::Simulation;
use crate::stats::distributions::student_quantile;
use crate::stats::hash::mix;
use crate::stats::intervals::Interval;

/// Effects of raising a game value by one step on its owner's win rate, by value: means over rosters
/// similar to the scenario's own.
pub type Effects = BTreeMap<usize, Estimate>;

/// A fitted effect with its uncertainty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    pub value: f64,
    /// Standard error of the fitted effect.
    pub error: f64,
    /// Degrees of freedom of the standard error, at least 1.
    pub freedom: usize,
}

impl Estimate {
    /// Returns the confidence interval of the fitted effect, by Student's t distribution.
    pub fn interval(&self, level: f64) -> Interval {
        let reach = student_quantile(self.freedom, (1.0 - level) / 2.0) * self.error;
        Interval { low: self.value - reach, high: self.value + reach }
    }

    /// Returns the effect of a step up or down with the ends of its interval, from this effect of a
    /// step up; `None` for another step.
    pub fn by(&self, kind: StepKind, level: f64) -> Option<[f64; 3]> {
        let Interval { low, high } = self.interval(level);
        match kind {
            StepKind::Up => Some([self.value, low, high]),
            StepKind::Down => Some([-self.value, -high, -low]),
            _ => None,
        }
    }
}

/// The two scenarios of a row of the experimental design: the row's roster, and the opposite roster
/// (high and low values exchanged).
type Opposites = [Scenario; 2];

/// Results of games in which many values were changed at once. The effects of single values are
/// fitted to these counts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Screened {
    /// Indices of the game values that were changed together.
    knobs: Vec<usize>,
    /// Number of games of each variant of the roster.
    pub games_each: u64,
    /// By row of the experimental design and fighter: number of pairs of games (one with the row's
    /// roster, one with its opposite), and number of wins with the roster minus number of wins with
    /// the opposite roster.
    rows: Vec<Vec<(u64, i64)>>,
}

/// Plays the games in which many knobs change at once. Returns `None` if no knob can go both up and
/// down, or if `stop` was set.
pub fn play(
    survey: &Survey,
    stop: &AtomicBool,
    audience: &impl WorkAudience,
) -> anyhow::Result<Option<Screened>> {
    let Survey { games, knobs, .. } = survey;
    let mut turned: Vec<usize> = (0..knobs.len()).collect();
    turned.retain(|&knob| two_sided(&knobs[knob]));
    let threads = rayon::ThreadPoolBuilder::new().num_threads(games.threads).build()?;
    let rosters = loop {
        if turned.is_empty() || stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let faults = match threads.install(|| rosters(survey, &turned)) {
            Ok(rosters) => break rosters,
            Err(faults) => faults,
        };
        // Values that the game does not allow to change together are left out of the screen and
        // measured singly. If the faults name no value, the last one is left out.
        let named = |knob: &usize| faults.iter().any(|fault| fault.field == knobs[*knob].field);
        match turned.iter().any(named) {
            true => turned.retain(|knob| !named(knob)),
            false => turned.truncate(turned.len() - 1),
        }
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
        let won = pairing.tally.measures.iter().map(|of| &of[WON]);
        Ok(won.map(|of| (of.games, of.a as i64 - of.b as i64)).collect())
    };
    let played = threads.install(|| rosters.par_iter().enumerate().map(play).collect());
    let rows: anyhow::Result<Vec<Vec<(u64, i64)>>> = played;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some(Screened { knobs: turned, games_each: each, rows: rows? }))
}

impl Screened {
    /// Number of variants of the roster that were played.
    pub fn rosters(&self) -> u64 {
        2 * self.rows.len() as u64
    }

    /// Estimates the effects of all changed game values from the counts of games.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this analysis.
    pub fn fit(&self, survey: &Survey) -> anyhow::Result<Effects> {
        let first = survey.scenario.open();
        let subjects = Pairing::new(&first, &first).tally.subjects;
        let design = Design::new(self.knobs.len(), survey.games.seed);
        ensure!(
            self.rows.len() == design.rows()
                && self.rows.iter().all(|row| row.len() == subjects.len())
                && self.knobs.iter().all(|&knob| knob < survey.knobs.len()),
            "the stored games do not belong to this screen"
        );
        let least = least_variance(self.rows.len() as u64 * self.games_each, self.games_each);
        let mut effects = Effects::new();
        for (i, subject) in subjects.iter().enumerate() {
            let of_subject = self.rows.iter().map(|row| row[i]);
            // Half of the difference of the win rates; 0 without games.
            let halves = of_subject.map(|(games, wins)| wins as f64 / games.max(1) as f64 / 2.0);
            let estimates = fit(&design, &halves.collect::<Vec<f64>>(), least);
            for (&knob, estimate) in self.knobs.iter().zip(estimates) {
                if survey.knobs[knob].fighter.as_ref() == Some(&subject.fighter) {
                    // If several bots play the owner, the first one counts.
                    effects.entry(knob).or_insert(estimate);
                }
            }
        }
        Ok(effects)
    }
}

/// Creates the rosters of the experimental design of these knobs.
///
/// # Errors
/// Fails if the game does not allow a roster; returns the faults of the first such roster.
fn rosters(survey: &Survey, turned: &[usize]) -> Result<Vec<Opposites>, Faults> {
    let design = Design::new(turned.len(), survey.games.seed);
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
    let rows = (0..design.rows()).into_par_iter();
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

/// Minimum of the variance that is assumed for half the difference between two opposite rosters.
/// Each row (pair of opposite rosters) has `each` games, and all rows together have `games`. The
/// minimum is the variance if four games differed by one unit; without it, equal results would
/// count as certain.
fn least_variance(games: u64, each: u64) -> f64 {
    1.0 / (games * each) as f64
}

/// Fits the effect of each factor (high instead of unchanged) by least squares. For each row of the
/// design, `halves` holds half of the difference between the row's roster and its opposite.
///
/// Within a block the columns are orthogonal, so each effect is a mean. The residuals of all blocks
/// give the standard error; the variance of the residuals is at least `least`.
fn fit(design: &Design, halves: &[f64], least: f64) -> Vec<Estimate> {
    let signed = |rows: std::ops::Range<usize>, factor| -> f64 {
        rows.map(|row| design.sign(row, factor) * halves[row]).sum()
    };
    let (mut unexplained, mut freedom) = (0.0, 0);
    for block in design.blocks() {
        let rows = block.len() as f64;
        let turned = (0..design.factors).filter(|&factor| design.sign(block.start, factor) != 0.0);
        let explained: f64 =
            turned.map(|factor| signed(block.clone(), factor).powi(2) / rows).sum();
        let squares: f64 = halves[block.clone()].iter().map(|half| half * half).sum();
        unexplained += (squares - explained).max(0.0);
        freedom += block.len() - design.turned(block.start);
    }
    let estimate = |factor| {
        let all = 0..design.rows();
        let turned: f64 = all.clone().map(|row| design.sign(row, factor).abs()).sum();
        Estimate {
            value: signed(all, factor) / turned,
            error: ((unexplained / freedom as f64).max(least) / turned).sqrt(),
            freedom,
        }
    };
    (0..design.factors).map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Checks that ten known effects, one of them 0, are estimated correctly from sums with noise
    /// of standard deviation 1, and that intervals have the right coverage.
    #[test]
    fn what_was_planted_is_found_and_its_intervals_cover_it() {
        let truth: Vec<f64> = (0..10).map(|factor| f64::from(factor) * 0.1).collect();
        let (mut covered, mut all) = (0, 0);
        for seed in 0..200 {
            let design = Design::new(truth.len(), seed);
            let mut luck = Pcg64Mcg::seed_from_u64(seed);
            let mut noise = || (0..12).map(|_| luck.random::<f64>()).sum::<f64>() - 6.0;
            let half = |row: usize| {
                let sum = truth.iter().enumerate();
                sum.map(|(factor, worth)| design.sign(row, factor) * worth).sum::<f64>() + noise()
            };
            let halves: Vec<f64> = (0..design.rows()).map(half).collect();
            for (estimate, truth) in fit(&design, &halves, 0.0).iter().zip(&truth) {
                let interval = estimate.interval(0.95);
                covered += u32::from((interval.low..=interval.high).contains(truth));
                all += 1;
            }
        }
        // 1,900 of 2,000 intervals (95 %) are expected to cover the effect, with a standard
        // deviation of 10.
        assert!((1_865..=1_935).contains(&covered), "{covered} of {all}");
    }

    #[test]
    fn equal_results_of_a_few_games_are_no_certainty() {
        let design = Design::new(4, 1);
        let halves = vec![0.0; design.rows()];
        let least = least_variance(halves.len() as u64, 1);
        for estimate in fit(&design, &halves, least) {
            let interval = estimate.interval(0.95);
            assert!(interval.low < -0.01 && interval.high > 0.01, "{interval:?}");
        }
    }
}
