//! What `gong run` leaves behind when several bots play it one after the other: the tables of their runs one below the other, the bot in the column `strategy`,
//! and what they agree on.

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

/// The names of the tables, which are also their files' names under `tables/`, in the order in which their results are hashed.
pub const NAMES: [&str; 7] = [
    "win_rates",
    "scores",
    "score_summary",
    "eliminations",
    "placements",
    "cards",
    "robustness",
];

/// The charts' names.
pub const CHARTS: [&str; 1] = ["robustness"];

/// The page, from tables and manifest.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?))
}
