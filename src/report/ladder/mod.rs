//! What `gong ladder` leaves behind: the games become the data frames of `build`; `facts` reads them back, for charts, verdict, page and summary.

mod build;
mod charts;
mod facts;
mod page;
mod summary;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::{Manifest, Tables};

pub use build::{Source, tables};
pub use facts::Facts;
pub use summary::summary;

/// The names of the tables, which are also their files' names under `tables/`, in the order in which their results are hashed.
pub const NAMES: [&str; 3] = ["ratings", "encounters", "bots_by_fighter"];

/// The charts' names, in the order of the page.
pub const CHARTS: [&str; 2] = ["ratings", "encounters"];

/// The page, from tables and manifest.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?))
}
