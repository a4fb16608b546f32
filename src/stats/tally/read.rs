//! What a tally says, counter by counter.

use super::{BESIDES, Tally};
use crate::stats::Measures;
use crate::stats::luck::Lucky;

/// What one entrant made of another, in the games both played on different sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matchup<'a> {
    /// Games in which the two were opponents.
    pub games: u64,
    /// Of these, games in which the entrant's place was better; one without a place is behind everybody who has one.
    pub finished_ahead: u64,
    /// By [`Measures::pairs`]: the sum over the games; of a flag it is the number of games.
    pub sums: &'a [u64],
}

/// What one thing did in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Used<'a> {
    /// Times it was used in this round.
    pub plays: u64,
    /// Of these, times in a game that its player won.
    pub wins: u64,
    /// By [`Measures::things`]: the sum over its uses.
    pub sums: &'a [u64],
}

impl Tally {
    /// What is measured.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The results of an entrant and the luck in them, as far as anybody weighed it.
    pub fn luck(&self, entrant: usize) -> &Lucky {
        &self.luck[entrant]
    }

    /// Of a cooperative game, each thing: (games, wins) in which somebody used it, and in which nobody did. Nothing of other games.
    pub fn with_and_without(&self) -> impl Iterator<Item = (&str, [u64; 2], [u64; 2])> {
        self.company.iter().flat_map(|company| company.things())
    }

    /// How many entrants the cast has.
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// Games by their number of rounds: (rounds, games), only those that occurred.
    pub fn lengths(&self) -> impl Iterator<Item = (u16, u64)> + '_ {
        (0u16..)
            .zip(self.lengths.iter().copied())
            .filter(|&(_, games)| games > 0)
    }

    /// (games, wins) of an entrant in one slot of the line-up.
    pub fn at_slot(&self, entrant: usize, slot: usize) -> (u64, u64) {
        let i = entrant * self.slots + slot;
        (self.games_by_slot[i], self.wins_by_slot[i])
    }

    /// (games, wins) of an entrant in all slots together.
    pub fn results(&self, entrant: usize) -> (u64, u64) {
        (0..self.slots)
            .map(|slot| self.at_slot(entrant, slot))
            .fold((0, 0), |(g, w), (games, wins)| (g + games, w + wins))
    }

    /// An entrant's games by the value of one of [`Measures::entrants`]: the index is the value, 0 up to the greatest. Of a time, index 0
    /// ([`NEVER`](crate::stats::NEVER)) are the games in which it never came.
    pub fn values(&self, entrant: usize, measure: usize) -> &[u64] {
        self.of_entrant.read(self.entrant(entrant), measure).0
    }

    /// An entrant's games in which a time never came, by their number of rounds.
    pub fn never(&self, entrant: usize, measure: usize) -> &[u64] {
        self.of_entrant.read(self.entrant(entrant), measure).1
    }

    /// An entrant's games in which a time could come in a round (from 1): it had not come before, and the game was not over.
    pub fn faced(&self, entrant: usize, measure: usize, round: usize) -> u64 {
        let later = |counts: &[u64]| counts[round.min(counts.len())..].iter().sum::<u64>();
        later(self.values(entrant, measure)) + later(self.never(entrant, measure))
    }

    /// Games by the value of one of [`Measures::game`], as [`Tally::values`].
    pub fn game_values(&self, measure: usize) -> &[u64] {
        self.of_game.read(&self.game_values, measure).0
    }

    /// Games in which a time of the game never came, by their number of rounds.
    pub fn game_never(&self, measure: usize) -> &[u64] {
        self.of_game.read(&self.game_values, measure).1
    }

    /// An entrant's games by place, from 1 to the number of slots; at index 0 those without places.
    pub fn placements(&self, entrant: usize) -> &[u64] {
        &self.placements[entrant * self.places..][..self.places]
    }

    /// What an entrant made of another.
    pub fn matchup(&self, entrant: usize, opponent: usize) -> Matchup<'_> {
        let size = BESIDES + self.measures.pairs.len();
        let pair = &self.pairs[(entrant * self.entrants + opponent) * size..][..size];
        Matchup {
            games: pair[0],
            finished_ahead: pair[1],
            sums: &pair[BESIDES..],
        }
    }

    /// What a thing of an entrant did, by round, from 1; only rounds in which it was used.
    pub fn uses(&self, entrant: usize, thing: usize) -> impl Iterator<Item = (u16, Used<'_>)> {
        let thing = self.first_thing[entrant] + thing;
        assert!(
            thing < self.first_thing[entrant + 1],
            "the entrant has no such thing"
        );
        let size = BESIDES + self.measures.things.len();
        let rounds = (self.rounds - 1) * size;
        let of_rounds = self.uses[thing * rounds..][..rounds].chunks_exact(size);
        (1u16..)
            .zip(of_rounds)
            .filter(|(_, counters)| counters[0] > 0)
            .map(|(round, counters)| {
                let used = Used {
                    plays: counters[0],
                    wins: counters[1],
                    sums: &counters[BESIDES..],
                };
                (round, used)
            })
    }

    fn entrant(&self, entrant: usize) -> &[u64] {
        let size = self.of_entrant.size;
        &self.values[entrant * size..][..size]
    }
}
