//! Tests of scoring in Mad Arena: as settings.

use super::given::*;
use crate::games::arena::{Event, Rules, Scoring};

/// Creates a game in which fighter 0 can eliminate fighter 1, which holds fighter 3 as a trophy.
fn robbery() -> Given {
    given([
        fighter(5).at(0).plays(card(4).melee(2)),
        fighter(6).at(0).lp(1).trophies(0b1000).plays(card(1)),
        fighter(7).at(2),
        fighter(8).fell(1),
    ])
}

/// Returns a game after its last round, in which no fighter did anything.
fn after<const N: usize>(guests: [Guest; N], change: impl FnOnce(&mut Rules)) -> Playing {
    let playing = given(guests).mad().round(12).rules(change).play();
    assert!(playing.over());
    playing
}

fn as_it_is(_: &mut Rules) {}

rules! {
    a_6_6_life_points_taken_are_just_lost:
        given([fighter(5).at(0).plays(card(4).melee(2)), fighter(6).at(0), fighter(7).at(2)]).mad()
            .play().play(melee(1), [6, 6]).lives([5, 4, 7]).scores([0; 3]);
}

#[test]
fn a_6_7_the_victims_trophies_pass_on() {
    let mut playing = robbery().mad().play();
    playing.state.points[1] = 8;
    playing.play(melee(1), [6, 1]);
    assert_eq!(playing.state.trophies[..2], [0b1010, 0]);
    assert_eq!(playing.pp(), [6 + 8, 0, 0, 0]);
    let fall = Event::Eliminated { fighter: 1, by: Some(0), points: 14 };
    assert!(playing.events.contains(&fall));
}

rules! {
    a_6_7_without_inheritance_they_stay_where_they_are:
        robbery().mad().rules(|rules| rules.inherit_trophies = false).play()
            .with(|it| it.state.points[1] = 8).play(melee(1), [6, 1])
            .then(|it| assert_eq!(it.state.trophies[..2], [0b0010, 0b1000])).scores([6, 8, 0, 0]);
    a_6_7_trophies_pass_on_in_ultimate_warriorz_if_set:
        robbery().rules(|rules| rules.inherit_trophies = true).play().play(melee(1), [6, 1])
            .then(|it| assert_eq!(it.state.trophies[..2], [0b1010, 0]))
            .then(|it| assert_eq!(it.pp(), [1, 0, 0, 0], "they break ties, and score nothing"));
    a_7_rocks_in_mad_arena_take_life_and_leave_the_trophies:
        given([
            fighter(5).at(0).lp(1).plays(card(4).melee(1)),
            fighter(6).at(0).lp(1).trophies(0b1000).pp(8), fighter(7).at(2), fighter(8).fell(1),
        ]).mad().rules(|rules| rules.rocks = vec![0, 0, 0, 1]).play()
            .play(melee(1), [6, /* rock */ 6]).ends()
            .is(|it| it.state.trophies, [0b1010, 0, 0, 0, 0, 0, 0, 0]).ranks([2, 3, 1, 4]);
    a_6_4_lucky_charms_go_with_mad_arena:
        given([fighter(5).at(0).plays(card(4).melee(1)), fighter(6).at(0).lp(1).charm()]).mad()
            .rules(|rules| rules.lucky_charm = true).play().play(melee(1), [6])
            .play(crate::games::arena::Choice::Flip(6), []).lives([5, 1]);
}

#[test]
fn a_8_2_the_sizes_of_all_trophies_win() {
    let guests = || {
        [
            fighter(5).at(0).trophies(0b11000),
            fighter(6).at(1).trophies(0b100000),
            fighter(7).at(2),
            fighter(8).fell(1),
            fighter(9).fell(2),
            fighter(16).fell(3),
        ]
    };
    let playing = scored(guests(), as_it_is);
    assert_eq!(playing.places(), [1, 2, 3, 6, 5, 4], "17 against 16");
    let playing = scored(guests().map(|g| if g.size == 6 { g.at(CENTRE) } else { g }), as_it_is);
    assert_eq!(playing.places(), [2, 1, 3, 6, 5, 4], "17 against 16 + 3");
}

/// Returns a game after its last round, as [`after`] does; the fighters also have the points of
/// their trophies.
fn scored<const N: usize>(guests: [Guest; N], change: impl FnOnce(&mut Rules)) -> Playing {
    let sizes: Vec<u16> = guests.iter().map(|guest| guest.size.into()).collect();
    let guests = guests.map(|guest| {
        let held = (0..N).filter(|f| guest.trophies >> f & 1 == 1);
        let points = held.map(|f| sizes[f]).sum();
        guest.pp(points)
    });
    after(guests, change)
}

rules! {
    a_8_2_the_centre_counts_once_and_only_for_survivors:
        scored(
            [fighter(5).at(0), fighter(6).at(CENTRE), fighter(7).at(1)],
            |rules| { rules.centre_bonus = 1 },
        ).ranks([2, 1, 3])
            .then(|it| assert_eq!([0, 1, 2].map(|f| it.arena.score(&it.state, f)), [0, 1, 0])),
        scored([fighter(5).at(0), fighter(6).at(CENTRE).fell(1), fighter(7).at(1)], as_it_is)
            .ranks([1, 3, 2]).then(|it| assert_eq!(it.arena.score(&it.state, 1), 0));
}

#[test]
fn a_8_2_each_member_in_the_centre_counts_for_its_team() {
    let team = |size, team: u8, zone| fighter(size).team(team).at(zone);
    let guests = || {
        [
            team(5, 1, CENTRE),
            team(6, 2, 0).trophies(0b10000),
            team(7, 1, CENTRE),
            team(8, 2, 1),
            fighter(4 + 5).team(3).fell(1),
        ]
    };
    assert_eq!(scored(guests(), as_it_is).places(), [2, 1, 2, 1, 3], "6 against 9");
    let five = scored(guests(), |rules| rules.centre_bonus = 5);
    assert_eq!(five.places(), [1, 2, 1, 2, 3], "10 against 9");
}

#[test]
fn a_8_2_ties_go_to_the_most_trophies_then_the_smallest() {
    let playing = scored(
        [
            fighter(5).at(0).trophies(0b100000),
            fighter(6).at(1).trophies(0b011000),
            fighter(7).at(2),
            fighter(8).fell(1),
            fighter(8).fell(2),
            fighter(16).fell(3),
        ],
        as_it_is,
    );
    assert_eq!(playing.places()[..3], [2, 1, 3], "16 each");
    let playing = scored([fighter(5).at(0), fighter(6).at(1)], as_it_is);
    assert_eq!(playing.places(), [1, 2]);
}

rules! {
    a_8_2_a_centre_bonus_adds_to_popularity_points:
        given([fighter(5).at(0).pp(4), fighter(6).at(CENTRE).pp(2)]).round(7)
            .rules(|rules| rules.centre_bonus = 3).play().ranks([2, 1])
            .is(|it| it.arena.rules().scoring, Scoring::Popularity);
}
