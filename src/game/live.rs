//! A game in progress, together with all objects that the game's engine needs to continue it.

use super::{Game, Observer};

/// A game in progress: rules, state, source of random results, and observer of events.
pub struct LiveGame<'a, G: Game, C, O> {
    pub game: &'a G,
    pub state: &'a mut G::State,
    pub chance: &'a mut C,
    pub observer: &'a mut O,
}

impl<G: Game, C, O: Observer<G::Event>> LiveGame<'_, G, C, O> {
    /// Reports an event of the game to the game's observer.
    #[inline]
    pub fn see(&mut self, event: G::Event) {
        if O::WATCHES {
            self.observer.see(event, &*self.state);
        }
    }
}
