//! Values of two variants whose games are not the same ones: each is known by its own games, and these have nothing in common.

use super::Pairs;
use super::counts::{Counted, Through};
use super::intervals::{Interval, difference_of_two, p_of_z, p_value_of_two, z};

/// Exact sums of whole numbers. They hold what those of [`Pairs`] hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    pub games: u64,
    /// Of the values,
    pub values: u64,
    /// and of their squares.
    pub squares: u64,
}

/// The values of two variants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Apart {
    pub a: Sums,
    pub b: Sums,
}

impl Counted for Apart {
    fn show(&mut self, through: &mut Through<'_>) {
        for of in [&mut self.a, &mut self.b] {
            through.sums([&mut of.games, &mut of.values, &mut of.squares]);
            through.holds(of.is_consistent());
        }
    }
}

impl Sums {
    /// Counts the value of a game.
    #[inline]
    pub fn add(&mut self, value: u32) {
        let value = u64::from(value);
        self.games += 1;
        self.values += value;
        self.squares += value * value;
    }

    /// Whether some whole numbers have these sums.
    fn is_consistent(&self) -> bool {
        let [games, values, squares] = [self.games, self.values, self.squares].map(i128::from);
        values.pow(2) <= games * squares && squares >= values
    }

    fn merge(&mut self, other: &Sums) {
        self.games += other.games;
        self.values += other.values;
        self.squares += other.squares;
    }

    /// `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.values as f64 / self.games as f64)
    }

    /// About the mean; 0 without games.
    fn variance(&self) -> f64 {
        let n = i128::from(self.games);
        let spread = n * i128::from(self.squares) - i128::from(self.values).pow(2);
        spread as f64 / (n * n).max(1) as f64
    }

    /// Every value is 0 or 1: just then the squares add up to what the values do.
    fn is_share(&self) -> bool {
        self.values == self.squares
    }

    /// As (wins, games), of a share.
    fn share(&self) -> (u64, u64) {
        (self.values, self.games)
    }
}

impl Apart {
    /// Adds the games of another.
    pub fn merge(&mut self, other: &Apart) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
    }

    /// The mean of b less that of a; `None` if either has no games.
    pub fn difference(&self) -> Option<f64> {
        Some(self.b.mean()? - self.a.mean()?)
    }

    /// The interval of the difference: of shares Newcombe's ([`difference_of_two`]), else the normal one, in which each variance is that of its own
    /// games, a little more where they are few ([`Pairs::interval`] does the same). `None` for so few games that they say nothing.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let difference = self.difference()?;
        if self.are_flags() {
            return Some(difference_of_two(self.a.share(), self.b.share(), level));
        }
        let few = z(level).powi(2);
        let square = |of: &Sums| {
            let more = of.games as f64 - few;
            (more > 0.0).then(|| few * of.variance() / more)
        };
        let reach = (square(&self.a)? + square(&self.b)?).sqrt();
        Some(Interval {
            low: difference - reach,
            high: difference + reach,
        })
    }

    /// How surprising this difference is if the true one is 0, two-sided: of shares by the pooled score test, else by the less surprised of two tests,
    /// one with the variance of all games together and one with that of each. So a few games that all came out alike are no certainty. 1 if
    /// either has no games.
    pub fn p_value(&self) -> f64 {
        if self.are_flags() {
            return p_value_of_two(self.a.share(), self.b.share());
        }
        let mut all = self.a;
        all.merge(&self.b);
        let [n, m] = [self.a.games, self.b.games].map(|games| games as f64);
        let pooled = all.variance() * (1.0 / n + 1.0 / m);
        let each = self.a.variance() / n + self.b.variance() / m;
        match self.difference() {
            Some(difference) if pooled > 0.0 => p_of_z(difference / pooled.max(each).sqrt()),
            _ => 1.0,
        }
    }

    pub fn are_flags(&self) -> bool {
        self.a.is_share() && self.b.is_share()
    }
}

/// Pairs, taken apart.
impl From<&Pairs> for Apart {
    fn from(pairs: &Pairs) -> Apart {
        let sums = |values, squares| Sums {
            games: pairs.games,
            values,
            squares,
        };
        Apart {
            a: sums(pairs.a, pairs.aa),
            b: sums(pairs.b, pairs.bb),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn sums(values: impl IntoIterator<Item = u32>) -> Sums {
        let mut sums = Sums::default();
        values.into_iter().for_each(|value| sums.add(value));
        sums
    }

    #[test]
    fn shares_are_judged_as_two_shares() {
        let wins = |wins, games| sums((0..games).map(|game| u32::from(game < wins)));
        let apart = Apart {
            a: wins(30, 120),
            b: wins(90, 200),
        };
        assert_eq!(apart.difference(), Some(0.45 - 0.25));
        assert_eq!(
            apart.interval(0.9).unwrap(),
            difference_of_two((30, 120), (90, 200), 0.9)
        );
        assert_eq!(apart.p_value(), p_value_of_two((30, 120), (90, 200)));
    }

    #[test]
    fn what_has_no_games_says_nothing() {
        let none = Apart {
            a: sums([3, 4, 5]),
            b: Sums::default(),
        };
        assert_eq!((none.difference(), none.interval(0.95)), (None, None));
        assert_eq!(none.p_value(), 1.0);
    }

    #[test]
    fn a_few_games_that_come_out_alike_are_no_certainty() {
        let few = Apart {
            a: sums([7; 3]),
            b: sums([9; 3]),
        };
        assert!(few.p_value() > 0.01);
        assert_eq!(few.interval(0.95), None);
        let many = Apart {
            a: sums([7; 300]),
            b: sums([9; 300]),
        };
        assert!(many.p_value() < 1e-9);
        assert_eq!(
            Apart {
                a: many.a,
                b: many.a
            }
            .p_value(),
            1.0
        );
    }

    /// Amounts of other spreads and other numbers of games: how often the interval holds the truth, and how often there is an alarm without one.
    #[test]
    fn intervals_cover_and_tests_speak_as_often_as_they_say() {
        let mut dice = Pcg64Mcg::seed_from_u64(11);
        let (mut covered, mut alarms) = (0, 0);
        for _ in 0..2_000 {
            let mut draw =
                |games: u32, least, most| sums((0..games).map(|_| dice.random_range(least..=most)));
            let [few, many] = [draw(60, 0, 20), draw(400, 9, 13)];
            let apart = Apart { a: few, b: many };
            let interval = apart.interval(0.95).unwrap();
            covered += u32::from((interval.low..=interval.high).contains(&1.0));
            let same = Apart {
                a: few,
                b: draw(400, 8, 12),
            };
            alarms += u32::from(same.p_value() < 0.05);
        }
        // 1,900 and 100 of 2,000, with a standard deviation of 10.
        assert!(
            (1_865..=1_935).contains(&covered),
            "covered {covered} of 2,000"
        );
        assert!((60..=135).contains(&alarms), "{alarms} alarms of 2,000");
    }

    #[test]
    fn pairs_are_taken_apart() {
        let mut pairs = Pairs::default();
        for (a, b) in [(3, 5), (2, 2), (0, 7)] {
            pairs.add(a, b);
        }
        let apart = Apart {
            a: sums([3, 2, 0]),
            b: sums([5, 2, 7]),
        };
        assert_eq!(Apart::from(&pairs), apart);
        let mut twice = apart;
        twice.merge(&apart);
        assert_eq!(twice.b, sums([5, 2, 7, 5, 2, 7]));
        assert_eq!(twice.difference(), pairs.difference());
    }
}
