//! The effects of the event cards, one of which is revealed in each turn (rules B-2.1 and B-V).

use arrayvec::ArrayVec;

use super::decks::Occurrence;
use super::event::Wound;
use super::state::{CharacterIndex, NONE, members};
use super::{Battle, Event};
use crate::game::chance::{Owner, Pile};
use crate::game::{Chance, MAX_PLAYERS, Observer};

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Reveals an event card and applies it (rule B-2.1). Returns the number of cards by which the
    /// player's hand is larger in this turn.
    pub(super) fn turn_up(&mut self) -> u8 {
        if self.state.events.is_empty() {
            self.state.events = self.state.used_events;
            self.state.used_events = Pile::EMPTY;
        }
        let Some(event) = self.chance.draw(Owner::Game, &mut self.state.events) else {
            return 0;
        };
        self.state.used_events.add(event);
        let (amount, event) = (self.game.decks.of_event[event], Occurrence::ALL[event]);
        let player = usize::from(self.state.active);
        self.see(Event::Occurs { player: self.state.active, event });
        let everybody: ArrayVec<usize, MAX_PLAYERS> =
            std::iter::once(player).chain(self.state.after(player)).collect();
        match event {
            Occurrence::Calm => {}
            Occurrence::Windfall => self.gain_energy(player, amount.into()),
            Occurrence::Surge => {
                for player in everybody {
                    self.gain_energy(player, amount.into());
                }
            }
            Occurrence::Drought => {
                for player in everybody {
                    self.lose_energy(player, amount.into());
                }
            }
            Occurrence::Spring => {
                for player in everybody {
                    for character in members(self.state.team[player]) {
                        self.regain(character, amount);
                    }
                }
            }
            Occurrence::Quake => {
                for player in everybody {
                    self.quake(self.state.leader[player], amount);
                }
            }
            Occurrence::Recruit => self.join(player, self.state.stock, u8::MAX),
            Occurrence::Comeback => {
                self.join(player, self.state.graveyard, amount);
            }
            Occurrence::Supplies => return amount,
            Occurrence::Fog => self.state.fog = amount,
            Occurrence::Storm => self.state.attacks_left = self.state.attacks_left.min(amount),
            Occurrence::Truce => self.state.truce = true,
            Occurrence::Frenzy => self.state.frenzy = amount,
            Occurrence::Rage => self.state.rage = amount,
        }
        0
    }

    /// Applies the event card Quake, which takes life, to one leader; does nothing if the leader is
    /// `NONE` (rule B-V6).
    fn quake(&mut self, leader: CharacterIndex, amount: u8) {
        if leader == NONE {
            return;
        }
        let now = &mut self.state.life[usize::from(leader)];
        let life = amount.min(*now - 1);
        *now -= life;
        if life > 0 {
            self.see(Event::Wounds { by: None, target: leader, life, how: Wound::Quake });
        }
    }
}
