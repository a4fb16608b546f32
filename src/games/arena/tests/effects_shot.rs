//! Tests of the effects of shots, except Strike.

use super::given::*;
use crate::games::arena::Choice::{Flip, Keep, Reroll};
use crate::games::arena::{Card, Effect, Event};

fn barrel() -> Card {
    card(4).shoots(3).technique(Effect::PowderBarrel)
}

/// Creates a game in which fighter 0 in zone 0 plays a powder barrel. The fighters `targets` stand
/// in zone 1, and another fighter stands in the centre.
fn thrown_at<const N: usize>(targets: [Guest; N]) -> Given {
    let on_1 = targets.map(|target| target.at(1));
    let start = [fighter(5).at(0).plays(barrel())];
    given(start.into_iter().chain(on_1).chain([fighter(20).at(CENTRE)]))
}

rules! {
    // The powder barrel cannot be thrown at the actor's own zone.
    a_9_barrel_is_thrown_at_a_zone_with_a_legal_target:
        thrown_at([fighter(6), fighter(7)]).play().expect([area(1), area(CENTRE)]),
        thrown_at([fighter(6).active(ring())]).play().expect([area(CENTRE)]),
        thrown_at([fighter(6).active(ring()), fighter(7)]).play().expect([area(1), area(CENTRE)]),
        thrown_at([fighter(6)]).guest(1, fighter(6).at(0)).play()
            .expect([area(CENTRE)]);
}

#[test]
fn a_9_barrel_one_roll_against_everyones_own_defense() {
    let mut playing =
        thrown_at([fighter(6).defense(3), fighter(7).defense(5), fighter(8).defense(6)]).play();
    playing.play(area(1), [3, 4, 5]);
    assert_eq!(playing.lp(), [5, 3, 6, 8, 20]);
    assert_eq!(playing.pp()[0], 5 + 3);
    let order: Vec<u8> = playing.rolls().into_iter().map(|(target, ..)| target).collect();
    assert_eq!(order, [1, 2, 3], "in ascending size");
}

rules! {
    a_9_barrel_far_off_loses_one_from_each_die:
        thrown_at([fighter(6), fighter(7)]).guest(1, fighter(6).at(3)).guest(2, fighter(7).at(3))
            .play().play(area(3), [4, 5, 6]).lives([5, 4, 5, 20]);
}

#[test]
fn a_9_barrel_spares_those_who_cannot_be_shot() {
    let ring = card(2).item(Effect::GhostRing);
    let mut playing = thrown_at([fighter(6).active(ring), fighter(7)]).play();
    playing.play(area(1), [6, 6, 6]);
    assert_eq!(playing.lp(), [5, 6, 4, 20]);
    let hit = |event: &Event| matches!(event, Event::Attacks { targets: 0b100, .. });
    assert!(playing.events.iter().any(hit));
}

rules! {
    a_9_barrel_a_charm_alters_the_roll_for_its_user_alone:
        thrown_at([fighter(6).charm(), fighter(7), fighter(8).charm()]).play()
            .play(area(1), [6, 5, 1]).asks(1).expect([Keep, Flip(5), Flip(6), Reroll(1), Reroll(2)])
            .play(Reroll(2), [1, 2])
            .then(|it| assert_eq!(it.lp(), [5, 6, 5, 8, 20], "2 is hit by the first roll")).asks(3)
            .expect([Keep, Flip(5), Flip(6), Reroll(1), Reroll(2)]).play(Flip(6), [])
            .lives([5, 6, 5, 7, 20]);
}

#[test]
fn a_9_barrel_a_suit_drops_the_last_die_for_its_wearer() {
    let suit = card(2).item(Effect::BlindingSuit);
    for (faces, lp) in [([6, 1, 5], [5, 5, 5, 20]), ([6, 5, 1], [5, 4, 5, 20])] {
        let mut playing = thrown_at([fighter(6).active(suit.clone()), fighter(7)]).play();
        playing.play(area(1), faces);
        assert_eq!(playing.lp(), lp);
    }
}

#[test]
fn a_9_barrel_each_spear_rolls_its_own_defense_after_the_dice() {
    let spear = card(2).melee(2).technique(Effect::WhirlingSpear);
    let mut playing =
        thrown_at([fighter(6).active(spear.clone()), fighter(7).active(spear)]).play();
    playing.play(area(1), [3, 4, 5, /* defenses */ 4, 6]);
    assert_eq!(playing.lp(), [5, 4, 7, 20]);
}

/// Creates a game in which fighter 0 of team 1 may hit zone 1 with a powder barrel. In zone 1 stand
/// fighter 1 (`mate`, of team 1) and fighter 2 (`opponent`).
fn mate_in_zone(mate: Guest, opponent: Guest) -> Given {
    given([
        fighter(5).at(0).team(1).plays(barrel()),
        mate.at(1).team(1),
        opponent.at(1).team(2),
        fighter(20).at(3).team(2),
    ])
}

rules! {
    // The teammate's elimination gives the attacker a point, a trophy and a rock.
    a_5_7_barrel_hits_teammates_in_full:
        mate_in_zone(fighter(6).lp(1).charm(), fighter(7)).round(3).play().play(area(1), [6, 4, 1])
            .then(|it| assert_eq!(it.who(), 1, "its charm is asked about")).play(Keep, [4])
            .lives([4, 0, 5, 20]).scores([1 + 4, 0, 0, 0]).is(|it| it.state.trophies[0], 0b0010);
    a_5_7_barrel_needs_an_opponent_to_be_thrown_at:
        mate_in_zone(fighter(6), fighter(7).active(ring())).play().expect([area(3)]);
    a_5_7_barrel_and_friendly_fire_aims_at_mates_alone:
        mate_in_zone(fighter(6), fighter(7).active(ring()))
            .rules(|rules| rules.friendly_fire = true).play().expect([area(1), area(3)]);
    a_9_barrel_spares_a_mate_with_a_ghost_ring:
        mate_in_zone(fighter(6).active(ring()), fighter(7)).play().play(area(1), [6, 6, 6])
            .lives([5, 6, 4, 20]);
    a_9_barrel_ends_the_throwers_skulls:
        thrown_at([fighter(6).plays(card(2).shoots(1)), fighter(7)]).skull(0, 1).play()
            .play(area(1), [1, 1, 1]).expect([shot(0), shot(3)]);
}

fn bow() -> Card {
    card(4).shoots(2).technique(Effect::DoubleBow)
}

rules! {
    // Target 1 is near and target 2 far: a 4 wounds only target 1.
    a_9_double_bow_names_every_pair_of_targets:
        given([
            fighter(6).at(0).plays(bow()), fighter(7).at(1), fighter(8).at(2), fighter(9).at(2),
            fighter(10).at(0),
        ]).play().expect([pair(1, 2), pair(1, 3), pair(2, 3)]).play(pair(1, 2), [4, 4, 4, 5])
            .lives([6, 5, 7, 9, 10]).rolled([(1, vec![4, 4], 4), (2, vec![4, 5], 5)]);
    a_9_double_bow_with_one_target_is_one_shot:
        given([fighter(6).at(0).plays(bow()), fighter(7).at(1), fighter(8).at(2).active(ring())])
            .play().expect([shot(1)]).play(shot(1), [4, 4]).lives([6, 5, 8]);
}

#[test]
fn a_9_double_bow_each_suit_costs_its_own_shot_a_die() {
    let suit = card(2).item(Effect::BlindingSuit);
    let targets = |one: Guest, other: Guest| {
        given([fighter(6).at(0).plays(bow()), one.at(1), other.at(1)]).play()
    };
    let worn = || fighter(7).active(suit.clone());
    let mut playing = targets(worn(), fighter(8));
    playing.play(pair(1, 2), [6, 5, 5]);
    assert_eq!(playing.lp(), [6, 6, 6]);
    let mut playing = targets(fighter(7), worn());
    playing.play(pair(1, 2), [5, 5, 6]);
    assert_eq!(playing.lp(), [6, 5, 6]);
}

#[test]
fn a_9_double_bow_spears_roll_after_both_shots() {
    let spear = card(2).melee(2).technique(Effect::WhirlingSpear);
    let mut playing = given([
        fighter(6).at(0).plays(bow()),
        fighter(7).at(1).active(spear.clone()),
        fighter(8).at(1).active(spear),
    ])
    .play();
    playing.play(pair(1, 2), [1, 2, 5, 6, /* defenses */ 2, 6]);
    assert_eq!(playing.lp(), [6, 6, 7]);
}

rules! {
    a_9_double_bow_each_target_has_its_charm_in_ascending_size:
        given([fighter(6).at(0).plays(bow()), fighter(7).at(1).charm(), fighter(8).at(2).charm()])
            .play().play(pair(1, 2), [4, 1, 6, 6]).asks(1).expect([Keep, Flip(4), Reroll(1)])
            .play(Flip(4), []).is(|it| (it.who(), it.lp()[1]), (2, 7))
            .expect([Keep, Flip(6), Reroll(1), Reroll(2)]).play(Reroll(2), [1, 1]).lives([6, 7, 8]);
}

#[test]
fn a_9_claymore_rolls_its_number_of_dice() {
    let claymore = || card(4).item(Effect::ElectricClaymore);
    let start = |target: Guest| given([fighter(9).at(0).plays(claymore()), target.at(1)]).play();
    start(fighter(10)).play(shot(1), [1, 3]);
    start(fighter(10)).play(shot(1), [6, 1, 1, 1, 1, 1, 1]);
    // An attack on the wearer of a blinding suit has one die fewer, possibly none.
    let suit = card(2).item(Effect::BlindingSuit);
    start(fighter(10).active(suit.clone())).play(shot(1), [3, 1, 1]);
    start(fighter(10).active(suit)).play(shot(1), [1]);
}

#[test]
fn a_9_energy_armour_adds_one_to_each_die_of_the_shot_alone() {
    let armour = card(4).melee(1).shoots(3).item(Effect::EnergyArmour { bonus: 1 });
    let mut playing =
        given([fighter(16).at(0).plays(armour.clone()), fighter(17).at(0), fighter(18).at(1)])
            .play();
    playing.play(shot(2), [3, 3, 2]).play(melee(1), [3]);
    assert_eq!(playing.lp(), [16, 17, 16]);
    // For a far shot, the bonus cancels the penalty.
    let mut playing = given([fighter(16).at(0).plays(armour), fighter(17).at(2)]).play();
    playing.play(shot(1), [3, 4, 4]);
    assert_eq!(playing.lp()[1], 15);
}

#[test]
fn a_5_7_areas_spare_mates_by_setting() {
    let spare = |fire| {
        mate_in_zone(fighter(6), fighter(7))
            .rules(|rules| (rules.areas_spare_mates, rules.friendly_fire) = (true, fire))
            .play()
    };
    let mut playing = spare(false);
    playing.play(area(1), [6, 6, 6]);
    assert_eq!(playing.lp(), [5, 6, 4, 20]);
    let mut playing = spare(true);
    playing.play(area(1), [6, 6, 6]);
    assert_eq!(playing.lp(), [5, 3, 4, 20], "unless they may be aimed at");
}
