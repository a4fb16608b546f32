//! What comes of a card that is played and of a power that works, B-8: whose it is, and what it buys.

use super::measures::{CARDS, ENERGY, KEPT, POWER, TAKEN};
use crate::games::battle_cards::decks::Action;
use crate::games::battle_cards::event::{Drop, Event, Wound};
use crate::games::battle_cards::roster::Power;
use crate::stats::{Record, Use};

/// Where uses are among those of the record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    /// The first of the attack under way.
    attack: usize,
    /// Of its attacker's power, if that is one of its dice (B-P1 to B-P10).
    power: Option<usize>,
    /// Of its target's guard.
    guard: Option<usize>,
    /// What the next events come of: a card just played, a power that works just now.
    cause: Option<usize>,
}

impl Uses {
    /// Something is used by an entrant; by nobody if who uses it is none.
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

    /// `entrant`: of who plays the card or has the power.
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
                *self = Uses {
                    attack: record.uses.len(),
                    ..Uses::default()
                };
            }
            Event::Gains { energy, .. } | Event::Takes { energy, .. } => {
                self.brings(record, ENERGY, energy);
            }
            Event::Draws { .. }
            | Event::Drops {
                how: Drop::Lost, ..
            } => self.brings(record, CARDS, 1),
            Event::Regains { life, .. }
            | Event::Joins { life, .. }
            | Event::Saves { life, .. }
            | Event::Spares { life, .. }
            | Event::Shields { kept: life, .. } => self.brings(record, KEPT, life.into()),
            Event::Wounds {
                how: Wound::Splash,
                life,
                ..
            } => self.brings(record, TAKEN, life.into()),
            Event::Spends { .. } | Event::Loses { .. } => {}
            _ => {
                self.cause = None;
                self.of_attack(record, event);
            }
        }
    }

    /// Adds to what the cause has brought.
    fn brings(&self, record: &mut Record, value: usize, amount: u16) {
        if let Some(cause) = self.cause {
            record.uses[cause].values[value] += amount;
        }
    }

    /// What the cards and powers of an attack have brought together.
    fn of_attack(&self, record: &mut Record, event: Event) {
        let (cards, power, value, amount): (&[Action], _, _, u8) = match event {
            Event::Wounds {
                how: Wound::Attack,
                life,
                ..
            } => (&Action::OF_ATTACKS, self.power, TAKEN, life),
            Event::Wounds {
                how: Wound::Nemesis,
                life,
                ..
            } => (&[Action::Nemesis], None, TAKEN, life),
            Event::Wounds {
                how: Wound::Riposte,
                life,
                ..
            } => (&[Action::Riposte], None, TAKEN, life),
            Event::Dodges {
                escapes: true,
                kept,
                ..
            } => (&[Action::Dodge, Action::Agility], self.guard, KEPT, kept),
            _ => return,
        };
        let is_one = |used: &Use| cards.iter().any(|&card| card as u16 == used.thing);
        for used in record.uses[self.attack..]
            .iter_mut()
            .filter(|used| is_one(used))
        {
            used.values[value] += u16::from(amount);
        }
        if let Some(power) = power {
            record.uses[power].values[value] += u16::from(amount);
        }
    }
}
