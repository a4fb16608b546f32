//! Tests of each rebel and its power (rule J-R).

use super::given::{HIT, MISS, OWN, Played, party};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::{Choice, Equipment, Phase, Rebel};

/// Creates a fight of hero 0, who holds these cards, with this rebel.
fn fighting(rebel: Rebel, cards: &[Equipment]) -> Played {
    let mut played = party(1).start().bag(0, cards).pairs([0, 1, 0, 0]);
    played = played.rebels(&[rebel]);
    played.play(Choice::Fight, &[]);
    played
}

/// Plays a strike in which hero 0 misses, and then a strike of the rebel that hits. `more` has the
/// random draws that follow.
fn hit_by(rebel: Rebel, cards: &[Equipment], more: &[PrescribedFall]) -> Played {
    let mut played = fighting(rebel, cards);
    let mut falls = vec![MISS, HIT];
    falls.extend(more);
    played.play(OWN, &falls);
    played
}

/// Returns four numbers: the lowest die with which hero 0 hits, the lowest die with which the rebel
/// hits hero 0, the rebel's life, and the damage of its hit.
fn numbers(rebel: Rebel) -> [u8; 4] {
    let hits = |die| {
        let mut played = fighting(rebel, &[]);
        let before = played.state.fight.unwrap().life;
        let strike = [PrescribedFall::Die(die), MISS];
        let kills = before <= 2 && die > defense(rebel);
        played.play(OWN, &strike[..if kills { 1 } else { 2 }]);
        played.state.fight.is_none_or(|fight| fight.life < before)
    };
    let hurts = |die| {
        let mut played = fighting(rebel, &[]);
        played.play(OWN, &[MISS, PrescribedFall::Die(die)]);
        played.life(0) < 10
    };
    let least = |hits: &dyn Fn(u8) -> bool| (1..=6).find(|&die| hits(die)).unwrap();
    [
        least(&hits),
        least(&hurts),
        fighting(rebel, &[]).state.fight.unwrap().life,
        10 - hit_by(rebel, &[], &[]).life(0),
    ]
}

fn defense(rebel: Rebel) -> u8 {
    if rebel == Rebel::Scout { 3 } else { 6 }
}

#[test]
fn j_r1_scout() {
    assert_eq!(numbers(Rebel::Scout), [4, 4, 2, 1]);
}

#[test]
fn j_r2_guard() {
    assert_eq!(numbers(Rebel::Guard), [4, 4, 4, 2]);
}

#[test]
fn j_r3_cook_costs_the_next_strike() {
    let mut played = fighting(Rebel::Cook, &[]);
    // The rebel hits; the hero loses its next strike; the rebel strikes again and misses.
    played.play(OWN, &[MISS, HIT, MISS]);
    assert_eq!((played.life(0), played.state.phase), (8, Phase::Striking));
    played.play(OWN, &[MISS, MISS]);
    assert_eq!(played.state.phase, Phase::Striking, "one strike only");
}

#[test]
fn j_r4_sniper_strikes_first() {
    let mut played = party(1).start().pairs([0, 1, 0, 0]);
    played = played.rebels(&[Rebel::Sniper]);
    played.play(Choice::Fight, &[HIT]);
    assert_eq!((played.life(0), played.state.phase), (8, Phase::Striking));
    // In a fight of two heroes, the order of strikes is drawn.
    let mut played = party(2).start().pairs([0, 1, 0, 0]);
    played = played.rebels(&[Rebel::Sniper]);
    played.play(Choice::Fight, &[]);
    played.play(Choice::Join, &[PrescribedFall::Pick(1), PrescribedFall::Pick(0), MISS]);
    assert_eq!(played.decider(), Some(1));
}

#[test]
fn j_r5_brute() {
    assert_eq!(numbers(Rebel::Brute), [3, 3, 6, 3]);
}

#[test]
fn j_r6_shaman() {
    let played = hit_by(Rebel::Shaman, &[], &[]);
    assert_eq!((played.life(0), played.stress(0)), (9, 1));
}

#[test]
fn j_r7_looter() {
    let card = PrescribedFall::Card(Equipment::Tonic as usize);
    let played = hit_by(Rebel::Looter, &[Equipment::Vest, Equipment::Tonic], &[card]);
    assert_eq!((played.life(0), played.holds(0, Equipment::Tonic)), (9, 0));
    assert_eq!(hit_by(Rebel::Looter, &[], &[]).life(0), 9);
}

#[test]
fn j_r8_warden() {
    let played = hit_by(Rebel::Warden, &[], &[]);
    assert_eq!((played.life(0), played.clock(0)), (9, 1));
    // The hero runs out of time only after the end of its fight.
    let mut played = fighting(Rebel::Warden, &[]);
    played.state.heroes[0].clock = 24;
    played.play(OWN, &[MISS, HIT]);
    assert_eq!(played.state.phase, Phase::Striking);
}

#[test]
fn j_r9_veteran() {
    assert_eq!(numbers(Rebel::Veteran), [5, 3, 5, 2]);
}

#[test]
fn j_5_6_the_power_works_on_who_suffers_only() {
    let mut played = fighting(Rebel::Shaman, &[]);
    played.state.heroes[0].energy = 1;
    played.play(OWN, &[MISS, HIT]);
    played.play(Choice::Annul, &[]);
    assert_eq!((played.stress(0), played.energy(0)), (0, 0));
}
