//! Tests of death, hours, stress and K-energy (rule J-4).

use super::given::{HERE, HIT, MISS, OWN, Played, party, rules};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::rules::{Limits, Remains};
use crate::games::jungle::{Choice, Equipment, Phase, Rebel, Tile};

/// Creates a mission in which hero 0 has 1 life and is about to step onto a minefield. Hero 1
/// stands on the tile from which hero 0 starts.
fn dying() -> Played {
    party(2).start().tile(4, Tile::Minefield).with(|state| {
        (state.heroes[0].life, state.heroes[1].place) = (1, HERE);
    })
}

const NEXT: [PrescribedFall; 4] = [PrescribedFall::Die(6); 4];

rules! {
    j_4_0_death_is_looked_at_before_hours:
        party(2).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Guard])
            .hero(0, |hero| (hero.life, hero.clock) = (1, 23)).hero(1, |hero| hero.place = 12)
            .play(Choice::Fight, &[]).play(Choice::Flee, &NEXT)
            .is(|it| (it.state.dead, it.state.out), (0b01, 0));
}

#[test]
fn j_4_1_the_dead_leave_what_they_hold() {
    let mut played =
        dying().bag(0, &[Equipment::Vest, Equipment::Tonic]).hero(0, |hero| hero.hostages = 2);
    played.play(Choice::Step(4), &NEXT);
    assert_eq!((played.state.dead, played.state.in_play), (0b01, 0b10));
    let mut played = played.with(|state| {
        state.phase = Phase::Acting;
        state.asked = 1;
        state.heroes[1].place = 4;
        state.next = crate::games::jungle::Next::Act;
    });
    assert!(played.offers(Choice::Collect));
    played.play(Choice::Collect, &[]);
    assert_eq!((played.hostages(1), played.holds(1, Equipment::Vest)), (2, 1));
    assert!(!played.offers(Choice::Collect));
}

/// Checks that, with one setting, a hero may take the things of a dead hero from a tile before it
/// fights the guard that lurks there.
#[test]
fn j_4_1_what_the_dead_left_may_be_taken_before_a_fight() {
    for (remains, hostages) in [(Remains::Guarded, 0), (Remains::Free, 1)] {
        let start = || {
            let played = party(2).rules(|rules| rules.remains = remains).start();
            let played = played.lurks(4, Rebel::Guard).bag(1, &[Equipment::Vest]);
            played.with(|state| {
                (state.in_play, state.dead) = (0b01, 0b10);
                (state.heroes[1].place, state.heroes[1].hostages) = (4, 1);
            })
        };
        let mut come = start();
        come.play(Choice::Step(4), &[]);
        // The second case: the hero's turn begins on the tile.
        let mut there = start().hero(0, |hero| hero.place = 4);
        there.play(Choice::Stop, &NEXT[..1]);
        for played in [come, there] {
            assert_eq!(played.state.phase, Phase::Striking);
            assert_eq!(played.hostages(0), hostages);
            assert_eq!(played.holds(0, Equipment::Vest), hostages);
        }
    }
}

rules! {
    j_4_1_energy_gives_more_life_than_at_the_start:
        dying().hero(0, |hero| hero.energy = 12).plays(&[Choice::Step(4), Choice::Revive])
            .is(|it| (it.life(0), it.energy(0)), (12, 0));
}

#[test]
fn j_4_1_medal_or_energy() {
    let start = || {
        let mut played = dying()
            .bag(0, &[Equipment::Medal])
            .hero(0, |hero| (hero.energy, hero.hostages) = (3, 1));
        played.play(Choice::Step(4), &[]);
        played
    };
    let mut played = start();
    let all = [Choice::Medal, Choice::Revive, Choice::Neither];
    assert_eq!(played.options(), all);
    played.play(Choice::Medal, &[]);
    assert_eq!((played.life(0), played.energy(0)), (10, 3));
    assert_eq!(played.holds(0, Equipment::Medal), 0);
    let mut played = start();
    played.play(Choice::Revive, &[]);
    assert_eq!((played.life(0), played.energy(0)), (3, 0));
    assert_eq!((played.holds(0, Equipment::Medal), played.hostages(0)), (1, 1));
    assert_eq!((played.decider(), played.place(0)), (Some(0), 4));
    let mut played = start();
    played.play(Choice::Neither, &NEXT);
    assert_eq!(played.state.dead, 0b01);
}

rules! {
    // A hero that has returned to life is still bound by the rebel's bolas.
    j_4_1_who_comes_back_fights_on:
        party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Cook])
            .hero(0, |hero| (hero.life, hero.energy) = (1, 2)).play(Choice::Fight, &[])
            .play(OWN, &[MISS, HIT]).play(Choice::Suffer, &[]).play(Choice::Revive, &[MISS])
            .is(|it| (it.life(0), it.state.phase), (2, Phase::Striking));
}

#[test]
fn j_4_2_out_of_hours() {
    let start = |clock, limits| {
        let played = party(2).rules(|rules| rules.limits = limits).start();
        let played = played.tile(4, Tile::Swamp).bag(0, &[Equipment::Vest]);
        played.hero(0, |hero| (hero.clock, hero.hostages) = (clock, 1))
    };
    let mut played = start(24, Limits::Reached);
    // The ability of all heroes in the tests adds 1 hour to their limit.
    played.play(Choice::Step(4), &NEXT);
    assert_eq!((played.state.out, played.hostages(0)), (0b01, 0));
    let vest = Equipment::Vest as usize;
    assert_eq!(played.state.equipment.discards()[vest], 1);
    let mut played = start(24, Limits::Passed);
    played.play(Choice::Step(4), &[]);
    assert_eq!(played.state.out, 0);
    let mut played = start(25, Limits::Passed);
    played.play(Choice::Step(4), &NEXT);
    assert_eq!(played.state.out, 0b01);
}

#[test]
fn j_4_2_in_a_fight_hours_wait() {
    let mut played = party(2).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Warden]).with(|state| {
        state.heroes[1].place = 12;
        (state.heroes[0].clock, state.heroes[0].hostages) = (24, 1);
    });
    played.play(Choice::Fight, &[]);
    played.play(OWN, &[HIT, HIT]);
    played.play(Choice::Suffer, &[]);
    assert_eq!((played.clock(0), played.state.out), (25, 0));
    let falls: Vec<PrescribedFall> = [HIT].into_iter().chain(NEXT).collect();
    played.play(OWN, &falls);
    assert_eq!((played.state.out, played.hostages(0)), (0b01, 0));
}

#[test]
fn j_4_3_stress() {
    for (stress, limits, flees) in [
        (2, Limits::Reached, false),
        (3, Limits::Reached, true),
        (3, Limits::Passed, false),
        (4, Limits::Passed, true),
    ] {
        let mut played = party(1)
            .rules(|rules| rules.limits = limits)
            .start()
            .pairs([0, 1, 0, 0])
            .hero(0, |hero| hero.stress = stress);
        played.play(Choice::Fight, &[]);
        assert_eq!(played.state.phase == Phase::Fleeing, flees, "{stress}");
    }
}

rules! {
    j_4_3_stress_is_not_looked_at_later_in_a_fight:
        party(1).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Shaman])
            .hero(0, |hero| hero.stress = 2).play(Choice::Fight, &[]).play(OWN, &[MISS, HIT])
            .is(|it| (it.stress(0), it.state.phase), (3, Phase::Striking));
    j_4_3_j_4_4_limits_of_numbers:
        party(1).start().tile(HERE, Tile::Temple)
            .hero(0, |hero| (hero.energy, hero.stress) = (98, 99)).play(Choice::Tile, &[])
            .is(|it| (it.energy(0), it.stress(0)), (99, 99));
    j_4_4_energy_may_be_more_than_at_the_start:
        party(1).start().tile(HERE, Tile::Temple).hero(0, |hero| hero.energy = 4)
            .play(Choice::Tile, &[]).is(|it| it.energy(0), 5);
}
