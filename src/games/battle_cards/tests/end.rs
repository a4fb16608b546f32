//! Tests of the end of the game (rule B-4).

use super::given::{Played, duel, given, plain};
use crate::game::Searchable;
use crate::games::battle_cards::Choice;

#[test]
fn b_4_1_the_last_side_wins_at_once() {
    let mut played = duel(2, 1).start().with(|state| state.life[2] = 1);
    played.strike(0, 2, &[6, 6]);
    assert_eq!(played.decider(), None);
    assert_eq!(played.game.standing(&played.state)[..2], [1, 2]);
}

#[test]
fn b_4_1_a_side_of_two_lives_with_one() {
    let mut played = given(vec![vec![plain()]; 4]).sides().start().with(|state| state.life[1] = 1);
    played.strike(0, 1, &[6, 6]);
    assert_eq!(played.decider(), Some(0));
    played.state.life[3] = 1;
    played.state.attacked = 0;
    played.strike(0, 3, &[6, 6]);
    assert_eq!(played.decider(), None);
    assert_eq!(played.game.standing(&played.state)[..4], [1, 2, 1, 2]);
}

#[test]
fn b_4_2_turns_run_out() {
    let table = || {
        duel(2, 2)
            .rules(|rules| {
                rules.max_turns = 5;
                rules.hand = 0;
            })
            .calm()
            .start()
    };
    let end = |mut played: super::given::Played| {
        played.play(Choice::Stop, &[]);
        assert_eq!(played.decider(), Some(1));
        played.play(Choice::Stop, &[]);
        assert_eq!(played.decider(), None);
        played.game.standing(&played.state)
    };
    assert_eq!(end(table())[..2], [2, 1], "of equals the later seat");
    let more = table().with(|state| state.life[2] = 2);
    assert_eq!(end(more)[..2], [1, 2], "most life");
    let fewer = table().with(|state| {
        state.team[1] = 0b0100;
        state.life[2..4].copy_from_slice(&[6, 0]);
    });
    assert_eq!(end(fewer)[..2], [1, 2], "then most characters");
}

#[test]
fn b_4_3_who_falls_later_is_placed_before() {
    let mut played = given(vec![vec![plain()]; 3])
        .start()
        .with(|state| state.life[..3].copy_from_slice(&[3, 1, 1]));
    played.strike(0, 2, &[6, 6]);
    played.state.attacked = 0;
    played.strike(0, 1, &[6, 6]);
    assert_eq!(played.game.standing(&played.state)[..3], [1, 2, 3]);
}

#[test]
fn b_4_1_a_position_is_worth_half_among_equals() {
    let scores = |played: &Played| {
        let outcomes = played.game.outcomes(&played.state);
        outcomes.map(|outcome| outcome.score)
    };
    let four = given(vec![vec![plain(), plain()]; 4]).start();
    assert!(scores(&four)[..4].iter().all(|score| (score - 0.5).abs() < 1e-6));
    let out = four.with(|state| (state.team[3], state.fell[3]) = (0, 1));
    assert!(scores(&out)[3] < 1e-6 && (scores(&out)[0] - 0.5).abs() < 1e-6);
}
