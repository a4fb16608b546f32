//! Equipment cards (rule J-E): how heroes draw, use and lose them.

use super::Jungle;
use super::event::{Cause, Event, What};
use super::kinds::Equipment;
use super::mission::Mission;
use super::state::{Heroes, State, heroes_of, members};
use crate::game::chance::Owner;
use crate::game::{Chance, Observer};

/// Kinds of equipment that heroes use outside of fights, except the scanner (rule J-3.5).
pub(super) const USED: [Equipment; 4] =
    [Equipment::Potion, Equipment::Capsule, Equipment::FirstAid, Equipment::Tonic];

impl Jungle {
    /// Returns true if the hero holds a card of this kind, and using the card would change a value.
    pub fn can_use(&self, state: &State, hero: u8, kind: Equipment) -> bool {
        let board = state.hero(hero);
        board.bag.has(kind)
            && match kind {
                Equipment::Potion | Equipment::FirstAid => board.life < self.most_life(state, hero),
                Equipment::Capsule => board.clock > 0,
                Equipment::Tonic => board.stress > 0,
                Equipment::Scanner => state.face_down_near(hero) != 0,
                _ => false,
            }
    }

    /// Returns the number on an equipment card of this kind (`amount` in the rules' table).
    #[inline]
    pub fn amount_of(&self, kind: Equipment) -> u8 {
        self.tables.equipment[kind as usize].amount
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Draws an equipment card for a hero (rule J-3.3c).
    pub fn draw_equipment(&mut self, hero: u8) {
        let Some(kind) = self.state.equipment.draw(self.chance) else {
            return;
        };
        let equipment = Equipment::of(kind);
        match equipment {
            Equipment::Crystal | Equipment::Junk => self.state.equipment.discard(kind),
            _ => self.receive(hero, equipment),
        }
        self.see(Event::Draws { hero, equipment });
        if equipment == Equipment::Crystal {
            let energy = self.game.amount_of(equipment) as i8;
            self.change(hero, What::Energy, energy, Cause::Equipment(equipment));
        }
    }

    /// Gives an equipment card to a hero. If the hero holds 15 cards of this kind, the card is
    /// discarded.
    pub fn receive(&mut self, hero: u8, kind: Equipment) {
        if !self.state.heroes[usize::from(hero)].bag.add(kind) {
            self.state.equipment.discard(kind as usize);
        }
    }

    /// Removes an equipment card from a hero. If the hero has several invisibility suits, removes
    /// one that was already used once, and then returns true.
    fn give_up(&mut self, hero: u8, kind: Equipment) -> bool {
        let board = &mut self.state.heroes[usize::from(hero)];
        board.bag.remove(kind);
        let used = kind == Equipment::Suit && board.used_suits > 0;
        board.used_suits -= u8::from(used);
        used
    }

    /// Moves an equipment card from a hero to the discard pile.
    pub fn discard(&mut self, hero: u8, kind: Equipment) {
        self.give_up(hero, kind);
        self.state.equipment.discard(kind as usize);
    }

    /// Moves an equipment card from one hero to another.
    fn pass(&mut self, from: u8, to: u8, kind: Equipment) {
        let used = self.give_up(from, kind);
        let board = &mut self.state.heroes[usize::from(to)];
        if board.bag.add(kind) {
            board.used_suits += u8::from(used);
        } else {
            self.state.equipment.discard(kind as usize);
        }
    }

    /// Applies the option of a hero to hand an equipment card to another hero on its tile (rule
    /// J-3.5).
    pub fn hand(&mut self, hero: u8, whom: u8, equipment: Equipment) {
        self.pass(hero, whom, equipment);
        self.see(Event::Hands { hero, whom, equipment });
    }

    /// Moves a hostage from one hero to another (rule J-3.5).
    pub fn give_hostage(&mut self, hero: u8, whom: u8) {
        self.see(Event::Gives { hero, whom });
        self.change(hero, What::Hostages, -1, Cause::Exchange);
        self.change(whom, What::Hostages, 1, Cause::Exchange);
    }

    /// Gives a hero all equipment and hostages of dead heroes on its tile (rule J-4.1).
    pub fn collect(&mut self, hero: u8) {
        for whom in members(left_by(self.state, hero)) {
            let board = *self.state.hero(whom);
            let hostages = board.hostages;
            for kind in board.bag.kinds() {
                for _ in 0..board.bag.count(kind) {
                    self.pass(whom, hero, kind);
                }
            }
            self.state.heroes[usize::from(whom)].hostages = 0;
            self.see(Event::Collects { hero, whom, hostages });
            self.change(hero, What::Hostages, hostages as i8, Cause::Collected);
        }
    }

    /// Removes a random equipment card from a hero; all cards that the hero holds are equally
    /// likely (rule J-8).
    pub fn lose_equipment(&mut self, hero: u8, cause: Cause) {
        let mut pile = self.state.hero(hero).bag.pile();
        let owner = Owner::Player(hero.into());
        if let Some(kind) = self.chance.draw(owner, &mut pile) {
            let equipment = Equipment::of(kind);
            self.discard(hero, equipment);
            self.see(Event::Loses { hero, equipment, cause });
        }
    }

    /// Applies the effect of an equipment card that a hero uses (rules J-E1, J-E2, J-E4 and J-E6).
    pub fn use_card(&mut self, hero: u8, equipment: Equipment) {
        self.discard(hero, equipment);
        self.see(Event::Uses { hero, equipment });
        let (amount, cause) = (self.game.amount_of(equipment), Cause::Equipment(equipment));
        match equipment {
            Equipment::Potion | Equipment::FirstAid => {
                let most = self.game.most_life(self.state, hero);
                self.heal(hero, amount, most, cause);
            }
            Equipment::Capsule => self.change(hero, What::Hours, -(amount as i8), cause),
            Equipment::Tonic => self.change(hero, What::Stress, -(amount as i8), cause),
            _ => {}
        }
    }

    /// Reveals a tile next to a hero that uses its scanner (rule J-E5).
    pub fn scan(&mut self, hero: u8, tile: u8) {
        let equipment = Equipment::Scanner;
        self.discard(hero, equipment);
        self.see(Event::Uses { hero, equipment });
        self.reveal(hero, tile);
    }
}

/// Returns the dead heroes on a hero's tile whose equipment or hostages still lie there.
pub(super) fn left_by(state: &State, hero: u8) -> Heroes {
    let place = state.hero(hero).place;
    heroes_of(state.dead, |dead| {
        let board = state.hero(dead);
        board.place == place && (board.hostages > 0 || !board.bag.is_empty())
    })
}
