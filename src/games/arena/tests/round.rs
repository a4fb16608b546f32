//! Tests of rounds and cards, and of open information.

use super::given::*;
use crate::game::Game;
use crate::games::arena::{Arena, Card, Choice, Effect, Recycle, Rules};
use crate::simulate::Seated;

/// Plays a game in which every fighter always chooses its first card; returns the number of rounds.
fn rounds_played(rules: &Rules) -> u8 {
    let arena = Arena::new(rules, &roster([sheet(5), sheet(6)]));
    let line_up = [0, 1].map(|i| Seated { fighter: i, seat: i, team: i });
    let mut playing = Playing::new(arena.clone(), arena.deal(&line_up));
    while !playing.over() {
        let first = playing.options()[0];
        playing.play(first, []);
    }
    arena.round(&playing.state) as u8
}

#[test]
fn a_4_1_a_game_has_seven_rounds_or_as_many_as_set() {
    assert_eq!(rounds_played(&Rules::default()), 7);
    for rounds in [1, 2, 12, 20] {
        let rules = Rules { rounds, ..Rules::default() };
        assert_eq!(rounds_played(&rules), rounds);
    }
}

rules! {
    a_4_2_every_living_fighter_chooses_one_card_of_its_hand:
        given([
            fighter(5).holds(card(7)).holds(card(6)), fighter(6).fell(1), fighter(7).spent(card(7)),
        ]).choosing().asks(0).then(|it| assert_eq!(it.choosable(), ["h0", "h1", "p"])).choose("h1")
            .then(|it| assert_eq!(it.who(), 2, "the fallen choose nothing"))
            .then(|it| assert_eq!(it.choosable(), ["p"])).choose("p").turned([0, 2])
            .then(|it| assert_eq!(it.who(), 0, "the next round's choice"))
            .then(|it| assert_eq!(it.choosable(), ["h0", "p"]));
    a_4_3_a_played_card_is_spent:
        given([fighter(5).holds(card(7)).holds(card(6)), fighter(6).holds(card(2)).holds(card(3))])
            .choosing().choose("h0").choose("p").then(|it| assert_eq!(it.choosable(), ["h1", "p"]))
            .choose("p").then(|it| assert_eq!(it.choosable(), ["h1", "h0"]));
}

/// Returns the cards that fighter 0 may choose after a round in which it has played the last card
/// in its hand. `zero` describes fighter 0.
fn taken_back(recycle: Recycle, zero: Guest) -> Vec<String> {
    let mut playing =
        given([zero, fighter(6).holds(card(2))]).rules(|rules| rules.recycle = recycle).choosing();
    playing.choose("p").choose("p");
    assert_eq!((playing.who(), playing.state.round), (0, 5));
    playing.choosable()
}

fn technique() -> Card {
    card(5).technique(Effect::Terminotaur)
}

fn item() -> Card {
    card(4).item(Effect::GhostRing)
}

#[test]
fn a_4_3_an_empty_hand_takes_back_all_but_techniques_and_the_card_in_play() {
    assert_eq!(Rules::default().recycle, Recycle::AllButTechniques);
    let zero = fighter(5).spent(technique()).spent(item()).active(card(2));
    assert_eq!(taken_back(Recycle::AllButTechniques, zero.clone()), ["s1", "a"]);
    assert_eq!(taken_back(Recycle::All, zero), ["s0", "s1", "a"]);
}

#[test]
fn a_4_3_the_card_in_play_alone_comes_back_if_nothing_else_is_left() {
    let zero = fighter(5).spent(technique());
    assert_eq!(taken_back(Recycle::AllButTechniques, zero.clone()), ["p"]);
    assert_eq!(taken_back(Recycle::All, zero), ["s0"]);
    for recycle in [Recycle::All, Recycle::AllButTechniques] {
        assert_eq!(taken_back(recycle, fighter(5)), ["p"]);
        let last = fighter(5).plays(card(5).item(Effect::GhostRing));
        assert_eq!(taken_back(recycle, last), ["p"]);
    }
}

#[test]
fn a_4_3_a_technique_in_play_comes_back_alone_like_any_card() {
    let zero = fighter(5).plays(card(5).technique(Effect::Terminotaur));
    assert_eq!(taken_back(Recycle::AllButTechniques, zero.clone()), ["p"]);
    assert_eq!(taken_back(Recycle::All, zero), ["p"]);
}

rules! {
    a_4_3_nothing_comes_back_before_the_hand_is_empty:
        assert_eq!(taken_back(Recycle::All, fighter(5).spent(card(8)).holds(technique())), ["h0"]);
    // When the fighter takes back card `s0`, card `p` is active and stays out, and vice versa. The
    // technique never comes back.
    a_4_3_a_card_that_stayed_out_comes_back_the_next_time:
        given([
            fighter(5).spent(card(8)).spent(technique()), fighter(6).holds(card(2)).holds(card(3)),
        ]).choosing().choose("p").choose("p").then(|it| assert_eq!(it.choosable(), ["s0"]))
            .choose("s0").choose("h0").then(|it| assert_eq!(it.choosable(), ["p"]));
}

#[test]
fn a_4_6_the_view_is_that_of_the_fighter_who_decides() {
    let mut playing =
        given([fighter(5).at(0).plays(card(4).moves(1).melee(2)), fighter(6).at(0).charm()]).play();
    let me = |playing: &Playing| playing.arena.view(&playing.state).me();
    assert_eq!(me(&playing), 0);
    playing.play(melee(1), [6, 6]);
    assert_eq!(me(&playing), 1, "a charm is its target's decision");
    playing.play(Choice::Keep, []);
    assert_eq!(me(&playing), 0);
}
