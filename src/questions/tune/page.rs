//! The report's page about a tuning: its sections, in the order of a game designer's questions.

use std::path::Path;

use super::facts::TuneFacts;
use super::found::TuneFound;
use super::plan::TunePlan;
use super::{charts, tables, verdict};
use crate::report::page::{Brief, Page, Section};
use crate::report::words::{counted, in_points, level};
use crate::report::{Manifest, Table};
use crate::shell;

/// Builds the report's page about a tuning.
pub fn page(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Page {
    let findings = verdict::findings(facts);
    let findings = findings.iter().map(ToString::to_string).collect();
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
        verdict: findings,
        judgement: method(facts),
        sections: vec![
            Section::Changed(vec![tables::changed(facts)]),
            Section::Charts(vec![charts::win_rates(facts, &headline)]),
            Section::Tables(sets(facts).into_iter().chain([tables::rates(facts)]).collect()),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Returns the table of all sets of edits; `None` if there is only the unchanged scenario.
fn sets(facts: &TuneFacts) -> Option<Table> {
    (facts.sets.len() > 1).then(|| tables::sets(facts))
}

/// Returns the tables for a terminal.
fn brief(facts: &TuneFacts) -> Vec<(String, Table)> {
    let edited = facts.is_edited();
    let sets = sets(facts)
        .map(|sets| ("The best set for each number of edits".to_owned(), sets.for_terminal()));
    let changed =
        edited.then(|| ("Changes of the proposed set".to_owned(), tables::changed(facts)));
    let whose = if edited { "Win rates with the proposed set" } else { "Win rates without edits" };
    let estimate = facts.estimated().map(|name| format!(", estimated for “{name}”"));
    let rates =
        (whose.to_owned() + &estimate.unwrap_or_default(), tables::rates(facts).for_terminal());
    sets.into_iter().chain(changed).chain([rates]).collect()
}

fn method(facts: &TuneFacts) -> String {
    let within = in_points(facts.settings.goal.within);
    let of_reference = facts.reference.as_ref().map(|of| {
        format!(
            " The reference player “{}” tests the proposed set in games that neither the search \
             nor the correction has used. A win rate is too far from its target if it is \
             significantly farther than {within} (Holm’s correction).",
            of.name
        )
    });
    let estimate = facts.estimated().map(|_| {
        " A fast bot plays the games of the search. The difference between the reference player \
         and this bot corrects its win rates; “certified by estimate” leaves the error of the \
         correction out."
    });
    format!(
        "“Certified”: the confidence interval of every win rate with a target lies within {within} \
         of it; the probability of a wrong certificate is below {} (intersection-union test). An \
         edit changes a value by one or two steps, or swaps two values.{}{}",
        level(1.0 - facts.settings.level),
        estimate.unwrap_or_default(),
        of_reference.unwrap_or_default()
    )
}

/// Returns what a designer can do next with the proposed set of edits, or with the nearest set if
/// no edits are proposed.
fn next(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Vec<String> {
    let set = facts.unproposed().unwrap_or(facts.best());
    let write = facts.is_edited().then(|| match &found.written {
        Some(file) => format!("gong run {}", shell::path(Path::new(file))),
        None => format!("{} --write fix.toml", manifest.command),
    });
    write.into_iter().chain(plan.compare(&set.settings)).collect()
}
