//! The command `gong sensitivity`: measures how each value of the fighters and rules affects win
//! rates.

mod charts;
mod checks;
mod facts;
mod flags;
mod groups;
mod lists;
mod page;
mod play;
mod reference;
mod sheets;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::checks::CheckRow;
use self::facts::{SensitivityFacts, SurveyMethod};
use self::play::{SensitivityFound, SensitivityPlan};
use self::tables::WorthRow;
use super::{Question, Takes};
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

pub use self::survey::{MeasuredStep, Results, Survey, SurveyFound, SurveyPlayed, SurveySettings};

/// Implements the command `gong sensitivity`.
pub struct Sensitivity;

impl Question for Sensitivity {
    type Plan = SensitivityPlan;

    const NAME: &'static str = "sensitivity";

    const TAKES: Takes = Takes::games(
        "30k for each measured step, or as many as take about 40 seconds on two cores, and 40 times \
         as many for the screen; fewer with searches",
    );

    fn answer(
        plan: &SensitivityPlan,
        found: &SensitivityFound,
        manifest: &Manifest,
    ) -> Result<Answer> {
        let results = plan.survey.results(&found.survey)?;
        let rows = plan.rows(&results);
        let checked = plan.checked(found, &rows)?;
        let checks = checked.as_ref().map(|of| CheckRow::table(of.rows.clone()));
        let method = SurveyMethod::new(&results, plan.survey.settings.games, plan.compare());
        let groups = groups::effects(&results, &manifest.factions, manifest.level);
        let facts = SensitivityFacts::new(&rows, &groups, method, checked, manifest);
        let page = page::page(&facts, manifest)?;
        let mut tables = vec![WorthRow::table(rows)];
        tables.extend(checks);
        Ok(Answer::new(page, Tables(tables)))
    }

    fn tables() -> Vec<Table> {
        vec![WorthRow::table(vec![]), CheckRow::table(vec![])]
    }
}
