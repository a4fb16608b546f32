//! Win rates of several contestants that each play the same games separately, and the standard
//! errors of their differences.
//!
//! All contestants face the same random events (common random numbers), so their results are
//! correlated. For each pair of contestants, the number of games that both won is counted. These
//! numbers give the standard error of any weighted sum of win rates.

use super::counts::{CountedSums, Through};
use super::differences::MeanDifference;
use super::intervals::Interval;
use super::members::{Between, Won};
use super::paired_shares::PairedShares;

/// Wins and common wins of contestants that play the same games separately. The memory size does
/// not depend on the number of games. Two `Together` merge by addition.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    contestants: usize,
    pub games: u64,
    /// Number of games that both contestants of a pair won, as a square matrix row by row. The
    /// diagonal holds each contestant's wins.
    both: Vec<u64>,
    /// Games and wins of each contestant, by the member of a panel that played.
    won: Vec<Won>,
}

/// A weighted sum of the win rates of several contestants, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contrast {
    pub value: f64,
    /// Standard error of the weighted sum of win rates.
    pub error: f64,
    /// Maximum of the weighted sum of wins in a single game, if the weights sum to 0.
    most: f64,
    games: u64,
    /// What differs between trainings in the weighted sum.
    pub between: Between,
}

impl CountedSums for Together {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sum(&mut self.games);
        through.sums(&mut self.both);
        self.won.iter_mut().for_each(|won| won.show(through));
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
            won: vec![Won::default(); contestants],
        }
    }

    /// Returns true if the counts are consistent: common wins are symmetric and at most the wins of
    /// each contestant, which are those of the members.
    fn is_consistent(&self) -> bool {
        let of_members = |(contestant, won): (usize, &Won)| {
            won.is_consistent(self.games)
                && (won.games(), won.wins()) == (self.games, self.both(contestant, contestant))
        };
        if !self.won.iter().enumerate().all(of_members) {
            return false;
        }
        let all = 0..self.contestants;
        let mut pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
        pairs.all(|(a, b)| {
            let both = self.both(a, b);
            both == self.both(b, a) && both <= self.wins(a) && self.wins(a) <= self.games
        })
    }

    /// Counts one game, in which `won` says for each contestant whether it won. `member` is the
    /// member of a panel that played.
    pub fn add(&mut self, member: u8, won: &[bool]) {
        self.games += 1;
        for (counts, &won) in self.won.iter_mut().zip(won) {
            counts.add(member, [u64::from(won)], 1);
        }
        for (row, _) in won.iter().enumerate().filter(|(_, won)| **won) {
            let row = &mut self.both[row * self.contestants..][..self.contestants];
            for (both, &won) in row.iter_mut().zip(won) {
                *both += u64::from(won);
            }
        }
    }

    /// Adds the games of another `Together` with the same contestants.
    pub fn merge(&mut self, other: &Together) {
        self.games += other.games;
        for (sum, more) in self.both.iter_mut().zip(&other.both) {
            *sum += more;
        }
        for (sum, more) in self.won.iter_mut().zip(&other.won) {
            sum.merge(more);
        }
    }

    pub fn clear(&mut self) {
        *self = Together::new(self.contestants);
    }

    /// Returns the games and wins of a contestant, by member.
    pub fn won(&self, contestant: usize) -> &Won {
        &self.won[contestant]
    }

    pub fn wins(&self, contestant: usize) -> u64 {
        self.both(contestant, contestant)
    }

    fn both(&self, a: usize, b: usize) -> u64 {
        self.both[a * self.contestants + b]
    }

    /// Returns the wins of contestants `a` and `b` as paired outcomes: games that only `a` won
    /// count as lost, games that only `b` won as gained.
    pub fn pair(&self, a: usize, b: usize) -> PairedShares {
        let both = self.both(a, b);
        PairedShares {
            pairs: self.games,
            gained: self.wins(b).saturating_sub(both),
            lost: self.wins(a).saturating_sub(both),
        }
    }

    /// Returns a weighted sum of the contestants' win rates, with one weight per contestant.
    pub fn contrast(&self, weights: &[f64]) -> Contrast {
        let games = self.games.max(1) as f64;
        let weighed = || weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        let value: f64 = weighed().map(|(i, weight)| weight * self.wins(i) as f64 / games).sum();
        let squares: f64 = weighed()
            .flat_map(|(i, a)| weighed().map(move |(j, b)| a * b * self.both(i, j) as f64))
            .sum();
        let variance = (squares / games - value * value).max(0.0);
        let mut members: Vec<(f64, f64)> = vec![];
        for (i, weight) in weighed() {
            let rates: Vec<(f64, f64)> = self.won[i].members().collect();
            members.resize(rates.len(), (0.0, 0.0));
            for (sum, (games, rate)) in members.iter_mut().zip(rates) {
                *sum = (games, sum.1 + weight * rate);
            }
        }
        Contrast {
            value,
            error: (variance / games).sqrt(),
            most: weights.iter().map(|weight| weight.abs()).sum::<f64>() / 2.0,
            games: self.games,
            between: Between::of(&members, variance),
        }
    }
}

impl Contrast {
    /// Returns the confidence interval of a weighted sum of win rates, which holds for other
    /// trainings; `None` with too few games.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let interval = self.mean().interval(level)?;
        Some(self.between.widen(self.value, interval, level))
    }

    /// Returns the two-sided p-value of the hypothesis that the true weighted sum of win rates is
    /// 0.
    pub fn p_value(&self) -> f64 {
        self.between.p_value(self.value, self.mean().p_value())
    }

    fn mean(&self) -> MeanDifference {
        MeanDifference {
            pairs: self.games,
            mean: self.value,
            variance: self.error * self.error * self.games as f64,
            size: self.most,
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
                // A hard game is hard for all contestants.
                let hard: f64 = luck.random();
                let won =
                    [0.3, 0.5, 0.4].map(|skill| luck.random::<f64>() * 0.5 + hard * 0.5 < skill);
                together.add(0, &won);
                parts[game % 2].add(0, &won);
                let of_game: f64 =
                    won.iter().zip(weights).map(|(&won, weight)| f64::from(won) * weight).sum();
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
            // For uniform h and u, the probability of h/2 + u/2 < s is 2s² for s up to one half.
            let truth = [0.3f64, 0.5, 0.4].map(|skill| 2.0 * skill * skill);
            let truth: f64 = truth.iter().zip(weights).map(|(rate, weight)| rate * weight).sum();
            let interval = contrast.interval(0.95).unwrap();
            covered += i32::from((interval.low..=interval.high).contains(&truth));
            asked += 1;
        }
        // Expected: 95 % of 300, which is 285, with a standard deviation of 3.8.
        assert!((273..=297).contains(&covered), "{covered} of {asked}");
    }

    #[test]
    fn who_always_does_alike_is_not_apart() {
        let mut together = Together::new(3);
        for game in 0..100 {
            together.add(0, &[game % 2 == 0, game % 2 == 0, game % 4 == 0]);
        }
        let differ = |gained, lost| PairedShares { pairs: 100, gained, lost };
        assert_eq!(together.pair(0, 1), differ(0, 0));
        assert_eq!(together.pair(0, 2), differ(0, 25));
        assert_eq!(together.pair(2, 0), differ(25, 0));
        assert_eq!(together.contrast(&[1.0, -1.0, 0.0]).p_value(), 1.0);
        together.clear();
        assert_eq!(together, Together::new(3));
        assert!(together.contrast(&[1.0, 0.0, 0.0]).interval(0.95).is_none());
    }

    #[test]
    fn a_few_games_that_came_out_alike_are_no_certainty() {
        let played = |games, won: [bool; 2]| {
            let mut together = Together::new(2);
            (0..games).for_each(|_| together.add(0, &won));
            together.contrast(&[1.0, -1.0])
        };
        // One game that the first contestant wins and the second does not.
        let one = played(1, [true, false]);
        assert_eq!((one.value, one.interval(0.95)), (1.0, None));
        assert!(one.p_value() > 0.3);
        assert!(played(4, [true, false]).p_value() > 0.05);
        let equal = played(20, [true, true]);
        let interval = equal.interval(0.95).unwrap();
        assert!(interval.low < -0.15 && interval.high > 0.15, "{interval:?}");
        assert_eq!(equal.p_value(), 1.0);
    }
}
