//! The terms of the rules page: abilities, tiles, equipment, alerts and rebels by name, in the
//! order of its tables.

use crate::games::jungle::{Ability, Alert, Equipment, Face, Rebel, kinds};

/// Seat of a hero, from 0; the rules page counts from 1.
pub type Seat = usize;
/// Number of a tile, row by row from the top left, from 0.
pub type Tile = usize;
/// A name in a table of the rules page.
pub type Name = &'static str;

/// Returns the names of a table as an array.
const fn all<const COUNT: usize>(names: &[Name]) -> [Name; COUNT] {
    *names.first_chunk().unwrap()
}

/// The faces of an action die (rule J-3.3).
pub const FACES: [Name; Face::COUNT] = all(Face::NAMES);
pub const ABILITIES: [Name; 9] = all(Ability::NAMES);
pub const TILES: [Name; kinds::Tile::COUNT] = all(kinds::Tile::NAMES);
pub const EQUIPMENT: [Name; Equipment::COUNT] = all(Equipment::NAMES);
pub const ALERTS: [Name; Alert::COUNT] = all(Alert::NAMES);
pub const REBELS: [Name; Rebel::COUNT] = all(Rebel::NAMES);

/// The tiles of a first game, as positions in the table of tiles (rule J-2.1).
pub const FIRST_GAME: std::ops::Range<usize> = 3..10;
/// The tiles with a compulsory effect (rule J-3.6).
pub const COMPULSORY: [Name; 4] = ["guard-post", "swamp", "minefield", "snake-pit"];

/// Name of the weapon that a hero has without a card; it comes first in the order of rule J-5.4.
pub const OWN: Name = "own";
pub const ONE_HANDED: [Name; 4] = [OWN, "pistol", "grenade", "sabre"];

/// Returns the position of a name in a table.
pub fn place(table: &[Name], name: Name) -> usize {
    let found = table.iter().position(|&other| other == name);
    found.unwrap_or_else(|| panic!("{name} is not in {table:?}"))
}
