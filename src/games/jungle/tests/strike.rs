//! Tests of strikes (rules J-5.4 to J-5.6).

use super::given::{HIT, MISS, OWN, Played, party, rules, with, with_two};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::{Choice, Equipment, Phase, Rebel, Rules, SheetTables, Weapon, sets};

fn fighting(rebel: Rebel, cards: &[Equipment]) -> Played {
    let mut played = party(1).start().bag(0, cards).pairs([0, 1, 0, 0]);
    played = played.rebels(&[rebel]);
    played.play(Choice::Fight, &[]);
    played
}

#[test]
fn j_5_4_sets_of_weapons_in_order() {
    use Equipment as E;
    use Weapon::{Grenade, Own, Pistol, Rifle, Sabre};
    let mut rules = super::given::rules();
    let of = |rules: &Rules, cards: &[E]| {
        sets(&SheetTables::new(rules), cards.iter().copied().collect()).to_vec()
    };
    assert_eq!(of(&rules, &[]), [(Own, None)]);
    assert_eq!(
        of(&rules, &[E::Grenade, E::Grenade, E::Rifle]),
        [(Own, None), (Own, Some(Grenade)), (Grenade, Some(Grenade)), (Rifle, None)]
    );
    assert_eq!(
        of(&rules, &[E::Pistol, E::Grenade, E::Sabre, E::Sabre]),
        [
            (Own, Some(Pistol)),
            (Own, Some(Grenade)),
            (Own, Some(Sabre)),
            (Pistol, Some(Grenade)),
            (Pistol, Some(Sabre)),
            (Grenade, Some(Sabre)),
            (Sabre, Some(Sabre)),
        ]
    );
    // If a weapon has a negative bonus, one weapon may take more life than two weapons.
    rules.equipment.sabre.attack = -1;
    assert_eq!(of(&rules, &[E::Sabre]), [(Own, None), (Own, Some(Sabre)), (Sabre, None)]);
    assert_eq!(of(&rules, &[E::Pistol]), [(Own, Some(Pistol))]);
}

#[test]
fn j_5_4_suit_weapons_cards_flight() {
    use Equipment as E;
    let cards = [E::Suit, E::Missile, E::Potion, E::FirstAid, E::Tonic];
    let mut played = fighting(Rebel::Brute, &cards);
    played.state.heroes[0].life = 5;
    played.state.heroes[0].energy = 1;
    let missile = Choice::Attack { first: Weapon::Own, second: None, missile: true };
    assert_eq!(
        played.options(),
        [
            Choice::Suit,
            OWN,
            missile,
            Choice::Use(E::Potion),
            Choice::Use(E::FirstAid),
            Choice::Convert,
            Choice::Flee,
        ]
    );
    // The use of first aid or K-energy does not end the hero's strike.
    played.plays(&[Choice::Use(E::FirstAid), Choice::Convert]);
    assert_eq!((played.life(0), played.state.phase), (9, Phase::Striking));
}

#[test]
fn j_5_4_capsules_may_be_used_in_fights() {
    let mut played = party(1)
        .rules(|rules| rules.capsules_in_fights = true)
        .start()
        .bag(0, &[Equipment::Capsule, Equipment::FirstAid])
        .pairs([0, 1, 0, 0])
        .rebels(&[Rebel::Brute])
        .hero(0, |hero| (hero.clock, hero.life) = (3, 5));
    played.play(Choice::Fight, &[]);
    let uses = [Equipment::Capsule, Equipment::FirstAid].map(Choice::Use);
    assert_eq!(played.options(), [OWN, uses[0], uses[1], Choice::Flee]);
    played.play(uses[0], &[]);
    assert_eq!((played.clock(0), played.state.phase), (1, Phase::Striking));
    let mut played = fighting(Rebel::Brute, &[Equipment::Capsule]);
    played.state.heroes[0].clock = 3;
    assert_eq!(played.options(), [OWN, Choice::Flee], "not by default");
}

#[test]
fn j_5_4_attacks_that_do_the_same_are_one() {
    use Equipment as E;
    // The hero's own weapon with a sabre, and two sabres, both have 4 damage.
    let played = fighting(Rebel::Brute, &[E::Sabre, E::Sabre]);
    let one = with_two(Weapon::Own, Weapon::Sabre);
    assert_eq!(played.options(), [one, Choice::Flee]);
    // Against a foe with 2 life, all permanent weapons with equally many hitting faces are equal.
    let played = fighting(Rebel::Scout, &[E::Sabre, E::Pistol, E::Rifle]);
    let first = with_two(Weapon::Own, Weapon::Pistol);
    let second = with_two(Weapon::Own, Weapon::Sabre);
    assert_eq!(played.options(), [first, second, Choice::Flee]);
}

rules! {
    j_5_4_attacks_that_never_hit_are_one:
        party(1).rules(|rules| rules.rebels.brute.defense = 6).start()
            .bag(0, &[Equipment::Grenade, Equipment::Missile]).pairs([0, 1, 0, 0])
            .rebels(&[Rebel::Brute]).play(Choice::Fight, &[]).expect([OWN, Choice::Flee]);
    j_5_5_strictly_above_the_defense:
        fighting(Rebel::Guard, &[]).play(OWN, &[PrescribedFall::Die(3), MISS])
            .is(|it| it.state.fight.unwrap().life, 4).play(OWN, &[PrescribedFall::Die(4), MISS])
            .is(|it| it.state.fight.unwrap().life, 2).play(OWN, &[HIT])
            .is(|it| it.state.fight, None);
    j_5_5_a_malus_is_taken_from_the_die:
        party(1).rules(|rules| rules.equipment.rifle.attack = -2).start()
            .bag(0, &[Equipment::Rifle]).pairs([0, 1, 0, 0]).rebels(&[Rebel::Guard])
            .play(Choice::Fight, &[]).play(with(Weapon::Rifle), &[PrescribedFall::Die(1), MISS])
            .play(with(Weapon::Rifle), &[PrescribedFall::Die(5), MISS])
            .is(|it| it.state.fight.unwrap().life, 4)
            .play(with(Weapon::Rifle), &[PrescribedFall::Die(6)]).is(|it| it.state.fight, None);
    j_5_6_a_hit_takes_life:
        fighting(Rebel::Guard, &[]).play(OWN, &[MISS, PrescribedFall::Die(3)])
            .is(|it| it.life(0), 10).play(OWN, &[MISS, PrescribedFall::Die(4)])
            .is(|it| (it.life(0), it.state.phase), (8, Phase::Striking));
}

#[test]
fn j_5_6_energy_or_a_hostage_instead() {
    let hit = || {
        let mut played = fighting(Rebel::Guard, &[]);
        (played.state.heroes[0].energy, played.state.heroes[0].hostages) = (1, 1);
        played.play(OWN, &[MISS, HIT]);
        played
    };
    let mut played = hit();
    let all = [Choice::Annul, Choice::Sacrifice, Choice::Suffer];
    assert_eq!(played.options(), all);
    played.play(Choice::Annul, &[]);
    let left = |played: &Played| (played.life(0), played.energy(0), played.hostages(0));
    assert_eq!(left(&played), (10, 0, 1));
    let mut played = hit();
    played.play(Choice::Sacrifice, &[]);
    assert_eq!(left(&played), (10, 1, 0));
    let mut played = hit();
    played.play(Choice::Suffer, &[]);
    assert_eq!(left(&played), (8, 1, 1));
    let mut played = fighting(Rebel::Guard, &[]);
    played.state.heroes[0].hostages = 1;
    played.play(OWN, &[MISS, HIT]);
    assert_eq!(played.options(), all[1..]);
}

rules! {
    // The order of strikes is hero 0, the rebel, hero 1. Hero 2 stays out of the fight.
    j_5_6_the_target_is_drawn:
        party(3).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Guard])
            .plays(&[Choice::Fight, Choice::Join])
            .play(Choice::Stay, &[PrescribedFall::Pick(0), PrescribedFall::Pick(4)])
            .play(with(Weapon::Own), &[MISS, PrescribedFall::Pick(1), HIT])
            .is(|it| (it.life(0), it.life(1)), (10, 8)).is(|it| it.decider(), Some(1));
}
