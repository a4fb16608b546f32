//! Tests of the worked examples in the rulebooks.

use super::given::*;
use crate::games::arena::Choice::Move;

#[test]
fn a_4_4_burdock_before_jojoba_and_cactus_before_baobab() {
    let [jojoba, cactus, burdock, baobab] = [(6, 4), (8, 4), (9, 7), (13, 1)]
        .map(|(size, initiative)| fighter(size).plays(card(initiative)).holds(card(2)));
    let mut playing = given([jojoba, cactus, burdock, baobab]).choosing();
    playing.choose("p").choose("p").choose("p").choose("p");
    assert_eq!(playing.turns(), [2, 0, 1, 3]);
}

#[test]
fn a_6_baobab_and_cactus_trade_blows() {
    let cactus = fighter(8).at(0).plays(card(4).shoots(4));
    let baobab = fighter(13).at(0).plays(card(5).moves(2).melee(3).defends(4));
    let mut playing = given([cactus, baobab]).play();
    // Dice 2, 4 and 5 against defense 4: the target loses two life points, including the
    // first-wound token.
    playing.play(melee(0), [2, 4, 5]);
    assert_eq!((playing.lp(), playing.pp()), (&[6, 13][..], &[0, 4][..]));
    playing.play(Move(1), []).play(Move(2), []);
    // In a far shot, the dice 1, 4, 4, 5 count as 0, 3, 3, 4: the target loses one life point.
    playing.play(shot(1), [1, 4, 4, 5]);
    assert_eq!(playing.lp(), [6, 12]);
    assert_eq!(playing.pp(), [3, 4], "the rulebook's 1 leaves out that it is Baobab's first wound");
}

#[test]
fn a_6_as_the_rulebook_has_it_baobab_has_been_wounded_before() {
    let cactus = fighter(8).at(0).plays(card(4).shoots(4));
    let baobab = fighter(13).at(2).lp(12).active(card(5).defends(4));
    let mut playing = given([cactus, baobab]).play();
    playing.play(shot(1), [1, 4, 4, 5]);
    assert_eq!((playing.lp(), playing.pp()), (&[8, 11][..], &[1, 0][..]));
}

#[test]
fn a_7_sorgho_fells_bonzai_in_round_3_and_the_crowd_throws_one_rock() {
    let bonzai = || fighter(7).at(0).lp(2).active(card(3).defends(5));
    let sorgho = || fighter(10).at(0).plays(card(6).melee(4).defends(4));
    let start = || given([fighter(5).at(3), bonzai(), sorgho()]).round(3).play();
    let mut playing = start();
    // Dice 4, 5, 6, 6 against defense 5: three dice hit, but the target has only two life points.
    // Then the crowd's rock misses.
    playing.play(melee(1), [4, 5, 6, 6, 3]);
    assert_eq!((playing.lp(), playing.pp()), (&[5, 0, 10][..], &[0, 0, 2][..]));
    assert_eq!(playing.state.trophies[..3], [0, 0, 0b010]);
    // The crowd's rock hits, and no fighter gains points for it.
    let mut playing = start();
    playing.play(melee(1), [4, 5, 6, 6, 4]);
    assert_eq!((playing.lp(), playing.pp()), (&[5, 0, 9][..], &[0, 0, 2][..]));
}
