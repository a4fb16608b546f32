//! The report's page about a tuning: its charts and tables.

use std::path::Path;

use super::facts::TuneFacts;
use super::found::TuneFound;
use super::plan::TunePlan;
use super::{charts, tables, verdict};
use crate::report::Manifest;
use crate::report::page::{Brief, Page};
use crate::report::words::{counted, in_points, level};
use crate::shell;

/// Builds the report's page about a tuning.
pub fn page(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Page {
    let (sets, changed, rates) =
        (tables::sets(facts), tables::changed(facts), tables::rates(facts));
    let brief = [sets.for_terminal(), changed.clone(), rates.for_terminal()].into_iter();
    let brief = brief.filter(|table| table.height() > 0);
    Page {
        brief: Brief {
            played: format!(
                "{}, {}, {}",
                counted(found.tuned.values as u64, "tested value"),
                counted(found.tuned.tried as u64, "set of edits"),
                counted(manifest.games, "game")
            ),
            tables: brief.map(|table| (table.title.clone(), table)).collect(),
        },
        next: next(facts, plan, found, manifest),
        verdict: verdict::farthest(facts).iter().map(ToString::to_string).collect(),
        judgement: method(facts),
        changed: vec![changed],
        charts: vec![charts::win_rates(facts)],
        tables: vec![sets, rates],
        headline: verdict::headline(facts).to_string(),
        colours: facts.people.colours(),
        ..Page::default()
    }
}

fn method(facts: &TuneFacts) -> String {
    format!(
        "“Certified”: the confidence interval of every win rate with a target lies within {} of \
         it. The probability of a wrong certificate is below {} (intersection-union test), without \
         the error of a correction. A reference player finds a win rate too far from its target if \
         it is significantly farther (Holm’s correction). An edit changes a value by one or two \
         steps, or swaps two values.",
        in_points(facts.settings.goal.within),
        level(1.0 - facts.settings.level)
    )
}

/// Returns what a designer can do next with the proposed set of edits.
fn next(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Vec<String> {
    let write = facts.is_edited().then(|| match &found.written {
        Some(file) => format!("gong run {}", shell::path(Path::new(file))),
        None => format!("{} --write fix.toml", manifest.command),
    });
    write.into_iter().chain(plan.compare(&facts.best().settings)).collect()
}
