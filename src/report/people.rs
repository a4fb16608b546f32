//! The names and colours of fighters.

use super::words::capital;
use super::{FighterNote, Manifest};

/// The label of a table row or column for the party: all players of a cooperative game together.
pub const PARTY: &str = "The party";

/// The fighters of a report, with their names and colours.
#[derive(Debug, Clone, Default)]
pub struct People {
    /// The game's word for a fighter, in the singular and in the plural.
    words: [String; 2],
    all: Vec<Person>,
}

/// A fighter, with its name and colour in reports.
#[derive(Debug, Clone)]
pub struct Person {
    /// The fighter's unique key, which identifies the fighter in tables.
    pub key: String,
    /// The fighter's name as readers see it.
    pub name: String,
    /// The fighter's colour, `#RRGGBB`.
    pub colour: String,
}

impl People {
    pub fn of(manifest: &Manifest) -> People {
        let person = |(i, note): (usize, &FighterNote)| Person {
            key: note.key.clone(),
            name: note.name.clone(),
            colour: of(Some(note), i),
        };
        People {
            words: manifest.fighter.clone(),
            all: manifest.fighters.iter().enumerate().map(person).collect(),
        }
    }

    /// Returns the fighter with this key. If the manifest does not list the key, the key serves as
    /// the fighter's name.
    pub fn get(&self, key: &str) -> Person {
        let found = self.all.iter().find(|person| person.key == key);
        found.cloned().unwrap_or_else(|| Person {
            key: key.to_owned(),
            name: key.to_owned(),
            colour: of(None, self.all.len()),
        })
    }

    pub fn all(&self) -> &[Person] {
        &self.all
    }

    pub fn colours(&self) -> Vec<String> {
        self.all.iter().map(|person| person.colour.clone()).collect()
    }

    /// Returns the game's word for a fighter in the singular, such as "fighter".
    pub fn word(&self) -> &str {
        &self.words[0]
    }

    /// Returns the game's word for fighters in the plural, such as "fighters".
    pub fn several(&self) -> &str {
        &self.words[1]
    }

    /// Returns the label of fighters that always win together: "Agaric + Baobab", "Agaric + 3
    /// more", or "all heroes". `all` is the number of all fighters that play.
    pub fn side(&self, names: &[String], all: usize) -> String {
        match names {
            names if names.len() > 3 && names.len() == all => format!("all {}", self.several()),
            [first, rest @ ..] if rest.len() > 2 => format!("{first} + {} more", rest.len()),
            few => few.join(" + "),
        }
    }

    /// Returns the game's words for one fighter and for several.
    pub fn words(&self) -> [&str; 2] {
        [self.word(), self.several()]
    }

    /// Returns the heading of a table column of fighters, such as "Fighter".
    pub fn heading(&self) -> String {
        capital(self.word())
    }
}

impl Person {
    /// Returns the fighter's name, followed by the bot's name if `several` is true.
    pub fn label(&self, strategy: &str, several: bool) -> String {
        match several {
            true => format!("{} (bot {strategy})", self.name),
            false => self.name.clone(),
        }
    }
}

/// Colours for fighters without a colour in the manifest: the palette of M. Okabe and K. Ito, which
/// colour-blind readers can distinguish.
const SPARE_COLOURS: [&str; 8] =
    ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#8A7F00", "#7F7F7F"];

/// Returns a colour from the default palette that is not in `taken`, as long as one is left.
pub fn spare_colour<'a>(taken: impl IntoIterator<Item = &'a str>) -> String {
    let taken: Vec<String> = taken.into_iter().map(str::to_uppercase).collect();
    let mut spare = SPARE_COLOURS.iter().cycle().skip(taken.len()).take(SPARE_COLOURS.len());
    let spare = spare.find(|colour| !taken.contains(&(*colour).to_string()));
    spare.unwrap_or(&SPARE_COLOURS[0]).to_string()
}

/// Returns the colour of the fighter with index `i`, `#RRGGBB` in capitals: the colour in the
/// manifest if it is valid, else a colour of the default palette.
pub fn of(note: Option<&FighterNote>, i: usize) -> String {
    note.and_then(|note| checked_colour(&note.colour))
        .unwrap_or_else(|| SPARE_COLOURS[i % SPARE_COLOURS.len()].to_string())
}

/// Checks a text that should be a colour, and returns it as `#RRGGBB` in capitals. Returns `None`
/// for other texts, which must never reach a page.
fn checked_colour(text: &str) -> Option<String> {
    let digits = text
        .strip_prefix('#')
        .filter(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
    Some(format!("#{}", digits.to_ascii_uppercase()))
}

/// Returns those of the colours that are too dark for a page in dark mode.
pub fn dim<'a>(colours: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let light = |hex: &str| {
        let part = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).map_or(0.0, f64::from);
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let dark = colours.into_iter().filter(|hex| light(hex) < 130.0);
    dark.map(str::to_owned).collect()
}
