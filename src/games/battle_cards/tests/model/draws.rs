//! What the model asks of chance (B-6), and draws that somebody else has made, held against that.

use std::collections::VecDeque;

use super::words::{Card, Event, Id, Seat};

/// Who draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    Table,
    Player(Seat),
}

/// What is drawn, and from what: each member is equally likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From<'a> {
    /// B-1.6: so many seats.
    Seats(usize),
    /// The faces 1 to 6, as 0 to 5.
    Die,
    /// The action pile, in the order of B-C.
    Pile(&'a [Card]),
    /// The hand from which a card is lost, in the order of B-C.
    Hand(&'a [Card]),
    /// The event pile, in the order of B-V.
    Events(&'a [Event]),
    /// Characters, in order.
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

/// B-6: where the model gets its chance.
pub trait Draws {
    /// The index of a member of `from`; it is never asked when there is none.
    fn draw(&mut self, by: By, from: From<'_>) -> usize;
}

/// A draw as somebody else made it: who, out of how many, and which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    pub by: By,
    pub members: usize,
    pub index: usize,
}

/// Draws that were made before, held against what the model asks for.
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
