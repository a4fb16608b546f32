//! The terms of the rules page: abilities, tiles, equipment, alerts and rebels by name, in the
//! order of its tables.

/// Seat of a hero, from 0; the rules page counts from 1.
pub type Seat = usize;
/// Number of a tile, row by row from the top left, from 0.
pub type Tile = usize;
/// A name in a table of the rules page.
pub type Name = &'static str;

/// The faces of an action die (rule J-3.3).
pub const FACES: [Name; 6] = ["explore", "fight", "search", "rest", "alarm", "phew"];

pub const ABILITIES: [Name; 9] =
    ["stride", "marksman", "healer", "scavenger", "steady", "punctual", "tough", "deft", "fury"];

pub const TILES: [Name; 16] = [
    "infiltration",
    "exfiltration",
    "jungle",
    "nanopharmacy",
    "airfield",
    "cryo-sleep",
    "robot-surgeons",
    "armoury",
    "dwelling",
    "viewpoint",
    "cells",
    "temple",
    "guard-post",
    "swamp",
    "minefield",
    "snake-pit",
];
/// The tiles of a first game, as positions in the table of tiles (rule J-2.1).
pub const FIRST_GAME: std::ops::Range<usize> = 3..10;
/// The tiles with a compulsory effect (rule J-3.6).
pub const COMPULSORY: [Name; 4] = ["guard-post", "swamp", "minefield", "snake-pit"];

pub const EQUIPMENT: [Name; 17] = [
    "potion",
    "capsule",
    "medal",
    "first-aid",
    "scanner",
    "tonic",
    "pistol",
    "grenade",
    "sabre",
    "rifle",
    "missile",
    "suit",
    "vest",
    "drone",
    "plate",
    "crystal",
    "junk",
];
/// Name of the weapon that a hero has without a card; it comes first in the order of rule J-5.4.
pub const OWN: Name = "own";
pub const ONE_HANDED: [Name; 4] = [OWN, "pistol", "grenade", "sabre"];

pub const ALERTS: [Name; 10] =
    ["false-alarm", "gas", "snare", "patrol", "detour", "howl", "siren", "thief", "storm", "drain"];

pub const REBELS: [Name; 9] =
    ["scout", "guard", "cook", "sniper", "brute", "shaman", "looter", "warden", "veteran"];

/// Returns the position of a name in a table.
pub fn place(table: &[Name], name: Name) -> usize {
    let found = table.iter().position(|&other| other == name);
    found.unwrap_or_else(|| panic!("{name} is not in {table:?}"))
}
