//! The map of the enemy base, drawn with text characters for the log of a game.

use crate::games::jungle::Tile;
use crate::games::jungle::state::{Heroes, MOST_HEROES, MOST_TILES, NONE, State, Tiles, members};

/// Legend of the text map of the base, which explains the map's symbols.
pub const LEGEND: &str = "map: ? face down, * cleared, ! a rebel lurks, + a hero died there, \
    numbers the seats of who stands there; a1 is top left";

/// The tiles, heroes and rebels that the map shows. The story updates the map after each event.
#[derive(Debug, Clone)]
pub struct Map {
    side: u8,
    kinds: [Option<Tile>; MOST_TILES],
    cleared: Tiles,
    lurking: Tiles,
    /// Number of the tile of each hero; `NONE` for a hero that is not in play.
    place: [u8; MOST_HEROES],
    /// Tile on which each hero died, while its equipment or hostages lie there; otherwise `NONE`.
    left: [u8; MOST_HEROES],
}

/// Returns an abbreviation of the tile's name for the map.
fn short(tile: Tile) -> &'static str {
    match tile {
        Tile::Infiltration => "infil",
        Tile::Exfiltration => "exfil",
        Tile::Jungle => "jungle",
        Tile::Nanopharmacy => "pharmacy",
        Tile::Airfield => "airfield",
        Tile::CryoSleep => "cryo",
        Tile::RobotSurgeons => "surgeons",
        Tile::Armoury => "armoury",
        Tile::Dwelling => "dwelling",
        Tile::Viewpoint => "view",
        Tile::Cells => "cells",
        Tile::Temple => "temple",
        Tile::GuardPost => "guards",
        Tile::Swamp => "swamp",
        Tile::Minefield => "mines",
        Tile::SnakePit => "snakes",
    }
}

impl Map {
    pub fn new(state: &State) -> Map {
        let seen = |tile: usize| state.is_revealed(tile as u8).then(|| state.tiles[tile]);
        let lurks = |tile: &u8| state.lurkers[usize::from(*tile)].is_some();
        let all = members(state.all_tiles());
        let place = |hero: usize| match state.is_in_play(hero as u8) {
            true => state.heroes[hero].place,
            false => NONE,
        };
        Map {
            side: state.side,
            kinds: std::array::from_fn(seen),
            cleared: state.cleared,
            lurking: all.filter(lurks).fold(0, |set, tile| set | 1 << tile),
            place: std::array::from_fn(place),
            left: [NONE; MOST_HEROES],
        }
    }

    pub fn reveal(&mut self, tile: u8, kind: Tile) {
        self.kinds[usize::from(tile)] = Some(kind);
    }

    pub fn enter(&mut self, hero: u8, tile: u8) {
        self.place[usize::from(hero)] = tile;
    }

    /// Marks a tile on which a rebel meets a hero. The mark stays until the rebel is beaten.
    pub fn meet(&mut self, tile: u8) {
        self.lurking |= 1 << tile;
    }

    pub fn beat(&mut self, tile: u8) {
        self.lurking &= !(1 << tile);
        self.cleared |= 1 << tile;
    }

    /// Removes a hero that leaves play from the map. `lies` is true for a dead hero, whose
    /// equipment and hostages stay on the tile.
    pub fn leave(&mut self, hero: u8, lies: bool) {
        let hero = usize::from(hero);
        if lies {
            self.left[hero] = self.place[hero];
        }
        self.place[hero] = NONE;
    }

    pub fn collect(&mut self, from: u8) {
        self.left[usize::from(from)] = NONE;
    }

    /// Returns the kind and the map position of a tile, such as `jungle b3`. For a face-down tile,
    /// returns only the position.
    pub fn name(&self, tile: u8) -> String {
        let at = position(self.side, tile);
        match self.kinds[usize::from(tile)] {
            Some(kind) => format!("{} {at}", kind.name()),
            None => at,
        }
    }

    /// Returns the tile of a hero, or `None` if the hero is not in play.
    pub fn place_of(&self, hero: u8) -> Option<u8> {
        let place = self.place[usize::from(hero)];
        (place != NONE).then_some(place)
    }

    fn cell(&self, tile: u8) -> String {
        let mut text = match self.kinds[usize::from(tile)] {
            Some(kind) => short(kind).to_owned(),
            None => "?".to_owned(),
        };
        for (set, mark) in [(self.cleared, '*'), (self.lurking, '!')] {
            if set >> tile & 1 == 1 {
                text.push(mark);
            }
        }
        if self.left.contains(&tile) {
            text.push('+');
        }
        let stands = |hero: &usize| self.place[*hero] == tile;
        let heroes = (0..MOST_HEROES).filter(stands);
        let heroes: Heroes = heroes.fold(0, |set, hero| set | 1 << hero);
        if heroes > 0 {
            text.push(' ');
        }
        for hero in members(heroes) {
            text += &(hero + 1).to_string();
        }
        text
    }

    /// Returns the map as text: a header line, then one line per row of tiles.
    pub fn lines(&self) -> Vec<String> {
        let cells: Vec<String> = (0..self.side * self.side).map(|tile| self.cell(tile)).collect();
        let side = usize::from(self.side);
        let widths: Vec<usize> = (0..side)
            .map(|x| {
                let column = cells.iter().skip(x).step_by(side);
                column.map(String::len).max().unwrap_or(0)
            })
            .collect();
        let row = |head: String, cells: &mut dyn Iterator<Item = &str>| {
            let cells = cells.zip(&widths).map(|(cell, width)| format!("  {cell:<width$}"));
            format!("{head}{}", cells.collect::<String>()).trim_end().to_owned()
        };
        let columns: Vec<String> = (0..self.side).map(|x| column(x).to_string()).collect();
        let head = row(" ".into(), &mut columns.iter().map(String::as_str));
        let rows = cells
            .chunks(side)
            .enumerate()
            .map(|(y, cells)| row((y + 1).to_string(), &mut cells.iter().map(String::as_str)));
        std::iter::once(head).chain(rows).collect()
    }
}

/// Returns the position of a tile on a map with `side` tiles per side, such as `b3`.
pub fn position(side: u8, tile: u8) -> String {
    format!("{}{}", column(tile % side), tile / side + 1)
}

/// Returns the letter of a column of the map: a, b, …
fn column(x: u8) -> char {
    char::from(b'a' + x)
}
