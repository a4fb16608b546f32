//! The report's page about a tuning: its charts and tables, in the order of a game designer's questions.

use std::path::Path;

use super::facts::TuneFacts;
use super::found::TuneFound;
use super::plan::TunePlan;
use super::{charts, tables, verdict};
use crate::report::page::{Brief, Page};
use crate::report::words::{counted, in_points, level};
use crate::report::{Manifest, Table};
use crate::shell;

/// Builds the report's page about a tuning.
pub fn page(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Page {
    let farthest = verdict::farthest(facts).map(|of| of.to_string());
    let headline = verdict::headline(facts).to_string();
    Page {
        brief: Brief {
            played: format!(
                "{}, {}, {}",
                counted(found.tuned.values as u64, "tested value"),
                counted(found.tuned.tried as u64, "set of edits"),
                counted(manifest.games, "game")
            ),
            tables: brief(facts),
            next: next(facts, plan, found, manifest),
            ..Brief::default()
        },
        verdict: farthest.into_iter().collect(),
        judgement: method(facts),
        changed: vec![tables::changed(facts)],
        charts: vec![charts::win_rates(facts)],
        tables: vec![tables::sets(facts), tables::rates(facts)],
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Returns the tables for a terminal.
fn brief(facts: &TuneFacts) -> Vec<(String, Table)> {
    let sets =
        ("The best set for each number of edits".to_owned(), tables::sets(facts).for_terminal());
    let changed = ("Changes of the proposed set".to_owned(), tables::changed(facts));
    let estimated = facts.estimated().map(|name| format!(", estimated for “{name}”"));
    let rates = format!("Win rates{}", estimated.unwrap_or_default());
    let rates = (rates, tables::rates(facts).for_terminal());
    let edited = Some(changed).filter(|_| facts.is_edited());
    Some(sets).filter(|_| facts.sets.len() > 1).into_iter().chain(edited).chain([rates]).collect()
}

fn method(facts: &TuneFacts) -> String {
    format!(
        "“Certified”: the confidence interval of every win rate with a target lies within {} of it. \
         The probability of a wrong certificate is below {} (intersection-union test). “By \
         estimate”: without the error of the correction. A reference player finds a win rate too \
         far from its target if it is significantly farther (Holm’s correction). An edit changes a \
         value by one or two steps, or swaps two values.",
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
