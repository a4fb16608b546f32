//! Remembers which cards of a player's hand all players know (rule B-5).

use super::decks::{Action, Cards};

const BITS: u32 = 2;
const MOST: u32 = (1 << BITS) - 1;

/// Minimum number of cards of each kind that a player's hand is known to contain. Two bits per
/// kind, so numbers above 3 are stored as 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shown(u32);

impl Shown {
    /// Marks all cards of a player's hand as known to all players.
    pub fn all(hand: &Cards) -> Shown {
        let mut shown = Shown::default();
        hand.kinds().for_each(|card| shown.add(Action::of(card)));
        shown
    }

    fn count(self, card: Action) -> u32 {
        self.0 >> (BITS * card as u32) & MOST
    }

    /// Records that all players saw how `card` came to a player's hand.
    pub fn add(&mut self, card: Action) {
        if self.count(card) < MOST {
            self.0 += 1 << (BITS * card as u32);
        }
    }

    /// Records that `card` has left a player's hand. If the hand was known to have such a card, one
    /// known card is removed.
    pub fn remove(&mut self, card: Action) {
        if self.count(card) > 0 {
            self.0 -= 1 << (BITS * card as u32);
        }
    }

    /// Iterates over the cards that a hand is known to have, sorted by kind.
    pub fn cards(self) -> impl Iterator<Item = Action> {
        let of_kind = move |card| (0..self.count(card)).map(move |_| card);
        Action::ALL.iter().copied().flat_map(of_kind)
    }
}
