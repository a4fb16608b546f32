//! Movement and the effects of tiles in the model, a second implementation of the rules (J-3.6 and
//! J-T).

use super::words::{COMPULSORY, Seat, Tile};
use super::world::{Step, World};
use super::{Choice, Model, Question};

impl Model {
    /// Returns the neighbours of a tile in the order above, left, right, below.
    pub fn neighbours(&self, tile: Tile) -> Vec<Tile> {
        let (row, column, side) = (tile / self.side, tile % self.side, self.side);
        let mut neighbours = Vec::new();
        if row > 0 {
            neighbours.push(tile - side);
        }
        if column > 0 {
            neighbours.push(tile - 1);
        }
        if column + 1 < side {
            neighbours.push(tile + 1);
        }
        if row + 1 < side {
            neighbours.push(tile + side);
        }
        neighbours
    }

    pub fn face_down(&self, tile: Tile) -> Vec<Tile> {
        let mut neighbours = self.neighbours(tile);
        neighbours.retain(|&other| !self.places[other].revealed);
        neighbours
    }

    pub fn revealed_neighbours(&self, tile: Tile) -> Vec<Tile> {
        let mut neighbours = self.neighbours(tile);
        neighbours.retain(|&other| self.places[other].revealed);
        neighbours
    }

    pub fn has_room(&self, tile: Tile) -> bool {
        let there = self.party().into_iter();
        let there = there.filter(|&seat| self.heroes[seat].tile == tile).count();
        there < self.settings.of("tiles", self.places[tile].kind, "room") as usize
    }

    /// Returns the revealed neighbours of a hero's tile that have room for a hero.
    pub fn steps_open(&self, seat: Seat) -> Vec<Tile> {
        let mut steps = self.revealed_neighbours(self.heroes[seat].tile);
        steps.retain(|&to| self.has_room(to));
        steps
    }

    pub fn comes(&mut self, seat: Seat, tile: Tile, world: &mut World) -> Step {
        self.note(format!("{seat} comes to {tile} {}", self.places[tile].kind));
        self.arrives(seat, tile);
        self.all_meet(world)
    }

    /// Moves a hero to a tile. The rebel and the effect of the tile follow in `all_meet`.
    pub fn arrives(&mut self, seat: Seat, tile: Tile) {
        let hero = &mut self.heroes[seat];
        (hero.tile, hero.waits, hero.enters) = (tile, true, true);
    }

    /// Handles heroes that have entered a tile: first the encounter with the rebel that lurks
    /// there, then the compulsory effect of the tile (rules J-3.6, J-5.3 and J-5.7). If several
    /// heroes wait, the first one in seat order is next, even if it entered its tile last.
    pub fn all_meet(&mut self, world: &mut World) -> Step {
        if self.meeting {
            return Ok(());
        }
        self.meeting = true;
        while let Some(seat) = (self.party().into_iter())
            .find(|&seat| self.heroes[seat].waits || self.heroes[seat].enters)
        {
            let tile = self.heroes[seat].tile;
            if std::mem::take(&mut self.heroes[seat].waits) {
                let its_turn = self.turn.as_ref().is_some_and(|turn| turn.seat == seat);
                let waits_on = self.settings.text("lurkers") == "own-turn" && !its_turn;
                if self.places[tile].lurking.is_some() && !waits_on {
                    self.meets_who_lurks(seat, world)?;
                }
            } else {
                self.heroes[seat].enters = false;
                if self.is_compulsory(tile) && self.would_have_effect(seat) {
                    self.tile_effect(seat, world)?;
                }
            }
        }
        self.meeting = false;
        self.looks_for_boss(world)
    }

    fn amount(&self, tile: Tile) -> u32 {
        self.settings.of("tiles", self.places[tile].kind, "amount")
    }

    /// Returns the tiles to which a hero can fly from its tile.
    fn airports(&self, seat: Seat) -> Vec<Tile> {
        let tile = self.heroes[seat].tile;
        let mut all: Vec<Tile> = (0..self.places.len()).collect();
        all.retain(|&to| to != tile && self.places[to].revealed && self.has_room(to));
        all
    }

    /// Returns true if a hero may use the effect of its tile (rule J-3.5.8).
    pub fn may_use_tile(&self, seat: Seat) -> bool {
        let used = self.turn.as_ref().is_some_and(|turn| turn.effect);
        !used && !self.is_compulsory(self.heroes[seat].tile) && self.would_have_effect(seat)
    }

    fn is_compulsory(&self, tile: Tile) -> bool {
        COMPULSORY.contains(&self.places[tile].kind)
    }

    /// Returns true if a hero has not used the effect of its tile and the effect would change a
    /// value (rule J-3.6).
    fn would_have_effect(&self, seat: Seat) -> bool {
        let hero = &self.heroes[seat];
        let tile = hero.tile;
        let cubes_left = self.settings.number("cubes") as usize > hero.had.len();
        if hero.had.contains(&tile) || !cubes_left {
            return false;
        }
        match self.places[tile].kind {
            "infiltration" | "exfiltration" | "jungle" => false,
            "nanopharmacy" => hero.held.count("first-aid") < 15,
            "airfield" => !self.must_stay(seat) && !self.airports(seat).is_empty(),
            "cryo-sleep" => hero.hour > 0,
            "robot-surgeons" => hero.life < hero.hero.life,
            "armoury" => self.equipment.has_any(),
            "dwelling" => hero.stress > 0,
            "viewpoint" => !self.face_down(tile).is_empty(),
            "cells" | "guard-post" => self.may_encounter(tile),
            "temple" => hero.energy < 99 || hero.stress < 99,
            "swamp" | "minefield" => true,
            "snake-pit" => hero.stress < 99,
            other => panic!("tile {other}"),
        }
    }

    pub fn tile_effect(&mut self, seat: Seat, world: &mut World) -> Step {
        let tile = self.heroes[seat].tile;
        let amount = self.amount(tile);
        self.note(format!("{seat} has {}", self.places[tile].kind));
        self.heroes[seat].had.insert(tile);
        if let Some(turn) = &mut self.turn
            && turn.seat == seat
        {
            turn.effect = true;
        }
        match self.places[tile].kind {
            "nanopharmacy" => self.gets(seat, "first-aid"),
            "airfield" => {
                let options = self.airports(seat).into_iter().map(Choice::To).collect();
                let to = self.asks(seat, Question::Fly, options, world);
                self.comes(seat, to.tile(), world)?;
            }
            "cryo-sleep" => self.clock_back(seat, amount),
            "robot-surgeons" => self.regains_life(seat, amount),
            "armoury" => self.draws_equipment(seat, amount, world),
            "dwelling" => self.less_stress(seat, amount),
            "viewpoint" => {
                for other in self.neighbours(tile) {
                    self.places[other].revealed = true;
                }
            }
            "cells" | "guard-post" => self.encounter(seat, world)?,
            "temple" => {
                self.more_energy(seat, amount);
                self.more_stress(seat, 1);
            }
            "swamp" => self.clocks(vec![seat], amount, world)?,
            "minefield" => self.loses_life(seat, amount, world)?,
            "snake-pit" => self.more_stress(seat, amount),
            other => panic!("{other} does nothing"),
        }
        Ok(())
    }
}
