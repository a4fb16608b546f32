//! What the measures need to know of earlier events (rule B-8): which characters are entrants, who
//! felled them, and the uses of cards and powers whose effects are not yet complete.

use super::POWER;
use crate::game::MAX_PLAYERS;
use crate::game::measured::{self, Uses};
use crate::games::battle_cards::BattleCards;
use crate::games::battle_cards::decks::Action;
use crate::games::battle_cards::event::{Drop, Event, Wound};
use crate::games::battle_cards::roster::Power;
use crate::games::battle_cards::state::{CharacterIndex, MOST_CHARACTERS, NONE, State, members};
use crate::stats::{Record, Use};

state! {
    /// What a recorder remembers of earlier events of a game.
    Memory {
        /// Position of each character in the line-up. `NONE` for a character without statistics of
        /// its own: it was not in the line-up, or it has joined another team.
        slots: [u8; MOST_CHARACTERS] = [NONE; MOST_CHARACTERS],
        /// For each character: the line-up position of the character that felled it last.
        felled_by: [Option<u8>; MOST_CHARACTERS] = [None; MOST_CHARACTERS],
        /// Number of action cards that were dealt before the first event.
        dealt: u32 = 0,
        /// How often the lead has changed.
        lead_changes: u32 = 0,
        /// A player of the side that led most recently, or `None` if no side has led.
        leading: Option<usize> = None,
        /// Index, in the record's list of uses, of the first card or power used in the current
        /// attack.
        attack: usize = 0,
        /// Index of the use of the attacker's power. Set only for a power that changes the attack
        /// itself (rules B-P1 to B-P10).
        power: Option<usize> = None,
        /// Index of the use of the target's Guard power.
        guard: Option<usize> = None,
        /// Index of the use of the card or power that took effect last and causes the next events.
        cause: Option<usize> = None,
    }
}

impl Memory {
    /// Returns the line-up position of a character, or `None` if the character has no statistics of
    /// its own.
    pub fn slot(&self, character: CharacterIndex) -> Option<u8> {
        self.slots.get(usize::from(character)).copied().filter(|&slot| slot != NONE)
    }

    /// Returns true if a character began the game in the team of this player, and has not joined
    /// another team.
    pub fn is_of(&self, state: &State, player: u8, character: CharacterIndex) -> bool {
        self.slot(character).is_some_and(|slot| state.owner_of_slot(slot) == usize::from(player))
    }

    pub fn felled_by(&self, character: CharacterIndex) -> Option<u8> {
        self.felled_by[usize::from(character)]
    }

    /// Returns the life of the character at a line-up position, 0 if it has joined another team.
    pub fn life(&self, state: &State, slot: u8) -> u8 {
        let character = state.dealt[usize::from(slot)];
        self.slot(character).map_or(0, |_| state.life[usize::from(character)])
    }

    /// Counts a change of the lead if another side than before has the most life. In a tie, no side
    /// leads.
    fn look_at_lead(&mut self, state: &State) {
        let life = |player: u8| {
            let team = members(state.team[usize::from(player)]);
            team.map(|character| u32::from(state.life[usize::from(character)])).sum::<u32>()
        };
        let lives = state.side.map(|side| members(side).map(life).sum::<u32>());
        let most = lives.iter().max().copied();
        let mut leaders = (0..MAX_PLAYERS).filter(|&player| Some(lives[player]) == most);
        let Some(first) = leaders.next() else { return };
        let tie = leaders.any(|other| state.side[first] >> other & 1 == 0);
        if !tie && self.leading != Some(first) {
            self.lead_changes += u32::from(self.leading.is_some());
            self.leading = Some(first);
        }
    }

    /// Returns the uses of these kinds of cards in the current attack, and the use of a power.
    pub fn attack(&self, cards: &'static [Action], power: Option<usize>) -> UsesInAttack {
        UsesInAttack { first: self.attack, cards, power }
    }
}

impl measured::Memory<BattleCards> for Memory {
    fn new(state: &State) -> Memory {
        // The hands at the start are dealt before the recorder receives events.
        let dealt = state.hand.iter().map(|hand| hand.len() as u32).sum();
        let mut memory = Memory { dealt, ..Memory::default() };
        for (slot, &character) in (0..state.slots).zip(&state.dealt) {
            memory.slots[usize::from(character)] = slot;
        }
        memory
    }

    fn see(&mut self, record: &mut Record, event: Event, state: &State) {
        match event {
            Event::RoundBegins { round } => (record.rounds, self.cause) = (round, None),
            Event::TurnBegins { .. } => {
                self.cause = None;
                self.look_at_lead(state);
            }
            Event::Plays { card, by, .. } => {
                self.cause = self.slot(by).map(|slot| record.begin_use(slot, card as u16));
            }
            Event::Power { character, power } => {
                self.cause = self.slot(character).map(|slot| record.begin_use(slot, POWER));
                match power {
                    Power::Guard(_) => self.guard = self.cause,
                    power if power.is_of_dice() => self.power = self.cause,
                    _ => {}
                }
            }
            Event::Attacks { .. } => {
                self.attack = record.uses.len();
                (self.power, self.guard, self.cause) = (None, None, None);
            }
            Event::Falls { target, by, .. } => {
                self.felled_by[usize::from(target)] = by.and_then(|by| self.slot(by));
                self.cause = None;
            }
            // A character that joins another team is no longer counted in the statistics.
            Event::Joins { player, character, .. } if !self.is_of(state, player, character) => {
                self.slots[usize::from(character)] = NONE;
            }
            Event::Gains { .. }
            | Event::Takes { .. }
            | Event::Draws { .. }
            | Event::Drops { how: Drop::Lost, .. }
            | Event::Regains { .. }
            | Event::Joins { .. }
            | Event::Saves { .. }
            | Event::Spares { .. }
            | Event::Shields { .. }
            | Event::Wounds { how: Wound::Splash, .. }
            | Event::Spends { .. }
            | Event::Loses { .. } => {}
            _ => self.cause = None,
        }
    }
}

/// The uses of some kinds of cards in an attack, and the use of a power, which all gain what the
/// attack does.
pub struct UsesInAttack {
    first: usize,
    cards: &'static [Action],
    power: Option<usize>,
}

impl Uses for UsesInAttack {
    fn each(self, record: &mut Record, mut change: impl FnMut(&mut Use)) {
        let is_one = |used: &&mut Use| self.cards.iter().any(|&card| card as u16 == used.thing);
        record.uses[self.first..].iter_mut().filter(is_one).for_each(&mut change);
        self.power.each(record, change);
    }
}
