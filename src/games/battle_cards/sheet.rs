//! The values on a character's card, in the form that the engine uses (rule B-1.4).

use super::roster::{Kind, Power, Roster};
use super::state::{CharacterIndex, Characters, MOST_CHARACTERS, bit};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    pub energy: u16,
    pub dice: u8,
    pub life: u8,
    pub power: Power,
    pub nemesis: Option<CharacterIndex>,
}

/// The values of all characters of a roster, in the order of the characters' keys.
#[derive(Debug, Clone)]
pub struct Sheets {
    /// The values of each character. Entries after the last character are never read.
    all: [Sheet; MOST_CHARACTERS],
    pub count: usize,
    pub heroes: Characters,
    /// The set of characters that have a sworn enemy (a nemesis).
    pub with_nemesis: Characters,
}

impl Sheets {
    pub fn new(roster: &Roster) -> Sheets {
        let index = |key: &String| roster.fighters.keys().position(|known| known == key);
        let nobody =
            Sheet { energy: 0, dice: 1, life: 1, power: Power::ExtraDice(1), nemesis: None };
        let mut sheets = Sheets {
            all: [nobody; MOST_CHARACTERS],
            count: roster.fighters.len(),
            heroes: 0,
            with_nemesis: 0,
        };
        for (place, character) in roster.fighters.values().enumerate() {
            let nemesis = character.nemesis.as_ref().and_then(index);
            sheets.all[place] = Sheet {
                energy: character.energy.into(),
                dice: character.dice,
                life: character.life,
                power: character.power,
                nemesis: nemesis.map(|nemesis| nemesis as CharacterIndex),
            };
            if character.kind == Kind::Hero {
                sheets.heroes |= bit(place as CharacterIndex);
            }
            if nemesis.is_some() {
                sheets.with_nemesis |= bit(place as CharacterIndex);
            }
        }
        sheets
    }

    #[inline]
    pub fn of(&self, character: CharacterIndex) -> &Sheet {
        &self.all[usize::from(character) % MOST_CHARACTERS]
    }

    /// Returns the set of all characters of the roster.
    pub fn everybody(&self) -> Characters {
        Characters::MAX >> (MOST_CHARACTERS - self.count)
    }
}
