//! Tests of each action card (rule B-C).

use super::given::{attack, dice, duel, given, plain};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::{Action, Choice};

/// Returns the life that is left to the target after an attack with the dice `faces`, in which the
/// attacker plays `card`.
fn with_attack_card(card: Action, faces: &[u8]) -> u8 {
    let mut played = duel(1, 1).start().hand(0, &[card]);
    played.play(attack(0, 1), &[]);
    played.play(Choice::Play(card), &dice(faces));
    played.life(1)
}

#[test]
fn b_c1_momentum() {
    assert_eq!(with_attack_card(Action::Momentum, &[2, 3, 5, 4]), 2);
}

#[test]
fn b_c2_strength() {
    assert_eq!(with_attack_card(Action::Strength, &[2, 3, 3]), 2, "4 beats 3");
    assert_eq!(with_attack_card(Action::Strength, &[2, 5]), 2, "5 and 1 are sure");
    assert_eq!(with_attack_card(Action::Strength, &[1, 1, 1]), 2, "never a 1");
}

#[test]
fn b_c3_fury() {
    assert_eq!(with_attack_card(Action::Fury, &[6, 1]), 1);
}

#[test]
fn b_c4_precision() {
    assert_eq!(with_attack_card(Action::Precision, &[2, 2]), 2);
}

/// Plays an attack with the dice `faces` in which the target plays `card`. Returns the life of the
/// attacker and of the target.
fn with_dodge_card(card: Action, faces: &[u8]) -> (u8, u8) {
    let mut played = duel(1, 1).start().hand(1, &[card]);
    played.play(attack(0, 1), &[]);
    played.play(Choice::Play(card), &dice(faces));
    (played.life(0), played.life(1))
}

#[test]
fn b_c5_dodge() {
    assert_eq!(with_dodge_card(Action::Dodge, &[4, 4, 3]), (3, 3));
    assert_eq!(with_dodge_card(Action::Dodge, &[4, 4, 2]), (3, 2));
}

#[test]
fn b_c6_agility() {
    assert_eq!(with_dodge_card(Action::Agility, &[4, 4, 1, 4]), (3, 3));
}

#[test]
fn b_c7_riposte() {
    assert_eq!(with_dodge_card(Action::Riposte, &[4, 4, 4]), (2, 3));
    assert_eq!(with_dodge_card(Action::Riposte, &[4, 4, 3]), (3, 2));
    assert_eq!(with_dodge_card(Action::Riposte, &[1, 1]), (2, 3), "nobody escaped a 1");
}

#[test]
fn b_c8_save() {
    let mut played = duel(1, 1).start().hand(1, &[Action::Save]);
    played.strike(0, 1, &[6, 6]);
    played.play(Choice::Play(Action::Save), &[]);
    assert_eq!((played.life(1), played.state.energy[1]), (3, 18));
}

#[test]
fn b_c9_heal_up_to_what_is_printed() {
    let mut played = duel(1, 1)
        .rules(|rules| rules.actions.heal.amount = 3)
        .start()
        .hand(0, &[Action::Heal])
        .with(|state| state.life[0] = 1);
    played.play(Choice::Heal(0), &[]);
    assert_eq!((played.life(0), played.state.energy[0]), (3, 18));
}

#[test]
fn b_c9_mates_are_healed_in_sides() {
    for (help, own_turn) in [(true, true), (true, false), (false, true)] {
        let played = given(vec![vec![plain()]; 4])
            .sides()
            .rules(|rules| {
                (rules.team_help, rules.heal_mates_in_own_turn) = (help, own_turn);
            })
            .start()
            .hand(0, &[Action::Heal])
            .with(|state| state.life = [1; 64]);
        let mate = played.options().contains(&Choice::Heal(2));
        assert_eq!(mate, help && own_turn);
        assert!(played.options().contains(&Choice::Heal(0)));
        assert!(!played.options().contains(&Choice::Heal(1)));
    }
}

#[test]
fn b_c10_nemesis_takes_what_its_card_says() {
    let mut enemy = plain();
    enemy.nemesis = Some("c01".into());
    let mut played = given([vec![enemy], vec![plain()]])
        .rules(|rules| rules.actions.nemesis.amount = 2)
        .start()
        .hand(0, &[Action::Nemesis]);
    let nemesis = Choice::Nemesis { attacker: 0, target: 1 };
    played.play(nemesis, &[]);
    assert_eq!(played.life(1), 1);
}

#[test]
fn b_c11_energy() {
    let mut played = duel(1, 1).start().hand(0, &[Action::Energy]);
    played.play(Choice::Energy, &[]);
    assert_eq!(played.state.energy[0], 20 + u16::from(played.game.rules.actions.energy.amount));
}

#[test]
fn b_c12_theft_takes_what_there_is() {
    let mut played = duel(1, 1).start().hand(0, &[Action::Theft]).with(|state| state.energy[1] = 1);
    let cost = u16::from(played.game.rules.actions.theft.cost);
    played.play(Choice::Theft(1), &[]);
    assert_eq!(played.state.energy[..2], [21 - cost, 0]);
}

#[test]
fn b_c13_sabotage_takes_cards_by_chance() {
    use Action::{Dodge, Sabotage, Save};
    let mut played = duel(1, 1).start().hand(0, &[Sabotage]).hand(1, &[Save, Dodge, Dodge]);
    let falls = [Dodge, Save].map(|card| PrescribedFall::Card(card as usize));
    played.play(Choice::Sabotage(1), &falls);
    assert_eq!(played.state.hand[1].len(), 1);
    assert_eq!(played.state.discards.len(), 3);
}
