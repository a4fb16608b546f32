//! Tiles (rule J-T): how they are revealed and entered, and their effects (rule J-3.6).

use super::event::{Cause, Event, What};
use super::kinds::{Equipment, Tile};
use super::mission::Mission;
use super::rules::Lurkers;
use super::state::{HeroState, MOST, Phase, State, members};
use super::{Choice, Jungle};
use crate::game::{Chance, Observer};

impl Jungle {
    /// Returns true if the effect of the tile on which a hero stands would change a value.
    fn can_have(&self, state: &State, hero: u8) -> bool {
        let board = state.hero(hero);
        match state.tiles[usize::from(board.place)] {
            Tile::Infiltration | Tile::Exfiltration | Tile::Jungle => false,
            Tile::Nanopharmacy => board.bag.has_room(Equipment::FirstAid),
            Tile::Swamp | Tile::Minefield => true,
            Tile::Airfield => !self.stands_still(state, hero) && self.flights(state, hero) != 0,
            Tile::CryoSleep => board.clock > 0,
            Tile::RobotSurgeons => board.life < self.sheet(state, hero).life,
            Tile::Armoury => state.equipment.has_cards(),
            Tile::Dwelling => board.stress > 0,
            Tile::Viewpoint => state.face_down_near(hero) != 0,
            Tile::Cells | Tile::GuardPost => self.can_fight(state, board.place),
            Tile::Temple => board.energy < MOST || board.stress < MOST,
            Tile::SnakePit => board.stress < MOST,
        }
    }

    /// Returns true if a hero has not yet used the effect of a tile in this mission, and may use
    /// further tile effects (rule J-3.6).
    #[inline]
    pub fn is_fresh(&self, hero: &HeroState, tile: u8) -> bool {
        let cubes = u32::from(self.rules.cubes);
        hero.had >> tile & 1 == 0 && hero.had.count_ones() < cubes
    }

    /// Returns true if a hero may use the optional effect of its tile (rule J-3.6).
    pub fn may_have(&self, state: &State, hero: u8) -> bool {
        let board = state.hero(hero);
        !state.turn.tile
            && self.is_fresh(board, board.place)
            && !state.tiles[usize::from(board.place)].is_compulsory()
            && self.can_have(state, hero)
    }

    /// Returns the tiles to which a hero can fly from its tile (rule J-T5).
    pub fn flights(&self, state: &State, hero: u8) -> super::Tiles {
        self.with_room(state) & !(1 << state.hero(hero).place)
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    pub fn reveal(&mut self, hero: u8, tile: u8) {
        self.state.revealed |= 1 << tile;
        let tile_kind = self.state.tiles[usize::from(tile)];
        self.see(Event::Reveals { hero, tile, tile_kind });
    }

    /// Moves a hero to a tile. A lurking rebel and the tile's effect are handled in later steps of
    /// the mission.
    pub fn enter(&mut self, hero: u8, tile: u8) {
        let board = &mut self.state.heroes[usize::from(hero)];
        let from = std::mem::replace(&mut board.place, tile);
        self.state.arriving |= 1 << hero;
        self.state.entering |= 1 << hero;
        let tile_kind = self.state.tiles[usize::from(tile)];
        self.see(Event::Enters { hero, from, tile, tile_kind });
    }

    /// Moves a hero to the tile of its choice (rules J-3.3b, J-5.7 and J-T5).
    pub fn go_onto(&mut self, choice: Choice, phase: Phase) {
        if let Choice::Onto(tile) = choice {
            if phase == Phase::Fleeing {
                self.state.fleeing = super::NONE;
            }
            self.enter(self.state.asked, tile);
        }
    }

    /// Handles a hero that has entered a tile: first its encounter with a lurking rebel (rule
    /// J-5.3), then the compulsory effect of the tile (rule J-3.6).
    pub fn meet_tile(&mut self) {
        let state = &mut *self.state;
        let hero = (state.arriving | state.entering).trailing_zeros() as u8;
        let place = state.hero(hero).place;
        if state.arriving >> hero & 1 == 1 {
            state.arriving &= !(1 << hero);
            let now = self.game.rules.lurkers == Lurkers::AtOnce || hero == state.active;
            if now && state.lurkers[usize::from(place)].is_some() {
                self.meet_lurker(hero);
            }
            return;
        }
        state.entering &= !(1 << hero);
        let compulsory = state.tiles[usize::from(place)].is_compulsory();
        let fresh = self.game.is_fresh(state.hero(hero), place);
        if compulsory && fresh && self.game.can_have(self.state, hero) {
            self.have_effect(hero);
        }
    }

    /// Applies the effect of a hero's tile to the hero (rule J-3.6).
    pub fn have_effect(&mut self, hero: u8) {
        let tile = self.state.hero(hero).place;
        let kind = self.state.tiles[usize::from(tile)];
        self.state.heroes[usize::from(hero)].had |= 1 << tile;
        self.state.turn.tile |= hero == self.state.active;
        self.see(Event::Effect { hero, tile, tile_kind: kind });
        let (amount, cause) = (self.game.tables.tiles[kind as usize].amount, Cause::Tile(kind));
        let signed = amount as i8;
        match kind {
            Tile::Infiltration | Tile::Exfiltration | Tile::Jungle => {}
            Tile::Nanopharmacy => {
                let equipment = Equipment::FirstAid;
                self.receive(hero, equipment);
                self.see(Event::Gets { hero, equipment });
            }
            Tile::Airfield => self.ask(hero, Phase::Flying),
            Tile::CryoSleep => self.change(hero, What::Hours, -signed, cause),
            Tile::RobotSurgeons => {
                let most = self.game.sheet(self.state, hero).life;
                self.heal(hero, amount, most, cause);
            }
            Tile::Armoury => (0..amount).for_each(|_| self.draw_equipment(hero)),
            Tile::Dwelling => self.change(hero, What::Stress, -signed, cause),
            Tile::Viewpoint => {
                for near in members(self.state.face_down_near(hero)) {
                    self.reveal(hero, near);
                }
            }
            Tile::Cells | Tile::GuardPost => self.encounter(hero),
            Tile::Temple => {
                self.change(hero, What::Energy, signed, cause);
                self.change(hero, What::Stress, 1, cause);
            }
            Tile::Swamp => self.change(hero, What::Hours, signed, cause),
            Tile::Minefield => self.change(hero, What::Life, -signed, cause),
            Tile::SnakePit => self.change(hero, What::Stress, signed, cause),
        }
    }
}
