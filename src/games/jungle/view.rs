//! What a hero may know, J-7: everything but the kinds of tiles that are face down and the order of the piles.

use super::kinds::{Alert, Equipment, Rebel, Tile};
use super::sheet::{Sheet, Tables};
use super::state::{Fight, Hero, Heroes, Lurker, Phase, State, Tiles};
use super::{Jungle, Rules};
use crate::game::{Game, Turn};

/// A state in the eyes of the hero that decides. Nothing hidden can be read through it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    game: &'a Jungle,
    /// Read through the methods only: they hide what is hidden.
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

    pub(super) fn game(self) -> &'a Jungle {
        self.game
    }

    /// For what is computed of open things alone: who calls it reads no tile that is face down and no order of a pile.
    pub(super) fn open(self) -> &'a State {
        self.state
    }

    pub fn rules(self) -> &'a Rules {
        &self.game.rules
    }

    /// What the tables say of each kind.
    pub fn tables(self) -> &'a Tables {
        &self.game.tables
    }

    /// Who decides.
    pub fn me(self) -> u8 {
        self.me
    }

    pub fn round(self) -> u16 {
        self.state.round
    }

    pub fn phase(self) -> Phase {
        self.state.phase
    }

    /// Whose turn it is, or was last.
    pub fn active(self) -> u8 {
        self.state.active
    }

    /// With how many heroes the mission began.
    pub fn players(self) -> usize {
        self.state.players.into()
    }

    pub fn in_play(self) -> Heroes {
        self.state.in_play
    }

    pub fn hero(self, hero: u8) -> &'a Hero {
        self.state.hero(hero)
    }

    /// A hero's card.
    pub fn sheet(self, hero: u8) -> &'a Sheet {
        self.game.sheet(self.state, hero)
    }

    /// The other heroes in play on a hero's tile.
    pub fn mates(self, hero: u8) -> Heroes {
        self.state.mates(hero)
    }

    /// J-1.1: hostages that are needed.
    pub fn needed(self) -> u8 {
        self.game.needed(self.state)
    }

    /// Hostages that heroes in play hold.
    pub fn held(self) -> u16 {
        self.state.held()
    }

    /// Hostages that lie about.
    pub fn on_the_ground(self) -> u16 {
        self.state.on_the_ground()
    }

    /// Tiles a side.
    pub fn side(self) -> u8 {
        self.state.side
    }

    pub fn exfiltration(self) -> u8 {
        self.state.exfiltration
    }

    pub fn revealed(self) -> Tiles {
        self.state.revealed
    }

    pub fn cleared(self) -> Tiles {
        self.state.cleared
    }

    /// The kind of a tile; nothing while it is face down.
    pub fn tile(self, tile: u8) -> Option<Tile> {
        let kind = self.state.tiles[usize::from(tile)];
        self.state.is_revealed(tile).then_some(kind)
    }

    /// The rebel that lurks on a tile.
    pub fn lurker(self, tile: u8) -> Option<Lurker> {
        self.state.lurkers[usize::from(tile)]
    }

    /// The fight under way.
    pub fn fight(self) -> Option<&'a Fight> {
        self.state.fight.as_ref()
    }

    /// By kind: how many cards are left in the equipment pile.
    pub fn equipment_left(self) -> [u8; Equipment::COUNT] {
        self.state.equipment.in_pile()
    }

    /// By kind: how many cards are left in the alert pile.
    pub fn alerts_left(self) -> [u8; Alert::COUNT] {
        self.state.alerts.in_pile()
    }

    /// By kind: how many cards are left in the encounter pile.
    pub fn rebels_left(self) -> [u8; Rebel::COUNT] {
        self.state.encounters.in_pile()
    }

    /// J-7: how many tiles of each kind may lie face down: those of the pile that are not revealed. There may be more of them than places.
    pub fn tiles_left(self) -> [u8; Tile::COUNT] {
        self.game.tiles_left(self.state)
    }
}
