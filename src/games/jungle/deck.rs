//! The three piles of cards with their discard piles (rule J-2.4), and the equipment that a hero
//! holds.

use super::kinds::Equipment;
use crate::game::Chance;
use crate::game::chance::{Owner, Pile};

/// Maximum number of cards in a pile, and in its discards (rule J-2.4).
pub const MOST_CARDS: usize = 60;

/// A pile of cards in its order, with its discard pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deck<const KINDS: usize> {
    /// Cards from the bottom to the top; entries above the top are unused.
    order: [u8; MOST_CARDS],
    left: u8,
    discards: [u8; KINDS],
}

impl<const KINDS: usize> Deck<KINDS> {
    pub const EMPTY: Self = Deck { order: [0; MOST_CARDS], left: 0, discards: [0; KINDS] };

    /// Creates a shuffled pile; `counts` has the number of cards of each kind (rule J-2.4). If
    /// there are more cards than a pile can hold, leaves out the last ones in the order of kinds.
    pub fn shuffled(counts: [u8; KINDS], chance: &mut impl Chance) -> Self {
        let mut deck = Self::EMPTY;
        for (kind, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                deck.discard(kind);
            }
        }
        deck.shuffle(chance);
        deck
    }

    /// Makes a new pile of the discarded cards, in random order. Draws the cards one by one,
    /// beginning with the top card.
    fn shuffle(&mut self, chance: &mut impl Chance) {
        let mut pile = Pile::new(std::mem::replace(&mut self.discards, [0; KINDS]));
        self.left = pile.len() as u8;
        let mut at = pile.len();
        while let Some(kind) = chance.draw(Owner::Game, &mut pile) {
            at -= 1;
            self.order[at] = kind as u8;
        }
    }

    /// Draws the top card of the pile (rule J-2.4). Returns `None` if the pile and its discard pile
    /// are empty.
    pub fn draw(&mut self, chance: &mut impl Chance) -> Option<usize> {
        if self.left == 0 {
            self.shuffle(chance);
        }
        self.left = self.left.checked_sub(1)?;
        Some(self.order[usize::from(self.left)].into())
    }

    /// Puts a card on the discard pile. If the discard pile has 60 cards, the card is removed from
    /// the mission.
    pub fn discard(&mut self, kind: usize) {
        let lie: usize = self.discards.iter().map(|&count| usize::from(count)).sum();
        if lie < MOST_CARDS {
            self.discards[kind] += 1;
        }
    }

    /// Returns true if the pile or its discard pile has a card.
    #[inline]
    pub fn has_cards(&self) -> bool {
        self.left > 0 || self.discards.iter().any(|&count| count > 0)
    }

    /// Returns the number of cards in the pile.
    #[inline]
    pub fn left(&self) -> usize {
        self.left.into()
    }

    /// Returns the number of discarded cards of each kind.
    pub fn discards(&self) -> &[u8; KINDS] {
        &self.discards
    }

    /// Returns the number of cards of each kind in the pile, which all players know (rule J-7).
    pub fn in_pile(&self) -> [u8; KINDS] {
        let mut counts = [0; KINDS];
        for &kind in &self.order[..self.left()] {
            counts[usize::from(kind)] += 1;
        }
        counts
    }

    /// Returns the number of cards of each kind among which the next card is drawn: those of the
    /// draw pile or, if it is empty, of the discard pile.
    pub fn next_cards(&self) -> [u8; KINDS] {
        if self.left > 0 { self.in_pile() } else { self.discards }
    }

    /// Samples a new order of the pile, because players do not know the order (rule J-7). The
    /// result depends on the contents of the pile but not on its current order.
    pub fn reorder(&mut self, chance: &mut impl Chance) {
        self.order[..usize::from(self.left)].sort_unstable();
        for at in (1..self.left()).rev() {
            self.order.swap(at, chance.pick(Owner::Game, at + 1));
        }
    }

    /// For tests: moves cards of these kinds to the top of the pile, in the order in which they
    /// will be drawn.
    #[cfg(test)]
    pub fn stack(&mut self, kinds: &[usize]) {
        let mut order = self.order[..self.left()].to_vec();
        for &kind in kinds {
            let place = order.iter().rposition(|&card| usize::from(card) == kind);
            order.remove(place.expect("the card is in the pile"));
        }
        order.extend(kinds.iter().rev().map(|&kind| kind as u8));
        self.order[..order.len()].copy_from_slice(&order);
    }

    /// For tests: removes one card of this kind from the pile.
    #[cfg(test)]
    pub fn take(&mut self, kind: usize) {
        self.stack(&[kind]);
        self.left -= 1;
    }
}

/// The equipment cards that a hero holds, at most 15 of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Bag(u64);

impl Bag {
    pub const EMPTY: Bag = Bag(0);
    const MOST: u8 = 15;

    #[inline]
    pub fn count(self, kind: Equipment) -> u8 {
        (self.0 >> (4 * kind as u32)) as u8 & Self::MOST
    }

    #[inline]
    pub fn has(self, kind: Equipment) -> bool {
        self.count(kind) > 0
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the hero's bag holds fewer than 15 equipment cards of this kind.
    #[inline]
    pub fn has_room(self, kind: Equipment) -> bool {
        self.count(kind) < Self::MOST
    }

    /// Adds an equipment card to the hero's bag. Returns false if the bag already holds 15 cards of
    /// this kind.
    pub fn add(&mut self, kind: Equipment) -> bool {
        let room = self.has_room(kind);
        if room {
            self.0 += 1 << (4 * kind as u32);
        }
        room
    }

    /// Removes an equipment card from the hero's bag. Returns false if the bag holds no card of
    /// this kind.
    pub fn remove(&mut self, kind: Equipment) -> bool {
        let there = self.has(kind);
        if there {
            self.0 -= 1 << (4 * kind as u32);
        }
        there
    }

    /// Iterates over the kinds of equipment in the hero's bag, in the order of the equipment table
    /// (rule J-E).
    pub fn kinds(self) -> impl Iterator<Item = Equipment> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let kind = left.trailing_zeros() / 4;
            left &= !(15 << (4 * kind));
            Some(Equipment::of(kind as usize))
        })
    }

    /// Returns the equipment cards in the hero's bag as a pile, from which a random card can be
    /// drawn.
    #[inline]
    pub fn pile(self) -> Pile<{ Equipment::HELD }> {
        Pile::new(std::array::from_fn(|kind| self.count(Equipment::of(kind))))
    }
}

impl FromIterator<Equipment> for Bag {
    fn from_iter<I: IntoIterator<Item = Equipment>>(cards: I) -> Bag {
        let mut bag = Bag::EMPTY;
        for card in cards {
            bag.add(card);
        }
        bag
    }
}
