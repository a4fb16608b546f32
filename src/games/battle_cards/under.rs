//! The used action cards under the draw pile, in the order in which they were used (rule B-1.7).

use super::decks::{ACTIONS, Action};

/// Maximum number of used cards under the draw pile: 20 cards of each kind.
const MOST: usize = 20 * ACTIONS;

/// The queue of used cards under the draw pile, stored with four bits per card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Under {
    cards: [u8; MOST / 2],
    first: u16,
    len: u16,
}

impl Under {
    pub const EMPTY: Under = Under { cards: [0; MOST / 2], first: 0, len: 0 };

    /// Adds a used card to the end of the queue, below all other cards.
    pub fn put(&mut self, card: Action) {
        let place = self.place(self.len.into());
        let (shift, byte) = (place % 2 * 4, &mut self.cards[place / 2]);
        *byte = *byte & !(15 << shift) | (card as u8) << shift;
        self.len += 1;
    }

    /// Removes the card that was added to the queue first, and returns it; `None` if the queue is
    /// empty.
    pub fn take(&mut self) -> Option<Action> {
        let card = self.cards().next()?;
        self.first = self.place(1) as u16;
        self.len -= 1;
        Some(card)
    }

    /// Iterates over the used cards in the order in which they are drawn again.
    pub fn cards(&self) -> impl Iterator<Item = Action> + '_ {
        (0..usize::from(self.len)).map(|after| {
            let place = self.place(after);
            Action::ALL[usize::from(self.cards[place / 2] >> (place % 2 * 4) & 15)]
        })
    }

    /// Returns the index in the ring buffer of the card that is `after` places behind the first
    /// card of the queue.
    fn place(&self, after: usize) -> usize {
        (usize::from(self.first) + after) % MOST
    }
}
