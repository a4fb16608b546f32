//! Counts, for cooperative games, which things the party uses in won and in lost games.

use crate::stats::counts::{CountedSums, Through};
use crate::stats::{Cast, Record};

/// Numbers of games and wins of a cooperative party with each thing, no matter which member used
/// the thing.
///
/// The counts show an association, not an effect: a party may use a thing because its situation is
/// already better or worse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompanyTally {
    /// Names of all things, without duplicates.
    names: Vec<String>,
    /// For each entrant and each of its things: the index of the thing's name in the list of names.
    name_of: Vec<Vec<u16>>,
    /// For each name of a thing: number of games in which it was used, and how many of these games
    /// were won.
    with: Vec<[u64; 2]>,
    /// Number of all games counted, and number of games won.
    all: [u64; 2],
}

/// Maximum number of different names of things, because `add` needs one bit for each.
const MOST_NAMES: usize = 512;

impl CompanyTally {
    /// Creates empty counters for all things that the cast (list of entrants) can use.
    ///
    /// # Panics
    /// Panics if the cast has more than `MOST_NAMES` different things.
    pub fn new(cast: &Cast) -> CompanyTally {
        let mut names: Vec<String> = vec![];
        let mut index = |thing: &String| {
            let known = names.iter().position(|name| name == thing);
            known.unwrap_or_else(|| {
                names.push(thing.clone());
                names.len() - 1
            }) as u16
        };
        let entrants = cast.entrants.iter();
        let name_of: Vec<Vec<u16>> =
            entrants.map(|entrant| entrant.things.iter().map(&mut index).collect()).collect();
        assert!(names.len() <= MOST_NAMES, "at most {MOST_NAMES} things");
        CompanyTally { with: vec![[0; 2]; names.len()], all: [0; 2], names, name_of }
    }

    /// Counts one finished game, without allocating memory.
    pub fn add(&mut self, record: &Record) {
        let won = u64::from(record.players.iter().any(|player| player.won));
        self.all[0] += 1;
        self.all[1] += won;
        let mut seen = [0u64; MOST_NAMES / 64];
        for used in &record.uses {
            let entrant = record.players[usize::from(used.player)].entrant;
            let name = usize::from(self.name_of[usize::from(entrant)][usize::from(used.thing)]);
            let (word, bit) = (&mut seen[name / 64], 1 << (name % 64));
            if *word & bit == 0 {
                *word |= bit;
                self.with[name][0] += 1;
                self.with[name][1] += won;
            }
        }
    }

    pub fn merge(&mut self, other: &CompanyTally) {
        let mine = self.with.iter_mut().chain([&mut self.all]);
        for (mine, theirs) in mine.zip(other.with.iter().chain([&other.all])) {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
    }

    pub fn clear(&mut self) {
        self.with.fill([0; 2]);
        self.all = [0; 2];
    }

    /// Returns for each thing: its name, (games, wins) with the thing, and (games, wins) without
    /// it.
    pub fn things(&self) -> impl Iterator<Item = (&str, [u64; 2], [u64; 2])> {
        let [games, wins] = self.all;
        let names = self.names.iter().zip(&self.with);
        names.map(move |(name, with)| (name.as_str(), *with, [games - with[0], wins - with[1]]))
    }
}

impl CountedSums for CompanyTally {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sums(self.with.iter_mut().chain([&mut self.all]).flatten());
        let [games, wins] = self.all;
        through.of_games(games);
        // The two numbers are games and wins: with a thing, or without it.
        let is_consistent = |&[with, won]: &[u64; 2]| {
            won <= with && with <= games && won <= wins && wins - won <= games - with
        };
        through.holds(self.with.iter().chain([&self.all]).all(is_consistent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Entrant, Player, Use};

    #[test]
    fn a_game_counts_once_for_each_thing_whoever_used_it() {
        let entrant = |things: [&str; 2]| Entrant {
            fighter: "a".into(),
            strategy: "b".into(),
            things: things.map(str::to_owned).into(),
        };
        let cast = Cast {
            entrants: vec![entrant(["rope", "lamp"]), entrant(["lamp", "map"])],
            slots: vec![],
            sides: 1,
            cooperative: true,
        };
        let game = |won, uses: &[(u8, u16)]| {
            let player = |entrant| Player { entrant, won, ..Player::default() };
            let used =
                |&(player, thing): &(u8, u16)| Use { player, thing, round: 1, ..Use::default() };
            let mut record = Record::default();
            record.players = vec![player(0), player(1)];
            record.uses = uses.iter().map(used).collect();
            record
        };
        let mut company = CompanyTally::new(&cast);
        company.add(&game(true, &[(0, 1), (1, 0), (1, 0)]));
        let mut other = CompanyTally::new(&cast);
        other.add(&game(false, &[(0, 0), (0, 1)]));
        other.add(&game(true, &[]));
        company.merge(&other);
        let told: Vec<_> = company.things().collect();
        assert_eq!(
            told,
            [("rope", [1, 0], [2, 2]), ("lamp", [2, 1], [1, 1]), ("map", [0, 0], [3, 2]),]
        );
        company.clear();
        assert_eq!(company, CompanyTally::new(&cast));
    }
}
