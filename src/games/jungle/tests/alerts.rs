//! Tests of each alert (rule J-L).

use super::given::{Played, dice, faces, party, rules};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::{Alert, Choice, Equipment, Phase, Rebel};

/// Plays the fate die of hero 0 with the result that the alert `alert` is drawn. `more` has the
/// random draws that follow; `change` prepares the position.
fn alerted(alert: Alert, more: &[PrescribedFall], change: impl FnOnce(Played) -> Played) -> Played {
    let none = [0, 0, 0, 0, 0, 4];
    let mut played = change(party(2).start()).with(|state| {
        state.phase = Phase::Keeping;
        (state.turn.dice, state.turn.throws) = (faces(none), 1);
        state.alerts.stack(&[alert as usize]);
    });
    let mut falls = dice(&[2]);
    falls.extend(more);
    played.play(Choice::Keep(faces(none)), &falls);
    played
}

fn plainly(alert: Alert) -> Played {
    alerted(alert, &[], |played| played)
}

rules! {
    j_l1_false_alarm:
        plainly(Alert::FalseAlarm).is(|it| it.state.phase, Phase::Acting)
            .is(|it| it.state.alerts.discards()[0], 1);
}

#[test]
fn j_l2_gas() {
    let played = plainly(Alert::Gas);
    assert_eq!((played.life(0), played.clock(0)), (5, 2));
    let asked = || alerted(Alert::Gas, &[], |played| played.bag(0, &[Equipment::FirstAid]));
    let mut played = asked();
    assert_eq!(played.options(), [Choice::GiveUp, Choice::Suffer]);
    played.play(Choice::GiveUp, &[]);
    assert_eq!((played.life(0), played.clock(0)), (10, 0));
    assert_eq!(played.holds(0, Equipment::FirstAid), 0);
    let mut played = asked();
    played.play(Choice::Suffer, &[]);
    assert_eq!((played.life(0), played.clock(0)), (5, 2));
    assert_eq!(played.holds(0, Equipment::FirstAid), 1);
}

rules! {
    j_l3_snare:
        plainly(Alert::Snare).is(|it| (it.life(0), it.life(1)), (9, 10));
}

#[test]
fn j_l4_patrol() {
    let played = alerted(Alert::Patrol, &[], |played| {
        played.hero(1, |hero| hero.place = 12).rebels(&[Rebel::Brute])
    });
    assert_eq!(played.state.phase, Phase::Striking);
    let quiet = alerted(Alert::Patrol, &[], |played| {
        played.with(|state| state.cleared = 1 << super::given::HERE)
    });
    assert_eq!(quiet.state.phase, Phase::Acting);
}

rules! {
    j_l5_detour:
        plainly(Alert::Detour).is(|it| (it.clock(0), it.clock(1)), (1, 0));
    j_l6_howl:
        plainly(Alert::Howl).is(|it| (it.stress(0), it.stress(1)), (1, 0));
    j_l7_siren:
        plainly(Alert::Siren).is(|it| (it.stress(0), it.stress(1)), (1, 1));
}

#[test]
fn j_l8_thief() {
    let card = PrescribedFall::Card(Equipment::Vest as usize);
    let played = alerted(Alert::Thief, &[card], |played| {
        played.bag(0, &[Equipment::Tonic, Equipment::Vest])
    });
    assert_eq!(played.holds(0, Equipment::Vest), 0);
    let vest = Equipment::Vest as usize;
    assert_eq!(played.state.equipment.discards()[vest], 1);
    assert_eq!(plainly(Alert::Thief).state.phase, Phase::Acting);
}

rules! {
    j_l9_storm:
        plainly(Alert::Storm).is(|it| (it.clock(0), it.clock(1)), (1, 1));
}

#[test]
fn j_l10_drain() {
    assert_eq!(plainly(Alert::Drain).energy(0), 0);
    let mut played = alerted(Alert::Drain, &[], |played| played.hero(0, |hero| hero.energy = 2));
    played.play(Choice::Accept, &[]);
    assert_eq!(played.energy(0), 1);
}
