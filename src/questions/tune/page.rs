//! The report's page about a tuning: its sections, in the order of a game designer's questions.

use std::path::Path;

use anyhow::Result;

use super::facts::TuneFacts;
use super::{charts, lists, verdict};
use crate::report::page::{Brief, Page, PlayedNote, Section};
use crate::report::words::counted;
use crate::report::{Manifest, Table};
use crate::session::{folded, path_of};
use crate::shell;

/// Builds the report's page about a tuning, which searches for edits that bring win rates to
/// targets.
///
/// # Errors
/// Fails if a text template is faulty.
pub fn page(facts: &TuneFacts, manifest: &Manifest) -> Result<Page> {
    let said = verdict::sentences(facts)?;
    let commands = commands(facts, manifest);
    let edited = !facts.best().edits.is_empty();
    let charts = charts::all(facts, &said.headline);
    Ok(Page {
        headline: said.headline,
        warnings: vec![],
        judgement: said.method,
        brief: Brief {
            played: format!(
                "{}, {}, {}",
                counted(facts.method.values, "tested value"),
                counted(facts.method.tried, "set of edits"),
                counted(manifest.games, "game")
            ),
            tables: brief(facts),
            told: said.verdict.clone(),
            next: commands.iter().map(|(_, of)| of.clone()).collect(),
        },
        verdict: said.verdict,
        sections: vec![
            Section::Changed(vec![lists::changed(facts), lists::commands(&commands, edited)]),
            Section::Charts(charts),
            Section::Tables(vec![lists::rates(facts), lists::sets(facts), lists::others(facts)]),
            Section::Played(played(facts)),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    })
}

fn brief(facts: &TuneFacts) -> Vec<(String, Table)> {
    let mut tables = vec![];
    if facts.solutions.len() > 1 {
        tables.push(("The best set for each number of edits".to_owned(), lists::sets(facts)));
    }
    if !facts.best().edits.is_empty() {
        tables.push(("Changes of the best set".to_owned(), lists::changed(facts)));
    }
    let whose = match facts.best().edits.is_empty() {
        true => "Win rates without edits",
        false => "Win rates with the best set",
    };
    let whose = match facts.estimated() {
        Some(strategy) => format!("{whose}, estimated for “{strategy}”"),
        None => whose.to_owned(),
    };
    let (rates, all) = lists::brief_rates(facts);
    let part = all.map_or(String::new(), |all| {
        let shown = rates.height();
        format!(", {shown} of {all}, farthest from their targets first")
    });
    tables.push((format!("{whose}{part}"), rates));
    tables
}

/// Returns explanations for the report of how the edits were found.
fn played(facts: &TuneFacts) -> Vec<PlayedNote> {
    let method = &facts.method;
    let asked = |term: &str, lines: Vec<String>| PlayedNote { term: term.to_owned(), lines };
    let mut all = vec![];
    if method.tried > 0 {
        all.push(asked(
            "Search",
            vec![
                format!(
                    "To measure the effect of each single edit, gong changed {} one at a time \
                     by up to two steps. Each edit was played in {} or more, with the same dice \
                     as the unchanged scenario.",
                    counted(method.values, "value"),
                    counted(method.single, "game")
                ),
                format!(
                    "Then gong played {} of up to {}, each set in {} or more. The results of \
                     these sets of edits improved the model that proposes the next sets. For \
                     each number of edits, the best sets were tested again with more games, in \
                     several stages, with the same dice. After each stage, the worse half of \
                     the sets was dropped.",
                    counted(method.tried, "set"),
                    counted(method.edits, "edit"),
                    counted(method.proposal, "game")
                ),
            ],
        ));
    }
    let one = match method.tried {
        0 => "the unchanged scenario",
        _ => "the unchanged scenario, and as many of the scenario with the best set of each size",
    };
    all.push(asked(
        "Certified",
        vec![format!(
            "The certification test played {} or more of {one}, with the same seeds. The search \
             for edits has not used the seeds of the certification test.",
            counted(method.certified, "game")
        )],
    ));
    all
}

/// Returns what a designer can do next with the best set of edits, or with the nearest set if no
/// edits are proposed; each with its command.
fn commands(facts: &TuneFacts, manifest: &Manifest) -> Vec<(String, String)> {
    let flags = |set: &String| format!("--set {}", shell::word(set));
    let (best, unproposed) = (facts.best(), facts.unproposed());
    let set = unproposed.unwrap_or(best);
    let settings: Vec<String> = set.settings.iter().map(flags).collect();
    let more = facts.more().map(|more| {
        let games = |games: u64| format!("--games {games}");
        let command = manifest.command.replace(&games(more.now), &games(more.games));
        let what = format!("more games, about {} on two cores", counted(more.minutes, "minute"));
        (what, command)
    });
    let certify = facts.certifying().map(|minutes| {
        let minutes = counted(minutes, "minute");
        let what = format!("let the reference player certify, about {minutes} on two cores");
        (what, format!("{} --certify", manifest.command))
    });
    let more = certify.into_iter().chain(more);
    if settings.is_empty() {
        return more.collect();
    }
    let settings = settings.join(" ");
    let again = facts.is_contradicted().then(|| {
        let what = "tune again from these edits, with a new correction".to_owned();
        let command = without(manifest, &best.settings);
        (what, format!("{command} {settings}"))
    });
    let several = facts.bots.len() > 1;
    let compare = facts.method.compare.iter().zip(&facts.bots);
    let of_nearest = match unproposed {
        Some(_) => " the nearest set of edits",
        None => "",
    };
    let compare = compare.map(|(command, bot)| {
        let what = match several {
            true => format!("before and after{of_nearest}, with the bot “{bot}”"),
            false => format!("before and after{of_nearest}"),
        };
        (what, format!("{command} {settings}"))
    });
    if unproposed.is_some() {
        return compare.chain(more).collect();
    }
    let play = match &facts.method.written {
        Some(file) => {
            let file = shell::path(Path::new(file));
            ("the scenario with the edits", format!("gong run {file}"))
        }
        None => ("write it as a scenario", format!("{} --write fix.toml", manifest.command)),
    };
    let play = [(play.0.to_owned(), play.1)];
    compare.chain(play).chain(again).chain(more).collect()
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
