//! The two piles of the game: the kinds and numbers of action cards (rule B-C) and of events (rule
//! B-V); the used cards under the draw pile (rule B-1.7), and the known cards of a hand (rule B-5).

use super::rules::Rules;
pub use super::tables::{Action, Occurrence};
use crate::game::chance::Pile;

/// Number of kinds of action cards.
pub const ACTIONS: usize = Action::COUNT;
/// Number of kinds of events.
pub const EVENTS: usize = Occurrence::COUNT;

pub type Cards = Pile<ACTIONS>;
pub type Events = Pile<EVENTS>;

impl Action {
    /// The kinds of cards that the attacker's player may play during its attack (rule B-3.4).
    pub const OF_ATTACKS: [Action; 4] =
        [Action::Momentum, Action::Strength, Action::Fury, Action::Precision];
    /// The kinds of cards that the target's player may play to dodge an attack (rule B-3.5).
    pub const OF_DODGES: [Action; 3] = [Action::Dodge, Action::Agility, Action::Riposte];
}

/// The number of copies, costs and amounts of the cards in the action pile and the event pile, in
/// the form that the engine uses.
#[derive(Debug, Clone)]
pub struct Decks {
    pub cards: Cards,
    pub events: Events,
    /// Energy that a player pays to play a card, for each kind of action card.
    pub cost: [u16; ACTIONS],
    /// Number printed on the card, such as the size of a bonus, for each kind of action card; 0 for
    /// a kind without a number.
    pub amount: [u8; ACTIONS],
    /// Number printed on the event card, such as an amount of energy, for each kind of event; 0 for
    /// a kind without a number.
    pub of_event: [u8; EVENTS],
}

impl Decks {
    pub fn new(rules: &Rules) -> Decks {
        let (actions, events) = (rules.actions.numbers(), rules.events.numbers());
        Decks {
            cards: Pile::new(actions.map(|card| card.count)),
            events: Pile::new(events.map(|event| event.count)),
            cost: actions.map(|card| card.cost.into()),
            amount: actions.map(|card| card.amount),
            of_event: events.map(|event| event.amount),
        }
    }
}

/// Maximum number of used cards under the draw pile: 20 cards of each kind.
const MOST_UNDER: usize = 20 * ACTIONS;

/// The queue of used cards under the draw pile, stored with four bits per card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Under {
    cards: [u8; MOST_UNDER / 2],
    first: u16,
    len: u16,
}

impl Under {
    pub const EMPTY: Under = Under { cards: [0; MOST_UNDER / 2], first: 0, len: 0 };

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
        (usize::from(self.first) + after) % MOST_UNDER
    }
}

/// Number of bits for each kind of card in [`Shown`].
const SHOWN_BITS: u32 = 2;
const MOST_SHOWN: u32 = (1 << SHOWN_BITS) - 1;

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
        self.0 >> (SHOWN_BITS * card as u32) & MOST_SHOWN
    }

    /// Records that all players saw how `card` came to a player's hand.
    pub fn add(&mut self, card: Action) {
        if self.count(card) < MOST_SHOWN {
            self.0 += 1 << (SHOWN_BITS * card as u32);
        }
    }

    /// Records that `card` has left a player's hand. If the hand was known to have such a card, one
    /// known card is removed.
    pub fn remove(&mut self, card: Action) {
        if self.count(card) > 0 {
            self.0 -= 1 << (SHOWN_BITS * card as u32);
        }
    }

    /// Iterates over the cards that a hand is known to have, sorted by kind.
    pub fn cards(self) -> impl Iterator<Item = Action> {
        let of_kind = move |card| (0..self.count(card)).map(move |_| card);
        Action::ALL.iter().copied().flat_map(of_kind)
    }
}
