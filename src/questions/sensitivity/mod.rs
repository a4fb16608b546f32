//! The command `gong sensitivity`: measures how each value of the fighters and rules affects win
//! rates.

mod charts;
mod facts;
mod flags;
mod lists;
mod page;
mod play;
mod sheets;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::facts::{SensitivityFacts, SurveyMethod};
use self::play::SensitivityPlan;
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
        "30k for each measured step, or as many as take about a minute on two cores, and 40 times as \
         many for the screen; fewer with searches",
    );

    fn answer(plan: &SensitivityPlan, found: &SurveyFound, manifest: &Manifest) -> Result<Answer> {
        let results = plan.survey.results(found)?;
        let rows = tables::rows(&results, manifest.level);
        let method = SurveyMethod::new(&results, plan.survey.settings.games, plan.compare());
        let page = page::page(&SensitivityFacts::new(&rows, method, manifest), manifest)?;
        Ok(Answer::new(page, Tables(vec![WorthRow::table(rows)])))
    }

    fn tables() -> Vec<Table> {
        vec![WorthRow::table(vec![])]
    }
}
