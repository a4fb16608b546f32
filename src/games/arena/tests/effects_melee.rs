//! Tests of the effects of melee cards.

use super::given::*;
use crate::games::arena::Choice::{Flip, Keep, Move, Reroll};
use crate::games::arena::state::Phase;
use crate::games::arena::{Card, Effect, Event, Recycle, Rules, Terminotaur};

/// Creates a game in which fighter 0 plays the card `plays` in zone 0, in which fighters 1 and 2
/// also stand. Fighter 3 stands in zone 3. `zero` describes fighter 0.
fn melee_of(zero: Guest, plays: Card) -> Given {
    given([zero.at(0).plays(plays), fighter(10).at(0), fighter(11).at(0), fighter(12).at(3)])
}

fn kamikaze() -> Effect {
    Effect::Kamikaze { dice: vec![6, 5, 4, 3, 2, 1] }
}

#[test]
fn a_9_kamikaze_has_more_dice_the_fewer_life_points() {
    for (lp, faces) in [(1, 6), (2, 5), (4, 3), (6, 1)] {
        let mut playing = melee_of(fighter(7).lp(lp), card(4).technique(kamikaze())).play();
        playing.expect([melee(1), melee(2)]);
        match faces {
            6 => playing.play(melee(1), [1; 6]),
            5 => playing.play(melee(1), [1; 5]),
            3 => playing.play(melee(1), [1; 3]),
            _ => playing.play(melee(1), [1]),
        };
    }
}

#[test]
fn a_9_kamikaze_above_its_table_takes_the_last_entry() {
    let dice = vec![4, 2];
    for lp in 2..=7 {
        let card = card(4).technique(Effect::Kamikaze { dice: dice.clone() });
        let mut playing = melee_of(fighter(7).lp(lp), card).play();
        playing.play(melee(1), [1, 1]);
    }
}

rules! {
    // An earlier attack in the round leaves fighter 0 one of its 3 life points, so it has six dice.
    a_9_kamikaze_counts_the_life_points_of_the_moment:
        given([
            fighter(7).at(0).lp(3).plays(card(4).technique(kamikaze())),
            fighter(10).at(0).plays(card(6).melee(2)),
        ]).play().play(melee(0), [4, 4]).play(melee(1), [1; 6]);
    a_9_kamikaze_of_a_suits_wearer_loses_a_die:
        given([
            fighter(7).at(0).lp(6).plays(card(4).technique(kamikaze())),
            fighter(10).at(0).active(suit()),
        ]).play().play(melee(1), []);
}

fn sticks() -> Card {
    card(4).melee(3).item(Effect::VampiricSticks)
}

#[test]
fn a_9_vampiric_sticks_make_life_of_the_tokens() {
    let mut playing = melee_of(fighter(7).lp(6), sticks()).play();
    playing.play(melee(1), [4, 5, 1]);
    assert_eq!((playing.lp(), playing.pp()), (&[8, 8, 11, 12][..], &[0; 4][..]));
    assert_eq!(playing.state.first[..2], [1, 0], "the token keeps its worth");
    let drained = playing
        .events
        .iter()
        .any(|event| matches!(event, Event::Wounds { wounds: 2, pp: 0, drained: true, .. }));
    assert!(drained, "{:?}", playing.events);
}

rules! {
    // Unwounded Bonzaï takes a second first-wound token. Fighter 1 then wounds it three times: 3 +
    // 3 + 1 points.
    a_9_taken_first_wound_tokens_go_first_and_give_their_points:
        given([
            fighter(7).at(0).plays(sticks()), fighter(10).at(0).plays(card(3).melee(3)),
            fighter(11).at(1),
        ]).play().play(melee(1), [4, 1, 1]).is(|it| (it.lp()[0], it.state.first[0]), (8, 2))
            .play(melee(0), [4, 5, 6]).is(|it| (it.lp()[0], it.state.first[0]), (5, 0))
            .scores([0, 7, 0]);
    a_9_vampiric_sticks_still_win_the_trophy:
        given([fighter(7).at(0).plays(sticks()), fighter(10).at(0).lp(2), fighter(11).at(1)]).play()
            .play(melee(1), [4, 5, 6])
            .then(|it| assert_eq!(it.lp(), [9, 0, 11], "two tokens, however many hits"))
            .is(|it| it.state.trophies[0], 0b010);
    a_9_drained_first_wounds_fall_to_rocks_first_and_to_nobody:
        given([fighter(7).at(0).plays(sticks()), fighter(8).at(0).lp(1), fighter(11).at(1)])
            .round(2).play().with(|it| it.state.first[1] = 1).play(melee(1), [4, 5, 6, 4, 4])
            .then(|it| assert_eq!((it.lp(), it.state.first[0]), (&[6, 0, 11][..], 0)))
            .scores([0, 0, 0]);
    // A drain in each of 20 rounds, with 12 dice and size 40, can exceed 255, the limit of a byte.
    a_9_a_vampires_life_does_not_wrap_round:
        given([
            fighter(7).at(0).lp(250).plays(card(4).melee(12).item(Effect::VampiricSticks)),
            fighter(40).at(0),
        ]).play().play(melee(1), [6; 12]).lives([255, 28]);
}

fn epaulet() -> Card {
    card(4).melee(3).technique(Effect::SpikedEpaulet { dice: 2 })
}

/// Checks that the two attacks of an epaulet are listed as separate options (A-5.7b).
#[test]
fn a_9_epaulet_strikes_two_different_opponents_with_three_and_two_dice() {
    let start = || melee_of(fighter(8), epaulet()).play();
    let mut playing = start();
    playing.expect([melee(1), melee(2), shot(1), shot(2)]);
    playing.play(melee(2), [4, 4, 4]).expect([shot(1)]);
    playing.play(shot(1), [4, 4]);
    assert_eq!(playing.lp(), [8, 8, 8, 12]);
    let mut playing = start();
    playing.play(shot(2), [4, 4]).expect([melee(1)]);
    playing.play(melee(1), [4, 4, 4]);
    assert_eq!(playing.lp(), [8, 7, 9, 12]);
}

rules! {
    a_9_epaulet_strikes_before_and_after_a_move:
        given([fighter(8).at(0).plays(epaulet().moves(1)), fighter(10).at(0), fighter(11).at(1)])
            .play().play(shot(1), [1, 1]).play(Move(1), []).expect([melee(2)]);
    a_9_epaulet_loses_its_second_blow_without_a_second_opponent:
        given([fighter(8).at(0).plays(epaulet()), fighter(10).at(0), fighter(11).at(1)]).play()
            .play(melee(1), [1, 1, 1]).is(|it| it.state.phase, Phase::Choosing);
}

fn net() -> Card {
    card(4).melee(2).item(Effect::EvilNet { dice: 3, penalty: 2 })
}

rules! {
    // The sum 4 + 3 + 3 reaches size 10, so the defense of 4 counts as 2.
    a_9_evil_net_catches_at_a_sum_of_the_targets_size:
        melee_of(fighter(8), net()).play().play(melee(1), [4, 3, 3, 2, 3])
            .then(|it| assert_eq!((it.lp()[1], it.rolls()), (8, vec![(1, vec![2, 3], 2)]))),
        melee_of(fighter(8), net()).play().play(melee(1), [3, 3, 3, 2, 3])
            .then(|it| assert_eq!((it.lp()[1], it.rolls()), (10, vec![(1, vec![2, 3], 4)])));
    a_9_evil_net_is_rolled_against_the_size_not_the_life_left:
        given([fighter(8).at(0).plays(net()), fighter(16).at(0).lp(3)]).play()
            .play(melee(1), [5, 5, 5, 3, 3]).is(|it| it.lp()[1], 3);
    a_9_evil_net_holds_for_this_attack_alone:
        given([
            fighter(8).at(0).plays(net()), fighter(10).at(0),
            fighter(11).at(0).plays(card(3).melee(2)),
        ]).play().play(melee(1), [6, 6, 6, 1, 1]).play(melee(1), [2, 3]).is(|it| it.lp()[1], 10);
    a_9_evil_nets_charm_sees_the_netted_defense_and_no_net_dice:
        given([fighter(8).at(0).plays(net()), fighter(10).at(0).charm()]).play()
            .play(melee(1), [6, 6, 6, 2, 1]).expect([Keep, Flip(2), Reroll(1)]);
    a_9_evil_net_rolls_all_its_dice_at_a_suit:
        given([fighter(8).at(0).plays(net()), fighter(10).at(0).active(suit())]).play()
            .play(melee(1), [6, 6, 6, 2]).is(|it| it.lp()[1], 9);
}

fn terminotaur() -> Card {
    card(4).technique(Effect::Terminotaur)
}

rules! {
    a_9_terminotaur_has_a_die_for_each_card_lying_there:
        melee_of(fighter(9).holds(card(2)), terminotaur()).play().play(melee(1), [1]),
        melee_of(fighter(9).holds(card(2)).spent(card(3)).active(card(5)), terminotaur()).play()
            .play(melee(1), [1, 1, 1]);
}

#[test]
fn a_9_terminotaur_has_no_cap() {
    let mut eighth = fighter(9);
    for _ in 0..7 {
        eighth = eighth.spent(card(3));
    }
    melee_of(eighth, terminotaur()).play().play(melee(1), [1; 8]);
}

rules! {
    // Two cards lay in front of the fighter; it took back all of them except the active card.
    a_9_terminotaur_does_not_count_cards_taken_back:
        given([
            fighter(9).at(0).spent(terminotaur()).plays(card(5)), fighter(10).at(0).holds(card(2)),
        ]).rules(|rules| rules.recycle = Recycle::All).choosing().choose("p").choose("p")
            .choose("s0").choose("h0").play(melee(1), [1, 1]);
    // The terminotaur is the first card since the fighter took cards back; one card stayed out.
    a_9_terminotaur_counts_cards_played_since_the_hand_was_taken_up:
        assert_eq!(Rules::default().terminotaur, Terminotaur::Lying),
        assert_eq!(Rules::mad_arena().terminotaur, Terminotaur::Played),
        given([
            fighter(9).at(0).spent(terminotaur()).plays(card(5)), fighter(10).at(0).holds(card(2)),
        ]).mad().rules(|rules| rules.recycle = Recycle::All).choosing().choose("p").choose("p")
            .choose("s0").choose("h0").play(melee(1), [1]);
}
