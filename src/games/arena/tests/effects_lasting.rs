//! Tests of lasting effects: immunities, tokens, and changed initiatives.

use super::given::*;
use crate::games::arena::Choice::Move;
use crate::games::arena::state::Phase;
use crate::games::arena::{Card, Effect};

/// Creates a game in which fighter 0 plays the card `plays` in zone 0. Fighter 1 in the same zone
/// and fighter 2 in zone 1 have an active card with the effect `active`.
fn guarded(plays: Card, active: Effect) -> Given {
    let active = card(2).item(active);
    given([
        fighter(5).at(0).plays(plays),
        fighter(10).at(0).active(active.clone()),
        fighter(11).at(1).active(active),
    ])
}

rules! {
    a_9_ghost_ring_cannot_be_shot_but_struck:
        guarded(card(4).melee(1).shoots(1), Effect::GhostRing).play().expect([melee(1)]);
    a_9_peace_pipe_cannot_be_struck_but_shot:
        guarded(card(4).melee(1).shoots(1), Effect::PeacePipe).play().expect([shot(2)]);
}

#[test]
fn a_9_a_ring_or_pipe_protects_from_the_fighters_turn_on() {
    for (effect, zone, attack) in
        [(Effect::GhostRing, 1, shot(1)), (Effect::PeacePipe, 0, melee(1))]
    {
        let attacks = |initiative| match zone {
            0 => card(initiative).melee(1),
            _ => card(initiative).shoots(1),
        };
        let mut playing = given([
            fighter(5).at(0).plays(attacks(6)),
            fighter(10).at(zone).plays(card(4).item(effect)),
            fighter(11).at(0).plays(attacks(2)),
            fighter(12).at(zone),
        ])
        .play();
        assert!(playing.options().contains(&attack), "not yet active");
        playing.play(attack, [1]);
        assert_eq!(playing.who(), 2);
        assert!(!playing.options().contains(&attack), "active");
    }
}

rules! {
    a_9_blinding_suit_costs_melee_and_shot_a_die:
        guarded(card(4).melee(3).shoots(2), Effect::BlindingSuit).play().play(melee(1), [6, 6])
            .play(shot(2), [6]).lives([5, 8, 10]);
    a_9_blinding_suit_works_from_its_own_turn_on:
        given([
            fighter(5).at(0).plays(card(6).melee(2)),
            fighter(10).at(0).plays(card(4).item(Effect::BlindingSuit)),
            fighter(11).at(0).plays(card(2).melee(2)),
        ]).play().play(melee(1), [6, 6]).play(melee(1), [6]).lives([5, 7, 11]);
}

fn spear() -> Card {
    card(4).melee(2).defends(9).technique(Effect::WhirlingSpear)
}

rules! {
    // With both targets in zone 0, or one in zone 0 and one in zone 1, two attacks are possible.
    a_9_whirling_spear_strikes_two_different_opponents:
        given([
            fighter(5).at(0).plays(spear().moves(1)), fighter(10).at(0), fighter(11).at(0),
            fighter(12).at(1),
        ]).play().expect([melee(1), melee(2)]).play(melee(2), [4, 4]).expect([melee(1), Move(1)])
            .play(Move(1), []).expect([melee(3)]).play(melee(3), [1, 1]).lives([5, 10, 9, 12]);
    // Fighter 2 acts first; both other fighters are its opponents.
    a_9_whirling_spear_rolls_its_defense_for_each_attack:
        given([
            fighter(5).at(0).plays(card(3).melee(2)), fighter(6).at(0).plays(card(2).melee(2)),
            fighter(16).at(0).plays(spear()),
        ]).play().play(melee(0), [1, 1]).play(melee(1), [1, 1]).play(melee(2), [2, 3, 3])
            .rolled([(2, vec![2, 3], 3)]).play(melee(2), [5, 5, 6]).rolled([(2, vec![5, 5], 6)])
            .is(|it| it.lp()[2], 15);
    a_9_whirling_spear_uses_the_card_defense_before_its_turn:
        given([
            fighter(5).at(0).plays(card(8).melee(2)), fighter(16).at(0).defense(3).plays(spear()),
        ]).play().play(melee(1), [3, 2]).is(|it| it.lp()[1], 15);
}

/// Creates a game in which fighter 1 gives a mystical skull; fighters 0, 2 and 3 are in shooting
/// range. `holder` is the card that the holder of the skull plays.
fn skull_game(initiative: u8, holder: Card) -> Playing {
    let skull = card(initiative).item(Effect::MysticalSkull);
    given([
        fighter(5).at(0).plays(holder.clone()).holds(holder),
        fighter(13).at(1).plays(skull).holds(card(8).melee(1)).holds(card(1)),
        fighter(14).at(1).holds(card(1)).holds(card(2)),
        fighter(15).at(3).holds(card(1)).holds(card(2)),
    ])
    .play()
}

rules! {
    a_9_mystical_skull_goes_to_anyone_in_shooting_range:
        skull_game(8, card(2)).expect([shot(0), shot(3)]);
    a_9_mystical_skull_knows_no_immunity:
        given([
            fighter(5).at(0).active(ring()),
            fighter(13).at(1).plays(card(4).item(Effect::MysticalSkull)),
        ]).skull(0, 1).play().expect([shot(0)]);
}

#[test]
fn a_9_mystical_skull_not_to_teammates() {
    let skull = card(4).item(Effect::MysticalSkull);
    for friendly_fire in [false, true] {
        given([
            fighter(5).at(0).team(1),
            fighter(13).at(1).team(1).plays(skull.clone()),
            fighter(14).at(2).team(2),
        ])
        .rules(|rules| rules.friendly_fire = friendly_fire)
        .play()
        .expect([shot(2)]);
    }
}

rules! {
    a_9_mystical_skull_binds_a_holder_yet_to_act_this_round:
        skull_game(8, card(4).shoots(1)).play(shot(0), []).asks(0).expect([shot(2), shot(3)])
            .play(shot(2), [1])
            .then(|it| assert_eq!(it.state.skull, [0; 8], "discarded after the action"));
    a_9_mystical_skull_binds_a_holder_that_has_acted_in_the_next_round:
        skull_game(2, card(4).shoots(1)).play(shot(2), [1]).play(shot(0), [])
            .is(|it| (it.state.phase, it.state.skull[0]), (Phase::Choosing, 0b0010)).choose("h0")
            .choose("h1").choose("h0").choose("h0").expect([shot(2), shot(3)]).play(shot(3), [1])
            .is(|it| it.state.skull[0], 0);
    a_9_mystical_skull_is_discarded_after_an_action_without_attacks:
        skull_game(8, card(4)).play(shot(0), [])
            .is(|it| (it.state.phase, it.state.skull), (Phase::Choosing, [0; 8]));
    a_9_mystical_skull_ends_when_its_giver_attacks_the_holder:
        given([fighter(5).at(0).plays(card(3).melee(1)), fighter(13).at(0).plays(card(4).melee(1))])
            .skull(1, 0).play().play(melee(0), [1]).asks(0).expect([melee(1)]);
    // Fighter 0 still holds the skull when fighter 2 gives it to fighter 1. After that, fighter 0
    // may attack fighter 2, and fighter 1 may not.
    a_9_there_is_one_skull:
        given([
            fighter(5).at(0).plays(card(3).shoots(1)), fighter(6).at(2).plays(card(2).shoots(1)),
            fighter(13).at(1).plays(card(4).item(Effect::MysticalSkull)),
        ]).skull(2, 0).play().play(shot(1), []).expect([shot(1), shot(2)]).play(shot(2), [1])
            .expect([shot(0)]);
}

#[test]
fn a_9_mystical_skull_holds_off_areas_and_splinters() {
    let barrel = card(4).shoots(2).technique(Effect::PowderBarrel);
    let strike = card(4).shoots(2).technique(Effect::Strike);
    let start = |plays: &Card| {
        given([
            fighter(5).at(0).plays(plays.clone()),
            fighter(12).at(1),
            fighter(13).at(1),
            fighter(14).at(2),
        ])
        .skull(2, 0)
        .skull(3, 0)
        .play()
    };
    let mut playing = start(&barrel);
    playing.expect([area(1)]);
    playing.play(area(1), [6, 6]);
    assert_eq!(playing.lp(), [5, 10, 13, 14]);
    let mut playing = start(&strike);
    playing.expect([shot(1)]);
    playing.play(shot(1), [6, 6]);
    assert_eq!(playing.lp(), [5, 10, 13, 14]);
}
