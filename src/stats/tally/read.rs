//! Methods that read the counters of finished games (a tally).

use super::{BESIDES, Tally};
use crate::stats::Measures;
use crate::stats::luck::Lucky;
use crate::stats::members::{Pooled, Won};

/// Result of one entrant against another, over the games in which both played on different sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matchup<'a> {
    /// Number of games in which the two participants were opponents.
    pub games: u64,
    /// Number of games against this opponent in which the participant's final rank was better. A
    /// participant without a rank counts as last.
    pub finished_ahead: u64,
    /// Sum over the games of each value measured for the two opponents ([`Measures::pairs`]). For a
    /// flag this is the number of games.
    pub sums: &'a [u64],
}

/// Counts of the uses of one thing in one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Used<'a> {
    /// Number of uses of the thing in this round.
    pub plays: u64,
    /// Number of uses of the thing in this round, in games that its player won.
    pub wins: u64,
    /// Sum of each value measured for these uses of a thing, in the order of [`Measures::things`].
    pub sums: &'a [u64],
}

impl Tally {
    /// Returns the declared measures that this tally counts.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// Returns the number of games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the sums of a participant's wins and luck, over the games in which luck was
    /// measured.
    pub fn luck(&self, entrant: usize) -> &Lucky {
        &self.luck[entrant]
    }

    /// Returns the number of entrants, i.e. of combinations of fighter and bot.
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// Returns the number of games that lasted each number of rounds, as (rounds, games). Numbers
    /// of rounds without games are left out.
    pub fn lengths(&self) -> impl Iterator<Item = (u16, u64)> + '_ {
        (0u16..).zip(self.lengths.iter().copied()).filter(|&(_, games)| games > 0)
    }

    /// Returns the games and wins of an entrant in one slot of the line-up.
    pub fn at_slot(&self, entrant: usize, slot: usize) -> &Won {
        &self.won[entrant * self.slots + slot]
    }

    /// Returns the games and wins of each entrant over all slots of the line-up. They know what all
    /// of them tell about the differences between trainings.
    pub fn all_won(&self) -> Vec<Won> {
        let of = |entrant| {
            let mut all = Won::default();
            (0..self.slots).for_each(|slot| all.merge(self.at_slot(entrant, slot)));
            all
        };
        let mut won: Vec<Won> = (0..self.entrants).map(of).collect();
        // Who all win together have one result.
        if self.sides.iter().any(|side| *side != self.sides[0]) {
            let pooled = Pooled::wins(&won);
            won.iter_mut().for_each(|won| won.pool(pooled));
        }
        won
    }

    /// Returns the games and wins of an entrant, see [`Tally::all_won`].
    pub fn won(&self, entrant: usize) -> Won {
        self.all_won()[entrant]
    }

    /// Returns the games and wins of everybody in one slot of the line-up.
    pub fn of_slot(&self, slot: usize) -> Won {
        let mut all = Won::default();
        (0..self.entrants).for_each(|entrant| all.merge(self.at_slot(entrant, slot)));
        all
    }

    /// Returns how many of an entrant's games have each value of a measure; the index in the result
    /// is the value. The measure is an index into [`Measures::entrants`].
    ///
    /// For the time of an event, index 0 ([`NEVER`](crate::stats::NEVER)) is the number of games
    /// without the event.
    pub fn values(&self, entrant: usize, measure: usize) -> &[u64] {
        self.of_entrant.read(self.entrant(entrant), measure).0
    }

    /// Returns the number of a participant's games in which a measured event did not occur, by
    /// number of rounds of the game.
    pub fn never(&self, entrant: usize, measure: usize) -> &[u64] {
        self.of_entrant.read(self.entrant(entrant), measure).1
    }

    /// Returns the number of a participant's games in which a measured event could occur in
    /// `round`, counted from 1. In these games, the round was played, and the event had not
    /// occurred before.
    pub fn faced(&self, entrant: usize, measure: usize, round: usize) -> u64 {
        let later = |counts: &[u64]| counts[round.min(counts.len())..].iter().sum::<u64>();
        later(self.values(entrant, measure)) + later(self.never(entrant, measure))
    }

    /// Returns how many games have each value of a measure of the whole game ([`Measures::game`]).
    /// The index in the result is the value, as in [`Tally::values`].
    pub fn game_values(&self, measure: usize) -> &[u64] {
        self.of_game.read(&self.game_values, measure).0
    }

    /// Returns the number of games in which an event of the whole game did not occur, by number of
    /// rounds of the game.
    pub fn game_never(&self, measure: usize) -> &[u64] {
        self.of_game.read(&self.game_values, measure).1
    }

    /// Returns the number of a participant's games for each final rank, from 1 to the number of
    /// participants in a game. Index 0 is the number of games without a rank.
    pub fn placements(&self, entrant: usize) -> &[u64] {
        &self.placements[entrant * self.places..][..self.places]
    }

    /// Returns the total result of an entrant against an opponent.
    pub fn matchup(&self, entrant: usize, opponent: usize) -> Matchup<'_> {
        let size = BESIDES + self.measures.pairs.len();
        let pair = &self.pairs[(entrant * self.entrants + opponent) * size..][..size];
        Matchup { games: pair[0], finished_ahead: pair[1], sums: &pair[BESIDES..] }
    }

    /// Returns counts of an entrant's uses of one thing, by round from 1. Rounds without uses are
    /// left out.
    pub fn uses(&self, entrant: usize, thing: usize) -> impl Iterator<Item = (u16, Used<'_>)> {
        let thing = self.first_thing[entrant] + thing;
        assert!(thing < self.first_thing[entrant + 1], "the entrant has no such thing");
        let size = BESIDES + self.measures.things.len();
        let rounds = (self.rounds - 1) * size;
        let of_rounds = self.uses[thing * rounds..][..rounds].chunks_exact(size);
        (1u16..).zip(of_rounds).filter(|(_, counters)| counters[0] > 0).map(|(round, counters)| {
            let used = Used { plays: counters[0], wins: counters[1], sums: &counters[BESIDES..] };
            (round, used)
        })
    }

    fn entrant(&self, entrant: usize) -> &[u64] {
        let size = self.of_entrant.size;
        &self.values[entrant * size..][..size]
    }
}
