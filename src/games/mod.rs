//! What is played: the [`Game`] trait that bots, search and runs are written against, and one folder per game.

pub mod arena;
pub mod battle_cards;
#[cfg(test)]
mod campaign;
pub mod chance;
mod filed;
pub mod jungle;
pub mod learnable;
pub mod playable;
pub mod scripted;
pub mod searchable;
pub mod story;
pub mod title;

use std::sync::OnceLock;

use arrayvec::ArrayVec;

pub use chance::{Chance, Face};
pub use learnable::Learnable;
pub use playable::{
    Clock, Contender, FailedGame, PUPIL, Playable, Seated, Study, Told, Watching, Worker,
};
pub use scripted::Scripted;
pub use searchable::Searchable;
pub use title::{Company, Complaint, Files, Layers, Provenance, Shipped, Title, Words};

/// The games that there are.
const TITLES: &[&dyn Title] = &[
    &arena::ULTIMATE_WARRIORZ,
    &arena::MAD_ARENA,
    &battle_cards::BATTLE_CARDS,
    &jungle::JUNGLE_ALERT,
];

static MORE: OnceLock<&'static [&'static dyn Title]> = OnceLock::new();

/// Adds the games of a program of one's own, which calls this once, before anything else.
///
/// # Panics
/// If it was called before.
pub fn add_titles(titles: &'static [&'static dyn Title]) {
    assert!(MORE.set(titles).is_ok(), "titles are added once");
}

/// Every game, in the order in which they are listed.
pub fn titles() -> impl Iterator<Item = &'static dyn Title> {
    let more = MORE.get().copied().unwrap_or_default();
    TITLES.iter().chain(more).copied()
}

/// The first game of every family.
pub fn families() -> impl Iterator<Item = &'static dyn Title> {
    let first = |title: &&'static dyn Title| {
        let of_family = titles().find(|other| other.family() == title.family());
        of_family.is_some_and(|other| other.name() == title.name())
    };
    titles().filter(first)
}

/// The game of this name.
pub fn title(name: &str) -> Option<&'static dyn Title> {
    titles().find(|title| title.name() == name)
}

/// The most players of any game: those who decide. The statistics may be about more, see [`crate::stats::MAX_ENTRANTS`].
pub const MAX_PLAYERS: usize = 8;

/// The most options that a decision of any game has.
pub const MAX_OPTIONS: usize = 1024;

/// The options of one decision, in a buffer that the caller owns and reuses.
pub type Options<C> = ArrayVec<C, MAX_OPTIONS>;

/// What a state waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// A decision of this player (an index, from 0).
    Decision(usize),
    /// Nothing: the game is over.
    Over,
}

/// A game of decisions, dice and secrets for a few players.
///
/// A state is plain data. Whoever plays a game asks [`Game::turn`] who decides, [`Game::options`] between what, has a
/// strategy choose from the player's [`Game::view`], and hands the choice to [`Game::play`], until the game is over.
/// A decision with a single option is played without asking anybody.
pub trait Game {
    type State: Copy;
    type Choice: Copy + Eq + std::fmt::Debug;
    /// What one player may know of a state.
    type View<'a>: Copy
    where
        Self: 'a;
    /// Events, as observers receive them.
    type Event: Copy;

    /// The names of the features of an option, in the order of [`Game::features`].
    const FEATURES: &'static [Feature];

    /// Who decides next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// The round that the state is in, 0 before the first; no game has more than 1,000.
    fn round(&self, state: &Self::State) -> u16;

    /// Fills `options` with all options of the decision that the state waits for: at least one, no two that lead to the same state.
    fn options(&self, state: &Self::State, options: &mut Options<Self::Choice>);

    /// Plays one of those options, and all that follows from it until the next decision.
    fn play<D: Chance, O: Observer<Self::Event>>(
        &self,
        state: &mut Self::State,
        choice: Self::Choice,
        dice: &mut D,
        observer: &mut O,
    );

    /// The state as the player who decides may see it: no secret choice of another seat.
    fn view<'a>(&'a self, state: &'a Self::State) -> Self::View<'a>;

    /// The features of each option, one row of `FEATURES.len()` values for each, in the order of `options`.
    fn features(
        &self,
        view: Self::View<'_>,
        options: &Options<Self::Choice>,
        rows: &mut [FeatureRow],
    );
}

/// The most features of any game's options.
pub const MAX_FEATURES: usize = 24;

/// The features of one option; what is behind the game's `FEATURES.len()` stays unused.
pub type FeatureRow = [f32; MAX_FEATURES];

/// One feature of an option: its name in strategy files, and what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    pub name: &'static str,
    /// What it says, with its unit.
    pub meaning: &'static str,
}

/// Someone who watches a game. Watching costs nothing where [`Observer::WATCHES`] is false.
pub trait Observer<E> {
    const WATCHES: bool = true;
    fn see(&mut self, event: E);
}

/// Nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl<E> Observer<E> for Unwatched {
    const WATCHES: bool = false;
    #[inline(always)]
    fn see(&mut self, _: E) {}
}
