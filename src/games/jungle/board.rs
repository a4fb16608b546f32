//! The base: which tiles touch, and where there is room.

use super::Jungle;
use super::state::{MOST_TILES, State, Tiles, members};

/// The longest side of a base, and one.
const SIDES: usize = 6;

/// By tiles a side and tile: the tiles that touch it at an edge.
const NEIGHBOURS: [[Tiles; MOST_TILES]; SIDES] = {
    let mut all = [[0; MOST_TILES]; SIDES];
    let mut side = 2;
    while side < SIDES {
        let mut tile = 0;
        while tile < side * side {
            let (row, column) = (tile / side, tile % side);
            let mut set = 0;
            if row > 0 {
                set |= 1 << (tile - side);
            }
            if column > 0 {
                set |= 1 << (tile - 1);
            }
            if column + 1 < side {
                set |= 1 << (tile + 1);
            }
            if row + 1 < side {
                set |= 1 << (tile + side);
            }
            all[side][tile] = set;
            tile += 1;
        }
        side += 1;
    }
    all
};

impl State {
    /// The tiles that touch this one at an edge.
    #[inline]
    pub fn neighbours(&self, tile: u8) -> Tiles {
        NEIGHBOURS[usize::from(self.side)][usize::from(tile)]
    }

    /// The neighbours of a hero's tile that are face down.
    #[inline]
    pub fn face_down_near(&self, hero: u8) -> Tiles {
        self.neighbours(self.hero(hero).place) & !self.revealed
    }
}

impl Jungle {
    /// Revealed tiles with room for one hero more.
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

    /// J-4.3: does a hero not step, explore or fly?
    #[inline]
    pub fn stands_still(&self, state: &State, hero: u8) -> bool {
        state.hero(hero).stress >= self.sheet(state, hero).still
    }

    /// J-4.3: does a hero flee from fights?
    #[inline]
    pub fn must_flee(&self, state: &State, hero: u8) -> bool {
        state.hero(hero).stress >= self.sheet(state, hero).flee
    }

    /// J-2.3.
    #[inline]
    pub fn has_jet(&self, state: &State) -> bool {
        state.players == 1 && self.rules.jet
    }

    /// J-3.5, J-5.7: where a step takes a hero, stress aside.
    pub fn steps(&self, state: &State, hero: u8) -> Tiles {
        state.neighbours(state.hero(hero).place) & self.with_room(state)
    }

    /// J-3.3b: where an explore pair moves a hero, stress aside.
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

    /// J-5.1: can a fight break out on a tile?
    pub fn can_fight(&self, state: &State, tile: u8) -> bool {
        let quiet = self.rules.cleared == super::rules::Cleared::Quiet && state.is_cleared(tile);
        let lurks = state.lurkers[usize::from(tile)].is_some();
        lurks || !quiet && state.encounters.has_cards()
    }
}
