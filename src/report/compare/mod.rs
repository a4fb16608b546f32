//! What `gong compare` leaves behind: differences pair by pair, and whose win became whose.

mod build;
mod chart;
mod facts;
mod page;
mod summary;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::{Manifest, Tables};

pub use build::tables;
pub use facts::Facts;
pub use summary::summary;

/// The tables' names.
pub const NAMES: [&str; 2] = ["differences", "winners"];
/// The charts' names.
pub const CHARTS: [&str; 2] = ["differences", "win_rates"];

/// The page of a comparison, from its tables and its manifest.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?, manifest))
}
