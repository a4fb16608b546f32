//! The page of a tuning, in the order of a designer's questions.

use super::facts::Facts;
use super::{charts, lists, verdict};
use crate::report::page::{Asked, Brief, Page, Section};
use crate::report::words::counted;
use crate::report::{Manifest, Table};

pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let told = verdict::verdict(facts);
    let commands = commands(facts, manifest);
    Page {
        headline: verdict::headline(facts),
        warnings: vec![],
        judgement: verdict::judgement(facts),
        brief: Brief {
            played: format!(
                "{}, {}, {}",
                counted(facts.note.values, "value"),
                counted(facts.note.tried, "set of edits"),
                counted(manifest.games, "game")
            ),
            tables: brief(facts),
            told: told.clone(),
            next: commands.iter().map(|(_, of)| of.clone()).collect(),
        },
        verdict: told,
        sections: vec![
            Section::Changed(vec![lists::changed(facts), lists::commands(&commands)]),
            Section::Charts(charts::all(facts)),
            Section::Tables(vec![
                lists::rates(facts),
                lists::sets(facts),
                lists::others(facts),
            ]),
            Section::Played(played(facts)),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    }
}

fn brief(facts: &Facts) -> Vec<(String, Table)> {
    let mut tables = vec![];
    if facts.solutions.len() > 1 {
        tables.push((
            "The best of each number of edits".to_owned(),
            lists::sets(facts),
        ));
    }
    if !facts.best().edits.is_empty() {
        tables.push(("What the best changes".to_owned(), lists::changed(facts)));
    }
    let whose = match facts.best().edits.is_empty() {
        true => "Win rates as it is",
        false => "Win rates with it",
    };
    let (rates, all) = lists::brief_rates(facts);
    let farthest = if all {
        ""
    } else {
        ", farthest from their targets first"
    };
    tables.push((format!("{whose}{farthest}"), rates));
    tables
}

/// How it was sought.
fn played(facts: &Facts) -> Vec<Asked> {
    let note = &facts.note;
    let asked = |term: &str, lines: Vec<String>| Asked {
        term: term.to_owned(),
        lines,
    };
    let mut all = vec![];
    if note.tried > 0 {
        all.push(asked(
            "Sought",
            vec![
                format!(
                    "{} turned one at a time by up to two steps, {} each or more, on the same dice as the scenario as it is: what each edit is worth alone",
                    counted(note.values, "value"),
                    counted(note.alone, "game")
                ),
                format!(
                    "{} of up to {} played, from {} each on: what edits do together corrects the model that proposes the next; the best of each number of edits raced on the same dice",
                    counted(note.tried, "set"),
                    counted(note.edits, "edit"),
                    counted(note.proposal, "game")
                ),
            ],
        ));
    }
    let one = match note.tried {
        0 => "the scenario as it is",
        _ => "the scenario as it is and the best set of each number of edits",
    };
    all.push(asked(
        "Certified",
        vec![format!(
            "{one}, {} each, the same seeds for all and none that the search saw",
            counted(note.certified, "game")
        )],
    ));
    all
}

/// What to do with the best set, and the command that does it.
fn commands(facts: &Facts, manifest: &Manifest) -> Vec<(String, String)> {
    let Some(settings) = facts.settings() else {
        return vec![];
    };
    let several = facts.bots.len() > 1;
    let compare = facts.note.compare.iter().zip(&facts.bots);
    let compare = compare.map(|(command, bot)| {
        let what = match several {
            true => format!("before and after, with {bot}"),
            false => "before and after".to_owned(),
        };
        (what, format!("{command} {settings}"))
    });
    let play = match &facts.note.written {
        Some(file) => ("the scenario with the edits", format!("gong run {file}")),
        None => (
            "write it as a scenario",
            format!("{} --write fix.toml", manifest.command),
        ),
    };
    compare.chain([(play.0.to_owned(), play.1)]).collect()
}
