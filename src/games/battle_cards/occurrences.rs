//! The events of the event pile, one for each turn (rules B-2.1 and B-V).

use arrayvec::ArrayVec;

use super::decks::Occurrence;
use super::event::Wound;
use super::state::{Character, NONE, State, members};
use super::{BattleCards, Event};
use crate::game::chance::{Owner, Pile};
use crate::game::{Chance, MAX_PLAYERS, Observer};

impl BattleCards {
    /// Turns up an event card and applies it (rule B-2.1). Returns the number of cards by which the
    /// player's hand is larger in this turn.
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
        let everybody: ArrayVec<usize, MAX_PLAYERS> =
            std::iter::once(player).chain(state.after(player)).collect();
        match event {
            Occurrence::Calm => {}
            Occurrence::Windfall => self.gain_energy(state, player, amount.into(), observer),
            Occurrence::Surge => {
                for player in everybody {
                    self.gain_energy(state, player, amount.into(), observer);
                }
            }
            Occurrence::Drought => {
                for player in everybody {
                    self.lose_energy(state, player, amount.into(), observer);
                }
            }
            Occurrence::Spring => {
                for player in everybody {
                    for character in members(state.team[player]) {
                        self.regain(state, character, amount, observer);
                    }
                }
            }
            Occurrence::Quake => {
                for player in everybody {
                    self.quake(state, state.leader[player], amount, observer);
                }
            }
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

    /// Applies the event Quake to one leader; does nothing for `NONE` (rule B-V6).
    fn quake(
        &self,
        state: &mut State,
        leader: Character,
        amount: u8,
        observer: &mut impl Observer<Event>,
    ) {
        if leader == NONE {
            return;
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
