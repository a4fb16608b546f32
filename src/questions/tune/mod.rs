//! `gong tune`: finds the fewest and smallest edits that bring win rates to their targets.

mod charts;
mod estimates;
mod facts;
mod flags;
mod found;
mod page;
mod plan;
mod play;
mod tables;
mod target;
#[cfg(test)]
mod tests;
mod tuning;
mod verdict;

use std::io::Write;

use anyhow::Result;

use self::facts::TuneFacts;
use self::found::TuneFound;
use self::plan::TunePlan;
use self::tables::{EditRow, SolutionRow};
use super::experiment::Player;
use super::{Question, Takes, facts as results};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

pub use self::tuning::{
    Allowed, Goal, Task, Tuned, TuningEdit, TuningSettings, Watch, candidates, find, moves,
};

/// Implements the command `gong tune`.
pub struct Tune;

impl Question for Tune {
    type Plan = TunePlan;

    const NAME: &'static str = "tune";

    const TAKES: Takes = Takes::games(
        "12k, or as many as take about three minutes on two cores, for each edit that looks good \
         alone; a fourth of this for every edit at first, 4 times as many for sets of edits, and \
         at least 8 times as many to certify; fewer with searches",
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
        if !facts.is_edited() {
            let file = patch.path().display();
            writeln!(out, "There are no edits to write: {file} is not written")?;
            return Ok(());
        }
        let head = [
            format!("{}: {}.", manifest.title, verdict::headline(&facts)),
            format!("Made by gong {}: {}", manifest.gong, manifest.command),
        ];
        let settings = &facts.best().settings;
        let text = patch.scenario_text(&plan.file, &plan.changes, settings, &head)?;
        patch.write(&text)?;
        found.written = Some(patch.path().display().to_string());
        Ok(())
    }

    fn answer(plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Result<Answer> {
        let facts = facts(plan, found, manifest)?;
        let sets = || facts.sets.iter();
        let tables = Tables(vec![
            SolutionRow::table(sets().map(|of| of.row.clone()).collect()),
            EditRow::table(sets().flat_map(|of| of.edits.clone()).collect()),
            results::table(&facts.facts),
        ]);
        Ok(Answer::new(page::page(&facts, plan, found, manifest), tables))
    }

    fn tables() -> Vec<Table> {
        vec![SolutionRow::table(vec![]), EditRow::table(vec![]), results::table([])]
    }
}

/// Prepares the results of a tuning for the report.
fn facts(plan: &TunePlan, found: &TuneFound, manifest: &Manifest) -> Result<TuneFacts> {
    plan.check(found)?;
    let task = Task { settings: &plan.corrected(found.compared.as_ref()), ..plan.task() };
    let reference = plan.experiment.reference().map(Player::name);
    Ok(TuneFacts::new(task, reference, found, manifest))
}
