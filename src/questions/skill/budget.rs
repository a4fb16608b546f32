//! Divides a budget of games or time among the skill levels (bots of different strength).
//!
//! A level whose games cost *c* times as much plays √c times fewer games. For a given total time,
//! this division minimizes the sum of the levels' variances. (J. Neyman, 1934, J. Royal Stat. Soc.
//! 97, 558–625: sample sizes in proportion to σ/√c; the standard deviation σ is about equal for all
//! levels.) Numbers of games are rounded down to 1, 2 or 5 times a power of ten for readability.

use std::time::Duration;

/// Number of games of a skill level whose games have the relative duration `cost`, if a level with
/// relative duration 1 plays `games`.
pub fn by_games(games: u64, cost: u64) -> u64 {
    match cost {
        1 => games,
        _ => rounded(games as f64 / (cost as f64).sqrt()),
    }
}

/// Number of games of each skill level. All levels and the mixed table (bots of all levels
/// together) take at most `time`.
///
/// `costs` holds the duration of one game of each level. If `mixed` is true, a mixed table plays as
/// many games as the level with the fewest.
pub fn by_time(time: Duration, costs: &[Duration], mixed: bool) -> Vec<u64> {
    let costs: Vec<f64> = costs.iter().map(|cost| cost.as_secs_f64().max(1e-9)).collect();
    let roots: f64 = costs.iter().map(|cost| cost.sqrt()).sum();
    let dearest = costs.iter().copied().fold(0.0, f64::max);
    let mean = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
    let of_mixed = if mixed { mean / dearest.sqrt() } else { 0.0 };
    let scale = time.as_secs_f64() / (roots + of_mixed);
    costs.iter().map(|cost| rounded(scale / cost.sqrt())).collect()
}

/// Greatest number of the sequence 1, 2, 5, 10, 20, 50, … that is at most `games`; at least 1, at
/// most 5·10¹¹.
fn rounded(games: f64) -> u64 {
    let steps = (0..12).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)));
    let below = steps.take_while(|&step| step as f64 <= games);
    below.last().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_few_where_they_cost_much_and_legible() {
        let games = [1, 10, 2_000, 20_000].map(|cost| by_games(100_000, cost));
        assert_eq!(games, [100_000, 20_000, 2_000, 500]);
        assert_eq!([by_games(1_234, 1), by_games(3, 20_000)], [1_234, 1]);
        assert_eq!([0.3, 1.0, 4.9, 5.0, 99.0, 1e6].map(rounded), [1, 1, 2, 5, 50, 1_000_000]);
    }

    #[test]
    fn a_time_is_spent_and_not_exceeded() {
        let seconds = Duration::from_secs_f64;
        let costs = [3e-5, 3e-5, 3e-4, 0.06, 0.8].map(seconds);
        for mixed in [false, true] {
            let games = by_time(seconds(600.0), &costs, mixed);
            let mut spent: f64 = games
                .iter()
                .zip(&costs)
                .map(|(&games, cost)| games as f64 * cost.as_secs_f64())
                .sum();
            if mixed {
                let mean = costs.iter().map(Duration::as_secs_f64).sum::<f64>() / 5.0;
                spent += games[4] as f64 * mean;
            }
            // Rounding down to 1, 2 or 5 times a power of ten leaves at least 40 % of the number.
            assert!((240.0..=600.0).contains(&spent), "{games:?}: {spent}");
            assert!(games.is_sorted_by(|a, b| a >= b), "{games:?}");
        }
    }

    /// Checks that no other division of games among skill levels has the same total cost and a
    /// smaller sum of variances.
    #[test]
    fn no_other_division_knows_more() {
        let costs: [f64; 3] = [1.0, 10.0, 2_000.0];
        let variance = |games: [f64; 3]| games.map(|games| 1.0 / games).iter().sum::<f64>();
        let of = |weights: [f64; 3]| {
            let spent: f64 = weights.iter().zip(costs).map(|(weight, cost)| weight * cost).sum();
            weights.map(|weight| weight / spent)
        };
        let best = variance(of(costs.map(|cost| 1.0 / cost.sqrt())));
        for power in [0.0, 0.3, 0.45, 0.55, 0.7, 1.0] {
            assert!(variance(of(costs.map(|cost| cost.powf(-power)))) > best, "{power}");
        }
    }
}
