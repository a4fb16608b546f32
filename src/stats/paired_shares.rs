//! The difference of two shares in the same games, such as the shares of games won in two variants:
//! confidence interval and test.
//!
//! Interval and test are based on the score test of paired proportions (T. Tango, 1998, Statistics
//! in Medicine 17, 891–908), which is McNemar's test for a difference of 0. For few pairs, the
//! exact distribution of the score is used. The p-value is then the largest over all shares of lost
//! games that are possible with the difference (S. Suissa and J. J. Shuster, 1991, Biometrics 47,
//! 361–372; A. Agresti and Y. Min, 2001, Biometrics 57, 963–971). Even if all results are equal,
//! the interval has a width above 0.

use super::intervals::{Interval, p_of_z, z};

/// Maximum number of pairs of games for which interval and test of a difference are exact.
const FEW: u64 = 20;
/// Number of grid steps in the search for the largest exact p-value over all possible shares of
/// lost games.
const STEPS: u32 = 40;
/// Number of bisections to find an end of an exact confidence interval; the precision is 0.0002
/// percentage points.
const EXACT_HALVINGS: u32 = 20;
/// Number of bisections to find an end of a score interval; the precision is that of `f64`.
const HALVINGS: u32 = 60;
/// Factor in comparisons of scores. Scores that differ only by rounding errors count as equal.
const TIE: f64 = 1.0 - 1e-9;

/// Counts of pairs of outcomes, each 0 or 1, such as a game won or lost in two variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairedShares {
    pub pairs: u64,
    /// Number of pairs with outcome 0 in the first variant and 1 in the second.
    pub gained: u64,
    /// Number of pairs with outcome 1 in the first variant and 0 in the second.
    pub lost: u64,
}

impl PairedShares {
    /// Returns the two-sided p-value of the hypothesis that both variants have equal shares of
    /// wins; 1 if `gained` and `lost` are equal.
    pub fn p_value(self) -> f64 {
        match self.pairs <= FEW {
            _ if self.gained == self.lost => 1.0,
            true => self.exact(0.0),
            false => p_of_z(self.score(0.0)),
        }
    }

    /// Returns the confidence interval of the difference of shares: the differences that the test
    /// does not reject at this level. `None` without pairs.
    pub fn interval(self, level: f64) -> Option<Interval> {
        (self.pairs > 0).then(|| Interval {
            low: -self.mirrored().upper_end(level),
            high: self.upper_end(level),
        })
    }

    fn upper_end(self, level: f64) -> f64 {
        let z = z(level);
        let (halvings, accepted): (_, &dyn Fn(f64) -> bool) = match self.pairs <= FEW {
            true => (EXACT_HALVINGS, &|delta| self.exact(delta) > 1.0 - level),
            false => (HALVINGS, &|delta| self.score(delta).abs() <= z),
        };
        if accepted(1.0) {
            return 1.0;
        }
        let observed = (self.gained as f64 - self.lost as f64) / self.pairs as f64;
        let (mut inside, mut outside) = (observed, 1.0);
        for _ in 0..halvings {
            let middle = f64::midpoint(inside, outside);
            match accepted(middle) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        // Returns the outer bound of the bisection, so that the interval contains every accepted
        // difference.
        outside
    }

    /// Returns the counts of paired outcomes with the two variants exchanged.
    fn mirrored(self) -> PairedShares {
        PairedShares { gained: self.lost, lost: self.gained, ..self }
    }

    /// Returns the number of standard errors between a hypothetical difference of shares, `delta`,
    /// and the observed difference. The standard error is that of the most likely shares with the
    /// difference `delta`.
    fn score(self, delta: f64) -> f64 {
        if delta < 0.0 {
            return -self.mirrored().score(-delta);
        }
        let pairs = self.pairs as f64;
        let (gained, lost) = (self.gained as f64 / pairs, self.lost as f64 / pairs);
        let off = gained - lost - delta;
        // The most likely share of lost games is a root of 2 q² + b q − c.
        let (b, c) = ((2.0 - gained + lost) * delta - gained - lost, lost * delta * (1.0 - delta));
        let root = (b * b + 8.0 * c).sqrt();
        let likely = match b > 0.0 {
            true => 2.0 * c / (b + root),
            false => (root - b) / 4.0,
        };
        let variance = (2.0 * likely + delta * (1.0 - delta)) / pairs;
        match variance > 0.0 {
            true => off / variance.sqrt(),
            false if off == 0.0 => 0.0,
            false => f64::INFINITY.copysign(off),
        }
    }

    /// Returns the exact two-sided p-value of the hypothesis that the difference of shares is
    /// `delta`. [`PairedShares::score`] orders the possible outcomes. Uses only functions whose
    /// results are equal on all machines to the last bit.
    fn exact(self, delta: f64) -> f64 {
        if delta < 0.0 {
            return self.mirrored().exact(-delta);
        }
        let pairs = self.pairs as usize;
        let observed = self.score(delta).abs() * TIE;
        let mut extreme: Vec<(usize, usize, f64)> = vec![];
        let mut ways_to_gain = 1.0;
        for gained in 0..=pairs {
            let mut ways = ways_to_gain;
            for lost in 0..=pairs - gained {
                let outcome = PairedShares { gained: gained as u64, lost: lost as u64, ..self };
                if outcome.score(delta).abs() >= observed {
                    extreme.push((gained, lost, ways));
                }
                ways *= (pairs - gained - lost) as f64 / (lost + 1) as f64;
            }
            ways_to_gain *= (pairs - gained) as f64 / (gained + 1) as f64;
        }
        let chance = |step: u32| -> f64 {
            let lost = (1.0 - delta) / 2.0 * f64::from(step) / f64::from(STEPS);
            let [of_gained, of_lost, of_rest] =
                [lost + delta, lost, (1.0 - delta - 2.0 * lost).max(0.0)]
                    .map(|of| powers(of, pairs));
            let each = extreme.iter().map(|&(gained, lost, ways)| {
                ways * of_gained[gained] * of_lost[lost] * of_rest[pairs - gained - lost]
            });
            each.sum()
        };
        (0..=STEPS).map(chance).fold(0.0, f64::max).min(1.0)
    }
}

/// Returns the powers of a number, with exponents from 0 to `most`.
fn powers(of: f64, most: usize) -> Vec<f64> {
    std::iter::successors(Some(1.0), |power| Some(power * of)).take(most + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(pairs: u64, gained: u64, lost: u64) -> PairedShares {
        PairedShares { pairs, gained, lost }
    }

    fn near(a: f64, b: f64, by: f64) {
        assert!((a - b).abs() < by, "{a} is not {b}");
    }

    #[test]
    fn intervals_agree_with_published_values() {
        // M. W. Fagerland, S. Lydersen, P. Laake, 2017, Statistical Analysis of Contingency Tables,
        // chapter 8: the trials of Cavo et al. (2012) and Bentur et al. (2009).
        for (of, low, high) in
            [(shares(161, 6, 16), -0.1240, -0.0054), (shares(21, 1, 7), -0.517, -0.026)]
        {
            let interval = of.interval(0.95).unwrap();
            near(interval.low, low, 5e-4);
            near(interval.high, high, 5e-4);
        }
        // Without differing pairs, the score interval is Wilson's interval for 0 wins in 100 games.
        let equal = shares(100, 0, 0).interval(0.95).unwrap();
        let few = z(0.95).powi(2);
        near(equal.high, few / (100.0 + few), 1e-12);
        near(equal.low, -equal.high, 1e-12);
    }

    #[test]
    fn no_difference_is_tested_by_mcnemars_test() {
        // (60 − 30)² / (60 + 30) = 10; chi-square with one degree of freedom: P(> 10) = 0.0015654.
        near(shares(1_000, 60, 30).p_value(), 0.001_565_4, 1e-7);
        assert_eq!(shares(1_000, 7, 7).p_value(), 1.0);
        assert_eq!(shares(0, 0, 0).p_value(), 1.0);
    }

    #[test]
    fn few_pairs_are_no_certainty() {
        assert_eq!(shares(0, 0, 0).interval(0.95), None);
        // With one game, any true difference is possible except those near the opposite extreme.
        let one = shares(1, 1, 0);
        let interval = one.interval(0.95).unwrap();
        assert!(interval.low < -0.9 && interval.high == 1.0, "{interval:?}");
        assert_eq!(one.p_value(), 1.0);
        // Five differing games, all in the same direction, have a probability of 2 in 32.
        let five = shares(5, 5, 0);
        near(five.p_value(), 2.0 / 32.0, 1e-9);
        assert!(five.interval(0.95).unwrap().low < 0.0);
        // Three equal pairs have the probability (1 − d)³ if the true difference is d.
        let equal = shares(3, 0, 0).interval(0.95).unwrap();
        assert!(0.6 < equal.high && equal.high < 0.75, "{equal:?}");
    }

    /// Returns the least and the mean coverage of 95 % intervals over pairs of shares on a grid.
    /// Each coverage is summed over all possible outcomes.
    fn coverage(pairs: usize) -> (f64, f64) {
        const GRID: usize = 25;
        let mut outcomes = vec![];
        let mut ways_to_gain = 1.0;
        for gained in 0..=pairs {
            let mut ways = ways_to_gain;
            for lost in 0..=pairs - gained {
                let interval = shares(pairs as u64, gained as u64, lost as u64).interval(0.95);
                outcomes.push((gained, lost, ways, interval.unwrap()));
                ways *= (pairs - gained - lost) as f64 / (lost + 1) as f64;
            }
            ways_to_gain *= (pairs - gained) as f64 / (gained + 1) as f64;
        }
        let (mut least, mut sum, mut places) = (1.0_f64, 0.0, 0.0);
        for gains in 0..=GRID {
            for losses in 0..=GRID - gains {
                let [gain, loss] = [gains, losses].map(|of| of as f64 / GRID as f64);
                let rest = (GRID - gains - losses) as f64 / GRID as f64;
                let truth = gain - loss;
                let covers = |interval: &Interval| {
                    interval.low - 1e-9 <= truth && truth <= interval.high + 1e-9
                };
                let held = outcomes.iter().filter(|(.., interval)| covers(interval));
                let chance = held.map(|&(gained, lost, ways, _)| {
                    let power = |of: f64, times: usize| of.powi(times as i32);
                    ways * power(gain, gained)
                        * power(loss, lost)
                        * power(rest, pairs - gained - lost)
                });
                let covered: f64 = chance.sum();
                least = least.min(covered);
                sum += covered;
                places += 1.0;
            }
        }
        (least, sum / places)
    }

    #[test]
    fn intervals_of_one_to_fifty_pairs_cover_as_often_as_they_say() {
        for pairs in [1, 2, 3, 4, 5, 7, 10, 15, 20, 21, 30, 40, 50] {
            let (least, mean) = coverage(pairs);
            // Exact intervals have at least the nominal coverage, except for the coarse grid of the
            // search. Score intervals have it on average.
            let floor = if pairs as u64 <= FEW { 0.949 } else { 0.91 };
            assert!(least >= floor, "{pairs} pairs: {least} at worst");
            assert!(mean >= 0.949, "{pairs} pairs: {mean} on average");
        }
    }

    #[test]
    fn exact_and_approximate_intervals_meet() {
        for (gained, lost) in [(0, 0), (3, 3), (10, 2), (20, 0)] {
            let exact = shares(FEW, gained, lost).interval(0.95).unwrap();
            let next = shares(FEW + 1, gained, lost).interval(0.95).unwrap();
            near(exact.low, next.low, 0.07);
            near(exact.high, next.high, 0.07);
        }
    }
}
