//! Tests of the tables, the pages and the verdicts of `gong run`, on made-up games.

mod pages;
mod sample;
mod tables;
mod verdict;

use crate::report::Manifest;
use crate::report::page::Page;
use crate::report::sample::{manifest, tally};
use crate::stats::sample::any_record;
use crate::stats::{Cast, Measures, Tally};

fn page_of(cast: &Cast, games: u64) -> Page {
    page(cast, &tally(cast, games), &manifest(cast, games))
}

fn page(cast: &Cast, tally: &Tally, manifest: &Manifest) -> Page {
    sample::answer(cast, tally, manifest).page
}

/// Creates counts of `games` made-up games with measures of every form.
fn every_form(cast: &Cast, measures: &Measures, games: u64) -> Tally {
    let mut tally = Tally::new(cast, measures);
    (0..games).for_each(|seed| tally.add(&any_record(cast, measures, seed)));
    tally
}
