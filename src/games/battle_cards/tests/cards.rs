//! Tests of each action card (rule B-C).

use super::given::{attack, dice, duel, given, plain};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::{Action, Choice};

/// One attack with a card: the player that holds the card, the dice of the attack and of the dodge,
/// and the life of the attacker and of the target after the attack.
type Row = (&'static str, usize, Action, &'static [u8], [u8; 2]);

#[test]
fn cards_of_an_attack() {
    use Action::*;
    let rows: &[Row] = &[
        ("b_c1", 0, Momentum, &[2, 3, 5, 4], [3, 2]),
        ("b_c2 4 beats 3", 0, Strength, &[2, 3, 3], [3, 2]),
        ("b_c2 5 and 1 are sure", 0, Strength, &[2, 5], [3, 2]),
        ("b_c2 never a 1", 0, Strength, &[1, 1, 1], [3, 2]),
        ("b_c3", 0, Fury, &[6, 1], [3, 1]),
        ("b_c4", 0, Precision, &[2, 2], [3, 2]),
        ("b_c5 3 and 1", 1, Dodge, &[4, 4, 3], [3, 3]),
        ("b_c5 2 and 1", 1, Dodge, &[4, 4, 2], [3, 2]),
        ("b_c6", 1, Agility, &[4, 4, 1, 4], [3, 3]),
        ("b_c7 escapes", 1, Riposte, &[4, 4, 4], [2, 3]),
        ("b_c7 does not escape", 1, Riposte, &[4, 4, 3], [3, 2]),
        ("b_c7 a 1 is not escaped", 1, Riposte, &[1, 1], [2, 3]),
    ];
    for &(rule, player, card, faces, life) in rows {
        let mut played = duel(1, 1).start().hand(player, &[card]);
        played.play(attack(0, 1), &[]);
        played.play(Choice::Play(card), &dice(faces));
        assert_eq!(played.state.life[..2], life, "{rule}");
    }
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
