//! `gong train --kind greedy`: trains the weights of a greedy bot by an evolution strategy.
//!
//! Candidates are drawn around the current weights and play against each other and against guests,
//! i.e. other bots. The best ones determine the next distribution: separable CMA-ES (`evolution`).
//! Training starts from an existing bot, with steps that have about the same effect for every
//! feature (`sizes`). The result is the mean of the last distribution, not a lucky candidate.
//! Generations grow during training, because similar candidates need more games to be
//! distinguished.
//!
//! The weight of a feature that is equal for all options does not change, because nothing can be
//! learnt about it. The random part `whim` does not change either: it makes the bot unpredictable,
//! although 0 would win most. Only the other weights may grow relative to `whim`.

mod evolution;
pub mod gate;
mod population;
mod sizes;

use std::sync::atomic::AtomicBool;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use self::evolution::WeightDistribution;
use self::population::Population;
use self::sizes::sizes;
use super::checkpoints::{Checkpoints, TRIALS};
use super::course::TrainingCourse;
use super::variants::Variants;
use super::{LESSONS, Progress, TrainingPlan, TrainingResult, Until};
use crate::analysis::learning::exact;
use crate::game::chance::{Purpose, stream};
use crate::scenario::Scenario;
use crate::simulate::{Lots, Stretch};
use crate::stats::counts::{CountedSums, Through};
use crate::strategies::{BotDefinition, Weights};

/// Default number of games of the first generation (batch of training games).
pub const GENERATION: u64 = 2000;
/// Growth of the generations (batches of training games): a generation has one more game for every
/// `GROWS` games played before.
const GROWS: u64 = 8;
/// Maximum number of earlier versions of the bot that play as opponents of the candidates. When it
/// is reached, every other version is dropped.
const CHAMPIONS: usize = 8;
/// Initial step size of the evolution strategy, in units of the coordinates (see [`Scale`]).
const STEP: f64 = 0.6;

/// Change of one weight of a greedy bot by training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    pub feature: String,
    #[serde(with = "exact")]
    pub before: f64,
    #[serde(with = "exact")]
    pub after: f64,
    /// Standard deviation of the weight among the candidates of the next generation; `None` if the
    /// weight was not trained.
    #[serde(with = "exact")]
    pub spread: Option<f64>,
    /// Standard deviation of the feature among the options of a decision. The weight times this
    /// number measures the feature's influence.
    #[serde(with = "exact")]
    pub size: f64,
}

/// Conversion between a bot's weights and coordinates of the search. A coordinate is the change of
/// a weight, measured in a unit of its own.
struct Scale {
    parent: Weights,
    /// Indices of the features whose weights are trained, each with the unit of its coordinate.
    learnt: Vec<(usize, f64)>,
}

impl Scale {
    /// Chooses the unit of each weight: the mean of the weight's absolute value and of the value
    /// that would have average influence.
    ///
    /// This unit suits large weights as well as weights of 0.
    fn of(parent: Weights, sizes: &[f64]) -> Scale {
        let weight = |feature: usize| f64::from(parent.of_feature[feature]).abs();
        let varied = || (sizes.iter().enumerate()).filter(|(_, size)| **size > 0.0);
        let counts = varied().map(|(feature, size)| weight(feature) * size);
        let usual = counts.sum::<f64>() / varied().count().max(1) as f64;
        // A bot with only zero weights has no average influence.
        let usual = if usual > 0.0 { usual } else { 1.0 };
        let unit =
            |(feature, size): (usize, &f64)| (feature, (weight(feature) + usual / size) / 2.0);
        Scale { learnt: varied().map(unit).collect(), parent }
    }

    /// Converts coordinates of the search to weights of a bot.
    fn weights(&self, at: &[f64]) -> Weights {
        let mut weights = self.parent;
        for (&(feature, unit), at) in self.learnt.iter().zip(at) {
            let weight = f64::from(self.parent.of_feature[feature]) + unit * at;
            weights.of_feature[feature] = weight.clamp(-MOST, MOST) as f32;
        }
        weights
    }
}

/// Maximum absolute value of a weight in a strategy file.
const MOST: f64 = 1000.0;

/// Rounds a weight to three significant digits for readability.
fn readable(weight: f32) -> f64 {
    let written = format!("{weight:.2e}");
    // Adding 0 removes the sign of −0.
    written.parse::<f64>().expect("it was a number") + 0.0
}

/// Creates a bot with rounded weights, as in its file.
fn rounded(weights: &Weights) -> BotDefinition {
    let of_feature = weights.of_feature.map(|weight| readable(weight) as f32);
    BotDefinition::Greedy(Weights { of_feature, ..*weights })
}

/// Trains the weights of a greedy bot from those of `parent`. All scenarios are of one game and
/// contain the bots to play with.
///
/// Also returns the change of each feature's weight, in the game's order of features. `lots`
/// supplies the state of an interrupted training. `tell` receives the progress after each
/// generation. Setting `stop` ends the training with the last complete generation.
///
/// # Errors
/// Fails if threads cannot be started, if another bot fails, or if no feature distinguishes
/// options.
pub fn evolve(
    scenarios: &[Scenario],
    question: &TrainingPlan,
    parent: Weights,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    mut tell: impl FnMut(&Progress),
) -> anyhow::Result<(TrainingResult, Vec<Moved>)> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(question.threads).build()?;
    let scenario = scenarios.first().context("at least one scenario is needed")?;
    let features = scenario.game().features();
    let seed = question.seed.wrapping_add(LESSONS);
    let variants = Variants::new(scenarios, seed);
    let mut until = Until::new(question, stop);
    let sizes = sizes(&variants, parent, seed, features.len(), &threads)?;
    let scale = Scale::of(parent, &sizes);
    anyhow::ensure!(
        !scale.learnt.is_empty(),
        "no feature of this game differs between options, so there is nothing to learn"
    );
    let start = BotDefinition::Greedy(parent);
    let course = TrainingCourse::new(
        Evolving {
            distribution: WeightDistribution::new(vec![0.0; scale.learnt.len()], STEP),
            champions: Checkpoints::new(question.generation, CHAMPIONS, start.clone()),
        },
        Checkpoints::new(question.generation, TRIALS, start.clone()),
    );
    let done = lots.play(0, course, |stretch| {
        let Stretch { tally: mut course, mut keep, .. } = stretch;
        while until.goes_on(course.games()) {
            let played = course.games();
            let number = course.curve.len() as u64;
            let Evolving { distribution, champions } = &mut course.learner;
            let mut luck = stream(seed, number, Purpose::Weights);
            let drawn = distribution.ask(&mut luck);
            let candidates: Vec<Weights> = drawn.iter().map(|at| scale.weights(at)).collect();
            let guests: Vec<BotDefinition> =
                std::iter::once(&start).chain(champions.bots()).cloned().collect();
            let population = Population {
                seed,
                number,
                variants: &variants,
                first: played,
                end: end(played, question),
                candidates: &candidates,
                pool: &question.pool,
                champions: &guests,
            };
            let scores = match population.play(&threads) {
                // Slow bots of the pool play on badly or fail when play is stopped; the complete
                // generations count.
                _ if until.interrupted() => break,
                scores => scores?,
            };
            let fitness: Vec<f64> = scores.iter().map(|score| score.mean()).collect();
            distribution.tell(&drawn, &fitness);
            let bot = rounded(&scale.weights(&distribution.mean));
            champions.hear(population.end, &bot);
            let progress = Progress { games: population.end, lessons: None };
            course.hear(progress, &bot);
            tell(&progress);
            keep(progress.games, &mut course);
        }
        Ok(until.played(course))
    })?;
    let distribution = &done.tally.learner.distribution;
    let bot = match done.games {
        0 => rounded(&parent),
        _ => rounded(&scale.weights(&distribution.mean)),
    };
    let spread = distribution.spread();
    let moved = |(feature, &size): (usize, &f64)| {
        let learnt = scale.learnt.iter().position(|of| of.0 == feature);
        Moved {
            feature: features[feature].name.to_owned(),
            before: readable(parent.of_feature[feature]),
            after: match bot {
                BotDefinition::Greedy(weights) => readable(weights.of_feature[feature]),
                _ => unreachable!("a bot of weights"),
            },
            spread: learnt.map(|at| spread[at] * scale.learnt[at].1),
            size,
        }
    };
    let weights = sizes.iter().enumerate().map(moved).collect();
    Ok((until.found(bot, done), weights))
}

/// State of the evolution: the distribution of weights, and earlier versions of the bot that serve
/// as opponents.
struct Evolving {
    distribution: WeightDistribution,
    champions: Checkpoints,
}

impl CountedSums for Evolving {
    fn show(&mut self, through: &mut Through<'_>) {
        self.distribution.show(through);
        self.champions.show(through);
    }
}

/// Returns the number of games at the end of the generation (batch of training games) that begins
/// after `played` games. A remainder of less than half a generation is added to the last one.
fn end(played: u64, question: &TrainingPlan) -> u64 {
    let size = |played: u64| question.generation + played / GROWS;
    let end = played + size(played);
    match end + size(end) / 2 > question.games {
        true => question.games,
        false => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::MAX_FEATURES;

    fn question(games: u64) -> TrainingPlan {
        TrainingPlan {
            before: None,
            seed: 1,
            games,
            generation: 1000,
            pool: vec![],
            time: None,
            threads: 1,
        }
    }

    fn ends(games: u64) -> Vec<u64> {
        let question = question(games);
        let mut ends = vec![];
        while ends.last() != Some(&games) {
            ends.push(end(ends.last().copied().unwrap_or(0), &question));
        }
        ends
    }

    #[test]
    fn generations_grow_and_those_of_fewer_games_are_the_first_of_more() {
        let all = ends(50_000);
        let sizes: Vec<u64> = all.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(sizes.windows(2).rev().skip(1).all(|pair| pair[0] <= pair[1]));
        assert_eq!(ends(300), [300]);
        assert_eq!(ends(1400), [1400]);
        // A training stopped after some generations equals a training of exactly these generations.
        for (count, &games) in all.iter().enumerate() {
            assert_eq!(ends(games), all[..=count]);
        }
    }

    #[test]
    fn weights_of_features_that_are_always_alike_stay_and_others_have_units() {
        let mut of_feature = [0.0; MAX_FEATURES];
        of_feature[..3].copy_from_slice(&[2.0, 0.0, 7.0]);
        let parent = Weights { of_feature, whim: 0.2 };
        let scale = Scale::of(parent, &[0.5, 4.0, 0.0]);
        // The first feature has influence 1 and the second has influence 0; the mean is 0.5.
        assert_eq!(scale.learnt, [(0, 1.5), (1, 0.0625)]);
        let moved = scale.weights(&[-2.0, 1.0]);
        assert_eq!(moved.of_feature[..3], [-1.0, 0.0625, 7.0]);
        assert_eq!(moved.whim, 0.2);
        assert_eq!(scale.weights(&[1e6, 0.0]).of_feature[0], 1000.0);
    }

    #[test]
    fn what_is_written_has_three_digits_that_count() {
        for (weight, written) in [
            (0.3, "0.3"),
            (-1.2345, "-1.23"),
            (999.96, "1000"),
            (0.000_123_44, "0.000123"),
            (-0.0, "0"),
        ] {
            assert_eq!(readable(weight).to_string(), written);
        }
    }
}
