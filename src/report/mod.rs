//! What a run leaves behind: tables (Parquet), a manifest, charts and one page, in a folder written whole or not at all.
//!
//! The way of the data: `build` turns the tally into the data frames of `tables`; `folder` writes them and the manifest; `reading`
//! reads both back as plain `facts`; `charts`, `words` and `page` show the facts. So `gong report` makes charts and page again from the tables alone, by the same way.

mod build;
mod charts;
mod facts;
mod folder;
mod manifest;
mod page;
mod page_tables;
mod reading;
mod rows;
#[doc(hidden)]
pub mod sample;
mod summary;
mod tables;
mod words;

pub use facts::Facts;
pub use folder::{Extras, Folder, redraw};
pub use manifest::{
    FighterNote, Manifest, Precision, RosterNote, RuleChange, ScoreName, StrategyNote,
};
pub use rows::RowsWriter;
pub use summary::summary;
pub use tables::{NAMES, Tables, fair_share};
