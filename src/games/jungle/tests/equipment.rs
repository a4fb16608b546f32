//! Tests of each equipment (rule J-E).

use super::given::{HIT, MISS, OWN, Played, party, rules, with_two};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::rules::SuitDamage;
use crate::games::jungle::{Choice, Equipment, Event, Phase, Rebel, Weapon};

/// Creates a mission in which hero 0 has lost life, has stress and used hours, and holds these
/// cards.
fn holding(cards: &[Equipment]) -> Played {
    let played = party(1).start().bag(0, cards).hidden(&[4]);
    played.hero(0, |hero| {
        (hero.life, hero.stress, hero.clock) = (3, 5, 10);
    })
}

fn used(kind: Equipment) -> Played {
    let mut played = holding(&[kind]);
    played.play(Choice::Use(kind), &[]);
    assert_eq!(played.holds(0, kind), 0);
    assert_eq!(played.state.equipment.discards()[kind as usize], 1);
    played
}

/// Creates a fight of hero 0, who holds these cards, against a brute with 6 life and defense 2.
fn fighting(cards: &[Equipment]) -> Played {
    let mut played = party(1).start().bag(0, cards);
    played = played.pairs([0, 1, 0, 0]).rebels(&[Rebel::Brute]);
    played.play(Choice::Fight, &[]);
    played
}

fn foe(played: &Played) -> u8 {
    played.state.fight.map_or(0, |fight| fight.life)
}

/// Creates a mission in which hero 0 draws this equipment from the top of the pile.
fn drawn(kind: Equipment) -> Played {
    let mut played = party(1).start().pairs([0, 0, 1, 0]);
    played.state.equipment.stack(&[kind as usize]);
    played.play(Choice::Search, &[]);
    played
}

#[test]
fn j_e1_potion() {
    assert_eq!(used(Equipment::Potion).life(0), 9);
    let start = |cap| {
        let played = party(1).rules(|rules| rules.life_cap = cap).start();
        let played = played.bag(0, &[Equipment::Potion]);
        played.hero(0, |hero| hero.life = 8)
    };
    let mut played = start(true);
    played.play(Choice::Use(Equipment::Potion), &[]);
    assert_eq!(played.life(0), 10);
    let mut played = start(false);
    played.play(Choice::Use(Equipment::Potion), &[]);
    assert_eq!(played.life(0), 14);
}

rules! {
    j_e2_capsule:
        assert_eq!(used(Equipment::Capsule).clock(0), 8);
    j_e3_medal:
        holding(&[Equipment::Medal])
            .then(|it| assert!(!it.offers(Choice::Use(Equipment::Medal)), "J-4.1"));
    j_e4_first_aid:
        assert_eq!(used(Equipment::FirstAid).life(0), 6);
    j_e5_scanner:
        holding(&[Equipment::Scanner]).play(Choice::Scan(4), &[])
            .then(|it| assert!(it.state.is_revealed(4)))
            .is(|it| it.holds(0, Equipment::Scanner), 0);
    j_e6_tonic:
        assert_eq!(used(Equipment::Tonic).stress(0), 3);
}

#[test]
fn j_e7_pistol() {
    let mut played = fighting(&[Equipment::Pistol]);
    let both = with_two(Weapon::Own, Weapon::Pistol);
    assert_eq!(played.options()[..2], [both, Choice::Flee]);
    // A die of 2 with a bonus of 1 beats defense 2; the two weapons have damage 2 and 1.
    played.play(both, &[PrescribedFall::Die(2), MISS]);
    assert_eq!((foe(&played), played.holds(0, Equipment::Pistol)), (3, 1));
}

#[test]
fn j_e8_grenade_is_discarded_with_a_hit_only() {
    let mut played = fighting(&[Equipment::Grenade]);
    let both = with_two(Weapon::Own, Weapon::Grenade);
    assert_eq!(played.options(), [OWN, both, Choice::Flee]);
    played.play(both, &[MISS, MISS]);
    assert_eq!(played.holds(0, Equipment::Grenade), 1);
    played.play(both, &[HIT]);
    assert_eq!(played.holds(0, Equipment::Grenade), 0);
    assert_eq!(played.hostages(0), 1, "2 and 4");
}

rules! {
    j_e9_sabre:
        fighting(&[Equipment::Sabre])
            .play(with_two(Weapon::Own, Weapon::Sabre), &[PrescribedFall::Die(2), MISS])
            .then(|it| assert_eq!(foe(it), 6, "nothing is added to the die"))
            .play(with_two(Weapon::Own, Weapon::Sabre), &[PrescribedFall::Die(3), MISS])
            .then(|it| assert_eq!((foe(it), it.holds(0, Equipment::Sabre)), (2, 1)));
}

#[test]
fn j_e10_rifle() {
    let mut played = fighting(&[Equipment::Rifle]);
    let rifle = super::given::with(Weapon::Rifle);
    assert_eq!(played.options(), [OWN, rifle, Choice::Flee]);
    played.play(rifle, &[PrescribedFall::Die(2), MISS]);
    assert_eq!((foe(&played), played.holds(0, Equipment::Rifle)), (2, 1));
}

#[test]
fn j_e11_missile() {
    let mut played = fighting(&[Equipment::Missile]);
    let missile = Choice::Attack { first: Weapon::Own, second: None, missile: true };
    assert_eq!(played.options(), [OWN, missile, Choice::Flee]);
    played.play(missile, &[MISS, MISS]);
    assert_eq!(played.holds(0, Equipment::Missile), 1);
    played.play(missile, &[HIT, MISS]);
    assert_eq!((foe(&played), played.holds(0, Equipment::Missile)), (1, 0));
}

rules! {
    j_e12_suit:
        fighting(&[Equipment::Suit]).expect([Choice::Suit, OWN, Choice::Flee])
            .play(Choice::Suit, &[MISS])
            .then(|it| assert_eq!((foe(it), it.state.heroes[0].used_suits), (3, 1)))
            .play(Choice::Suit, &[]).is(|it| (it.hostages(0), it.holds(0, Equipment::Suit)), (1, 0))
            .is(|it| it.state.heroes[0].used_suits, 0);
    j_e12_a_suit_may_take_what_the_weapon_takes:
        party(1).rules(|rules| rules.suit_damage = SuitDamage::Weapon).start()
            .bag(0, &[Equipment::Suit, Equipment::Drone]).pairs([0, 1, 0, 0])
            .rebels(&[Rebel::Brute]).play(Choice::Fight, &[]).play(Choice::Suit, &[MISS])
            .then(|it| assert_eq!(foe(it), 4, "2, and nothing is added"));
}

#[test]
fn j_e12_its_uses_go_with_a_suit() {
    let mut played = party(2)
        .start()
        .bag(0, &[Equipment::Suit, Equipment::Suit])
        .hero(0, |hero| hero.used_suits = 1);
    played.play(Choice::Hand(Equipment::Suit, 1), &[]);
    let used = |played: &Played, hero: usize| played.state.heroes[hero].used_suits;
    assert_eq!((used(&played, 0), used(&played, 1)), (0, 1));
    played.play(Choice::Hand(Equipment::Suit, 1), &[]);
    assert_eq!((used(&played, 1), played.holds(1, Equipment::Suit)), (1, 2));
}

/// Returns true if a guard's attack die hits a hero with defense 3 that holds these cards.
fn guard_hits(cards: &[Equipment], die: u8) -> bool {
    let mut played = party(1).start().bag(0, cards).pairs([0, 1, 0, 0]);
    played = played.rebels(&[Rebel::Guard]);
    played.play(Choice::Fight, &[]);
    played.play(played.options()[0], &[MISS, PrescribedFall::Die(die)]);
    played.life(0) < 10
}

rules! {
    j_e13_vest:
        assert!(guard_hits(&[], 4) && !guard_hits(&[], 3)),
        assert!(!guard_hits(&[Equipment::Vest], 4) && guard_hits(&[Equipment::Vest], 5));
    j_e14_drone:
        fighting(&[Equipment::Drone, Equipment::Missile]).play(OWN, &[HIT, MISS])
            .then(|it| assert_eq!(foe(it), 3, "2 and 1")),
        fighting(&[Equipment::Drone, Equipment::Missile])
            .play(Choice::Attack { first: Weapon::Own, second: None, missile: true }, &[HIT, MISS])
            .then(|it| assert_eq!(foe(it), 1, "2 and 3: one device at a time"))
            .is(|it| it.holds(0, Equipment::Drone), 1);
}

#[test]
fn j_e15_plate_one_armour_at_a_time() {
    let both = [Equipment::Vest, Equipment::Plate];
    assert!(!guard_hits(&both, 5) && guard_hits(&both, 6));
}

rules! {
    j_e16_crystal:
        drawn(Equipment::Crystal).is(|it| it.energy(0), 1)
            .then(|it| assert!(it.state.heroes[0].bag.is_empty()));
    j_e17_junk:
        drawn(Equipment::Junk).then(|it| assert!(it.state.heroes[0].bag.is_empty()))
            .is(|it| it.state.equipment.discards()[Equipment::Junk as usize], 1);
}

#[test]
fn j_8_a_lost_card_is_drawn_of_those_that_are_held() {
    let mut played = party(1).start().bag(0, &[Equipment::Vest; 15]);
    played = played.pairs([0, 0, 1, 0]);
    played.state.equipment.stack(&[Equipment::Vest as usize]);
    played.play(Choice::Search, &[]);
    assert_eq!(played.holds(0, Equipment::Vest), 15, "what is more is discarded");
    let drawn = Event::Draws { hero: 0, equipment: Equipment::Vest };
    assert!(played.events.contains(&drawn));
    assert_eq!(played.state.phase, Phase::Acting);
}
