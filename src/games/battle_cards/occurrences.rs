//! The effects of the event cards, one of which is revealed in each turn (rules B-2.1 and B-V).

use arrayvec::ArrayVec;

use super::decks::Occurrence;
use super::event::Wound;
use super::state::{NONE, members};
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
        let Some(event) = self.chance.draw(Owner::Game, &mut self.state.events) else { return 0 };
        self.state.used_events.add(event);
        let (amount, event) = (self.game.decks.of_event[event], Occurrence::ALL[event]);
        let player = usize::from(self.state.active);
        self.see(Event::Occurs { player: self.state.active, card: event });
        match event {
            Occurrence::Calm => {}
            Occurrence::Windfall => self.gain_energy(player, amount.into()),
            Occurrence::Recruit => self.join(player, self.state.stock, u8::MAX),
            Occurrence::Comeback => self.join(player, self.state.graveyard, amount),
            Occurrence::Supplies => return amount,
            Occurrence::Fog => self.state.fog = amount,
            Occurrence::Storm => self.state.attacks_left = self.state.attacks_left.min(amount),
            Occurrence::Truce => self.state.truce = true,
            Occurrence::Frenzy => self.state.frenzy = amount,
            Occurrence::Rage => self.state.rage = amount,
            Occurrence::Surge | Occurrence::Drought | Occurrence::Spring | Occurrence::Quake => {
                let turn_order = std::iter::once(player).chain(self.state.after(player));
                let everybody: ArrayVec<usize, MAX_PLAYERS> = turn_order.collect();
                everybody.into_iter().for_each(|player| self.befall(player, event, amount));
            }
        }
        0
    }

    /// Applies an event card that concerns all players to one of them.
    fn befall(&mut self, player: usize, event: Occurrence, amount: u8) {
        let leader = self.state.leader[player];
        match event {
            Occurrence::Surge => self.gain_energy(player, amount.into()),
            Occurrence::Drought => self.lose_energy(player, amount.into()),
            Occurrence::Spring => {
                members(self.state.team[player]).for_each(|own| self.regain(own, amount));
            }
            Occurrence::Quake if leader != NONE => {
                let life = amount.min(self.state.life[usize::from(leader)] - 1);
                if life > 0 {
                    self.lose_life(leader, life, Wound::Quake);
                }
            }
            _ => {}
        }
    }
}
