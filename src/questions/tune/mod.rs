//! `gong tune`: finds the fewest and smallest edits that bring win rates to their targets.

mod allowed;
mod budget;
mod charts;
mod correction;
mod effects;
mod facts;
mod flags;
mod found;
mod lists;
mod page;
mod plan;
mod play;
mod reference;
mod tables;
mod target;
#[cfg(test)]
mod tests;
mod tuning;
mod verdict;

use std::io::Write;

use anyhow::Result;

use self::facts::{TuneFacts, TuningMethod};
use self::found::TuneFound;
use self::plan::TunePlan;
use self::reference::CheckedRate;
use self::tables::{EditRow, SolutionRow, TunedRate};
use super::{Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table};

pub use self::correction::Corrections;
pub use self::tuning::{
    Allowed, Effort, Tuned, TuningEdit, TuningSettings, candidates, find, moves,
};

/// Implements the command `gong tune`.
pub struct Tune;

impl Question for Tune {
    type Plan = TunePlan;

    const NAME: &'static str = "tune";

    const TAKES: Takes = Takes::games(
        "12k, or as many as take about three minutes on two cores, for each edit that looks good \
         alone; a fourth of this for every edit at first, 4 times as many for sets of edits, and at \
         least 8 times as many to certify; fewer with searches",
    );

    /// Writes the scenario file that `--write` names.
    fn finish(
        plan: &TunePlan,
        found: &mut TuneFound,
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> Result<()> {
        let Some(patch) = &plan.patch else {
            return Ok(());
        };
        let facts = facts(plan, found, manifest)?;
        let head = facts.head(manifest)?;
        if head.is_empty() {
            let file = patch.path().display();
            writeln!(out, "There are no edits to write: {file} is not written")?;
            return Ok(());
        }
        let settings = &facts.best().settings;
        let text = patch.text(&plan.file, &plan.changes, settings, &head)?;
        patch.write(&text)?;
        found.written = Some(patch.path().display().to_string());
        Ok(())
    }

    fn answer(plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Result<Answer> {
        let facts = facts(plan, found, manifest)?;
        Ok(Answer::new(page::page(&facts, manifest)?, facts.tables()))
    }

    fn tables() -> Vec<Table> {
        vec![
            SolutionRow::table(vec![]),
            EditRow::table(vec![]),
            TunedRate::table(vec![]),
            CheckedRate::table(vec![]),
        ]
    }
}

/// Prepares the results of a tuning for the report's page, charts and sentences.
fn facts(plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Result<TuneFacts> {
    let tuned = plan.tuned(found)?;
    let settings = tuned.solutions.iter();
    let settings = settings.map(|of| plan.scenarios[0].settings(&of.edits()).unwrap_or_default());
    let settings: Vec<Vec<String>> = settings.collect();
    let method = TuningMethod::new(plan, found, &tuned);
    let checked = found.reference.as_ref().map(|of| {
        let (best, within) = (tuned.best() as u64, plan.settings.within);
        of.rates(best, &plan.targets.by_key, within, manifest.level)
    });
    Ok(TuneFacts::new(&tuned, settings, plan.bots(), method, checked.unwrap_or_default(), manifest))
}
