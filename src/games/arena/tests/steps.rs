//! Tests of the steps of a turn.

use super::given::*;
use crate::games::arena::Choice::Move;
use crate::games::arena::Zones;
use crate::games::arena::state::Phase;
use crate::games::arena::{Card, Compulsory, Revisit, Rules};

/// Creates a game in which fighter 0 in zone 0 plays the card `plays`, and fighter 1 stands in zone
/// `other`. Fighter 2 in zone 3 is not involved.
fn facing(plays: Card, other: u8) -> Given {
    given([fighter(5).at(0).plays(plays), fighter(6).at(other), fighter(7).at(3)])
}

rules! {
    a_5_1_a_move_leads_to_an_adjacent_zone:
        facing(card(4).moves(1), 1).play().expect(moves([1, 5, CENTRE]));
    a_5_1_exactly_the_moves_of_the_card_are_made:
        facing(card(4).moves(2), 1).play().play(Move(1), []).asks(0).expect(moves([2, CENTRE]))
            .play(Move(2), [])
            .then(|it| assert_eq!(it.state.phase, Phase::Choosing, "the turn is over"))
            .is(|it| it.state.zone[0], 2);
    a_5_1_no_zone_is_entered_twice:
        assert_eq!(Rules::default().revisit, Revisit::Never),
        facing(card(4).moves(4), 1).play().play(Move(1), []).play(Move(2), [])
            .play(Move(CENTRE), []).expect(moves([3, 4, 5]));
    a_5_1_revisit_not_start_bars_the_starting_zone_alone:
        facing(card(4).moves(4), 1).rules(|rules| rules.revisit = Revisit::NotStart).play()
            .play(Move(1), []).expect(moves([2, CENTRE])).play(Move(2), [])
            .expect(moves([1, 3, CENTRE])).play(Move(1), []).expect(moves([2, CENTRE]));
    a_5_2_melee_strikes_an_opponent_in_the_own_zone:
        facing(card(4).melee(2), 0).play().expect([melee(1)]),
        assert_eq!(facing(card(4).melee(2), 1).play().state.phase, Phase::Choosing);
    a_5_3_a_shot_reaches_every_other_zone_but_not_the_own:
        facing(card(4).shoots(2), 0).play().expect([shot(2)]),
        facing(card(4).shoots(2), CENTRE).play().expect([shot(1), shot(2)]),
        facing(card(4).shoots(2), 2).play().expect([shot(1), shot(2)]);
}

#[test]
fn a_5_3_range_1_reaches_adjacent_zones_alone() {
    let near = |other| facing(card(4).shoots(2), other).rules(|rules| rules.range = 1);
    near(1).play().expect([shot(1)]);
    near(CENTRE).play().expect([shot(1)]);
    for far in [0, 2, 3, 4] {
        assert_eq!(near(far).play().state.phase, Phase::Choosing);
    }
}

/// Returns the number of life points that a fighter with defense 4 in this zone loses by a shot
/// from zone 0 with dice 3, 4, 5, 6. `penalty` is the penalty for far shots.
fn shot_from_zone_0_at(zone: u8, penalty: u8) -> u8 {
    let mut playing =
        facing(card(4).shoots(4), zone).rules(|rules| rules.far_shot_penalty = penalty).play();
    playing.play(shot(1), [3, 4, 5, 6]);
    6 - playing.lp()[1]
}

rules! {
    a_5_4_a_far_shot_takes_one_from_each_die:
        assert_eq!(Rules::default().far_shot_penalty, 1),
        assert_eq!(shot_from_zone_0_at(1, 1), 3),
        assert_eq!(shot_from_zone_0_at(CENTRE, 1), 3),
        assert_eq!(shot_from_zone_0_at(2, 1), 2),
        assert_eq!(shot_from_zone_0_at(3, 1), 2);
}

#[test]
fn a_5_4_the_far_shot_penalty_is_a_setting() {
    for (penalty, wounds) in [(0, 3), (1, 2), (2, 1), (3, 0), (5, 0)] {
        assert_eq!(shot_from_zone_0_at(4, penalty), wounds);
        assert_eq!(shot_from_zone_0_at(5, penalty), 3, "near, whatever the penalty");
    }
}

#[test]
fn a_5_attacks_come_before_between_and_after_moves() {
    let start = || {
        given([
            fighter(5).at(0).plays(card(4).moves(2).melee(1)),
            fighter(6).at(0),
            fighter(7).at(1),
            fighter(8).at(2),
        ])
        .rules(|rules| rules.compulsory = Compulsory::AtEnd)
        .play()
    };
    let mut before = start();
    before.expect([vec![melee(1)], moves([1, 5, CENTRE])].concat());
    before.play(melee(1), [1]).expect(moves([1, 5, CENTRE]));
    let mut between = start();
    between.play(Move(1), []).expect([vec![melee(2)], moves([2, CENTRE])].concat());
    between.play(melee(2), [1]).expect(moves([2, CENTRE]));
    let mut after = start();
    after.play(Move(1), []).play(Move(2), []).expect([melee(3)]);
}

rules! {
    a_5_a_card_of_melee_and_shot_makes_both:
        facing(card(4).melee(1).shoots(2), 0).play().expect([melee(1), shot(2)])
            .play(shot(2), [1, 6]).expect([melee(1)]).play(melee(1), [6]).lives([5, 5, 6])
            .is(|it| it.state.phase, Phase::Choosing);
}

#[test]
fn a_5_6_attacks_without_a_target_and_moves_without_a_zone_are_lost() {
    // The board is a ring of three zones and the centre. After three moves, fighter 0 has visited
    // every zone and is no longer in the zone of fighter 1.
    let mut playing = given([fighter(5).at(0).plays(card(4).moves(6).melee(3)), fighter(6).at(0)])
        .rules(|rules| {
            rules.zones = Zones::Number(3);
            rules.compulsory = Compulsory::AtEnd;
        })
        .play();
    playing.play(Move(1), []).play(Move(2), []).play(Move(3), []);
    assert_eq!(playing.state.phase, Phase::Choosing, "nothing remains to be done");
    assert_eq!(playing.turns(), [1]);
}

rules! {
    a_5_6_a_turn_without_anything_to_do_passes_by:
        facing(card(4).melee(3), 1).play()
            .is(|it| (it.state.phase, it.state.round), (Phase::Choosing, 5));
}

/// Creates a game of fighters 0, 2 and 4 against fighters 1 and 3. Fighter 0 plays the card `plays`
/// in zone 0, in which fighters 1 and 2 also stand.
fn teams(plays: Card) -> Given {
    given([
        fighter(5).at(0).team(1).plays(plays),
        fighter(6).at(0).team(2),
        fighter(7).at(0).team(1),
        fighter(8).at(1).team(2),
        fighter(9).at(1).team(1),
    ])
}

rules! {
    a_5_7_teammates_are_no_targets:
        teams(card(4).melee(1).shoots(1)).play().expect([melee(1), shot(3)]);
    a_5_7_friendly_fire_makes_targets_of_teammates:
        teams(card(4).melee(1).shoots(1)).rules(|rules| rules.friendly_fire = true).play()
            .expect([melee(1), melee(2), shot(3), shot(4)]);
    a_5_7_friendly_fire_changes_nothing_for_those_alone:
        facing(card(4).melee(1).shoots(1), 0).rules(|rules| rules.friendly_fire = true).play()
            .expect([melee(1), shot(2)]);
    // Fighter 0 eliminates fighter 1 in round 1 and is eliminated by the rocks. Its moves are lost,
    // and fighter 2 acts next.
    a_5_8_the_turn_ends_with_its_actor:
        given([
            fighter(5).at(0).lp(1).plays(card(4).moves(2).melee(1)), fighter(6).at(0).lp(1),
            fighter(7).at(1).plays(card(3).moves(1)), fighter(8).at(2),
        ]).round(1).play().play(melee(1), [6, 6, 1, 1]).lives([0, 0, 7, 8])
            .then(|it| assert_eq!((it.who(), it.turns()), (2, vec![2])));
}
