//! What a tree search wants of a game besides [`Game`]: what a player could have seen, what it cannot know, and what a state is worth.

use rand::Rng;

use super::{Game, MAX_PLAYERS, chance};

/// How a state came out, or is likely to come out, for one player; each from 0 to 1, the more the better.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outcome {
    /// The chance of being on the winning side.
    pub win: f32,
    /// 1 for the first place, 0 for the last.
    pub placement: f32,
    /// The score, bounded: 0.5 where it equals the best of the others that can still win; 0 for who cannot, 1 where nobody else can.
    pub score: f32,
}

/// The outcomes of all players; members of a team have the same.
pub type Outcomes = [Outcome; MAX_PLAYERS];

/// A decision to be searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Root {
    /// Who decides.
    pub player: usize,
    /// Its [`Searchable::observation`].
    pub observation: u64,
    pub round: u16,
    /// Is it a secret choice, see [`Searchable::is_secret`]?
    pub secret: bool,
}

/// A game that can be searched by playing it out from guessed states.
pub trait Searchable: Game<Choice: Send + 'static> {
    /// A state that the view cannot tell from the true one, hidden things drawn by chance, consistently with all that is known.
    ///
    /// Where choices are secret and simultaneous it may be an earlier state, before the first of those choices of others that
    /// the view does not show: then they are made again in the search, by players who do not know the view's choice, and
    /// the view's player comes to its decision in its turn. Drawing them uniformly would be to search against fools.
    fn determinize(&self, view: Self::View<'_>, luck: &mut impl Rng) -> Self::State;

    /// In such an earlier state: the choice that the player who decides is known to have made, because the view shows it.
    fn known(&self, view: Self::View<'_>, state: &Self::State) -> Option<Self::Choice> {
        let _ = (view, state);
        None
    }

    /// The decision that the view shows.
    fn root(&self, view: Self::View<'_>) -> Root;

    /// A hash of what `player`, who decides in the state, could have observed. Never of anything hidden from it; less than all
    /// it knows is allowed, and wise where the fall of dice would give every node a single visit (open loop).
    fn observation(&self, state: &Self::State, player: usize) -> u64;

    /// Is the decision that the state waits for made in secret, at the same time as others'?
    fn is_secret(&self, state: &Self::State) -> bool;

    /// What the state is worth to each player: exact once the game is over, before that a guess.
    fn outcomes(&self, state: &Self::State) -> Outcomes;
}

/// Mixes a word into a hash.
#[inline]
pub fn mix(hash: u64, word: u64) -> u64 {
    chance::mix(hash.rotate_left(23) ^ word)
}
