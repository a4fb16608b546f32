//! Equipment, J-E: how it is drawn, used and lost.

use super::Jungle;
use super::event::{Cause, Event, What};
use super::kinds::Equipment;
use super::mission::Mission;
use super::state::{Heroes, State, members};
use crate::game::chance::Owner;
use crate::game::{Chance, Observer};

/// J-3.5: what is used outside of fights, the scanner aside.
pub(super) const USED: [Equipment; 4] = [
    Equipment::Potion,
    Equipment::Capsule,
    Equipment::FirstAid,
    Equipment::Tonic,
];

impl Jungle {
    /// Would using this card, which a hero holds, change something?
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

    /// What a kind of equipment is worth.
    #[inline]
    pub fn amount_of(&self, kind: Equipment) -> u8 {
        self.tables.equipment[kind as usize].amount
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// J-3.3c: an equipment card is drawn.
    pub fn draw_equipment(&mut self, hero: u8) {
        let Some(kind) = self.state.equipment.draw(self.chance) else {
            return;
        };
        let equipment = Equipment::of(kind);
        self.see(Event::Draws { hero, equipment });
        match equipment {
            Equipment::Crystal => {
                let energy = self.game.amount_of(equipment) as i8;
                self.state.equipment.discard(kind);
                self.change(hero, What::Energy, energy, Cause::Equipment(equipment));
            }
            Equipment::Junk => self.state.equipment.discard(kind),
            _ => self.receive(hero, equipment),
        }
    }

    /// A hero has a card; what would be more than 15 of a kind goes to the discards.
    pub fn receive(&mut self, hero: u8, kind: Equipment) {
        if !self.state.heroes[usize::from(hero)].bag.add(kind) {
            self.state.equipment.discard(kind as usize);
        }
    }

    /// A card leaves a hero; of suits one that was used already goes first. Returns if it was one.
    fn give_up(&mut self, hero: u8, kind: Equipment) -> bool {
        let board = &mut self.state.heroes[usize::from(hero)];
        board.bag.remove(kind);
        let used = kind == Equipment::Suit && board.used_suits > 0;
        board.used_suits -= u8::from(used);
        used
    }

    /// A card that a hero holds goes to the discards.
    pub fn discard(&mut self, hero: u8, kind: Equipment) {
        self.give_up(hero, kind);
        self.state.equipment.discard(kind as usize);
    }

    /// A card changes hands.
    fn pass(&mut self, from: u8, to: u8, kind: Equipment) {
        let used = self.give_up(from, kind);
        let board = &mut self.state.heroes[usize::from(to)];
        if board.bag.add(kind) {
            board.used_suits += u8::from(used);
        } else {
            self.state.equipment.discard(kind as usize);
        }
    }

    /// J-3.5: a hero hands a card to a mate.
    pub fn hand(&mut self, from: u8, to: u8, equipment: Equipment) {
        self.see(Event::Hands {
            from,
            to,
            equipment,
        });
        self.pass(from, to, equipment);
    }

    /// J-3.5: a hostage goes from one to another.
    pub fn give_hostage(&mut self, from: u8, to: u8) {
        self.see(Event::Gives { from, to });
        self.change(from, What::Hostages, -1, Cause::Exchange);
        self.change(to, What::Hostages, 1, Cause::Exchange);
    }

    /// J-4.1: a hero takes all that lies on its tile.
    pub fn collect(&mut self, hero: u8) {
        for from in members(left_by(self.state, hero)) {
            let board = *self.state.hero(from);
            let hostages = board.hostages;
            self.see(Event::Collects {
                hero,
                from,
                hostages,
            });
            for kind in board.bag.kinds() {
                for _ in 0..board.bag.count(kind) {
                    self.pass(from, hero, kind);
                }
            }
            self.state.heroes[usize::from(from)].hostages = 0;
            self.change(hero, What::Hostages, hostages as i8, Cause::Collected);
        }
    }

    /// J-8: a hero loses a card, uniformly of those it holds.
    pub fn lose_equipment(&mut self, hero: u8, cause: Cause) {
        let mut pile = self.state.hero(hero).bag.pile();
        let owner = Owner::Player(hero.into());
        if let Some(kind) = self.chance.draw(owner, &mut pile) {
            let equipment = Equipment::of(kind);
            self.discard(hero, equipment);
            self.see(Event::Loses {
                hero,
                equipment,
                cause,
            });
        }
    }

    /// J-E1, J-E2, J-E4, J-E6: a card is used.
    pub fn use_card(&mut self, hero: u8, equipment: Equipment) {
        self.see(Event::Uses { hero, equipment });
        self.discard(hero, equipment);
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

    /// J-E5: a neighbour is revealed.
    pub fn scan(&mut self, hero: u8, tile: u8) {
        let equipment = Equipment::Scanner;
        self.see(Event::Uses { hero, equipment });
        self.discard(hero, equipment);
        self.reveal(hero, tile);
    }
}

/// The dead that left something on a hero's tile.
pub(super) fn left_by(state: &State, hero: u8) -> Heroes {
    let place = state.hero(hero).place;
    let left = |dead: &u8| {
        let board = state.hero(*dead);
        board.place == place && (board.hostages > 0 || !board.bag.is_empty())
    };
    members(state.dead)
        .filter(left)
        .fold(0, |set, dead| set | 1 << dead)
}
