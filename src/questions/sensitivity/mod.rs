//! The command `gong sensitivity`: measures how each value of the fighters and rules affects win
//! rates.

mod chart;
mod facts;
mod flags;
mod page;
mod plan;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::page::SensitivityFacts;
use self::plan::SensitivityPlan;
use self::tables::StepRow;
use super::facts as results;
use super::judge::Judged;
use super::{Question, Takes};
use crate::report::people::People;
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

pub use self::survey::{MeasuredStep, Survey, SurveyFound};

/// Implements the command `gong sensitivity`.
pub struct Sensitivity;

impl Question for Sensitivity {
    type Plan = SensitivityPlan;

    const NAME: &'static str = "sensitivity";

    const TAKES: Takes = Takes::games(
        "30k for each measured step, or as many as take about 40 seconds on two cores, and 40 \
         times as many for the screen; fewer with searches",
    );

    fn answer(plan: &SensitivityPlan, found: &SurveyFound, manifest: &Manifest) -> Result<Answer> {
        let (judged, steps) = plan.facts(found, &manifest.factions)?;
        let tables = vec![
            StepRow::table(steps.iter().map(|step| step.row.clone()).collect()),
            results::table(judged.iter().flat_map(Judged::facts)),
        ];
        let reference = plan.reference.as_ref().zip(found.checked.as_ref());
        let facts = SensitivityFacts {
            level: manifest.level,
            people: People::of(manifest),
            bots: manifest.strategies.iter().map(|bot| bot.name.clone()).collect(),
            next: plan.next(&steps),
            reference: reference.map(|(of, found)| (of.name().to_owned(), found.counts.games)),
            games: plan.survey.games.games,
            of_screen: found.of_screen,
            steps,
        };
        Ok(Answer::new(page::page(&facts, manifest), Tables(tables)))
    }

    fn tables() -> Vec<Table> {
        vec![StepRow::table(vec![]), results::table([])]
    }
}
