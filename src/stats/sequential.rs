//! Interim analyses: tests and intervals that stay valid for runs that are analysed repeatedly and
//! stop because of their results.
//!
//! Runs that stop at a width of an interval do not need this correction (see [`super::precision`]).
//!
//! Interim analysis (look) k may spend 1/(k(k+1)) of the error probability; these parts sum to 1
//! over all looks. By the union bound, the probability that any interval at any look misses the
//! truth is at most the total error probability.

use super::distributions::normal_quantile;

/// Returns the confidence level of the interval at interim analysis `look`, counted from 1, so that
/// all analyses together keep `level`.
pub fn level_at(look: u32, level: f64) -> f64 {
    1.0 - (1.0 - level) * share_of_look(look)
}

/// Returns the share of the error probability that interim analysis `look`, counted from 1, may
/// spend. A p-value of this analysis, divided by the share, stays valid under repeated analyses.
fn share_of_look(look: u32) -> f64 {
    let k = f64::from(look);
    1.0 / (k * (k + 1.0))
}

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
    fn the_errors_of_all_looks_sum_to_the_whole() {
        let spent: f64 = (1..=100_000).map(|look| 1.0 - level_at(look, 0.95)).sum();
        assert!((spent - 0.05).abs() < 1e-5);
    }

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

    #[test]
    fn looking_again_and_again_misses_no_more_than_allowed() {
        let mut dice = rand_pcg::Pcg64Mcg::seed_from_u64(2);
        let mut missed = 0;
        for _ in 0..400 {
            let (mut games, mut wins, mut ever) = (0, 0, false);
            for look in 1..=5 {
                while games < 31 << look {
                    games += 1;
                    wins += u64::from(dice.random_bool(0.25));
                }
                let interval = intervals::wilson(wins, games, level_at(look, 0.95));
                ever |= !(interval.low..=interval.high).contains(&0.25);
            }
            missed += i32::from(ever);
        }
        assert!(missed <= 24, "5 % of 400 is 20, and the union bound leaves room: {missed}");
    }
}
