//! Tests of each superpower (rule B-P).

use super::given::{Played, attack, dice, given, plain, who};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::rules::UsedCards;
use crate::games::battle_cards::state::State;
use crate::games::battle_cards::{Action, Choice, Event, Power};

/// Creates a game in which character 0 has two dice, three life and this power. Its team has a
/// second character; the other team has two characters without special powers (character 2 leads,
/// character 3 does not).
fn table(power: Power) -> Played {
    given([vec![who(2, 3, power), plain()], vec![plain(), plain()]]).start()
}

/// One attack of character 0 on `target`: the power of character 0, what differs from [`table`], the
/// dice, and the values after the attack: life of characters 0, 1 and the target, energy of players
/// 0 and 1.
type Row = (&'static str, Power, fn(&mut State), u8, &'static [u8], [u8; 3], [u16; 2]);

#[test]
fn powers_of_one_attack() {
    use Power::*;
    let rows: &[Row] = &[
        ("b_p1", ExtraDice(1), |_| (), 3, &[2, 2, 6], [3, 3, 2], [18, 20]),
        ("b_p2 again", SecondThrow(2), |_| (), 3, &[1, 2, 6, 1], [3, 3, 2], [18, 20]),
        ("b_p2 once", SecondThrow(2), |_| (), 3, &[1, 3, 3], [3, 3, 3], [18, 20]),
        ("b_p3", Force(1), |_| (), 3, &[1, 5], [3, 3, 2], [18, 20]),
        ("b_p4 no leader", Kingslayer(2), |_| (), 3, &[1, 4, 4], [3, 3, 3], [18, 20]),
        ("b_p4 leader", Kingslayer(2), |_| (), 2, &[1, 4], [3, 3, 2], [18, 20]),
        ("b_p5 1 life", Finisher(2), |s| s.life[3] = 1, 3, &[1, 4], [3, 3, 0], [18, 20]),
        ("b_p5 3 life", Finisher(2), |_| (), 3, &[1, 4, 4], [3, 3, 3], [18, 20]),
        ("b_p6 1 life", LastStand(2), |s| s.life[0] = 1, 3, &[2, 2, 2, 6], [1, 3, 2], [18, 20]),
        ("b_p6 3 life", LastStand(2), |_| (), 3, &[6, 2], [3, 3, 2], [18, 20]),
        ("b_p7 leads", Leadership(1), |_| (), 3, &[1, 5], [3, 3, 2], [18, 20]),
        ("b_p7", Leadership(1), |s| s.leader[0] = 1, 3, &[1, 5, 5], [3, 3, 3], [18, 20]),
        ("b_p8 5", Heavy(5), |_| (), 3, &[1, 5, 1], [3, 3, 1], [18, 20]),
        ("b_p8 4", Heavy(5), |_| (), 3, &[1, 4, 1], [3, 3, 2], [18, 20]),
        ("b_p9 4", Unstoppable(4), |_| (), 3, &[1, 4], [3, 3, 2], [18, 20]),
        ("b_p9 3", Unstoppable(4), |_| (), 3, &[1, 3, 3], [3, 3, 3], [18, 20]),
        ("b_p10 equal", Menace(1), |_| (), 3, &[1, 4, 4], [3, 3, 2], [18, 20]),
        ("b_p10 better", Menace(1), |_| (), 3, &[1, 4, 5], [3, 3, 3], [18, 20]),
        ("b_p11", Steady(2), |_| (), 3, &[1, 1], [3, 3, 3], [20, 20]),
        ("b_p12", StealEnergy(2), |s| s.energy[1] = 1, 3, &[6, 1], [3, 3, 2], [19, 0]),
        ("b_p12 dodged", StealEnergy(2), |_| (), 3, &[5, 1, 5], [3, 3, 3], [18, 20]),
        ("b_p13", Charge(1), |s| s.energy[0] = 2, 3, &[5, 1, 5], [3, 3, 3], [1, 20]),
        ("b_p14", LifeDrain(1), |s| s.life[0] = 1, 3, &[6, 1], [2, 3, 2], [18, 20]),
        ("b_p14 whole", LifeDrain(1), |_| (), 3, &[6, 1], [3, 3, 2], [18, 20]),
        ("b_p15", Rally(1), led_by_another, 3, &[6, 1], [3, 2, 2], [18, 20]),
    ];
    for &(rule, power, change, target, faces, life, energy) in rows {
        let mut played = table(power).with(change);
        played.strike(0, target, faces);
        assert_eq!([0, 1, target].map(|of| played.life(of)), life, "{rule}");
        assert_eq!(played.state.energy[..2], energy, "{rule}");
    }
}

fn led_by_another(state: &mut State) {
    (state.leader[0], state.life[1]) = (1, 1);
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
