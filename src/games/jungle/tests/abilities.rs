//! Tests of the abilities J-A2 to J-A9. The tests of free steps cover the ability J-A1.

use super::given::{HIT, MISS, OWN, Played, given, rules, who};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::{Ability, Choice, Equipment, Phase, Rebel};

/// Creates a mission in which hero 0 has this ability. Hero 1, whose ability has no effect, stands
/// on a distant tile.
fn able(ability: Ability) -> Played {
    let heroes = vec![who(ability), who(super::given::IDLE)];
    given(heroes).start().hero(1, |hero| hero.place = 12)
}

fn fighting(ability: Ability, rebel: Rebel) -> Played {
    let mut played = able(ability).pairs([0, 1, 0, 0]).rebels(&[rebel]);
    played.play(Choice::Fight, &[]);
    played
}

rules! {
    j_a2_marksman:
        fighting(Ability::Marksman(2), Rebel::Guard).play(OWN, &[PrescribedFall::Die(2), MISS])
            .is(|it| it.state.fight.unwrap().life, 2);
    j_a3_healer:
        able(Ability::Healer(2)).pairs([0, 0, 0, 1])
            .hero(0, |hero| hero.life = 5)
            .hero(1, |hero| (hero.place, hero.life) = (super::given::HERE, 9))
            .play(Choice::Rest, &[]).is(|it| (it.life(0), it.life(1)), (7, 10));
}

#[test]
fn j_a4_scavenger() {
    let mut played = fighting(Ability::Scavenger(2), Rebel::Scout);
    let before = played.state.equipment.left();
    played.play(OWN, &[HIT]);
    assert_eq!(played.state.equipment.left(), before - 2);
    assert_eq!(played.holds(0, Equipment::Potion), 1);
}

#[test]
fn j_a5_steady() {
    for (stress, flees) in [(4, false), (5, true)] {
        let mut played = able(Ability::Steady(2)).pairs([0, 1, 0, 0]);
        played = played.hero(0, |hero| hero.stress = stress);
        played.play(Choice::Fight, &[]);
        assert_eq!(played.state.phase == Phase::Fleeing, flees);
    }
    let played = able(Ability::Steady(2)).hero(0, |hero| hero.stress = 7);
    assert!(played.offers(Choice::Step(4)));
    assert!(!played.hero(0, |hero| hero.stress = 8).offers(Choice::Step(4)));
}

rules! {
    j_a6_punctual:
        able(Ability::Punctual(6)).then(|it| assert_eq!(it.game.sheet(&it.state, 0).hours, 30));
    j_a7_tough:
        fighting(Ability::Tough(1), Rebel::Guard).play(OWN, &[MISS, HIT]).is(|it| it.life(0), 9),
        fighting(Ability::Tough(3), Rebel::Guard).play(OWN, &[MISS, HIT])
            .then(|it| assert_eq!(it.life(0), 9, "at least 1"));
    j_a8_deft:
        able(Ability::Deft(2)).then(|it| assert_eq!(it.game.sheet(&it.state, 0).rolls, 5));
}

#[test]
fn j_a9_fury() {
    for (life, left) in [(6, 4), (5, 1)] {
        let mut played = fighting(Ability::Fury(3), Rebel::Brute);
        played.state.heroes[0].life = life;
        played.play(OWN, &[HIT, MISS]);
        assert_eq!(played.state.fight.unwrap().life, left);
    }
}
