//! Checks of a roster that a JSON Schema cannot express, the values of characters with their
//! sources, and the roster as text.

use std::fmt::Write;

use super::super::roster::{Character, Kind, Roster};
use crate::games::filed::{check_printed, mark, provenance, sound};
use crate::games::title::{Complaint, FighterValue, Profile};
use crate::words::{aligned, stranger};

/// Names of the values of a character that a rulebook may print.
const VALUES: [&str; 8] = ["name", "colour", "kind", "energy", "dice", "life", "power", "nemesis"];

impl Roster {
    /// Checks the roster of characters. Fills in nothing, because no value of the roster follows
    /// from other values.
    ///
    /// # Errors
    /// Fails if a nemesis (sworn enemy) is missing from the roster or is of the same kind, or if
    /// `printed` names an unknown value.
    pub fn complete(&mut self) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        for (key, character) in &self.fighters {
            if let Some(nemesis) = &character.nemesis {
                let path = ["fighters", key, "nemesis"];
                match self.fighters.get(nemesis) {
                    None => {
                        let known = self.fighters.keys().map(String::as_str);
                        let what = stranger("character", nemesis, known);
                        complaints.push(Complaint::new(&path, what));
                    }
                    Some(other) if other.kind == character.kind => {
                        let what = format!(
                            "`{nemesis}` is a {}, too: a nemesis must be of the other kind",
                            other.kind.name()
                        );
                        complaints.push(Complaint::new(&path, what));
                    }
                    Some(_) => {}
                }
            }
            let path = ["fighters", key];
            check_printed(&path, &character.printed, &VALUES, &mut complaints);
        }
        sound(complaints)
    }

    /// Returns all characters with their values, in a form that is the same for all games of the
    /// program.
    pub fn profiles(&self) -> Vec<Profile> {
        let profile = |(key, character): (&String, &Character)| Profile {
            key: key.clone(),
            name: character.name.clone(),
            colour: character.colour.clone(),
            things: 0,
            values: self.values(character),
        };
        self.fighters.iter().map(profile).collect()
    }
}

impl Roster {
    fn values(&self, character: &Character) -> Vec<FighterValue> {
        let power = character.power;
        let nemesis = character.nemesis.as_ref();
        let nemesis = nemesis.map_or("nobody", |key| {
            let other = self.fighters.get(key);
            other.map_or(key.as_str(), |other| other.name.as_str())
        });
        let values = [
            ("energy", format!("energy {}", character.energy)),
            ("dice", format!("dice {}", character.dice)),
            ("life", format!("life {}", character.life)),
            ("power", format!("power {} {}", power.name(), power.number())),
            ("nemesis", format!("nemesis {nemesis}")),
        ];
        let value = |(path, words): (&str, String)| FighterValue {
            path: path.into(),
            words,
            provenance: provenance(&character.printed, path, self.unlisted),
        };
        values.into_iter().map(value).collect()
    }

    /// Formats the roster as text, one line for each hero and villain; a star marks values that a
    /// rulebook prints.
    pub fn sheets(&self) -> String {
        let mut out = format!("{}\n* printed in a rulebook\n", self.name);
        for kind in [Kind::Hero, Kind::Villain] {
            let _ = writeln!(
                out,
                "\n{:<42}  energy  dice  life  power              nemesis",
                match kind {
                    Kind::Hero => "Heroes",
                    Kind::Villain => "Villains",
                }
            );
            let own = self.fighters.iter();
            for (key, character) in own.filter(|(_, character)| character.kind == kind) {
                let mark = |field| mark(&character.printed, field);
                let nemesis = character.nemesis.as_ref();
                let nemesis = nemesis.and_then(|key| self.fighters.get(key));
                let power = character.power;
                let line = format!(
                    "  {}  {:>6}  {:>4}  {:>4}  {:<17}  {}",
                    aligned(&format!("{} ({key})", character.name), 40, false),
                    format!("{}{}", character.energy, mark("energy")),
                    format!("{}{}", character.dice, mark("dice")),
                    format!("{}{}", character.life, mark("life")),
                    format!("{} {}{}", power.name(), power.number(), mark("power")),
                    nemesis.map_or(String::new(), |other| format!(
                        "{}{}",
                        other.name,
                        mark("nemesis")
                    )),
                );
                let _ = writeln!(out, "{}", line.trim_end());
            }
        }
        out
    }
}
