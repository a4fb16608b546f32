//! Interim analyses: tests and intervals that stay valid for runs that are analysed repeatedly and
//! stop because of their results.
//!
//! Runs that stop at a width of an interval do not need this correction (see [`super::precision`]).
//!
//! Interim analysis (look) k may spend 1/(k(k+1)) of the error probability; these parts sum to 1
//! over all looks. By the union bound, the probability that any interval at any look misses the
//! truth is at most the total error probability.

/// Number of games at the first interim analysis; each further analysis doubles the number.
pub const FIRST_LOOK: u64 = 1_000;

/// Returns the number of games at interim analysis `look`, counted from 1: 1,000, 2,000, 4,000, …
pub fn games_at(look: u32) -> u64 {
    assert!(look >= 1, "looks are counted from 1");
    1u64.checked_shl(look - 1)
        .and_then(|factor| FIRST_LOOK.checked_mul(factor))
        .unwrap_or(u64::MAX)
}

/// Returns the confidence level of the interval at interim analysis `look`, counted from 1, so that
/// all analyses together keep `level`.
pub fn level_at(look: u32, level: f64) -> f64 {
    1.0 - (1.0 - level) * share_of_look(look)
}

/// Returns the share of the error probability that interim analysis `look`, counted from 1, may
/// spend. A p-value of this analysis, divided by the share, stays valid under repeated analyses.
pub fn share_of_look(look: u32) -> f64 {
    let k = f64::from(look);
    1.0 / (k * (k + 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn looks_double_and_their_errors_sum_to_the_whole() {
        assert_eq!(
            [games_at(1), games_at(2), games_at(5), games_at(65)],
            [1_000, 2_000, 16_000, u64::MAX]
        );
        let spent: f64 = (1..=100_000).map(|look| 1.0 - level_at(look, 0.95)).sum();
        assert!((spent - 0.05).abs() < 1e-5);
    }

    #[test]
    fn looking_again_and_again_misses_no_more_than_allowed() {
        let mut dice = rand_pcg::Pcg64Mcg::seed_from_u64(2);
        let mut missed = 0;
        for _ in 0..400 {
            let (mut games, mut wins, mut ever) = (0, 0, false);
            for look in 1..=5 {
                // Uses one sixteenth of the real number of games, because the test only concerns
                // the confidence levels.
                while games < games_at(look) / 16 {
                    games += 1;
                    wins += u64::from(dice.random_bool(0.25));
                }
                let interval = intervals::wilson(wins, games, level_at(look, 0.95));
                ever |= !(interval.low..=interval.high).contains(&0.25);
            }
            missed += i32::from(ever);
        }
        assert!(
            missed <= 24,
            "5 % of 400 is 20, and the union bound leaves room: {missed}"
        );
    }
}
