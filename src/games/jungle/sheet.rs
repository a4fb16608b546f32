//! What the engine asks of heroes and tables, worked out once.

use super::kinds::{Alert, Equipment, Rebel, Tile};
use super::roster::{Ability, Roster};
use super::rules::{Limits, Rules};
use super::tables::Numbers;

/// A hero's card, and what the rules make of it (J-2.2, J-A). What it lacks is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    pub life: u8,
    pub defense: u8,
    pub damage: u8,
    pub ability: Ability,
    /// J-4.2: from this hour on it is out.
    pub hours: u8,
    /// J-4.3: from this stress on it flees.
    pub flee: u8,
    /// J-4.3: from this stress on it stands still.
    pub still: u8,
    /// J-3.2: throws of the action dice.
    pub rolls: u8,
    /// J-3.5: free steps in a turn.
    pub steps: u8,
    /// J-A2: added to its attack die.
    pub attack: i8,
    /// J-A3: life with a rest.
    pub heals: u8,
    /// J-A4: equipment cards with a hostage.
    pub finds: u8,
    /// J-A7: life less that a hit takes.
    pub tough: u8,
    /// J-A9: damage more when it is weak.
    pub fury: u8,
}

impl Sheet {
    fn new(hero: &super::roster::Hero, rules: &Rules) -> Sheet {
        let passed = u8::from(rules.limits == Limits::Passed);
        let mut sheet = Sheet {
            life: hero.life,
            defense: hero.defense,
            damage: hero.damage,
            ability: hero.ability,
            hours: rules.hours + passed,
            flee: rules.stress_flee + passed,
            still: rules.stress_still + passed,
            rolls: rules.rolls,
            steps: 1,
            attack: 0,
            heals: 0,
            finds: 0,
            tough: 0,
            fury: 0,
        };
        match hero.ability {
            Ability::Stride(n) => sheet.steps += n,
            Ability::Marksman(n) => sheet.attack = n as i8,
            Ability::Healer(n) => sheet.heals = n,
            Ability::Scavenger(n) => sheet.finds = n,
            Ability::Steady(n) => {
                sheet.flee += n;
                sheet.still += n;
            }
            Ability::Punctual(n) => sheet.hours += n,
            Ability::Tough(n) => sheet.tough = n,
            Ability::Deft(n) => sheet.rolls += n,
            Ability::Fury(n) => sheet.fury = n,
        }
        sheet
    }

    /// All heroes of a roster, in the order of their keys.
    pub fn all(roster: &Roster, rules: &Rules) -> Vec<Sheet> {
        let heroes = roster.fighters.values();
        heroes.map(|hero| Sheet::new(hero, rules)).collect()
    }
}

/// The numbers of all kinds of things.
#[derive(Debug, Clone)]
pub struct Tables {
    pub tiles: [Numbers; Tile::COUNT],
    pub equipment: [Numbers; Equipment::COUNT],
    pub alerts: [Numbers; Alert::COUNT],
    pub rebels: [Numbers; Rebel::COUNT],
}

impl Tables {
    pub fn new(rules: &Rules) -> Tables {
        Tables {
            tiles: rules.tiles.numbers(),
            equipment: rules.equipment.numbers(),
            alerts: rules.alerts.numbers(),
            rebels: rules.rebels.numbers(),
        }
    }
}
