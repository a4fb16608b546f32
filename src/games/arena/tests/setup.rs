//! Tests of the board and the set-up.

use super::given::*;
use crate::game::Game;
use crate::games::arena::Choice::{self, Place};
use crate::games::arena::Zones;
use crate::games::arena::state::Phase;
use crate::games::arena::{Arena, Rules};
use crate::simulate::Seated;

fn places(zones: impl IntoIterator<Item = u8>) -> Vec<Choice> {
    zones.into_iter().map(Place).collect()
}

/// Creates a game of `count` fighters with the sizes 1, 2, …, before the first placement. `change`
/// sets rules.
fn unplaced(count: u8, change: impl FnOnce(&mut Rules)) -> Playing {
    let mut rules = Rules::default();
    change(&mut rules);
    let arena = Arena::new(&rules, &roster((1..=count).map(sheet)));
    let line_up: Vec<Seated> =
        (0..count).map(|i| Seated { fighter: i, seat: i, team: i }).collect();
    let state = arena.deal(&line_up);
    Playing::new(arena, state)
}

#[test]
fn a_2_1_the_ring_has_six_zones_or_as_many_as_set() {
    assert_eq!(Rules::default().zones, Zones::Number(6));
    for zones in 3..=8 {
        unplaced(2, |rules| rules.zones = Zones::Number(zones)).expect(places(0..zones));
    }
}

#[test]
fn a_2_1_the_centre_comes_after_a_ring_of_any_size() {
    for zones in [3, 5, 8] {
        let mut playing = given([fighter(5).at(zones).plays(card(4).moves(1)), fighter(6).at(0)])
            .rules(|rules| rules.zones = Zones::Number(zones))
            .play();
        playing.expect((0..zones).map(Choice::Move));
    }
}

rules! {
    a_2_3_any_number_of_fighters_shares_a_zone:
        given([
            fighter(5).at(0).plays(card(4).moves(1)), fighter(6).at(1), fighter(7).at(1),
            fighter(8).at(1),
        ]).play().play(Choice::Move(1), []).is(|it| it.state.at[1], 0b1111);
    a_3_1_life_points_are_the_size_one_of_them_the_first_wound:
        given([fighter(5), fighter(16)]).unplaced().lives([5, 16])
            .then(|it| assert_eq!(it.state.first[..2], [1, 1])).scores([0, 0]);
}

#[test]
fn a_3_2_fighters_are_placed_by_ascending_size_wherever_they_sit() {
    let arena = Arena::new(&Rules::default(), &roster([sheet(9), sheet(5), sheet(7)]));
    let seated = |fighter| Seated { fighter, seat: fighter, team: fighter };
    let state = arena.deal(&[seated(0), seated(1), seated(2)]);
    assert_eq!(state.size[..3], [5, 7, 9]);
    assert_eq!(state.slots()[..3], [1, 2, 0]);
    let mut playing = Playing::new(arena, state);
    for fighter in 0..3 {
        assert_eq!(playing.who(), fighter);
        playing.play(Place(fighter as u8), []);
    }
    assert_eq!(playing.state.phase, Phase::Choosing);
}

#[test]
fn a_3_2_six_fighters_fill_the_ring_each_on_an_empty_zone() {
    let mut playing = unplaced(6, |_| {});
    let mut empty: Vec<u8> = (0..6).collect();
    for zone in [3, 0, 5, 1, 2, 4] {
        playing.expect(places(empty.clone()));
        playing.play(Place(zone), []);
        empty.retain(|&z| z != zone);
    }
    assert_eq!(playing.state.phase, Phase::Choosing);
}

#[test]
fn a_3_2_of_seven_the_largest_of_eight_the_two_largest_go_to_the_centre() {
    for count in [7, 8] {
        let mut playing = unplaced(count, |_| {});
        for zone in 0..6 {
            playing.expect(places(zone..6));
            playing.play(Place(zone), []);
        }
        for fighter in 6..count {
            assert_eq!(playing.who(), usize::from(fighter));
            playing.expect([Place(CENTRE)]);
            playing.play(Place(CENTRE), []);
        }
        assert_eq!(playing.state.phase, Phase::Choosing);
        assert_eq!(playing.state.at[6], if count == 7 { 0x40 } else { 0xC0 });
    }
}

#[test]
fn a_3_2_placement_centre_opens_the_centre_to_one_of_up_to_six() {
    let mut playing = unplaced(6, |rules| rules.placement_centre = true);
    playing.expect(places(0..7));
    playing.play(Place(CENTRE), []);
    for zone in 0..5 {
        playing.expect(places(zone..6));
        playing.play(Place(zone), []);
    }
    assert_eq!(playing.state.phase, Phase::Choosing);
}

#[test]
fn a_3_2_placement_centre_changes_nothing_for_seven() {
    let mut playing = unplaced(7, |rules| rules.placement_centre = true);
    for zone in 0..6 {
        playing.expect(places(zone..6));
        playing.play(Place(zone), []);
    }
    playing.expect([Place(CENTRE)]);
}

#[test]
fn a_3_4_everyone_holds_all_cards_and_an_unused_charm() {
    let guest = || fighter(5).holds(card(2)).holds(card(3));
    let playing = given([guest(), guest()]).unplaced();
    assert_eq!(playing.state.charm, 0b11);
    assert_eq!(playing.state.hand[..2], [0b111, 0b111]);
    assert_eq!(playing.state.defense[..2], [4, 4]);
}

rules! {
    a_3_4_without_lucky_charms_nobody_holds_one:
        unplaced(3, |rules| rules.lucky_charm = false).is(|it| it.state.charm, 0);
}

#[test]
fn a_3_4_a_seat_may_control_several_fighters_of_a_team() {
    let arena = Arena::new(&Rules::default(), &roster((5..9).map(sheet)));
    let seated = |fighter, seat| Seated { fighter, seat, team: seat };
    let state = arena.deal(&[seated(0, 0), seated(1, 1), seated(2, 1), seated(3, 0)]);
    assert_eq!(state.seat[..4], [0, 1, 1, 0]);
    assert_eq!(state.team[..4], [0b1001, 0b0110, 0b0110, 0b1001]);
    assert_eq!(arena.round(&state), 0);
}
