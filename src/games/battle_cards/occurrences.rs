//! Events, B-2.1 and B-V.

use super::decks::Occurrence;
use super::event::Wound;
use super::state::{NONE, State, members};
use super::{BattleCards, Event};
use crate::games::chance::{Owner, Pile};
use crate::games::{Chance, Observer};

impl BattleCards {
    /// B-2.1: turns up an event, which takes effect; gives how many cards the hand is larger in this turn.
    pub(super) fn turn_up(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) -> u8 {
        if state.events.is_empty() {
            state.events = state.used_events;
            state.used_events = Pile::EMPTY;
        }
        let Some(event) = chance.draw(Owner::Game, &mut state.events) else {
            return 0;
        };
        state.used_events.add(event);
        let (amount, event) = (self.decks.of_event[event], Occurrence::ALL[event]);
        let player = usize::from(state.active);
        observer.see(Event::Occurs {
            player: state.active,
            event,
        });
        match event {
            Occurrence::Calm => {}
            Occurrence::Windfall => self.gain_energy(state, player, amount.into(), observer),
            Occurrence::Surge => {
                for player in 0..state.players.into() {
                    if state.fell[player] == 0 {
                        self.gain_energy(state, player, amount.into(), observer);
                    }
                }
            }
            Occurrence::Drought => {
                for player in 0..state.players.into() {
                    self.lose_energy(state, player, amount.into(), observer);
                }
            }
            Occurrence::Spring => {
                let everybody = state.team.iter().fold(0, |all, team| all | team);
                for character in members(everybody) {
                    self.regain(state, character, amount, observer);
                }
            }
            Occurrence::Quake => self.quake(state, amount, observer),
            Occurrence::Recruit => self.join(state, player, state.stock, u8::MAX, chance, observer),
            Occurrence::Comeback => {
                self.join(state, player, state.graveyard, amount, chance, observer);
            }
            Occurrence::Supplies => return amount,
            Occurrence::Fog => state.fog = amount,
            Occurrence::Storm => state.attacks_left = state.attacks_left.min(amount),
            Occurrence::Truce => state.truce = true,
            Occurrence::Frenzy => state.frenzy = amount,
            Occurrence::Rage => state.rage = amount,
        }
        0
    }

    /// B-V6.
    fn quake(&self, state: &mut State, amount: u8, observer: &mut impl Observer<Event>) {
        for leader in state.leader {
            if leader == NONE {
                continue;
            }
            let now = &mut state.life[usize::from(leader)];
            let life = amount.min(*now - 1);
            *now -= life;
            if life > 0 {
                observer.see(Event::Wounds {
                    by: None,
                    target: leader,
                    life,
                    how: Wound::Quake,
                });
            }
        }
    }
}
