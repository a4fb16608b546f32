//! Tests of the rocks that the crowd throws.

use super::given::*;
use crate::games::arena::Choice::{Flip, Keep, Move, Reroll};
use crate::games::arena::{Card, Effect, Rules};

/// Creates a game in round `round` in which fighter 0 (10 LP, defense 4) can eliminate fighter 1,
/// which has 1 LP. Fighter 2 is not involved.
fn about_to_fell(round: u8) -> Given {
    given([
        fighter(10).at(0).plays(card(4).melee(1).moves(1)),
        fighter(11).at(0).lp(1),
        fighter(12).at(3),
    ])
    .round(round)
}

#[test]
fn a_7_1_three_two_and_one_dice_in_the_first_three_rounds() {
    assert_eq!(Rules::default().rocks, [3, 2, 1]);
    let mut playing = about_to_fell(1).play();
    playing.play(melee(1), [6, 4, 4, 4]);
    assert_eq!(playing.lp(), [7, 0, 12]);
    let mut playing = about_to_fell(2).play();
    playing.play(melee(1), [6, 4, 4]);
    assert_eq!(playing.lp(), [8, 0, 12]);
    let mut playing = about_to_fell(3).play();
    playing.play(melee(1), [6, 4]);
    assert_eq!(playing.lp(), [9, 0, 12]);
    for round in 4..=7 {
        let mut playing = about_to_fell(round).play();
        playing.play(melee(1), [6]);
        assert_eq!(playing.lp(), [10, 0, 12]);
    }
}

#[test]
fn a_7_1_the_rocks_are_a_setting() {
    let rocks = |rocks: &[u8], round| {
        let rocks = rocks.to_vec();
        about_to_fell(round).rules(|rules| rules.rocks = rocks).play()
    };
    rocks(&[], 1).play(melee(1), [6]);
    rocks(&[0, 5], 1).play(melee(1), [6]);
    rocks(&[0, 5], 2).play(melee(1), [6, 1, 1, 1, 1, 1]);
    rocks(&[0, 5], 3).play(melee(1), [6]);
    rocks(&[1, 1, 1, 1, 1], 5).play(melee(1), [6, 1]);
}

rules! {
    a_7_1_no_rocks_fly_when_the_game_is_over:
        given([fighter(10).at(0).plays(card(4).melee(1)), fighter(11).at(0).lp(1)]).round(1).play()
            .play(melee(1), [6]).ends();
}

/// Creates a game in which the powder barrel of fighter 0, with a single die, can eliminate
/// fighters 1 and 2 (1 LP each). Fighter 3 is not involved. `zero` describes fighter 0.
fn two_victims(zero: Guest) -> Given {
    let barrel = card(4).shoots(1).moves(1).technique(Effect::PowderBarrel);
    given([
        zero.at(0).plays(barrel),
        fighter(11).at(1).lp(1),
        fighter(12).at(1).lp(1),
        fighter(13).at(3),
    ])
    .round(2)
}

rules! {
    a_7_1_rocks_fly_once_for_each_victim:
        two_victims(fighter(10)).play().play(area(1), [6, 4, 5, 6, 1]).lives([7, 0, 0, 13])
            .then(|it| assert_eq!(it.rolls()[2..], [(0, vec![4, 5], 4), (0, vec![1, 6], 4)]))
            .expect(moves([1, 5, CENTRE]));
    // The first throw of rocks eliminates the attacker, so there is no throw for the second
    // eliminated fighter. Fighter 3 is the only one left and wins.
    a_7_1_no_more_rocks_fly_at_the_fallen:
        two_victims(fighter(10).lp(2)).play().play(area(1), [6, 4, 4]).lives([0, 0, 0, 13]).ends()
            .ranks([2, 4, 3, 1]);
}

#[test]
fn a_7_1_no_more_rocks_fly_at_the_fallen_while_the_game_goes_on() {
    let mut laid = two_victims(fighter(10).lp(2));
    laid.guests.push(fighter(14).at(3).plays(card(2).moves(1)));
    let mut playing = laid.play();
    playing.play(area(1), [6, 4, 4]);
    assert_eq!(playing.lp(), [0, 0, 0, 13, 14]);
    assert_eq!((playing.over(), playing.who()), (false, 4));
}

rules! {
    a_7_1_an_attack_that_fells_nobody_is_not_punished:
        about_to_fell(1).play().play(melee(1), [3]).lives([10, 1, 12]);
    a_7_2_rocks_meet_the_eliminators_defense:
        given([
            fighter(10).at(0).defense(2).plays(card(4).melee(1).defends(6)),
            fighter(11).at(0).lp(1), fighter(12).at(3),
        ]).round(1).play().play(melee(1), [6, 5, 5, 6]).lives([9, 0, 12]);
    a_7_2_tokens_lost_to_rocks_go_to_nobody_the_first_wound_first:
        about_to_fell(3).play().play(melee(1), [6, 6]).lives([9, 0, 12]).scores([1, 0, 0])
            .is(|it| it.state.first[0], 0);
}

#[test]
fn a_7_2_a_charm_may_be_used_against_rocks_by_setting() {
    let guest = fighter(10).charm();
    let laid = |charm| {
        let mut laid = about_to_fell(1).rules(|rules| rules.rocks_charm = charm);
        laid.guests[0] = guest.clone().at(0).plays(card(4).melee(1).moves(1));
        laid
    };
    assert!(Rules::default().rocks_charm);
    let mut playing = laid(true).play();
    playing.play(melee(1), [6, 1, 5, 6]);
    assert_eq!(playing.who(), 0);
    playing.expect([Keep, Flip(5), Flip(6), Reroll(1), Reroll(2)]);
    playing.play(Reroll(2), [1, 4]);
    assert_eq!((playing.lp()[0], playing.state.charm), (9, 0));
    playing.expect(moves([1, 5, CENTRE]));
    let mut playing = laid(false).play();
    playing.play(melee(1), [6, 1, 5, 6]);
    assert_eq!((playing.lp()[0], playing.state.charm), (8, 1));
}

rules! {
    a_7_2_each_throw_asks_for_the_charm_until_it_is_used:
        two_victims(fighter(10).charm()).play().play(area(1), [6, 4, 4]).play(Keep, [5, 5])
            .expect([Keep, Flip(5), Reroll(1), Reroll(2)]).play(Flip(5), []).is(|it| it.lp()[0], 7)
            .expect(moves([1, 5, CENTRE]));
}

/// Returns the life points of fighter 0 after it has eliminated fighter 1 in round 1. Fighter 0
/// plays the card `active`; `faces` has all dice, including the rocks.
fn stoned<const N: usize>(active: Card, faces: [u8; N]) -> u8 {
    let mut playing =
        given([fighter(10).at(0).plays(active), fighter(11).at(0).lp(1), fighter(12).at(3)])
            .round(1)
            .play();
    playing.play(melee(1), faces);
    playing.lp()[0]
}

#[test]
fn a_7_2_no_immunity_and_no_suit_helps_against_rocks() {
    let ring = card(4).melee(1).item(Effect::GhostRing);
    let pipe = card(4).melee(1).item(Effect::PeacePipe);
    let suit = card(4).melee(1).item(Effect::BlindingSuit);
    for active in [ring, pipe, suit] {
        assert_eq!(stoned(active, [6, 4, 4, 4]), 7);
    }
}

#[test]
fn a_7_2_nor_does_the_attacks_own_modifier() {
    // The penalty of the evil net applies to the attack only, not to the rocks. A vampire gains no
    // life points from rocks that hit it.
    let net = Effect::EvilNet { dice: 2, penalty: 2 };
    assert_eq!(stoned(card(4).melee(1).item(net), [6, 6, 6, 3, 3, 4]), 9);
    let sticks = card(4).melee(1).item(Effect::VampiricSticks);
    assert_eq!(stoned(sticks, [6, 4, 4, 4]), 8, "10, one drained, three lost");
    // The electroshock does not apply to rocks that hit the attacker.
    let shock = card(4).melee(1).technique(Effect::Electroshock { shift: 2 });
    assert_eq!(stoned(shock, [6, 4, 4, 4]), 7);
}

rules! {
    a_7_2_a_spears_defense_is_rolled_against_rocks_after_them:
        assert_eq!(stoned(card(4).melee(1).technique(Effect::WhirlingSpear), [6, 1, 2, 3, 2]), 8);
    a_7_2_an_elimination_by_rocks_is_nobodys_trophy_and_brings_no_rocks:
        given([
            fighter(10).at(0).lp(1).plays(card(4).melee(1).moves(1)), fighter(11).at(0).lp(1),
            fighter(12).at(3), fighter(13).at(3),
        ]).round(1).play().play(melee(1), [6, 4, 4, 1]).lives([0, 0, 12, 13])
            .then(|it| assert_eq!(it.state.trophies[..4], [0b0010, 0, 0, 0]))
            .is(|it| it.state.at[0], 0).then(|it| assert!(!it.over()));
    a_7_rocks_do_not_end_a_turn_that_goes_on:
        about_to_fell(1).play().play(melee(1), [6, 1, 1, 1]).expect(moves([1, 5, CENTRE]))
            .play(Move(1), []);
}

#[test]
fn a_7_2_a_ring_and_a_suit_help_against_rocks_by_setting() {
    let felled_by = |effect, blocked| {
        let mut table = about_to_fell(1).rules(|rules| rules.rocks_blocked = blocked);
        let card = card(4).melee(1).moves(1).item(effect);
        table.guests[0] = fighter(10).at(0).plays(card);
        table.play()
    };
    assert!(!Rules::default().rocks_blocked);
    for effect in [Effect::GhostRing, Effect::BlindingSuit] {
        let mut playing = felled_by(effect, false);
        playing.play(melee(1), [6, 4, 4, 4]);
        assert_eq!(playing.lp()[0], 7);
    }
    let mut playing = felled_by(Effect::BlindingSuit, true);
    playing.play(melee(1), [6, 4, 4]);
    assert_eq!(playing.lp()[0], 8);
    let mut playing = felled_by(Effect::GhostRing, true);
    playing.play(melee(1), [6]);
    assert_eq!(playing.lp()[0], 10);
}
