//! The strike of a hero in a fight (rules J-5.4 and J-5.5).

use arrayvec::ArrayVec;

use super::event::{AttackThrow, Event};
use super::kinds::{Equipment, Weapon};
use super::mission::Mission;
use super::rules::SuitDamage;
use super::state::{Fight, Foe, State};
use super::{Bag, Choice, Jungle, SheetTables};
use crate::game::{Chance, Observer, Options};

/// The weapons of an attack: one or two one-handed weapons, or one two-handed weapon.
pub type Weapons = (Weapon, Option<Weapon>);

/// Bonus, damage and chance of a hero's attack with certain weapons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StrikeAttack {
    /// Bonus on the hero's attack die.
    pub bonus: i8,
    pub damage: u8,
    /// Number of faces of the attack die that hit, 0 to 6.
    pub hits: u8,
}

impl Jungle {
    /// Lists the attacks and other options of a hero in a fight, at most 32 (rule J-5.4).
    pub(super) fn strikes(&self, state: &State, fight: &Fight, options: &mut Options<Choice>) {
        let hero = state.asked;
        let bag = state.hero(hero).bag;
        if bag.has(Equipment::Suit) {
            options.push(Choice::Suit);
        }
        let mut known: ArrayVec<Alike, 28> = ArrayVec::new();
        for (first, second) in sets(&self.tables, bag) {
            for missile in [false, true] {
                if missile && !bag.has(Equipment::Missile) {
                    continue;
                }
                let attack = self.attack(state, hero, fight, (first, second), missile);
                let alike = Alike::of(fight, attack, (first, second), missile);
                if !known.contains(&alike) {
                    known.push(alike);
                    options.push(Choice::Attack { first, second, missile });
                }
            }
        }
        for kind in [Equipment::Potion, Equipment::Capsule, Equipment::FirstAid] {
            let in_fights = kind != Equipment::Capsule || self.rules.capsules_in_fights;
            if in_fights && self.can_use(state, hero, kind) {
                options.push(Choice::Use(kind));
            }
        }
        if self.can_convert(state, hero) {
            options.push(Choice::Convert);
        }
        if fight.foe != Foe::Boss {
            options.push(Choice::Flee);
        }
    }

    /// Returns bonus, damage and chance of a hero's attack with these weapons (rule J-5.5).
    pub fn attack(
        &self,
        state: &State,
        hero: u8,
        fight: &Fight,
        (first, second): Weapons,
        missile: bool,
    ) -> StrikeAttack {
        let sheet = self.sheet(state, hero);
        let board = state.hero(hero);
        let (mut bonus, mut damage) = (sheet.attack, 0);
        for weapon in std::iter::once(first).chain(second) {
            match weapon.card() {
                None => damage += sheet.damage,
                Some(card) => {
                    let card = self.tables.equipment[card as usize];
                    bonus += card.attack;
                    damage += card.amount;
                }
            }
        }
        if missile {
            damage += self.amount_of(Equipment::Missile);
        } else if board.bag.has(Equipment::Drone) {
            damage += self.amount_of(Equipment::Drone);
        }
        // Fury: extra damage while the hero has at most half of its life (rule J-A9).
        if board.life * 2 <= sheet.life {
            damage += sheet.fury;
        }
        let hits = hitting_faces(self.defense_of(fight.foe), bonus);
        StrikeAttack { bonus, damage, hits }
    }

    /// Returns the life that an attack with an invisibility suit takes, without a die (rule J-E12).
    pub fn suit_damage(&self, state: &State, hero: u8) -> u8 {
        match self.rules.suit_damage {
            SuitDamage::Card => self.amount_of(Equipment::Suit),
            SuitDamage::Weapon => self.sheet(state, hero).damage,
        }
    }

    /// Returns the number that the result of a hero's attack on a foe must exceed.
    fn defense_of(&self, foe: Foe) -> u8 {
        match foe {
            Foe::Rebel(rebel) => self.tables.rebels[rebel as usize].defense,
            Foe::Boss => self.rules.boss.defense,
        }
    }
}

/// Returns the number of faces of a die, 0 to 6, whose value plus the bonus exceeds a defense
/// (rules J-5.5 and J-5.6).
#[inline]
pub fn hitting_faces(defense: u8, bonus: i8) -> u8 {
    (6 + bonus - defense as i8).clamp(0, 6) as u8
}

/// The consequences of an attack. If several attacks have equal consequences, only one of these
/// attacks is an option (rule J-5.4).
#[derive(PartialEq, Eq, Default)]
struct Alike {
    hits: u8,
    damage: u8,
    grenades: u8,
    missile: bool,
}

impl Alike {
    fn of(fight: &Fight, attack: StrikeAttack, (first, second): Weapons, missile: bool) -> Alike {
        if attack.hits == 0 {
            return Alike::default();
        }
        let grenades = [Some(first), second];
        let grenades = grenades.iter().filter(|one| **one == Some(Weapon::Grenade));
        Alike {
            hits: attack.hits,
            damage: attack.damage.min(fight.life),
            grenades: grenades.count() as u8,
            missile,
        }
    }
}

/// Returns the sets of weapons with which a hero that holds these cards can attack, in the order of
/// rule J-5.4.
pub fn sets(tables: &SheetTables, bag: Bag) -> ArrayVec<Weapons, 14> {
    let count = |weapon: Weapon| weapon.card().map_or(1, |card| bag.count(card));
    let hands = [Weapon::Own, Weapon::Pistol, Weapon::Grenade, Weapon::Sabre];
    let lasting = count(Weapon::Own) + count(Weapon::Pistol) + count(Weapon::Sabre);
    // Two weapons take at least as much life as one of them, unless a weapon has a negative bonus.
    let has_malus = |weapon: &Weapon| {
        let card = weapon.card().filter(|&card| bag.has(card));
        card.is_some_and(|card| tables.equipment[card as usize].attack < 0)
    };
    let alone = lasting < 2 || hands.iter().any(has_malus);
    let mut sets = ArrayVec::new();
    for (place, &first) in hands.iter().enumerate() {
        if count(first) == 0 {
            continue;
        }
        if alone && first != Weapon::Grenade {
            sets.push((first, None));
        }
        for &second in &hands[place..] {
            let needed = 1 + u8::from(second == first);
            if count(second) >= needed {
                sets.push((first, Some(second)));
            }
        }
    }
    if count(Weapon::Rifle) > 0 {
        sets.push((Weapon::Rifle, None));
    }
    sets
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    pub fn strike(&mut self, choice: Choice) -> bool {
        let hero = self.state.asked;
        match choice {
            Choice::Suit => self.strike_with_suit(hero),
            Choice::Attack { first, second, missile } => {
                self.attack(hero, (first, second), missile)
            }
            Choice::Use(kind) => self.use_card(hero, kind),
            Choice::Convert => self.convert(hero),
            _ => {
                if let Foe::Rebel(rebel) = self.fight().foe {
                    self.leave_fight(hero);
                    let fight = self.fight();
                    fight.at += 1;
                    fight.fled = hero;
                    self.flee(hero, rebel, false);
                }
            }
        }
        true
    }

    /// Applies a hero's attack with an invisibility suit (rule J-E12).
    fn strike_with_suit(&mut self, hero: u8) {
        let damage = self.game.suit_damage(self.state, hero);
        self.see(Event::Suits { hero, damage });
        if self.state.hero(hero).used_suits > 0 {
            self.discard(hero, Equipment::Suit);
        } else {
            self.state.heroes[usize::from(hero)].used_suits = 1;
        }
        self.fight().at += 1;
        self.hurt_foe(hero, damage);
    }

    /// Throws the die of a hero's attack with weapons, and applies the result (rule J-5.5).
    fn attack(&mut self, hero: u8, weapons: Weapons, missile: bool) {
        let fight = *self.fight();
        let attack = self.game.attack(self.state, hero, &fight, weapons, missile);
        let die = self.chance.roll(usize::from(hero));
        let defense = self.game.defense_of(fight.foe);
        let throw = AttackThrow::new(die, attack.bonus, defense, attack.damage);
        self.see(Event::Strikes { hero, weapons, missile, throw });
        self.fight().at += 1;
        if !throw.hits {
            return;
        }
        for weapon in std::iter::once(weapons.0).chain(weapons.1) {
            if weapon == Weapon::Grenade {
                self.discard(hero, Equipment::Grenade);
            }
        }
        if missile {
            self.discard(hero, Equipment::Missile);
        }
        self.hurt_foe(hero, attack.damage);
    }

    fn hurt_foe(&mut self, hero: u8, damage: u8) {
        let fight = self.fight();
        let life = damage.min(fight.life);
        fight.life -= life;
        fight.struck_last = hero;
        let (foe, left) = (fight.foe, fight.life);
        self.see(Event::FoeLoses { hero, foe, life, left });
    }
}
