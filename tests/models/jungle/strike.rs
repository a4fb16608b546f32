//! The strikes of a fight in the model, a second implementation of the rules (J-5.4 to J-5.6).

use super::words::{Name, ONE_HANDED, OWN, Seat};
use super::world::{Step, World};
use super::{Choice, Model, Question};
use crate::game::chance::Owner;

/// Name of the weapon that is used up by an attack (rule J-5.5).
const SINGLE_USE: Name = "grenade";

impl Model {
    /// Plays the strike of a hero (rule J-5.4).
    pub fn hero_strikes(&mut self, seat: Seat, world: &mut World) -> Step {
        loop {
            let options = self.strikes_open(seat);
            match self.asks(seat, Question::Strike, options, world) {
                Choice::Use(card) => self.uses(seat, card),
                Choice::Convert => self.converts(seat),
                Choice::Suit => {
                    self.uses_suit(seat);
                    let damage = match self.settings.text("suit_damage") {
                        "weapon" => self.heroes[seat].hero.damage,
                        _ => self.settings.of("equipment", "suit", "amount"),
                    };
                    self.hits(seat, damage);
                    return Ok(());
                }
                Choice::Attack { weapons, missile } => {
                    self.attacks(seat, &weapons, missile, world);
                    return Ok(());
                }
                Choice::Flee => return self.flees_fight(seat, world),
                other => panic!("{other:?} is no strike"),
            }
        }
    }

    fn strikes_open(&self, seat: Seat) -> Vec<Choice> {
        let held = &self.heroes[seat].held;
        let mut options = Vec::new();
        if held.count("suit") > 0 {
            options.push(Choice::Suit);
        }
        let mut known = Vec::new();
        for weapons in self.weapon_sets(seat) {
            for missile in [false, true] {
                if !missile || held.count("missile") > 0 {
                    let does = self.would_do(seat, &weapons, missile);
                    if !known.contains(&does) {
                        known.push(does);
                        let weapons = weapons.clone();
                        options.push(Choice::Attack { weapons, missile });
                    }
                }
            }
        }
        options.extend(self.uses_in_fight(seat));
        if self.fight.as_ref().unwrap().rebel.kind != "boss" {
            options.push(Choice::Flee);
        }
        options
    }

    /// Returns the sets of weapons with which a hero can attack, in the order of rule J-5.4.
    fn weapon_sets(&self, seat: Seat) -> Vec<Vec<Name>> {
        let held = &self.heroes[seat].held;
        let has = |weapon: Name| match weapon {
            OWN => 1,
            weapon => held.count(weapon),
        };
        let malus = |weapon: Name| self.settings.signed("equipment", weapon, "attack") < 0;
        let one_alone =
            ONE_HANDED.iter().any(|&weapon| weapon != OWN && has(weapon) > 0 && malus(weapon));
        let staying: usize = ONE_HANDED
            .iter()
            .filter(|&&weapon| weapon != SINGLE_USE)
            .map(|&weapon| has(weapon))
            .sum();
        let mut sets = Vec::new();
        for (index, &first) in ONE_HANDED.iter().enumerate() {
            if has(first) > 0 && first != SINGLE_USE && (staying < 2 || one_alone) {
                sets.push(vec![first]);
            }
            for &second in &ONE_HANDED[index..] {
                let least = if first == second { 2 } else { 1 };
                if has(first) > 0 && has(second) >= least {
                    sets.push(vec![first, second]);
                }
            }
        }
        if has("rifle") > 0 {
            sets.push(vec!["rifle"]);
        }
        sets
    }

    /// Returns the consequences of an attack: number of hitting faces, life that a hit takes, and
    /// cards that are used up (rule J-5.4).
    fn would_do(&self, seat: Seat, weapons: &[Name], missile: bool) -> (usize, u32, Vec<Name>) {
        let (bonus, damage) = self.bonus_and_damage(seat, weapons, missile);
        let rebel = &self.fight.as_ref().unwrap().rebel;
        let defense = self.rebel(rebel.kind, "defense");
        let faces = (1..=6).filter(|die| die + bonus > i64::from(defense)).count();
        if faces == 0 {
            return (0, 0, vec![]);
        }
        let mut cards = weapons.to_vec();
        cards.retain(|&weapon| weapon == SINGLE_USE);
        cards.extend(missile.then_some("missile"));
        (faces, damage.min(rebel.life), cards)
    }

    /// Returns the bonus and the damage of an attack (rule J-5.5).
    fn bonus_and_damage(&self, seat: Seat, weapons: &[Name], missile: bool) -> (i64, u32) {
        let of = |name, column| self.settings.of("equipment", name, column);
        let hero = &self.heroes[seat];
        let mut bonus = i64::from(self.ability(seat, "marksman"));
        let mut damage = 0;
        for &weapon in weapons {
            if weapon == OWN {
                damage += hero.hero.damage;
            } else {
                damage += of(weapon, "amount");
                bonus += self.settings.signed("equipment", weapon, "attack");
            }
        }
        if missile {
            damage += of("missile", "amount");
        } else if hero.held.count("drone") > 0 {
            damage += of("drone", "amount");
        }
        if 2 * hero.life <= hero.hero.life {
            damage += self.ability(seat, "fury");
        }
        (bonus, damage)
    }

    fn attacks(&mut self, seat: Seat, weapons: &[Name], missile: bool, world: &mut World) {
        let (bonus, damage) = self.bonus_and_damage(seat, weapons, missile);
        let rebel = self.under_way().rebel.kind;
        let die = 1 + world.draw(Owner::Player(seat), 6) as i64;
        self.note(format!("{seat} attacks with {weapons:?} {missile}: {die}"));
        self.under_way().struck = Some(seat);
        if die + bonus > i64::from(self.rebel(rebel, "defense")) {
            for &weapon in weapons {
                if weapon == SINGLE_USE {
                    self.discards(seat, weapon);
                }
            }
            if missile {
                self.discards(seat, "missile");
            }
            self.hits(seat, damage);
        }
    }

    fn hits(&mut self, seat: Seat, damage: u32) {
        let fight = self.under_way();
        fight.struck = Some(seat);
        fight.rebel.life = fight.rebel.life.saturating_sub(damage);
    }

    /// Plays the strike of the rebel or the Boss (rule J-5.6).
    pub fn rebel_strikes(&mut self, world: &mut World) -> Step {
        let fight = self.under_way();
        let (rebel, heroes) = (fight.rebel.kind, fight.heroes.clone());
        let target = match heroes.len() {
            1 => heroes[0],
            several => heroes[world.draw(Owner::Game, several)],
        };
        let die = 1 + world.draw(Owner::Player(target), 6) as u32;
        self.note(format!("{rebel} strikes {target}: {die}"));
        if die + self.rebel(rebel, "attack") <= self.defense(target) {
            return Ok(());
        }
        let damage = self.rebel(rebel, "damage");
        let tough = self.ability(target, "tough");
        let damage = damage.saturating_sub(tough).max(1);
        let hero = &self.heroes[target];
        let mut options = Vec::new();
        if hero.energy > 0 {
            options.push(Choice::Energy);
        }
        if hero.hostages > 0 {
            options.push(Choice::Hostage);
        }
        if !options.is_empty() {
            options.push(Choice::Suffer);
            match self.asks(target, Question::Hit, options, world) {
                Choice::Energy => {
                    self.heroes[target].energy -= 1;
                    return Ok(());
                }
                Choice::Hostage => {
                    self.heroes[target].hostages -= 1;
                    return Ok(());
                }
                _ => {}
            }
        }
        self.loses_life(target, damage, world)?;
        if self.in_play(target) {
            match rebel {
                "cook" => {
                    self.under_way().bolas.insert(target);
                }
                "shaman" => self.more_stress(target, 1),
                "looter" => self.loses_a_card(target, world),
                "warden" => self.heroes[target].hour += 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn defense(&self, seat: Seat) -> u32 {
        let hero = &self.heroes[seat];
        let armour = ["vest", "plate"].into_iter();
        let worn = armour.filter(|&armour| hero.held.count(armour) > 0);
        let best = worn.map(|armour| self.settings.of("equipment", armour, "amount"));
        hero.hero.defense + best.max().unwrap_or(0)
    }
}
