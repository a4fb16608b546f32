//! The map of the enemy base, drawn with text characters.

use crate::games::jungle::Tile;
use crate::games::jungle::state::{Foe, State, members};

/// Legend of the text map of the base, which explains the map's symbols.
pub const LEGEND: &str = "map: ? face down, * cleared, ! a rebel lurks, + a hero died there, \
    numbers the seats of who stands there; a1 is top left";

/// Abbreviations of the tiles' names, in the order of the kinds.
const SHORT: [&str; Tile::COUNT] = [
    "infil", "exfil", "jungle", "pharmacy", "airfield", "cryo", "surgeons", "armoury", "dwelling",
    "view", "cells", "temple", "guards", "swamp", "mines", "snakes",
];

/// Returns the map as text: a header line, then one line per row of tiles.
pub fn lines(state: &State) -> Vec<String> {
    let text = |x: u8, y: u8| match (x, y) {
        (0, 0) => " ".to_owned(),
        (0, row) => row.to_string(),
        (x, 0) => column(x - 1).to_string(),
        _ => cell(state, (y - 1) * state.side + x - 1),
    };
    let row = |y: u8| (0..=state.side).map(|x| text(x, y)).collect();
    let rows: Vec<Vec<String>> = (0..=state.side).map(row).collect();
    let width = |x: usize| rows.iter().map(|row| row[x].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

fn cell(state: &State, tile: u8) -> String {
    let kind = state.kind_of(tile).map_or("?", |kind| SHORT[kind as usize]);
    let lurks = matches!(state.foe_on(tile), Some((Foe::Rebel(_), _)));
    let died = members(state.dead).any(|hero| state.hero(hero).place == tile);
    let marks = [(state.is_cleared(tile), "*"), (lurks, "!"), (died, "+")];
    let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    let seats: String = members(state.on(tile)).map(|hero| (hero + 1).to_string()).collect();
    format!("{kind}{marks} {seats}").trim_end().to_owned()
}

/// Returns the kind and the map position of a tile, such as `jungle b3`. For a face-down tile,
/// returns only the position.
pub fn tile_name(state: &State, tile: u8) -> String {
    let at = position(state.side, tile);
    state.kind_of(tile).map_or(at.clone(), |kind| format!("{} {at}", kind.name()))
}

/// Returns the position of a tile on a map with `side` tiles per side, such as `b3`.
pub fn position(side: u8, tile: u8) -> String {
    format!("{}{}", column(tile % side), tile / side + 1)
}

/// Returns the letter of a column of the map: a, b, …
fn column(x: u8) -> char {
    char::from(b'a' + x)
}
