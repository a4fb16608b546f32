//! The random draws that the model requests (rule B-6), and recorded draws compared with the
//! requests.

use std::collections::VecDeque;

use super::words::{Card, Event, Id, Seat};

/// The owner of a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    Table,
    Player(Seat),
}

/// The set that is drawn from; each member is equally likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From<'a> {
    /// The number of seats to draw from (rule B-1.6).
    Seats(usize),
    /// The faces 1 to 6, as 0 to 5.
    Die,
    /// The action pile, in the order of B-C.
    Pile(&'a [Card]),
    /// The hand from which a card is lost, in the order of B-C.
    Hand(&'a [Card]),
    /// The event pile, in the order of B-V.
    Events(&'a [Event]),
    /// A set of characters, in ascending order.
    Characters(&'a [Id]),
}

impl From<'_> {
    pub fn members(&self) -> usize {
        match self {
            From::Seats(seats) => *seats,
            From::Die => 6,
            From::Pile(cards) | From::Hand(cards) => cards.len(),
            From::Events(events) => events.len(),
            From::Characters(characters) => characters.len(),
        }
    }
}

/// The source of the model's random draws (rule B-6).
pub trait Draws {
    /// Index of a member of `from`; never called with an empty set.
    fn draw(&mut self, by: By, from: From<'_>) -> usize;
}

/// A recorded draw: its owner, the number of members, and the index drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    pub by: By,
    pub members: usize,
    pub index: usize,
}

/// Replays recorded draws and compares them with the model's requests.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    drawn: VecDeque<Drawn>,
}

impl Replay {
    pub fn new(drawn: impl IntoIterator<Item = Drawn>) -> Replay {
        Replay {
            drawn: drawn.into_iter().collect(),
        }
    }

    pub fn assert_all_used(&self) {
        assert!(self.drawn.is_empty(), "never asked for: {:?}", self.drawn);
    }
}

impl Draws for Replay {
    fn draw(&mut self, by: By, from: From<'_>) -> usize {
        let next = self.drawn.pop_front();
        let drawn = next.unwrap_or_else(|| panic!("{by:?} draws from {from:?}: nothing was drawn"));
        let told = (drawn.by, drawn.members);
        assert_eq!(told, (by, from.members()), "{by:?} draws from {from:?}");
        drawn.index
    }
}
