//! What `gong sweep` leaves behind: every point of a grid, and how the fighters fare across it.

mod build;
mod charts;
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
pub const NAMES: [&str; 1] = ["sweep"];
/// The charts' names.
pub const CHARTS: [&str; 4] = ["win_rates", "imbalance", "scores", "survival"];

/// The page of a sweep, from its tables and its manifest.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?, manifest))
}
