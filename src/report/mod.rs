//! The output of a command: tables (Parquet), a manifest, charts and one page, in a folder that is
//! written atomically.
//!
//! A command such as `run` turns its results into an [`Answer`]: [`Tables`] with the results, and a
//! [`Page`] with sections of charts and tables. A [`Folder`] writes the answer, the [`Manifest`]
//! and [`Found`]. From `Found`, the studio and `gong rerun` make the answer again.

mod adapted;
pub mod atomic_file;
pub(crate) mod chart;
pub mod checksummed;
mod folder;
mod found;
pub mod inputs;
pub mod ledger;
mod manifest;
pub mod measured;
mod ownership;
pub(crate) mod page;
pub(crate) mod people;
pub mod points;
pub mod replay;
pub mod rows;
pub(crate) mod shared;
mod staging;
pub(crate) mod standing;
pub mod table;
#[cfg(test)]
mod tests;
pub mod words;

pub use adapted::{AdaptedBot, AdaptedNote};
pub use folder::{Extras, Folder, changed_tables};
pub use found::{FOUND, Found};
pub use manifest::{
    BotNote, BotRole, FighterNote, MANIFEST, Manifest, PrecisionNote, RosterNote, RuleChange,
    StrategyNote,
};
pub use ownership::{POINTS, no_links};
pub use page::{Answer, Page};
pub use people::spare_colour;
pub use staging::abandon;
pub use table::{Column, Table, Tables};
#[cfg(test)]
pub(crate) use tests::sample;
