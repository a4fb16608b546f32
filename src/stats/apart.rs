//! Comparison of two variants of a scenario that play different games: two independent samples.

use super::PairKind;
use super::counts::{CountedSums, Through};
use super::intervals::{Interval, difference_of_two, p_of_z, p_value_of_two, z};
use super::members::{Between, ByMember, OfTable, Pooled};
use super::paired::Compared;

/// Number of games of one variant, and exact integer sums of a measured value over these games.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sums {
    pub games: u64,
    /// Sum of the measured value over all games.
    pub values: u64,
    /// Sum of the squares of the measured value over all games.
    pub squares: u64,
    /// Sums of the measured value by the member of a panel that played.
    members: ByMember<1>,
}

/// Sums of one measured value for two variants, `a` and `b`, that played different games.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Apart {
    pub a: Sums,
    pub b: Sums,
    /// What other results of the same table tell about the differences between trainings.
    pooled: Pooled,
}

impl CountedSums for Apart {
    fn show(&mut self, through: &mut Through<'_>) {
        for of in [&mut self.a, &mut self.b] {
            through.sums([&mut of.games, &mut of.values, &mut of.squares]);
            of.members.show(through);
            through.holds(of.is_consistent());
        }
    }
}

impl Sums {
    /// Counts one game of this member of a panel, in which the measured value is `value`.
    #[inline]
    pub fn add(&mut self, member: u8, value: u32) {
        let value = u64::from(value);
        self.members.add(member, [value], 1);
        self.games += 1;
        self.values += value;
        self.squares += value * value;
    }

    /// Returns true if these sums are possible: some list of whole numbers has exactly these sums.
    fn is_consistent(&self) -> bool {
        let [games, values, squares] = [self.games, self.values, self.squares].map(i128::from);
        values.pow(2) <= games * squares && squares >= values
    }

    fn merge(&mut self, other: &Sums) {
        self.games += other.games;
        self.values += other.values;
        self.squares += other.squares;
        self.members.merge(&other.members);
    }

    /// Returns the mean of the measured value per game; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.values as f64 / self.games as f64)
    }

    /// Returns the population variance of the measured value; 0 without games.
    fn variance(&self) -> f64 {
        let n = i128::from(self.games);
        let spread = n * i128::from(self.squares) - i128::from(self.values).pow(2);
        spread as f64 / (n * n).max(1) as f64
    }

    /// Returns (wins, games) of a measured value that is 1 in a won game and 0 in a lost game.
    fn share(&self) -> (u64, u64) {
        (self.values, self.games)
    }
}

impl OfTable for Apart {
    fn between(&self) -> Between {
        let variances = [&self.a, &self.b].map(Sums::variance);
        let both = self.a.members.members().zip(self.b.members.members());
        let of = |((n, a), (m, b)): ((f64, f64), (f64, f64))| {
            (1.0 / (variances[0] / n + variances[1] / m), b - a)
        };
        let members: Vec<(f64, f64)> = both.map(of).collect();
        match variances {
            [0.0, 0.0] => Between::default(),
            _ => Between::of(&members, 1.0).with(self.pooled),
        }
    }

    fn pool(&mut self, pooled: Pooled) {
        self.pooled = pooled;
    }
}

impl Apart {
    /// Adds the games of another pair of variants to the sums of both variants.
    pub fn merge(&mut self, other: &Apart) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
    }

    /// Returns the mean of variant b minus the mean of variant a; `None` if either variant has no
    /// games.
    pub fn difference(&self) -> Option<f64> {
        Some(self.b.mean()? - self.a.mean()?)
    }

    /// Returns the means and their difference, with an interval at the confidence level `level`.
    pub fn compared(&self, values: PairKind, level: f64) -> Compared {
        let of_games = |of: &Sums| of.variance() / of.games.max(1) as f64;
        Compared {
            games: self.a.games,
            means: [self.a.mean(), self.b.mean()],
            difference: self.difference(),
            interval: self.interval(values, level),
            p: self.p_value(values),
            of_trainings: self.between().share(of_games(&self.a) + of_games(&self.b)),
        }
    }

    /// Returns the confidence interval of the difference of two means; `None` with too few games.
    ///
    /// For shares, the result is Newcombe's interval ([`difference_of_two`]). For amounts, the
    /// result is the normal interval with the variance of each variant's games.
    pub fn interval(&self, values: PairKind, level: f64) -> Option<Interval> {
        let of_games = self.interval_of_games(values, level)?;
        Some(self.between().widen(self.difference()?, of_games, level))
    }

    /// Returns the confidence interval that contains only the error of the games.
    pub fn interval_of_games(&self, values: PairKind, level: f64) -> Option<Interval> {
        let difference = self.difference()?;
        Some(match values {
            PairKind::Shares => difference_of_two(self.a.share(), self.b.share(), level),
            PairKind::Amounts => {
                let reach = self.reach(z(level))?;
                Interval { low: difference - reach, high: difference + reach }
            }
        })
    }

    /// Returns true if the measured values of both variants are 0 or 1 in every game. This holds
    /// exactly if each sum of squares equals the sum of values.
    pub fn are_flags(&self) -> bool {
        [&self.a, &self.b].iter().all(|of| of.values == of.squares)
    }

    /// Returns the half-width of a difference's interval that reaches `z` standard errors to each
    /// side, for amounts. Returns `None` with too few games.
    ///
    /// Each variance is computed with z² additional games that differ as all games do, and by at
    /// least one unit. Equal values therefore do not give a narrow interval.
    fn reach(&self, z: f64) -> Option<f64> {
        let few = z * z;
        let unseen = few * self.pooled_variance().max(1.0);
        let square = |of: &Sums| {
            let games = of.games as f64;
            let variance = of.variance().max(unseen / games);
            (games > few + 1.0).then(|| few * variance / (games - few))
        };
        Some((square(&self.a)? + square(&self.b)?).sqrt())
    }

    /// Returns the two-sided p-value of the hypothesis that the true difference is 0; 1 if a
    /// variant has no games.
    ///
    /// For shares, uses the pooled score test. For amounts, uses the larger p-value of two tests,
    /// because either test alone may be anti-conservative: a test with the pooled variance of all
    /// games, and the inversion of the interval.
    pub fn p_value(&self, values: PairKind) -> f64 {
        let p = self.p_of_games(values);
        self.between().p_value(self.difference().unwrap_or(0.0), p)
    }

    /// Returns the p-value that contains only the error of the games.
    fn p_of_games(&self, values: PairKind) -> f64 {
        if values == PairKind::Shares {
            return p_value_of_two(self.a.share(), self.b.share());
        }
        let [n, m] = [self.a.games, self.b.games].map(|games| games as f64);
        let pooled = self.pooled_variance() * (1.0 / n + 1.0 / m);
        match self.difference() {
            Some(difference) if pooled > 0.0 => {
                let off = difference.abs();
                p_of_z((off / pooled.sqrt()).min(self.standard_errors(off)))
            }
            _ => 1.0,
        }
    }

    /// Returns the number of standard errors at which the interval of a difference of amounts has
    /// the half-width `off`.
    fn standard_errors(&self, off: f64) -> f64 {
        let most = self.a.games.min(self.b.games).saturating_sub(1) as f64;
        let (mut within, mut beyond) = (0.0, most.sqrt());
        for _ in 0..60 {
            let middle = f64::midpoint(within, beyond);
            match self.reach(middle).is_some_and(|reach| reach < off) {
                true => within = middle,
                false => beyond = middle,
            }
        }
        within
    }

    /// Returns the pooled variance: the variance of the games of both variants together.
    fn pooled_variance(&self) -> f64 {
        let mut all = self.a;
        all.merge(&self.b);
        all.variance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Pairs;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn sums(values: impl IntoIterator<Item = u32>) -> Sums {
        let mut sums = Sums::default();
        values.into_iter().for_each(|value| sums.add(0, value));
        sums
    }

    fn apart(a: Sums, b: Sums) -> Apart {
        Apart { a, b, pooled: Pooled::default() }
    }

    #[test]
    fn shares_are_judged_as_two_shares() {
        let wins = |wins, games| sums((0..games).map(|game| u32::from(game < wins)));
        let apart = apart(wins(30, 120), wins(90, 200));
        assert_eq!(apart.difference(), Some(0.45 - 0.25));
        assert_eq!(
            apart.interval(PairKind::Shares, 0.9).unwrap(),
            difference_of_two((30, 120), (90, 200), 0.9)
        );
        assert_eq!(apart.p_value(PairKind::Shares), p_value_of_two((30, 120), (90, 200)));
    }

    #[test]
    fn what_has_no_games_says_nothing() {
        let none = apart(sums([3, 4, 5]), Sums::default());
        for values in [PairKind::Shares, PairKind::Amounts] {
            assert_eq!((none.difference(), none.interval(values, 0.95)), (None, None));
            assert_eq!(none.p_value(values), 1.0);
        }
    }

    #[test]
    fn a_few_games_that_come_out_alike_are_no_certainty() {
        let alike = |games, [a, b]: [u32; 2]| {
            apart(sums(std::iter::repeat_n(a, games)), sums(std::iter::repeat_n(b, games)))
        };
        let interval = |of: Apart| of.interval(PairKind::Amounts, 0.95);
        let three = alike(3, [7, 9]);
        assert_eq!(interval(three), None);
        assert!(three.p_value(PairKind::Amounts) > 0.05);
        // Two samples of five equal values, each different from the other sample: the most extreme
        // result. Chance alone yields it in 2 of 252 cases.
        let five = alike(5, [7, 9]);
        assert!(five.p_value(PairKind::Amounts) > 2.0 / 252.0);
        assert!(interval(five).unwrap().low < 0.0);
        assert!(alike(300, [7, 9]).p_value(PairKind::Amounts) < 1e-9);
        let equal = alike(300, [7, 7]);
        assert_eq!(equal.p_value(PairKind::Amounts), 1.0);
        let equal = interval(equal).unwrap();
        assert!(equal.low < -0.01 && equal.high > 0.01, "{equal:?}");
    }

    /// Checks the confidence interval's coverage and the test's rate of false alarms, for amounts
    /// with unequal variances and sample sizes.
    #[test]
    fn intervals_cover_and_tests_speak_as_often_as_they_say() {
        let mut dice = Pcg64Mcg::seed_from_u64(11);
        let (mut covered, mut alarms) = (0, 0);
        for _ in 0..2_000 {
            let mut draw =
                |games: u32, least, most| sums((0..games).map(|_| dice.random_range(least..=most)));
            let [few, many] = [draw(60, 0, 20), draw(400, 9, 13)];
            let apart = apart(few, many);
            let interval = apart.interval(PairKind::Amounts, 0.95).unwrap();
            covered += u32::from((interval.low..=interval.high).contains(&1.0));
            let same = Apart { b: draw(400, 8, 12), ..apart };
            alarms += u32::from(same.p_value(PairKind::Amounts) < 0.05);
        }
        // Expected in 2,000 experiments: 1,900 covered and 100 false alarms, each with a standard
        // deviation of 10.
        assert!((1_865..=1_935).contains(&covered), "covered {covered} of 2,000");
        assert!((60..=135).contains(&alarms), "{alarms} alarms of 2,000");
    }

    #[test]
    fn apart_and_paired_games_differ_alike() {
        let mut pairs = Pairs::default();
        for (a, b) in [(3, 5), (2, 2), (0, 7)] {
            pairs.add(a, b);
        }
        let apart = apart(sums([3, 2, 0]), sums([5, 2, 7]));
        let mut twice = apart;
        twice.merge(&apart);
        assert_eq!(twice.b, sums([5, 2, 7, 5, 2, 7]));
        assert_eq!(twice.difference(), pairs.difference());
    }
}
