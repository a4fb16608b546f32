//! Several contestants that all play the same games, each by itself: how often each wins, and how far sums of their win rates differ.
//!
//! All meet the same chance (common random numbers), so their results hang together; what is kept is how often every two win the same game, and from that
//! the error of any weighted sum of win rates follows.

use super::counts::{Counted, Through};
use super::intervals::{Interval, normal, p_of_z};

/// Wins of contestants of the same games. Its size does not depend on how many games there were, and two of them merge by addition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Together {
    contestants: usize,
    pub games: u64,
    /// By two contestants, row by row: games that both won. On the diagonal: each one's wins.
    both: Vec<u64>,
}

/// A weighted sum of win rates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    pub value: f64,
    /// The standard deviation of its error.
    pub error: f64,
    games: u64,
}

impl Counted for Together {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sum(&mut self.games);
        through.sums(&mut self.both);
        through.of_games(self.games);
        through.holds(self.is_consistent());
    }
}

impl Together {
    pub fn new(contestants: usize) -> Together {
        Together {
            contestants,
            games: 0,
            both: vec![0; contestants * contestants],
        }
    }

    /// Whether the counts of joint wins are symmetric and no larger than those of single wins.
    fn is_consistent(&self) -> bool {
        let all = 0..self.contestants;
        let mut pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        pairs.all(|(a, b)| {
            let both = self.both(a, b);
            both == self.both(b, a) && both <= self.wins(a) && self.wins(a) <= self.games
        })
    }

    /// Counts a game: whether each won it.
    pub fn add(&mut self, won: &[bool]) {
        self.games += 1;
        for (row, _) in won.iter().enumerate().filter(|(_, won)| **won) {
            let row = &mut self.both[row * self.contestants..][..self.contestants];
            for (both, &won) in row.iter_mut().zip(won) {
                *both += u64::from(won);
            }
        }
    }

    /// Adds the games of another, of the same contestants.
    pub fn merge(&mut self, other: &Together) {
        self.games += other.games;
        for (sum, more) in self.both.iter_mut().zip(&other.both) {
            *sum += more;
        }
    }

    pub fn clear(&mut self) {
        self.games = 0;
        self.both.fill(0);
    }

    pub fn wins(&self, contestant: usize) -> u64 {
        self.both(contestant, contestant)
    }

    fn both(&self, a: usize, b: usize) -> u64 {
        self.both[a * self.contestants + b]
    }

    /// The standard error of the difference of two win rates if they are equal in truth: McNemar's.
    pub fn error_if_equal(&self, a: usize, b: usize) -> f64 {
        let differ = self.wins(a) + self.wins(b) - 2 * self.both(a, b);
        (differ as f64).sqrt() / self.games.max(1) as f64
    }

    /// The sum of win rates with these weights, a weight for each contestant.
    pub fn contrast(&self, weights: &[f64]) -> Contrast {
        let games = self.games.max(1) as f64;
        let weighed = || {
            weights
                .iter()
                .enumerate()
                .filter(|(_, weight)| **weight != 0.0)
        };
        let value: f64 = weighed()
            .map(|(i, weight)| weight * self.wins(i) as f64 / games)
            .sum();
        let squares: f64 = weighed()
            .flat_map(|(i, a)| weighed().map(move |(j, b)| a * b * self.both(i, j) as f64))
            .sum();
        let variance = (squares / games - value * value).max(0.0);
        Contrast {
            value,
            error: (variance / games).sqrt(),
            games: self.games,
        }
    }
}

impl Contrast {
    /// Its normal interval; `None` without games.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let sd = self.error * (self.games as f64).sqrt();
        normal(self.value, sd, self.games, level)
    }

    /// How surprising it is if the true one is 0, two-sided; 1 if it never varies and is 0.
    pub fn p_value(&self) -> f64 {
        match self.error > 0.0 {
            true => p_of_z(self.value / self.error),
            false => f64::from(u8::from(self.value == 0.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn a_contrast_is_the_mean_of_its_games_and_knows_its_error() {
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        let weights = [0.5, 0.5, -1.0];
        let (mut covered, mut asked) = (0, 0);
        for _ in 0..300 {
            let mut together = Together::new(3);
            let mut parts = [Together::new(3), Together::new(3)];
            let (mut sum, mut squares) = (0.0, 0.0);
            for game in 0..400 {
                // Hard games are hard for all.
                let hard: f64 = luck.random();
                let won =
                    [0.3, 0.5, 0.4].map(|skill| luck.random::<f64>() * 0.5 + hard * 0.5 < skill);
                together.add(&won);
                parts[game % 2].add(&won);
                let of_game: f64 = won
                    .iter()
                    .zip(weights)
                    .map(|(&won, weight)| f64::from(won) * weight)
                    .sum();
                sum += of_game;
                squares += of_game * of_game;
            }
            let [mut all, other] = parts;
            all.merge(&other);
            assert_eq!(all, together);
            let contrast = together.contrast(&weights);
            let mean = sum / 400.0;
            let error = ((squares / 400.0 - mean * mean) / 400.0).sqrt();
            assert!(
                (contrast.value - mean).abs() < 1e-12 && (contrast.error - error).abs() < 1e-12
            );
            // The chance of h/2 + u/2 < s, for two uniform numbers: 2s² below a half.
            let truth = [0.3f64, 0.5, 0.4].map(|skill| 2.0 * skill * skill);
            let truth: f64 = truth
                .iter()
                .zip(weights)
                .map(|(rate, weight)| rate * weight)
                .sum();
            let interval = contrast.interval(0.95).unwrap();
            covered += i32::from((interval.low..=interval.high).contains(&truth));
            asked += 1;
        }
        // 95 % of 300 is 285; a standard deviation is 3.8.
        assert!((273..=297).contains(&covered), "{covered} of {asked}");
    }

    #[test]
    fn who_always_does_alike_is_not_apart() {
        let mut together = Together::new(3);
        for game in 0..100 {
            together.add(&[game % 2 == 0, game % 2 == 0, game % 4 == 0]);
        }
        assert_eq!(together.error_if_equal(0, 1), 0.0);
        // They differ in 25 games.
        assert_eq!(together.error_if_equal(0, 2), 0.05);
        assert_eq!(together.error_if_equal(2, 0), 0.05);
        assert_eq!(together.contrast(&[1.0, -1.0, 0.0]).p_value(), 1.0);
        together.clear();
        assert_eq!(together, Together::new(3));
        assert!(together.contrast(&[1.0, 0.0, 0.0]).interval(0.95).is_none());
    }
}
