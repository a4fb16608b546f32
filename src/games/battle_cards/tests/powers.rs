//! Tests of each superpower (rule B-P).

use super::given::{Played, attack, dice, given, plain, who};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::rules::UsedCards;
use crate::games::battle_cards::{Action, Choice, Event, Power};

/// Creates a game in which character 0 has two dice, three life and this power. Its team has a
/// second character; the other team has two characters without special powers (character 2 leads,
/// character 3 does not).
fn table(power: Power) -> Played {
    given([vec![who(2, 3, power), plain()], vec![plain(), plain()]]).start()
}

/// Returns the life that the target has left after an attack with these dice by a character with
/// this power. The target has 3 life before the attack.
fn left(power: Power, faces: &[u8]) -> u8 {
    let mut played = table(power);
    played.strike(0, 3, faces);
    played.life(3)
}

#[test]
fn b_p1_extra_dice() {
    assert_eq!(left(Power::ExtraDice(1), &[2, 2, 6]), 2);
}

#[test]
fn b_p2_second_throw() {
    assert_eq!(left(Power::SecondThrow(2), &[1, 2, 6, 1]), 2);
    assert_eq!(left(Power::SecondThrow(2), &[1, 3, 3]), 3);
}

#[test]
fn b_p3_force() {
    assert_eq!(left(Power::Force(1), &[1, 5]), 2);
}

#[test]
fn b_p4_kingslayer() {
    assert_eq!(left(Power::Kingslayer(2), &[1, 4, 4]), 3);
    let mut played = table(Power::Kingslayer(2));
    played.strike(0, 2, &[1, 4]);
    assert_eq!(played.life(2), 2);
}

#[test]
fn b_p5_finisher() {
    let mut played = table(Power::Finisher(2)).with(|state| state.life[3] = 1);
    played.strike(0, 3, &[1, 4]);
    assert!(!played.lives(3));
    assert_eq!(left(Power::Finisher(2), &[1, 4, 4]), 3);
}

#[test]
fn b_p6_last_stand() {
    let mut played = table(Power::LastStand(2)).with(|state| state.life[0] = 1);
    played.strike(0, 3, &[2, 2, 2, 6]);
    assert_eq!(played.life(3), 2);
    assert_eq!(left(Power::LastStand(2), &[6, 2]), 2);
}

#[test]
fn b_p7_leadership() {
    assert_eq!(left(Power::Leadership(1), &[1, 5]), 2);
    let mut played = table(Power::Leadership(1)).with(|state| state.leader[0] = 1);
    played.strike(0, 3, &[1, 5, 5]);
    assert_eq!(played.life(3), 3);
}

#[test]
fn b_p8_heavy() {
    assert_eq!(left(Power::Heavy(5), &[1, 5, 1]), 1);
    assert_eq!(left(Power::Heavy(5), &[1, 4, 1]), 2);
}

#[test]
fn b_p9_unstoppable() {
    assert_eq!(left(Power::Unstoppable(4), &[1, 4]), 2);
    assert_eq!(left(Power::Unstoppable(4), &[1, 3, 3]), 3);
}

#[test]
fn b_p10_menace() {
    assert_eq!(left(Power::Menace(1), &[1, 4, 4]), 2);
    assert_eq!(left(Power::Menace(1), &[1, 4, 5]), 3);
}

#[test]
fn b_p11_steady() {
    let mut played = table(Power::Steady(2));
    played.strike(0, 3, &[1, 1]);
    assert_eq!((played.life(0), played.state.energy[0]), (3, 20));
}

#[test]
fn b_p12_steal_energy() {
    let mut played = table(Power::StealEnergy(2)).with(|state| state.energy[1] = 1);
    played.strike(0, 3, &[6, 1]);
    assert_eq!(played.state.energy[..2], [19, 0]);
    let mut missed = table(Power::StealEnergy(2));
    missed.strike(0, 3, &[5, 1, 5]);
    assert_eq!(missed.state.energy[..2], [18, 20]);
}

#[test]
fn b_p13_charge() {
    let mut played = table(Power::Charge(1)).with(|state| state.energy[0] = 2);
    played.strike(0, 3, &[5, 1, 5]);
    assert_eq!(played.state.energy[0], 1);
}

#[test]
fn b_p14_life_drain() {
    let mut played = table(Power::LifeDrain(1)).with(|state| state.life[0] = 1);
    played.strike(0, 3, &[6, 1]);
    assert_eq!(played.life(0), 2);
    let mut whole = table(Power::LifeDrain(1));
    whole.strike(0, 3, &[6, 1]);
    assert_eq!(whole.life(0), 3);
}

#[test]
fn b_p15_rally() {
    let mut played = table(Power::Rally(1)).with(|state| {
        state.leader[0] = 1;
        state.life[1] = 1;
    });
    played.strike(0, 3, &[6, 1]);
    assert_eq!(played.life(1), 2);
}

#[test]
fn b_p16_disarm() {
    let mut played = table(Power::Disarm(2)).hand(1, &[Action::Heal]);
    let mut falls = dice(&[6, 1]);
    falls.push(PrescribedFall::Card(Action::Heal as usize));
    played.play(attack(0, 3), &falls);
    assert_eq!(played.state.hand[1].len(), 0);
}

#[test]
fn b_p17_tactics() {
    let mut played = table(Power::Tactics(1));
    let mut falls = vec![PrescribedFall::Card(Action::Heal as usize)];
    falls.extend(dice(&[5, 1, 5]));
    played.play(attack(0, 3), &falls);
    assert_eq!(played.state.hand[0].len(), 1);
}

#[test]
fn b_p17_tactics_draws_from_under_the_pile_too() {
    let used = [Action::Heal, Action::Save];
    let mut played = table(Power::Tactics(3)).with(|state| {
        state.pile = Default::default();
        used.into_iter().for_each(|card| state.under.put(card));
    });
    played.game.rules.used_cards = UsedCards::Under;
    played.strike(0, 3, &[5, 1, 5]);
    let told = played.events.iter().filter_map(|event| match *event {
        Event::Power { character, .. } => Some((character, None)),
        Event::Draws { player, card } => Some((player, Some(card))),
        _ => None,
    });
    let drawn = [None, Some(Action::Heal), Some(Action::Save)];
    assert!(told.eq(drawn.map(|card| (0, card))));
    // The pile and the discard pile are empty, so no card is drawn.
    played.events.clear();
    played.state.attacked = 0;
    played.strike(0, 3, &[5, 1, 5]);
    let works = |event: &Event| matches!(event, Event::Power { .. });
    assert!(!played.events.iter().any(works));
}

/// Plays an attack that misses, by the character with this power, and then an attack on this
/// character with a die of 6. `faces` has the further dice.
fn attacked(power: Power, faces: &[u8]) -> Played {
    let mut played = table(power);
    played.game.rules.hand = 0;
    played.state.events = Default::default();
    played.strike(0, 3, &[5, 1, 5]);
    played.play(Choice::Stop, &[]);
    played.strike(2, 0, faces);
    played
}

#[test]
fn b_p18_shield() {
    let mut played = attacked(Power::Shield(1), &[6, 1]);
    assert_eq!((played.life(0), played.state.covered), (3, 0));
    played.state.leader[0] = 1;
    played.strike(3, 0, &[6, 1]);
    assert_eq!(played.life(0), 2, "it is gone");
}

#[test]
fn b_p19_guard() {
    let mut played = attacked(Power::Guard(1), &[5, 1, 4]);
    assert_eq!(played.life(0), 3);
    assert_eq!(played.state.covered, 1, "it lasts");
    played.play(Choice::Stop, &[]);
    assert_eq!(played.state.covered, 0, "until the next turn");
}

#[test]
fn b_p20_splash() {
    let mut played = table(Power::Splash(1)).with(|state| state.leader[0] = 1);
    let falls = dice(&[6, 1]);
    played.play(attack(0, 3), &falls);
    assert_eq!(played.life(2), 3, "the leader is not open");

    let mut led = table(Power::Splash(3));
    let mut falls = dice(&[6, 1]);
    falls.push(PrescribedFall::Pick(2));
    led.play(attack(0, 3), &falls);
    assert!(!led.lives(2));
}

#[test]
fn b_p21_revive() {
    let mut played = table(Power::Revive(2)).with(|state| {
        state.life[3] = 1;
        state.life[1] = 0;
        state.team[0] = 0b01;
        state.graveyard = 0b10;
    });
    let mut falls = dice(&[6, 1]);
    falls.push(PrescribedFall::Pick(1));
    played.play(attack(0, 3), &falls);
    assert!(played.lives(1));
    assert_eq!(played.life(1), 2);
    assert_eq!(played.attacks(), [(1, 2)], "it may attack at once");
}
