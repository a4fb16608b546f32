//! The base (the square of tiles): which tiles are adjacent, and which tiles have room for a hero.

use super::Jungle;
use super::state::{MOST_TILES, State, Tiles, members};

/// Number of entries in the table of neighbours: one for each number of tiles per side, 0 to 5.
const SIDES: usize = 6;

/// Returns the number of steps between two tiles of a base with `side` tiles per side.
const fn distance(side: u8, one: u8, other: u8) -> u8 {
    (one / side).abs_diff(other / side) + (one % side).abs_diff(other % side)
}

/// Neighbours of each tile (tiles that share an edge with it), by number of tiles per side and by
/// tile number.
const NEIGHBOURS: [[Tiles; MOST_TILES]; SIDES] = {
    let mut all = [[0; MOST_TILES]; SIDES];
    let mut side = 2;
    while side < SIDES {
        let tiles = side * side;
        let mut pair = 0;
        while pair < tiles * tiles {
            let (one, other) = (pair / tiles, pair % tiles);
            if distance(side as u8, one as u8, other as u8) == 1 {
                all[side][one] |= 1 << other;
            }
            pair += 1;
        }
        side += 1;
    }
    all
};

impl State {
    /// Returns the tiles that share an edge with `tile`.
    #[inline]
    pub fn neighbours(&self, tile: u8) -> Tiles {
        NEIGHBOURS[usize::from(self.side)][usize::from(tile)]
    }

    /// Returns the number of steps between two tiles.
    #[inline]
    pub fn distance(&self, one: u8, other: u8) -> u8 {
        distance(self.side, one, other)
    }

    /// Returns the face-down tiles next to a hero's tile.
    #[inline]
    pub fn face_down_near(&self, hero: u8) -> Tiles {
        self.neighbours(self.hero(hero).place) & !self.revealed
    }
}

impl Jungle {
    /// Returns the revealed tiles with room for one more hero.
    pub fn with_room(&self, state: &State) -> Tiles {
        let mut crowd = [0; MOST_TILES];
        let mut open = state.revealed;
        for hero in members(state.in_play) {
            let place = usize::from(state.hero(hero).place);
            crowd[place] += 1;
            if crowd[place] >= self.tables.tiles[state.tiles[place] as usize].room {
                open &= !(1 << place);
            }
        }
        open
    }

    /// Returns true if a hero has so much stress that it cannot step, explore or flee to another
    /// tile (rule J-4.3).
    #[inline]
    pub fn stands_still(&self, state: &State, hero: u8) -> bool {
        state.hero(hero).stress >= self.sheet(state, hero).still
    }

    /// Returns true if a hero has so much stress that it must flee from fights (rule J-4.3).
    #[inline]
    pub fn must_flee(&self, state: &State, hero: u8) -> bool {
        state.hero(hero).stress >= self.sheet(state, hero).flee
    }

    /// Returns true if the mission began with a single hero and this hero has a jet (rule J-2.3).
    #[inline]
    pub fn has_jet(&self, state: &State) -> bool {
        state.players == 1 && self.rules.jet
    }

    /// Returns the tiles that a hero can reach with a step, even if stress forbids steps (rules
    /// J-3.5 and J-5.7).
    pub fn steps(&self, state: &State, hero: u8) -> Tiles {
        state.neighbours(state.hero(hero).place) & self.with_room(state)
    }

    /// Returns the tiles to which a hero can move with an explore pair of dice, even if stress
    /// forbids the move (rule J-3.3b).
    pub fn moves(&self, state: &State, hero: u8) -> Tiles {
        let place = state.hero(hero).place;
        let near = state.neighbours(place);
        let mut reach = near;
        if self.has_jet(state) {
            let over = members(near & state.revealed);
            reach |= over.fold(0, |set, tile| set | state.neighbours(tile));
        }
        reach & self.with_room(state) & !(1 << place)
    }

    /// Returns true if a fight can break out on `tile` (rule J-5.1).
    pub fn can_fight(&self, state: &State, tile: u8) -> bool {
        let quiet = self.rules.cleared == super::rules::Cleared::Quiet && state.is_cleared(tile);
        let lurks = state.lurkers[usize::from(tile)].is_some();
        lurks || !quiet && state.encounters.has_cards()
    }
}
