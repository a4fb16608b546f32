//! Tests that a tally contains exactly the added games, in any order.

use super::*;
use crate::stats::{Form, NEVER, Player, sample};
use proptest::prelude::*;

/// Checks a tally against counts that are taken directly from the records of its games.
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
        let won = tally.won(entrant);
        assert_eq!((won.games(), won.wins()), (mine.len() as u64, count(&|of| of.1.won)));
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
            assert_eq!(found.collect::<std::collections::BTreeMap<_, _>>(), expected);
        }
    }
}

/// Covers few and many entrants, short and long games, measures of every form, and games without a
/// winner.
#[test]
fn what_was_added_can_be_read_back() {
    for (entrants, seats, rounds, games) in
        [(12, 2, 40, 60), (12, 12, 40, 20), (3, 2, 1_000, 6), (64, 64, 2, 2)]
    {
        let cast = sample::crowd(entrants, seats);
        let measures = sample::every_form(rounds);
        let records: Vec<Record> =
            (0..games).map(|seed| sample::any_record(&cast, &measures, seed)).collect();
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
    let won = |seed| sample::any_record(&cast, &measures, seed).players.iter().any(|p| p.won);
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
    assert_eq!(met(&cast), 8, "each of four meets the two of the other team");
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
    /// The result does not depend on the order of the games or on their distribution over threads.
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
        prop_assert_eq!((0..8).map(|e| all.won(e).wins()).sum::<u64>(), seeds.len() as u64);
    }
}
