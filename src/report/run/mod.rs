//! What `gong run` leaves behind: the tables of the games' measures, and what they say.

mod charts;
mod facts;
mod page;
mod row_types;
mod rows;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::{Manifest, Tables};
use crate::stats::Cast;

pub use facts::Facts;
pub use row_types::{Beside, Deal, LuckAdjusted, Summary, Time, WinRate, With};
pub use rows::{RowsWriter, games_table};
pub use tables::{beside_table, deal_table, tables};

/// The page of a run, from its tables and its manifest.
///
/// # Errors
/// If the tables are not those of the manifest's measures.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?, manifest))
}

/// The share of all games that an entrant of average strength wins; none if all play together.
pub fn fair_share(cast: &Cast) -> Option<f64> {
    (!cast.cooperative).then(|| 1.0 / cast.sides.max(1) as f64)
}
