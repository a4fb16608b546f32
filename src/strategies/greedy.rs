//! The greedy bot: chooses the option with the greatest weighted sum of features. A set of weights
//! defines a style of play.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use wide::f32x4;

use super::{Asked, Explanation, Failure, Strategy};
use crate::game::story::{Part, Worth, exact};
use crate::game::{FeatureRow, Game, MAX_FEATURES, MAX_OPTIONS, Options};

/// Weights of a greedy bot, one for each feature (number that describes an option), and the range
/// of the bot's random number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    pub of_feature: FeatureRow,
    /// Maximum of the random number (0 to this value) that the bot adds to each option's score.
    pub whim: f32,
}

impl Weights {
    /// Returns the weighted sum of an option's features.
    #[inline(always)]
    fn score(&self, row: &FeatureRow) -> f32 {
        weighted_sum(row, &fours(&self.of_feature))
    }

    /// Returns the index of the option with the highest score. A random number is part of each
    /// score. If several scores are equal, the first of these options wins. Stores the scores in
    /// `scores`.
    ///
    /// Games list attacks before moves, so an attack wins against a move with an equal score.
    #[inline]
    fn choose(&self, rows: &[FeatureRow], luck: &mut Pcg64Mcg, scores: &mut [f32]) -> usize {
        let weights = fours(&self.of_feature);
        let mut best = (0, f32::NEG_INFINITY);
        // One 64-bit draw gives the random numbers of two options.
        let mut drawn = 0;
        for (index, (row, kept)) in rows.iter().zip(scores).enumerate() {
            drawn = if index % 2 == 0 { luck.next_u64() } else { drawn >> 32 };
            let score = weighted_sum(row, &weights) + self.whim * unit(drawn as u32);
            *kept = score;
            if score > best.1 {
                best = (index, score);
            }
        }
        best.0
    }
}

/// A row of feature values as vectors of four numbers, for SIMD instructions.
type Fours = [f32x4; MAX_FEATURES / 4];

#[inline(always)]
fn fours(row: &FeatureRow) -> Fours {
    std::array::from_fn(|four| f32x4::new(std::array::from_fn(|lane| row[4 * four + lane])))
}

#[inline(always)]
fn weighted_sum(row: &FeatureRow, weights: &Fours) -> f32 {
    let mut sums = f32x4::ZERO;
    for (features, &weights) in fours(row).into_iter().zip(weights) {
        sums += features * weights;
    }
    let [a, b, c, d] = sums.to_array();
    (a + c) + (b + d)
}

const _: () = assert!(MAX_FEATURES.is_multiple_of(4));

/// A bot that compares the immediate effects of its options, and does not look ahead.
pub struct Greedy {
    weights: Weights,
    rows: Box<[FeatureRow; MAX_OPTIONS]>,
    /// Scores of the options in the bot's last decision, including the random numbers.
    scores: [f32; MAX_OPTIONS],
}

impl Greedy {
    pub fn new(weights: Weights) -> Self {
        Greedy {
            weights,
            rows: Box::new([[0.0; MAX_FEATURES]; MAX_OPTIONS]),
            scores: [0.0; MAX_OPTIONS],
        }
    }

    /// Returns the index of the option that the greedy bot chooses.
    #[inline]
    pub fn choice<G: Game>(
        &mut self,
        (game, view, options): Asked<'_, '_, G>,
        luck: &mut Pcg64Mcg,
    ) -> usize {
        game.features(view, options, &mut self.rows[..]);
        let rows = &self.rows[..options.len()];
        self.weights.choose(rows, luck, &mut self.scores)
    }

    /// Returns the score of each option, without the random number that a choice would add.
    pub(super) fn scores<G: Game>(
        &mut self,
        (game, view, options): Asked<'_, '_, G>,
    ) -> impl Iterator<Item = f32> + use<'_, G> {
        game.features(view, options, &mut self.rows[..]);
        let rows = self.rows[..options.len()].iter();
        rows.map(|row| self.weights.score(row))
    }
}

impl<G: Game> Strategy<G> for Greedy {
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        Ok(self.choice::<G>((game, view, options), luck))
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        let worth = |(row, &score): (&FeatureRow, &f32)| {
            let weights = row.iter().zip(&self.weights.of_feature);
            let parts = G::FEATURES.iter().zip(weights).map(|(feature, (&value, &weight))| Part {
                feature: feature.name,
                value: exact(value),
                weight: exact(weight),
            });
            Worth::Sum {
                score: exact(score),
                whim: exact(score - self.weights.score(row)),
                features: parts.filter(|part| part.value != 0.0 && part.weight != 0.0).collect(),
            }
        };
        let rows = self.rows[..options.len()].iter();
        let worth = rows.zip(&self.scores).map(worth).collect();
        Explanation::By { how: "features times weights".into(), worth }
    }
}

/// Converts 32 random bits to a random number from 0 to 1.
#[inline]
fn unit(bits: u32) -> f32 {
    bits as f32 * (1.0 / u32::MAX as f32)
}
