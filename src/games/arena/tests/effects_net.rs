//! Tests of the effect bramble net.

use super::given::*;
use crate::game::Game;
use crate::games::arena::Choice::{EndTurn, Move, Shed};
use crate::games::arena::{Effect, Event};

fn net(initiative: u8) -> crate::games::arena::Card {
    card(initiative).melee(3).technique(Effect::BrambleNet)
}

/// Creates a game in which fighter 1 (size 8) attacks fighter 2 (size 9) with a bramble net.
/// Fighter 2 plays the card `plays`. Fighter 0 stands in the same zone.
fn cast_at(plays: crate::games::arena::Card) -> Given {
    given([fighter(5).at(0), fighter(8).at(0).plays(net(5)), fighter(9).at(0).plays(plays)]).mad()
}

#[test]
fn a_9_net_catches_if_the_dice_sum_to_the_size() {
    for (faces, caught) in [([1, 2, 6], true), ([6, 6, 6], true), ([1, 1, 6], false)] {
        let mut playing = cast_at(card(1)).play();
        playing.play(melee(2), faces);
        assert_eq!(playing.lp()[2], 9 - u8::from(caught), "one life point, whatever the defense");
        assert_eq!(playing.events.contains(&Event::Netted { fighter: 2 }), caught);
    }
}

rules! {
    a_9_net_of_one_that_falls_by_it_is_no_net:
        given([
            fighter(5).at(0), fighter(8).at(0).plays(net(5)), fighter(9).at(0).lp(1).plays(card(1)),
        ]).mad().play().play(melee(2), [3, 3, 3]).is(|it| it.state.trophies[1], 0b100)
            .is(|it| it.state.netted, 0);
    // The net reduces the initiative of fighter 2 from 4 to 3, which fighters 0 and 3 also have.
    // The smallest, fighter 0, acts first.
    a_9_net_lowers_the_initiative_at_once:
        given([
            fighter(5).at(3).plays(card(3).shoots(1).moves(1)), fighter(8).at(0).plays(net(5)),
            fighter(9).at(0).plays(card(4).melee(2)), fighter(10).at(0).plays(card(3).melee(2)),
        ]).mad().play().play(melee(2), [3, 3, 3])
            .then(|it| assert_eq!(it.turns(), [0], "of three with 3 the smallest acts"));
}

#[test]
fn a_9_net_costs_a_die_of_melee_and_of_shots() {
    let mut playing = cast_at(card(4).melee(3).shoots(2)).play();
    playing.play(melee(2), [3, 3, 3]);
    playing.play(melee(0), [1, 1]);
    let mut far = cast_at(card(4).shoots(2));
    far.guests[0] = fighter(5).at(1);
    let mut playing = far.play();
    playing.play(melee(2), [3, 3, 3]);
    playing.play(shot(0), [1]);
}

rules! {
    a_9_net_leaves_no_dice_below_none:
        cast_at(card(4).melee(1)).play().play(melee(2), [3, 3, 3]).play(melee(0), [])
            .lives([5, 8, 8]);
    a_9_net_lowers_the_defense:
        given([
            fighter(5).at(0).plays(card(1).melee(1)), fighter(8).at(3),
            fighter(9).at(0).netted().plays(card(4).defends(5)),
        ]).mad().play().play(melee(2), [4])
            .then(|it| assert_eq!(it.rolls(), [(2, vec![4], 4)], "5 on the card"));
    a_9_net_costs_the_first_move_and_none_more:
        given([
            fighter(5).at(2), fighter(8).at(3),
            fighter(9).at(0).netted().plays(card(4).moves(2).melee(2)),
        ]).mad().play().expect([Shed]).play(Shed, [])
            .then(|it| assert_eq!(it.state.zone[2], 0, "a step without a change of zone"))
            .expect([Move(1), Move(5), Move(CENTRE)]).play(Move(1), [])
            .then(|it| assert!(it.turns().is_empty() || it.who() != 2, "two moves were all"));
}

#[test]
fn a_9_net_is_felt_until_it_is_shed() {
    let laid = || {
        given([
            fighter(5).at(0),
            fighter(8).at(3),
            fighter(9).at(0).netted().plays(card(4).moves(1).melee(2).defends(5)),
        ])
        .mad()
    };
    let mut before = laid().play();
    before.expect([melee(0), Shed]);
    before.play(melee(0), [1]).expect([Shed]);
    let mut after = laid().play();
    after.play(Shed, []);
    assert_eq!(after.state.defense[2], 5);
    after.expect([melee(0), EndTurn]);
    after.play(melee(0), [1, 1]);
}

rules! {
    a_9_net_stays_on_one_that_cannot_move:
        given([
            fighter(5).at(0), fighter(8).at(3),
            fighter(9).at(0).netted().plays(card(4).melee(2)).holds(card(3).moves(1)),
        ]).mad().play().expect([melee(0), EndTurn]).play(EndTurn, [])
            .is(|it| it.state.netted, 0b100);
    a_9_nets_do_not_add_up:
        given([
            fighter(5).at(3), fighter(8).at(0).plays(net(5)),
            fighter(9).at(0).netted().plays(card(4).melee(3)),
        ]).mad().play().play(melee(2), [3, 3, 3])
            .then(|it| assert!(!it.events.iter().any(|e| matches!(e, Event::Netted { .. }))))
            .then(|it| assert_eq!(it.lp()[2], 8, "the life point is lost all the same"))
            .expect([melee(1), EndTurn]).play(melee(1), [1, 1]);
    a_9_net_of_a_dragon_ends_after_its_next_turn:
        given([
            fighter(5).at(CENTRE).plays(card(1)), fighter(8).at(0).plays(card(2).moves(1)),
            fighter(16).dragon().plays(card(4).melee(4).shoots(5)).netted().at(CENTRE),
        ]).mad().play()
            .then(|it| assert_eq!(it.who(), 2, "round 4: initiative 4, and 3 in the net"))
            .is(|it| it.state.initiative[2], 3).play(melee(0), [1, 1, 1])
            .then(|it| assert!(it.events.contains(&Event::ShedsNet { fighter: 2 })))
            .is(|it| it.state.netted, 0);
}

#[test]
fn a_9_what_a_net_costs_can_be_set() {
    let far = fighter(5).at(3).plays(card(3).shoots(1).moves(1));
    let mut playing = given([
        far,
        fighter(8).at(0).plays(net(8)),
        fighter(9).at(0).plays(card(7).melee(4).moves(3).defends(5)).holds(card(2)),
    ])
    .mad()
    .rules(|rules| {
        rules.bramble_initiative = 3;
        rules.bramble_dice = 2;
        rules.bramble_defense = 2;
        rules.bramble_moves = 2;
    })
    .play();
    playing.play(melee(2), [3, 3, 3]);
    assert_eq!(playing.state.initiative[2], 4, "7 on the card");
    assert_eq!((playing.who(), playing.state.defense[2]), (2, 3));
    playing.expect([melee(1), Shed]);
    playing.play(melee(1), [1, 1]).expect([Shed]);
    playing.play(Shed, []);
    assert_eq!(playing.state.defense[2], 5);
    assert_eq!(playing.state.turn.moves, 1, "two of three are spent");
    playing.expect([Move(1), Move(5), Move(CENTRE)]);
}

rules! {
    a_9_a_card_of_fewer_moves_sheds_a_net_with_all_it_has:
        given([
            fighter(5).at(2), fighter(8).at(3), fighter(9).at(0).netted().plays(card(8).moves(2)),
        ]).mad().rules(|rules| rules.bramble_moves = 4).play().expect([Shed]).play(Shed, [])
            .is(|it| (it.state.netted, it.state.actor), (0, 0))
            .then(|it| assert_eq!(it.state.zone[2], 0, "no move is left"));
    a_9_a_net_that_costs_no_move_falls_off_after_the_next_turn:
        given([
            fighter(5).at(0), fighter(8).at(3),
            fighter(9).at(0).netted().plays(card(8).moves(1).melee(3).defends(5)),
        ]).mad().rules(|rules| rules.bramble_moves = 0).play()
            .expect([melee(0), Move(1), Move(5), Move(CENTRE)]).play(melee(0), [1, 1])
            .is(|it| (it.state.netted, it.state.defense[2]), (0b100, 4)).play(Move(1), [])
            .then(|it| assert!(it.events.contains(&Event::ShedsNet { fighter: 2 })))
            .is(|it| (it.state.netted, it.state.defense[2]), (0, 5));
    // The first die is the attack's, the second the whirling spear's.
    a_9_a_rolled_defense_is_lower_by_what_a_net_costs:
        given([
            fighter(5).at(0).plays(card(5).melee(1)), fighter(8).at(3),
            fighter(9).at(0).netted().active(card(1).melee(2).item(Effect::WhirlingSpear)),
        ]).mad().rules(|rules| rules.bramble_defense = 3).play().play(melee(2), [1, 4])
            .rolled([(2, vec![1], 1)]);
}

#[test]
fn a_4_6_what_was_called_before_a_net_stays_ruled_out() {
    // Fighter 1 acts at initiative 5 and catches fighter 2 in a net. Fighter 2 has cards with
    // initiative 5 and 2 and has chosen the 2. In the net, its 5 would act at 4; but the countdown
    // had reached 5 before, so its 5 cannot lie face down.
    let mut playing = given([
        fighter(5).at(3).plays(card(5).moves(1)),
        fighter(8).at(0).plays(net(5).moves(1)),
        fighter(9).at(0).plays(card(2)).holds(card(5)),
    ])
    .mad()
    .play();
    playing.play(Move(4), []);
    let next = |playing: &Playing| playing.arena.view(&playing.state).next_cards(2);
    assert_eq!((playing.state.actor, next(&playing)), (1, 0b10));
    playing.play(melee(2), [6, 6, 6]);
    assert!(playing.events.contains(&Event::Netted { fighter: 2 }));
    assert_eq!((playing.state.actor, next(&playing)), (1, 0b10));
}
