//! Tests of the order of turns, and of the time at which a card becomes active.

use super::given::*;
use crate::games::arena::{Arena, Card, Choice, Effect, Event, Rules};
use crate::simulate::Seated;

/// Returns the fighters in the order of their turns. `initiatives` has the initiative of each
/// fighter's card; the fighters have ascending sizes.
fn order<const N: usize>(initiatives: [u8; N]) -> Vec<u8> {
    let mut size = 4;
    let guests = initiatives.map(|initiative| {
        size += 1;
        fighter(size).plays(card(initiative)).holds(card(1))
    });
    let mut playing = given(guests).choosing();
    for _ in 0..N {
        playing.choose("p");
    }
    playing.turns()
}

rules! {
    a_4_4_the_highest_initiative_acts_first:
        assert_eq!(order([1, 3, 8, 5]), [2, 3, 1, 0]);
    a_4_4_of_equals_the_smaller_acts_first:
        assert_eq!(order([4, 6, 4, 6, 4]), [1, 3, 0, 2, 4]);
}

#[test]
fn a_4_4_of_equals_in_size_the_lower_seat_acts_first() {
    let arena = Arena::new(&Rules::default(), &roster([sheet(7), sheet(7)]));
    let seated = |fighter, seat| Seated { fighter, seat, team: seat };
    let state = arena.deal(&[seated(0, 1), seated(1, 0)]);
    assert_eq!((state.sheet[0], state.seat[0]), (1, 0));
    let mut playing = Playing::new(arena, state);
    playing.play(Choice::Place(0), []).play(Choice::Place(1), []);
    playing.choose("p").choose("p");
    assert_eq!(playing.turns(), [0, 1]);
}

fn shocks() -> Card {
    card(6).melee(1).technique(Effect::Electroshock { shift: 2 })
}

rules! {
    // Fighter 0 shocks fighter 1, whose initiative 5 becomes 3. Fighter 2 therefore acts first, at
    // 4.
    a_4_4_the_order_is_looked_up_anew_after_every_action:
        given([
            fighter(5).at(0).plays(shocks()).holds(card(1)),
            fighter(6).at(0).plays(card(5)).holds(card(1)),
            fighter(7).at(1).plays(card(4)).holds(card(1)),
        ]).play().play(melee(1), [6]).turned([2, 1]);
}

/// Returns the initiatives that the countdown reached during the last choice, each with the
/// fighters whose cards were revealed.
fn revealed(playing: &Playing) -> Vec<(i8, u8)> {
    let call = |event: &Event| match event {
        Event::Revealed { initiative, fighters } => Some((*initiative, *fighters)),
        _ => None,
    };
    playing.events.iter().filter_map(call).collect()
}

rules! {
    a_4_5_cards_of_equal_initiative_are_revealed_together:
        given([
            fighter(5).plays(card(4)).holds(card(1)), fighter(6).plays(card(7)).holds(card(1)),
            fighter(7).plays(card(4)).holds(card(1)),
        ]).choosing().choose("p").choose("p").choose("p")
            .then(|it| assert_eq!(revealed(it), [(7, 0b010), (4, 0b101)]));
    // Cards 0 and 1 are revealed together; then the shock delays fighter 1 behind fighter 2.
    a_4_5_a_card_is_not_revealed_twice_nor_hidden_again:
        given([
            fighter(5).at(0).plays(shocks()).holds(card(1)),
            fighter(6).at(0).plays(card(6)).holds(card(1)),
            fighter(7).at(1).plays(card(5)).holds(card(1)),
        ]).play().is(|it| it.state.revealed, 0b011).play(melee(1), [6]).turned([2, 1])
            .then(|it| assert_eq!(revealed(it), [(5, 0b100)]));
    // The shock reduces the initiative of fighter 1 from 5 to 3, which fighter 2 also has. The
    // cards of both are revealed at 3, and the smaller fighter acts first.
    a_4_5_the_effective_initiative_is_what_reveals:
        given([
            fighter(5).at(0).plays(shocks()).holds(card(1)),
            fighter(6).at(0).plays(card(5)).holds(card(1)),
            fighter(7).at(1).plays(card(3)).holds(card(1)),
        ]).play().play(melee(1), [6]).then(|it| assert_eq!(revealed(it), [(3, 0b110)]))
            .turned([1, 2]);
    a_4_5_the_sheet_defends_before_the_first_card:
        given([
            fighter(5).at(0).plays(card(8).melee(3)),
            fighter(6).at(0).defense(5).plays(card(2).defends(2)),
        ]).play().play(melee(1), [3, 4, 5]).lives([5, 5]);
    a_4_5_the_last_card_defends_until_the_fighters_own_turn:
        given([
            fighter(5).at(0).plays(card(8).melee(3)),
            fighter(6).at(0).defense(5).active(card(3).defends(6)).plays(card(2).defends(2)),
        ]).play().play(melee(1), [5, 5, 6]).lives([5, 5]);
    // The cards of both fighters are face up at initiative 5. Fighter 1 has not begun its turn, so
    // its previous card still determines its defense.
    a_4_5_a_revealed_card_does_not_defend_before_the_turn:
        given([
            fighter(5).at(0).plays(card(5).melee(2)),
            fighter(6).at(0).active(card(3).defends(6)).plays(card(5).defends(1)),
        ]).play().is(|it| it.state.revealed, 0b11).play(melee(1), [5, 5]).lives([5, 6]);
    a_4_5_the_new_card_defends_from_the_turn_on:
        given([
            fighter(5).at(0).plays(card(3).melee(2)),
            fighter(6).at(0).active(card(3).defends(6)).plays(card(5).defends(2)),
        ]).play().play(melee(1), [2, 1]).lives([5, 5]);
}

#[test]
fn a_4_5_a_lasting_effect_ends_when_the_next_turn_begins() {
    let pipe = card(3).item(Effect::PeacePipe);
    let mut playing = given([
        fighter(5).at(0).plays(card(3).melee(2)),
        fighter(6).at(0).active(pipe.clone()).plays(card(5).moves(1)),
        fighter(7).at(1).plays(card(8).moves(0)),
    ])
    .play();
    assert_eq!(playing.who(), 1, "3 has nothing to do");
    assert_eq!(playing.state.no_melee, 0, "the pipe is covered before the move");
    playing.play(Choice::Move(1), []);
    assert_eq!(playing.state.no_melee, 0);
}
