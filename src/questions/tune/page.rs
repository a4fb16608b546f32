//! The report's page about a tuning: its sections, in the order of a game designer's questions.

use std::path::Path;

use super::facts::TuneFacts;
use super::found::TuneFound;
use super::plan::TunePlan;
use super::{charts, tables, verdict};
use crate::report::page::{Brief, Page, Section};
use crate::report::words::{counted, in_points, level};
use crate::report::{Manifest, Table};
use crate::session::{folded, path_of};
use crate::shell;

/// Maximum number of findings after the headline.
const MOST: usize = 5;
/// Maximum number of suggested commands.
const COMMANDS: usize = 2;

/// Builds the report's page about a tuning.
pub fn page(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Page {
    let findings = verdict::findings(facts);
    let findings: Vec<String> = findings.iter().take(MOST).map(ToString::to_string).collect();
    let headline = verdict::headline(facts).to_string();
    Page {
        brief: Brief {
            played: format!(
                "{}, {}, {}",
                counted(found.values as u64, "tested value"),
                counted(found.tried as u64, "set of edits"),
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
    let edited = !facts.best().edits.is_empty();
    let sets = sets(facts)
        .map(|sets| ("The best set for each number of edits".to_owned(), sets.for_terminal()));
    let changed =
        edited.then(|| ("Changes of the proposed set".to_owned(), tables::changed(facts)));
    let whose = if edited { "Win rates with the proposed set" } else { "Win rates without edits" };
    let estimate = facts.estimated().map(|(name, _)| format!(", estimated for “{name}”"));
    let rates =
        (whose.to_owned() + &estimate.unwrap_or_default(), tables::rates(facts).for_terminal());
    sets.into_iter().chain(changed).chain([rates]).collect()
}

fn method(facts: &TuneFacts) -> String {
    let within = in_points(facts.asked.within);
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
        level(1.0 - facts.level),
        estimate.unwrap_or_default(),
        of_reference.unwrap_or_default()
    )
}

/// Returns what a designer can do next with the proposed set of edits, or with the nearest set if
/// no edits are proposed.
fn next(facts: &TuneFacts, plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Vec<String> {
    let command = &manifest.command;
    let unproposed = facts.unproposed();
    let set = unproposed.unwrap_or(facts.best());
    let settings = set.settings.iter().map(|set| format!(" --set {}", shell::word(set)));
    let settings: String = settings.collect();
    if settings.is_empty() {
        return vec![];
    }
    let compare = plan.compare().map(|compare| compare + &settings);
    let is_proposed = unproposed.is_none();
    let contradicted = facts.reference.as_ref().is_some_and(|of| !of.beyond().is_empty());
    // With these edits, the correction is another one.
    let again = (is_proposed && contradicted && facts.estimated().is_some())
        .then(|| without(manifest, &set.settings) + &settings);
    let write = is_proposed.then(|| match &found.written {
        Some(file) => format!("gong run {}", shell::path(Path::new(file))),
        None => format!("{command} --write fix.toml"),
    });
    [again, write, compare].into_iter().flatten().take(COMMANDS).collect()
}

/// Returns the command of a tuning without its values of `--set` that these settings replace,
/// because a command accepts each path once.
fn without(manifest: &Manifest, settings: &[String]) -> String {
    let path = |setting: &str| path_of(setting).map(folded);
    let is_replaced = |set: &&String| settings.iter().any(|other| path(other) == path(set));
    let replaced = manifest.set.iter().filter(is_replaced);
    replaced.fold(manifest.command.clone(), |command, set| {
        command.replace(&format!(" --set {}", shell::word(set)), "")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;
    use crate::stats;

    #[test]
    fn a_command_is_extended_by_edits_of_the_values_that_it_sets() {
        let sets = ["rules.rounds=5", "line-up.draw=3"].map(str::to_owned);
        let manifest = Manifest {
            command: "gong tune a.toml --set rules.rounds=5 --set line-up.draw=3 --seed 1".into(),
            set: sets.into(),
            ..sample::manifest(&stats::sample::cast(8, 2), 100)
        };
        let command = without(&manifest, &["rules.rounds=6".to_owned()]);
        assert_eq!(command, "gong tune a.toml --set line-up.draw=3 --seed 1");
    }
}
