mod enumerated;

use std::collections::HashSet;

use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use statrs::distribution::{ChiSquared, ContinuousCDF};

pub use enumerated::EnumeratedChance;

use super::*;

#[test]
fn a_throw_counts_its_faces() {
    let throw = ScriptedChance::faces([2, 6, 4, 4]).throw(0, 4);
    assert_eq!(throw.faces().collect::<Vec<_>>(), [2, 4, 4, 6]);
    assert_eq!((throw.sum(), throw.last()), (16, Some(4)));
    for (needed, hits) in [(-3, 4), (1, 4), (2, 4), (3, 3), (4, 3), (5, 1), (6, 1), (7, 0), (9, 0)]
    {
        assert_eq!(throw.at_least(needed), hits, "at least {needed}");
        let misses = throw.faces().filter(|&face| (face as i8) < needed);
        assert!(throw.below(needed).faces().eq(misses), "below {needed}");
    }
    assert_eq!((throw.lowest(3), throw.lowest(5), throw.lowest(7)), (Some(4), Some(6), None));
}

/// Checks that the function `fall` returns each of `n` values equally often, in 30,000 rounds. The
/// chi-squared test has a significance level of 0.001.
#[track_caller]
fn assert_uniform(n: usize, mut fall: impl FnMut(&mut KeyedChance) -> usize) {
    let mut counts = vec![0u32; n];
    for game in 0..3_000 {
        let mut chance = KeyedChance::new(7, game, &[0, 1]);
        for round in 1..=10 {
            chance.start_round(round);
            counts[fall(&mut chance)] += 1;
        }
    }
    let expected = 30_000.0 / n as f64;
    let chi_square: f64 =
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let limit = ChiSquared::new((n - 1) as f64).unwrap().inverse_cdf(0.999);
    assert!(chi_square < limit, "{chi_square} > {limit}: {counts:?}");
}

#[test]
fn faces_are_equally_likely() {
    for sides in [2, 6, 10, 20, 100] {
        assert_uniform(usize::from(sides), |chance| usize::from(chance.die(1, sides) - 1));
        assert_uniform(usize::from(sides), |chance| {
            usize::from(chance.die(Owner::Game, sides) - 1)
        });
    }
}

#[test]
fn all_dice_of_a_throw_are_fair_and_independent() {
    // Nine dice are drawn in groups of 8 and 1. Checks the last die of the first group together
    // with the die of the second group.
    assert_uniform(36, |chance| {
        let faces = |throw: Throw| usize::from(throw.last().unwrap() - 1);
        let mut same = chance.clone();
        let (eight, nine) = (chance.throw(1, 8), same.throw(1, 9));
        6 * faces(eight) + faces(nine)
    });
}

#[test]
fn members_of_a_set_are_equally_likely() {
    let set = 1 << 63 | 0b1011_0001;
    let members: Vec<usize> = (0..64).filter(|bit| set >> bit & 1 == 1).collect();
    assert_uniform(members.len(), |chance| {
        let picked = chance.pick_from(0, set).unwrap();
        members.iter().position(|&member| member == picked).unwrap()
    });
    assert_eq!(KeyedChance::new(1, 1, &[0]).pick_from(0, 0), None);
}

#[test]
fn cards_are_equally_likely_in_every_place_of_a_pile() {
    // The cards 0, 0, 0, 1, 1, 2 have 60 distinguishable orders; all must be equally likely.
    let mut orders: Vec<Vec<usize>> = vec![];
    permutations(&mut [3, 2, 1], &mut vec![], &mut orders);
    assert_eq!(orders.len(), 60);
    assert_uniform(60, |chance| {
        let mut pile = Pile::new([3, 2, 1]);
        let drawn: Vec<usize> =
            std::iter::from_fn(|| chance.draw(Owner::Game, &mut pile)).collect();
        orders.iter().position(|order| *order == drawn).unwrap()
    });
}

/// Adds to `orders` every order in which the cards in `left` can be drawn after the cards in
/// `drawn`. `left` has the number of cards of each kind.
fn permutations(left: &mut [u8; 3], drawn: &mut Vec<usize>, orders: &mut Vec<Vec<usize>>) {
    if *left == [0; 3] {
        orders.push(drawn.clone());
    }
    for kind in 0..3 {
        if left[kind] > 0 {
            left[kind] -= 1;
            drawn.push(kind);
            permutations(left, drawn, orders);
            drawn.pop();
            left[kind] += 1;
        }
    }
}

#[test]
fn streams_depend_on_their_key_alone() {
    let first = |seed, game, purpose| stream(seed, game, purpose).next_u64();
    let all = [
        Purpose::Deal(0),
        Purpose::Dice(0, 0),
        Purpose::Dice(0, 1),
        Purpose::Dice(1, 0),
        Purpose::Bot(0, 0),
        Purpose::Game(0),
        Purpose::Seating,
    ];
    let mut draws: Vec<u64> = all.iter().map(|&purpose| first(1, 2, purpose)).collect();
    let again: Vec<u64> = all.iter().map(|&purpose| first(1, 2, purpose)).collect();
    assert_eq!(draws, again);
    draws.extend([first(2, 2, Purpose::Deal(0)), first(1, 3, Purpose::Deal(0))]);
    let different: HashSet<u64> = draws.iter().copied().collect();
    assert_eq!(different.len(), draws.len(), "as many streams as keys");
}

#[test]
fn no_two_purposes_of_long_and_large_games_share_a_stream() {
    let rounds = 0..=1_000;
    let mut keys = HashSet::new();
    let mut add = |purpose: Purpose| {
        assert!(keys.insert(first_of(purpose)), "{purpose:?} has the stream of another");
    };
    fn first_of(purpose: Purpose) -> u64 {
        stream(1, 1, purpose).next_u64()
    }
    add(Purpose::Deal(0));
    add(Purpose::Seating);
    for round in rounds {
        add(Purpose::Game(round));
        for slot in (0..MAX_OWNERS as u8).chain([u8::MAX]) {
            add(Purpose::Dice(slot, round));
            add(Purpose::Bot(slot, round));
        }
    }
}

#[test]
fn an_owner_has_the_same_chance_whatever_others_do_and_did_before() {
    let slots: Vec<u8> = (0..64).collect();
    let mut many = KeyedChance::new(3, 9, &slots);
    for round in 1..=1_000 {
        many.start_round(round);
        many.throw(round as usize % 63, 20);
        if round % 100 == 0 {
            let mut few = KeyedChance::new(3, 9, &slots);
            few.start_round(round);
            assert_eq!(many.die(63, 20), few.die(63, 20), "round {round}");
            assert_eq!(many.die(Owner::Game, 20), few.die(Owner::Game, 20), "round {round}");
        }
    }
}

#[test]
fn a_slot_takes_its_dice_along_wherever_it_sits() {
    let mut one = KeyedChance::new(3, 9, &[4, 2]);
    let mut other = KeyedChance::new(3, 9, &[2, 4]);
    assert_eq!(one.throw(0, 8), other.throw(1, 8));
    assert_eq!(one.throw(1, 8), other.throw(0, 8));
}

#[test]
fn a_script_falls_as_it_is_written() {
    let mut chance = ScriptedChance::new([
        PrescribedFall::Die(20),
        PrescribedFall::Card(1),
        PrescribedFall::Pick(63),
        PrescribedFall::Pick(2),
        PrescribedFall::Die(6),
        PrescribedFall::Die(1),
    ]);
    let mut pile = Pile::new([1, 2]);
    assert_eq!(chance.die(Owner::Game, 20), 20);
    assert_eq!(chance.draw(0, &mut pile), Some(1));
    assert_eq!((pile.count(1), pile.len()), (1, 2));
    assert_eq!(chance.pick_from(1, 1 << 63 | 1), Some(63));
    assert_eq!(chance.pick(1, 3), 2);
    assert_eq!(chance.throw(1, 2).sum(), 7);
    // A draw from an empty pile and a pick from an empty set do not use a result of the script.
    assert_eq!(chance.draw(0, &mut Pile::new([0, 0])), None);
    assert_eq!(chance.pick_from(0, 0), None);
    chance.assert_all_used();
}

#[test]
#[should_panic(expected = "was never used: [Card(3)]")]
fn a_script_must_be_used_up() {
    let mut chance = ScriptedChance::new([PrescribedFall::Die(1), PrescribedFall::Card(3)]);
    chance.roll(0);
    chance.assert_all_used();
}

#[test]
#[should_panic(expected = "Player(2) rolls a die of 6 sides: the script has run out")]
fn a_script_that_has_run_out_says_what_was_asked_for() {
    ScriptedChance::faces([1]).throw(2, 2);
}

#[test]
#[should_panic(expected = "Game draws from a pile of [1, 0]: the script has Die(4) as entry 1")]
fn a_script_with_something_else_says_what_was_asked_for() {
    ScriptedChance::faces([4]).draw(Owner::Game, &mut Pile::new([1, 0]));
}

#[test]
#[should_panic(expected = "draws from a pile of [1, 0]: the script has Card(1) as entry 1")]
fn a_script_draws_no_card_that_is_gone() {
    ScriptedChance::new([PrescribedFall::Card(1)]).draw(0, &mut Pile::new([1, 0]));
}

#[test]
#[should_panic(expected = "rolls a die of 6 sides: the script has Die(7) as entry 1")]
fn a_script_shows_no_face_that_a_die_lacks() {
    ScriptedChance::faces([7]).roll(0);
}

#[test]
#[should_panic(expected = "picks a member of the set 0b101: the script has Pick(1) as entry 1")]
fn a_script_picks_no_stranger() {
    ScriptedChance::new([PrescribedFall::Pick(1)]).pick_from(0, 0b101);
}

/// An operation on a pile and its discards.
#[derive(Debug, Clone)]
enum Act {
    Draw,
    Search(usize),
    Reshuffle,
    Put(usize),
}

const KINDS: usize = 70;

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        4 => Just(Act::Draw),
        2 => (0..KINDS).prop_map(Act::Search),
        1 => Just(Act::Reshuffle),
        1 => (0..KINDS).prop_map(Act::Put),
    ];
    prop::collection::vec(act, 0..200)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks that no operation loses or creates cards, and that each drawn card was in the pile.
    #[test]
    fn cards_are_conserved(counts in prop::collection::vec(0u8..4, KINDS), acts in acts(), seed: u64) {
        let mut all: Pile<KINDS> = Pile::new(counts.try_into().unwrap());
        let (mut pile, mut discards) = (all, Pile::EMPTY);
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        for act in acts {
            let before = pile;
            match act {
                Act::Draw => {
                    let drawn = OneStream(&mut rng).draw(Owner::Game, &mut pile);
                    prop_assert_eq!(drawn.is_none(), before.is_empty());
                    if let Some(kind) = drawn {
                        prop_assert_eq!(pile.count(kind) + 1, before.count(kind));
                        discards.add(kind);
                    }
                }
                Act::Search(kind) => {
                    let found = pile.remove(kind);
                    prop_assert_eq!(found, before.count(kind) > 0);
                    if found {
                        discards.add(kind);
                    }
                }
                Act::Reshuffle => pile.add_all(std::mem::take(&mut discards)),
                Act::Put(kind) => {
                    pile.add(kind);
                    all.add(kind);
                }
            }
            let mut sum = pile;
            sum.add_all(discards);
            prop_assert_eq!(sum, all);
            let counted: usize = pile.counts().iter().map(|&count| usize::from(count)).sum();
            prop_assert_eq!(pile.len(), counted);
        }
    }
}

#[test]
fn chance_is_enumerated_once_each_way() {
    let mut chance = EnumeratedChance::new();
    let (mut ways, mut all, mut sums, mut lasts) = (0, 0.0, [0.0; 25], [0.0; 7]);
    loop {
        // A random pick determines the number of dice, 0 to 4.
        let count = chance.pick(0, 5) as u8;
        let throw = chance.throw(0, count);
        let probability = chance.probability();
        (ways, all) = (ways + 1, all + probability);
        sums[usize::from(throw.sum())] += probability;
        lasts[usize::from(throw.last().unwrap_or(0))] += probability;
        if !chance.advance() {
            break;
        }
    }
    // For 1 to 4 dice, the number of results is 6 faces of the last die times 1, 6, 21 or 56
    // combinations of the other dice.
    assert_eq!(ways, 1 + 6 + 36 + 126 + 336);
    assert!((all - 1.0f64).abs() < 1e-12);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(near(sums[0], 0.2) && near(sums[24], 0.2 / 1296.0));
    // The sum 10 occurs in 3 of 36 throws of two dice, 27 of 216 of three, and 80 of 1,296 of four.
    assert!(near(sums[10], 0.2 * (27.0 / 216.0 + 80.0 / 1296.0 + 3.0 / 36.0)));
    assert!(lasts[1..].iter().all(|&last| near(last, 0.8 / 6.0)));
}
