//! The policy of a trained bot: the probability of each option, from the estimated win
//! probabilities of all options.
//!
//! The probabilities are a softmax. If players choose in secret, the good strategies are mixed: a
//! bot that always takes its best option can be met by another option, and in self-play best
//! options follow each other in circles. With a softmax that the bot also learns with, a training
//! converges to a quantal response equilibrium (McKelvey and Palfrey 1995; for learning by
//! self-play: Leslie and Collins 2005), so that different trainings play alike.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// Options with less than this share of the best option's weight are never taken: e^−8.
const LEAST: f32 = 8.0;

/// The weights of a decision's options, summed up.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Policy {
    /// Index of the option with the greatest estimate.
    pub best: usize,
    /// Mean of the estimates, weighted by the probabilities: the estimated win probability of a
    /// player who draws an option.
    pub mean: f32,
    /// Sum of the weights of all options.
    total: f32,
}

impl Policy {
    /// Computes the weight of each option, and writes it to `weights`. `values` are the estimated
    /// win probabilities of the options, at least one.
    ///
    /// `temperature` is the difference of win probabilities between two options of which one is e
    /// times as probable, for a player with a win probability of one half. With other win
    /// probabilities q, the difference is 4q(1 − q) times as large, as is the variance of the
    /// game's result. With temperature 0, the best option is always taken.
    #[inline]
    pub fn of(values: &[f32], temperature: f32, weights: &mut [f32]) -> Policy {
        let mut best = 0;
        for option in 1..values.len() {
            if values[option] > values[best] {
                best = option;
            }
        }
        let top = values[best];
        if temperature == 0.0 {
            weights[..values.len()].fill(0.0);
            weights[best] = 1.0;
            return Policy { best, mean: top, total: 1.0 };
        }
        let win = top.clamp(0.01, 0.99);
        let scale = 1.0 / (temperature * 4.0 * win * (1.0 - win));
        let (mut total, mut sum) = (0.0, 0.0);
        for (weight, value) in weights.iter_mut().zip(values) {
            let gap = (top - value) * scale;
            *weight = if gap < LEAST { libm::expf(-gap) } else { 0.0 };
            total += *weight;
            sum += *weight * value;
        }
        Policy { best, mean: sum / total, total }
    }

    /// Draws an option with a probability proportional to its weight. The weights are those of the
    /// decision. Takes one random number.
    #[inline]
    pub fn draw(&self, weights: &[f32], luck: &mut Pcg64Mcg) -> usize {
        let mut left = (luck.next_u32() >> 8) as f32 / (1 << 24) as f32 * self.total;
        for (option, weight) in weights.iter().enumerate() {
            if left < *weight {
                return option;
            }
            left -= weight;
        }
        self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_drawn_as_often_as_their_weights_say() {
        let (values, mut weights) = ([0.48, 0.5, 0.1], [0.0; 3]);
        let policy = Policy::of(&values, 0.02, &mut weights);
        let share = 1.0 / (1.0 + (-1.0f32).exp());
        assert_eq!((policy.best, weights[2]), (1, 0.0));
        assert!((policy.mean - (0.5 * share + 0.48 * (1.0 - share))).abs() < 1e-4);
        let mut luck = Pcg64Mcg::new(7);
        let mut counts = [0u32; 3];
        for _ in 0..10_000 {
            counts[policy.draw(&weights, &mut luck)] += 1;
        }
        assert_eq!(counts[2], 0);
        assert!((counts[1] as f32 / 1e4 - share).abs() < 0.02, "{counts:?}");
    }

    #[test]
    fn little_chance_of_winning_makes_small_differences_count() {
        let mut weights = [0.0; 2];
        let gap = |high: f32, low: f32, weights: &mut [f32]| {
            Policy::of(&[high, low], 0.02, weights);
            -libm::logf(weights[1])
        };
        let even = gap(0.5, 0.49, &mut weights);
        let behind = gap(0.1, 0.09, &mut weights);
        assert!((even - 0.5).abs() < 1e-3, "{even}");
        assert!((behind / even - 1.0 / 0.36).abs() < 1e-2, "{behind}");
    }

    #[test]
    fn without_temperature_the_first_best_option_is_taken() {
        let (values, mut weights) = ([0.2, 0.7, 0.7], [0.5; 3]);
        let policy = Policy::of(&values, 0.0, &mut weights);
        assert_eq!((policy.best, policy.mean, weights), (1, 0.7, [0.0, 1.0, 0.0]));
        assert_eq!(policy.draw(&weights, &mut Pcg64Mcg::new(1)), 1);
    }
}
