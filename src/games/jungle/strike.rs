//! The strike of a hero in a fight (rules J-5.4 and J-5.5).

use arrayvec::ArrayVec;

use super::clash::Enemy;
use super::event::{AttackThrow, Event};
use super::kinds::{Equipment, Weapon};
use super::mission::Mission;
use super::rules::SuitDamage;
use super::state::{Fight, Foe, HeroState, State};
use super::{Bag, Choice, Jungle, Sheet, SheetTables};
use crate::game::{Chance, Observer, Options};

/// The weapons of an attack: one or two one-handed weapons, or one two-handed weapon.
pub type Weapons = (Weapon, Option<Weapon>);

/// Bonus and damage of a hero's attack with certain weapons, including all other bonuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arms {
    /// Bonus on the hero's attack die.
    pub bonus: i8,
    /// Life that a hit takes from the foe.
    pub damage: u8,
}

impl Jungle {
    /// Lists the attacks and other options of a hero in a fight, at most 32 (rule J-5.4).
    pub(super) fn strikes(&self, state: &State, fight: &Fight, options: &mut Options<Choice>) {
        let hero = state.asked;
        let (sheet, board, bag) = (self.sheet(state, hero), state.hero(hero), state.hero(hero).bag);
        let enemy = Enemy::of(self, state, fight.foe, fight.life);
        if bag.has(Equipment::Suit) {
            options.push(Choice::Suit);
        }
        let mut known: ArrayVec<_, 28> = ArrayVec::new();
        for (first, second) in sets(&self.tables, bag) {
            for missile in [false, true] {
                if missile && !bag.has(Equipment::Missile) {
                    continue;
                }
                let arms = self.arms(sheet, board, (first, second), missile);
                let alike = consequences(enemy, arms, (first, second), missile);
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

    /// Returns bonus and damage of a hero's attack with these weapons (rule J-5.5).
    #[inline]
    pub fn arms(
        &self,
        sheet: &Sheet,
        board: &HeroState,
        (first, second): Weapons,
        missile: bool,
    ) -> Arms {
        let mut arms = Arms { bonus: sheet.attack, damage: 0 };
        for weapon in std::iter::once(first).chain(second) {
            match weapon.card() {
                None => arms.damage += sheet.damage,
                Some(card) => {
                    let card = self.tables.equipment[card as usize];
                    arms.bonus += card.attack;
                    arms.damage += card.amount;
                }
            }
        }
        if missile {
            arms.damage += self.amount_of(Equipment::Missile);
        } else if board.bag.has(Equipment::Drone) {
            arms.damage += self.amount_of(Equipment::Drone);
        }
        // Fury: extra damage while the hero has at most half of its life (rule J-A9).
        if board.life * 2 <= sheet.life {
            arms.damage += sheet.fury;
        }
        arms
    }

    /// Returns the life that an attack with an invisibility suit takes, without a die (rule J-E12).
    pub fn suit_damage(&self, state: &State, hero: u8) -> u8 {
        match self.rules.suit_damage {
            SuitDamage::Card => self.amount_of(Equipment::Suit),
            SuitDamage::Weapon => self.sheet(state, hero).damage,
        }
    }
}

/// Returns the number of faces of a die, 0 to 6, whose value plus the bonus exceeds a defense
/// (rules J-5.5 and J-5.6).
#[inline]
pub fn hitting_faces(defense: u8, bonus: i8) -> u8 {
    (6 + bonus - defense as i8).clamp(0, 6) as u8
}

/// Returns the number of grenades among the weapons of an attack.
#[inline]
pub fn grenades((first, second): Weapons) -> u8 {
    u8::from(first == Weapon::Grenade) + u8::from(second == Some(Weapon::Grenade))
}

/// Returns the consequences of an attack: the faces of the die that hit, the life that a hit takes,
/// and the single-use weapons. If several attacks have equal consequences, only one of these
/// attacks is an option (rule J-5.4).
fn consequences(enemy: Enemy, arms: Arms, weapons: Weapons, missile: bool) -> (u8, u8, u8, bool) {
    match enemy.hit_by(arms) {
        0 => (0, 0, 0, false),
        hits => (hits, arms.damage.min(enemy.life), grenades(weapons), missile),
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
    pub fn strike(&mut self, choice: Choice) {
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
        let (sheet, foe) = (self.game.sheet(self.state, hero), self.fight().foe);
        let arms = self.game.arms(sheet, self.state.hero(hero), weapons, missile);
        let die = self.chance.roll(usize::from(hero));
        let defense = self.game.foe(self.state, foe).defense;
        let throw = AttackThrow::new(die, arms.bonus, defense, arms.damage);
        self.see(Event::Strikes { hero, weapons, missile, throw });
        self.fight().at += 1;
        if !throw.hits {
            return;
        }
        for _ in 0..grenades(weapons) {
            self.discard(hero, Equipment::Grenade);
        }
        if missile {
            self.discard(hero, Equipment::Missile);
        }
        self.hurt_foe(hero, arms.damage);
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
