//! What a command leaves behind: tables (Parquet), a manifest, charts and one page, in a folder written whole or not at all.
//!
//! The way of the data: a command's numbers become [`Tables`], whose rows are types; `folder` writes them and the [`Manifest`]; the folder's
//! [`Kind`] reads both back and makes a [`Page`] of them: a list of sections with charts and tables, and the [`summary`] in short. So `gong report`
//! makes charts and page again from the tables alone, by the same way. One room for each kind (`run`, …) holds what it alone has: its row types and how
//! they are filled, and what its page says.

pub mod bots;
pub mod catalogue;
pub(crate) mod chart;
pub mod checked;
mod factions;
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
pub mod run;
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
    BesideNote, BotNote, FighterNote, Manifest, Precision, RosterNote, RuleChange, StrategyNote,
    Unlearnt,
};
pub use page::{Answer, Page, summary};
pub use people::spare_colour;
pub use staging::{abandon, clean};
pub use table::{Column, Table, Tables};
pub use tables_answer::{StandIn, TablesAnswer};
