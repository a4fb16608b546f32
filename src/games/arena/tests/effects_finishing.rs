//! Tests of the effect finishing.

use super::given::*;
use crate::games::arena::{Effect, Event};

/// Creates a game in which fighter 0 (size 10, `lp` life points) attacks `victim`, fighter 1, with
/// a finishing.
fn finishing(lp: u8, victim: Guest) -> Given {
    let effect = Effect::Finishing { life: 5, bonus: 1, regain: 1, regain_large: 2, large: 10 };
    let card = card(4).melee(5).technique(effect);
    let mut guests = vec![fighter(10).at(0).lp(lp).plays(card), victim.at(0), fighter(20).at(3)];
    guests.sort_by_key(|guest| guest.size);
    given(guests).mad()
}

#[test]
fn a_9_finishing_adds_one_to_each_die_against_the_weak() {
    for (lp, needed, left) in [(5, 3, 3), (6, 5, 5), (12, 5, 11)] {
        let mut playing = finishing(10, fighter(12).lp(lp)).play();
        playing.play(melee(1), [2, 2, 3, 4, 6].map(|face| face.min(5)));
        assert_eq!(playing.rolls()[0].2, needed, "defense 4, {lp} life points");
        let hits = [2, 2, 3, 4, 5].iter().filter(|&&face| face >= needed).count() as u8;
        assert_eq!(playing.lp()[1], lp - hits);
        assert!(playing.lp()[1] <= left);
    }
}

#[test]
fn a_9_finishing_gives_life_back_by_the_victims_size() {
    for (size, regained) in [(10, 1), (11, 2), (16, 2)] {
        let mut playing = finishing(4, fighter(size).lp(1)).play();
        playing.play(melee(1), [6, 1, 1, 1, 1]);
        assert_eq!(playing.lp()[0], 4 + regained, "size {size}");
        let trophy = playing.events.iter().position(|e| matches!(e, Event::Eliminated { .. }));
        let regains = playing.events.iter().position(|e| matches!(e, Event::Regains { .. }));
        assert!(trophy < regains, "A-6.0: trophy before life regained");
    }
    // The victim is the smaller fighter and therefore number 0, and the attacker is fighter 1.
    let mut playing = finishing(4, fighter(5).lp(1)).play();
    playing.play(melee(0), [6, 1, 1, 1, 1]);
    assert_eq!(playing.lp()[1], 5);
}

#[test]
fn a_9_finishing_never_heals_above_the_size() {
    for (lp, after) in [(9, 10), (10, 10)] {
        let mut playing = finishing(lp, fighter(16).lp(1)).play();
        playing.play(melee(1), [6, 1, 1, 1, 1]);
        assert_eq!(playing.lp()[0], after);
        let regained = playing.events.contains(&Event::Regains { fighter: 0, lp: 1 });
        assert_eq!(regained, lp == 9);
    }
}

rules! {
    a_9_finishing_gives_nothing_back_for_one_that_lives:
        finishing(4, fighter(16).lp(5)).play().play(melee(1), [6, 6, 6, 6, 1])
            .then(|it| assert_eq!(it.lp()[..2], [4, 1]));
}

#[test]
fn a_9_finishing_goes_above_the_size_by_setting() {
    for (above, life) in [(false, 10), (true, 12)] {
        let mut playing =
            finishing(10, fighter(16).lp(1)).rules(|rules| rules.regain_above_size = above).play();
        playing.play(melee(1), [6, 1, 1, 1, 1]);
        assert_eq!(playing.lp()[0], life);
    }
}
