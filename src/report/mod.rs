//! What a command leaves behind: tables (Parquet), a manifest, charts and one page, in a folder written whole or not at all.
//!
//! A question makes an [`Answer`] of what it found: the results as [`Tables`], and a [`Page`], a list
//! of sections with charts and tables. A [`Folder`] writes all of it with the [`Manifest`] and with
//! [`Found`], of which `gong report` makes the answer again.

pub(crate) mod chart;
pub mod checked;
pub(crate) mod factions;
mod folder;
mod found;
pub mod index;
pub mod inputs;
pub mod ledger;
mod manifest;
pub mod measured;
pub(crate) mod page;
pub(crate) mod people;
mod place;
pub mod points;
pub mod rows;
#[doc(hidden)]
pub mod sample;
pub(crate) mod sentences;
pub(crate) mod shared;
mod staging;
mod stand_in;
pub mod table;
pub mod whole;
pub mod words;

pub use folder::{Extras, Folder, POINTS};
pub use found::{FOUND, Found};
pub use index::REPORTS;
pub use manifest::{
    BotNote, BotRole, FighterNote, Manifest, Precision, RosterNote, RuleChange, StrategyNote,
    Unlearnt,
};
pub use page::{Answer, Page};
pub use people::spare_colour;
pub use staging::{abandon, clean};
pub use stand_in::StandIn;
pub use table::{Column, Table, Tables};
