//! The error that comes from who plays: the results of the members of a panel, told apart.
//!
//! The members of a panel are trainings that differ only in their seed, and one of them plays all
//! seats of a game. The true results of the members differ. With the number of games, the mean of
//! the panel comes near the mean of its members, and not near the result of another training of
//! this kind. The variance between trainings is estimated from the members (random effects:
//! DerSimonian and Laird 1986), from all results of a table together. An interval holds for another
//! training: it has the variance of the games, the variance of another training, and the variance
//! of the members' mean. It is that of Student's t, because there are few members (after Hartung
//! and Knapp 2001; degrees of freedom: Satterthwaite 1946).

use serde::{Deserialize, Serialize};

use super::counts::{CountedSums, Through};
use super::distributions::{normal_quantile, normal_tail, student_quantile, student_tail};
use super::intervals::{self, Interval, difference_of_two, wilson, z};

/// Maximum number of members of a panel.
pub const MOST_MEMBERS: usize = 8;

/// From this number of degrees of freedom, the distribution of an error is normal.
const MANY: usize = 1000;

/// For each member of a panel: number of games, and `N` sums over these games. Without a panel, all
/// games are of member 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(bound(serialize = "[[u64; MOST_MEMBERS]; N]: Serialize"))]
#[serde(bound(deserialize = "[[u64; MOST_MEMBERS]; N]: Deserialize<'de>"))]
pub struct ByMember<const N: usize> {
    games: [u64; MOST_MEMBERS],
    sums: [[u64; MOST_MEMBERS]; N],
    /// What other results of the same table tell about the differences between trainings.
    pooled: Pooled,
}

/// What the results of one table tell together about the differences between trainings: far more
/// than each result alone. By default nothing, so that each result stands alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Pooled {
    excess: f64,
    weight: f64,
    freedom: usize,
}

/// What differs between trainings in a result: τ², the variance of the true results of trainings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Between {
    /// Variance of the value in a single game.
    scale: f64,
    /// Spread of the members' means that their games do not explain, in units of `scale`: it has an
    /// expectation of `weight` times τ².
    excess: f64,
    weight: f64,
    /// Degrees of freedom of the estimate of τ².
    freedom: usize,
    /// Variance of the distance between another training and the mean of the panel, as a multiple
    /// of τ²: 1, and 1 divided by the number of members that played equally often.
    share: f64,
}

impl<const N: usize> Default for ByMember<N> {
    fn default() -> Self {
        let games = [0; MOST_MEMBERS];
        ByMember { games, sums: [games; N], pooled: Pooled::default() }
    }
}

impl<const N: usize> ByMember<N> {
    /// Counts a number of games of a member with equal values.
    #[inline]
    pub fn add(&mut self, member: u8, values: [u64; N], games: u64) {
        // A member is below `MOST_MEMBERS`; the remainder spares the check of the index.
        let member = usize::from(member) % MOST_MEMBERS;
        self.games[member] += games;
        for (sums, value) in self.sums.iter_mut().zip(values) {
            sums[member] += games * value;
        }
    }

    pub fn games(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Returns the games and the values of one sum.
    pub fn of(&self, sum: usize) -> Won {
        ByMember { games: self.games, sums: [self.sums[sum]], pooled: self.pooled }
    }

    /// Returns the counts of the games with one of these values, which exclude each other.
    pub fn without_draws(mut self) -> ByMember<N> {
        for (member, games) in self.games.iter_mut().enumerate() {
            *games = self.sums.iter().map(|sums| sums[member]).sum();
        }
        self
    }

    pub fn merge(&mut self, other: &ByMember<N>) {
        let counters = [&mut self.games].into_iter().chain(&mut self.sums);
        let others = [&other.games].into_iter().chain(&other.sums);
        for (mine, theirs) in counters.zip(others) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
    }

    /// Lets the result know what its table tells about the differences between trainings.
    pub fn pool(&mut self, pooled: Pooled) {
        self.pooled = pooled;
    }

    pub fn pooled(&self) -> Pooled {
        self.pooled
    }

    /// Estimates what differs between trainings in the mean of a value. `value` returns its mean
    /// from the means of a member's sums. `variance` is the variance of the value in a game of one
    /// member.
    pub fn between_of(&self, value: impl Fn([f64; N]) -> f64, variance: f64) -> Between {
        let of = |member: usize| {
            let games = self.games[member] as f64;
            (games, value(self.sums.map(|sums| sums[member] as f64 / games)))
        };
        let played = (0..MOST_MEMBERS).filter(|&member| self.games[member] > 0);
        Between::of(&played.map(of).collect::<Vec<_>>(), variance).with(self.pooled)
    }
}

/// The games and wins of somebody, by the member of a panel that played.
pub type Won = ByMember<1>;

impl Won {
    /// Creates the counts of games of a bot that is no panel.
    pub fn new(games: u64, wins: u64) -> Won {
        let mut won = Won::default();
        won.add(0, [1], wins);
        won.add(0, [0], games - wins);
        won
    }

    pub fn wins(&self) -> u64 {
        self.sums[0].iter().sum()
    }

    /// Returns the wins of either of two that played the same games, of which at most one won each.
    pub fn or(mut self, other: Won) -> Won {
        let wins = self.sums[0].iter_mut().zip(&other.sums[0]);
        wins.for_each(|(wins, more)| *wins += more);
        self
    }

    /// Returns the two-sided p-value of the hypothesis that the true win rate, of another training,
    /// is `rate`.
    pub fn p_value(&self, rate: f64) -> f64 {
        let p = intervals::p_value(self.wins(), self.games(), rate);
        self.between().p_value(self.rate() - rate, p)
    }

    /// Returns the same rates in another number of games, at most as many.
    pub fn in_games(mut self, games: u64) -> Won {
        let all = u128::from(self.games().max(1));
        let part = |of: &mut u64| *of = (u128::from(*of) * u128::from(games) / all) as u64;
        self.games.iter_mut().chain(&mut self.sums[0]).for_each(part);
        self
    }

    /// Iterates over the members that played, as pairs of number of games and win rate.
    pub fn members(&self) -> impl Iterator<Item = (f64, f64)> {
        let all = self.games.iter().zip(&self.sums[0]);
        let played = all.filter(|(games, _)| **games > 0);
        played.map(|(&games, &wins)| (games as f64, wins as f64 / games as f64))
    }

    /// Returns the win rate, 0 to 1; 0 without games.
    pub fn rate(&self) -> f64 {
        self.wins() as f64 / self.games().max(1) as f64
    }

    /// Returns the confidence interval of the win rate, which holds for another training.
    pub fn interval(&self, level: f64) -> Interval {
        let of_games = wilson(self.wins(), self.games(), level);
        let Interval { low, high } = self.between().widen(self.rate(), of_games, level);
        Interval { low: low.max(0.0), high: high.min(1.0) }
    }

    /// Estimates what differs between trainings in the win rate.
    pub fn between(&self) -> Between {
        let rate = self.rate();
        self.between_of(|[rate]| rate, rate * (1.0 - rate))
    }

    /// Returns the share, 0 to 1, of the variance of the win rate that more games would not reduce.
    pub fn share_of_trainings(&self) -> f64 {
        let rate = self.rate();
        let of_games = rate * (1.0 - rate) / self.games().max(1) as f64;
        self.between().share(of_games)
    }

    /// Returns the wins and the games of a single bot that would have as wide an interval at a
    /// confidence level: all games without a panel, else fewer. Tests of these numbers hold for
    /// other trainings.
    pub fn effective(&self, level: f64) -> (u64, u64) {
        self.between().effective((self.wins(), self.games()), level)
    }
}

/// A result that is one of many in a table, and whose interval holds for another training.
pub trait OfTable: Clone {
    /// Estimates what differs between trainings in the result.
    fn between(&self) -> Between;

    /// Lets the result know what its table tells about the differences between trainings.
    fn pool(&mut self, pooled: Pooled);
}

/// Pools each column of a table. All rows have equally many columns.
pub fn pool_columns<T: OfTable>(rows: &[Vec<T>]) -> Vec<Vec<T>> {
    let mut rows = rows.to_vec();
    for column in 0..rows.first().map_or(0, Vec::len) {
        let pooled = Pooled::of(rows.iter().map(|row| row[column].between()));
        rows.iter_mut().for_each(|row| row[column].pool(pooled));
    }
    rows
}

impl Pooled {
    /// Pools the results of a table. Equal results are of entrants that win together, and count
    /// once. The last result follows from all others, so it adds no degree of freedom.
    pub fn of(all: impl IntoIterator<Item = Between>) -> Pooled {
        let mut distinct: Vec<Between> = vec![];
        for of in all {
            if of.weight > 0.0 && !distinct.contains(&of) {
                distinct.push(of);
            }
        }
        let freedom: usize = distinct.iter().map(|of| of.freedom).sum();
        let results = distinct.len();
        Pooled {
            excess: distinct.iter().map(|of| of.excess).sum(),
            weight: distinct.iter().map(|of| of.weight).sum(),
            freedom: if results > 1 { freedom * (results - 1) / results } else { freedom },
        }
    }

    /// Pools the win rates of a table.
    pub fn wins<'a>(all: impl IntoIterator<Item = &'a Won>) -> Pooled {
        Pooled::of(all.into_iter().map(|won| Won { pooled: Pooled::default(), ..*won }.between()))
    }
}

/// Returns the win rate `after` minus the win rate `before`, with its confidence interval. Both are
/// of games that are independent of each other.
pub fn difference(before: &Won, after: &Won, level: f64) -> (f64, Interval) {
    let rate = |(wins, games): (u64, u64)| wins as f64 / games.max(1) as f64;
    let difference = after.rate() - before.rate();
    let effective = [before, after].map(|of| of.effective(level));
    // Effective numbers are rounded, so that their rates differ a little.
    let off = difference - (rate(effective[1]) - rate(effective[0]));
    let Interval { low, high } = difference_of_two(effective[0], effective[1], level);
    (difference, Interval { low: (low + off).max(-1.0), high: (high + off).min(1.0) })
}

impl Between {
    /// Estimates what differs between trainings in the mean of a value. `members` has the number of
    /// games and the mean of each member. `variance` is the variance of the value in a game of one
    /// member. If the variances of the means differ, `members` has their inverses, and `variance`
    /// is 1.
    pub fn of(members: &[(f64, f64)], variance: f64) -> Between {
        let freedom = members.len().saturating_sub(1);
        if freedom == 0 || variance == 0.0 {
            return Between::default();
        }
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            members.iter().map(|&(games, value)| of(games / variance, value)).sum()
        };
        let weights = sum(&|weight, _| weight);
        let squares = sum(&|weight, _| weight * weight);
        let mean = sum(&|weight, value| weight * value) / weights;
        let spread = sum(&|weight, value| weight * (value - mean) * (value - mean));
        Between {
            scale: variance,
            excess: spread - freedom as f64,
            weight: variance * (weights - squares / weights),
            freedom,
            // Members count as often as they played.
            share: 1.0 + squares / (weights * weights),
        }
    }

    /// Returns the same result with what its table tells about the differences between trainings.
    pub fn with(self, Pooled { excess, weight, freedom }: Pooled) -> Between {
        match freedom {
            0 => self,
            _ => Between { excess, weight, freedom, ..self },
        }
    }

    /// Variance of the distance between another training and the mean of the panel.
    fn variance(self) -> f64 {
        match self.weight > 0.0 {
            true => (self.excess / self.weight).max(0.0) * self.scale * self.share,
            false => 0.0,
        }
    }

    /// Widens an interval of a value at a confidence level, which contains only the error of the
    /// games, so that it also holds for other trainings.
    pub fn widen(self, value: f64, interval: Interval, level: f64) -> Interval {
        if self.variance() == 0.0 {
            return interval;
        }
        Interval {
            low: value - self.reach(value - interval.low, level),
            high: value + self.reach(interval.high - value, level),
        }
    }

    /// Returns the distance from a value to the end of its interval at a confidence level.
    /// `distance` contains only the error of the games.
    fn reach(self, distance: f64, level: f64) -> f64 {
        let z = z(level);
        let variance = (distance / z).powi(2);
        let quantile = match self.freedom_with(variance) {
            None => z,
            Some(freedom) => student_quantile(freedom, (1.0 - level) / 2.0),
        };
        quantile * (variance + self.variance()).sqrt()
    }

    /// Returns the wins and the games of a single bot with an interval as wide as that of this
    /// number of wins in this number of games, see [`Won::effective`].
    pub fn effective(self, (wins, games): (u64, u64), level: f64) -> (u64, u64) {
        let rate = wins as f64 / games.max(1) as f64;
        let variance = rate * (1.0 - rate);
        let of_games = variance / games.max(1) as f64;
        if self.variance() == 0.0 || of_games == 0.0 {
            return (wins, games);
        }
        let z = z(level);
        let reach = self.reach(z * of_games.sqrt(), level) / z;
        let effective = (variance / (reach * reach)).max(1.0);
        ((rate * effective).round() as u64, effective.round() as u64)
    }

    /// Returns the two-sided p-value of a difference from a hypothesis, so that it also holds for
    /// another training. `p` is the p-value that contains only the error of the games.
    pub fn p_value(self, difference: f64, p: f64) -> f64 {
        if self.variance() == 0.0 || p >= 1.0 {
            return p;
        }
        let errors = normal_quantile((p / 2.0).max(f64::MIN_POSITIVE));
        let variance = (difference / errors).powi(2);
        let errors = difference.abs() / (variance + self.variance()).sqrt();
        2.0 * match self.freedom_with(variance) {
            None => normal_tail(errors),
            Some(freedom) => student_tail(freedom, errors),
        }
    }

    /// Returns the share, 0 to 1, of the variance that more games would not reduce. `of_games` is
    /// the variance that they would.
    pub fn share(self, of_games: f64) -> f64 {
        match self.variance() {
            0.0 => 0.0,
            variance => variance / (variance + of_games),
        }
    }

    /// Returns the degrees of freedom of the sum of this variance and a known variance of the
    /// games; `None` if they are so many that the distribution is normal.
    fn freedom_with(self, variance: f64) -> Option<usize> {
        let ratio = (variance + self.variance()) / self.variance();
        let freedom = ratio * ratio * self.freedom as f64;
        (freedom < MANY as f64).then_some((freedom as usize).max(1))
    }
}

impl<const N: usize> CountedSums for ByMember<N> {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums(&mut self.games);
        self.sums.iter_mut().for_each(|sums| through.sums(sums));
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Counts `games` games of each of four members that win with these probabilities.
    fn played(chances: [f64; 4], games: u64, luck: &mut Pcg64Mcg) -> (ByMember<1>, u64) {
        let (mut counts, mut wins) = (ByMember::default(), 0);
        for (member, chance) in (0..).zip(chances) {
            let won = (0..games).filter(|_| luck.random_bool(chance)).count() as u64;
            counts.add(member, [1], won);
            counts.add(member, [0], games - won);
            wins += won;
        }
        (counts, wins)
    }

    /// Draws the true win rate of a training. `spread` is the standard deviation over trainings.
    fn training(spread: f64, luck: &mut Pcg64Mcg) -> f64 {
        0.4 + spread * (0..12).map(|_| luck.random_range(-0.5..0.5)).sum::<f64>()
    }

    #[test]
    fn an_interval_holds_for_another_training() {
        let mut luck = Pcg64Mcg::seed_from_u64(3);
        for spread in [0.0, 0.01, 0.04] {
            let (mut covered, mut rejected) = (0, 0);
            for _ in 0..400 {
                let chances = [0; 4].map(|_| training(spread, &mut luck));
                let (won, wins) = played(chances, 500, &mut luck);
                let another = training(spread, &mut luck);
                let interval = won.interval(0.95);
                covered += usize::from((interval.low..=interval.high).contains(&another));
                let of_games = super::super::intervals::p_value(wins, 2000, another);
                let p = won.between().p_value(wins as f64 / 2000.0 - another, of_games);
                rejected += usize::from(p < 0.05);
            }
            // Few members may show no difference by chance: where both parts of the error are
            // alike, only 86 % are covered.
            assert!((335..=396).contains(&covered), "{spread}: {covered} of 400");
            assert!((400 - covered).abs_diff(rejected) <= 6, "{spread}: {covered}, {rejected}");
        }
    }

    #[test]
    fn a_table_knows_better_what_differs_between_trainings() {
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        for spread in [0.0, 0.04] {
            let (mut covered, mut widths) = (0, [0.0; 2]);
            for _ in 0..60 {
                let chances = |_| [0; 4].map(|_| training(spread, &mut luck));
                let chances: Vec<[f64; 4]> = (0..8).map(chances).collect();
                let alone: Vec<Won> =
                    chances.into_iter().map(|of| played(of, 500, &mut luck).0).collect();
                let pooled = Pooled::wins(&alone);
                for won in alone {
                    let mut known = won;
                    known.pool(pooled);
                    let interval = known.interval(0.95);
                    let another = training(spread, &mut luck);
                    covered += usize::from((interval.low..=interval.high).contains(&another));
                    widths[0] += won.interval(0.95).half_width();
                    widths[1] += interval.half_width();
                }
            }
            assert!((438..=475).contains(&covered), "{spread}: {covered} of 480");
            assert!(widths[1] < widths[0], "{spread}: {widths:?}");
        }
    }

    #[test]
    fn who_wins_together_counts_once() {
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        let [one, other] = [0.3, 0.5].map(|chance| played([chance; 4], 500, &mut luck).0);
        assert_eq!(Pooled::wins([&one, &other, &other]), Pooled::wins([&one, &other]));
        assert_eq!(Pooled::wins([&one, &one]).freedom, 3);
        assert_eq!(Pooled::wins([&one, &other]).freedom, 3);
    }

    #[test]
    fn without_a_panel_nothing_is_added() {
        let won = Won::new(100, 40);
        assert_eq!(won.effective(0.95), (40, 100));
        let between = won.between();
        let interval = wilson(40, 100, 0.95);
        assert_eq!(between.widen(0.4, interval, 0.95), interval);
        assert_eq!(between.p_value(0.1, 0.03), 0.03);
    }
}
