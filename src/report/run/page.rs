//! The page of a run.

use super::facts::Facts;
use super::{charts, page_tables, verdict};
use crate::report::page::{Asked, Page, Warning};
use crate::report::{Manifest, Precision, words};

/// What the page of a run shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let colours = facts.fighters.iter().map(|fighter| fighter.colour.clone());
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: manifest.precision.iter().filter_map(unreached).collect(),
        asked: manifest
            .precision
            .iter()
            .map(|precision| asked(precision, facts.level))
            .collect(),
        charts: charts::all(facts),
        tables: page_tables::all(facts),
        colours: colours.collect(),
    }
}

fn asked(precision: &Precision, level: f64) -> Asked {
    let line = format!(
        "played until every win rate was known to ± {}: {} looks, and intervals widened to {} so that they stay valid although one looked before",
        words::with_sign(precision.target, words::decimals(precision.target).max(2)),
        precision.looks,
        words::with_sign(level, 2)
    );
    Asked {
        term: "Precision".to_string(),
        lines: vec![line],
    }
}

fn unreached(precision: &Precision) -> Option<Warning> {
    (!precision.reached).then(|| Warning {
        word: "Not as precise as asked.".to_string(),
        meaning: format!(
            "Asked for was ± {} for every win rate; the intervals below are wider.",
            words::with_sign(precision.target, 2)
        ),
    })
}
