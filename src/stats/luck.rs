//! Win rates adjusted for the luck of the dice, by control variates with a mean of 0.
//!
//! A *control* measures the luck of one entrant in one game, as a change in the entrant's
//! probability to win. For each random event, it adds the probability after the event minus the
//! expected probability before the event. The mean of a control is 0 for any bots and any estimator
//! of the probability. So subtracting a multiple of the control does not bias the win rate, and the
//! right multiple reduces its variance. Sources: J. M. Hammersley and D. C. Handscomb, 1964, Monte
//! Carlo Methods, chapter 5; for games, M. White and M. Bowling, 2009, IJCAI, and N. Burch et al.,
//! 2018, AIVAT, AAAI.
//!
//! There are two controls: one estimates the probability at the end of the round, the other at the
//! end of the game. Their multiples (slopes) are fitted by least squares with cross-fitting: each
//! fold of the observations uses slopes from the other folds. The slopes are therefore independent
//! of the luck by which they are multiplied, and the adjusted mean is unbiased for any number of
//! games.

use super::counts::{CountedSums, Through};
use super::hash::mix;
use super::intervals::{Interval, wilson_of, z};

/// Luck of one entrant in one game, in units of 1/[`UNIT`] of a win; 0 if luck is not measured.
///
/// The first number is measured by the win probability at the end of the round, the second by the
/// win probability at the end of the game.
pub type Luck = [i64; 2];

/// Integer that stands for a win probability of 1 in sums of luck. Integers add up exactly in any
/// order.
pub const UNIT: f64 = (1 << 20) as f64;

/// Number of folds for cross-fitting the luck adjustment of win rates.
const FOLDS: usize = 4;

/// Minimum number of observations for a luck adjustment of the win rate. Fewer observations cannot
/// estimate the slopes of the control variates.
const LEAST: f64 = 50.0;

/// Number of parameters that the luck adjustment fits: a mean and two slopes. The variance of the
/// adjusted win rate has this number of degrees of freedom less than observations.
pub const FITTED: u64 = 3;

/// Exact sums of wins and luck over observations. An observation is a game or a group of correlated
/// games. Two sums merge by addition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lucky {
    folds: [Sums; FOLDS],
}

/// Sums over observations of the products of 1, the wins, and the two control variates with each
/// other, as a symmetric matrix.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Sums([[i128; 4]; 4]);

/// Mean number of wins per observation, adjusted for luck.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjusted {
    /// Mean number of wins per observation, after the adjustment for luck.
    pub mean: f64,
    /// Standard error of the luck-adjusted mean number of wins.
    pub error: f64,
    /// Factor by which the luck adjustment reduces the variance. Without the adjustment, the same
    /// precision needs this many times as many observations.
    pub saving: f64,
}

impl Sums {
    fn merge(&mut self, other: &Sums) {
        let sums = self.0.as_flattened_mut().iter_mut();
        sums.zip(other.0.as_flattened()).for_each(|(sum, more)| *sum += more);
    }

    /// Returns a sum of products. The factors are 0: 1, 1: the wins, 2 and 3: the control variates.
    fn of(&self, one: usize, other: usize) -> f64 {
        self.0[one][other] as f64
    }

    /// Returns the least-squares slopes of the two control variates of luck, shrunk towards 0
    /// (heuristic shrinkage factor of J. C. van Houwelingen and S. le Cessie, 1990, Statistics in
    /// Medicine 9, 1303–1325; at least 0).
    ///
    /// The slopes shrink by the part of their fit that chance explains. They are 0 if they explain
    /// no more than two useless control variates would.
    fn slopes(&self) -> [f64; 2] {
        let (slopes, explained) = self.least_squares();
        let n = self.of(0, 0);
        let mean = self.of(0, 1) / n.max(1.0);
        let left = self.of(1, 1) - n * mean * mean - explained;
        // Sum of squares that two useless controls explain on average.
        let chance = 2.0 * left / (n - 3.0).max(1.0);
        let kept = (1.0 - chance / explained).max(0.0);
        slopes.map(|slope| if explained > 0.0 { kept * slope } else { 0.0 })
    }

    /// Returns the least-squares slopes of the two control variates of luck, and the sum of squares
    /// that they explain. A control variate that is always 0 has the slope 0.
    fn least_squares(&self) -> ([f64; 2], f64) {
        let mean = self.of(0, 1) / self.of(0, 0).max(1.0);
        let [u, v] = [2, 3].map(|i| self.of(1, i) - mean * self.of(0, i));
        let (a, b, c) = (self.of(2, 2), self.of(2, 3), self.of(3, 3));
        let determinant = a * c - b * b;
        let [s, t] = match (a > 0.0, c > 0.0) {
            _ if determinant > 1e-9 * a * c => {
                [(c * u - b * v) / determinant, (a * v - b * u) / determinant]
            }
            // The two controls are collinear, so one of them is enough.
            (true, _) => [u / a, 0.0],
            (false, true) => [0.0, v / c],
            (false, false) => [0.0; 2],
        };
        ([s, t], s * u + t * v)
    }

    /// Returns the sum and the sum of squares of the luck-adjusted wins, i.e. wins − slopes · luck.
    fn adjusted(&self, [s, t]: [f64; 2]) -> (f64, f64) {
        let sum = self.of(0, 1) - s * self.of(0, 2) - t * self.of(0, 3);
        let squares = self.of(1, 1) - 2.0 * (s * self.of(1, 2) + t * self.of(1, 3))
            + s * s * self.of(2, 2)
            + 2.0 * s * t * self.of(2, 3)
            + t * t * self.of(3, 3);
        (sum, squares)
    }
}

impl CountedSums for Lucky {
    fn show(&mut self, through: &mut Through<'_>) {
        self.folds.iter_mut().for_each(|fold| through.sums(fold.0.as_flattened_mut()));
    }
}

impl Lucky {
    /// Counts one observation with its wins and its luck. The number of the observation determines
    /// to which cross-fitting fold it belongs.
    #[inline]
    pub fn add(&mut self, number: u64, wins: u32, luck: Luck) {
        let fold = &mut self.folds[mix(number) as usize % FOLDS];
        let row = [1, wins.into(), luck[0].into(), luck[1].into()];
        for (sums, a) in fold.0.iter_mut().zip(row) {
            sums.iter_mut().zip(row).for_each(|(sum, b)| *sum += a * b);
        }
    }

    pub fn merge(&mut self, other: &Lucky) {
        for (mine, theirs) in self.folds.iter_mut().zip(&other.folds) {
            mine.merge(theirs);
        }
    }

    /// Returns the sums over all cross-fitting folds, or over all folds but one.
    fn without(&self, left_out: Option<usize>) -> Sums {
        let mut sums = Sums::default();
        for (fold, more) in self.folds.iter().enumerate() {
            if Some(fold) != left_out {
                sums.merge(more);
            }
        }
        sums
    }

    /// Returns the number of observations counted.
    pub fn observations(&self) -> u64 {
        self.without(None).0[0][0] as u64
    }

    /// Returns the number of games won in all observations.
    pub fn wins(&self) -> u64 {
        self.without(None).0[0][1] as u64
    }

    /// Returns the mean and standard error of each control variate of luck, as a win probability
    /// per observation. `None` with fewer than two observations.
    ///
    /// The expected mean is 0. A mean of more than a few standard errors indicates an error in the
    /// measurement of luck.
    pub fn mean_luck(&self) -> Option<[(f64, f64); 2]> {
        let all = self.without(None);
        let n = all.of(0, 0);
        let of = |i: usize| {
            let mean = all.of(0, i) / n;
            let variance = (all.of(i, i) / n - mean * mean) / (n - 1.0);
            (mean / UNIT, variance.max(0.0).sqrt() / UNIT)
        };
        (n > 1.0).then(|| [of(2), of(3)])
    }

    /// Returns the mean number of wins per observation, adjusted for luck.
    ///
    /// Returns `None` with too few observations, without measured luck, or if all results are
    /// equal.
    pub fn adjusted(&self) -> Option<Adjusted> {
        let all = self.without(None);
        let n = all.of(0, 0);
        let mean = all.of(0, 1) / n;
        let plain = all.of(1, 1) / n - mean * mean;
        let is_measured = all.of(2, 2) + all.of(3, 3) > 0.0;
        if n < LEAST || plain <= 0.0 || !is_measured {
            return None;
        }
        let (mut sum, mut squares) = (0.0, 0.0);
        for (fold, own) in self.folds.iter().enumerate() {
            let of_fold = own.adjusted(self.without(Some(fold)).slopes());
            sum += of_fold.0;
            squares += of_fold.1;
        }
        let mean = sum / n;
        let adjusted = (squares / n - mean * mean).max(0.0) * n / (n - FITTED as f64);
        (adjusted > 0.0).then(|| Adjusted {
            mean,
            error: (adjusted / n).sqrt(),
            saving: plain * n / (n - 1.0) / adjusted,
        })
    }
}

impl Adjusted {
    /// Returns the luck-adjusted share of games won, for observations of `games` games each.
    /// Limited to 0…1, because an adjusted mean can be outside this range.
    pub fn rate(&self, games: f64) -> f64 {
        (self.mean / games).clamp(0.0, 1.0)
    }

    /// Returns the numbers of wins and games that, without measured luck, would determine the share
    /// of games won as precisely, for observations of `games` games each. `None` if the share is 0
    /// or 1, or if it is not known better than by one game.
    pub fn equivalent(&self, games: f64) -> Option<(u64, u64)> {
        let (rate, error) = (self.rate(games), self.error / games);
        let worth = (rate * (1.0 - rate) / (error * error)).round();
        (worth > 0.0).then(|| ((rate * worth).round() as u64, worth as u64))
    }

    /// Returns Wilson's interval of the luck-adjusted share of games won, for observations of
    /// `games` games each.
    ///
    /// The sample size is the number of independent games with the same variance. If this size is
    /// at most 1, the normal interval is used.
    pub fn interval(&self, games: f64, level: f64) -> Interval {
        let (rate, error) = (self.rate(games), self.error / games);
        let worth = rate * (1.0 - rate) / (error * error);
        if worth > 1.0 {
            return wilson_of(rate, worth, level);
        }
        let reach = z(level) * error;
        Interval { low: (rate - reach).max(0.0), high: (rate + reach).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::intervals::wilson;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Simulates games with win probability `rate`, which partly depends on a coin flip. Both
    /// control variates are the flip's effect, scaled and with noise. If `extra` is not 0, it is
    /// added to each control variate, whose mean is then not 0.
    fn games(first: u64, games: u64, rate: f64, extra: f64, random: &mut Pcg64Mcg) -> Lucky {
        let mut lucky = Lucky::default();
        for number in first..first + games {
            // A coin decides whether the win probability is rate + 0.2 or rate − 0.2.
            let coin = if random.random_bool(0.5) { 0.2 } else { -0.2 };
            let won = random.random_bool(rate + coin);
            let luck = [0.05, 0.3].map(|most| {
                let noise: f64 = random.random_range(-most..most);
                ((1.7 * coin + noise + extra) * UNIT).round() as i64
            });
            lucky.add(number, won.into(), luck);
        }
        lucky
    }

    #[test]
    fn luck_taken_away_leaves_the_truth_and_intervals_that_hold() {
        for (n, rate) in [(60, 0.4), (200, 0.25)] {
            let mut random = Pcg64Mcg::seed_from_u64(5);
            let (runs, mut covered, mut sum, mut squares, mut said) = (2_000, 0, 0.0, 0.0, 0.0);
            for _ in 0..runs {
                let adjusted = games(0, n, rate, 0.0, &mut random).adjusted();
                let adjusted = adjusted.expect("there was luck");
                let interval = adjusted.interval(1.0, 0.95);
                covered += i32::from((interval.low..=interval.high).contains(&rate));
                let off = adjusted.mean - rate;
                (sum, squares, said) =
                    (sum + off, squares + off * off, said + adjusted.error.powi(2));
            }
            let runs = f64::from(runs);
            let error = (squares / runs).sqrt();
            assert!((sum / runs).abs() < 3.5 * error / runs.sqrt(), "{n}: {}", sum / runs);
            // The observed variance agrees with the reported variance within 10 % (its standard
            // deviation is about 3 %), and is below the variance without adjustment.
            let ratio = squares / said;
            assert!((0.9..1.1).contains(&ratio), "{n}: {ratio}");
            assert!(squares / runs < 0.9 * rate * (1.0 - rate) / n as f64);
            // Expected: 95 % of 2,000, with a standard deviation of half a percent.
            let covered = f64::from(covered) / runs;
            assert!((0.93..0.97).contains(&covered), "{n}: {covered}");
        }
    }

    #[test]
    fn equivalent_games_are_as_precise() {
        let mut random = Pcg64Mcg::seed_from_u64(9);
        let adjusted = games(0, 5_000, 0.4, 0.0, &mut random).adjusted();
        let adjusted = adjusted.expect("there was luck");
        let (wins, games) = adjusted.equivalent(1.0).expect("there were wins");
        assert!(games > 5_000, "{games}");
        let (plain, exact) = (wilson(wins, games, 0.95), adjusted.interval(1.0, 0.95));
        for (plain, exact) in [(plain.low, exact.low), (plain.high, exact.high)] {
            assert!((plain - exact).abs() < 1e-4, "{plain} {exact}");
        }
        let all_won = Adjusted { mean: 1.0, ..adjusted };
        assert_eq!(all_won.equivalent(1.0), None);
    }

    #[test]
    fn what_is_no_luck_shows_and_would_shift_the_result() {
        let mut random = Pcg64Mcg::seed_from_u64(6);
        let fair = games(0, 20_000, 0.4, 0.0, &mut random);
        for (mean, error) in fair.mean_luck().unwrap() {
            assert!(mean.abs() < 3.5 * error, "{mean} ± {error}");
        }
        let biased = games(0, 20_000, 0.4, 0.02, &mut random);
        for (mean, error) in biased.mean_luck().unwrap() {
            assert!(mean > 5.0 * error, "{mean} ± {error}");
        }
        let adjusted = biased.adjusted().unwrap();
        assert!(adjusted.mean < 0.4 - 2.5 * adjusted.error, "{adjusted:?}");
    }

    #[test]
    fn useless_luck_costs_next_to_nothing_and_too_little_says_nothing() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let mut useless = Lucky::default();
        for number in 0..2_000 {
            let luck = [(); 2].map(|()| random.random_range(-1_000_000..=1_000_000));
            useless.add(number, random.random_bool(0.3).into(), luck);
        }
        let adjusted = useless.adjusted().unwrap();
        assert!((0.99..1.01).contains(&adjusted.saving), "{adjusted:?}");
        assert_eq!(games(0, 49, 0.4, 0.0, &mut random).adjusted(), None);
        let mut never = Lucky::default();
        (0..100).for_each(|number| never.add(number, 0, [5, 0]));
        assert_eq!(never.adjusted(), None);
        let mut calm = Lucky::default();
        (0..100).for_each(|number| calm.add(number, number as u32 % 2, [0; 2]));
        assert_eq!(calm.adjusted(), None);
    }

    #[test]
    fn it_does_not_matter_who_counts() {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let parts: Vec<Lucky> =
            (0..4).map(|part| games(part * 100, 100, 0.3, 0.0, &mut random)).collect();
        let sum = |order: [usize; 4]| {
            let mut all = Lucky::default();
            order.iter().for_each(|&part| all.merge(&parts[part]));
            all
        };
        assert_eq!(sum([0, 1, 2, 3]), sum([2, 0, 3, 1]));
        assert_eq!(sum([0, 1, 2, 3]).observations(), 400);
    }
}
