//! Tests of the end of a mission and of the Big Boss (rules J-1 and J-6).

use super::given::{HERE, HIT, MISS, OWN, Played, party, rules};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::rules::Cleared;
use crate::games::jungle::state::{End, MissionFailure};
use crate::games::jungle::{Choice, Foe, Phase, Rebel, Tile};

const NEXT: [PrescribedFall; 5] = [PrescribedFall::Die(6); 5];

/// Creates a mission in which all heroes except hero 0 stand on the exfiltration tile. Hero 0
/// stands on a tile next to it and holds `hostages` hostages.
fn beside(heroes: usize, hostages: u8) -> Played {
    party(heroes).start().with(|state| {
        state.heroes.iter_mut().for_each(|hero| hero.place = 3);
        (state.heroes[0].place, state.heroes[0].hostages) = (2, hostages);
    })
}

fn lost(why: MissionFailure) -> Option<End> {
    Some(End::Lost(why))
}

#[test]
fn j_1_1_needed_hostages() {
    for (heroes, needed) in [(1, 3), (2, 5), (3, 7), (4, 9)] {
        let played = party(heroes).start();
        assert_eq!(played.game.needed(&played.state), needed);
        let mut few = beside(heroes, needed - 1);
        few.play(Choice::Step(3), &[]);
        assert_eq!(few.state.fight, None);
    }
}

#[test]
fn j_1_1_j_6_2_who_beats_the_boss_has_won() {
    let mut played = beside(1, 3).with(|state| state.dead = 0);
    played.play(Choice::Step(3), &[MISS]);
    for _ in 0..4 {
        played.play(OWN, &[HIT, MISS]);
    }
    played.play(OWN, &[HIT]);
    assert_eq!(played.state.end, Some(End::Won));
    assert_eq!(played.decider(), None);
}

rules! {
    j_1_2_boss:
        beside(1, 3).hero(0, |hero| hero.life = 1).play(Choice::Step(3), &[HIT])
            .play(Choice::Suffer, &[]).is(|it| it.state.end, lost(MissionFailure::Boss));
}

#[test]
fn j_1_2_death_and_time() {
    let mut played = party(1).start().tile(4, Tile::Minefield);
    played = played.hero(0, |hero| hero.life = 1);
    played.play(Choice::Step(4), &[]);
    assert_eq!(played.state.end, lost(MissionFailure::Death));
    let mut played = party(2).start().tile(4, Tile::Swamp).with(|state| {
        (state.in_play, state.dead) = (0b01, 0b10);
        state.heroes[0].clock = 24;
    });
    played.play(Choice::Step(4), &[]);
    assert_eq!(played.state.end, lost(MissionFailure::Time), "who left last was out");
}

#[test]
fn j_1_2_hostages() {
    // All of the 16 tiles except one are cleared, and the hostages of the cleared tiles are gone.
    let start = |held, on_the_ground, cleared| {
        let played = party(2).rules(|rules| rules.cleared = cleared).start();
        played.pairs([0, 1, 0, 0]).rebels(&[Rebel::Scout]).with(|state| {
            state.cleared = state.all_tiles() & !(1 << HERE);
            (state.in_play, state.dead) = (0b01, 0b10);
            state.heroes[0].hostages = held;
            state.heroes[1].hostages = on_the_ground;
        })
    };
    for (held, ground, cleared, end) in [
        (3, 0, Cleared::Quiet, lost(MissionFailure::Hostages)),
        (4, 0, Cleared::Quiet, None),
        (3, 1, Cleared::Quiet, None),
        (3, 0, Cleared::Fights, None),
    ] {
        let mut played = start(held, ground, cleared);
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[HIT]);
        assert_eq!(played.state.end, end, "{held} {ground}");
    }
    // If a needed hostage is given up, the mission is lost only after the fight ends.
    let mut played = start(4, 0, Cleared::Quiet);
    played.play(Choice::Fight, &[]);
    played.play(OWN, &[MISS, HIT]);
    played.play(Choice::Sacrifice, &[]);
    assert_eq!(played.state.end, None);
    played.play(OWN, &[HIT]);
    assert_eq!(played.state.end, lost(MissionFailure::Hostages));
}

rules! {
    j_1_2_rounds:
        party(1).start().with(|state| state.round = 60).play(Choice::Stop, &NEXT[..1])
            .is(|it| it.state.end, lost(MissionFailure::Rounds)),
        party(1).start().with(|state| state.round = 59).play(Choice::Stop, &NEXT)
            .is(|it| (it.state.end, it.state.round), (None, 60));
}

#[test]
fn j_6_1_the_boss_strikes_first_and_all_fight() {
    for (heroes, needed, life) in [(1, 3, 10), (2, 5, 40), (3, 7, 48), (4, 9, 56)] {
        let mut played = beside(heroes, needed).hero(1, |hero| hero.stress = 7);
        let order = (1..heroes).map(PrescribedFall::Pick);
        let mut falls: Vec<PrescribedFall> = order.collect();
        // The order of strikes is: heroes 1, 2, …, and then hero 0. The Boss strikes hero 0.
        if heroes > 1 {
            falls.push(PrescribedFall::Pick(0));
        }
        falls.push(PrescribedFall::Die(4));
        played.play(Choice::Step(3), &falls);
        let fight = played.state.fight.unwrap();
        assert_eq!((fight.foe, fight.life), (Foe::Boss, life));
        assert_eq!(fight.fighters.count_ones() as usize, heroes);
        played.play(Choice::Suffer, &[]);
        assert_eq!(played.life(0), 8, "2 damage");
        assert_eq!(played.decider(), Some(usize::from(heroes > 1)));
        assert!(!played.offers(Choice::Flee));
    }
}

rules! {
    // Another hero leaves play on a tile away from exfiltration.
    // The last needed hostage is freed during the fight.
    j_6_1_it_appears_whenever_all_are_there:
        beside(2, 0).with(|state| { state.heroes[1].hostages = 5; state.heroes[0].life = 1; })
            .tile(1, Tile::Minefield).play(Choice::Step(1), &[MISS])
            .is(|it| it.state.fight.unwrap().foe, Foe::Boss)
            .is(|it| it.state.fight.unwrap().life, 40),
        beside(1, 2).pairs([0, 1, 0, 0]).rebels(&[Rebel::Scout]).hero(0, |hero| hero.place = 3)
            .play(Choice::Fight, &[]).play(OWN, &[HIT, MISS])
            .is(|it| it.state.fight.unwrap().foe, Foe::Boss);
    j_6_1_hours_do_not_count_with_the_boss:
        beside(1, 3).play(Choice::Step(3), &[MISS]).set(|state| state.heroes[0].clock = 90)
            .play(OWN, &[MISS, MISS]).is(|it| it.state.phase, Phase::Striking);
}

#[test]
fn j_5_9_nobody_fights_the_boss_for_ever() {
    let mut played = beside(1, 3);
    played.play(Choice::Step(3), &[MISS]);
    for _ in 0..49 {
        played.play(OWN, &[MISS, MISS]);
    }
    played.play(OWN, &[MISS]);
    assert_eq!(played.state.end, lost(MissionFailure::Boss));
}
