//! The error that comes from who plays: the results of the members of a panel, told apart.
//!
//! The members of a panel are trainings that differ only in their seed, and one of them plays all
//! seats of a game. The true results of the members differ. With the number of games, the mean of
//! the panel comes near the mean of its members, and not near the mean of all trainings of this
//! kind. The variance between trainings is estimated from the members (random effects: DerSimonian
//! and Laird 1986), and an interval for another training has it in addition to the variance of the
//! games. The interval is that of Student's t, because there are few members (after Hartung and
//! Knapp 2001; degrees of freedom: Satterthwaite 1946). In simulations with four members it covers
//! 90 to 97 % at a level of 95 %, whatever the ratio of the two variances.

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ByMember<const N: usize> {
    games: [u64; MOST_MEMBERS],
    #[serde(with = "flat")]
    sums: [[u64; MOST_MEMBERS]; N],
}

/// What differs between trainings in many win rates together: the variance of a member's win rate
/// q, in units of q(1 − q). One estimate from many results is far better known than one for each.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Pooled(f64);

/// What differs between trainings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Between {
    /// Variance of a panel's mean that comes from its choice of members.
    variance: f64,
    /// Degrees of freedom of this variance: the number of members minus 1.
    freedom: usize,
}

impl<const N: usize> Default for ByMember<N> {
    fn default() -> Self {
        ByMember { games: [0; MOST_MEMBERS], sums: [[0; MOST_MEMBERS]; N] }
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
        ByMember { games: self.games, sums: [self.sums[sum]] }
    }

    /// Returns whether the sums can be numbers of games that exclude each other.
    pub fn has_one_winner(&self) -> bool {
        let sum = |member: usize| {
            let mut sums = self.sums.iter().map(|sums| sums[member]);
            sums.try_fold(0u64, u64::checked_add)
        };
        let games = self.games.iter().enumerate();
        games.into_iter().all(|(member, &games)| sum(member).is_some_and(|sum| sum <= games))
    }

    pub fn merge(&mut self, other: &ByMember<N>) {
        let counters = [&mut self.games].into_iter().chain(&mut self.sums);
        let others = [&other.games].into_iter().chain(&other.sums);
        for (mine, theirs) in counters.zip(others) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        }
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
        Between::of(&played.map(of).collect::<Vec<_>>(), variance)
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

    /// Returns the two-sided p-value of the hypothesis that the true win rate, of all trainings, is
    /// `rate`.
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

    /// Sum of the squares of the members' numbers of games.
    fn squares(&self) -> f64 {
        self.games.iter().map(|&games| (games as f64).powi(2)).sum()
    }

    /// Returns true if at most `most` games can have these numbers of wins.
    pub fn is_consistent(&self, most: u64) -> bool {
        let all = self.games.iter().try_fold(0u64, |sum, &games| sum.checked_add(games));
        let won = self.games.iter().zip(&self.sums[0]).all(|(games, wins)| wins <= games);
        won && all.is_some_and(|all| all <= most)
    }

    /// Returns the win rate, 0 to 1; 0 without games.
    pub fn rate(&self) -> f64 {
        self.wins() as f64 / self.games().max(1) as f64
    }

    /// Returns the confidence interval of the win rate, which holds for other trainings.
    pub fn interval(&self, level: f64) -> Interval {
        self.interval_with(self.between(), level)
    }

    /// Returns the confidence interval of the win rate, with this difference between trainings.
    pub fn interval_with(&self, between: Between, level: f64) -> Interval {
        let of_games = wilson(self.wins(), self.games(), level);
        let Interval { low, high } = between.widen(self.rate(), of_games, level);
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
        let (wins, games) = (self.wins(), self.games());
        let between = self.between();
        let rate = self.rate();
        let variance = rate * (1.0 - rate);
        let of_games = variance / games.max(1) as f64;
        if between.variance == 0.0 || of_games == 0.0 {
            return (wins, games);
        }
        let z = z(level);
        let reach = between.reach(z * of_games.sqrt(), level) / z;
        let effective = (variance / (reach * reach)).max(1.0);
        ((rate * effective).round() as u64, effective.round() as u64)
    }
}

impl Pooled {
    /// Estimates what differs between trainings in these win rates.
    pub fn of<'a>(all: impl IntoIterator<Item = &'a Won>) -> Pooled {
        let (mut spread, mut weight) = (0.0, 0.0);
        for won in all {
            let (rate, games) = (won.rate(), won.games() as f64);
            if rate == 0.0 || rate == 1.0 {
                continue;
            }
            let of =
                |(played, of): (f64, f64)| played * (of - rate).powi(2) / (rate * (1.0 - rate));
            spread += won.members().map(of).sum::<f64>() - (won.members().count() - 1) as f64;
            weight += games - won.squares() / games;
        }
        Pooled(if weight > 0.0 { (spread / weight).max(0.0) } else { 0.0 })
    }

    /// Returns what differs between trainings in one of the win rates.
    pub fn between(self, won: &Won) -> Between {
        let (rate, games) = (won.rate(), won.games().max(1) as f64);
        Between {
            variance: self.0 * rate * (1.0 - rate) * won.squares() / (games * games),
            freedom: MANY,
        }
    }

    /// Returns the share, 0 to 1, of the games of a single bot that would make a win rate as well
    /// known as these games of a panel.
    pub fn effective(self, won: &Won) -> f64 {
        let games = won.games().max(1) as f64;
        1.0 / (1.0 + self.0 * won.squares() / games)
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
    (difference, Interval { low: low + off, high: high + off })
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
        let between = (spread - freedom as f64) / (weights - squares / weights);
        // Variance of the mean, in which members count as often as they played.
        Between { variance: between.max(0.0) * squares / (weights * weights), freedom }
    }

    /// Widens an interval of a value at a confidence level, which contains only the error of the
    /// games, so that it also holds for other trainings.
    pub fn widen(self, value: f64, interval: Interval, level: f64) -> Interval {
        if self.variance == 0.0 {
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
        quantile * (variance + self.variance).sqrt()
    }

    /// Returns the two-sided p-value of a difference from a hypothesis, so that it also holds for
    /// other trainings. `p` is the p-value that contains only the error of the games.
    pub fn p_value(self, difference: f64, p: f64) -> f64 {
        if self.variance == 0.0 || p >= 1.0 {
            return p;
        }
        let errors = normal_quantile((p / 2.0).max(f64::MIN_POSITIVE));
        let variance = (difference / errors).powi(2);
        let errors = difference.abs() / (variance + self.variance).sqrt();
        2.0 * match self.freedom_with(variance) {
            None => normal_tail(errors),
            Some(freedom) => student_tail(freedom, errors),
        }
    }

    /// Returns the share, 0 to 1, of the variance that more games would not reduce. `of_games` is
    /// the variance that they would.
    pub fn share(self, of_games: f64) -> f64 {
        match self.variance {
            0.0 => 0.0,
            variance => variance / (variance + of_games),
        }
    }

    /// Returns the degrees of freedom of the sum of this variance and a known variance of the
    /// games; `None` if they are so many that the distribution is normal.
    fn freedom_with(self, variance: f64) -> Option<usize> {
        let ratio = (variance + self.variance) / self.variance;
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

/// Reads and writes arrays of arrays, which serde supports only up to a fixed length of the outer
/// array.
mod flat {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::MOST_MEMBERS;

    pub fn serialize<S: Serializer, const N: usize>(
        sums: &[[u64; MOST_MEMBERS]; N],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        sums.as_slice().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const N: usize>(
        from: D,
    ) -> Result<[[u64; MOST_MEMBERS]; N], D::Error> {
        let sums = Vec::<[u64; MOST_MEMBERS]>::deserialize(from)?;
        sums.try_into().map_err(|_| D::Error::custom("a list of another length"))
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

    #[test]
    fn an_interval_holds_for_other_trainings() {
        let mut luck = Pcg64Mcg::seed_from_u64(3);
        for spread in [0.0, 0.01, 0.04] {
            let (mut covered, mut rejected) = (0, 0);
            for _ in 0..400 {
                let chance =
                    |_| 0.4 + spread * (1..=12).map(|_| luck.random_range(-0.5..0.5)).sum::<f64>();
                let chances = [0; 4].map(chance);
                let (counts, wins) = played(chances, 500, &mut luck);
                let rate = wins as f64 / 2000.0;
                let between = counts.between();
                let interval = between.widen(rate, wilson(wins, 2000, 0.95), 0.95);
                covered += usize::from((interval.low..=interval.high).contains(&0.4));
                let alone = super::super::intervals::p_value(wins, 2000, 0.4);
                rejected += usize::from(between.p_value(rate - 0.4, alone) < 0.05);
            }
            assert!((352..=394).contains(&covered), "{spread}: {covered} of 400");
            assert!((400 - covered).abs_diff(rejected) <= 6, "{spread}: {covered}, {rejected}");
        }
    }

    #[test]
    fn many_win_rates_together_tell_what_differs_between_trainings() {
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        for spread in [0.0, 0.04] {
            let won: Vec<Won> = (0..200)
                .map(|_| {
                    let chance = |_| {
                        0.5 + spread * (1..=12).map(|_| luck.random_range(-0.5..0.5)).sum::<f64>()
                    };
                    let chances = [0; 4].map(chance);
                    played(chances, 500, &mut luck).0
                })
                .collect();
            let pooled = Pooled::of(&won);
            let covered = |won: &&Won| {
                let interval = won.interval_with(pooled.between(won), 0.95);
                (interval.low..=interval.high).contains(&0.5)
            };
            let covered = won.iter().filter(covered).count();
            assert!((180..=199).contains(&covered), "{spread}: {covered} of 200");
            let expected = 1.0 / (1.0 + 500.0 * 4.0 * spread * spread);
            let share = pooled.effective(&won[0]);
            assert!((share - expected).abs() < 0.1, "{share}, not {expected}");
        }
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
