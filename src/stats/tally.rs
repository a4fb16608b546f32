//! The tally: integer counters of finished games. Its size depends on the cast, never on the number of games, and two tallies merge by
//! addition, so that the order in which games are counted, and on how many threads, cannot matter.

use super::{Cast, MAX_PLAYERS, MAX_ROUNDS, NO_CARD, NOBODY, Record, SURVIVED};

/// Rounds as an index: 0 is "survived" or unused, 1 to [`MAX_ROUNDS`] are rounds.
const ROUNDS: usize = MAX_ROUNDS + 1;
/// Places as an index: 0 is unused.
const PLACES: usize = MAX_PLAYERS + 1;

/// What one entrant made of another, in the games both played on different sides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Matchup {
    /// Games in which the two were opponents.
    pub games: u64,
    /// Of these, games in which the entrant's place was better.
    pub finished_ahead: u64,
    /// Games in which the entrant eliminated the opponent.
    pub eliminated: u64,
    /// Score taken from the opponent, summed over the games.
    pub score_taken: u64,
}

/// What one card did in one round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CardUse {
    /// Times it was played in this round.
    pub plays: u64,
    /// Of these, times in a game that its player won.
    pub wins: u64,
    /// Wounds its attacks dealt.
    pub wounds_dealt: u64,
    /// Wounds its player took while it was the active card.
    pub wounds_taken: u64,
}

/// Integer counters of finished games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    entrants: usize,
    slots: usize,
    scores_per_entrant: usize,
    /// The side of each slot: its team, or its own when everyone plays alone.
    sides: Vec<u8>,
    /// Where the cards of an entrant begin, in `cards` / [`MAX_ROUNDS`]; one entry more than there are entrants.
    first_card: Vec<usize>,
    games: u64,
    lengths: [u64; ROUNDS],
    games_by_slot: Vec<u64>,
    wins_by_slot: Vec<u64>,
    scores: Vec<u64>,
    eliminations: Vec<u64>,
    survivals: Vec<u64>,
    placements: Vec<u64>,
    matchups: Vec<Matchup>,
    cards: Vec<CardUse>,
}

impl Tally {
    /// Empty counters for a cast whose scores go from 0 to `max_score`, that one included.
    pub fn new(cast: &Cast, max_score: u16) -> Tally {
        let entrants = cast.entrants.len();
        let slots = cast.slots.len();
        let scores_per_entrant = usize::from(max_score) + 1;
        let mut first_card = Vec::with_capacity(entrants + 1);
        let mut cards = 0;
        first_card.push(0);
        for entrant in &cast.entrants {
            cards += entrant.cards.len();
            first_card.push(cards);
        }
        Tally {
            entrants,
            slots,
            scores_per_entrant,
            sides: (0u8..)
                .zip(&cast.slots)
                .map(|(i, slot)| slot.team.map_or(i, |team| u8::MAX - team))
                .collect(),
            first_card,
            games: 0,
            lengths: [0; ROUNDS],
            games_by_slot: vec![0; entrants * slots],
            wins_by_slot: vec![0; entrants * slots],
            scores: vec![0; entrants * scores_per_entrant],
            eliminations: vec![0; entrants * ROUNDS],
            survivals: vec![0; entrants * ROUNDS],
            placements: vec![0; entrants * PLACES],
            matchups: vec![Matchup::default(); entrants * entrants],
            cards: vec![CardUse::default(); cards * MAX_ROUNDS],
        }
    }

    /// Counts one finished game. Allocates nothing.
    ///
    /// # Panics
    /// If the record does not fit the cast: an unknown entrant, slot or card, or a score above the greatest possible.
    /// That is a fault of the engine, and a wrong table would hide it.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        self.lengths[usize::from(record.rounds)] += 1;
        for (me, player) in record.players.iter().enumerate() {
            let entrant = usize::from(player.entrant);
            let slot = usize::from(player.slot);
            let score = usize::from(player.score);
            assert!(
                entrant < self.entrants && slot < self.slots,
                "a record names an entrant or a slot that the cast lacks"
            );
            assert!(
                score < self.scores_per_entrant,
                "a score of {score} exceeds the greatest possible"
            );
            let won = u64::from(player.won);
            self.games_by_slot[entrant * self.slots + slot] += 1;
            self.wins_by_slot[entrant * self.slots + slot] += won;
            self.scores[entrant * self.scores_per_entrant + score] += 1;
            self.eliminations[entrant * ROUNDS + usize::from(player.round_eliminated)] += 1;
            if player.round_eliminated == SURVIVED {
                self.survivals[entrant * ROUNDS + usize::from(record.rounds)] += 1;
            }
            self.placements[entrant * PLACES + usize::from(player.place)] += 1;
            for (them, other) in record.players.iter().enumerate() {
                if self.sides[slot] == self.sides[usize::from(other.slot)] {
                    continue;
                }
                let matchup =
                    &mut self.matchups[entrant * self.entrants + usize::from(other.entrant)];
                matchup.games += 1;
                matchup.finished_ahead += u64::from(player.place < other.place);
                matchup.eliminated += u64::from(
                    other.eliminated_by != NOBODY && usize::from(other.eliminated_by) == me,
                );
                matchup.score_taken += u64::from(player.score_taken[them]);
            }
            let cards = &mut self.cards
                [self.first_card[entrant] * MAX_ROUNDS..self.first_card[entrant + 1] * MAX_ROUNDS];
            for (round, play) in player
                .cards
                .iter()
                .enumerate()
                .take(usize::from(record.rounds))
            {
                if play.card == NO_CARD {
                    continue;
                }
                let card = &mut cards[usize::from(play.card) * MAX_ROUNDS + round];
                card.plays += 1;
                card.wins += won;
                card.wounds_dealt += u64::from(play.wounds_dealt);
                card.wounds_taken += u64::from(play.wounds_taken);
            }
        }
    }

    /// Adds the games of another tally of the same cast.
    ///
    /// # Panics
    /// If the other tally was made for another cast or another greatest score.
    pub fn merge(&mut self, other: &Tally) {
        assert!(
            self.first_card == other.first_card
                && self.sides == other.sides
                && self.scores_per_entrant == other.scores_per_entrant,
            "only tallies of the same cast can be merged"
        );
        let sum = |mine: &mut [u64], theirs: &[u64]| {
            mine.iter_mut().zip(theirs).for_each(|(a, b)| *a += b)
        };
        self.games += other.games;
        sum(&mut self.lengths, &other.lengths);
        sum(&mut self.games_by_slot, &other.games_by_slot);
        sum(&mut self.wins_by_slot, &other.wins_by_slot);
        sum(&mut self.scores, &other.scores);
        sum(&mut self.eliminations, &other.eliminations);
        sum(&mut self.survivals, &other.survivals);
        sum(&mut self.placements, &other.placements);
        for (a, b) in self.matchups.iter_mut().zip(&other.matchups) {
            a.games += b.games;
            a.finished_ahead += b.finished_ahead;
            a.eliminated += b.eliminated;
            a.score_taken += b.score_taken;
        }
        for (a, b) in self.cards.iter_mut().zip(&other.cards) {
            a.plays += b.plays;
            a.wins += b.wins;
            a.wounds_dealt += b.wounds_dealt;
            a.wounds_taken += b.wounds_taken;
        }
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many entrants the cast has.
    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// Games by their number of rounds: (rounds, games), only those that occurred.
    pub fn lengths(&self) -> impl Iterator<Item = (u8, u64)> + '_ {
        (0u8..).zip(self.lengths).filter(|&(_, games)| games > 0)
    }

    /// (games, wins) of an entrant in one place of the line-up.
    pub fn at_slot(&self, entrant: usize, slot: usize) -> (u64, u64) {
        let i = entrant * self.slots + slot;
        (self.games_by_slot[i], self.wins_by_slot[i])
    }

    /// (games, wins) of an entrant in all places together.
    pub fn results(&self, entrant: usize) -> (u64, u64) {
        (0..self.slots)
            .map(|slot| self.at_slot(entrant, slot))
            .fold((0, 0), |(g, w), (games, wins)| (g + games, w + wins))
    }

    /// An entrant's games by score; the index is the score.
    pub fn scores(&self, entrant: usize) -> &[u64] {
        &self.scores[entrant * self.scores_per_entrant..][..self.scores_per_entrant]
    }

    /// An entrant's games by the round of its elimination, from 1 to [`MAX_ROUNDS`]; at [`SURVIVED`], those it survived.
    pub fn eliminations(&self, entrant: usize) -> &[u64] {
        const { assert!(SURVIVED == 0) };
        &self.eliminations[entrant * ROUNDS..][..ROUNDS]
    }

    /// Games in which an entrant began a round (from 1): it was not out yet, and the game was not over.
    pub fn faced(&self, entrant: usize, round: usize) -> u64 {
        let later = |counts: &[u64]| {
            counts[entrant * ROUNDS..][round..ROUNDS]
                .iter()
                .sum::<u64>()
        };
        later(&self.eliminations) + later(&self.survivals)
    }

    /// An entrant's games by place, from 1 to [`MAX_PLAYERS`]; index 0 is unused.
    pub fn placements(&self, entrant: usize) -> &[u64] {
        &self.placements[entrant * PLACES..][..PLACES]
    }

    /// What an entrant made of another.
    pub fn matchup(&self, entrant: usize, opponent: usize) -> Matchup {
        self.matchups[entrant * self.entrants + opponent]
    }

    /// What a card of an entrant did, round by round; index 0 is round 1.
    pub fn card(&self, entrant: usize, card: usize) -> &[CardUse] {
        let first = self.first_card[entrant] + card;
        assert!(
            first < self.first_card[entrant + 1],
            "the entrant has no such card"
        );
        &self.cards[first * MAX_ROUNDS..][..MAX_ROUNDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sample;
    use proptest::prelude::*;

    #[test]
    fn counts_one_game_in_every_table() {
        let cast = sample::cast(4, 4);
        let record = sample::game(&cast, 1);
        let mut tally = Tally::new(&cast, sample::MAX_SCORE);
        tally.add(&record);
        assert_eq!(tally.games(), 1);
        assert_eq!(tally.lengths().collect::<Vec<_>>(), [(record.rounds, 1)]);
        for player in &record.players {
            let entrant = usize::from(player.entrant);
            assert_eq!(
                tally.at_slot(entrant, usize::from(player.slot)),
                (1, u64::from(player.won))
            );
            assert_eq!(tally.scores(entrant)[usize::from(player.score)], 1);
            assert_eq!(
                tally.eliminations(entrant)[usize::from(player.round_eliminated)],
                1
            );
            let last = if player.round_eliminated == SURVIVED {
                record.rounds
            } else {
                player.round_eliminated
            };
            assert_eq!(
                (
                    tally.faced(entrant, last.into()),
                    tally.faced(entrant, usize::from(last) + 1)
                ),
                (1, 0)
            );
            assert_eq!(tally.placements(entrant)[usize::from(player.place)], 1);
            let cards: u64 = (0..8)
                .flat_map(|card| tally.card(entrant, card))
                .map(|card| card.plays)
                .sum();
            assert_eq!(
                cards,
                player
                    .cards
                    .iter()
                    .filter(|play| play.card != NO_CARD)
                    .count() as u64
            );
        }
    }

    #[test]
    fn team_mates_are_no_opponents() {
        let mut cast = sample::cast(4, 4);
        for (i, slot) in cast.slots.iter_mut().enumerate() {
            slot.team = Some(1 + (i % 2) as u8);
        }
        cast.teams = 2;
        let record = sample::game(&cast, 3);
        let mut tally = Tally::new(&cast, sample::MAX_SCORE);
        tally.add(&record);
        let met: u64 = (0..4)
            .flat_map(|a| (0..4).map(move |b| (a, b)))
            .map(|(a, b)| tally.matchup(a, b).games)
            .sum();
        assert_eq!(met, 8, "each of four meets the two of the other team");
    }

    #[test]
    #[should_panic(expected = "exceeds the greatest possible")]
    fn refuses_a_score_out_of_bounds() {
        let cast = sample::cast(4, 4);
        let mut record = sample::game(&cast, 1);
        record.players[0].score = sample::MAX_SCORE + 1;
        Tally::new(&cast, sample::MAX_SCORE).add(&record);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// Whatever the order of the games, and however they are split among threads.
        #[test]
        fn order_and_split_do_not_matter(seeds in prop::collection::vec(any::<u32>(), 1..40), cut in any::<prop::sample::Index>()) {
            let cast = sample::cast(8, 4);
            let mut all = Tally::new(&cast, sample::MAX_SCORE);
            let mut parts = [all.clone(), all.clone()];
            let cut = cut.index(seeds.len());
            for (i, &seed) in seeds.iter().enumerate() {
                let record = sample::game(&cast, u64::from(seed));
                all.add(&record);
                parts[usize::from(i < cut)].add(&record);
            }
            let [mut a, b] = parts.clone();
            a.merge(&b);
            let [c, mut d] = parts;
            d.merge(&c);
            prop_assert_eq!(&a, &all);
            prop_assert_eq!(&d, &all);
            prop_assert_eq!((0..8).map(|e| all.results(e).1).sum::<u64>(), seeds.len() as u64);
        }
    }
}
