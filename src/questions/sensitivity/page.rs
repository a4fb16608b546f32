//! The page of a sensitivity report: its sections, in the order of a game designer's questions.

use anyhow::Result;

use super::facts::{SensitivityFacts, StepFacts, ValueFacts};
use super::{charts, lists, verdict};
use crate::analysis::knobs::StepKind;
use crate::report::Manifest;
use crate::report::page::{Brief, Page, PlayedNote, Section, Warning};
use crate::report::words::counted;

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
        brief: Brief {
            played: format!(
                "{}, {}",
                counted(
                    (facts.values.len() + facts.rules.len()) as u64,
                    "tested value"
                ),
                counted(manifest.games, "game")
            ),
            tables: vec![(String::new(), lists::brief(facts, SHOWN))],
            told: said.verdict.clone(),
            next: next(facts),
        },
        verdict: said.verdict,
        sections: vec![
            Section::Charts(charts),
            Section::Tables(vec![
                lists::look_up(facts),
                lists::removed(facts),
                lists::rules(facts),
            ]),
            Section::Played(played(facts)),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    })
}

/// Returns a warning if the page shows the charts of only some fighters.
fn warnings(facts: &SensitivityFacts) -> Vec<Warning> {
    let charted = facts.fighters.len() <= charts::MOST_CHARTED || !facts.have_things();
    (!charted)
        .then(|| Warning {
            word: "Not all are drawn:".to_owned(),
            meaning: format!(
                "the charts show the {} {} with the largest effects; tables/sensitivity.parquet \
                 has all {}.",
                charts::MOST_CHARTED,
                facts.people.several(),
                facts.fighters.len()
            ),
        })
        .into_iter()
        .collect()
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
    asked
}

/// Returns a command that shows the change of a value with the largest effect. Skips changes that a
/// command line cannot express.
fn next(facts: &SensitivityFacts) -> Vec<String> {
    let Some(compare) = &facts.method.compare else {
        return vec![];
    };
    // `--set` replaces a list as a whole, and the other elements of the list are not known here.
    let in_a_list =
        |value: &ValueFacts| (value.of.value.split('.')).any(|name| name.parse::<u64>().is_ok());
    let setting = |(value, step): (&ValueFacts, &StepFacts)| match step.turn {
        StepKind::Up | StepKind::Down | StepKind::Other if !in_a_list(value) => {
            Some(format!("{compare} --set {}={}", value.of.field, step.to))
        }
        _ => None,
    };
    let sure = verdict::sure(facts).into_iter();
    let settings = sure.filter_map(|(value, step, _)| setting((value, step)));
    settings.take(1).collect()
}
