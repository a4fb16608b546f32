//! Records each use of a card or a power, with the life, energy and cards that the use gains (rule
//! B-8).

use super::measures::{CARDS, ENERGY, KEPT, POWER, TAKEN};
use crate::games::battle_cards::decks::Action;
use crate::games::battle_cards::event::{Drop, Event, Wound};
use crate::games::battle_cards::roster::Power;
use crate::stats::{Record, Use};

/// The uses of cards and powers whose effects are not yet complete, as indices into the list of
/// uses in the record of the game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    /// Index, in the record's list of uses, of the first card or power used in the current attack.
    attack: usize,
    /// Index, in the record's list of uses, of the use of the attacker's power. Set only for a
    /// power that changes the attack itself (rules B-P1 to B-P10).
    power: Option<usize>,
    /// Index, in the record's list of uses, of the use of the target's Guard power.
    guard: Option<usize>,
    /// Index, in the record's list of uses, of the card or power that took effect last and causes
    /// the next events.
    cause: Option<usize>,
}

impl Uses {
    /// Adds the use of a card or power to the record of the game. Adds nothing if `by`, the
    /// character that used it, is `None`.
    fn push(&mut self, record: &mut Record, by: Option<usize>, thing: u16) -> Option<usize> {
        self.cause = by.map(|by| {
            record.uses.push(Use {
                player: by as u8,
                thing,
                round: record.rounds,
                ..Use::default()
            });
            record.uses.len() - 1
        });
        self.cause
    }

    /// Records an event of the game. `entrant` is the character that plays the card or has the
    /// power, if there is one.
    pub fn see(&mut self, record: &mut Record, event: Event, entrant: Option<usize>) {
        match event {
            Event::Plays { card, .. } => {
                self.push(record, entrant, card as u16);
            }
            Event::Power { power, .. } => {
                let used = self.push(record, entrant, POWER);
                match power {
                    Power::Guard(_) => self.guard = used,
                    power if power.is_of_dice() => self.power = used,
                    _ => {}
                }
            }
            Event::Attacks { .. } => {
                *self = Uses { attack: record.uses.len(), ..Uses::default() };
            }
            Event::Gains { energy, .. } | Event::Takes { energy, .. } => {
                self.brings(record, ENERGY, energy);
            }
            Event::Draws { .. } | Event::Drops { how: Drop::Lost, .. } => {
                self.brings(record, CARDS, 1)
            }
            Event::Regains { life, .. }
            | Event::Joins { life, .. }
            | Event::Saves { life, .. }
            | Event::Spares { life, .. }
            | Event::Shields { kept: life, .. } => self.brings(record, KEPT, life.into()),
            Event::Wounds { how: Wound::Splash, life, .. } => {
                self.brings(record, TAKEN, life.into())
            }
            Event::Spends { .. } | Event::Loses { .. } => {}
            _ => {
                self.cause = None;
                self.of_attack(record, event);
            }
        }
    }

    /// Adds `amount` to a recorded value of the card or power that caused the event; `value` is the
    /// index of the value.
    fn brings(&self, record: &mut Record, value: usize, amount: u16) {
        if let Some(cause) = self.cause {
            record.uses[cause].values[value] += amount;
        }
    }

    /// Adds the result of an attack to the recorded values of all cards and powers that were used
    /// in the attack.
    fn of_attack(&self, record: &mut Record, event: Event) {
        let (cards, power, value, amount): (&[Action], _, _, u8) = match event {
            Event::Wounds { how: Wound::Attack, life, .. } => {
                (&Action::OF_ATTACKS, self.power, TAKEN, life)
            }
            Event::Wounds { how: Wound::Nemesis, life, .. } => {
                (&[Action::Nemesis], None, TAKEN, life)
            }
            Event::Wounds { how: Wound::Riposte, life, .. } => {
                (&[Action::Riposte], None, TAKEN, life)
            }
            Event::Dodges { escapes: true, kept, .. } => {
                (&[Action::Dodge, Action::Agility], self.guard, KEPT, kept)
            }
            _ => return,
        };
        let is_one = |used: &Use| cards.iter().any(|&card| card as u16 == used.thing);
        for used in record.uses[self.attack..].iter_mut().filter(|used| is_one(used)) {
            used.values[value] += u16::from(amount);
        }
        if let Some(power) = power {
            record.uses[power].values[value] += u16::from(amount);
        }
    }
}
