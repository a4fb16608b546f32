//! How much the effects of edits differ between the reference player and a tuning's own bot.
//!
//! Halfway through the search for edits, both play the best set of edits so far. The difference of
//! their win rates, beyond the correction with the unchanged scenario, is divided among the edits
//! of the set (a simple form of the model of a slow and a fast simulator: Kennedy and O'Hagan,
//! Predicting the output from a complex computer code when fast approximations are available,
//! Biometrika 87, 2000; here with the regression coefficient 1). For each edit and fighter, the
//! difference of the two effects is normally distributed around 0. Its standard deviation is a
//! share of the effect with the bot, because a large effect may differ by more. The share is
//! unknown: the weight of a value on a grid is the likelihood of the differences of all fighters
//! with this value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::correction::{Correction, pairs};
use crate::analysis::points::Point;
use crate::stats::distributions::softmax;

/// The shares on the grid: this many values with this step. The first one is half a step.
const STEPS: usize = 16;
const STEP: f64 = 0.1;
/// Standard deviation of the difference of two effects if the effect with the bot is 0, as a share.
const LEAST: f64 = 0.003;

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
    pub fn on(&self, bot: usize, fighter: &str) -> f64 {
        let of_bot = self.by_bot.get(bot);
        let effect = of_bot.and_then(|of| of.get(fighter));
        effect.copied().unwrap_or(0.0)
    }
}

/// Estimates how much more each edit of a set adds to the win rates of the reference player than to
/// those of each bot. `effects` are the effects with the bots; `corrections` are those of the bots
/// with the unchanged scenario. `own` are the games of each bot with the set, `reference` those of
/// the reference player.
pub fn differences(
    effects: &[EditEffect],
    corrections: &[Correction],
    own: &[Point],
    reference: &Point,
) -> Vec<EditEffect> {
    let mut differences: Vec<EditEffect> = effects.to_vec();
    for (bot, (correction, own)) in corrections.iter().zip(own).enumerate() {
        let fighters: Vec<Observed<'_>> = (pairs(own, reference).into_iter())
            .map(|(key, (own, reference))| Observed {
                key,
                difference: reference.0 - own.0 - correction.of(key),
                variance: reference.1.powi(2) + own.1.powi(2) + correction.error.powi(2),
                effects: effects.iter().map(|of| of.on(bot, key)).collect(),
            })
            .collect();
        let weights = weights(&fighters);
        for (edit, of) in differences.iter_mut().enumerate() {
            let due = |fighter: &Observed<'_>| {
                let part = |(share, weight): &(f64, f64)| {
                    weight * fighter.part(edit, *share) * fighter.difference
                };
                (fighter.key.to_owned(), weights.iter().map(part).sum())
            };
            of.by_bot[bot] = fighters.iter().map(due).collect();
        }
    }
    differences
}

/// What is known about a fighter's win rates with a set of edits.
struct Observed<'a> {
    key: &'a str,
    /// Win rate of the reference player minus the corrected win rate of the bot.
    difference: f64,
    /// Sampling variance of the difference.
    variance: f64,
    /// Effects of the edits on the win rate with the bot.
    effects: Vec<f64>,
}

impl Observed<'_> {
    /// Returns the variance of the difference of an edit's effects.
    fn prior(&self, edit: usize, share: f64) -> f64 {
        (share * self.effects[edit]).powi(2) + LEAST * LEAST
    }

    /// Returns the variance of the measured difference.
    fn all(&self, share: f64) -> f64 {
        let edits = (0..self.effects.len()).map(|edit| self.prior(edit, share));
        self.variance + edits.sum::<f64>()
    }

    /// Returns the part of the measured difference that is due to an edit.
    fn part(&self, edit: usize, share: f64) -> f64 {
        self.prior(edit, share) / self.all(share)
    }
}

/// Returns each share of the grid with its weight; the weights sum to 1.
fn weights(fighters: &[Observed<'_>]) -> Vec<(f64, f64)> {
    let likelihood = |share: f64| {
        let term = |of: &Observed<'_>| {
            let variance = of.all(share);
            of.difference * of.difference / variance + libm::log(variance)
        };
        // The differences of n fighters add up to 0, so they are worth n − 1.
        let count = fighters.len() as f64;
        -0.5 * (count - 1.0) / count * fighters.iter().map(term).sum::<f64>()
    };
    let grid = (0..STEPS).map(|step| (step as f64 + 0.5) * STEP);
    let shares: Vec<f64> = grid.collect();
    let likelihoods: Vec<f64> = shares.iter().map(|share| likelihood(*share)).collect();
    shares.into_iter().zip(softmax(&likelihoods)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates the results of games from the win rates of the fighters `a`, `b`, `c` and `d`.
    fn point(rates: [f64; 4], games: u64) -> Point {
        let wins = rates.map(|rate| (rate * games as f64).round() as u64);
        Point::made_up(games, ["a", "b", "c", "d"].into_iter().zip(wins))
    }

    fn effect(edit: usize, effects: [f64; 4]) -> EditEffect {
        let effects = ["a", "b", "c", "d"].into_iter().zip(effects);
        let by_key = effects.map(|(key, effect)| (key.to_owned(), effect));
        EditEffect {
            edit,
            by_bot: vec![by_key.collect()],
        }
    }

    /// Returns the differences of two edits for the reference player's win rates with both: edit 7
    /// adds 8 points to `a` with the bot, edit 9 adds 5 points to `b`.
    fn differences_of(reference: [f64; 4], games: u64) -> [EditEffect; 2] {
        let effects = [
            effect(7, [0.08, -0.03, -0.03, -0.02]),
            effect(9, [-0.01, 0.05, -0.02, -0.02]),
        ];
        let none = Correction {
            by_key: BTreeMap::new(),
            error: 0.005,
        };
        let own = [point([0.32, 0.27, 0.20, 0.21], 20_000)];
        let reference = point(reference, games);
        differences(&effects, &[none], &own, &reference)
            .try_into()
            .unwrap()
    }

    #[test]
    fn an_edit_without_effect_for_the_reference_player_is_found() {
        // The first edit does nothing with the reference player, the second one has its effect.
        let [first, second] = differences_of([0.24, 0.30, 0.23, 0.23], 8_000);
        assert_eq!((first.edit, second.edit), (7, 9));
        assert!((-0.08..-0.06).contains(&first.on(0, "a")), "{first:?}");
        assert!(second.on(0, "a").abs() < 0.01, "{second:?}");
        assert!(second.on(0, "b").abs() < 0.03, "{second:?}");
    }

    /// In a duel, both fighters have the same difference, which is evidence once.
    #[test]
    fn both_fighters_of_a_duel_are_one_observation() {
        let observed = |key| Observed {
            key,
            difference: if key == "a" { 0.01 } else { -0.01 },
            variance: 0.01 * 0.01,
            effects: vec![0.08],
        };
        let mean = |fighters: &[Observed<'_>]| -> f64 {
            let weights = weights(fighters).into_iter();
            weights.map(|(share, weight)| share * weight).sum()
        };
        let duel = mean(&[observed("a"), observed("b")]);
        // From a numerical integration over the grid, with the evidence of one fighter.
        assert!((duel - 0.508).abs() < 0.001, "{duel}");
    }

    #[test]
    fn sampling_error_is_no_difference_of_effects() {
        // With 500 games, the standard error of a win rate is about two points.
        let [first, second] = differences_of([0.30, 0.28, 0.21, 0.21], 500);
        for key in ["a", "b", "c", "d"] {
            let both = first.on(0, key) + second.on(0, key);
            assert!(both.abs() < 0.012, "{key}: {both}");
        }
    }
}
