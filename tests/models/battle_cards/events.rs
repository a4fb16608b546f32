//! The events of the event pile in the model, a second implementation of the rules (B-2.1 and B-V).

use super::words::{Event, Id, Kind, Seat};
use super::{Fact, MOST_CHARACTERS, Model};
use crate::game::chance::Owner;
use crate::games::models::recorded::Replay;

impl Model {
    /// Turns up an event and applies it (rule B-2.1).
    pub fn event(&mut self, draws: &mut Replay) {
        if self.event_pile.is_empty() {
            self.event_pile = std::mem::take(&mut self.event_discards);
            self.event_pile.sort();
        }
        if self.event_pile.is_empty() {
            self.log.push(Fact::Happens(None));
            return;
        }
        let index = draws.draw(Owner::Game, self.event_pile.len());
        let event = self.event_pile.remove(index);
        self.event_discards.push(event);
        self.event_discards.sort();
        self.log.push(Fact::Happens(Some(event)));
        self.happens(event, draws);
    }

    fn happens(&mut self, event: Event, draws: &mut Replay) {
        let amount = self.settings.amount_of_event(event);
        let active = self.active;
        let everybody = self.turn_order_from(active);
        let kind = self.players[active].kind;
        match event {
            Event::Calm => {}
            Event::Windfall => self.gains_energy(active, amount),
            Event::Surge => {
                for player in everybody {
                    self.gains_energy(player, amount);
                }
            }
            Event::Drought => {
                for player in everybody {
                    self.loses_energy(player, amount);
                }
            }
            Event::Spring => {
                for player in everybody {
                    for character in self.players[player].team.clone() {
                        self.regains(character, amount);
                    }
                }
            }
            Event::Quake => {
                for player in everybody {
                    if let Some(leader) = self.players[player].leader {
                        let but_its_last = self.life[leader] - 1;
                        self.loses_life(leader, amount.min(but_its_last));
                    }
                }
            }
            Event::Recruit => {
                if let Some(recruit) = self.picks_who_joins(active, true, kind, draws) {
                    self.joins(active, recruit, self.roster[recruit].life);
                }
            }
            Event::Comeback => {
                if let Some(back) = self.picks_who_joins(active, false, kind, draws) {
                    self.joins(active, back, amount);
                }
            }
            Event::Supplies => self.this_turn.supplies = amount,
            Event::Fog => self.this_turn.fog = amount,
            Event::Storm => self.this_turn.storm = Some(amount),
            Event::Truce => self.this_turn.truce = true,
            Event::Frenzy => self.this_turn.frenzy = amount,
            Event::Rage => self.this_turn.rage = amount,
        }
    }

    /// Draws a character of a kind from the stock or the graveyard. Draws none if there is no such
    /// character or the team is full (rule B-1.9).
    pub fn picks_who_joins(
        &mut self,
        player: Seat,
        stock: bool,
        kind: Kind,
        draws: &mut Replay,
    ) -> Option<Id> {
        let full = self.players[player].team.len() >= MOST_CHARACTERS;
        let from = match stock {
            true => &mut self.stocks,
            false => &mut self.graveyards,
        };
        let from = from.get_mut(&kind).expect("there are two kinds");
        if full || from.is_empty() {
            return None;
        }
        let index = draws.draw(Owner::Player(player), from.len());
        Some(from.remove(index))
    }

    /// Adds a character to a team with `life` life, at most its printed life.
    pub fn joins(&mut self, player: Seat, character: Id, life: u32) {
        self.life[character] = life.min(self.roster[character].life);
        let team = &mut self.players[player].team;
        team.push(character);
        team.sort();
        self.log.push(Fact::Joins { player, character });
        self.entrant_joins(character, player);
    }
}
