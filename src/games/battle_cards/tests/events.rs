//! Tests of each event (rule B-V).

use super::given::{Given, Played, attack, dice, duel};
use crate::game::chance::PrescribedFall;
use crate::games::battle_cards::state::bit;
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

#[test]
fn b_v1_calm() {
    let played = plainly(Occurrence::Calm);
    assert_eq!(played.state.energy[..2], [20, 20 + INCOME]);
}

#[test]
fn b_v2_windfall() {
    assert_eq!(plainly(Occurrence::Windfall).state.energy[..2], [20, 23 + INCOME]);
}

#[test]
fn b_v3_surge() {
    assert_eq!(plainly(Occurrence::Surge).state.energy[..2], [22, 22 + INCOME]);
}

#[test]
fn b_v4_drought() {
    let played = turned_up(duel(2, 2), Occurrence::Drought, &[], |played| {
        played.with(|state| state.energy[0] = 1)
    });
    assert_eq!(played.state.energy[..2], [0, 18 + INCOME]);
}

#[test]
fn b_v5_spring() {
    let played = turned_up(duel(2, 2), Occurrence::Spring, &[], |played| {
        played.with(|state| state.life[..3].copy_from_slice(&[1, 3, 2]))
    });
    assert_eq!(played.state.life[..4], [2, 3, 3, 3]);
}

#[test]
fn b_v6_quake_takes_no_last_life() {
    let played = turned_up(duel(2, 2), Occurrence::Quake, &[], |played| {
        played.with(|state| state.life[0] = 1)
    });
    assert_eq!(played.state.life[..4], [1, 3, 2, 3]);
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
