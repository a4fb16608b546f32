//! The page of a run.

use super::facts::Facts;
use super::{charts, page_tables, verdict};
use crate::report::Manifest;
use crate::report::page::{self, Page, Section};

/// What the page of a run shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let colours = facts.fighters.iter().map(|fighter| fighter.colour.clone());
    let precision = manifest.precision.as_ref();
    let (asked, unreached) = precision
        .map(|precision| page::precision(precision, "win rate"))
        .unzip();
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: unreached.flatten().into_iter().collect(),
        sections: vec![
            Section::Charts(charts::all(facts)),
            Section::Old(page_tables::all(facts)),
            Section::Played(asked.into_iter().collect()),
            Section::Provenance,
        ],
        brief: Default::default(),
        colours: colours.collect(),
    }
}
