//! Pairs of games: the same games played in two variants of a scenario, and the difference of their
//! results.
//!
//! Both variants use the same dice (common random numbers). Luck that affects both variants alike
//! cancels out in the difference of a pair, so paired games need far fewer games than independent
//! runs for the same precision. (P. Glasserman, D. Yao, 1992.)

use serde::{Deserialize, Serialize};

use super::counts::{CountedSums, Through};
use super::differences::MeanDifference;
use super::intervals::Interval;
use super::measure::Form;
use super::members::{Between, ByMember, OfTable, Pooled};
use super::paired_shares::PairedShares;

/// The kind of values compared in paired games, which determines the confidence interval and the
/// test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairKind {
    /// The value is 0 or 1 in every game, such as lost or won.
    Shares,
    /// The value is any whole number, such as points or rounds.
    Amounts,
}

impl From<Form> for PairKind {
    fn from(form: Form) -> PairKind {
        match form {
            Form::Flag => PairKind::Shares,
            Form::Amount | Form::Time | Form::Class => PairKind::Amounts,
        }
    }
}

/// The mean of one measure in two variants of a scenario, and the difference.
#[derive(Debug, Clone, Copy)]
pub struct Compared {
    /// Number of games of the first variant.
    pub games: u64,
    /// Mean in each variant; `None` without games.
    pub means: [Option<f64>; 2],
    pub difference: Option<f64>,
    /// Confidence interval of the difference; `None` with too few games.
    pub interval: Option<Interval>,
    /// P-value of the hypothesis that the true difference is 0.
    pub p: f64,
    /// Share of the variance of the difference that more games would not reduce, 0 to 1.
    pub of_trainings: f64,
}

/// Exact sums of a, b, their squares and products, over pairs (a, b) of whole numbers: the results
/// of the same game in two variants. The memory size does not depend on the number of pairs. Two
/// `Pairs` merge by addition.
///
/// The sums can hold 10^12 pairs of numbers up to 4,000, or 4·10^9 pairs of numbers up to 65,535.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Pairs {
    /// Number of pairs of games.
    pub games: u64,
    /// Number of pairs whose two values differ.
    pub changed: u64,
    /// Sum over all pairs of the value in the first variant.
    pub a: u64,
    /// Sum over all pairs of the value in the second variant.
    pub b: u64,
    /// Sum over all pairs of the squared value in the first variant.
    pub aa: u64,
    /// Sum over all pairs of the squared value in the second variant.
    pub bb: u64,
    /// Sum over all pairs of the product of both variants' values.
    pub ab: u64,
    /// Sums of both values by the member of a panel that played.
    pub(super) members: ByMember<2>,
}

impl CountedSums for Pairs {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums(self.counters());
        self.members.show(through);
    }
}

impl OfTable for Pairs {
    fn between(&self) -> Between {
        let variance = self.variances().map_or(0.0, |(_, together)| together);
        self.members.between_of(|[a, b]| b - a, variance)
    }

    fn pool(&mut self, pooled: Pooled) {
        self.members.pool(pooled);
    }
}

impl Pairs {
    /// Counts one pair of values: one for each variant, in a game of a bot that is no panel.
    #[inline]
    pub fn add(&mut self, a: u32, b: u32) {
        self.add_of(0, a, b);
    }

    /// Counts one pair of values: one for each variant, in a game of this member of a panel.
    #[inline]
    pub fn add_of(&mut self, member: u8, a: u32, b: u32) {
        self.add_times(member, a, b, 1);
    }

    /// Counts the same pair of values `times` times, in games of this member of a panel.
    #[inline]
    pub fn add_times(&mut self, member: u8, a: u32, b: u32, times: u64) {
        let [a, b] = [a, b].map(u64::from);
        self.members.add(member, [a, b], times);
        let values = [1, u64::from(a != b), a, b, a * a, b * b, a * b];
        for (sum, value) in self.counters().into_iter().zip(values) {
            *sum += times * value;
        }
    }

    /// Adds the pairs of games of another `Pairs`.
    pub fn merge(&mut self, other: &Pairs) {
        let mut other = *other;
        for (mine, theirs) in self.counters().into_iter().zip(other.counters()) {
            *mine += *theirs;
        }
        self.members.merge(&other.members);
    }

    fn counters(&mut self) -> [&mut u64; 7] {
        let Pairs { games, changed, a, b, aa, bb, ab, .. } = self;
        [games, changed, a, b, aa, bb, ab]
    }

    /// Returns the mean of the second variant minus the mean of the first, exactly 0 if both sums
    /// are equal. `None` without pairs of games.
    pub fn difference(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum() as f64 / self.games as f64)
    }

    /// Returns the two-sided p-value of the hypothesis that the true mean difference between two
    /// variants is 0. The p-value is 1 if the observed difference is 0.
    pub fn p_value(&self, values: PairKind) -> f64 {
        let p = match values {
            PairKind::Shares => self.shares().p_value(),
            PairKind::Amounts => self.amounts().map_or(1.0, MeanDifference::p_value),
        };
        let difference = self.difference().unwrap_or(0.0);
        self.between().p_value(difference, p)
    }

    /// Returns the confidence interval of the mean difference between two variants: the values that
    /// the test does not reject at this level. `None` with too few pairs of games. The interval of a
    /// difference of shares is between −1 and 1.
    pub fn interval(&self, values: PairKind, level: f64) -> Option<Interval> {
        let (interval, most) = match values {
            PairKind::Shares => (self.shares().interval(level)?, 1.0),
            PairKind::Amounts => (self.amounts()?.interval(level)?, f64::INFINITY),
        };
        let Interval { low, high } = self.between().widen(self.difference()?, interval, level);
        Some(Interval { low: low.max(-most), high: high.min(most) })
    }

    /// Returns the means and their difference, with an interval at the confidence level `level`.
    pub fn compared(&self, values: PairKind, level: f64) -> Compared {
        let (_, variance) = self.variances().unwrap_or_default();
        let mean = |sum| (self.games > 0).then(|| sum as f64 / self.games as f64);
        Compared {
            games: self.games,
            means: [self.a, self.b].map(mean),
            difference: self.difference(),
            interval: self.interval(values, level),
            p: self.p_value(values),
            of_trainings: self.between().share(variance / self.games.max(1) as f64),
        }
    }

    /// Returns the pairs of values as counts of paired outcomes, each 0 or 1, such as lost or won.
    pub fn shares(&self) -> PairedShares {
        PairedShares {
            pairs: self.games,
            gained: self.b.saturating_sub(self.ab),
            lost: self.a.saturating_sub(self.ab),
        }
    }

    /// Returns the mean difference between two variants for amounts (any whole numbers); `None`
    /// without pairs of games.
    fn amounts(&self) -> Option<MeanDifference> {
        let n = i128::from(self.games);
        // Variance times n², in whole numbers, so that equal differences have a variance of exactly
        // 0.
        let spread = n * self.squares() - self.sum() * self.sum();
        // An additional differing game is assumed. Its squared difference is that of two
        // independent games, twice the variance of all numbers, and at least 1.
        let all = i128::from(self.a) + i128::from(self.b);
        let spread_of_all = 2 * n * (i128::from(self.aa) + i128::from(self.bb)) - all * all;
        let anew = (spread_of_all as f64 / (2 * n * n) as f64).max(1.0);
        let size = (self.squares() as f64 + anew) / (self.changed + 1) as f64;
        Some(MeanDifference {
            pairs: self.games,
            mean: self.difference()?,
            variance: spread as f64 / (n * n) as f64,
            size: size.sqrt(),
        })
    }

    /// Returns the variance per game of the difference between two variants: first for two
    /// independent runs, then for paired games. `None` without pairs of games.
    pub fn variances(&self) -> Option<(f64, f64)> {
        let n = i128::from(self.games);
        let alone = |x: u64, xx: u64| n * i128::from(xx) - i128::from(x) * i128::from(x);
        let together = n * self.squares() - self.sum() * self.sum();
        let apart = alone(self.a, self.aa) + alone(self.b, self.bb);
        let square = (n * n) as f64;
        (n > 0).then(|| (apart as f64 / square, together as f64 / square))
    }

    /// Returns the sum of the differences over all pairs of games: Σ(b − a), where a and b are the
    /// values in the first and second variant.
    fn sum(&self) -> i128 {
        i128::from(self.b) - i128::from(self.a)
    }

    /// Returns the sum of the squared differences over all pairs of games: Σ(b − a)², where a and b
    /// are the values in the first and second variant.
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
        let same = pairs((0..10_000).map(|_| dice.random_range(0..40)).map(|x| (x, x)));
        assert_eq!((same.difference(), same.changed), (Some(0.0), 0));
        for values in [PairKind::Shares, PairKind::Amounts] {
            let interval = same.interval(values, 0.95).unwrap();
            assert!(interval.low < 0.0 && 0.0 < interval.high, "{interval:?}");
            assert_eq!(same.p_value(values), 1.0);
        }
        assert_eq!(same.variances().unwrap().1, 0.0);
    }

    #[test]
    fn shares_are_judged_by_mcnemars_test() {
        // 1,000 games: both variants win 300, only a wins 30, only b wins 60, neither wins 610.
        // McNemar: (60 − 30)² / (60 + 30) = 10.
        let counts = [((1, 1), 300), ((1, 0), 30), ((0, 1), 60), ((0, 0), 610)];
        let pairs = pairs(counts.into_iter().flat_map(|(pair, n)| std::iter::repeat_n(pair, n)));
        assert_eq!((pairs.games, pairs.changed), (1_000, 90));
        assert!((pairs.difference().unwrap() - 0.03).abs() < 1e-12);
        // Chi-square with one degree of freedom: P(> 10) = 0.0015654.
        let p = pairs.p_value(PairKind::Shares);
        assert!((p - 0.001_565_4).abs() < 1e-7, "{p}");
        let shares = PairedShares { pairs: 1_000, gained: 60, lost: 30 };
        assert_eq!(pairs.shares(), shares);
    }

    #[test]
    fn an_interval_of_shares_contains_only_possible_differences() {
        // One training wins only in the second variant, another only in the first.
        let mut won = Pairs::default();
        won.add_times(0, 0, 1, 10);
        won.add_times(1, 1, 0, 10);
        let interval = won.interval(PairKind::Shares, 0.95).unwrap();
        assert_eq!(interval, Interval { low: -1.0, high: 1.0 });
        assert!(won.interval(PairKind::Amounts, 0.95).unwrap().high > 1.0);
    }

    #[test]
    fn a_few_pairs_that_differ_alike_are_no_certainty() {
        let few = pairs([(0, 1); 3].into_iter().chain([(5, 5); 97]));
        assert!(few.p_value(PairKind::Amounts) > 0.08);
        assert_eq!(pairs([(0, 1), (0, 1)]).interval(PairKind::Amounts, 0.95), None);
        assert_eq!(Pairs::default().difference(), None);
        for values in [PairKind::Shares, PairKind::Amounts] {
            assert_eq!(Pairs::default().p_value(values), 1.0);
            assert_eq!(Pairs::default().interval(values, 0.95), None);
        }
    }

    /// Simulates 1,000 comparisons of eight equal fighters, whose results depend on each other as
    /// win rates and scores do.
    #[test]
    fn false_alarms_stay_at_the_promised_rate() {
        let mut dice = Pcg64Mcg::seed_from_u64(7);
        let mut alarms = 0;
        for _ in 0..1_000 {
            let mut won = [Pairs::default(); 8];
            let mut score = [Pairs::default(); 8];
            for _ in 0..150 {
                // In half of the games, chance affects both variants alike. Winners have higher
                // scores.
                let common = dice.random_bool(0.5).then(|| dice.random_range(0..8));
                let [a, b] = [0, 1].map(|_| common.unwrap_or_else(|| dice.random_range(0..8)));
                for fighter in 0..8 {
                    let wins = [a, b].map(|winner| u32::from(winner == fighter));
                    won[fighter].add(wins[0], wins[1]);
                    let [x, y] = wins.map(|win| win * 6 + dice.random_range(0..10));
                    score[fighter].add(x, y);
                }
            }
            let wins = won.iter().map(|of| of.p_value(PairKind::Shares));
            let scores = score.iter().map(|of| of.p_value(PairKind::Amounts));
            let p: Vec<f64> = wins.chain(scores).collect();
            alarms += usize::from(holm(&p, 0.05).contains(&true));
        }
        // Expected: at most 5 %, 50 of 1,000, with a standard deviation of 7.
        assert!(alarms <= 71, "{alarms} of 1,000 comparisons of nothing raised an alarm");
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
                // a wins a quarter of the games. b wins a quarter of the games that a loses, and
                // loses a tenth of the games that a wins: the difference is 0.75 / 4 − 0.25 / 10.
                let a = dice.random_bool(0.25);
                let b = if a { dice.random_bool(0.9) } else { dice.random_bool(0.25) };
                won.add(u32::from(a), u32::from(b));
            }
            let interval = won.interval(PairKind::Shares, 0.95).unwrap();
            covered += usize::from((interval.low..=interval.high).contains(&0.1625));
        }
        // Expected: 95 % of 2,000, which is 1,900, with a standard deviation of 10.
        assert!((1_865..=1_935).contains(&covered), "covered {covered} of 2,000");
    }

    #[test]
    fn what_both_have_in_common_saves_games() {
        let mut dice = Pcg64Mcg::seed_from_u64(5);
        let mut draw = || dice.random_range(0..6);
        let apart = pairs((0..20_000).map(|_| (draw(), draw())));
        let saving = |of: &Pairs| of.variances().map(|(apart, together)| apart / together).unwrap();
        assert!((saving(&apart) - 1.0).abs() < 0.05);
        // The two variants share half of their variance, so their difference has half of the
        // variance of independent variants.
        let shared = pairs((0..20_000).map(|_| {
            let common = draw();
            (common + draw(), common + draw())
        }));
        assert!((saving(&shared) - 2.0).abs() < 0.1);
    }

    /// Returns the coverage of 95 % intervals in 2,000 experiments with `games` pairs of games. In
    /// the share `changed` of the pairs, the two values differ by the amount `change`.
    fn covered(games: u32, changed: f64, change: impl Fn(&mut Pcg64Mcg) -> i64) -> f64 {
        let mut dice = Pcg64Mcg::seed_from_u64(11);
        let mut of = |games: u32| {
            let mut amounts = Pairs::default();
            for _ in 0..games {
                let a = dice.random_range(20..40);
                let by = match dice.random_bool(changed) {
                    true => change(&mut dice),
                    false => 0,
                };
                amounts.add(a as u32, (a + by) as u32);
            }
            amounts
        };
        let truth = of(400_000).difference().unwrap();
        let held = (0..2_000).filter(|_| {
            let interval = of(games).interval(PairKind::Amounts, 0.95).unwrap();
            interval.low <= truth && truth <= interval.high
        });
        held.count() as f64 / 2_000.0
    }

    #[test]
    fn intervals_of_amounts_of_five_to_fifty_games_cover_as_often_as_they_say() {
        for games in [5, 10, 20, 50] {
            for changed in [0.02, 0.1, 0.3, 0.7, 1.0] {
                let both_ways = covered(games, changed, |dice| dice.random_range(-8..=10));
                let one_way = covered(games, changed, |dice| dice.random_range(1..=6));
                let by_one = covered(games, changed, |_| 1);
                for held in [both_ways, one_way, by_one] {
                    assert!(held > 0.93, "{games} games, {changed} changed: {held}");
                }
            }
        }
    }

    proptest! {
        /// Checks that the interval excludes 0 exactly if the test is significant. Checks that sums
        /// do not depend on how the pairs are divided among several counters.
        #[test]
        fn the_interval_leaves_out_zero_just_where_the_test_speaks(values in prop::collection::vec((0u32..9, 0u32..9), 5..60), cut in any::<prop::sample::Index>()) {
            let all = pairs(values.clone());
            let wins = pairs(values.iter().map(|&(a, b)| (u32::from(a > 4), u32::from(b > 3))));
            for (of, values) in [(all, PairKind::Amounts), (wins, PairKind::Shares)] {
                let interval = of.interval(values, 0.95).unwrap();
                let p = of.p_value(values);
                prop_assume!((p - 0.05).abs() > 1e-5);
                prop_assert_eq!(p < 0.05, interval.excludes_zero());
            }
            let cut = cut.index(values.len());
            let mut merged = pairs(values[cut..].iter().copied());
            merged.merge(&pairs(values[..cut].iter().copied()));
            prop_assert_eq!(merged, all);
        }
    }
}
