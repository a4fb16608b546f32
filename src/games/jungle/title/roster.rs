//! The roster for those who know no game: what no schema can say of it, its values and where they come from, and as people read it.

use std::fmt::Write;

use super::super::roster::{Hero, Roster};
use crate::games::Provenance;
use crate::games::title::{Complaint, Profile, Value};
use crate::words::suggest;

/// The values that a rulebook may print.
const VALUES: [&str; 6] = ["name", "colour", "life", "defense", "damage", "ability"];

/// # Errors
/// A mark of a value that there is not.
pub fn check(roster: &Roster) -> Result<(), Vec<Complaint>> {
    let mut complaints = vec![];
    for (key, hero) in &roster.fighters {
        for (i, name) in hero.printed.iter().enumerate() {
            if !VALUES.contains(&name.as_str()) {
                let what = format!("there is no value `{name}`{}", suggest(name, VALUES));
                let path = ["fighters", key, "printed", &i.to_string()];
                complaints.push(Complaint::new(&path, what));
            }
        }
    }
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(complaints)
    }
}

/// All heroes, with their values.
pub fn profiles(roster: &Roster) -> Vec<Profile> {
    let profile = |(key, hero): (&String, &Hero)| Profile {
        key: key.clone(),
        name: hero.name.clone(),
        colour: hero.colour.clone(),
        things: 1,
        values: values(hero, roster.unlisted),
    };
    roster.fighters.iter().map(profile).collect()
}

fn values(hero: &Hero, unlisted: Provenance) -> Vec<Value> {
    let ability = hero.ability;
    let values = [
        ("life", format!("life {}", hero.life)),
        ("defense", format!("defense {}", hero.defense)),
        ("damage", format!("damage {}", hero.damage)),
        (
            "ability",
            format!("ability {} {}", ability.name(), ability.number()),
        ),
    ];
    let value = |(path, words): (&str, String)| Value {
        path: path.into(),
        words,
        provenance: match hero.printed.iter().any(|name| name == path) {
            true => Provenance::Printed,
            false => unlisted,
        },
    };
    values.into_iter().map(value).collect()
}

/// A hero a line; a star marks what a rulebook prints.
pub fn sheets(roster: &Roster) -> String {
    let mut out = format!("{}\n* printed in a rulebook\n\n", roster.name);
    let _ = writeln!(out, "{:<22}  life  defense  damage  ability", "Heroes");
    for hero in roster.fighters.values() {
        let mark = |field: &str| {
            let printed = hero.printed.iter().any(|name| name == field);
            if printed { "*" } else { "" }
        };
        let ability = hero.ability;
        let _ = writeln!(
            out,
            "  {:<20}  {:>4}  {:>7}  {:>6}  {} {}{}",
            hero.name,
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
