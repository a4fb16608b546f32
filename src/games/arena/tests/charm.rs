//! Tests of lucky charms.

use super::given::*;
use crate::games::arena::Choice::{Flip, Keep, Reroll};
use crate::games::arena::Rules;

/// Creates a game in which fighter 1 (defense 4, 8 LP) may use a lucky charm against these dice of
/// an attack by fighter 0.
fn struck<const N: usize>(faces: [u8; N]) -> Playing {
    let mut playing = given([
        fighter(5).at(0).plays(card(4).melee(N as u8).moves(1)),
        fighter(8).at(0).charm(),
        fighter(9).at(2),
    ])
    .play();
    playing.play(melee(1), faces);
    playing
}

rules! {
    a_6_4_the_options_are_keep_a_flip_for_each_hitting_face_and_rerolls:
        struck([4]).expect([Keep, Flip(4), Reroll(1)]),
        struck([1, 4, 3]).expect([Keep, Flip(4), Reroll(1)]),
        struck([5, 5, 5, 5]).expect([Keep, Flip(5), Reroll(1), Reroll(2), Reroll(3)]),
        struck([4, 5, 6, 1, 2, 3])
            .expect([Keep, Flip(4), Flip(5), Flip(6), Reroll(1), Reroll(2), Reroll(3)]),
        struck([6, 4, 6, 1]).expect([Keep, Flip(4), Flip(6), Reroll(1), Reroll(2), Reroll(3)]);
    a_6_4_nobody_is_asked_unless_a_die_hits:
        struck([1, 2, 3, 3]).is(|it| (it.who(), it.lp()[1]), (0, 8)).is(|it| it.state.charm, 0b010);
    a_6_4_keep_leaves_the_dice_and_the_charm:
        struck([4, 6, 1]).asks(1).play(Keep, []).is(|it| (it.lp()[1], it.state.charm), (6, 0b010))
            .then(|it| assert_eq!(it.who(), 0, "the actor goes on"));
}

#[test]
fn a_6_4_flip_turns_a_die_to_seven_less_its_face() {
    for (face, opposite) in [(4, 3), (5, 2), (6, 1)] {
        let mut playing = struck([face, 6, 1]);
        playing.play(Flip(face), []);
        assert_eq!((playing.lp()[1], playing.state.charm), (7, 0));
        let mut faces = [opposite, 6, 1];
        faces.sort_unstable();
        assert_eq!(playing.state.clash.throw.faces().collect::<Vec<_>>(), faces);
    }
}

rules! {
    // Against defense 2, a 5 becomes a 2, which hits.
    a_6_4_a_flipped_die_may_still_hit:
        given([
            fighter(5).at(0).plays(card(4).melee(1)), fighter(8).at(0).defense(2).charm(),
            fighter(9).at(2),
        ]).play().play(melee(1), [5]).play(Flip(5), [])
            .is(|it| (it.lp()[1], it.state.charm), (7, 0));
    // 4 and 5 were rerolled and became 1 and 6: the dice are 6, 6, 1, 1.
    a_6_4_reroll_takes_the_lowest_dice_that_hit_and_the_new_faces_stand:
        struck([6, 5, 4, 1]).play(Reroll(2), [1, 6]).is(|it| it.lp()[1], 6)
            .is(|it| it.state.clash.throw.faces().collect::<Vec<_>>(), vec![1, 1, 6, 6]),
        struck([6, 5, 4, 4]).play(Reroll(3), [4, 5, 6])
            .then(|it| assert_eq!(it.lp()[1], 4, "no better than before, and binding"));
    a_6_4_a_charm_serves_once_a_game:
        given([
            fighter(5).at(0).plays(card(4).melee(1)), fighter(6).at(0).plays(card(3).melee(1)),
            fighter(8).at(0).charm(),
        ]).play().play(melee(2), [6]).play(Flip(6), []).asks(1).play(melee(2), [6])
            .then(|it| assert_eq!(it.lp()[2], 7, "not asked again"));
    a_6_4_a_kept_charm_is_asked_about_again:
        given([
            fighter(5).at(0).plays(card(4).melee(1)), fighter(6).at(0).plays(card(3).melee(1)),
            fighter(8).at(0).charm(),
        ]).play().play(melee(2), [6]).play(Keep, []).play(melee(2), [6])
            .expect([Keep, Flip(6), Reroll(1)]);
    // A far shot needs a 5 against defense 4.
    a_6_4_the_modified_roll_decides_which_dice_hit:
        given([fighter(5).at(0).plays(card(4).shoots(3)), fighter(8).at(2).charm()]).play()
            .play(shot(1), [4, 5, 6]).expect([Keep, Flip(5), Flip(6), Reroll(1), Reroll(2)]);
    a_6_4_a_charm_can_save_a_life:
        given([fighter(5).at(0).plays(card(4).melee(1)), fighter(8).at(0).lp(1).charm()]).play()
            .play(melee(1), [4]).play(Flip(4), []).lives([5, 1]).then(|it| assert!(!it.over()));
}

#[test]
fn a_6_4_without_lucky_charms_nobody_is_asked() {
    let rules = |rules: &mut Rules| rules.lucky_charm = false;
    let mut playing =
        given([fighter(5).plays(card(4).shoots(2).defends(1)), fighter(8)]).rules(rules).unplaced();
    use crate::games::arena::Choice::Place;
    playing.play(Place(0), []).play(Place(1), []).choose("p").choose("p");
    playing.play(shot(1), [6, 6]);
    assert_eq!(playing.lp(), [5, 6]);
}

#[test]
fn a_6_4_how_many_dice_a_charm_rerolls_is_a_setting() {
    let struck = |rerolls| {
        let mut playing = given([
            fighter(5).at(0).plays(card(4).melee(5).moves(1)),
            fighter(8).at(0).charm(),
            fighter(9).at(2),
        ])
        .rules(|rules| rules.charm_rerolls = rerolls)
        .play();
        playing.play(melee(1), [6; 5]);
        playing
    };
    assert_eq!(Rules::default().charm_rerolls, 3);
    struck(0).expect([Keep, Flip(6)]);
    struck(1).expect([Keep, Flip(6), Reroll(1)]);
    let mut playing = struck(6);
    playing.expect([Keep, Flip(6)].into_iter().chain((1..=5).map(Reroll)));
    playing.play(Reroll(5), [1, 1, 1, 1, 4]);
    assert_eq!(playing.lp()[1], 7);
}

#[test]
fn a_3_4_how_many_charms_one_has_is_a_setting() {
    let mut playing = given([
        fighter(5).at(0).plays(card(8).melee(1)),
        fighter(6).at(0).plays(card(7).melee(1)),
        fighter(7).at(0).plays(card(6).melee(1)),
        fighter(8).at(0).charm(),
    ])
    .rules(|rules| rules.charms = 2)
    .play();
    for charm in [0b1000, 0] {
        playing.play(melee(3), [6]).expect([Keep, Flip(6), Reroll(1)]);
        playing.play(Flip(6), []);
        assert_eq!((playing.lp()[3], playing.state.charm), (8, charm));
    }
    playing.play(melee(3), [6]);
    assert_eq!(playing.lp()[3], 7, "nothing is asked any more");
}
