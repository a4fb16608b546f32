//! The correction of a tuning: what to add to the win rates of the tuning's own bot to estimate
//! the win rates of the reference player.
//!
//! The search for edits needs millions of games, so a fast bot plays them. Before the search, the
//! reference player and the bot both play the unchanged scenario. The search subtracts the
//! difference of their win rates from the targets of the bot. Edits may have other effects with the
//! reference player, so games of the reference player with the best set of edits check the result.
//!
//! The reference player has few games, so its measured win rate is combined with two other sources
//! (empirical Bayes with normal distributions: C. N. Morris, 1983, Parametric Empirical Bayes
//! Inference, Journal of the American Statistical Association 78, 47–55). The true win rate r of a
//! fighter is normally distributed around the mean of all fighters, and the bot's win rate is
//! normally distributed around r. The estimate of r is the mean of the three sources, each weighted
//! with the inverse of its variance. The variances of both distributions are unknown; they are
//! estimated from the win rates of all fighters.

use std::collections::BTreeMap;

use crate::analysis::points::Point;
use crate::stats::intervals::share_and_variance;

/// Smallest standard deviation of true win rates between fighters, and of the differences between
/// the players, as a share.
const LEAST: f64 = 0.005;

/// What to add to the win rates of a bot to estimate those of the reference player.
#[derive(Debug, Clone, PartialEq)]
pub struct Correction {
    /// The addend of each fighter that the bot and the reference player both played, by key, as a
    /// share.
    pub by_key: BTreeMap<String, f64>,
    /// Standard error of the addends: the root mean square over the fighters, as a share.
    pub error: f64,
}

/// A win rate and its sampling variance.
type RateAndVariance = (f64, f64);
/// The win rates of a fighter with the bot and with the reference player.
type Pair = (RateAndVariance, RateAndVariance);

impl Correction {
    /// Estimates the correction from games of the same scenario: `own` of the bot, `reference` of
    /// the reference player.
    pub fn new(own: &Point, reference: &Point) -> Correction {
        let theirs = rates(reference);
        let pair = |(key, own)| Some((key, (own, *theirs.get(key)?)));
        let (keys, pairs): (Vec<&str>, Vec<Pair>) = rates(own).into_iter().filter_map(pair).unzip();
        let (estimates, variance) = estimates(&pairs);
        let addends = estimates.iter().zip(&pairs).map(|(estimate, (own, _))| estimate - own.0);
        // The estimates assume that the mean over the fighters is known. The fighters of a party
        // win together, so their mean has a sampling error of its own.
        let of_level = match reference.sides {
            None if pairs.len() > 3 => variance_of_party(own) + variance_of_party(reference),
            _ => 0.0,
        };
        let of_own = mean(pairs.iter().map(|(own, _)| own.1));
        Correction {
            by_key: keys.into_iter().map(str::to_owned).zip(addends).collect(),
            error: (variance + of_own + of_level).sqrt(),
        }
    }

    /// Returns what to add to the win rate of a fighter, as a share; 0 if this is unknown.
    pub fn of(&self, fighter: &str) -> f64 {
        self.by_key.get(fighter).copied().unwrap_or(0.0)
    }
}

/// Returns the win rate of each fighter, over all bots that play the fighter, see
/// [`EntrantSums::wins_and_games`](crate::analysis::points::EntrantSums::wins_and_games).
fn rates(point: &Point) -> BTreeMap<&str, RateAndVariance> {
    let mut sums = BTreeMap::new();
    for of in &point.entrants {
        let (wins, games) = sums.entry(of.fighter.as_str()).or_insert((0, 0));
        let more = of.wins_and_games();
        (*wins, *games) = (*wins + more.0, *games + more.1);
    }
    sums.into_iter().map(|(key, (wins, games))| (key, share_and_variance(wins, games))).collect()
}

/// Returns the sampling variance of the mean win rate of fighters that win together.
fn variance_of_party(point: &Point) -> f64 {
    let mean = mean(rates(point).into_values().map(|(rate, _)| rate));
    mean * (1.0 - mean) / point.games.max(1) as f64
}

fn mean(of: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = of.len().max(1) as f64;
    of.sum::<f64>() / count
}

/// Estimates the true win rates with the reference player. Also returns the mean of the variances
/// of the estimates.
///
/// The win rates of three fighters or fewer do not show how much fighters and players differ; the
/// estimates are then the measured win rates.
fn estimates(pairs: &[Pair]) -> (Vec<f64>, f64) {
    let of_own = mean(pairs.iter().map(|(own, _)| own.0));
    let of_reference = mean(pairs.iter().map(|(_, theirs)| theirs.0));
    // The win rates of n fighters have n − 1 degrees of freedom; two fewer make up for the error of
    // the estimated variance.
    let freedom = pairs.len().saturating_sub(3) as f64;
    let variance = |deviation: &dyn Fn(&Pair) -> f64, sampling: &dyn Fn(&Pair) -> f64| {
        let squares: f64 = pairs.iter().map(|pair| deviation(pair).powi(2)).sum();
        let known = (squares / freedom - mean(pairs.iter().map(sampling))).max(LEAST * LEAST);
        if freedom > 0.0 { known } else { f64::INFINITY }
    };
    let theirs = |(_, theirs): &Pair| theirs.0 - of_reference;
    let own = |(own, _): &Pair| own.0 - of_own;
    let of_fighters = variance(&theirs, &|(_, theirs)| theirs.1);
    let of_players = variance(&|pair| theirs(pair) - own(pair), &|(own, theirs)| own.1 + theirs.1);
    let estimate = |pair: &Pair| {
        let weights = [1.0 / pair.1.1, 1.0 / (of_players + pair.0.1), 1.0 / of_fighters];
        let all: f64 = weights.iter().sum();
        let deviation = (theirs(pair) * weights[0] + own(pair) * weights[1]) / all;
        (of_reference + deviation, 1.0 / all)
    };
    let (estimates, variances): (Vec<f64>, Vec<f64>) = pairs.iter().map(estimate).unzip();
    (estimates, mean(variances.into_iter()))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    #[test]
    fn with_two_fighters_a_correction_is_the_measured_difference() {
        let own = Point::made_up(10_000, [("a", 5_500), ("b", 4_500)]);
        let reference = Point::made_up(1_000, [("a", 480), ("b", 520)]);
        let correction = Correction::new(&own, &reference);
        let [a, b] = ["a", "b"].map(|key| (correction.by_key[key] * 1e6).round());
        assert_eq!([a, b], [-70_000.0, 70_000.0]);
        assert!((correction.error - 0.0166).abs() < 1e-4);
        assert_eq!(correction.of("c"), 0.0);
    }

    #[test]
    fn the_level_of_a_cooperative_game_has_an_error() {
        let error = |sides| {
            let heroes = [("a", 520), ("b", 500), ("c", 510), ("d", 510)];
            let of = |games| Point {
                sides,
                ..Point::made_up(games, heroes.map(|(key, wins)| (key, wins * games / 1_000)))
            };
            Correction::new(&of(100_000), &of(1_000)).error
        };
        // 51 % of 1,000 missions have a standard error of 1.6 points.
        let (rivals, party) = (error(Some(4)), error(None));
        assert!(rivals < 0.014, "{rivals}");
        let level = (party * party - rivals * rivals).sqrt();
        assert!((0.0158..0.0160).contains(&level), "{level}");
    }

    /// Simulates eight fighters, and returns the root mean square errors of the estimates, of the
    /// measured win rates and of the bot's win rates, and the stated standard error. The true win
    /// rates have the standard deviation `fighters`, and the differences between the bot and the
    /// reference player have the standard deviation `players`.
    fn errors(fighters: f64, players: f64) -> [f64; 4] {
        let mut random = Pcg64Mcg::seed_from_u64(11);
        let mut normal = || Normal::standard().inverse_cdf(random.random_range(0.0001..0.9999));
        let (runs, sampling) = (1_000, 0.017);
        let mut squares = [0.0; 4];
        for _ in 0..runs {
            // The win rates of all fighters have the same mean with both players. The draws are
            // stretched so that each has the standard deviation `spread`.
            let mut drawn = |spread: f64| -> Vec<f64> {
                let drawn: Vec<f64> = (0..8).map(|_| spread * normal()).collect();
                let mean = drawn.iter().sum::<f64>() / 8.0;
                let stretch = (8.0_f64 / 7.0).sqrt();
                drawn.iter().map(|by| (by - mean) * stretch).collect()
            };
            let truth: Vec<f64> = drawn(fighters).iter().map(|by| 0.25 + by).collect();
            let mut seen = |spread: f64, error: f64| -> Vec<RateAndVariance> {
                let seen = truth.iter().zip(drawn(spread));
                seen.map(|(rate, by)| (rate + by, error * error)).collect()
            };
            let (own, reference) = (seen(players, 0.001), seen(sampling, sampling));
            let pairs: Vec<Pair> = own.iter().copied().zip(reference.iter().copied()).collect();
            let (estimates, variance) = estimates(&pairs);
            for (at, rate) in truth.iter().enumerate() {
                squares[0] += (estimates[at] - rate).powi(2) / 8.0;
                squares[1] += (reference[at].0 - rate).powi(2) / 8.0;
                squares[2] += (own[at].0 - rate).powi(2) / 8.0;
            }
            squares[3] += variance;
        }
        squares.map(|square| (square / f64::from(runs)).sqrt())
    }

    #[test]
    fn estimates_are_nearer_than_either_player_and_their_error_is_as_stated() {
        for (fighters, players) in [(0.04, 0.025), (0.005, 0.03), (0.03, 0.01), (0.02, 0.02)] {
            let [estimate, measured, own, stated] = errors(fighters, players);
            let case = format!("{fighters} {players}: {estimate} {measured} {own} {stated}");
            assert!(estimate < 0.96 * measured && estimate < 1.15 * own, "{case}");
            assert!((0.9..1.2).contains(&(stated / estimate)), "{case}");
        }
    }
}
