//! The values on a character's card, in the form that the engine uses (rule B-1.4).

use super::roster::{Character, Kind, Power, Roster};
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
        let sheet = |character: &Character| Sheet {
            energy: character.energy.into(),
            dice: character.dice,
            life: character.life,
            power: character.power,
            nemesis: character.nemesis.as_ref().and_then(index).map(|index| index as u8),
        };
        let characters: Vec<&Character> = roster.fighters.values().collect();
        let sheets: Vec<Sheet> = characters.iter().copied().map(sheet).collect();
        let set = |is_in: &dyn Fn(usize) -> bool| -> Characters {
            (0..sheets.len()).filter(|&place| is_in(place)).map(|place| bit(place as u8)).sum()
        };
        Sheets {
            all: std::array::from_fn(|place| sheets[place % sheets.len()]),
            count: sheets.len(),
            heroes: set(&|place| characters[place].kind == Kind::Hero),
            with_nemesis: set(&|place| sheets[place].nemesis.is_some()),
        }
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
