//! Shards: the parts into which a command's games are divided among machines. The division depends
//! only on the numbers and the costs of the games, so that all machines compute the same division.
//!
//! All groups of games are lined up, one after the other. Each game has a length, which is its
//! cost. Shard K of N plays the games between (K−1)/N and K/N of the total length.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A group of games that are counted together, such as the games of one point of a sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lot {
    pub games: u64,
    /// Number of consecutive games that must be played by the same shard, at least 1. An example is
    /// a group of games with the same line-up and dice.
    pub together: u64,
    /// Relative duration of a game, at least 1. A game of greedy bots has the cost 1.
    pub cost: u64,
}

impl Lot {
    /// Creates a group of games that are counted together. The group can be divided between any two
    /// games.
    pub fn new(games: u64, cost: u64) -> Lot {
        Lot { games, together: 1, cost }
    }

    fn length(self) -> u128 {
        u128::from(self.games) * u128::from(self.cost.max(1))
    }
}

/// Returns the total number of games of all groups. `None` if the number of games or their total
/// cost overflows.
pub fn total_games(lots: &[Lot]) -> Option<u64> {
    let length = |sum: u128, lot: &Lot| sum.checked_add(lot.length());
    let length = lots.iter().try_fold(0u128, length)?;
    length.checked_mul(u128::from(MOST_SHARDS))?;
    let games = |sum: u64, lot: &Lot| sum.checked_add(lot.games);
    lots.iter().try_fold(0, games)
}

/// A shard: one of the parts into which a command's games are divided among machines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Shard {
    /// Number of the shard, from 1 to the number of shards `of`.
    pub number: u32,
    pub of: u32,
}

/// A shard (part of a command's games) as read from a file, before its numbers are checked.
#[derive(Deserialize)]
struct Unchecked {
    number: u32,
    of: u32,
}

impl TryFrom<Unchecked> for Shard {
    type Error = String;

    fn try_from(Unchecked { number, of }: Unchecked) -> Result<Shard, String> {
        Shard::new(number, of)
    }
}

/// Maximum number of shards into which a command's games can be divided.
pub const MOST_SHARDS: u32 = 1_000_000;

impl Shard {
    /// Creates shard `number` of `of` shards.
    ///
    /// # Errors
    /// Fails if a number is out of range; the error describes the allowed numbers.
    pub fn new(number: u32, of: u32) -> Result<Shard, String> {
        match (1..=MOST_SHARDS).contains(&of) && (1..=of).contains(&number) {
            true => Ok(Shard { number, of }),
            false => Err(wants()),
        }
    }

    /// Returns the range of games that this shard plays in each group of games. A range may be
    /// empty.
    pub fn stretches(self, lots: &[Lot]) -> Vec<Range<u64>> {
        let length: u128 = lots.iter().map(|lot| lot.length()).sum();
        let cut = |number: u32| length * u128::from(number) / u128::from(self.of);
        let mut start = 0;
        let mut stretch = |lot: &Lot| {
            let place = |cut: u128| {
                let inside = cut.saturating_sub(start).min(lot.length());
                let games = (inside / u128::from(lot.cost.max(1))) as u64;
                match games == lot.games {
                    true => games,
                    false => games / lot.together.max(1) * lot.together.max(1),
                }
            };
            let games = place(cut(self.number - 1))..place(cut(self.number));
            start += lot.length();
            games
        };
        lots.iter().map(&mut stretch).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let (number, of) = text.split_once('/').ok_or_else(wants)?;
        let whole = |text: &str| text.trim().parse::<u32>().map_err(|_| wants());
        Shard::new(whole(number)?, whole(of)?)
    }
}

fn wants() -> String {
    format!("wants K/N, the K-th of N shards, as in 3/64: K from 1 to N, N at most {MOST_SHARDS}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Checks that each game belongs to exactly one shard, and that no group of games with the
        /// same setup is divided. Checks that all shards have about the same amount of work.
        #[test]
        fn shards_are_the_whole(
            lots in prop::collection::vec((0u64..5_000, 1u64..9, 1u64..400), 1..6),
            of in 1u32..90,
        ) {
            let lots: Vec<Lot> = lots
                .into_iter()
                .map(|(games, together, cost)| Lot { games: games / together * together, together, cost })
                .collect();
            let length: u128 = lots.iter().map(|lot| lot.length()).sum();
            let mut next = vec![0; lots.len()];
            for number in 1..=of {
                let mut work = 0;
                let stretches = Shard { number, of }.stretches(&lots);
                for ((games, lot), next) in stretches.iter().zip(&lots).zip(&mut next) {
                    prop_assert_eq!(games.start, *next);
                    prop_assert!(games.end >= games.start && games.end % lot.together == 0);
                    *next = games.end;
                    work += u128::from(games.end - games.start) * u128::from(lot.cost);
                }
                let slack: u128 = lots.iter().map(|lot| u128::from(lot.cost * lot.together)).sum();
                prop_assert!(work <= length / u128::from(of) + 1 + slack);
            }
            let games: Vec<u64> = lots.iter().map(|lot| lot.games).collect();
            prop_assert_eq!(next, games);
        }
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        let shard: Shard = "3/64".parse().unwrap();
        assert_eq!(shard, Shard { number: 3, of: 64 });
        assert_eq!(shard.to_string(), "3/64");
        for text in ["0/4", "5/4", "1", "1/0", "a/b", "-1/4", "1/2/3", "1/1000001"] {
            let told = text.parse::<Shard>().unwrap_err();
            assert!(told.contains("as in 3/64"), "{text}: {told}");
        }
    }
}
