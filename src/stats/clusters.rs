//! Win rate and confidence interval for games that are correlated within clusters. An example of a
//! cluster is a group of games with the same line-up and dice.
//!
//! The clusters, not the games, are the independent observations.

use super::intervals::{Interval, wilson, wilson_of};

/// Numbers of games and wins, summed over clusters of correlated games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clusters {
    pub games: u64,
    pub wins: u64,
    /// Number of clusters with at least one game.
    clusters: u64,
    /// Three sums over all completed clusters, where g and w are the numbers of games and wins of a
    /// cluster: g², g·w and w².
    squares: [u64; 3],
    /// The cluster that is being counted: its number, its number of games and its number of wins.
    open: (u64, u64, u64),
}

impl Clusters {
    /// Counts one game of a cluster of correlated games. All games of a cluster must be added
    /// consecutively.
    pub fn add(&mut self, cluster: u64, won: bool) {
        if self.open.1 == 0 || self.open.0 != cluster {
            self.squares = self.sums();
            self.open = (cluster, 0, 0);
            self.clusters += 1;
        }
        self.open.1 += 1;
        self.open.2 += u64::from(won);
        self.games += 1;
        self.wins += u64::from(won);
    }

    /// Returns three sums over all clusters, including the one that is being counted: g², g·w and
    /// w², where g and w are the numbers of games and wins of a cluster.
    fn sums(&self) -> [u64; 3] {
        let (_, games, wins) = self.open;
        let [a, b, c] = self.squares;
        [a + games * games, b + games * wins, c + wins * wins]
    }

    /// Returns Wilson's interval of the share of games won, with an effective sample size.
    ///
    /// The effective sample size is the number of independent games with the same variance of the
    /// win rate, at most the games played. The variance is that of a ratio estimated from clusters
    /// (W. G. Cochran, Sampling Techniques, 1977, section 6).
    pub fn interval(&self, level: f64) -> Interval {
        let (games, clusters) = (self.games as f64, self.clusters as f64);
        let share = self.wins as f64 / games.max(1.0);
        let [a, b, c] = self.sums().map(|sum| sum as f64);
        let spread = (c - 2.0 * share * b + share * share * a).max(0.0);
        if self.clusters < 2 || spread == 0.0 {
            // Without variation between clusters, the variance is unknown. Each cluster then counts
            // as one game.
            return match self.clusters {
                0 => wilson(0, 0, level),
                _ => wilson_of(share, clusters, level),
            };
        }
        let variance = clusters / (clusters - 1.0) * spread / (games * games);
        let worth = (share * (1.0 - share) / variance).min(games);
        wilson_of(share, worth, level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    fn of(clusters: &[&[bool]]) -> Clusters {
        let mut counted = Clusters::default();
        for (cluster, games) in (0..).zip(clusters) {
            games.iter().for_each(|&won| counted.add(cluster, won));
        }
        counted
    }

    #[test]
    fn what_always_comes_together_counts_once() {
        let alike: Vec<&[bool]> =
            (0..100).map(|i| if i % 4 == 0 { &[true; 6][..] } else { &[false; 6] }).collect();
        let (six, one) = (of(&alike), wilson(25, 100, 0.95));
        assert_eq!((six.games, six.wins), (600, 150));
        let interval = six.interval(0.95);
        assert!((interval.low - one.low).abs() < 0.002 && (interval.high - one.high).abs() < 0.002);
        assert_eq!(of(&[]).interval(0.95), wilson(0, 0, 0.95));
        assert_eq!(of(&[&[true, true]]).interval(0.95), wilson(1, 1, 0.95));
    }

    #[test]
    fn clusters_that_hang_together_are_covered_as_often_as_they_say() {
        let mut luck = rand_pcg::Pcg64Mcg::seed_from_u64(3);
        let mut covered = 0;
        for _ in 0..1_000 {
            let mut counted = Clusters::default();
            for cluster in 0..150 {
                // Half of the clusters have the win probability 0.55, half 0.05; the mean is 0.3.
                let chance = if luck.random_bool(0.5) { 0.55 } else { 0.05 };
                for _ in 0..6 {
                    counted.add(cluster, luck.random_bool(chance));
                }
            }
            let interval = counted.interval(0.95);
            covered += i32::from((interval.low..=interval.high).contains(&0.3));
        }
        // Expected: 95 % of 1,000, which is 950, with a standard deviation of about 7.
        assert!((925..=975).contains(&covered), "{covered}");
    }
}
