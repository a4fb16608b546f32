//! Tests of each rebel and its power (rule J-R).

use super::given::{HIT, MISS, OWN, Played, party, rules};
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

rules! {
    j_r1_scout:
        assert_eq!(numbers(Rebel::Scout), [4, 4, 2, 1]);
    j_r2_guard:
        assert_eq!(numbers(Rebel::Guard), [4, 4, 4, 2]);
    // The rebel hits; the hero loses its next strike; the rebel strikes again and misses.
    j_r3_cook_costs_the_next_strike:
        fighting(Rebel::Cook, &[]).play(OWN, &[MISS, HIT, MISS])
            .is(|it| (it.life(0), it.state.phase), (8, Phase::Striking)).play(OWN, &[MISS, MISS])
            .then(|it| assert_eq!(it.state.phase, Phase::Striking, "one strike only"));
    // In a fight of two heroes, the order of strikes is drawn.
    j_r4_sniper_strikes_first:
        party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Sniper]).play(Choice::Fight, &[HIT])
            .is(|it| (it.life(0), it.state.phase), (8, Phase::Striking)),
        party(2).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Sniper]).play(Choice::Fight, &[])
            .play(Choice::Join, &[PrescribedFall::Pick(1), PrescribedFall::Pick(0), MISS])
            .is(|it| it.decider(), Some(1));
    j_r5_brute:
        assert_eq!(numbers(Rebel::Brute), [3, 3, 6, 3]);
    j_r6_shaman:
        hit_by(Rebel::Shaman, &[], &[]).is(|it| (it.life(0), it.stress(0)), (9, 1));
    j_r7_looter:
        hit_by(
            Rebel::Looter, &[Equipment::Vest, Equipment::Tonic],
            &[PrescribedFall::Card(Equipment::Tonic as usize)],
        ).is(|it| (it.life(0), it.holds(0, Equipment::Tonic)), (9, 0)),
        assert_eq!(hit_by(Rebel::Looter, &[], &[]).life(0), 9);
    // The hero runs out of time only after the end of its fight.
    j_r8_warden:
        hit_by(Rebel::Warden, &[], &[]).is(|it| (it.life(0), it.clock(0)), (9, 1)),
        fighting(Rebel::Warden, &[]).set(|state| state.heroes[0].clock = 24).play(OWN, &[MISS, HIT])
            .is(|it| it.state.phase, Phase::Striking);
    j_r9_veteran:
        assert_eq!(numbers(Rebel::Veteran), [5, 3, 5, 2]);
    j_5_6_the_power_works_on_who_suffers_only:
        fighting(Rebel::Shaman, &[]).set(|state| state.heroes[0].energy = 1).play(OWN, &[MISS, HIT])
            .play(Choice::Annul, &[]).is(|it| (it.stress(0), it.energy(0)), (0, 0));
}
