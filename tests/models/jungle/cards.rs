//! Piles of cards, the equipment of heroes, and alerts in the model, a second implementation of the
//! rules (J-2.4, J-E and J-L).

use super::words::{ALERTS, EQUIPMENT, Name, REBELS, Seat, Tile, place};
use super::world::{Step, World};
use super::{Choice, Held, Model, Pile, Question};
use crate::game::chance::Owner;

/// Maximum number of cards of one kind that a hero holds (rule J-E).
const MOST_OF_A_KIND: usize = 15;

impl Pile {
    /// Returns true if the pile or its discard pile contains a card.
    pub fn has_any(&self) -> bool {
        !self.cards.is_empty() || !self.discards.is_empty()
    }

    /// Discards a card. If 60 cards are already discarded, the card leaves the mission (rule
    /// J-2.4).
    pub fn discards(&mut self, card: Name) {
        if self.discards.len() < 60 {
            self.discards.push(card);
        }
    }

    /// Removes and returns the top card of the pile; `None` if the pile is empty (rule J-2.4).
    fn drawn(&mut self) -> Option<Name> {
        (!self.cards.is_empty()).then(|| self.cards.remove(0))
    }
}

impl Held {
    pub fn count(&self, card: Name) -> usize {
        self.cards.iter().filter(|&&other| other == card).count()
    }

    fn adds_one(&mut self, card: Name) {
        self.cards.push(card);
        self.cards.sort_by_key(|card| place(&EQUIPMENT, card));
    }

    pub fn adds(&mut self, other: Held) {
        for card in other.cards {
            self.adds_one(card);
        }
        self.used_suits += other.used_suits;
    }

    /// Removes a card from a hero; of several suits, a used one first. Returns true if the card is
    /// a used suit.
    pub fn removes(&mut self, card: Name) -> bool {
        let index = self.cards.iter().position(|&other| other == card);
        self.cards.remove(index.expect("it is held"));
        let used = card == "suit" && self.used_suits > 0;
        self.used_suits -= usize::from(used);
        used
    }
}

impl Model {
    /// Returns the pile, refilled from its discard pile if it is empty (rule J-2.4).
    fn refilled(&self, mut pile: Pile, names: &[Name], world: &mut World) -> Pile {
        if pile.cards.is_empty() {
            pile.discards.sort_by_key(|card| place(names, card));
            pile.cards = self.shuffled(std::mem::take(&mut pile.discards), world);
        }
        pile
    }

    pub fn draws_equipment(&mut self, seat: Seat, cards: u32, world: &mut World) {
        for _ in 0..cards {
            self.equipment = self.refilled(self.equipment.clone(), &EQUIPMENT, world);
            let Some(card) = self.equipment.drawn() else {
                return;
            };
            self.note(format!("{seat} draws {card}"));
            match card {
                "crystal" => {
                    self.equipment.discards(card);
                    self.more_energy(seat, self.settings.of("equipment", card, "amount"));
                }
                "junk" => self.equipment.discards(card),
                _ => self.gets(seat, card),
            }
        }
    }

    pub fn draws_encounter(&mut self, world: &mut World) -> Option<Name> {
        self.encounters = self.refilled(self.encounters.clone(), &REBELS, world);
        self.encounters.drawn()
    }

    /// Gives a card to a hero, at most 15 of a kind (rule J-E).
    pub fn gets(&mut self, seat: Seat, card: Name) {
        if self.heroes[seat].held.count(card) < MOST_OF_A_KIND {
            self.heroes[seat].held.adds_one(card);
        } else {
            self.equipment.discards(card);
        }
    }

    pub fn discards(&mut self, seat: Seat, card: Name) {
        self.heroes[seat].held.removes(card);
        self.equipment.discards(card);
    }

    /// Removes a card from a hero, drawn uniformly from its cards (rule J-8).
    pub fn loses_a_card(&mut self, seat: Seat, world: &mut World) {
        let cards = self.heroes[seat].held.cards.clone();
        if !cards.is_empty() {
            let card = cards[world.draw(Owner::Player(seat), cards.len())];
            self.note(format!("{seat} loses {card}"));
            self.discards(seat, card);
        }
    }

    /// Gives a card of a hero to another hero on its tile. A used suit stays used (rule J-E12).
    pub fn hands(&mut self, seat: Seat, card: Name, mate: Seat) {
        let used = self.heroes[seat].held.removes(card);
        let had = self.heroes[mate].held.count(card);
        self.gets(mate, card);
        if self.heroes[mate].held.count(card) > had {
            self.heroes[mate].held.used_suits += usize::from(used);
        }
    }

    /// Gives a hero all equipment and hostages that lie on a tile (rule J-4.1).
    pub fn collects(&mut self, seat: Seat, tile: Tile) {
        let place = &mut self.places[tile];
        self.heroes[seat].hostages += std::mem::take(&mut place.hostages);
        let mut lying = std::mem::take(&mut place.held);
        while let Some(&card) = lying.cards.first() {
            let used = lying.removes(card);
            let had = self.heroes[seat].held.count(card);
            self.gets(seat, card);
            if self.heroes[seat].held.count(card) > had {
                self.heroes[seat].held.used_suits += usize::from(used);
            }
        }
    }

    /// Uses a suit for the first or the second time (rule J-E12).
    pub fn uses_suit(&mut self, seat: Seat) {
        if self.heroes[seat].held.used_suits > 0 {
            self.discards(seat, "suit");
        } else {
            self.heroes[seat].held.used_suits += 1;
        }
    }

    /// Draws and applies an alert (rules J-3.4 and J-L).
    pub fn alert(&mut self, seat: Seat, world: &mut World) -> Step {
        self.alerts = self.refilled(self.alerts.clone(), &ALERTS, world);
        let Some(alert) = self.alerts.drawn() else {
            return Ok(());
        };
        self.note(format!("{seat}: alert {alert}"));
        self.alerts.discards(alert);
        let amount = self.settings.of("alerts", alert, "amount");
        match alert {
            "false-alarm" => {}
            "gas" => {
                if self.heroes[seat].held.cards.contains(&"first-aid") {
                    let options = vec![Choice::GiveUp, Choice::Suffer];
                    if self.asks(seat, Question::Gas, options, world) == Choice::GiveUp {
                        self.discards(seat, "first-aid");
                        return Ok(());
                    }
                }
                self.less_life(seat, amount);
                self.heroes[seat].hour += self.settings.of("alerts", alert, "hours");
                self.looks_who_leaves(&[seat], world)?;
            }
            "snare" => self.loses_life(seat, amount, world)?,
            "patrol" => self.encounter(seat, world)?,
            "detour" => self.clocks(vec![seat], amount, world)?,
            "howl" => self.more_stress(seat, amount),
            "siren" => {
                for one in self.party() {
                    self.more_stress(one, amount);
                }
            }
            "thief" => self.loses_a_card(seat, world),
            "storm" => self.clocks(self.party(), amount, world)?,
            "drain" => {
                let energy = &mut self.heroes[seat].energy;
                *energy = energy.saturating_sub(amount);
            }
            other => panic!("alert {other}"),
        }
        Ok(())
    }
}
