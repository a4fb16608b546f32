//! How much the effects of edits differ between the reference player and a bot of the tuning.
//!
//! The reference player and the bot both play some sets of edits. The difference of their win
//! rates, beyond the correction with the unchanged scenario, has four causes (a form of the model
//! of a slow and a fast simulator: Kennedy and O'Hagan, Predicting the output from a complex
//! computer code when fast approximations are available, Biometrika 87, 2000):
//!
//! - the error of the correction, the same for all sets,
//! - the slope: all effects are larger or smaller with the reference player by one factor,
//! - the differences of single edits, each the same in all sets with the edit,
//! - the sampling error.
//!
//! All four causes are normally distributed around 0, so they are estimated as a Gaussian process
//! (Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, chapter 2). The standard
//! deviation of an edit's difference is a share of the effect with the bot, because a large effect
//! may differ by more. The share is unknown: the weight of a value on a grid is the likelihood of
//! the differences of all fighters and sets with this value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::correction::{Correction, pairs};
use crate::analysis::points::Point;
use crate::stats::distributions::softmax;
use crate::stats::matrix::Matrix;

/// Number of shares on the grid.
const STEPS: usize = 8;
/// Distance between two neighbouring shares on the grid. The smallest share is half of this
/// distance.
const STEP: f64 = 0.1;
/// Standard deviation of the difference of two effects if the effect with the bot is 0, as a share.
const LEAST: f64 = 0.003;
/// Standard deviation of the factor by which all effects are larger or smaller.
const SLOPE: f64 = 0.5;

/// What an edit adds to the win rates with each bot of a tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EditEffect {
    /// Index of the edit in the list of allowed edits.
    pub edit: usize,
    /// For each bot: what the edit adds to the win rates of fighters, by key, as a share.
    pub by_bot: Vec<BTreeMap<String, f64>>,
}

impl EditEffect {
    /// Returns what the edit adds to the win rate of a fighter with the bot of this index.
    fn on(&self, bot: usize, fighter: &str) -> f64 {
        let of_bot = self.by_bot.get(bot);
        let effect = of_bot.and_then(|of| of.get(fighter));
        effect.copied().unwrap_or(0.0)
    }
}

/// Games with a set of edits: of a bot of the tuning, and of the reference player.
pub struct BothPlayed<'a> {
    pub set: &'a [usize],
    pub own: &'a Point,
    pub reference: &'a Point,
}

/// What is known about the differences between the reference player and a bot, beyond the
/// correction with the unchanged scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Differences {
    fighters: Vec<String>,
    /// Effects of the edits on the win rates with the bot, in the order of `fighters`.
    effects: BTreeMap<usize, Vec<f64>>,
    observed: Vec<Observed>,
    /// Variance of the correction.
    correction: f64,
    /// One estimate for each share of the grid.
    grid: Vec<Estimate>,
}

/// The difference of a fighter's win rates with a set of edits.
#[derive(Debug, Clone, PartialEq)]
struct Observed {
    set: Vec<usize>,
    /// Index of the fighter.
    fighter: usize,
    /// Win rate of the reference player minus the corrected win rate of the bot.
    difference: f64,
    /// Sampling variance of the difference.
    variance: f64,
    /// Sum of the edits' effects on the win rate with the bot.
    effect: f64,
}

/// The estimate with one share of the grid.
#[derive(Debug, Clone, PartialEq)]
struct Estimate {
    share: f64,
    /// The probability of this share.
    weight: f64,
    /// Inverse of the covariance of the observed differences.
    inverse: Matrix,
    /// Product of the matrix `inverse` and the observed differences.
    explained: Vec<f64>,
}

impl Differences {
    /// Estimates the differences of bot number `bot`, from sets of edits that this bot and the
    /// reference player played. `correction` is the bot's correction in the unchanged scenario;
    /// `effects` are the effects of the edits with the bots. Returns `None` if no set of edits was
    /// played.
    pub fn new(
        bot: usize,
        correction: &Correction,
        effects: &[EditEffect],
        played: &[BothPlayed<'_>],
    ) -> Option<Differences> {
        let fighters: Vec<String> = correction.by_key.keys().cloned().collect();
        let of_edit = |of: &EditEffect| {
            let by_fighter = fighters.iter().map(|key| of.on(bot, key));
            (of.edit, by_fighter.collect())
        };
        let mut differences = Differences {
            effects: effects.iter().map(of_edit).collect(),
            observed: vec![],
            correction: correction.error * correction.error,
            grid: vec![],
            fighters,
        };
        for of in played {
            for (key, (own, reference)) in pairs(of.own, of.reference) {
                let Some(fighter) = differences.fighters.iter().position(|known| known == key)
                else {
                    continue;
                };
                differences.observed.push(Observed {
                    set: of.set.to_vec(),
                    fighter,
                    difference: reference.0 - own.0 - correction.of(key),
                    variance: reference.1.powi(2) + own.1.powi(2),
                    effect: differences.effect(of.set, fighter),
                });
            }
        }
        let shares = (0..STEPS).map(|step| (step as f64 + 0.5) * STEP);
        let solved: Vec<(Estimate, f64)> =
            shares.filter_map(|share| differences.estimate(share)).collect();
        let weights =
            softmax(&solved.iter().map(|(_, likelihood)| *likelihood).collect::<Vec<_>>());
        let estimates = solved.into_iter().map(|(estimate, _)| estimate);
        differences.grid = estimates
            .zip(weights)
            .map(|(estimate, weight)| Estimate { weight, ..estimate })
            .collect();
        let any = !differences.observed.is_empty() && !differences.grid.is_empty();
        any.then_some(differences)
    }

    /// Returns the estimate with one share of the grid, and the logarithm of the likelihood of the
    /// share, without a constant.
    fn estimate(&self, share: f64) -> Option<(Estimate, f64)> {
        let mut covariance = Matrix::zero(self.observed.len());
        for (row, a) in self.observed.iter().enumerate() {
            for (column, b) in self.observed.iter().enumerate() {
                *covariance.cell(row, column) = self.covariance((&a.set, a.fighter), b, share);
            }
            *covariance.cell(row, row) += a.variance;
        }
        let (inverse, determinant) = covariance.inverse_and_determinant()?;
        let observed: Vec<f64> = self.observed.iter().map(|of| of.difference).collect();
        let explained = inverse.times(&observed);
        let square: f64 = explained.iter().zip(&observed).map(|(a, b)| a * b).sum();
        // The differences of n fighters add up to 0, so they count as n − 1 independent
        // differences.
        let count = self.fighters.len() as f64;
        let likelihood = -0.5 * (count - 1.0) / count * (square + determinant);
        let estimate = Estimate { share, weight: 0.0, inverse, explained };
        Some((estimate, likelihood))
    }

    /// Returns the covariance of the true differences of a fighter with two sets of edits.
    fn covariance(&self, (set, fighter): (&[usize], usize), other: &Observed, share: f64) -> f64 {
        let slope = SLOPE * SLOPE * self.effect(set, fighter) * other.effect;
        if fighter != other.fighter {
            return slope;
        }
        let both = set.iter().filter(|edit| other.set.contains(edit));
        let edits: f64 = both.map(|&edit| self.variance_of(edit, fighter, share)).sum();
        self.correction + slope + edits
    }

    /// Returns the prior variance of the difference of an edit's effects on a fighter.
    fn variance_of(&self, edit: usize, fighter: usize, share: f64) -> f64 {
        (share * self.effect(&[edit], fighter)).powi(2) + LEAST * LEAST
    }

    /// Returns the sum of the edits' effects on a fighter's win rate with the bot.
    fn effect(&self, set: &[usize], fighter: usize) -> f64 {
        let effects = set.iter().filter_map(|edit| self.effects.get(edit));
        effects.map(|of| of[fighter]).sum()
    }

    /// Returns what to add to the corrected win rate of a fighter with a set of edits.
    pub fn on(&self, fighter: &str, set: &[usize]) -> f64 {
        let Some(fighter) = self.fighters.iter().position(|key| key == fighter) else {
            return 0.0;
        };
        let with = |of: &Estimate| {
            let covariances = self.observed.iter();
            let parts = covariances.zip(&of.explained).map(|(other, explained)| {
                explained * self.covariance((set, fighter), other, of.share)
            });
            of.weight * parts.sum::<f64>()
        };
        self.grid.iter().map(with).sum()
    }

    /// Returns the variance of the corrected win rates with a set of edits, without sampling error:
    /// the mean over the fighters.
    pub fn variance(&self, set: &[usize]) -> f64 {
        let of_fighter = |fighter: usize| {
            let (mut mean, mut square) = (0.0, 0.0);
            for of in &self.grid {
                let covariances: Vec<f64> = (self.observed.iter())
                    .map(|other| self.covariance((set, fighter), other, of.share))
                    .collect();
                let parts = covariances.iter().zip(&of.explained);
                let estimate: f64 = parts.map(|(a, b)| a * b).sum();
                let edits = set.iter().map(|&edit| self.variance_of(edit, fighter, of.share));
                let slope = SLOPE * self.effect(set, fighter);
                let before = self.correction + slope * slope + edits.sum::<f64>();
                let variance = (before - of.inverse.variance(&covariances)).max(0.0);
                mean += of.weight * estimate;
                square += of.weight * (variance + estimate * estimate);
            }
            square - mean * mean
        };
        let all = (0..self.fighters.len()).map(of_fighter);
        all.sum::<f64>() / self.fighters.len().max(1) as f64
    }

    /// Returns the variance that the difference of an edit's effects adds to a set of edits: the
    /// mean over the fighters. The variance is 0 for an edit that both players have played.
    pub fn variance_of_edit(&self, edit: usize) -> f64 {
        if self.observed.iter().any(|of| of.set.contains(&edit)) {
            return 0.0;
        }
        let with = |of: &Estimate| {
            let fighters = 0..self.fighters.len();
            let all = fighters.map(|fighter| self.variance_of(edit, fighter, of.share));
            of.weight * all.sum::<f64>()
        };
        self.grid.iter().map(with).sum::<f64>() / self.fighters.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    const KEYS: [&str; 4] = ["a", "b", "c", "d"];

    /// Creates the results of games from the win rates of fighters.
    fn point(keys: &[&str], rates: &[f64], games: u64) -> Point {
        let wins = rates.iter().map(|rate| (rate * games as f64).round() as u64);
        Point::made_up(games, keys.iter().copied().zip(wins))
    }

    fn effect(edit: usize, keys: &[&str], effects: &[f64]) -> EditEffect {
        let effects = keys.iter().zip(effects);
        let by_key = effects.map(|(key, effect)| ((*key).to_owned(), *effect));
        EditEffect { edit, by_bot: vec![by_key.collect()] }
    }

    fn no_correction(keys: &[&str], error: f64) -> Correction {
        Correction { by_key: keys.iter().map(|key| ((*key).to_owned(), 0.0)).collect(), error }
    }

    /// Returns the differences of two edits for the reference player's win rates with both edits:
    /// edit 7 adds 8 points to `a` with the bot, edit 9 adds 5 points to `b`.
    fn differences_of(reference: [f64; 4], games: u64) -> Differences {
        let effects = [
            effect(7, &KEYS, &[0.08, -0.03, -0.03, -0.02]),
            effect(9, &KEYS, &[-0.01, 0.05, -0.02, -0.02]),
        ];
        let own = point(&KEYS, &[0.32, 0.27, 0.20, 0.21], 20_000);
        let reference = point(&KEYS, &reference, games);
        let played = [BothPlayed { set: &[7, 9], own: &own, reference: &reference }];
        Differences::new(0, &no_correction(&KEYS, 0.005), &effects, &played).unwrap()
    }

    #[test]
    fn an_edit_without_effect_for_the_reference_player_is_found() {
        // With the reference player, edit 7 has no effect, and edit 9 has the same effect as with
        // the bot.
        let differences = differences_of([0.24, 0.30, 0.23, 0.23], 8_000);
        let of = |fighter, edit| differences.on(fighter, &[edit]) - differences.on(fighter, &[]);
        assert!((-0.09..-0.06).contains(&of("a", 7)), "{}", of("a", 7));
        assert!(of("a", 9).abs() < 0.01, "{}", of("a", 9));
        assert!(of("b", 9).abs() < 0.03, "{}", of("b", 9));
    }

    #[test]
    fn sampling_error_is_no_difference_of_effects() {
        // With 100 games, the standard error of a win rate is about four points.
        let differences = differences_of([0.30, 0.28, 0.21, 0.21], 100);
        for key in KEYS {
            let both = differences.on(key, &[7, 9]);
            assert!(both.abs() < 0.012, "{key}: {both}");
        }
    }

    /// Checks a duel: the differences of the two fighters have the same size, so they count as one
    /// observation.
    #[test]
    fn both_fighters_of_a_duel_are_one_observation() {
        let keys = ["a", "b"];
        let effects = [effect(0, &keys, &[0.08, -0.08])];
        let [own, reference] = [[0.55, 0.45], [0.54, 0.46]].map(|of| point(&keys, &of, 5_000));
        let played = [BothPlayed { set: &[0], own: &own, reference: &reference }];
        let duel = Differences::new(0, &no_correction(&keys, 0.0), &effects, &played).unwrap();
        let share: f64 = duel.grid.iter().map(|of| of.weight * of.share).sum();
        // The expected share comes from a second program in another language, with the same model
        // and the same grid.
        assert!((share - 0.32253).abs() < 1e-3, "{share}");
    }

    /// Simulates eight fighters and twelve edits, of which three sets of four are played. Returns
    /// the root mean square errors of the win rates of the reference player with a set of edits,
    /// with and without the differences, and the stated standard error. The set has four edits, of
    /// which `known` edits are in sets that were played.
    fn errors(known: usize, slope: f64) -> [f64; 3] {
        let keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let mut random = Pcg64Mcg::seed_from_u64(5);
        let mut normal = || Normal::standard().inverse_cdf(random.random_range(0.0001..0.9999));
        let (runs, games, error) = (100, 2_000, 0.008);
        let mut squares = [0.0; 3];
        for _ in 0..runs {
            let mut effects: Vec<Vec<f64>> = vec![];
            let mut with_reference: Vec<Vec<f64>> = vec![];
            for edit in 0..12 {
                let size = 0.04 * normal();
                let of = |fighter: usize| {
                    if fighter == edit % 8 { size } else { -size / 7.0 }
                };
                let own: Vec<f64> = (0..8).map(of).collect();
                let theirs = own.iter().map(|of| of * (1.0 + slope + 0.5 * normal()));
                with_reference.push(theirs.collect());
                effects.push(own);
            }
            let wrong: Vec<f64> = keys.iter().map(|_| error * normal()).collect();
            let sum = |of: &[Vec<f64>], set: &[usize]| -> Vec<f64> {
                let all = |fighter: usize| set.iter().map(|&edit| of[edit][fighter]).sum::<f64>();
                (0..8).map(all).collect()
            };
            let truth = |set: &[usize]| -> Vec<f64> {
                let theirs = sum(&with_reference, set).into_iter().zip(&wrong);
                theirs.map(|(of, wrong)| 0.3 + of + wrong).collect()
            };
            let own = |set: &[usize]| -> Vec<f64> {
                sum(&effects, set).iter().map(|of| 0.3 + of).collect()
            };
            let sets = [[0, 1, 2, 3], [2, 3, 4, 5], [0, 4, 6, 7]];
            let played: Vec<[Point; 2]> = sets
                .iter()
                .map(|set| {
                    let sampling = (0.21 / games as f64).sqrt();
                    let seen: Vec<f64> =
                        truth(set).iter().map(|rate| rate + sampling * normal()).collect();
                    [point(&keys, &own(set), 1_000_000), point(&keys, &seen, games)]
                })
                .collect();
            let both: Vec<BothPlayed<'_>> = (sets.iter().zip(&played))
                .map(|(set, [own, reference])| BothPlayed { set, own, reference })
                .collect();
            let all: Vec<EditEffect> =
                (effects.iter().enumerate()).map(|(edit, of)| effect(edit, &keys, of)).collect();
            let correction = no_correction(&keys, error);
            let differences = Differences::new(0, &correction, &all, &both).unwrap();
            let set: Vec<usize> = (2..2 + known).chain((8..12).take(4 - known)).collect();
            for ((key, truth), own) in keys.iter().zip(truth(&set)).zip(own(&set)) {
                squares[0] += (own + differences.on(key, &set) - truth).powi(2) / 8.0;
                squares[1] += (own - truth).powi(2) / 8.0;
            }
            squares[2] += differences.variance(&set);
        }
        squares.map(|square| (square / f64::from(runs)).sqrt())
    }

    #[test]
    fn differences_bring_estimates_nearer_and_their_error_is_as_stated() {
        for (known, slope, gain) in [(4, 0.0, 0.6), (4, -0.6, 0.6), (2, -0.6, 0.8), (0, -0.6, 0.8)]
        {
            let [with, without, stated] = errors(known, slope);
            let case = format!("{known} {slope}: {with} {without} {stated}");
            assert!(with < gain * without, "{case}");
            assert!((0.85..1.3).contains(&(stated / with)), "{case}");
        }
    }
}
