//! Tests of dragons.

use super::given::*;
use crate::games::arena::Choice::{Card as Face, EndTurn, Split};
use crate::games::arena::state::Phase;
use crate::games::arena::{Compulsory, Event};

fn dragon(size: u8) -> Guest {
    fighter(size).dragon().at(CENTRE).plays(card(4).melee(4).shoots(5))
}

/// Returns the option for a split shot, from pairs of target and number of dice.
fn split<const N: usize>(shares: [(u8, u32); N]) -> crate::games::arena::Choice {
    let dice = shares.map(|(fighter, dice)| dice << (4 * u32::from(fighter)));
    Split { slot: 1, dice: dice.iter().sum() }
}

rules! {
    a_9_dragon_chooses_no_card:
        given([fighter(5), fighter(6), dragon(16)]).mad().choosing().choose("p")
            .is(|it| (it.who(), it.state.phase), (1, Phase::Choosing)).choose("p")
            .is(|it| (it.who(), it.state.phase), (2, Phase::Acting));
    a_9_dragons_card_is_in_play_from_the_start:
        given([fighter(5), fighter(6).dragon().at(CENTRE).plays(card(4).melee(4).defends(6))]).mad()
            .choosing().is(|it| it.state.defense[1], 6);
}

#[test]
fn a_9_dragons_initiative_goes_by_the_round() {
    let order = |round, list: &[u8]| {
        let list = list.to_vec();
        let mut playing = given([
            fighter(5).at(CENTRE).plays(card(4).melee(1)),
            fighter(6).at(CENTRE).plays(card(3).melee(1)),
            dragon(16),
        ])
        .mad()
        .round(round)
        .rules(|rules| rules.dragon_initiative = list)
        .play();
        let mut order = vec![];
        while playing.state.round == round && !playing.over() {
            order.push(playing.who());
            playing.play(EndTurn, []);
            if playing.state.phase == Phase::Choosing {
                break;
            }
        }
        order
    };
    // Among fighters of equal initiative, the smaller acts first.
    assert_eq!(order(1, &[3, 4]), [0, 1, 2]);
    assert_eq!(order(2, &[3, 4]), [0, 2, 1]);
    assert_eq!(order(3, &[3, 4]), [0, 1, 2], "the list begins again");
    assert_eq!(order(3, &[1, 1, 5]), [2, 0, 1]);
}

#[test]
fn a_9_dragon_has_an_option_for_each_way_of_splitting_its_shot() {
    let mut playing = given([
        fighter(5).at(0),
        fighter(6).at(0),
        fighter(7).at(2),
        fighter(8).at(CENTRE),
        dragon(16),
    ])
    .mad()
    .play();
    let zone_0 = (0..=5).map(|dice| match dice {
        0 => split([(1, 5)]),
        5 => split([(0, 5)]),
        dice => split([(0, dice), (1, 5 - dice)]),
    });
    let others = [split([(2, 5)]), melee(3), EndTurn];
    playing.expect(zone_0.chain(others));
    // The dragon rolls three dice against one target, then two dice against the other.
    playing.play(split([(0, 3), (1, 2)]), [1, 4, 4, 6, 1]);
    assert_eq!(playing.rolls(), [(0, vec![1, 4, 4], 4), (1, vec![1, 6], 4)]);
    assert_eq!(playing.lp()[..2], [3, 5]);
    assert_ne!(playing.who(), 4, "one attack a round");
}

rules! {
    a_9_dragon_strikes_or_shoots:
        given([fighter(5).at(CENTRE), fighter(6).at(0), dragon(16)]).mad().play()
            .play(melee(0), [1, 1, 1, 1])
            .then(|it| assert_eq!(it.state.phase, Phase::Choosing, "and no shot after that"));
    // The crowd throws rocks after the first part of the split shot, and they eliminate the dragon
    // before the second part.
    // The game may end between the parts of a split shot.
    a_9_dragons_split_shots_are_attacks_of_their_own:
        given([fighter(5).at(0).lp(1), fighter(6).at(0).lp(1), dragon(16).lp(1)]).mad()
            .rules(|rules| rules.rocks = vec![0, 0, 0, 1]).play()
            .play(split([(0, 2), (1, 3)]), [6, 1, /* rock */ 5]).ends().lives([0, 1, 0]),
        given([fighter(5).at(0).lp(1).team(1), fighter(6).at(0).team(2), dragon(16).team(2)]).mad()
            .rules(|rules| rules.friendly_fire = true).play().play(split([(0, 2), (1, 3)]), [6, 1])
            .ends().lives([0, 6, 16]);
    a_9_dragon_must_attack_where_attacks_are_compulsory:
        given([fighter(5).at(0), dragon(16)]).mad()
            .rules(|rules| rules.compulsory = Compulsory::Strict).play().expect([split([(0, 5)])]);
}

#[test]
fn a_9_dragon_shows_its_technique_once_and_until_its_next_turn() {
    let technique = card(4).melee(2).defends(6).technique(crate::games::arena::Effect::Terminotaur);
    let technique = crate::games::arena::Card { melee: 0, ..technique };
    let mut playing = given([
        fighter(5).at(CENTRE).plays(card(1)).holds(card(1)).holds(card(2)),
        fighter(6).at(0).plays(card(2)).holds(card(1)).holds(card(2)),
        dragon(16).holds(technique),
    ])
    .mad()
    .play();
    assert_eq!((playing.who(), playing.state.phase), (2, Phase::Facing));
    let technique = playing.arena.sheets()[2].techniques.trailing_zeros() as u8;
    let plain = playing.arena.sheets()[2].plain_face();
    playing.expect([Face(plain), Face(technique)]);
    playing.play(Face(technique), []);
    playing.expect([melee(0), EndTurn]);
    playing.play(melee(0), [1]);
    assert_eq!(playing.state.defense[2], 6, "its face stays up");
    playing.choose("h0").choose("h0");
    assert_eq!((playing.who(), playing.state.phase), (2, Phase::Acting), "once a game");
    assert_eq!(playing.state.defense[2], 4);
}

#[test]
fn a_9_dragon_shows_no_technique_that_has_no_target() {
    let sandal = crate::games::arena::Effect::Sandal {
        landing: vec![crate::games::arena::Landing { size: 40, dice: 1 }],
    };
    let mut playing =
        given([fighter(5).at(0), dragon(16).holds(card(4).melee(4).technique(sandal))])
            .mad()
            .play();
    playing.expect([split([(0, 5)]), EndTurn]);
}

rules! {
    a_9_dragon_without_dice_to_split_shoots_at_one:
        given([
            fighter(5).at(0), fighter(6).at(0),
            fighter(16).dragon().at(CENTRE).plays(card(4).shoots(1)).netted(),
        ]).mad().play().expect([shot(0), shot(1), EndTurn]).play(shot(0), []);
    a_9_dragons_alone_fight_on:
        given([dragon(16), dragon(17), fighter(20).at(0).lp(1)]).mad().play()
            .play(split([(2, 5)]), [6, 1, 1, 1, 1]).is(|it| (it.who(), it.state.alive), (1, 0b011))
            .play(melee(0), [6, 1, 1, 1])
            .then(|it| assert_eq!(
                (it.who(), it.state.round), (0, 5), "the next round, without a choice",
            )).then(|it| assert!(it.events.iter().any(|e| matches!(e, Event::RoundBegins { .. }))));
}
