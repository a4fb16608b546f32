//! Checks of a roster that a JSON Schema cannot express, the values of heroes with their
//! provenance, and the roster as text.

use std::fmt::Write;

use super::super::roster::{Hero, Roster};
use crate::games::Provenance;
use crate::games::filed::{check_printed, mark, provenance, sound};
use crate::games::title::{Complaint, FighterValue, Profile};
use crate::words::aligned;

/// Names of the values of a hero that a rulebook may print.
const VALUES: [&str; 6] = ["name", "colour", "life", "defense", "damage", "ability"];

impl Roster {
    /// Checks the roster, and leaves it unchanged.
    ///
    /// # Errors
    /// Fails if `printed` names an unknown value.
    pub fn complete(&mut self) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        for (key, hero) in &self.fighters {
            let path = ["fighters", key];
            check_printed(&path, &hero.printed, &VALUES, &mut complaints);
        }
        sound(complaints)
    }

    /// Returns all heroes with their values, in a form that does not depend on the game.
    pub fn profiles(&self) -> Vec<Profile> {
        let profile = |(key, hero): (&String, &Hero)| Profile {
            key: key.clone(),
            name: hero.name.clone(),
            colour: hero.colour.clone(),
            things: 1,
            values: values(hero, self.unlisted),
        };
        self.fighters.iter().map(profile).collect()
    }
}

fn values(hero: &Hero, unlisted: Provenance) -> Vec<FighterValue> {
    let ability = hero.ability;
    let values = [
        ("life", format!("life {}", hero.life)),
        ("defense", format!("defense {}", hero.defense)),
        ("damage", format!("damage {}", hero.damage)),
        ("ability", format!("ability {} {}", ability.name(), ability.number())),
    ];
    let value = |(path, words): (&str, String)| FighterValue {
        path: path.into(),
        words,
        provenance: provenance(&hero.printed, path, unlisted),
    };
    values.into_iter().map(value).collect()
}

impl Roster {
    /// Formats the heroes, one per line; a star marks values that a rulebook prints.
    pub fn sheets(&self) -> String {
        let mut out = format!("{}\n* printed in a rulebook\n\n", self.name);
        let _ = writeln!(out, "{:<32}  life  defense  damage  ability", "Heroes");
        for (key, hero) in &self.fighters {
            let mark = |field| mark(&hero.printed, field);
            let ability = hero.ability;
            let _ = writeln!(
                out,
                "  {}  {:>4}  {:>7}  {:>6}  {} {}{}",
                aligned(&format!("{} ({key})", hero.name), 30, false),
                format!("{}{}", hero.life, mark("life")),
                format!("{}{}", hero.defense, mark("defense")),
                format!("{}{}", hero.damage, mark("damage")),
                ability.name(),
                ability.number(),
                mark("ability"),
            );
        }
        out
    }
}
