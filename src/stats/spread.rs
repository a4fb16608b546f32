//! How much two players differ beyond sampling error: the standard deviation of the true
//! differences between the win rates that they measure for the same fighters.
//!
//! A measured difference d has the variance τ² + s², where s is its known standard error and τ is
//! the standard deviation of the true differences (a random-effects model: R. DerSimonian and N.
//! Laird, 1986). The interval of τ contains the values for which Σ d² / (τ² + s²) lies between two
//! quantiles of the chi-squared distribution (the Q-profile method: W. Viechtbauer, 2007).

use super::distributions::chi_squared_quantile;
use super::intervals::Interval;

/// The standard deviation τ of true differences, as a share, with its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The estimate of τ; 0 if sampling error alone explains the measured differences.
    pub value: f64,
    pub interval: Interval,
}

/// Largest standard deviation of differences between two shares.
const MOST: f64 = 1.0;
/// Number of bisections that solve for τ; each halves the error.
const STEPS: usize = 60;

impl Spread {
    /// Estimates τ from differences, each with its standard error, at the confidence level `level`.
    /// Returns `None` for fewer than three differences, or if a standard error is 0.
    ///
    /// The differences of all n fighters of a game add up to 0, so they have n − 1 degrees of
    /// freedom. A standard error is that of one difference, so the expected value of
    /// Σ d² / (τ² + s²) is n: the sum is distributed like n / (n − 1) times chi-squared.
    pub fn of(differences: &[(f64, f64)], level: f64) -> Option<Spread> {
        let freedom = differences.len().checked_sub(1)?;
        let sound = differences.iter().all(|(_, error)| *error > 0.0);
        if freedom < 2 || !sound {
            return None;
        }
        let count = differences.len() as f64;
        let scale = count / freedom as f64;
        let bound = |tail: f64| at(differences, scale * chi_squared_quantile(freedom, tail));
        let tail = (1.0 - level) / 2.0;
        Some(Spread {
            value: at(differences, count),
            interval: Interval { low: bound(tail), high: bound(1.0 - tail) },
        })
    }
}

/// Returns the τ at which Σ d² / (τ² + s²) equals `sum`, from 0 to [`MOST`]. The sum falls as τ
/// grows.
fn at(differences: &[(f64, f64)], sum: f64) -> f64 {
    let exceeds = |tau: f64| {
        let terms = differences.iter().map(|(d, s)| d * d / (tau * tau + s * s));
        terms.sum::<f64>() > sum
    };
    let (mut low, mut high) = (0.0, MOST);
    for _ in 0..STEPS {
        let middle = (low + high) / 2.0;
        match exceeds(middle) {
            true => low = middle,
            false => high = middle,
        }
    }
    if exceeds(0.0) { high } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use statrs::distribution::{ContinuousCDF, Normal};

    /// Simulates the differences of eight fighters: true differences of standard deviation `tau`,
    /// and sampling errors of 0.5 and 1 points. The differences add up to 0, and are stretched so
    /// that each has this standard deviation and about this error.
    fn differences(tau: f64, random: &mut Pcg64Mcg) -> Vec<(f64, f64)> {
        let mut normal = || Normal::standard().inverse_cdf(random.random_range(0.0001..0.9999));
        let mut measured: Vec<(f64, f64)> = (0..8)
            .map(|i| {
                let error = if i % 2 == 0 { 0.005 } else { 0.01 };
                (tau * normal() + error * normal(), error)
            })
            .collect();
        let mean = measured.iter().map(|(d, _)| d).sum::<f64>() / 8.0;
        for (d, _) in &mut measured {
            *d = (*d - mean) * (8.0_f64 / 7.0).sqrt();
        }
        measured
    }

    #[test]
    fn intervals_contain_the_true_spread_as_often_as_they_say() {
        for tau in [0.0, 0.01, 0.03] {
            let mut random = Pcg64Mcg::seed_from_u64(7);
            let (runs, mut covered, mut squares) = (2_000, 0, 0.0);
            for _ in 0..runs {
                let spread = Spread::of(&differences(tau, &mut random), 0.95).unwrap();
                let Interval { low, high } = spread.interval;
                assert!(low <= spread.value && spread.value <= high);
                covered += i32::from(low <= tau && tau <= high);
                squares += spread.value * spread.value;
            }
            let covered = f64::from(covered) / f64::from(runs);
            assert!((0.93..=0.99).contains(&covered), "{tau}: {covered}");
            let size = (squares / f64::from(runs)).sqrt();
            assert!((size - tau).abs() < 0.005, "{tau}: {size}");
        }
    }

    #[test]
    fn differences_within_sampling_error_have_no_spread() {
        let few = [(0.001, 0.01), (-0.002, 0.01), (0.001, 0.01)];
        let spread = Spread::of(&few, 0.95).unwrap();
        assert_eq!((spread.value, spread.interval.low), (0.0, 0.0));
        assert_eq!(Spread::of(&few[..2], 0.95), None);
        assert_eq!(Spread::of(&[(0.1, 0.0), (0.1, 0.1), (0.2, 0.1)], 0.95), None);
    }
}
