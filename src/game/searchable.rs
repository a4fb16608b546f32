//! The interface between a game and tree search: states that are consistent with a view,
//! observations, and the values of states.

use rand::Rng;

use super::{Game, MAX_PLAYERS};
use crate::stats;

/// The actual or expected result of a game for one player. Each value is between 0 and 1; larger is
/// better.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outcome {
    /// Probability that the player's side wins.
    pub win: f32,
    /// Final rank: 1 for the first place, 0 for the last.
    pub placement: f32,
    /// Relative score: 0.5 if it equals the best score of the opponents who can still win. It is 0
    /// if the player can no longer win, and 1 if no opponent can.
    pub score: f32,
}

/// The outcomes of all players; members of a team have equal outcomes.
pub type Outcomes = [Outcome; MAX_PLAYERS];

/// The decision for which a search is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// Index of the player who decides.
    pub player: usize,
    /// The player's observation, see [`Searchable::observation`].
    pub observation: u64,
    pub round: u16,
    /// True if the choice is secret, see [`Searchable::is_secret`].
    pub secret: bool,
}

/// A game for which tree search works: a search samples states that are consistent with a view and
/// plays them out.
pub trait Searchable: Game<Choice: Send + 'static> {
    /// Returns a random state that is consistent with everything the view shows. Hidden information
    /// is drawn from its distribution.
    ///
    /// If choices are secret and simultaneous, the state may be an earlier one: the state before
    /// the first secret choice that the view hides. The search then makes the hidden choices again,
    /// with players who do not know the choice of the view's player. Drawing hidden choices
    /// uniformly would instead assume that the opponents play at random.
    fn determinize(&self, view: Self::View<'_>, luck: &mut impl Rng) -> Self::State;

    /// Returns the choice of the player who decides in such an earlier state, if the view shows
    /// that choice; otherwise `None`.
    fn known(&self, view: Self::View<'_>, state: &Self::State) -> Option<Self::Choice> {
        let _ = (view, state);
        None
    }

    /// Returns the decision that the view shows; see [`Searchable::root_of`].
    fn root(&self, view: Self::View<'_>) -> Root;

    /// Returns the decision of `player` in a state. Only the observation and the round of the state
    /// matter, so the state may lack what is hidden from the player.
    fn root_of(&self, state: &Self::State, player: usize) -> Root {
        Root {
            player,
            observation: self.observation(state, player),
            round: self.round(state),
            secret: self.is_secret(state),
        }
    }

    /// Returns a hash of what `player`, who decides in the state, has observed. The hash must not
    /// depend on information that is hidden from `player`.
    ///
    /// The hash may leave out known facts. A game should leave out dice results that would give
    /// every tree node a single visit (open-loop search).
    fn observation(&self, state: &Self::State, player: usize) -> u64;

    /// Returns true if the current decision is made in secret, at the same time as decisions of
    /// others; by default, no decision is.
    fn is_secret(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns the outcome of the state for each player: exact if the game is over, otherwise an
    /// estimate.
    fn outcomes(&self, state: &Self::State) -> Outcomes;
}

/// Returns a hash that combines `hash` and `word`.
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    stats::hash::mix(hash.rotate_left(23) ^ word)
}
