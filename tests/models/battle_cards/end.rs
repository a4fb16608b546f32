//! Loss and gain of life, falls (rule B-3.8), the end and the places (rule B-4) in the model, a
//! second implementation of the rules.

use std::cmp::Reverse;

use super::words::{Id, Seat};
use super::{Fact, Model};

impl Model {
    /// Restores life of a character, up to its printed life.
    pub fn regains(&mut self, character: Id, life: u32) {
        let before = self.life[character];
        let after = (before + life).min(self.roster[character].life);
        self.life[character] = after;
        let life = after - before;
        self.log.push(Fact::Regains { character, life });
    }

    /// Takes up to `life` life from a character and returns the life taken. A character without
    /// life falls later.
    pub fn loses_life(&mut self, character: Id, life: u32) -> u32 {
        let life = life.min(self.life[character]);
        self.life[character] -= life;
        self.log.push(Fact::Loses { character, life });
        life
    }

    /// Counts the life that an attack takes from an opponent's character (rule B-8).
    pub fn takes_life(&mut self, by: Id, target: Id, life: u32) {
        let life = self.loses_life(target, life);
        self.taken[by] += life;
        self.log.push(Fact::Takes { by, life });
    }

    /// Takes life from the attacker: for a miss, or for a Riposte card of a target `by` that
    /// escaped. The attacker may fall.
    pub fn is_hurt(&mut self, attacker: Id, life: u32, by: Option<Id>) {
        self.loses_life(attacker, life);
        if self.life[attacker] == 0 {
            self.falls(attacker, by);
        }
    }

    /// Moves a character without life to the graveyard (rule B-3.8).
    pub fn falls(&mut self, character: Id, by: Option<Id>) {
        let player = self.player_of(character).expect("it lived until now");
        self.log.push(Fact::Falls(character));
        self.is_felled(character, by);
        self.shields.remove(&character);
        self.guards.remove(&character);
        let kind = self.roster[character].kind;
        let graveyard = self.graveyards.get_mut(&kind).expect("there are two");
        graveyard.push(character);
        graveyard.sort();
        let team = &mut self.players[player].team;
        team.retain(|&other| other != character);
        let out = team.is_empty();
        if self.players[player].leader == Some(character) {
            self.players[player].leader = None;
        }
        if out {
            self.is_out(player);
        }
    }

    fn is_out(&mut self, player: Seat) {
        self.players[player].out = true;
        self.log.push(Fact::Out(player));
        for card in self.players[player].hand.clone() {
            self.leaves_hand(player, card);
        }
        let all = self.players[player].energy;
        self.loses_energy(player, all);
        let side = self.side(player);
        if !self.sides_left().contains(&side) {
            self.fallen_sides.push(side);
        }
        if self.sides_left().len() == 1 {
            self.game_over();
        }
    }

    pub fn game_over(&mut self) {
        self.over = true;
        self.asked = None;
        let capped = self.capped;
        self.log.push(Fact::Over { capped });
    }

    /// Returns the sides that still have a character. A side is named by its lowest seat.
    pub fn sides_left(&self) -> Vec<Seat> {
        let left = (0..self.players.len()).filter(|&player| !self.players[player].out);
        let mut sides: Vec<Seat> = left.map(|player| self.side(player)).collect();
        sides.sort();
        sides.dedup();
        sides
    }

    /// Returns the sides from the first place to the last (rules B-4.2 and B-4.3).
    pub fn ranking(&self) -> Vec<Seat> {
        let mut left = self.sides_left();
        left.sort_by_key(|&side| {
            let seats = 0..self.players.len();
            let of_side = seats.filter(|&seat| self.side(seat) == side && !self.players[seat].out);
            let (mut life, mut characters, mut last_seat) = (0, 0, 0);
            for seat in of_side {
                let team = &self.players[seat].team;
                life += team.iter().map(|&one| self.life[one]).sum::<u32>();
                characters += team.len();
                last_seat = seat;
            }
            Reverse((life, characters, last_seat))
        });
        left.extend(self.fallen_sides.iter().rev());
        left
    }

    /// Returns the place of each player after the game, by seat, from 1 (rule B-4.3).
    pub fn places(&self) -> Vec<usize> {
        let ranking = self.ranking();
        let place = |player: Seat| {
            let side = self.side(player);
            1 + ranking.iter().position(|&other| other == side).expect("every side has a place")
        };
        (0..self.players.len()).map(place).collect()
    }
}
