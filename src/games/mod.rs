//! The games, one folder each, and the trait [`Title`], through which all other modules use them.

#[macro_use]
pub mod named;

pub mod arena;
pub mod battle_cards;
pub mod declared;
pub mod filed;
pub mod jungle;
#[cfg(test)]
#[path = "../../tests/models/mod.rs"]
mod models;
pub mod roster;
mod rows;
#[cfg(test)]
mod tests;
pub mod title;

use std::sync::OnceLock;

pub use declared::Declared;
pub use roster::{Fighter, Roster};
pub use title::{
    Complaint, Facts, Files, Layers, Provenance, ReferencePlayer, Shipped, Title, Words,
};

/// The titles of this package, in the order in which lists show them.
const TITLES: &[&dyn Title] = &[
    &arena::ULTIMATE_WARRIORZ,
    &arena::MAD_ARENA,
    &battle_cards::BATTLE_CARDS,
    &jungle::JUNGLE_ALERT,
];

static MORE: OnceLock<&'static [&'static dyn Title]> = OnceLock::new();

/// Registers additional games of a program that embeds this library. The program must call this
/// function before any other function of this library.
///
/// # Panics
/// Panics if this function is called a second time.
pub fn add_titles(titles: &'static [&'static dyn Title]) {
    assert!(MORE.set(titles).is_ok(), "titles are added once");
}

/// Iterates over all titles: first those of this package, then those that an embedding program has
/// added.
pub fn titles() -> impl Iterator<Item = &'static dyn Title> {
    let more = MORE.get().copied().unwrap_or_default();
    TITLES.iter().chain(more).copied()
}

/// Iterates over one title of each family, the first in the list. The titles of a family share a
/// game engine.
pub fn families() -> impl Iterator<Item = &'static dyn Title> {
    let first = |title: &&'static dyn Title| {
        let of_family = titles().find(|other| other.family() == title.family());
        of_family.is_some_and(|other| other.name() == title.name())
    };
    titles().filter(first)
}

/// Returns the title with this name, or `None` if there is none.
pub fn title(name: &str) -> Option<&'static dyn Title> {
    titles().find(|title| title.name() == name)
}
