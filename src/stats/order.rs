//! Ranks contestants by pairwise tests, with Holm's correction for the number of pairs (S. Holm,
//! 1979).
//!
//! A superlative such as "wins most" requires that the first contestant differs significantly from
//! every other contestant. Otherwise, all contestants without a significant difference to the first
//! share the superlative. The probability that the truly best contestant is left out is at most
//! `alpha`.

use std::collections::BTreeMap;

use super::intervals::{ENOUGH_GAMES, exact_p_value, holm, p_of_z};
use super::together::Together;

/// The order of contestants by value, with the results of the tests of all pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Indices of the contestants, in descending order of their values, such as win rates.
    sorted: Vec<usize>,
    /// For each pair of contestants: true if their values, such as win rates, differ significantly.
    apart: Vec<Vec<bool>>,
}

/// Numbers of wins and games of one contestant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    pub wins: u64,
    pub games: u64,
}

impl Rate {
    pub fn value(self) -> f64 {
        self.wins as f64 / self.games.max(1) as f64
    }
}

impl Order {
    /// Ranks contestants by win rate, and tests the differences between all pairs.
    ///
    /// `shared(a, b)` is the number of games in which both contestants played and at most one of
    /// them can win. A value above the true number is safe, because it makes the tests
    /// conservative.
    ///
    /// If a contestant of a pair has fewer than [`ENOUGH_GAMES`] games, the common wins of both are
    /// divided between them by a binomial distribution in proportion to their games. This test is
    /// exact if both play in the same games. Otherwise it is conservative, because the true
    /// variance is smaller.
    pub fn of_rates(rates: &[Rate], shared: impl Fn(usize, usize) -> u64, alpha: f64) -> Order {
        let values: Vec<f64> = rates.iter().map(|rate| rate.value()).collect();
        let error = |a: usize, b: usize| {
            let (n, m) = (rates[a].games as f64, rates[b].games as f64);
            let both = rates[a].games.min(rates[b].games).min(shared(a, b)) as f64;
            // Score test: under the hypothesis that both win rates are equal, one rate is estimated
            // from both. In shared games, one contestant's win is the other's loss.
            let p = (rates[a].wins + rates[b].wins) as f64 / (n + m);
            (p * (1.0 - p) * (1.0 / n + 1.0 / m) + 2.0 * p * p * both / (n * m)).sqrt()
        };
        let score = p_of_error(&values, error);
        let p = |a: usize, b: usize| {
            let fewer_first = rates[a].games <= rates[b].games;
            let (one, other) = if fewer_first { (a, b) } else { (b, a) };
            let (one, other) = (rates[one], rates[other]);
            if one.games >= ENOUGH_GAMES {
                return score(a, b);
            }
            let share = one.games as f64 / (one.games + other.games).max(1) as f64;
            exact_p_value(one.wins, one.wins + other.wins, share)
        };
        Order::new(&values, p, alpha)
    }

    /// Ranks contestants by win rate, and tests the differences between all pairs. The contestants
    /// each play the same games, but not against each other.
    pub fn of_together(together: &Together, contestants: usize, alpha: f64) -> Order {
        let games = together.games.max(1) as f64;
        let rate = |contestant| together.wins(contestant) as f64 / games;
        let values: Vec<f64> = (0..contestants).map(rate).collect();
        // Many pairs have the same counts, and exact p-values are slow to compute, so they are
        // stored.
        let mut known: BTreeMap<[u64; 2], f64> = BTreeMap::new();
        let p = |a, b| {
            let pair = together.pair(a, b);
            let p = known.entry([pair.gained, pair.lost]);
            let p = *p.or_insert_with(|| pair.p_value());
            let mut weights = vec![0.0; contestants];
            (weights[a], weights[b]) = (-1.0, 1.0);
            let difference = together.contrast(&weights);
            difference.between.p_value(difference.value, p)
        };
        Order::new(&values, p, alpha)
    }

    /// Ranks contestants by a mean, and tests the differences between all pairs. Each mean is given
    /// as (mean, standard error).
    ///
    /// The standard errors are added, which is valid for any correlation between the means.
    pub fn of_means(means: &[(f64, f64)], alpha: f64) -> Order {
        let values: Vec<f64> = means.iter().map(|mean| mean.0).collect();
        let error = |a: usize, b: usize| means[a].1 + means[b].1;
        Order::new(&values, p_of_error(&values, error), alpha)
    }

    /// Ranks contestants by an estimated value, and tests the differences between all pairs.
    /// `error(a, b)` is the standard error of the difference between two values.
    pub fn of_estimates(values: &[f64], error: impl Fn(usize, usize) -> f64, alpha: f64) -> Order {
        Order::new(values, p_of_error(values, error), alpha)
    }

    /// Ranks contestants by value and tests all pairs. `p(a, b)` is the p-value of the difference
    /// between the values of contestants a and b.
    fn new(values: &[f64], mut p: impl FnMut(usize, usize) -> f64, alpha: f64) -> Order {
        let count = values.len();
        let mut sorted: Vec<usize> = (0..count).collect();
        sorted.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        let pairs: Vec<(usize, usize)> =
            (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        let p: Vec<f64> = pairs.iter().map(|&(a, b)| p(a, b)).collect();
        let mut apart = vec![vec![false; count]; count];
        for (&(a, b), holds) in pairs.iter().zip(holm(&p, alpha)) {
            (apart[a][b], apart[b][a]) = (holds, holds);
        }
        Order { sorted, apart }
    }

    /// Returns the contestants that may have the greatest value: the one with the greatest observed
    /// value, then all that do not differ significantly from it.
    pub fn top(&self) -> Vec<usize> {
        self.like(self.sorted.iter().copied())
    }

    /// Returns the contestants that may have the least value: the one with the least observed
    /// value, then all that do not differ significantly from it.
    pub fn bottom(&self) -> Vec<usize> {
        self.like(self.sorted.iter().rev().copied())
    }

    /// Returns true if no two contestants differ significantly.
    pub fn level(&self) -> bool {
        !self.apart.iter().flatten().any(|apart| *apart)
    }

    fn like(&self, mut from: impl Iterator<Item = usize>) -> Vec<usize> {
        let Some(first) = from.next() else {
            return vec![];
        };
        let same = from.filter(|&other| !self.apart[first][other]);
        std::iter::once(first).chain(same).collect()
    }
}

/// Returns a function that computes the p-value of the difference of two values. `error(a, b)` is
/// the standard error of the difference.
fn p_of_error(values: &[f64], error: impl Fn(usize, usize) -> f64) -> impl Fn(usize, usize) -> f64 {
    move |a, b| {
        let (off, error) = (values[a] - values[b], error(a, b));
        // If values never vary (standard error 0), any difference is significant. If the standard
        // error is unknown (NaN), no difference is.
        match error > 0.0 {
            true => p_of_z(off / error),
            false => f64::from(u8::from(off == 0.0 || error.is_nan())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Simulates games of `draw` contestants, drawn at random from all contestants. The probability
    /// that a contestant wins is proportional to its strength.
    fn play(
        strengths: &[f64],
        draw: usize,
        games: u64,
        luck: &mut Pcg64Mcg,
    ) -> (Vec<Rate>, Vec<Vec<u64>>) {
        let count = strengths.len();
        let mut rates = vec![Rate { wins: 0, games: 0 }; count];
        let mut shared = vec![vec![0; count]; count];
        for _ in 0..games {
            let mut who: Vec<usize> = (0..count).collect();
            for place in 0..draw {
                let other = luck.random_range(place..count);
                who.swap(place, other);
            }
            who.truncate(draw);
            let all: f64 = who.iter().map(|&i| strengths[i]).sum();
            let mut point = luck.random::<f64>() * all;
            let winner = who.iter().find(|&&i| {
                point -= strengths[i];
                point < 0.0
            });
            rates[*winner.unwrap_or(&who[0])].wins += 1;
            for &a in &who {
                rates[a].games += 1;
                who.iter().for_each(|&b| shared[a][b] += 1);
            }
        }
        (rates, shared)
    }

    #[test]
    fn a_superlative_is_wrong_less_often_than_it_says() {
        let mut luck = Pcg64Mcg::seed_from_u64(1);
        for (strengths, draw) in [
            (&[1.0; 8][..], 4),
            (&[1.0, 1.0, 1.0, 1.0, 0.7, 0.7, 0.7, 0.7], 4),
            (&[1.3, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.98], 4),
            (&[1.0; 4], 4),
            (&[1.0, 1.0, 0.8, 0.8], 4),
        ] {
            let (most, least) = (
                strengths.iter().copied().fold(0.0, f64::max),
                strengths.iter().copied().fold(9.0, f64::min),
            );
            let mut wrong = 0;
            for _ in 0..300 {
                let (rates, shared) = play(strengths, draw, 1_000, &mut luck);
                let order = Order::of_rates(&rates, |a, b| shared[a][b], 0.05);
                // A result is wrong if it names a single contestant although others are as strong,
                // or if it names none of the strongest.
                let lies = |named: &[usize], best: f64| {
                    let so = strengths.iter().filter(|strength| **strength == best).count();
                    let right = named.iter().filter(|&&i| strengths[i] == best).count();
                    right < so
                };
                wrong += i32::from(lies(&order.top(), most) || lies(&order.bottom(), least));
            }
            // Expected: 5 % of 300, which is 15, with a standard deviation of 4.
            assert!(wrong <= 23, "{strengths:?}: {wrong} of 300");
        }
    }

    #[test]
    fn few_games_are_seldom_called_an_order() {
        let mut luck = Pcg64Mcg::seed_from_u64(3);
        for (draw, games) in [(8, 3), (8, 6), (8, 17), (4, 17), (2, 60), (4, 190)] {
            let mut wrong = 0;
            for _ in 0..300 {
                let (rates, shared) = play(&[1.0; 8], draw, games, &mut luck);
                wrong += i32::from(!Order::of_rates(&rates, |a, b| shared[a][b], 0.05).level());
            }
            // Expected: at most 5 % of 300, which is 15, with a standard deviation of 4.
            assert!(wrong <= 23, "{draw} of 8 in {games} games: {wrong} of 300");
        }
        // Of six games, one of two contestants wins all: p = 2 / 64. Five games: p = 2 / 32.
        let level = |games| {
            let rates = [games, 0].map(|wins| Rate { wins, games });
            Order::of_rates(&rates, |_, _| games, 0.05).level()
        };
        assert!(level(0) && level(5) && !level(6));
    }

    #[test]
    fn many_games_name_the_first_and_few_name_the_tie() {
        let mut luck = Pcg64Mcg::seed_from_u64(2);
        let strengths = [1.6, 1.4, 1.0, 1.0, 1.0, 1.0, 0.7, 0.4];
        let (rates, shared) = play(&strengths, 4, 60_000, &mut luck);
        let order = Order::of_rates(&rates, |a, b| shared[a][b], 0.05);
        assert_eq!((order.top(), order.bottom()), (vec![0], vec![7]));
        let (rates, shared) = play(&strengths, 4, 1_500, &mut luck);
        let order = Order::of_rates(&rates, |a, b| shared[a][b], 0.05);
        assert!(order.top().len() > 1 && order.top().contains(&0), "{order:?}");
        assert!(!order.top().contains(&7) && !order.level(), "{order:?}");
        let (rates, shared) = play(&strengths, 4, 10, &mut luck);
        assert!(Order::of_rates(&rates, |a, b| shared[a][b], 0.05).level());
    }

    #[test]
    fn who_plays_the_same_games_is_told_apart_by_those_that_differ() {
        let mut together = Together::new(3);
        // The second contestant wins nine tenths of the games that the first one wins. The third
        // wins half of all games.
        for game in 0..1_000 {
            together.add(0, &[game % 2 == 0, game % 2 == 0 && game % 20 != 0, game % 4 < 2]);
        }
        let order = Order::of_together(&together, 3, 0.05);
        assert_eq!((order.top(), order.bottom()), (vec![0, 2], vec![1, 2]));
        assert!(!order.level());
    }

    #[test]
    fn means_are_told_apart_by_the_sum_of_their_errors() {
        let order = Order::of_means(&[(10.0, 0.1), (11.0, 0.1), (10.1, 0.1)], 0.05);
        assert_eq!((order.top(), order.bottom()), (vec![1], vec![0, 2]));
        let unknown = Order::of_means(&[(1.0, f64::NAN), (2.0, 0.1)], 0.05);
        assert!(unknown.level());
        assert_eq!(Order::of_means(&[], 0.05).top(), [0; 0]);
        // A known correlation makes the test more powerful than the sum of the errors.
        assert!(Order::of_means(&[(10.0, 0.1), (10.3, 0.1)], 0.05).level());
        let order = Order::of_estimates(&[10.0, 10.3], |_, _| 0.1, 0.05);
        assert_eq!((order.top(), order.bottom()), (vec![1], vec![0]));
    }
}
