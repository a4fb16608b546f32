//! The random draws of the model (rule B-6), and a comparison of the model's draws with recorded
//! ones.

use std::collections::VecDeque;

use super::words::{Card, Event, Id, Seat};

/// The owner of a random draw: the game or a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    Table,
    Player(Seat),
}

/// The set from which a random draw selects one member, all with equal probability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From<'a> {
    /// The number of seats to draw from (rule B-1.6).
    Seats(usize),
    /// The faces 1 to 6 of a die, as indices 0 to 5.
    Die,
    /// The action pile, in the order of table B-C.
    Pile(&'a [Card]),
    /// The hand from which a card is lost, in the order of table B-C.
    Hand(&'a [Card]),
    /// The event pile, in the order of table B-V.
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
    /// Returns the index of a member of `from`, which is never empty.
    fn draw(&mut self, by: By, from: From<'_>) -> usize;
}

/// A recorded random draw: its owner, the number of members, and the index drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    pub by: By,
    pub members: usize,
    pub index: usize,
}

/// Replays recorded draws, and asserts that the model makes the same draws.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    drawn: VecDeque<Drawn>,
}

impl Replay {
    pub fn new(drawn: impl IntoIterator<Item = Drawn>) -> Replay {
        Replay { drawn: drawn.into_iter().collect() }
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
