//! Tests of the set-up in the order of seats.

use super::given::*;
use crate::game::Game;
use crate::games::arena::Choice::Place;
use crate::games::arena::state::Phase;
use crate::games::arena::{Arena, Fighter, Rules, Zones, ZonesName};
use crate::simulate::Seated;

/// Deals a game with fighters of these sizes and teams, in line-up order; size 40 stands for a
/// dragon. Returns the zone of each fighter and the number of zones on the ring.
fn seated<const N: usize>(sizes_and_teams: [(u8, u8); N], rules: &Rules) -> ([u8; N], u8) {
    let fighters = sizes_and_teams.map(|(size, _)| Fighter { dragon: size == 40, ..sheet(size) });
    let arena = Arena::new(rules, &roster(fighters));
    let line_up = std::array::from_fn::<_, N, _>(|slot| Seated {
        fighter: slot as u8,
        seat: slot as u8,
        team: sizes_and_teams[slot].1,
    });
    let mut playing = Playing::new(arena, line_up_of(rules, &sizes_and_teams, &line_up));
    playing.state = playing.arena.deal(&line_up);
    for _ in 0..N {
        let options = playing.options();
        assert_eq!(options.len(), 1, "not a decision");
        playing.play(options[0], []);
    }
    assert_eq!(playing.state.phase, Phase::Choosing);
    let zone = |slot| {
        let f = playing.state.slot.iter().position(|&s| s == slot as u8);
        playing.state.zone[f.unwrap()]
    };
    (std::array::from_fn(zone), playing.state.ring)
}

fn line_up_of(
    rules: &Rules,
    fighters: &[(u8, u8)],
    line_up: &[Seated],
) -> crate::games::arena::state::State {
    Arena::new(rules, &roster(fighters.iter().map(|(size, _)| sheet(*size)))).deal(line_up)
}

#[test]
fn a_2_1_as_many_zones_as_fighters_and_three_at_least() {
    let ring = |count: u8| {
        let arena = Arena::new(&Rules::mad_arena(), &roster((1..=count).map(sheet)));
        let seat = |i| Seated { fighter: i, seat: i, team: i };
        let state = arena.deal(&(0..count).map(seat).collect::<Vec<_>>());
        assert_eq!(arena.board(&state).ring(), state.ring);
        state.ring
    };
    assert_eq!(Rules::mad_arena().zones, Zones::Named(ZonesName::Fighters));
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(ring), [3, 3, 4, 5, 6, 7, 8]);
}

rules! {
    a_3_3_fighter_k_starts_on_zone_k_whatever_its_size:
        assert_eq!(
            seated([(9, 0), (5, 1), (16, 2), (7, 3), (8, 4)], &Rules::mad_arena()),
            ([0, 1, 2, 3, 4], 5),
        );
    a_3_3_the_dragon_starts_in_the_centre_and_takes_no_zone:
        assert_eq!(
            seated([(9, 0), (40, 1), (5, 2), (7, 3), (8, 4)], &Rules::mad_arena()),
            ([0, 4, 1, 2, 3], 4),
        );
}

#[test]
fn a_3_3_teams_take_turns_round_the_table() {
    let mad = Rules::mad_arena();
    let two = [(5, 0), (8, 0), (13, 0), (7, 1), (9, 1), (10, 1)];
    assert_eq!(seated(two, &mad), ([0, 2, 4, 1, 3, 5], 6));
    let three = [(5, 0), (13, 0), (7, 1), (10, 1), (8, 2), (9, 2)];
    assert_eq!(seated(three, &mad), ([0, 3, 1, 4, 2, 5], 6));
    let uneven = [(5, 0), (8, 0), (13, 0), (7, 1)];
    assert_eq!(seated(uneven, &mad), ([0, 2, 3, 1], 4));
}

#[test]
fn a_3_2_a_dragon_is_placed_in_the_centre_where_others_choose() {
    let rules = Rules { placement_centre: true, ..Rules::default() };
    let dragon = Fighter { dragon: true, ..sheet(16) };
    let arena = Arena::new(&rules, &roster([sheet(5), sheet(6), dragon]));
    let seat = |i| Seated { fighter: i, seat: i, team: i };
    let state = arena.deal(&[seat(0), seat(1), seat(2)]);
    let mut playing = Playing::new(arena, state);
    // The centre belongs to the dragon: no other fighter may choose it.
    playing.expect((0..6).map(Place));
    playing.play(Place(0), []).expect((1..6).map(Place));
    playing.play(Place(3), []).expect([Place(CENTRE)]);
    playing.play(Place(CENTRE), []);
    assert_eq!(playing.arena.round(&playing.state), 1);
}
