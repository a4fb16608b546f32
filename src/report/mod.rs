//! What a run leaves behind: tables (Parquet), a manifest, charts and one page, in a folder written whole or not at all.
//!
//! The way of the data: `tables` turns the tally into data frames; `folder` writes them and the manifest; `facts` reads both back as
//! plain numbers; `charts`, `words` and `page` show the facts. So `gong report` makes charts and page again from the tables alone, by the same way.

mod charts;
mod facts;
mod folder;
mod manifest;
mod page;
mod page_tables;
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
