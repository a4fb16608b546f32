//! Pairs: the same games played in two variants, and how far what came out differs.
//!
//! Both variants play with the same dice (common random numbers), so that what chance does to both cancels out in the difference of each
//! pair, and far fewer games tell the variants apart than if each were played by itself. (P. Glasserman, D. Yao, 1992.)

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal};

use super::counts::{Counted, Through};
use super::intervals::{Interval, z};

/// Exact sums over pairs (a, b) of whole numbers. Its size does not depend on the number of pairs, and two of them merge by addition.
///
/// The sums hold 10^12 pairs of numbers up to 4,000, and 4·10^9 of numbers up to 65,535.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Pairs.
    pub games: u64,
    /// Of these, how many whose two numbers differ.
    pub changed: u64,
    /// Sum of a.
    pub a: u64,
    /// Sum of b.
    pub b: u64,
    /// Sum of a².
    pub aa: u64,
    /// Sum of b².
    pub bb: u64,
    /// Sum of a·b.
    pub ab: u64,
}

impl Counted for Pairs {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums([&mut self.games, &mut self.changed]);
        through.sums([&mut self.a, &mut self.b]);
        through.sums([&mut self.aa, &mut self.bb, &mut self.ab]);
    }
}

impl Pairs {
    /// Counts one pair.
    #[inline]
    pub fn add(&mut self, a: u32, b: u32) {
        let (a, b) = (u64::from(a), u64::from(b));
        self.games += 1;
        self.changed += u64::from(a != b);
        self.a += a;
        self.b += b;
        self.aa += a * a;
        self.bb += b * b;
        self.ab += a * b;
    }

    /// Adds the pairs of another.
    pub fn merge(&mut self, other: &Pairs) {
        self.games += other.games;
        self.changed += other.changed;
        self.a += other.a;
        self.b += other.b;
        self.aa += other.aa;
        self.bb += other.bb;
        self.ab += other.ab;
    }

    /// The mean of a; `None` without pairs.
    pub fn mean_a(&self) -> Option<f64> {
        (self.games > 0).then(|| self.a as f64 / self.games as f64)
    }

    /// The mean of b; `None` without pairs.
    pub fn mean_b(&self) -> Option<f64> {
        (self.games > 0).then(|| self.b as f64 / self.games as f64)
    }

    /// The mean of b − a, exactly 0 where the sums are equal; `None` without pairs.
    pub fn difference(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum() as f64 / self.games as f64)
    }

    /// How surprising this difference is if the true one is 0, two-sided: the score test, which for shares is McNemar's.
    /// 1 if no pair differs. Judged by Σd² instead of the variance about the mean, it does not take a few pairs that happen to
    /// differ alike for certainty.
    pub fn p_value(&self) -> f64 {
        if self.changed == 0 {
            return 1.0;
        }
        2.0 * Normal::standard().sf((self.sum() as f64).abs() / (self.squares() as f64).sqrt())
    }

    /// The true differences that the score test does not refuse at this level: it leaves out 0 just where [`Pairs::p_value`] is
    /// below 1 − level. `None` for so few pairs that it refuses nothing.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let (n, z) = (self.games as f64, z(level));
        let mean = self.difference()?;
        // n² times the variance of the differences, in whole numbers: of equal pairs it is 0, not almost 0.
        let spread = i128::from(self.games) * self.squares() - self.sum() * self.sum();
        let reach = z * (spread as f64).sqrt() / n / (n - z * z).sqrt();
        (n > z * z).then_some(Interval {
            low: mean - reach,
            high: mean + reach,
        })
    }

    /// The correlation of a and b, −1 to 1; `None` if either never varies.
    pub fn correlation(&self) -> Option<f64> {
        let n = i128::from(self.games);
        let moment =
            |x: u64, y: u64, xy: u64| (n * i128::from(xy) - i128::from(x) * i128::from(y)) as f64;
        let (aa, bb) = (
            moment(self.a, self.a, self.aa),
            moment(self.b, self.b, self.bb),
        );
        (aa > 0.0 && bb > 0.0).then(|| moment(self.a, self.b, self.ab) / (aa * bb).sqrt())
    }

    /// How many times as many games two independent runs would have needed to know the difference as well: the ratio of the
    /// variances. `None` if the difference does not vary, since no number of games would do.
    pub fn saving(&self) -> Option<f64> {
        let (apart, together) = self.variances()?;
        (together > 0.0).then(|| apart / together)
    }

    /// The variance of the difference of two independent runs, and of pairs: of one game each. `None` without pairs.
    pub fn variances(&self) -> Option<(f64, f64)> {
        let n = i128::from(self.games);
        let alone = |x: u64, xx: u64| n * i128::from(xx) - i128::from(x) * i128::from(x);
        let together = n * self.squares() - self.sum() * self.sum();
        let apart = alone(self.a, self.aa) + alone(self.b, self.bb);
        let square = (n * n) as f64;
        (n > 0).then(|| (apart as f64 / square, together as f64 / square))
    }

    /// Σ(b − a).
    fn sum(&self) -> i128 {
        i128::from(self.b) - i128::from(self.a)
    }

    /// Σ(b − a)².
    fn squares(&self) -> i128 {
        i128::from(self.aa) + i128::from(self.bb) - 2 * i128::from(self.ab)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals::holm;
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn pairs(of: impl IntoIterator<Item = (u32, u32)>) -> Pairs {
        let mut pairs = Pairs::default();
        of.into_iter().for_each(|(a, b)| pairs.add(a, b));
        pairs
    }

    #[test]
    fn equal_pairs_differ_by_exactly_nothing() {
        let mut dice = Pcg64Mcg::seed_from_u64(1);
        let same = pairs(
            (0..10_000)
                .map(|_| dice.random_range(0..40))
                .map(|x| (x, x)),
        );
        assert_eq!((same.difference(), same.changed), (Some(0.0), 0));
        let interval = same.interval(0.95).unwrap();
        assert_eq!((interval.low, interval.high), (0.0, 0.0));
        assert_eq!((same.p_value(), same.saving()), (1.0, None));
        assert!((same.correlation().unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn shares_are_judged_by_mcnemars_test() {
        // 1,000 games: both win 300, only a 30, only b 60, neither 610. McNemar: (60 − 30)² / (60 + 30) = 10.
        let counts = [((1, 1), 300), ((1, 0), 30), ((0, 1), 60), ((0, 0), 610)];
        let pairs = pairs(
            counts
                .into_iter()
                .flat_map(|(pair, n)| std::iter::repeat_n(pair, n)),
        );
        assert_eq!((pairs.games, pairs.changed), (1_000, 90));
        assert!((pairs.difference().unwrap() - 0.03).abs() < 1e-12);
        // Chi-square with one degree of freedom: P(> 10) = 0.0015654.
        assert!(
            (pairs.p_value() - 0.001_565_4).abs() < 1e-7,
            "{}",
            pairs.p_value()
        );
    }

    #[test]
    fn a_few_pairs_that_differ_alike_are_no_certainty() {
        let few = pairs([(0, 1); 3].into_iter().chain([(5, 5); 97]));
        assert!(few.p_value() > 0.08);
        assert_eq!(pairs([(0, 1), (0, 1)]).interval(0.95), None);
        assert_eq!(Pairs::default().difference(), None);
        assert_eq!(Pairs::default().p_value(), 1.0);
    }

    /// 1,000 comparisons of eight fighters between whom there is no difference, dependent as win rates and scores are.
    #[test]
    fn false_alarms_stay_at_the_promised_rate() {
        let mut dice = Pcg64Mcg::seed_from_u64(7);
        let mut alarms = 0;
        for _ in 0..1_000 {
            let mut won = [Pairs::default(); 8];
            let mut score = [Pairs::default(); 8];
            for _ in 0..150 {
                // Half of what happens is common to both variants; winners score more.
                let common = dice.random_bool(0.5).then(|| dice.random_range(0..8));
                let [a, b] = [0, 1].map(|_| common.unwrap_or_else(|| dice.random_range(0..8)));
                for fighter in 0..8 {
                    let wins = [a, b].map(|winner| u32::from(winner == fighter));
                    won[fighter].add(wins[0], wins[1]);
                    let [x, y] = wins.map(|win| win * 6 + dice.random_range(0..10));
                    score[fighter].add(x, y);
                }
            }
            let p: Vec<f64> = won.iter().chain(&score).map(Pairs::p_value).collect();
            alarms += usize::from(holm(&p, 0.05).contains(&true));
        }
        // At most 5 %; 50 of 1,000, with a standard deviation of 7.
        assert!(
            alarms <= 71,
            "{alarms} of 1,000 comparisons of nothing raised an alarm"
        );
        assert!(
            alarms >= 15,
            "{alarms} of 1,000: the test would not notice a test that never speaks"
        );
    }

    #[test]
    fn intervals_cover_as_often_as_they_say() {
        let mut dice = Pcg64Mcg::seed_from_u64(3);
        let mut covered = 0;
        for _ in 0..2_000 {
            let mut won = Pairs::default();
            for _ in 0..300 {
                // b wins a quarter of the games that a loses by luck, and loses a tenth of the others: 0.75 / 4 − 0.25 / 10.
                let a = dice.random_bool(0.25);
                let b = if a {
                    dice.random_bool(0.9)
                } else {
                    dice.random_bool(0.25)
                };
                won.add(u32::from(a), u32::from(b));
            }
            let interval = won.interval(0.95).unwrap();
            covered += usize::from((interval.low..=interval.high).contains(&0.1625));
        }
        // 95 % of 2,000 is 1,900, with a standard deviation of 10.
        assert!(
            (1_865..=1_935).contains(&covered),
            "covered {covered} of 2,000"
        );
    }

    #[test]
    fn what_both_have_in_common_saves_games() {
        let mut dice = Pcg64Mcg::seed_from_u64(5);
        let mut draw = || dice.random_range(0..6);
        let apart = pairs((0..20_000).map(|_| (draw(), draw())));
        assert!((apart.saving().unwrap() - 1.0).abs() < 0.05);
        // Half of the variance in common: the difference has half of the variance.
        let shared = pairs((0..20_000).map(|_| {
            let common = draw();
            (common + draw(), common + draw())
        }));
        assert!((shared.saving().unwrap() - 2.0).abs() < 0.1);
        assert!((shared.correlation().unwrap() - 0.5).abs() < 0.03);
    }

    proptest! {
        /// The interval is the test, turned round; and sums do not care who counted what.
        #[test]
        fn the_interval_leaves_out_zero_just_where_the_test_speaks(values in prop::collection::vec((0u32..9, 0u32..9), 5..60), cut in any::<prop::sample::Index>()) {
            let all = pairs(values.clone());
            let interval = all.interval(0.95).unwrap();
            let p = all.p_value();
            prop_assume!((p - 0.05).abs() > 1e-9);
            prop_assert_eq!(p < 0.05, interval.low > 0.0 || interval.high < 0.0);
            let cut = cut.index(values.len());
            let mut merged = pairs(values[cut..].iter().copied());
            merged.merge(&pairs(values[..cut].iter().copied()));
            prop_assert_eq!(merged, all);
        }
    }
}
