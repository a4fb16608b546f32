//! Tests of the abilities J-A2 to J-A9. The tests of free steps cover the ability J-A1.

use super::given::{HIT, MISS, OWN, Played, given, who};
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

#[test]
fn j_a2_marksman() {
    let mut played = fighting(Ability::Marksman(2), Rebel::Guard);
    played.play(OWN, &[PrescribedFall::Die(2), MISS]);
    assert_eq!(played.state.fight.unwrap().life, 2);
}

#[test]
fn j_a3_healer() {
    let mut played = able(Ability::Healer(2)).pairs([0, 0, 0, 1]).with(|state| {
        state.heroes[1].place = super::given::HERE;
        (state.heroes[0].life, state.heroes[1].life) = (5, 9);
    });
    played.play(Choice::Rest, &[]);
    assert_eq!((played.life(0), played.life(1)), (7, 10));
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

#[test]
fn j_a6_punctual() {
    let played = able(Ability::Punctual(6));
    assert_eq!(played.game.sheet(&played.state, 0).hours, 30);
}

#[test]
fn j_a7_tough() {
    let mut played = fighting(Ability::Tough(1), Rebel::Guard);
    played.play(OWN, &[MISS, HIT]);
    assert_eq!(played.life(0), 9);
    let mut played = fighting(Ability::Tough(3), Rebel::Guard);
    played.play(OWN, &[MISS, HIT]);
    assert_eq!(played.life(0), 9, "at least 1");
}

#[test]
fn j_a8_deft() {
    let played = able(Ability::Deft(2));
    assert_eq!(played.game.sheet(&played.state, 0).rolls, 5);
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
