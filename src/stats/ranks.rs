//! Agreement of two rankings of the same contestants by win rate: Spearman's rank correlation with
//! an interval.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::intervals::Interval;

/// Agreement of two rankings as a rank correlation, with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankAgreement {
    /// Rank correlation: 1 for equal orders, 0 for unrelated orders, −1 for opposite orders (C.
    /// Spearman, 1904).
    pub correlation: f64,
    /// Interval of the rank correlation, see [`agreement`]; `None` for fewer than five
    /// contestants.
    pub interval: Option<Interval>,
}

/// Minimum number of contestants for an interval. The rank correlation of fewer contestants has so
/// few possible values that an interval means little.
const FEWEST: usize = 5;

/// Number of resampled rankings from which the interval of a rank correlation is computed.
const REDRAWN: usize = 2_000;

/// Returns Spearman's rank correlation of two lists of (games, wins) of the same contestants,
/// ranked by win rate, with an interval.
///
/// Returns `None` for fewer than three contestants, or if all win rates of one list are equal.
///
/// The interval comes from a parametric bootstrap: each win rate is drawn again from its estimated
/// distribution. The redrawn correlations have noise twice, so they are nearer to 0 than the
/// measured one. The interval is therefore symmetric: its half-width is the distance from the
/// measured correlation to the farther of the two percentiles, and its ends are at most ±1.
pub fn agreement(a: &[(u64, u64)], b: &[(u64, u64)], level: f64) -> Option<RankAgreement> {
    let rates = |of: &[(u64, u64)]| -> Vec<f64> {
        let rate = |&(games, wins): &(u64, u64)| wins as f64 / games.max(1) as f64;
        of.iter().map(rate).collect()
    };
    let correlation = spearman(&rates(a), &rates(b))?;
    let mut luck = Pcg64Mcg::seed_from_u64(1);
    let mut redraw = |of: &[(u64, u64)]| -> Vec<f64> {
        let draw = |&(games, wins): &(u64, u64)| {
            // Adds two wins and two losses (A. Agresti and B. A. Coull, 1998).
            let (games, wins) = (games as f64 + 4.0, wins as f64 + 2.0);
            let share = wins / games;
            share + normal(&mut luck) * (share * (1.0 - share) / games).sqrt()
        };
        of.iter().map(draw).collect()
    };
    let again = (0..REDRAWN).filter_map(|_| spearman(&redraw(a), &redraw(b)));
    let mut again: Vec<f64> = again.collect();
    again.sort_by(f64::total_cmp);
    let out = (again.len() as f64 * (1.0 - level) / 2.0) as usize;
    let (low, high) = (*again.get(out)?, *again.get(again.len() - 1 - out)?);
    let reach = (correlation - low).max(high - correlation);
    Some(RankAgreement {
        correlation,
        interval: (a.len() >= FEWEST).then(|| Interval {
            low: (correlation - reach).max(-1.0),
            high: (correlation + reach).min(1.0),
        }),
    })
}

/// Returns an approximately standard normal random number: the sum of twelve uniform numbers minus
/// 6, equal to the last bit on every machine.
fn normal(luck: &mut Pcg64Mcg) -> f64 {
    (0..12).map(|_| luck.random::<f64>()).sum::<f64>() - 6.0
}

/// Returns Spearman's rank correlation of two lists; `None` for fewer than three values, or if all
/// values of one list are equal.
fn spearman(a: &[f64], b: &[f64]) -> Option<f64> {
    if a.len() < 3 {
        return None;
    }
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let off = a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean));
        off.sum()
    };
    let both = product(&a, &a) * product(&b, &b);
    (both > 0.0).then(|| product(&a, &b) / both.sqrt())
}

/// Returns the rank of each value in a list, counted from 1; equal values share the mean of their
/// ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let alike = values.iter().filter(|other| *other == value).count();
        below as f64 + (alike as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(games: u64, rates: &[f64]) -> Vec<(u64, u64)> {
        let of = |rate: &f64| (games, (rate * games as f64).round() as u64);
        rates.iter().map(of).collect()
    }

    #[test]
    fn spearman_agrees_with_a_worked_example() {
        // IQ and hours of television of ten people: 1 − 6 · 194 / (10 · 99).
        let a = [86.0, 97.0, 99.0, 100.0, 101.0, 103.0, 106.0, 110.0, 112.0, 113.0];
        let b = [2.0, 20.0, 28.0, 27.0, 50.0, 29.0, 7.0, 17.0, 6.0, 12.0];
        assert!((spearman(&a, &b).unwrap() + 29.0 / 165.0).abs() < 1e-12);
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
        assert_eq!(spearman(&[1.0, 2.0], &[1.0, 2.0]), None);
        assert_eq!(spearman(&[1.0; 4], &[1.0, 2.0, 3.0, 4.0]), None);
    }

    #[test]
    fn what_is_known_well_has_a_narrow_interval_and_noise_pulls_to_zero() {
        let rates = [0.33, 0.30, 0.27, 0.25, 0.23, 0.22, 0.21, 0.19];
        let well = known(1_000_000, &rates);
        let sure = agreement(&well, &well, 0.95).unwrap();
        assert_eq!((sure.correlation, sure.interval.unwrap().low), (1.0, 1.0));
        let poorly = known(100, &rates);
        let vague = agreement(&poorly, &poorly, 0.95).unwrap().interval.unwrap();
        assert!(vague.low < 0.4 && vague.high >= 1.0, "{vague:?}");
        let four = agreement(&well[..4], &well[..4], 0.95).unwrap();
        assert_eq!((four.correlation, four.interval), (1.0, None));
        let reversed: Vec<f64> = rates.iter().rev().copied().collect();
        let against = agreement(&well, &known(1_000_000, &reversed), 0.95).unwrap();
        assert_eq!(against.correlation, -1.0);
    }

    #[test]
    fn intervals_contain_the_estimate_and_mostly_the_truth() {
        let a = [0.33, 0.30, 0.27, 0.25, 0.23, 0.22, 0.21, 0.19];
        let b = [0.27, 0.30, 0.33, 0.22, 0.25, 0.23, 0.19, 0.21];
        let truth = spearman(&a, &b).unwrap();
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        let mut played = |rates: &[f64]| -> Vec<(u64, u64)> {
            let mut wins = |rate: f64| (0..400).filter(|_| luck.random_bool(rate)).count() as u64;
            rates.iter().map(|&rate| (400, wins(rate))).collect()
        };
        let mut covered = 0;
        for _ in 0..100 {
            let found = agreement(&played(&a), &played(&b), 0.95).unwrap();
            let Interval { low, high } = found.interval.unwrap();
            assert!(low <= found.correlation && found.correlation <= high);
            covered += i32::from(low <= truth && truth <= high);
        }
        // Expected: about 95, with a standard deviation of 2.
        assert!(covered >= 87, "{covered}");
    }
}
