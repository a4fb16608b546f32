//! The charts of the pairings, one file each.

mod fairness;
mod partners;
mod teams;

use super::page::Facts;
use crate::report::chart::Chart;

/// The charts' names, in the order of the page.
pub const NAMES: [&str; 3] = ["fairness", "partners", "teams"];

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.line_ups.is_empty() {
        return vec![];
    }
    [
        fairness::chart(facts),
        partners::chart(facts),
        teams::chart(facts),
    ]
    .into_iter()
    .flatten()
    .collect()
}
