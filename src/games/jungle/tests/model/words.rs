//! The words of the rules page: abilities, tiles, equipment, alerts and rebels by their names, in the order of its tables.

/// A hero's seat, from 0; the page counts from 1.
pub type Seat = usize;
/// A tile's number, row by row from the top left, from 0.
pub type Tile = usize;
/// A name as a table of the page has it.
pub type Name = &'static str;

/// J-3.3.
pub const FACES: [Name; 6] = ["explore", "fight", "search", "rest", "alarm", "phew"];

pub const ABILITIES: [Name; 9] = [
    "stride",
    "marksman",
    "healer",
    "scavenger",
    "steady",
    "punctual",
    "tough",
    "deft",
    "fury",
];

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
/// J-2.1.
pub const FIRST_GAME: std::ops::Range<usize> = 3..10;
/// J-3.6.
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
/// J-5.4: a hero's own weapon, and it is the first.
pub const OWN: Name = "own";
pub const ONE_HANDED: [Name; 4] = [OWN, "pistol", "grenade", "sabre"];

pub const ALERTS: [Name; 10] = [
    "false-alarm",
    "gas",
    "snare",
    "patrol",
    "detour",
    "howl",
    "siren",
    "thief",
    "storm",
    "drain",
];

pub const REBELS: [Name; 9] = [
    "scout", "guard", "cook", "sniper", "brute", "shaman", "looter", "warden", "veteran",
];

/// A card's place in a table.
pub fn place(table: &[Name], name: Name) -> usize {
    let found = table.iter().position(|&other| other == name);
    found.unwrap_or_else(|| panic!("{name} is not in {table:?}"))
}
