//! The interface between a game and the rest of the program: the [`Game`] trait, and further traits
//! for trained bots, scripts and searches.

pub mod chance;
pub mod learnable;
mod live;
pub mod measured;
pub mod picture;
pub mod scripted;
pub mod searchable;
mod set;
pub mod story;

use std::any::Any;

use arrayvec::ArrayVec;
use serde::Serialize;

pub use chance::{Chance, Face};
pub use learnable::Learnable;
pub use live::LiveGame;
pub use scripted::Scripted;
pub use searchable::Searchable;
pub use set::members;

/// Maximum number of players (who make decisions) in any game. The statistics allow more fighters
/// than players, because a player can lead several fighters; see [`crate::stats::MAX_ENTRANTS`].
pub const MAX_PLAYERS: usize = 8;

/// Maximum number of options of one decision in any game.
pub const MAX_OPTIONS: usize = 1024;

/// List of the options of one decision, in a buffer of fixed size that callers own and reuse.
pub type Options<C> = ArrayVec<C, MAX_OPTIONS>;

/// States whether a game waits for a decision or is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// The player with this index, from 0, must decide.
    Decision(usize),
    /// The game is over; no decision follows.
    Over,
}

/// The rules of a game with decisions, chance and hidden information, for up to [`MAX_PLAYERS`]
/// players.
///
/// A game loop repeats four calls until [`Game::turn`] returns [`Turn::Over`]:
///
/// 1. [`Game::turn`] names the player who decides.
/// 2. [`Game::options`] lists the options.
/// 3. [`Game::view`] shows the player's view to a strategy, which chooses one option.
/// 4. [`Game::play`] plays the chosen option.
///
/// The loop plays a decision with a single option without calling a strategy.
pub trait Game {
    /// The complete state of a game in progress: plain data without heap allocation.
    type State: Copy + 'static;
    /// One option of a decision, such as an attack on a certain opponent.
    type Choice: Copy + Eq + std::fmt::Debug;
    /// The part of a state that the deciding player may know.
    type View<'a>: Copy
    where
        Self: 'a;
    /// An event that [`Game::play`] reports to observers, such as a wound. The story of a game in
    /// JSON (`gong watch --json`) contains the serialized event, see [`story::EventObject`].
    type Event: Copy + Serialize;

    /// Name and meaning of each feature (a number that describes an option), in the order of
    /// [`Game::features`]; at most [`MAX_FEATURES`].
    const FEATURES: &'static [Feature];

    /// Returns the player who decides next, or [`Turn::Over`] if the game is over.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Returns the current round: 0 before the first round, at most 1,000.
    fn round(&self, state: &Self::State) -> u16;

    /// Clears `options` and fills it with all legal options of the current decision. There is at
    /// least one option, and no two options lead to the same state.
    fn options(&self, state: &Self::State, options: &mut Options<Self::Choice>);

    /// Plays `choice`, and everything that follows until the next decision. `choice` must be one of
    /// the current options; `dice` supplies all random results, and `observer` receives all events.
    ///
    /// An event is reported by [`Observer::see`], after the state has changed as the event says.
    fn play<D: Chance, O: Observer<Self::Event>>(
        &self,
        state: &mut Self::State,
        choice: Self::Choice,
        dice: &mut D,
        observer: &mut O,
    );

    /// Returns what the deciding player may know of the state. The view hides secret choices of
    /// other players.
    fn view<'a>(&'a self, state: &'a Self::State) -> Self::View<'a>;

    /// Computes the features (numbers that describe an option) of all options. Writes
    /// `FEATURES.len()` values to the row of each option; rows are in the order of `options`.
    fn features(
        &self,
        view: Self::View<'_>,
        options: &Options<Self::Choice>,
        rows: &mut [FeatureRow],
    );
}

/// Maximum number of features (numbers that describe an option of a decision) in any game.
pub const MAX_FEATURES: usize = 24;

/// The values of all features of one option; entries from the game's `FEATURES.len()` on are
/// unused.
pub type FeatureRow = [f32; MAX_FEATURES];

/// A feature: a number that describes one option of a decision. Strategies (bots) have a weight for
/// each feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// Name of the feature of an option, in strategy files and scripts.
    pub name: &'static str,
    /// Description of what the feature of an option measures, with its unit.
    pub meaning: &'static str,
}

/// Receives the events of a game. If [`Observer::WATCHES`] is false, the game creates no events,
/// which saves time.
pub trait Observer<E> {
    const WATCHES: bool = true;

    /// Receives an event together with the state of the game right after the event.
    fn see<S: Any>(&mut self, event: E, state: &S);
}

/// Passes each event of one game to two observers.
impl<E: Copy, A: Observer<E>, B: Observer<E>> Observer<E> for (&mut A, B) {
    const WATCHES: bool = A::WATCHES || B::WATCHES;
    fn see<S: Any>(&mut self, event: E, state: &S) {
        self.0.see(event, state);
        self.1.see(event, state);
    }
}

/// An observer that ignores all events of a game and costs no time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl<E> Observer<E> for Unwatched {
    const WATCHES: bool = false;
    #[inline(always)]
    fn see<S: std::any::Any>(&mut self, _: E, _: &S) {}
}
