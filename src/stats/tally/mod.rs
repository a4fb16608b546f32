//! The tally: integer counters of finished games.
//!
//! The size of a tally depends on the participants and the measures, not on the number of games.
//! Tallies merge by addition, so the result does not depend on the order of the games or on the
//! number of threads.

mod layout;
mod read;
#[cfg(test)]
mod tests;

pub use read::{Matchup, Used};

use self::layout::CounterLayout;
use super::counts::{CountedSums, Through};
use super::luck::{Luck, Lucky};
use super::members::Won;
use super::{Cast, Measures, Record};

/// Number of counters of a pair of opponents ([`Matchup`]) or of the uses of a thing ([`Used`])
/// before the sums of the measures.
const BESIDES: usize = 2;

/// Integer counters of the results of finished games.
#[derive(Debug, Clone, PartialEq)]
pub struct Tally {
    measures: Measures,
    entrants: usize,
    slots: usize,
    /// Maximum number of rounds of a game plus 1. The round is the index of a counter, and index 0
    /// means no round.
    rounds: usize,
    /// Worst possible final rank plus 1. The rank is the index of a counter, and index 0 means no
    /// rank.
    places: usize,
    /// Side of each slot of the line-up; two slots with the same number belong to the same side.
    sides: Vec<u8>,
    /// For each entrant: index of its first thing in the list of all entrants' things. The last
    /// element is the total number of things.
    first_thing: Vec<usize>,
    of_entrant: CounterLayout,
    of_game: CounterLayout,
    games: u64,
    /// Number of games that lasted 0, 1, 2, … rounds.
    lengths: Vec<u64>,
    /// Games and wins of each entrant in each slot of the line-up.
    won: Vec<Won>,
    /// Number of games for each entrant and each final rank.
    placements: Vec<u64>,
    /// Counters of the values measured for entrants, by entrant and then by position in
    /// `of_entrant`.
    values: Vec<u64>,
    /// Counters of the values measured for the game as a whole, by position in `of_game`.
    game_values: Vec<u64>,
    /// For each entrant and opponent: number of games, number of games finished ahead, and the sums
    /// of the values measured for the pair.
    pairs: Vec<u64>,
    /// For each thing and round from 1: number of uses, number of uses in won games, and the sums
    /// of the values measured for the uses.
    uses: Vec<u64>,
    /// Sums of wins and luck of each entrant, over the games in which luck was measured.
    luck: Vec<Lucky>,
}

impl Tally {
    /// Creates empty counters of games for these participants (`cast`) and these measures.
    ///
    /// # Panics
    /// Panics if the measures exceed the limits of [`Measures`].
    pub fn new(cast: &Cast, measures: &Measures) -> Tally {
        measures.check();
        let entrants = cast.entrants.len();
        let slots = cast.slots.len();
        let (rounds, places) = (usize::from(measures.rounds) + 1, slots + 1);
        let mut first_thing = vec![0];
        let mut things = 0;
        for entrant in &cast.entrants {
            things += entrant.things.len();
            first_thing.push(things);
        }
        let of_entrant = CounterLayout::new(&measures.entrants, rounds);
        let of_game = CounterLayout::new(&measures.game, rounds);
        let side = |(i, slot): (u8, &super::Slot)| match slot.team {
            Some(team) => u8::MAX - team,
            None if cast.cooperative => 0,
            None => i,
        };
        Tally {
            entrants,
            slots,
            rounds,
            places,
            sides: (0u8..).zip(&cast.slots).map(side).collect(),
            games: 0,
            lengths: vec![0; rounds],
            won: vec![Won::default(); entrants * slots],
            placements: vec![0; entrants * places],
            values: vec![0; entrants * of_entrant.size],
            game_values: vec![0; of_game.size],
            pairs: vec![0; entrants * entrants * (BESIDES + measures.pairs.len())],
            uses: vec![0; things * (rounds - 1) * (BESIDES + measures.things.len())],
            luck: vec![Lucky::default(); entrants],
            measures: measures.clone(),
            first_thing,
            of_entrant,
            of_game,
        }
    }

    /// Counts one finished game, without allocating memory.
    ///
    /// # Panics
    /// Panics if the record does not fit the participants and the declared measures. Examples are
    /// an unknown participant or thing, a value above its maximum, and too many rounds. Such a
    /// record is a bug in the game's rules, and a wrong table would hide the bug.
    pub fn add(&mut self, record: &Record) {
        let rounds = usize::from(record.rounds);
        self.games += 1;
        self.lengths[rounds] += 1;
        self.of_game.add(&mut self.game_values, &record.game, rounds);
        for (me, player) in record.players.iter().enumerate() {
            let entrant = usize::from(player.entrant);
            let slot = usize::from(player.slot);
            let place = usize::from(player.place);
            assert!(
                entrant < self.entrants && slot < self.slots && place < self.places,
                "a record names an entrant, a slot or a place that the cast lacks"
            );
            self.won[entrant * self.slots + slot].add(record.member, [player.won.into()], 1);
            self.placements[entrant * self.places + place] += 1;
            let size = self.of_entrant.size;
            let values = &mut self.values[entrant * size..][..size];
            self.of_entrant.add(values, &player.values, rounds);

            let size = BESIDES + self.measures.pairs.len();
            let opponents =
                &mut self.pairs[entrant * self.entrants * size..][..self.entrants * size];
            for (them, other) in record.players.iter().enumerate() {
                if self.sides[slot] == self.sides[usize::from(other.slot)] {
                    continue;
                }
                let pair = &mut opponents[usize::from(other.entrant) * size..][..size];
                pair[0] += 1;
                // Place 0 means no place. The wrapping subtraction ranks it behind all other
                // places.
                let ahead = player.place.wrapping_sub(1) < other.place.wrapping_sub(1);
                pair[1] += u64::from(ahead);
                for (sum, &value) in pair[BESIDES..].iter_mut().zip(record.pairs_of(me, them)) {
                    *sum += u64::from(value);
                }
            }
        }
        let size = BESIDES + self.measures.things.len();
        for used in &record.uses {
            let player = &record.players[usize::from(used.player)];
            let entrant = usize::from(player.entrant);
            let thing = self.first_thing[entrant] + usize::from(used.thing);
            assert!(
                thing < self.first_thing[entrant + 1] && (1..=record.rounds).contains(&used.round),
                "a record names a thing that its entrant lacks, or a round that was not played"
            );
            let first = (thing * (self.rounds - 1) + usize::from(used.round) - 1) * size;
            let counters = &mut self.uses[first..first + size];
            counters[0] += 1;
            counters[1] += u64::from(player.won);
            for (sum, &value) in counters[BESIDES..].iter_mut().zip(&used.values) {
                *sum += u64::from(value);
            }
        }
    }

    /// Counts the luck of an entrant in game `game`, in addition to [`Tally::add`]: see [`Luck`].
    pub fn add_luck(&mut self, entrant: u16, game: u64, won: bool, luck: Luck) {
        self.luck[usize::from(entrant)].add(game, won.into(), luck);
    }

    /// Adds the games of another tally (counters) with the same participants.
    ///
    /// # Panics
    /// Panics if the other tally has other participants or other measures.
    pub fn merge(&mut self, other: &Tally) {
        assert!(
            self.first_thing == other.first_thing
                && self.sides == other.sides
                && self.measures == other.measures,
            "only tallies of the same cast can be merged"
        );
        self.games += other.games;
        for (mine, theirs) in self.counters_mut().into_iter().zip(other.counters()) {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
        let won = self.won.iter_mut().zip(&other.won);
        won.for_each(|(mine, theirs)| mine.merge(theirs));
        let luck = self.luck.iter_mut().zip(&other.luck);
        luck.for_each(|(mine, theirs)| mine.merge(theirs));
    }

    /// Resets all counters of games to zero.
    pub fn clear(&mut self) {
        self.games = 0;
        self.counters_mut().into_iter().for_each(|of| of.fill(0));
        self.won.fill(Won::default());
        self.luck.fill(Lucky::default());
    }

    fn counters(&self) -> [&[u64]; 6] {
        [&self.lengths, &self.placements, &self.values, &self.game_values, &self.pairs, &self.uses]
    }

    fn counters_mut(&mut self) -> [&mut [u64]; 6] {
        [
            &mut self.lengths,
            &mut self.placements,
            &mut self.values,
            &mut self.game_values,
            &mut self.pairs,
            &mut self.uses,
        ]
    }
}

impl CountedSums for Tally {
    fn show(&mut self, through: &mut Through<'_>) {
        through.sum(&mut self.games);
        for counters in self.counters_mut() {
            through.sums(counters);
        }
        self.won.iter_mut().for_each(|of| of.show(through));
        self.luck.iter_mut().for_each(|luck| luck.show(through));
        through.of_games(self.games);
    }
}
