//! Computes the measured values (statistics) of a game from its events (rule B-8).

mod lead;
pub(super) mod measures;
mod uses;

use self::lead::Lead;
use self::measures::{
    CARDS_DISCARDED, CARDS_DRAWN, CARDS_LOST, CARDS_PLAYED, ELIMINATED, ENDING, ENERGY_GAINED,
    ENERGY_SPENT, ENERGY_WASTED, EVENTS, FIRST_WON, LEAD_CHANGES, LEADING, LIFE, MOST_CARDS,
    MOST_ENERGY, MOST_OF_ONE, POWERS, ROUND_ELIMINATED, SCORE, SCORE_TAKEN, WINNERS,
};
use self::uses::Uses;
use super::Places;
use super::event::{Drop, Event, Wound};
use super::state::{CharacterIndex, MOST_CHARACTERS, NONE, State};
use crate::game::Observer;
use crate::stats::{Measures, NEVER, Record};

#[cfg(test)]
pub(super) use self::measures::{CARDS, ENERGY, KEPT, POWER, TAKEN};

/// Number of uses of cards and powers per game for which memory is reserved before the first game;
/// few games have more.
const USES: usize = 1 << 15;

/// Records the statistics of games, one game at a time.
#[derive(Debug)]
pub struct Recorder {
    pub record: Record,
    /// Position of each character in the line-up. `NONE` for a character without statistics of its
    /// own: it was not in the line-up, or it has joined another team.
    slot: [u8; MOST_CHARACTERS],
    /// Index of the player to whom the character at each line-up position belongs.
    player: [u8; MOST_CHARACTERS],
    /// For each line-up position: the position of the character that killed the character there
    /// last, or `NONE`.
    felled_by: [u8; MOST_CHARACTERS],
    lead: Lead,
    uses: Uses,
    capped: bool,
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder {
            record: Record::default(),
            slot: [NONE; MOST_CHARACTERS],
            player: [NONE; MOST_CHARACTERS],
            felled_by: [NONE; MOST_CHARACTERS],
            lead: Lead::default(),
            uses: Uses::default(),
            capped: false,
        }
    }
}

impl Recorder {
    /// Creates a recorder for games in which `slots` characters have statistics.
    pub fn new(measures: &Measures, slots: usize) -> Recorder {
        let mut recorder = Recorder::default();
        recorder.record.begin(measures, slots);
        recorder.record.uses.reserve(USES);
        recorder
    }

    /// Begins the record of a new game. The function `entrant` takes a line-up position and its
    /// character, and returns the number under which the statistics count the character.
    pub fn begin(&mut self, measures: &Measures, state: &State, entrant: impl Fn(u8, u8) -> u16) {
        let mut record = std::mem::take(&mut self.record);
        record.begin(measures, state.slots.into());
        *self = Recorder { record, lead: Lead::new(state), ..Recorder::default() };
        let dealt = state.dealt.iter().take(state.slots.into());
        for ((player, slot), &character) in self.record.players.iter_mut().zip(0..).zip(dealt) {
            player.entrant = entrant(slot, character);
            player.slot = slot;
            self.slot[usize::from(character)] = slot;
            self.player[usize::from(slot)] = state.owner_of_slot(slot) as u8;
        }
        // The hands at the start are dealt before the recorder receives events.
        let hands = state.hand.iter().map(|hand| hand.len() as u32);
        self.record.game[CARDS_DRAWN] = hands.sum();
    }

    /// Completes the record of a finished game. `places` contains the final place of each player.
    pub fn finish(&mut self, state: &State, places: Places) -> &mut Record {
        let game = &mut self.record.game;
        let winner = places.iter().position(|&place| place == 1).unwrap_or(0);
        game[ENDING] = self.capped.into();
        game[WINNERS] = (state.heroes >> winner & 1).into();
        game[FIRST_WON] = u32::from(places[usize::from(state.first)] == 1);
        game[LEAD_CHANGES] = self.lead.changes;
        let left = state.energy.iter().map(|&energy| u32::from(energy));
        game[ENERGY_WASTED] += left.sum::<u32>();
        for value in [ENERGY_GAINED, ENERGY_SPENT, ENERGY_WASTED] {
            game[value] = game[value].min(MOST_ENERGY);
        }
        for value in [EVENTS, CARDS_DRAWN, CARDS_PLAYED, CARDS_DISCARDED, CARDS_LOST] {
            game[value] = game[value].min(MOST_CARDS);
        }
        for (slot, &by) in self.felled_by.iter().enumerate() {
            if by != NONE {
                *self.record.pair_mut(ELIMINATED, by.into(), slot) = 1;
            }
        }
        let dealt = state.dealt.iter();
        for (player, &character) in self.record.players.iter_mut().zip(dealt) {
            let place = places[usize::from(self.player[usize::from(player.slot)])];
            player.place = place;
            player.won = place == 1;
            // A character that has changed teams counts for the team in which it began.
            if self.slot[usize::from(character)] == player.slot {
                player.values[LIFE] = state.life[usize::from(character)].into();
            }
            if player.values[LEADING] > 0 {
                player.values[LEADING] = 1 + u32::from(player.won);
            }
            for value in [SCORE, POWERS] {
                player.values[value] = player.values[value].min(MOST_OF_ONE);
            }
        }
        &mut self.record
    }

    /// Returns the line-up position of a character, or `None` if the character has no statistics of
    /// its own.
    fn entrant(&self, character: CharacterIndex) -> Option<usize> {
        let slot = *self.slot.get(usize::from(character))?;
        (slot != NONE).then_some(slot.into())
    }

    /// Records the life that an attack takes from its target, or from a second character by the
    /// Splash power.
    fn takes(&mut self, by: CharacterIndex, target: CharacterIndex, life: u8) {
        let Some(by) = self.entrant(by) else { return };
        self.record.players[by].values[SCORE] += u32::from(life);
        if let Some(target) = self.entrant(target) {
            *self.record.pair_mut(SCORE_TAKEN, by, target) += u32::from(life);
        }
    }

    fn falls(&mut self, character: CharacterIndex, by: Option<CharacterIndex>) {
        let Some(slot) = self.entrant(character) else {
            return;
        };
        let round = self.record.rounds.into();
        self.record.players[slot].values[ROUND_ELIMINATED] = round;
        let by = by.and_then(|by| self.entrant(by));
        self.felled_by[slot] = by.map_or(NONE, |by| by as u8);
    }

    /// Records that a character joins a team. A character that joins its own team is no longer
    /// eliminated. A character that joins another team is no longer counted in the statistics.
    fn joins(&mut self, player: u8, character: CharacterIndex) {
        let Some(slot) = self.entrant(character) else {
            return;
        };
        if self.player[slot] == player {
            self.record.players[slot].values[ROUND_ELIMINATED] = NEVER;
            self.felled_by[slot] = NONE;
        } else {
            self.slot[usize::from(character)] = NONE;
        }
    }
}

impl Observer<Event> for Recorder {
    fn see(&mut self, event: Event) {
        self.lead.see(event);
        let by = match event {
            Event::Plays { by, .. } => self.entrant(by),
            Event::Power { character, .. } => self.entrant(character),
            _ => None,
        };
        self.uses.see(&mut self.record, event, by);
        let game = &mut self.record.game;
        match event {
            Event::RoundBegins { round } => self.record.rounds = round,
            Event::Leads { character, .. } => {
                if let Some(slot) = self.entrant(character) {
                    self.record.players[slot].values[LEADING] = 1;
                }
            }
            Event::Occurs { .. } => game[EVENTS] += 1,
            Event::Draws { .. } => game[CARDS_DRAWN] += 1,
            Event::Plays { .. } => game[CARDS_PLAYED] += 1,
            Event::Drops { how, .. } => match how {
                Drop::Discarded => game[CARDS_DISCARDED] += 1,
                Drop::Lost => game[CARDS_LOST] += 1,
            },
            Event::Power { .. } => {
                if let Some(slot) = by {
                    self.record.players[slot].values[POWERS] += 1;
                }
            }
            Event::Gains { energy, .. } => game[ENERGY_GAINED] += u32::from(energy),
            Event::Spends { energy, .. } => game[ENERGY_SPENT] += u32::from(energy),
            Event::Loses { energy, .. } => game[ENERGY_WASTED] += u32::from(energy),
            Event::Wounds {
                by: Some(by),
                target,
                life,
                how: Wound::Attack | Wound::Nemesis | Wound::Splash,
            } => self.takes(by, target, life),
            Event::Falls { target, by, .. } => self.falls(target, by),
            Event::Joins { player, character, .. } => self.joins(player, character),
            Event::Over { capped } => self.capped = capped,
            _ => {}
        }
    }
}
