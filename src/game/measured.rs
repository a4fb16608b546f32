//! The measures of a game, each declared beside the events that feed it.

use std::any::Any;

use super::{Game, Observer};
use crate::stats::{MAX_ENTRANTS, Measures, Record, Use};

/// A game that declares its measures with [`measures!`](crate::measures).
pub trait Measured: Game + Sized {
    type Memory: Memory<Self>;

    /// Adds what an event contributes to the measures. `state` is the state after the event.
    fn feed(memory: &Self::Memory, record: &mut Record, event: Self::Event, state: &Self::State);

    /// Adds what the final state contributes to the measures. The record has the places already.
    fn complete(&self, memory: &Self::Memory, record: &mut Record, state: &Self::State);
}

/// What a recorder remembers of earlier events of a game, beside the record.
pub trait Memory<G: Game>: Sized {
    /// Creates the memory of a game, from the state before the first decision.
    fn new(opening: &G::State) -> Self;

    /// Receives an event before its measures are fed; sets the round and adds uses of things.
    /// `state` is the state after the event.
    fn see(&mut self, record: &mut Record, event: G::Event, state: &G::State);
}

/// Records the statistics of one game.
pub struct Recorder<G: Measured> {
    pub record: Record,
    memory: G::Memory,
}

impl<G: Measured> Recorder<G> {
    /// Begins a game, and reuses the memory of an earlier record. `players` has the slot and the
    /// fighter of each player; `entrant` maps both to the player's number in the statistics.
    pub fn new(
        mut record: Record,
        game: &G,
        measures: &Measures,
        opening: &G::State,
        players: &[(u8, u8)],
        entrant: impl Fn(u8, u8) -> u16,
    ) -> Self {
        record.begin(measures, players.len());
        record.rounds = game.round(opening);
        for (player, &(slot, fighter)) in record.players.iter_mut().zip(players) {
            (player.slot, player.entrant) = (slot, entrant(slot, fighter));
        }
        Recorder { record, memory: G::Memory::new(opening) }
    }

    /// Completes the record of a finished game. `places` has the final place of each slot; the
    /// players with place 1 have won.
    pub fn finish(
        mut self,
        game: &G,
        measures: &Measures,
        state: &G::State,
        places: &[u8; MAX_ENTRANTS],
    ) -> Record {
        for player in &mut self.record.players {
            player.place = places[usize::from(player.slot)];
            player.won = player.place == 1;
        }
        game.complete(&self.memory, &mut self.record, state);
        self.record.cap(measures);
        self.record
    }
}

impl<G: Measured> Observer<G::Event> for Recorder<G> {
    // At every call, the kind of the event is known, and most kinds feed nothing.
    #[inline(always)]
    fn see<S: Any>(&mut self, event: G::Event, state: &S) {
        let state = (state as &dyn Any).downcast_ref().expect("a state of the game");
        self.memory.see(&mut self.record, event, state);
        G::feed(&self.memory, &mut self.record, event, state);
    }
}

/// One or several uses of things in a record.
pub trait Uses {
    fn each(self, record: &mut Record, change: impl FnMut(&mut Use));
}

/// The use with this index in the record.
impl Uses for Option<usize> {
    #[inline]
    fn each(self, record: &mut Record, change: impl FnMut(&mut Use)) {
        self.map(|used| &mut record.uses[used]).into_iter().for_each(change);
    }
}
