//! The mean difference of amounts in paired games, such as a player's points in two variants:
//! confidence interval and test.

use super::intervals::{Interval, p_of_z, z};

/// The mean difference of an amount over pairs of games, with the numbers from which its interval
/// and test are computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanDifference {
    pub pairs: u64,
    pub mean: f64,
    /// Variance of the differences over all pairs of games.
    pub variance: f64,
    /// Root mean square of the difference over the pairs of games that differ; greater than 0.
    pub size: f64,
}

impl MeanDifference {
    /// Returns the confidence interval of the mean difference: the values that the test does not
    /// reject at this level. `None` with too few pairs (up to 4 at a level of 0.95).
    ///
    /// The interval is not narrow if all differences are equal. It assumes at least the variance of
    /// z² games that differ by `size`, where z is the normal quantile of the level.
    pub fn interval(self, level: f64) -> Option<Interval> {
        let (pairs, z) = (self.pairs as f64, z(level));
        let unseen = z * self.size / pairs.sqrt();
        let reach = z * self.variance.sqrt().max(unseen) / (pairs - z * z).sqrt();
        (pairs > z * z + 1.0)
            .then_some(Interval { low: self.mean - reach, high: self.mean + reach })
    }

    /// Returns the two-sided p-value of the hypothesis that the true mean difference is 0. The
    /// interval excludes 0 exactly if the p-value is below 1 − level.
    pub fn p_value(self) -> f64 {
        if self.mean == 0.0 {
            return 1.0;
        }
        let (pairs, square) = (self.pairs as f64, self.mean * self.mean);
        // The score test uses the mean square of the differences as the variance.
        let seen = pairs * square / (self.variance + square);
        // The same test with the smallest variance that the interval assumes.
        let unseen = 2.0 * pairs / (1.0 + (1.0 + 4.0 * self.size * self.size / square).sqrt());
        p_of_z(seen.min(unseen).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_interval_leaves_out_zero_just_where_the_test_rejects_it(
            pairs in 5u64..500, mean in -3.0f64..3.0, variance in 0.0f64..9.0, size in 0.5f64..4.0,
        ) {
            let of = MeanDifference { pairs, mean, variance, size };
            let (interval, p) = (of.interval(0.95).unwrap(), of.p_value());
            prop_assume!((p - 0.05).abs() > 1e-9);
            prop_assert_eq!(p < 0.05, interval.excludes_zero());
        }
    }

    #[test]
    fn games_that_all_came_out_alike_are_no_certainty() {
        let alike = |pairs, mean| MeanDifference { pairs, mean, variance: 0.0, size: 1.0 };
        assert_eq!(alike(4, 1.0).interval(0.95), None);
        assert!(alike(4, 1.0).p_value() > 0.05);
        let none = alike(50, 0.0);
        let interval = none.interval(0.95).unwrap();
        assert!(interval.low < -0.07 && interval.high > 0.07, "{interval:?}");
        assert_eq!(none.p_value(), 1.0);
        assert!(alike(50, 1.0).p_value() < 1e-4);
    }
}
