//! What the rules play with: the dice of a game, and the observer of its events.

use super::Event;
use super::state::State;
use crate::game::{Chance, Observer};

/// The dice of a game, and its observer.
pub(super) trait Table {
    /// True if somebody observes the events.
    const WATCHED: bool;
    type Dice: Chance;

    fn dice(&mut self) -> &mut Self::Dice;

    /// Reports an event and the state right after it to the observer.
    fn tell(&mut self, event: Event, state: &State);
}

impl<D: Chance, O: Observer<Event>> Table for (&mut D, &mut O) {
    const WATCHED: bool = O::WATCHES;
    type Dice = D;

    #[inline(always)]
    fn dice(&mut self) -> &mut D {
        self.0
    }

    #[inline(always)]
    fn tell(&mut self, event: Event, state: &State) {
        self.1.see(event, state);
    }
}
