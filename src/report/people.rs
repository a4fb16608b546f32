//! Fighters as people know them: by name and colour.

use super::{FighterNote, Manifest};

/// The fighters of a manifest.
#[derive(Debug, Clone)]
pub struct People(Vec<Person>);

/// One fighter.
#[derive(Debug, Clone)]
pub struct Person {
    /// The key by which tables name it.
    pub key: String,
    /// The name that people read.
    pub name: String,
    /// Its colour, `#RRGGBB`.
    pub colour: String,
}

impl People {
    pub fn of(manifest: &Manifest) -> People {
        let notes = manifest.fighters.iter().enumerate();
        let people = notes.map(|(i, note)| Person {
            key: note.key.clone(),
            name: note.name.clone(),
            colour: of(Some(note), i),
        });
        People(people.collect())
    }

    /// The fighter of a key; of one that the manifest lacks the key is the name.
    pub fn get(&self, key: &str) -> Person {
        let found = self.0.iter().find(|person| person.key == key);
        found.cloned().unwrap_or_else(|| Person {
            key: key.to_owned(),
            name: key.to_owned(),
            colour: of(None, self.0.len()),
        })
    }

    pub fn all(&self) -> &[Person] {
        &self.0
    }

    pub fn colours(&self) -> Vec<String> {
        self.0.iter().map(|person| person.colour.clone()).collect()
    }
}

/// Colours for fighters that the manifest gives none: M. Okabe and K. Ito's, which colour-blind readers tell apart.
const SPARE_COLOURS: [&str; 8] = [
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8A7F00", "#7F7F7F",
];

/// The colour of the fighter of index `i`: what its note says, or else a spare one. `#RRGGBB` in capitals.
pub fn of(note: Option<&FighterNote>, i: usize) -> String {
    note.and_then(|note| checked_colour(&note.colour))
        .unwrap_or_else(|| SPARE_COLOURS[i % SPARE_COLOURS.len()].to_string())
}

/// A colour as charts and style sheets write it, `#RRGGBB` in capitals; nothing else gets as far as a page.
fn checked_colour(text: &str) -> Option<String> {
    let digits = text
        .strip_prefix('#')
        .filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some(format!("#{}", digits.to_ascii_uppercase()))
}

/// Those colours that are too dark for a dark page.
pub fn dim<'a>(colours: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let light = |hex: &str| {
        let part = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).map_or(0.0, f64::from);
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    colours
        .into_iter()
        .filter(|hex| light(hex) < 130.0)
        .map(str::to_owned)
        .collect()
}
