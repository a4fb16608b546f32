//! The page of a sensitivity report: its sections, in the order of a game designer's questions.

use anyhow::Result;

use super::facts::SensitivityFacts;
use super::{charts, lists, verdict};
use crate::analysis::knobs::StepKind;
use crate::report::page::{Brief, Page, PlayedNote, Section, Warning};
use crate::report::shared::Changeable;
use crate::report::words::counted;
use crate::report::{Manifest, Table};
use crate::shell;

/// Maximum number of values that a terminal lists.
const SHOWN: usize = 10;

/// Builds the page of a sensitivity report.
///
/// # Errors
/// Fails if a template is faulty.
pub fn page(facts: &SensitivityFacts, manifest: &Manifest) -> Result<Page> {
    let said = verdict::sentences(facts)?;
    let charts = charts::all(facts, &said.headline);
    Ok(Page {
        headline: said.headline,
        warnings: warnings(facts),
        judgement: said.method,
        basis: said.basis,
        brief: Brief {
            played: format!(
                "{}, {}",
                counted((facts.values.len() + facts.rules.len()) as u64, "tested value"),
                counted(manifest.games, "game")
            ),
            tables: brief(facts),
            told: said.verdict.clone(),
            next: next(facts),
        },
        verdict: said.verdict,
        sections: vec![
            Section::Charts(charts),
            Section::Tables(vec![
                lists::checks(facts),
                lists::look_up(facts),
                lists::removed(facts),
                lists::rules(facts),
            ]),
            Section::Played(played(facts)),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
    })
}

/// Returns the tables for a terminal, with their titles.
fn brief(facts: &SensitivityFacts) -> Vec<(String, Table)> {
    let mut tables = vec![(String::new(), lists::brief(facts, SHOWN))];
    if facts.checked.is_some() {
        let title = "Checked by the reference player";
        tables.push((title.to_owned(), lists::checks(facts).for_terminal()));
    }
    tables
}

/// Returns a warning if the page shows the charts of only some fighters.
fn warnings(facts: &SensitivityFacts) -> Vec<Warning> {
    if facts.fighters.len() <= charts::MOST_CHARTED || !facts.have_things() {
        return vec![];
    }
    vec![Warning {
        word: "Not all are drawn:".to_owned(),
        meaning: format!(
            "the charts show the {} {} with the largest effects; tables/sensitivity.parquet has \
             all {}.",
            charts::MOST_CHARTED,
            facts.people.several(),
            facts.fighters.len()
        ),
    }]
}

/// Returns explanations of how effects were determined: by changing many values at once
/// ("screened"), or by changing one value ("measured").
fn played(facts: &SensitivityFacts) -> Vec<PlayedNote> {
    let method = &facts.method;
    let mut asked = vec![];
    if method.rosters > 0 {
        asked.push(PlayedNote {
            term: "Screened".to_owned(),
            lines: vec![
                format!(
                    "Screening test: {} of this roster, {} each. Each variant changes half of the \
                     values that can go up and down, each by one step. Each variant has another \
                     combination of steps.",
                    counted(method.rosters, "variant"),
                    counted(method.games_each, "game")
                ),
                "The screened effect of a step is its mean effect over all variants of the \
                 roster; a step down counts as the opposite of a step up. Screened effects show \
                 which values may matter, but may differ from the effects in this roster."
                    .to_owned(),
            ],
        });
    }
    asked.push(PlayedNote {
        term: "Measured".to_owned(),
        lines: vec![
            format!(
                "{}, {} each: each step changes one value of this roster; the line-ups and dice \
                 are those of the unchanged roster",
                counted(method.steps, "step"),
                counted(method.games, "game")
            ),
            format!(
                "A change of one {who}’s value has no effect on games without this {who}, so \
                 these games are not played again.",
                who = facts.people.word()
            ),
        ],
    });
    if let Some(checked) = &facts.checked {
        asked.push(PlayedNote {
            term: "Checked".to_owned(),
            lines: vec![format!(
                "The reference player “{}” played {} of the unchanged roster and of each checked \
                 step again, with the same line-ups and dice.",
                checked.strategy,
                counted(checked.games, "game")
            )],
        });
    }
    asked
}

/// Returns commands that show the change of a value with the largest effect: with the command's own
/// bots, and the games of the reference player again. Skips changes that a command line cannot
/// express.
fn next(facts: &SensitivityFacts) -> Vec<String> {
    let own = facts.method.compare.as_ref().and_then(|compare| {
        let sure = verdict::sure(&facts.values).into_iter();
        let mut settings =
            sure.filter_map(|(value, step, _)| setting(&value.of, step.kind, &step.to));
        settings.next().map(|set| format!("{compare} {set}"))
    });
    let checked = facts.checked.as_ref().and_then(|checked| {
        let rows = checked.rows.iter();
        let mut settings = rows.filter_map(|row| setting(&row.of, row.step, &row.to));
        let compare = checked.compare.as_ref()?;
        settings.next().map(|set| format!("{compare} {set}"))
    });
    own.into_iter().chain(checked).collect()
}

/// Returns a change of a value as the flag `--set`; `None` if a command line cannot express the
/// change.
fn setting(of: &Changeable, kind: StepKind, to: &str) -> Option<String> {
    // `--set` replaces a list as a whole, and the other elements of the list are not known here.
    let in_a_list = (of.value.split('.')).any(|name| name.parse::<u64>().is_ok());
    match kind {
        StepKind::Up | StepKind::Down | StepKind::Other if !in_a_list => {
            let change = format!("{}={to}", of.field);
            Some(format!("--set {}", shell::word(&change)))
        }
        _ => None,
    }
}
