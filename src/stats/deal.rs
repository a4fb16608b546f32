//! Estimates how much of the results' variance is due to the deal (line-up and setup of a game).
//! Each deal is played several times, with different dice.
//!
//! The share of the variance is the intraclass correlation of a one-way analysis of variance (R. A.
//! Fisher, 1925). Its confidence interval is a jackknife over deals (J. W. Tukey, 1958) with
//! Student's distribution, because there may be few deals.

use super::distributions::student_quantile;
use super::intervals::Interval;

/// Share of the variance of game results that is due to the deal (line-up and setup), 0 to 1, with
/// its confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    pub value: f64,
    pub interval: Interval,
}

/// Computes the share of the variance of game results that is due to the deal (line-up and setup).
/// `wins` holds the number of wins of each deal, each of which was played `replays` times.
///
/// Returns `None` with fewer than three deals, with fewer than two replays, or without any
/// variance.
pub fn share(wins: &[u64], replays: u64, level: f64) -> Option<Share> {
    let deals = wins.len() as f64;
    if wins.len() < 3 || replays < 2 {
        return None;
    }
    let sums = |without: Option<u64>| {
        let [sum, squares] = wins.iter().fold([0.0, 0.0], |[sum, squares], &won| {
            let won = won as f64;
            [sum + won, squares + won * won]
        });
        match without.map(|won| won as f64) {
            Some(won) => (deals - 1.0, sum - won, squares - won * won),
            None => (deals, sum, squares),
        }
    };
    let of = |without| {
        let (deals, sum, squares) = sums(without);
        between(deals, replays as f64, sum, squares)
    };
    let whole = of(None)?;
    let parts = wins.iter().map(|&won| of(Some(won)));
    let parts: Vec<f64> = parts.collect::<Option<_>>()?;
    let mean = parts.iter().sum::<f64>() / deals;
    let spread: f64 = parts.iter().map(|part| (part - mean) * (part - mean)).sum();
    let quantile = student_quantile(wins.len() - 1, (1.0 - level) / 2.0);
    let reach = quantile * (spread * (deals - 1.0) / deals).sqrt();
    Some(Share {
        value: whole.clamp(0.0, 1.0),
        interval: Interval {
            low: (whole - reach).clamp(0.0, 1.0),
            high: (whole + reach).clamp(0.0, 1.0),
        },
    })
}

/// Estimates the share of the variance that is due to the deal (line-up and setup). `sum` is the
/// sum of all deals' wins, `squares` the sum of their squares. Chance can make the estimate
/// negative.
fn between(deals: f64, replays: f64, sum: f64, squares: f64) -> Option<f64> {
    // A game counts as 0 or 1, so the sum of squares equals the sum.
    let within = (sum - squares / replays) / (deals * (replays - 1.0));
    let among = (squares / replays - sum * sum / (deals * replays)) / (deals - 1.0);
    let between = (among - within) / replays;
    let all = between + within;
    (all > 0.0).then(|| between / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Simulates deals (line-up and setup) that are played `replays` times each. A random half of
    /// the deals has the win probability `low`, the other half `high`. Returns the wins of each
    /// deal.
    fn played(luck: &mut Pcg64Mcg, deals: u64, replays: u64, [low, high]: [f64; 2]) -> Vec<u64> {
        (0..deals)
            .map(|_| {
                // The half is random, because alternating deals would not vary independently.
                let chance = if luck.random_bool(0.5) { low } else { high };
                (0..replays).filter(|_| luck.random::<f64>() < chance).count() as u64
            })
            .collect()
    }

    #[test]
    fn the_share_is_what_was_planted_and_its_interval_covers_it() {
        let mut luck = Pcg64Mcg::seed_from_u64(3);
        for chances in [[0.5, 0.5], [0.3, 0.7], [0.1, 0.6], [0.0, 1.0]] {
            let mean = (chances[0] + chances[1]) / 2.0;
            let apart = (chances[1] - chances[0]) / 2.0;
            let truth = apart * apart / (mean * (1.0 - mean));
            let (mut covered, mut sum) = (0, 0.0);
            for _ in 0..200 {
                let share = share(&played(&mut luck, 300, 8, chances), 8, 0.95).unwrap();
                covered += i32::from((share.interval.low..=share.interval.high).contains(&truth));
                sum += share.value;
            }
            // Expected: 95 % of 200, which is 190, with a standard deviation of 3.1.
            assert!(covered >= 180, "{chances:?}: {covered} of 200");
            // The expected value counts negative shares as 0.
            assert!((sum / 200.0 - truth).abs() < 0.01, "{chances:?}: {}", sum / 200.0);
        }
    }

    /// Draws the win probability of a deal: nearly normal with a standard deviation of 0.3, limited
    /// to 0 to 1.
    fn normal(luck: &mut Pcg64Mcg) -> f64 {
        // The sum of twelve uniform numbers has variance 1.
        let sum: f64 = (0..12).map(|_| luck.random::<f64>()).sum();
        (0.5 + 0.3 * (sum - 6.0)).clamp(0.0, 1.0)
    }

    #[test]
    fn the_interval_of_few_deals_covers_the_share() {
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        let drawn = 100_000;
        let chances: Vec<f64> = (0..drawn).map(|_| normal(&mut luck)).collect();
        let mean = chances.iter().sum::<f64>() / f64::from(drawn);
        let squares = chances.iter().map(|chance| chance * chance).sum::<f64>();
        let truth = (squares / f64::from(drawn) - mean * mean) / (mean * (1.0 - mean));
        // The normal distribution would cover 77 % and 89 %, Student's covers 90 % and 92.5 %.
        for (deals, least) in [(3, 0.87), (10, 0.91)] {
            let (mut covered, mut measured) = (0, 0);
            for _ in 0..4_000 {
                let mut wins = vec![];
                for _ in 0..deals {
                    let chance = normal(&mut luck);
                    wins.extend(played(&mut luck, 1, 8, [chance, chance]));
                }
                // Deals that all end alike have no share.
                if let Some(share) = share(&wins, 8, 0.95) {
                    measured += 1;
                    covered +=
                        i32::from((share.interval.low..=share.interval.high).contains(&truth));
                }
            }
            let covered = f64::from(covered) / f64::from(measured);
            assert!(covered > least, "{deals} deals: {covered}");
        }
    }

    #[test]
    fn where_nothing_can_be_told_nothing_is() {
        assert_eq!(share(&[1, 2], 4, 0.95), None);
        assert_eq!(share(&[1, 0, 1], 1, 0.95), None);
        assert_eq!(share(&[4, 4, 4, 4], 4, 0.95), None);
        let all = share(&[4, 0, 4, 0, 4, 0], 4, 0.95).unwrap();
        assert_eq!(all.value, 1.0);
    }
}
