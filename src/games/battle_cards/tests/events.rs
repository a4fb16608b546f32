//! Tests of each event (rule B-V).

use super::given::{Given, Played, attack, dice, duel};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::state::{State, bit};
use crate::games::battle_cards::{Choice, Occurrence};

/// Ends the turn of player 0. Player 1, who has heroes 2 and 3, then turns up the given event; no
/// cards are drawn.
fn turned_up(
    given: Given,
    event: Occurrence,
    more: &[PrescribedFall],
    change: impl FnOnce(Played) -> Played,
) -> Played {
    let mut played = change(given.rules(|rules| rules.hand = 0).start());
    let mut falls = vec![PrescribedFall::Card(event as usize)];
    falls.extend(more);
    played.play(Choice::Stop, &falls);
    played
}

fn plainly(event: Occurrence) -> Played {
    turned_up(duel(2, 2), event, &[], |played| played)
}

/// Income of a player with two characters: 2 energy from the event and 4 from the characters.
const INCOME: u16 = 6;

/// One event without random draws: what differs from the start, and then the life of all characters
/// and the energy of both players without the income.
type Row = (&'static str, Occurrence, fn(&mut State), [u8; 4], [u16; 2]);

#[test]
fn events_of_energy_and_life() {
    use Occurrence::*;
    let rows: &[Row] = &[
        ("b_v1", Calm, |_| (), [3; 4], [20, 20]),
        ("b_v2", Windfall, |_| (), [3; 4], [20, 23]),
        ("b_v3", Surge, |_| (), [3; 4], [22, 22]),
        ("b_v4", Drought, |state| state.energy[0] = 1, [3; 4], [0, 18]),
        ("b_v5", Spring, |state| (state.life[0], state.life[2]) = (1, 2), [2, 3, 3, 3], [20, 20]),
        ("b_v6 not the last life", Quake, |state| state.life[0] = 1, [1, 3, 2, 3], [20, 20]),
    ];
    for &(rule, event, change, life, energy) in rows {
        let played = turned_up(duel(2, 2), event, &[], |played| played.with(change));
        assert_eq!(played.state.life[..4], life, "{rule}");
        assert_eq!(played.state.energy[..2], [energy[0], energy[1] + INCOME], "{rule}");
    }
}

#[test]
fn b_v7_recruit() {
    let given = duel(2, 2).stock(1, 2);
    let played = turned_up(given, Occurrence::Recruit, &[PrescribedFall::Pick(6)], |played| played);
    assert!(played.lives(6));
    assert_eq!((played.life(6), played.state.stock), (3, 0b11_0000));
    assert_eq!(played.state.energy[1], 20 + INCOME + 2, "it brings energy at once");
    let nobody = plainly(Occurrence::Recruit);
    assert_eq!(nobody.state.team[1].count_ones(), 2);
}

#[test]
fn b_1_9_a_team_has_at_most_eight() {
    let given = duel(1, 8).stock(0, 1);
    let played = turned_up(given, Occurrence::Recruit, &[], |played| played);
    assert_eq!(played.state.team[1].count_ones(), 8);
}

#[test]
fn b_v8_comeback() {
    let played =
        turned_up(duel(2, 2), Occurrence::Comeback, &[PrescribedFall::Pick(3)], |played| {
            played.with(|state| {
                state.team[1] = bit(2);
                state.life[3] = 0;
                state.graveyard = bit(3);
            })
        });
    assert_eq!((played.life(3), played.state.graveyard), (2, 0));
}

#[test]
fn b_v9_supplies() {
    let mut played = duel(2, 2).rules(|rules| rules.hand = 1).start();
    let falls = [
        PrescribedFall::Card(Occurrence::Supplies as usize),
        PrescribedFall::Card(0),
        PrescribedFall::Card(0),
        PrescribedFall::Card(0),
    ];
    played.play(Choice::Stop, &falls);
    assert_eq!(played.state.hand[1].len(), 3);
}

#[test]
fn b_v10_fog() {
    let mut played = plainly(Occurrence::Fog);
    played.strike(2, 1, &[4, 4, 3]);
    assert_eq!(played.life(1), 3);
}

#[test]
fn b_v11_storm() {
    assert_eq!(plainly(Occurrence::Storm).state.attacks_left, 1);
}

#[test]
fn b_v12_truce() {
    let played = plainly(Occurrence::Truce);
    assert_eq!(played.attacks(), [(2, 1), (3, 1)]);
}

#[test]
fn b_v13_frenzy() {
    let mut played = plainly(Occurrence::Frenzy);
    played.strike(2, 1, &[1, 1, 6]);
    assert_eq!(played.life(1), 2);
}

#[test]
fn b_v14_rage() {
    let mut played = plainly(Occurrence::Rage);
    played.play(attack(2, 1), &dice(&[6, 1]));
    assert_eq!(played.life(1), 1);
    // The effect of the event ends with the turn.
    played.play(Choice::Stop, &[PrescribedFall::Card(0)]);
    assert_eq!(played.state.rage, 0);
}
