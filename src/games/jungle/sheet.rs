//! The values of heroes and the tables of the rules, in the form that the engine uses.

use super::kinds::{Alert, Equipment, Rebel, Tile};
use super::roster::{Ability, Roster};
use super::rules::{Limits, Rules};
use super::tables::Numbers;

/// The values on a hero's card, changed by rules and abilities (rules J-2.2 and J-A). Values of
/// abilities that the hero does not have are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    pub life: u8,
    pub defense: u8,
    pub damage: u8,
    pub ability: Ability,
    /// Hour of the hero's clock at which the hero runs out of time (rule J-4.2).
    pub hours: u8,
    /// Lowest stress at which the hero must flee from fights (rule J-4.3).
    pub flee: u8,
    /// Lowest stress at which the hero cannot move to other tiles (rule J-4.3).
    pub still: u8,
    /// Number of times that the hero may throw its action dice in a turn (rule J-3.2).
    pub rolls: u8,
    /// Number of free steps in a turn (rule J-3.5).
    pub steps: u8,
    /// Bonus on the hero's attack die (rule J-A2).
    pub attack: i8,
    /// Life that the hero's action to rest gives to all heroes on its tile (rule J-A3).
    pub heals: u8,
    /// Number of equipment cards that the hero draws when it frees a hostage from a rebel (rule
    /// J-A4).
    pub finds: u8,
    /// Reduction of the life that a hit takes from the hero (rule J-A7).
    pub tough: u8,
    /// Extra damage while the hero has at most half of its initial life (rule J-A9).
    pub fury: u8,
}

impl Sheet {
    fn new(hero: &super::roster::Hero, rules: &Rules) -> Sheet {
        let passed = u8::from(rules.limits == Limits::Passed);
        let number = hero.ability.number();
        let of = |ability: fn(u8) -> Ability| match hero.ability == ability(number) {
            true => number,
            false => 0,
        };
        Sheet {
            life: hero.life,
            defense: hero.defense,
            damage: hero.damage,
            ability: hero.ability,
            hours: rules.hours + passed + of(Ability::Punctual),
            flee: rules.stress_flee + passed + of(Ability::Steady),
            still: rules.stress_still + passed + of(Ability::Steady),
            rolls: rules.rolls + of(Ability::Deft),
            steps: 1 + of(Ability::Stride),
            attack: of(Ability::Marksman) as i8,
            heals: of(Ability::Healer),
            finds: of(Ability::Scavenger),
            tough: of(Ability::Tough),
            fury: of(Ability::Fury),
        }
    }

    /// Returns the values of all heroes of a roster, in the order of their keys.
    pub fn all(roster: &Roster, rules: &Rules) -> Vec<Sheet> {
        let heroes = roster.fighters.values();
        heroes.map(|hero| Sheet::new(hero, rules)).collect()
    }
}

/// The values of all kinds of tiles, equipment, alerts and rebels.
#[derive(Debug, Clone)]
pub struct SheetTables {
    pub tiles: [Numbers; Tile::COUNT],
    pub equipment: [Numbers; Equipment::COUNT],
    pub alerts: [Numbers; Alert::COUNT],
    pub rebels: [Numbers; Rebel::COUNT],
}

impl SheetTables {
    pub fn new(rules: &Rules) -> SheetTables {
        SheetTables {
            tiles: rules.tiles.numbers(),
            equipment: rules.equipment.numbers(),
            alerts: rules.alerts.numbers(),
            rebels: rules.rebels.numbers(),
        }
    }
}
