//! Tests of how fights break out and end (rules J-5.1 to J-5.3 and J-5.7 to J-5.9).

use super::given::{HERE, HIT, MISS, OWN, Played, dice, party, rules};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::rules::{Cleared, Lurkers, Surplus};
use crate::games::jungle::{Choice, Equipment, Phase, Rebel, Tile};

/// Creates a mission of `heroes` heroes in which hero 0 meets this rebel with a fight pair.
fn meets(heroes: usize, rebel: Rebel) -> Played {
    party(heroes).start().pairs([0, 1, 0, 0]).rebels(&[rebel])
}

#[test]
fn j_5_1_no_fight_on_a_cleared_tile() {
    for (cleared, fights) in [(Cleared::Quiet, false), (Cleared::Fights, true)] {
        let mut played = party(1)
            .rules(|rules| rules.cleared = cleared)
            .start()
            .pairs([0, 2, 0, 0])
            .rebels(&[Rebel::Scout]);
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[HIT]);
        assert_eq!(played.offers(Choice::Fight), fights);
    }
}

#[test]
fn j_5_2_who_must_flee_flees() {
    let mut played = meets(2, Rebel::Guard).hero(0, |hero| hero.stress = 3);
    played.play(Choice::Fight, &[]);
    let lurker = played.state.lurkers[usize::from(HERE)].unwrap();
    assert_eq!((lurker.rebel, lurker.life, lurker.fled), (Rebel::Guard, 4, 0));
    assert_eq!((played.life(0), played.clock(0)), (9, 1));
    assert_eq!(played.options(), [1, 4, 6, 9].map(Choice::Onto));
}

#[test]
fn j_5_2_mates_are_asked_in_turn_order() {
    let mut played = meets(4, Rebel::Guard).with(|state| {
        (state.active, state.asked) = (2, 2);
        state.heroes[0].stress = 3;
    });
    played.play(Choice::Fight, &[]);
    assert_eq!(played.decider(), Some(3));
    played.play(Choice::Join, &[]);
    assert_eq!(played.decider(), Some(1), "hero 0 would have to flee");
    // All three heroes fight: the order is hero 3, the rebel, hero 1, hero 2.
    let order = [PrescribedFall::Pick(3), PrescribedFall::Pick(4), PrescribedFall::Pick(1)];
    played.play(Choice::Join, &order);
    assert_eq!(played.decider(), Some(3));
    played.play(OWN, &[MISS, PrescribedFall::Pick(2), MISS]);
    assert_eq!(played.decider(), Some(1));
    played.play(OWN, &[MISS]);
    assert_eq!(played.decider(), Some(2));
    played.play(OWN, &[MISS]);
    assert_eq!(played.decider(), Some(3), "the order stays");
}

rules! {
    j_5_2_alone_the_hero_strikes_first:
        meets(2, Rebel::Guard).plays(&[Choice::Fight, Choice::Stay])
            .is(|it| (it.decider(), it.state.phase), (Some(0), Phase::Striking));
}

#[test]
fn j_5_3_who_comes_fights_what_lurks() {
    let mut played = party(1).start().lurks(4, Rebel::Guard).with(|state| {
        let lurker = state.lurkers[4].as_mut().unwrap();
        (lurker.life, lurker.fled) = (1, 0);
    });
    played.play(Choice::Step(4), &[]);
    assert_eq!(played.state.phase, Phase::Striking);
    played.play(OWN, &[HIT]);
    assert_eq!((played.hostages(0), played.state.lurkers[4]), (1, None));
}

#[test]
fn j_5_3_an_encounter_is_with_what_lurks() {
    let mut played = meets(1, Rebel::Guard).lurks(HERE, Rebel::Scout);
    let left = played.state.encounters.left();
    played.play(Choice::Fight, &[]);
    assert_eq!(played.state.encounters.left(), left);
    assert_eq!(played.state.fight.unwrap().life, 2);
}

rules! {
    // Hero 1 fights the lurking rebel in its own turn, after hero 0 fled.
    j_5_3_who_cannot_step_away_does_not_meet_it_again:
        meets(1, Rebel::Guard).hero(0, |hero| hero.stress = 6).play(Choice::Fight, &[])
            .is(|it| (it.state.phase, it.place(0)), (Phase::Acting, HERE))
            .play(Choice::Stop, &dice(&[6, 6, 6, 6, 6])).is(|it| it.state.phase, Phase::Keeping),
        meets(2, Rebel::Guard).hero(0, |hero| hero.stress = 6).play(Choice::Fight, &[])
            .play(Choice::Stop, &[])
            .is(|it| (it.decider(), it.state.phase), (Some(1), Phase::Striking));
    /// Checks two heroes that flee from a rebel to a tile with a lurking rebel. One hero joins the
    /// fight of the other, and later flees although there is no tile left to which it could flee.
    // Hero 2 beats the scout. Then hero 0 meets the guard, and hero 1 strikes first in this fight.
    j_5_3_j_5_7_who_joined_a_fight_has_met_the_rebel:
        party(3).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Scout]).lurks(4, Rebel::Guard)
            .tile(HERE, Tile::CryoSleep).hidden(&[0, 8])
            .with(|state| (state.active, state.asked) = (2, 2))
            .plays(&[Choice::Fight, Choice::Join])
            .play(Choice::Join, &[0, 1, 2].map(PrescribedFall::Pick))
            .plays(&[Choice::Flee, Choice::Onto(4), Choice::Flee, Choice::Onto(4)])
            .play(OWN, &[HIT])
            .play(Choice::Join, &[PrescribedFall::Pick(1), PrescribedFall::Pick(0)])
            .is(|it| it.decider(), Some(1)).plays(&[Choice::Flee, Choice::Flee])
            .then(|it| assert_eq!((it.life(0), it.life(1)), (8, 8), "two flights each"))
            .is(|it| (it.place(1), it.decider()), (4, Some(2)))
            .is(|it| it.state.phase, Phase::Acting);
}

/// Checks a hero that flees in another hero's turn to a tile where a guard lurks. With one setting,
/// the hero meets the guard only in its own turn.
#[test]
fn j_5_3_a_lurking_rebel_may_wait_for_the_heros_own_turn() {
    for (lurkers, decider) in [(Lurkers::AtOnce, 0), (Lurkers::OwnTurn, 1)] {
        let mut played = party(2)
            .rules(|rules| rules.lurkers = lurkers)
            .start()
            .pairs([0, 1, 0, 0])
            .rebels(&[Rebel::Scout])
            .lurks(4, Rebel::Guard)
            .with(|state| (state.active, state.asked) = (1, 1));
        played.play(Choice::Fight, &[]);
        played.play(Choice::Join, &[PrescribedFall::Pick(0), PrescribedFall::Pick(1)]);
        played.plays(&[Choice::Flee, Choice::Onto(4)]);
        played.play(OWN, &[HIT]);
        assert_eq!(played.decider(), Some(decider));
        if lurkers == Lurkers::OwnTurn {
            played.play(Choice::Stop, &[PrescribedFall::Die(6)]);
        }
        assert_eq!(played.state.phase, Phase::Striking);
        assert_eq!((played.decider(), played.place(0)), (Some(0), 4));
    }
}

rules! {
    j_5_3_an_encounter_is_with_what_lurks_also_for_who_has_just_fled:
        party(1).start().tile(4, Tile::GuardPost).hidden(&[0, 8]).lurks(4, Rebel::Guard)
            .tile(HERE, Tile::CryoSleep).with(|state| state.revealed &= !(1 << HERE))
            .play(Choice::Step(4), &[]).play(Choice::Flee, &[])
            .then(|it| assert_eq!(it.life(0), 9, "it stays, and the guard post is next"))
            .is(|it| it.state.phase, Phase::Striking).play(Choice::Flee, &[])
            .is(|it| (it.life(0), it.state.phase), (8, Phase::Acting));
}

#[test]
fn j_5_7_a_flight_costs_and_steps() {
    let mut played = meets(1, Rebel::Guard);
    played.play(Choice::Fight, &[]);
    played.play(OWN, &[HIT, MISS]);
    played.plays(&[Choice::Flee, Choice::Onto(6)]);
    assert_eq!((played.life(0), played.clock(0), played.place(0)), (9, 1, 6));
    let lurker = played.state.lurkers[usize::from(HERE)].unwrap();
    assert_eq!((lurker.life, lurker.fled), (2, 0), "it keeps its wounds");
}

rules! {
    j_5_7_who_flees_meets_what_is_there:
        meets(1, Rebel::Guard).lurks(6, Rebel::Scout).tile(6, Tile::Swamp)
            .plays(&[Choice::Fight, Choice::Flee, Choice::Onto(6)])
            .is(|it| it.state.phase, Phase::Striking).play(OWN, &[HIT])
            .then(|it| assert_eq!(it.clock(0), 2, "the flight and the swamp"));
    j_5_7_what_one_meets_waits_for_the_others_fight:
        meets(2, Rebel::Scout).tile(4, Tile::Minefield).plays(&[Choice::Fight])
            .play(Choice::Join, &[PrescribedFall::Pick(0), PrescribedFall::Pick(1)])
            .plays(&[Choice::Flee, Choice::Onto(4)])
            .is(|it| (it.decider(), it.life(0)), (Some(1), 9)).play(OWN, &[HIT])
            .is(|it| (it.life(0), it.hostages(1)), (6, 1));
}

#[test]
fn j_5_7_nobody_flees_for_ever() {
    let mut played = party(1)
        .rules(|rules| (rules.flight_life, rules.flight_hours) = (0, 0))
        .start()
        .lurks(4, Rebel::Guard)
        .lurks(8, Rebel::Guard)
        .hidden(&[0, 1, 6, 9, 12, 13])
        .with(|state| {
            (state.heroes[0].stress, state.revealed) = (3, 1 << 4 | 1 << 8 | 1 << HERE);
        });
    played.play(Choice::Step(4), &[]);
    for flight in 1..20 {
        let to = if flight % 2 == 1 { 8 } else { 4 };
        played.play(Choice::Onto(to), &[]);
    }
    assert_eq!(played.state.phase, Phase::Acting);
}

rules! {
    j_5_8_the_last_to_strike_takes_the_hostage:
        meets(2, Rebel::Guard).play(Choice::Fight, &[])
            .play(Choice::Join, &[PrescribedFall::Pick(0), PrescribedFall::Pick(1)])
            .play(OWN, &[HIT]).play(OWN, &[HIT]).is(|it| (it.hostages(0), it.hostages(1)), (0, 1))
            .then(|it| assert!(it.state.is_cleared(HERE)))
            .is(|it| it.state.encounters.discards()[Rebel::Guard as usize], 1);
}

#[test]
fn j_5_8_more_hostages_than_needed_bring_equipment() {
    for (held, cards) in [(2, 0), (3, 1)] {
        let mut played = meets(1, Rebel::Scout).hero(0, |hero| hero.hostages = held);
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[HIT]);
        assert_eq!(played.holds(0, Equipment::Potion), cards);
    }
}

#[test]
fn j_5_8_all_that_were_freed_may_count_as_a_surplus() {
    for (surplus, freed, cards) in
        [(Surplus::Held, 3, 0), (Surplus::Freed, 2, 0), (Surplus::Freed, 3, 1)]
    {
        let mut played = party(1)
            .rules(|rules| rules.surplus = surplus)
            .start()
            .pairs([0, 1, 0, 0])
            .rebels(&[Rebel::Scout])
            .with(|state| state.freed = freed);
        played.play(Choice::Fight, &[]);
        played.play(OWN, &[HIT]);
        assert_eq!(played.holds(0, Equipment::Potion), cards);
        assert_eq!(played.state.freed, freed + 1);
    }
}

/// Checks that a hero that wins a fight draws the card for a surplus hostage before it leaves play
/// because its hours are used up.
#[test]
fn j_5_8_a_victory_draws_before_hours_are_looked_at() {
    let mut played = meets(2, Rebel::Scout)
        .hero(0, |hero| (hero.hostages, hero.clock) = (5, 24))
        .hero(1, |hero| (hero.place, hero.hostages) = (12, 1));
    played.play(Choice::Fight, &[]);
    played.state.heroes[0].clock = 25;
    let mut falls = vec![HIT];
    falls.extend(dice(&[6; 4]));
    played.play(OWN, &falls);
    assert_eq!(played.state.out, 0b01);
    let potion = Equipment::Potion as usize;
    assert_eq!(played.state.equipment.discards()[potion], 1);
}

#[test]
fn j_5_8_where_all_die_the_rebel_lurks() {
    let mut played = meets(2, Rebel::Guard).with(|state| {
        (state.heroes[0].life, state.heroes[1].place) = (1, 12);
    });
    played.play(Choice::Fight, &[]);
    played.play(
        OWN,
        &[
            MISS,
            HIT,
            PrescribedFall::Die(6),
            PrescribedFall::Die(6),
            PrescribedFall::Die(6),
            PrescribedFall::Die(6),
        ],
    );
    assert!(played.state.lurkers[usize::from(HERE)].is_some());
    assert_eq!((played.state.dead, played.decider()), (0b01, Some(1)));
}

#[test]
fn j_5_9_strikes_go_round_fifty_times() {
    let mut played = meets(1, Rebel::Guard);
    played.play(Choice::Fight, &[]);
    for _ in 0..50 {
        assert_eq!(played.state.phase, Phase::Striking);
        played.play(OWN, &[MISS, MISS]);
    }
    assert_eq!(played.state.phase, Phase::Acting);
    let lurker = played.state.lurkers[usize::from(HERE)].unwrap();
    assert_eq!(lurker.fled, crate::games::jungle::NONE);
    // The hero that was the last to flee from the rebel is still recorded as such.
    let mut played = meets(2, Rebel::Scout)
        .lurks(HERE, Rebel::Guard)
        .hero(1, |hero| hero.place = 12)
        .with(|state| state.lurkers[usize::from(HERE)].as_mut().unwrap().fled = 1);
    played.play(Choice::Fight, &[]);
    for _ in 0..50 {
        played.play(OWN, &[MISS, MISS]);
    }
    let lurker = played.state.lurkers[usize::from(HERE)].unwrap();
    assert_eq!((lurker.rebel, lurker.fled), (Rebel::Guard, 1));
}
