//! What `gong pairings` leaves behind: what was found becomes the data frames of `build`; `facts` reads them back, for charts, verdict, page and summary.

mod build;
mod charts;
mod facts;
mod page;
mod summary;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::{Manifest, Tables};
use crate::analysis::pairings::{Found, Question};
use crate::stats::synergy;

pub use charts::NAMES as CHARTS;
pub use facts::Facts;
pub use summary::summary;

/// The names of the tables, which are also their files' names under `tables/`, in the order in which their results are hashed.
pub const NAMES: [&str; 4] = ["line_ups", "teams", "strengths", "partners"];

/// Every table. `scenarios`: by line-up, the scenarios that field it.
pub fn tables(question: &Question, found: &Found, scenarios: &[Option<String>]) -> Result<Tables> {
    let source = build::Source {
        question,
        found,
        scenarios,
        strengths: synergy::strengths(question.fighters.len(), &found.fought()),
    };
    Ok(Tables::new(vec![
        ("line_ups", build::line_ups(&source)?),
        ("teams", build::teams(&source)?),
        ("strengths", build::strengths(&source)?),
        ("partners", build::partners(&source)?),
    ]))
}

/// The page, from tables and manifest.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&Facts::new(tables, manifest)?))
}
