//! Ranks contestants by pairwise tests, with Holm's correction for the number of pairs (S. Holm,
//! 1979).
//!
//! A superlative such as "wins most" requires that the first contestant differs significantly from
//! every other contestant. Otherwise, all contestants without a significant difference to the first
//! share the superlative. The probability that the truly best contestant is left out is at most
//! `alpha`.

use std::collections::BTreeMap;

use super::intervals::holm;
use super::together::Together;

/// The order of contestants by value, with the results of the tests of all pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Indices of the contestants, in descending order of their values, such as win rates.
    sorted: Vec<usize>,
    /// For each pair of contestants: true if their values, such as win rates, differ significantly.
    apart: Vec<Vec<bool>>,
}

impl Order {
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

#[cfg(test)]
mod tests {
    use super::*;
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
}
