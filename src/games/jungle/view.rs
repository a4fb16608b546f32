//! The view of the deciding hero (rule J-7): everything except the kinds of face-down tiles and the
//! order of the piles.

use super::Jungle;
use super::kinds::Tile;
use super::sheet::{Sheet, SheetTables};
use super::state::{Fight, HeroState, Heroes, Lurker, Phase, State};
use crate::game::{Game, Turn};

/// A state as the deciding hero sees it. The view gives no access to hidden information.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    game: &'a Jungle,
    /// The full state. It is private, because only the methods of the view hide secrets.
    state: &'a State,
    me: u8,
}

impl<'a> View<'a> {
    pub(super) fn new(game: &'a Jungle, state: &'a State) -> Self {
        let me = match game.turn(state) {
            Turn::Decision(hero) => hero as u8,
            Turn::Over => 0,
        };
        View { game, state, me }
    }

    facts! { self;
        pub(super) fn game() -> &'a Jungle = self.game;
        /// Returns the full state, for computations on open information. Callers must not read
        /// face-down tiles or the order of piles.
        pub(super) fn open() -> &'a State = self.state;
        /// Returns the values of all kinds of tiles, equipment, alerts and rebels.
        pub fn tables() -> &'a SheetTables = &self.game.tables;
        /// Returns the number of the deciding hero, from 0.
        pub fn me() -> u8 = self.me;
        pub fn round() -> u16 = self.state.round;
        pub fn phase() -> Phase = self.state.phase;
        pub fn in_play() -> Heroes = self.state.in_play;
        pub fn hero(hero: u8) -> &'a HeroState = self.state.hero(hero);
        /// Returns the values on a hero's card, changed by rules and abilities.
        pub fn sheet(hero: u8) -> &'a Sheet = self.game.sheet(self.state, hero);
        /// Returns the other heroes in play on a hero's tile.
        pub fn mates(hero: u8) -> Heroes = self.state.mates(hero);
        /// Returns the number of hostages that the mission needs (rule J-1.1).
        pub fn needed() -> u8 = self.game.needed(self.state);
        /// Returns the number of hostages held by heroes in play.
        pub fn held() -> u16 = self.state.held();
        /// Returns the number of hostages that lie on tiles.
        pub fn on_the_ground() -> u16 = self.state.on_the_ground();
        /// Returns the kind of a tile; `None` while the tile is face down.
        pub fn tile(tile: u8) -> Option<Tile> = self.state.kind_of(tile);
        /// Returns the rebel that lurks on a tile, or `None`.
        pub fn lurker(tile: u8) -> Option<Lurker> = self.state.lurkers[usize::from(tile)];
        /// Returns the current fight, or `None`.
        pub fn fight() -> Option<&'a Fight> = self.state.fight.as_ref();
        /// Returns the number of tiles of each kind that may lie face down: those of the tile pile
        /// that are not revealed (rule J-7). The total may exceed the number of face-down tiles.
        pub fn tiles_left() -> [u8; Tile::COUNT] = self.game.tiles_left(self.state);
    }
}
