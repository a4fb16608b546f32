//! The tally: integer counters of finished games. Its size depends on cast and measures, never on the number of games, and two tallies merge by
//! addition, so that the order in which games are counted, and on how many threads, cannot matter.

use arrayvec::ArrayVec;

use super::{Cast, Form, MAX_VALUES, Measure, Measures, NEVER, Record};

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

/// Counters of a [`Matchup`], and of a [`Used`], besides their sums.
const BESIDES: usize = 2;

/// Integer counters of finished games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    measures: Measures,
    entrants: usize,
    slots: usize,
    /// Rounds and places as an index: 0 is a place that nobody has, and no round.
    rounds: usize,
    places: usize,
    /// The side of each slot: its team, or its own when everyone plays alone.
    sides: Vec<u8>,
    /// Where the things of an entrant begin; one entry more than there are entrants.
    first_thing: Vec<usize>,
    of_entrant: Layout,
    of_game: Layout,
    games: u64,
    /// By rounds.
    lengths: Vec<u64>,
    /// By entrant and slot.
    games_by_slot: Vec<u64>,
    wins_by_slot: Vec<u64>,
    /// By entrant and place.
    placements: Vec<u64>,
    /// By entrant, and then as laid out.
    values: Vec<u64>,
    /// As laid out.
    game_values: Vec<u64>,
    /// By entrant, opponent: games, finished ahead, sums.
    pairs: Vec<u64>,
    /// By thing, round from 1: plays, wins, sums.
    uses: Vec<u64>,
}

/// Where the counters of several measures are among those of one entrant, or of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layout {
    blocks: ArrayVec<Block, MAX_VALUES>,
    size: usize,
}

/// The counters of one measure: one for each value; of a time then those games in which it never came, by rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    first: usize,
    values: usize,
    /// The number of counters by rounds.
    lengths: usize,
}

impl Layout {
    fn new(measures: &[Measure], rounds: usize) -> Layout {
        let mut size = 0;
        let block = |measure: &Measure| {
            let block = Block {
                first: size,
                values: measure.values(),
                lengths: match measure.form {
                    Form::Time => rounds,
                    _ => 0,
                },
            };
            size += block.values + block.lengths;
            block
        };
        Layout {
            blocks: measures.iter().map(block).collect(),
            size,
        }
    }

    /// Counts the values of one entrant, or of the game, in a game of so many rounds.
    fn add(&self, counters: &mut [u64], values: &[u32], rounds: usize) {
        for (block, &value) in self.blocks.iter().zip(values) {
            assert!(
                (value as usize) < block.values,
                "a value of {value} exceeds the greatest possible"
            );
            counters[block.first + value as usize] += 1;
            if value == NEVER && block.lengths > 0 {
                counters[block.first + block.values + rounds] += 1;
            }
        }
    }

    /// Of one measure: games by value, and of a time those in which it never came by rounds.
    fn read<'a>(&self, counters: &'a [u64], measure: usize) -> (&'a [u64], &'a [u64]) {
        let block = self.blocks[measure];
        counters[block.first..][..block.values + block.lengths].split_at(block.values)
    }
}

impl Tally {
    /// Empty counters for a cast, and what is measured of it.
    ///
    /// # Panics
    /// If more is measured than can be counted.
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
        let of_entrant = Layout::new(&measures.entrants, rounds);
        let of_game = Layout::new(&measures.game, rounds);
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
            games_by_slot: vec![0; entrants * slots],
            wins_by_slot: vec![0; entrants * slots],
            placements: vec![0; entrants * places],
            values: vec![0; entrants * of_entrant.size],
            game_values: vec![0; of_game.size],
            pairs: vec![0; entrants * entrants * (BESIDES + measures.pairs.len())],
            uses: vec![0; things * (rounds - 1) * (BESIDES + measures.things.len())],
            measures: measures.clone(),
            first_thing,
            of_entrant,
            of_game,
        }
    }

    /// Counts one finished game. Allocates nothing.
    ///
    /// # Panics
    /// If the record does not fit the cast and its measures: an unknown entrant, slot or thing, a value above the greatest possible, more rounds than
    /// a game has. That is a fault of the engine, and a wrong table would hide it.
    pub fn add(&mut self, record: &Record) {
        let rounds = usize::from(record.rounds);
        self.games += 1;
        self.lengths[rounds] += 1;
        self.of_game
            .add(&mut self.game_values, &record.game, rounds);
        for (me, player) in record.players.iter().enumerate() {
            let entrant = usize::from(player.entrant);
            let slot = usize::from(player.slot);
            let place = usize::from(player.place);
            assert!(
                entrant < self.entrants && slot < self.slots && place < self.places,
                "a record names an entrant, a slot or a place that the cast lacks"
            );
            self.games_by_slot[entrant * self.slots + slot] += 1;
            self.wins_by_slot[entrant * self.slots + slot] += u64::from(player.won);
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
                // Place 0 is none, and behind all others.
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

    /// Adds the games of another tally of the same cast.
    ///
    /// # Panics
    /// If the other tally was made for another cast or other measures.
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
    }

    /// Forgets all games.
    pub fn clear(&mut self) {
        self.games = 0;
        self.counters_mut().into_iter().for_each(|of| of.fill(0));
    }

    fn counters(&self) -> [&[u64]; 8] {
        [
            &self.lengths,
            &self.games_by_slot,
            &self.wins_by_slot,
            &self.placements,
            &self.values,
            &self.game_values,
            &self.pairs,
            &self.uses,
        ]
    }

    fn counters_mut(&mut self) -> [&mut [u64]; 8] {
        [
            &mut self.lengths,
            &mut self.games_by_slot,
            &mut self.wins_by_slot,
            &mut self.placements,
            &mut self.values,
            &mut self.game_values,
            &mut self.pairs,
            &mut self.uses,
        ]
    }

    /// What is measured.
    pub fn measures(&self) -> &Measures {
        &self.measures
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
    pub fn lengths(&self) -> impl Iterator<Item = (u16, u64)> + '_ {
        (0u16..)
            .zip(self.lengths.iter().copied())
            .filter(|&(_, games)| games > 0)
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

    /// An entrant's games by the value of one of [`Measures::entrants`]: the index is the value, 0 up to the greatest. Of a time, index 0
    /// ([`NEVER`]) are the games in which it never came.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Player, sample};
    use proptest::prelude::*;

    /// Counts again, game by game, what a tally of these games must hold.
    fn holds(tally: &Tally, cast: &Cast, records: &[Record]) {
        let measures = tally.measures();
        let count = |so: &dyn Fn(&Record) -> bool| records.iter().filter(|r| so(r)).count() as u64;
        assert_eq!(tally.games(), records.len() as u64);
        for (rounds, games) in tally.lengths() {
            assert_eq!(games, count(&|r| r.rounds == rounds));
        }
        let lengths: u64 = tally.lengths().map(|(_, games)| games).sum();
        assert_eq!(lengths, tally.games());
        for (m, measure) in measures.game.iter().enumerate() {
            for (value, &games) in (0u32..).zip(tally.game_values(m)) {
                assert_eq!(games, count(&|r| r.game[m] == value), "{}", measure.name);
            }
            for (rounds, &games) in (0u16..).zip(tally.game_never(m)) {
                let never = |r: &Record| r.game[m] == NEVER && r.rounds == rounds;
                assert_eq!(games, count(&never), "{}", measure.name);
            }
        }
        for entrant in 0..tally.entrants() {
            let mine: Vec<(&Record, &Player)> = records
                .iter()
                .flat_map(|r| r.players.iter().map(move |player| (r, player)))
                .filter(|(_, player)| usize::from(player.entrant) == entrant)
                .collect();
            let count = |so: &dyn Fn(&(&Record, &Player)) -> bool| {
                mine.iter().filter(|of| so(of)).count() as u64
            };
            assert_eq!(
                tally.results(entrant),
                (mine.len() as u64, count(&|of| of.1.won))
            );
            for (place, &games) in (0u8..).zip(tally.placements(entrant)) {
                assert_eq!(games, count(&|of| of.1.place == place));
            }
            for (m, measure) in measures.entrants.iter().enumerate() {
                let values = tally.values(entrant, m);
                assert_eq!(values.len(), measure.values());
                for (value, &games) in (0u32..).zip(values) {
                    assert_eq!(games, count(&|of| of.1.values[m] == value));
                }
                if measure.form != Form::Time {
                    continue;
                }
                for round in 1..=measures.rounds + 1 {
                    let faced = |of: &(&Record, &Player)| match of.1.values[m] {
                        NEVER => of.0.rounds >= round,
                        fell => fell >= u32::from(round),
                    };
                    assert_eq!(tally.faced(entrant, m, round.into()), count(&faced));
                }
            }
            for opponent in 0..tally.entrants() {
                let mut expected = vec![0; 2 + measures.pairs.len()];
                for r in records {
                    for (i, a) in r.players.iter().enumerate() {
                        for (j, b) in r.players.iter().enumerate() {
                            let these = [a, b].map(|player| usize::from(player.entrant));
                            if i == j || these != [entrant, opponent] {
                                continue;
                            }
                            expected[0] += 1;
                            expected[1] += u64::from(a.place < b.place);
                            for m in 0..measures.pairs.len() {
                                expected[2 + m] += u64::from(r.pair(m, i, j));
                            }
                        }
                    }
                }
                let met = tally.matchup(entrant, opponent);
                assert_eq!([met.games, met.finished_ahead], expected[..2]);
                assert_eq!(met.sums, &expected[2..]);
            }
            for thing in 0..cast.entrants[entrant].things.len() {
                let mut expected = std::collections::BTreeMap::new();
                for r in records {
                    for used in &r.uses {
                        let player = &r.players[usize::from(used.player)];
                        let who = (usize::from(player.entrant), usize::from(used.thing));
                        if who != (entrant, thing) {
                            continue;
                        }
                        let of = expected.entry(used.round).or_insert((
                            0,
                            0,
                            vec![0; measures.things.len()],
                        ));
                        of.0 += 1;
                        of.1 += u64::from(player.won);
                        let sums = of.2.iter_mut().zip(used.values);
                        sums.for_each(|(sum, value)| *sum += u64::from(value));
                    }
                }
                let found = tally
                    .uses(entrant, thing)
                    .map(|(round, used)| (round, (used.plays, used.wins, used.sums.to_vec())));
                assert_eq!(
                    found.collect::<std::collections::BTreeMap<_, _>>(),
                    expected
                );
            }
        }
    }

    /// Few entrants and many, short games and long ones, measures of every form, games that nobody wins.
    #[test]
    fn what_was_added_can_be_read_back() {
        for (entrants, seats, rounds, games) in [
            (12, 2, 40, 60),
            (12, 12, 40, 20),
            (3, 2, 1_000, 6),
            (64, 64, 2, 2),
        ] {
            let cast = sample::crowd(entrants, seats);
            let measures = sample::every_form(rounds);
            let records: Vec<Record> = (0..games)
                .map(|seed| sample::any_record(&cast, &measures, seed))
                .collect();
            let mut tally = Tally::new(&cast, &measures);
            let mut other = tally.clone();
            let (some, rest) = records.split_at(records.len() / 3);
            some.iter().for_each(|record| tally.add(record));
            rest.iter().for_each(|record| other.add(record));
            tally.merge(&other);
            holds(&tally, &cast, &records);
            other.clear();
            assert_eq!(other, Tally::new(&cast, &measures));
        }
        let cast = sample::crowd(12, 2);
        let measures = sample::every_form(40);
        let won = |seed| {
            sample::any_record(&cast, &measures, seed)
                .players
                .iter()
                .any(|p| p.won)
        };
        let won: Vec<bool> = (0..60).map(won).collect();
        assert!(won.contains(&true) && won.contains(&false));
    }

    #[test]
    fn a_fighter_faces_a_round_until_it_falls() {
        let cast = sample::cast(4, 4);
        let record = sample::game(&cast, 1);
        let mut tally = Tally::new(&cast, &sample::measures());
        tally.add(&record);
        for player in &record.players {
            let last = match player.values[sample::ROUND_ELIMINATED] {
                NEVER => u32::from(record.rounds),
                round => round,
            } as usize;
            let faced = |round| tally.faced(player.entrant.into(), sample::ROUND_ELIMINATED, round);
            assert_eq!((faced(last), faced(last + 1)), (1, 0));
        }
    }

    #[test]
    fn team_mates_are_no_opponents() {
        let mut cast = sample::cast(4, 4);
        for (i, slot) in cast.slots.iter_mut().enumerate() {
            slot.team = Some(1 + (i % 2) as u8);
        }
        cast.sides = 2;
        let met = |cast: &Cast| -> u64 {
            let mut tally = Tally::new(cast, &sample::measures());
            tally.add(&sample::game(cast, 3));
            let all = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
            all.map(|(a, b)| tally.matchup(a, b).games).sum()
        };
        assert_eq!(
            met(&cast),
            8,
            "each of four meets the two of the other team"
        );
        cast.slots.iter_mut().for_each(|slot| slot.team = None);
        (cast.sides, cast.cooperative) = (1, true);
        assert_eq!(met(&cast), 0, "all play together");
    }

    #[test]
    fn one_without_a_place_is_behind_all_others() {
        let cast = sample::crowd(2, 2);
        let measures = sample::every_form(3);
        let mut tally = Tally::new(&cast, &measures);
        for places in [[0, 0], [0, 2], [1, 0]] {
            let mut record = sample::any_record(&cast, &measures, 0);
            for (player, place) in record.players.iter_mut().zip(places) {
                player.place = place;
            }
            tally.add(&record);
        }
        let ahead = [(0, 1), (1, 0)].map(|(a, b)| tally.matchup(a, b).finished_ahead);
        assert_eq!(ahead, [1, 1]);
        assert_eq!(tally.placements(0), [2, 1, 0]);
    }

    #[test]
    #[should_panic(expected = "exceeds the greatest possible")]
    fn refuses_a_score_out_of_bounds() {
        let cast = sample::cast(4, 4);
        let mut record = sample::game(&cast, 1);
        record.players[0].values[sample::SCORE] = 81;
        Tally::new(&cast, &sample::measures()).add(&record);
    }

    #[test]
    #[should_panic(expected = "a round that was not played")]
    fn refuses_a_use_after_the_end() {
        let cast = sample::cast(4, 4);
        let mut record = sample::game(&cast, 1);
        record.uses[0].round = record.rounds + 1;
        Tally::new(&cast, &sample::measures()).add(&record);
    }

    #[test]
    #[should_panic(expected = "its greatest value")]
    fn refuses_a_declaration_that_cannot_be_counted() {
        let mut measures = sample::measures();
        measures.entrants[sample::SCORE].most = crate::stats::MAX_AMOUNT + 1;
        Tally::new(&sample::cast(4, 4), &measures);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        /// Whatever the order of the games, and however they are split among threads.
        #[test]
        fn order_and_split_do_not_matter(seeds in prop::collection::vec(any::<u32>(), 1..40), cut in any::<prop::sample::Index>()) {
            let cast = sample::cast(8, 4);
            let mut all = Tally::new(&cast, &sample::measures());
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
