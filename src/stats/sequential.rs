//! Tests that stay valid for games that are analysed repeatedly, and that stop because of their
//! results.
//!
//! Runs that stop at a width of an interval do not need this correction (see [`super::precision`]).

use super::distributions::normal_quantile;

/// Number of games that [`always_valid`] gives the weight of its prior: its p-values of about eight
/// times as many games are the smallest.
const PRIOR_GAMES: f64 = 64.0;

/// Returns a p-value that stays valid if the test is repeated after any numbers of games: the
/// probability that it is ever at most `a` is at most `a`. `p_value` is the two-sided p-value of a
/// normal test of all `games` so far.
///
/// Uses the normal mixture (H. Robbins, 1970, Annals of Mathematical Statistics 41, 1397–1409).
/// Its intervals are a confidence sequence (I. Waudby-Smith and others, 2024, Annals of Statistics
/// 52, 2613–2640).
pub fn always_valid(p_value: f64, games: u64) -> f64 {
    let weight = games as f64 / PRIOR_GAMES;
    let z = match p_value < 1.0 {
        // The smallest positive number has a finite quantile.
        true => normal_quantile(p_value.max(f64::MIN_POSITIVE) / 2.0),
        false => 0.0,
    };
    let exponent = -z * z / 2.0 * weight / (weight + 1.0);
    ((weight + 1.0).sqrt() * libm::exp(exponent)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn always_valid_p_values_hold_however_often_one_looks() {
        let mut dice = rand_pcg::Pcg64Mcg::seed_from_u64(4);
        let mut ever = [0; 2];
        for _ in 0..400 {
            let (mut wins, mut seen) = (0, [false; 2]);
            for games in 1..=1_500 {
                wins += u64::from(dice.random_bool(0.25));
                if games >= 40 {
                    let z = (wins as f64 - 0.25 * games as f64) / (0.1875 * games as f64).sqrt();
                    let p = intervals::p_of_z(z);
                    seen[0] |= p < 0.05;
                    seen[1] |= always_valid(p, games) < 0.05;
                }
            }
            ever = [0, 1].map(|i| ever[i] + i32::from(seen[i]));
        }
        assert!(ever[0] > 80, "{ever:?}: repeated ordinary tests err often");
        assert!(ever[1] <= 24, "{ever:?}: 5 % of 400 is 20");
        // A clear result is found, and no result is.
        assert!(always_valid(1e-5, 500) < 0.01);
        assert_eq!(always_valid(1.0, 500), 1.0);
        assert!(always_valid(0.0, 100_000) < 1e-300);
    }
}
