//! Tests of the effect sandal, which throws its target to another zone.

use super::given::*;
use crate::games::arena::Choice::{Card as Face, Move, ThrowTo};
use crate::games::arena::{Effect, Event, Landing, Revisit};

fn sandal() -> crate::games::arena::Card {
    let landing = [(8, 1), (12, 2), (40, 3)].map(|(size, dice)| Landing { size, dice });
    let effect = Effect::Sandal { landing: landing.to_vec() };
    card(4).melee(4).technique(effect)
}

/// Creates a game in which a dragon of size 30 plays its sandal. The fighters `others` have lower
/// numbers than the dragon.
fn kicks<const N: usize>(others: [Guest; N]) -> Playing {
    let mut playing = kicks_with(others, |given| given).play();
    show(&mut playing);
    playing
}

fn kicks_with<const N: usize>(others: [Guest; N], change: impl FnOnce(Given) -> Given) -> Given {
    let dragon = fighter(30).dragon().at(CENTRE).plays(card(4).melee(4).shoots(5)).holds(sandal());
    change(given(others.into_iter().chain([dragon])).mad())
}

fn show(playing: &mut Playing) {
    let face = playing.arena.sheets()[playing.who()].techniques.trailing_zeros() as u8;
    playing.play(Face(face), []);
}

#[test]
fn a_9_sandal_throws_whom_the_dice_outweigh() {
    for (faces, flies) in [([2, 2, 2, 2], true), ([1, 2, 2, 2], false)] {
        let mut playing = kicks([fighter(8).at(CENTRE), fighter(9).at(0)]);
        playing.play(melee(0), faces);
        assert_eq!(playing.state.phase == crate::games::arena::state::Phase::Throwing, flies);
        assert_eq!(playing.lp()[0], 8, "missed, and thrown all the same");
    }
}

rules! {
    a_9_sandal_throws_to_any_zone_of_the_ring_named_after_the_roll:
        kicks([fighter(8).at(CENTRE), fighter(9).at(0)]).play(melee(0), [3, 3, 3, 3])
            .expect((0..6).map(ThrowTo)).play(ThrowTo(4), [])
            .is(|it| (it.state.zone[0], it.state.at[4]), (4, 0b001));
}

#[test]
fn a_9_sandal_one_that_lands_strikes_everyone_there_by_its_size() {
    for (size, dice) in [(8, 1), (9, 2), (12, 2), (13, 3)] {
        let thrown = fighter(size).at(CENTRE);
        let mut playing = kicks([fighter(5).at(2), fighter(7).at(2), thrown]);
        playing.play(melee(2), [3, 3, 3, 4]);
        match dice {
            1 => playing.play(ThrowTo(2), [4, 1]),
            2 => playing.play(ThrowTo(2), [4, 1, 1, 1]),
            _ => playing.play(ThrowTo(2), [4, 4, 1, 1, 1, 1]),
        };
        let rolls: Vec<(u8, usize)> = playing.rolls().iter().map(|r| (r.0, r.1.len())).collect();
        assert_eq!(rolls, [(0, dice), (1, dice)], "rolled for each, by ascending size");
        assert_eq!(playing.lp()[..2], [5 - dice.div_ceil(2) as u8, 7]);
    }
}

rules! {
    a_9_sandal_credits_the_dragon:
        kicks([fighter(5).at(2).lp(1), fighter(8).at(CENTRE)]).play(melee(1), [3, 3, 3, 3])
            .play(ThrowTo(2), [6]).is(|it| (it.state.trophies[2], it.pp()[2]), (0b001, 5));
    a_9_sandal_does_not_throw_the_fallen:
        kicks([fighter(8).at(CENTRE).lp(1), fighter(9).at(0)]).play(melee(0), [6, 6, 6, 6])
            .is(|it| it.state.trophies[2], 0b001)
            .then(|it| assert!(!it.events.iter().any(|e| matches!(e, Event::Throws { .. }))));
}

#[test]
fn a_9_sandal_hurts_teammates_where_one_lands() {
    let mut playing = kicks_with(
        [fighter(5).at(2).team(1), fighter(8).at(CENTRE).team(2), fighter(9).at(0).team(2)],
        |mut given| {
            given.guests[3] = given.guests[3].clone().team(1);
            given
        },
    )
    .play();
    show(&mut playing);
    playing.play(melee(1), [3, 3, 3, 3]).play(ThrowTo(2), [6]);
    assert_eq!(playing.lp()[0], 4);
}

rules! {
    // After its two moves, the thrown fighter stands in another zone than that of its landing.
    a_9_sandal_one_yet_to_act_starts_where_it_landed:
        kicks([fighter(8).at(CENTRE).plays(card(1).moves(2)), fighter(9).at(0)])
            .play(melee(0), [3, 3, 3, 3]).play(ThrowTo(4), [])
            .expect([Move(3), Move(5), Move(CENTRE)]).play(Move(CENTRE), [])
            .then(|it| assert!(!it.options().contains(&Move(4))));
}

#[test]
fn a_9_sandal_leaves_another_dragon_where_it_is() {
    let other = fighter(8).dragon().at(CENTRE).plays(card(4).melee(1));
    let mut playing = given([
        fighter(5).at(0),
        other,
        fighter(30).dragon().at(CENTRE).plays(card(4).melee(4)).holds(sandal()),
    ])
    .mad()
    .play();
    playing.play(melee(2), [1]);
    show(&mut playing);
    playing.play(melee(1), [3, 3, 3, 3]);
    assert_eq!(playing.state.zone[1], CENTRE);
}

rules! {
    a_9_sandal_does_not_hit_a_ghost_ring:
        kicks([fighter(5).at(2).plays(card(5).item(Effect::GhostRing)), fighter(8).at(CENTRE)])
            .play(melee(1), [3, 3, 3, 3]).play(ThrowTo(2), []).is(|it| it.lp()[0], 5);
}

#[test]
fn a_5_1_a_sandal_bars_the_zone_that_it_threw_somebody_off() {
    for (revisit, open) in
        [(Revisit::Never, moves([2, 4])), (Revisit::NotStart, moves([2, 4, CENTRE]))]
    {
        let runner = fighter(8).at(CENTRE).plays(card(1).moves(1));
        let mut playing = kicks_with([runner, fighter(9).at(0)], |table| {
            table.rules(|rules| rules.revisit = revisit)
        })
        .play();
        show(&mut playing);
        playing.play(melee(0), [3, 3, 3, 3]);
        playing.play(ThrowTo(3), []);
        assert_eq!(playing.who(), 0, "it has yet to act");
        playing.expect(open);
    }
}

#[test]
fn a_5_7_one_that_lands_spares_mates_by_setting() {
    let mut playing = kicks_with(
        [fighter(5).at(2).team(1), fighter(8).at(CENTRE).team(2), fighter(9).at(2).team(2)],
        |mut table| {
            table.guests[3] = table.guests[3].clone().team(1);
            table.rules(|rules| rules.areas_spare_mates = true)
        },
    )
    .play();
    show(&mut playing);
    playing.play(melee(1), [3, 3, 3, 3]).play(ThrowTo(2), [6]);
    assert_eq!(playing.lp()[..3], [5, 8, 8]);
}
