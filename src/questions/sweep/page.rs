//! Builds the page of the report of `gong sweep`.

use anyhow::Result;

use super::facts::SweepFacts;
use super::grid::Axis;
use super::lists::{self, LISTED, MANY, VARYING};
use super::{charts, verdict};
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote, Section, Warning};
use crate::report::table::Table;
use crate::report::words::counted;

/// Builds the page of the report of `gong sweep`.
///
/// # Errors
/// Fails if a template is faulty.
pub fn page(facts: &SweepFacts, manifest: &Manifest) -> Result<Page> {
    let said = verdict::sentences(facts)?;
    let noun = facts.noun();
    let axes = facts.axes.iter();
    let varied = PlayedNote {
        term: "Varied".into(),
        lines: axes.map(|axis| format!("{} = {}", axis.path, axis.values.join(", "))).collect(),
    };
    let (asked, mut warnings) = page::precision(manifest, &format!("win rate of every {noun}"));
    let whole = facts.points.len() + facts.missing;
    if facts.missing > 0 {
        warnings.insert(
            0,
            Warning {
                word: "Incomplete:".into(),
                meaning: format!(
                    "{} of {whole} {noun}s have not been played. The same command resumes the \
                     sweep.",
                    facts.missing
                ),
            },
        );
    }
    let point = match facts.axes.as_slice() {
        [axis] => format!("{noun} of {}", axis.path),
        _ => format!("{noun} of settings"),
    };
    let points = counted(whole as u64, &point);
    let ended = match facts.missing {
        0 => points,
        _ => format!("{} of {points}", facts.points.len()),
    };
    let mut told = said.verdict.clone();
    if facts.points.len() > LISTED {
        let all = facts.points.len();
        told.insert(
            0,
            format!("The table above shows {LISTED} of {all} {noun}s; the page has all."),
        );
    }
    if facts.series.len() > MANY {
        let (all, several) = (facts.series.len(), facts.people.several());
        told.insert(
            0,
            format!(
                "The table above shows {VARYING} of {all} {several}, those whose win rates vary \
                 most; the page has all."
            ),
        );
    }
    if !facts.axes.iter().any(Axis::of_bots)
        && facts.points.iter().all(|point| point.fair.is_none())
    {
        told.extend(said.basis.iter().cloned());
    }
    let all: Vec<usize> = (0..facts.points.len()).collect();
    let charts = charts::all(facts, &said.headline);
    let mut tables = vec![lists::grid(facts), lists::rates(facts, &all)];
    tables.extend(facts.reference.as_ref().map(|of| Table {
        name: "reference_rates".into(),
        title: format!("Win rates with the reference player “{}”", of.strategy),
        ..lists::rates(&of.facts, &all)
    }));
    Ok(Page {
        headline: said.headline,
        verdict: said.verdict,
        judgement: said.method,
        basis: said.basis,
        warnings,
        brief: Brief {
            played: format!("{ended}, a total of {}", counted(manifest.games, "game")),
            tables: vec![(String::new(), lists::brief(facts))],
            told,
            next: vec![],
        },
        sections: vec![
            Section::Charts(charts),
            Section::Tables(tables.into_iter().chain([lists::effects(facts)]).collect()),
            Section::Played([varied].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
    })
}
