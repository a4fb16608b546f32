//! The interface between a game and tree search: random states that agree with a view, hashes of
//! observations, and estimates of results.

use rand::Rng;

use super::{Game, MAX_PLAYERS};
use crate::stats;

/// The actual or estimated result of a game for one player. Each value is between 0 and 1; larger
/// is better.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outcome {
    /// Probability, 0 to 1, that the player's side wins the game.
    pub win: f32,
    /// Final rank of the player on a scale from 1 for the first place to 0 for the last.
    pub placement: f32,
    /// Relative score of the player, 0 to 1. 0.5 means the same score as the best opponent who can
    /// still win; 0 means that the player can no longer win; 1 means that no opponent can win.
    pub score: f32,
}

/// The actual or estimated results of a game for all players; members of a team have equal results.
pub type Outcomes = [Outcome; MAX_PLAYERS];

/// The decision at the root of a tree search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// Index, from 0, of the player who decides at the root of the search.
    pub player: usize,
    /// Hash of everything that the player has observed, see [`Searchable::observation`].
    pub observation: u64,
    pub round: u16,
    /// True if the player's choice is secret when it is made, see [`Searchable::is_secret`].
    pub secret: bool,
}

/// A game for which tree search works. A search draws random states that agree with a player's
/// view, and plays these states to their end.
pub trait Searchable: Game<Choice: Send + 'static> {
    /// Returns a random state that agrees with everything the view shows. Hidden information is
    /// drawn from its distribution.
    ///
    /// If choices are secret and simultaneous, the state may be an earlier one: the state before
    /// the first secret choice that the view hides. The search then makes the hidden choices again,
    /// for players who do not know what the deciding player has chosen. Drawing hidden choices
    /// uniformly would assume that opponents play at random.
    fn determinize(&self, view: Self::View<'_>, luck: &mut impl Rng) -> Self::State;

    /// Returns the choice that the player who decides in `state` has made, if the view shows this
    /// choice; otherwise `None`. Called for states before hidden choices, see
    /// [`Searchable::determinize`].
    fn known(&self, view: Self::View<'_>, state: &Self::State) -> Option<Self::Choice> {
        let _ = (view, state);
        None
    }

    /// Returns the root of a tree search for the decision that the view shows. Equals the result of
    /// [`Searchable::root_of`] for the deciding player.
    fn root(&self, view: Self::View<'_>) -> Root;

    /// Returns the root of a tree search for the decision of `player` in a state. Uses only the
    /// observation and the round, so the state may lack information that is hidden from the player.
    fn root_of(&self, state: &Self::State, player: usize) -> Root {
        Root {
            player,
            observation: self.observation(state, player),
            round: self.round(state),
            secret: self.is_secret(state),
        }
    }

    /// Returns a hash of everything that `player` has observed. `player` decides in the state. The
    /// hash must not depend on information that is hidden from `player`.
    ///
    /// The hash may leave out known facts. A game should leave out dice results if each tree node
    /// would otherwise be visited only once (open-loop search).
    fn observation(&self, state: &Self::State, player: usize) -> u64;

    /// Returns true if the current decision is secret and simultaneous with decisions of other
    /// players. By default, no decision is secret.
    fn is_secret(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns the result of the game for each player: the exact result if the game is over,
    /// otherwise an estimate.
    fn outcomes(&self, state: &Self::State) -> Outcomes;
}

/// Combines a hash and a 64-bit number into a new hash.
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    stats::hash::mix(hash.rotate_left(23) ^ word)
}
