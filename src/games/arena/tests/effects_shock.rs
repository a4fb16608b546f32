//! Tests of the effect electroshock, which changes initiatives.

use super::given::*;
use crate::game::Game;
use crate::games::arena::Choice::{Flip, Move};
use crate::games::arena::{Card, Effect};

fn shock(initiative: u8) -> Card {
    card(initiative).melee(2).technique(Effect::Electroshock { shift: 2 })
}

/// Creates a game in which fighter 1 plays an electroshock at `initiative`. Fighter 0 in the same
/// zone plays a 4 now and a 6 next; fighter 2 plays a 3 now and a 5 next.
fn burdock(initiative: u8) -> Given {
    given([
        fighter(5).at(0).plays(card(4)).holds(card(6)).holds(card(1)),
        fighter(9).at(0).plays(shock(initiative)).holds(card(4)).holds(card(1)),
        fighter(10).at(3).plays(card(3)).holds(card(5)).holds(card(1)),
    ])
}

rules! {
    // The initiatives are 6, 4 + 2 and 5. Among fighters of equal initiative, the smaller acts
    // first.
    a_9_electroshock_delays_a_target_yet_to_act_this_round_only:
        burdock(8).play().play(melee(0), [4, 4])
            .then(|it| assert_eq!(it.turns(), [2, 0], "4 - 2 comes after 3"))
            .then(|it| assert_eq!(it.state.shift[..3], [0, 2, 0])).choose("h0").choose("h0")
            .choose("h0").turned([0, 1, 2])
            .then(|it| assert_eq!(it.state.shift[..3], [0, 0, 0], "the tokens are gone"))
            .choose("h1").choose("h1").choose("h1").turned([0, 1, 2]);
    // The initiatives are 6 - 2, 4 + 2 and 5.
    a_9_electroshock_delays_a_target_that_has_acted_in_the_next_round:
        burdock(1).play().play(melee(0), [4, 1])
            .then(|it| assert_eq!(it.state.shift[..3], [-2, 2, 0])).choose("h0").choose("h0")
            .choose("h0").turned([1, 2, 0]).then(|it| assert_eq!(it.state.shift[..3], [0, 0, 0]));
    a_9_electroshock_needs_a_wound:
        burdock(1).play().play(melee(0), [3, 3])
            .then(|it| assert_eq!(it.state.shift[..3], [0, 0, 0]));
    a_9_electroshock_fails_when_a_charm_takes_the_wound:
        given([fighter(5).at(0).charm(), fighter(9).at(0).plays(shock(8))]).play()
            .play(melee(0), [4, 1]).play(Flip(4), [])
            .then(|it| assert_eq!(it.state.shift[..2], [0, 0]));
    a_9_electroshock_shifts_by_two_however_many_wounds:
        burdock(1).play().play(melee(0), [6, 6])
            .then(|it| assert_eq!(it.state.shift[..2], [-2, 2]));
    a_9_electroshock_leaves_burdock_his_gain_if_the_target_falls:
        given([
            fighter(5).at(0).lp(1), fighter(9).at(0).plays(shock(8)).holds(card(4)),
            fighter(10).at(3).plays(card(3)).holds(card(5)),
        ]).play().play(melee(0), [4, 4]).is(|it| it.state.shift[1], 2).choose("h0").choose("h0")
            .turned([1, 2]);
}

#[test]
fn a_9_electroshock_to_zero_or_less_comes_last() {
    for (plays, other) in [(2, 1), (1, 1)] {
        let mut playing = given([
            fighter(5).at(0).plays(card(plays)),
            fighter(9).at(0).plays(shock(8)),
            fighter(10).at(3).plays(card(other)),
        ])
        .play();
        playing.play(melee(0), [4, 4]);
        assert_eq!(playing.turns(), [2, 0]);
    }
}

#[test]
fn a_9_electroshock_takes_burdock_beyond_eight() {
    let mut playing = given([
        fighter(5).at(0).plays(card(2)).holds(card(8)),
        fighter(9)
            .at(1)
            .plays(card(1).shoots(1).technique(Effect::Electroshock { shift: 2 }))
            .holds(card(7)),
        fighter(10).at(3).holds(card(8)),
    ])
    .play();
    playing.play(shot(2), [5]);
    playing.choose("h0").choose("h0").choose("h0");
    assert_eq!(playing.turns(), [1, 0, 2]);
}

rules! {
    // Two fighters shock fighter 0, which has already acted: its next action loses 2 times 2
    // initiative.
    // The initiatives are 7 - 4 = 3, 6, 4 and 3.
    a_9_electroshock_between_two_burdocks_adds_up:
        given([
            fighter(5).at(0).plays(card(8)).holds(card(7)),
            fighter(9).at(0).plays(shock(3)).holds(card(4)),
            fighter(10).at(0).plays(shock(2)).holds(card(2)), fighter(11).at(3).holds(card(3)),
        ]).play().play(melee(0), [4, 1]).play(melee(0), [4, 1])
            .then(|it| assert_eq!(it.state.shift[..4], [-4, 2, 2, 0])).choose("h0").choose("h0")
            .choose("h0").choose("h0").turned([1, 2, 0, 3]);
}

#[test]
fn a_9_many_electroshocks_do_not_wrap_round() {
    // Seven fighters each shock with a melee attack and a shot, by 10 each: the sum of -140 does
    // not fit in a byte.
    let plays = |initiative| {
        card(initiative).melee(1).shoots(1).moves(1).technique(Effect::Electroshock { shift: 10 })
    };
    let mut guests = vec![fighter(40).at(0).plays(card(1))];
    guests.extend((0..7).map(|i| fighter(40).at(0).plays(plays(20 - i))));
    let mut playing = given(guests).play();
    for _ in 0..7 {
        assert_eq!(playing.arena.view(&playing.state).next_cards(0), 1);
        playing.play(melee(0), [6]).play(Move(1), []).play(shot(0), [6]);
    }
    assert_eq!(playing.lp()[0], 26);
    assert_eq!(playing.turns(), [0], "the shocked one acts, and last");
}

#[test]
fn a_4_6_what_was_called_before_an_electroshock_stays_ruled_out() {
    // Fighter 0 has chosen its card 4, of cards 8, 7, 6, 4 and 2. Fighter 1 acts at initiative 6
    // and shocks fighter 0; fighter 2 acts at 5.
    let guest = fighter(5).at(0).plays(card(4));
    let guest =
        [2, 6, 7, 8].into_iter().fold(guest, |guest, initiative| guest.holds(card(initiative)));
    let shock = Effect::Electroshock { shift: 2 };
    let mut playing = given([
        guest,
        fighter(9).at(0).plays(card(6).melee(1).moves(1).technique(shock)),
        fighter(10).at(0).plays(card(5).moves(1)),
    ])
    .play();
    let next = |playing: &Playing| playing.arena.view(&playing.state).next_cards(0);
    assert_eq!(next(&playing), 0b11000, "its 4 or its 2");
    playing.play(melee(0), [6]);
    assert_eq!(playing.state.initiative[0], 2);
    assert_eq!(next(&playing), 0b11000, "still: 7 would have been called");
    playing.play(Move(1), []);
    assert_eq!((playing.state.actor, next(&playing)), (2, 0b11000));
}
