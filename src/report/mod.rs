//! The results of a command: tables (Parquet), a manifest, charts and one page, in a folder that is
//! written atomically.
//!
//! The flow of data: a command turns its counts into [`Tables`] of typed rows. `folder` writes the
//! tables and the [`Manifest`]. The folder's [`Kind`] reads both back and makes a [`Page`], which
//! is a list of sections with charts and tables, and the [`summary`] for a terminal. `gong report`
//! draws charts and page again from the tables in the same way. One module per kind (`run`, …)
//! holds its row types, the code that fills them, and the contents of its page.

pub mod bots;
pub mod catalogue;
pub(crate) mod chart;
pub mod checked;
pub mod compare;
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
pub mod tune;
pub mod whole;
pub mod words;

pub use folder::{Extras, Folder, POINTS, redraw};
pub use found::{FOUND, Found};
pub use index::REPORTS;
pub use kind::Kind;
pub use manifest::{
    ApartNote, BesideNote, BotNote, FighterNote, Manifest, Precision, RosterNote, RuleChange,
    StrategyNote, TuneNote, Unlearnt, VariantNote,
};
pub use page::{Answer, Page, summary};
pub use people::spare_colour;
pub use staging::{abandon, clean};
pub use table::{Column, Table, Tables};
pub use tables_answer::{StandIn, TablesAnswer};
