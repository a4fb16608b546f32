//! What a command leaves behind: tables (Parquet), a manifest, charts and one page, in a folder written whole or not at all.
//!
//! A question makes an [`Answer`] of what it found: the results as [`Tables`], and a [`Page`], a list
//! of sections with charts and tables. A [`Folder`] writes all of it with the [`Manifest`] and with
//! [`Found`], of which `gong report` makes the answer again.

pub mod catalogue;
pub(crate) mod chart;
pub mod checked;
pub(crate) mod factions;
mod folder;
mod found;
pub mod index;
pub mod inputs;
mod kind;
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
pub mod table;
mod tables_answer;
pub mod whole;
pub mod words;

pub use folder::{Extras, Folder, POINTS, redraw};
pub use found::{FOUND, Found};
pub use index::REPORTS;
pub use kind::Kind;
pub use manifest::{
    BotNote, FighterNote, Manifest, Precision, RosterNote, RuleChange, StrategyNote, Unlearnt,
};
pub use page::{Answer, Page, summary};
pub use people::spare_colour;
pub use staging::{abandon, clean};
pub use table::{Column, Table, Tables};
pub use tables_answer::{StandIn, TablesAnswer};
