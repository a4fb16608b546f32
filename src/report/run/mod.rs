//! What `gong run` leaves behind: the tally becomes the data frames of `build`; `reading` reads them back as plain `facts`, which charts,
//! verdict, page and summary show.

mod build;
mod charts;
mod facts;
mod page;
mod page_tables;
mod reading;
mod rows;
mod summary;
mod tables;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::{Manifest, Tables};

pub use charts::NAMES as CHARTS;
pub use facts::Facts;
pub use rows::RowsWriter;
pub use summary::summary;
pub use tables::{NAMES, fair_share, tables};

/// The page of a run, from its tables and its manifest.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?, manifest))
}
