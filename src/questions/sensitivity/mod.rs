//! The command `gong sensitivity`: measures how each value of the fighters and rules affects win
//! rates.

mod chart;
mod facts;
mod flags;
mod page;
mod play;
mod reference;
mod survey;
mod tables;
#[cfg(test)]
mod tests;
mod verdict;

use anyhow::Result;

use self::page::SensitivityFacts;
use self::play::SensitivityPlan;
use self::tables::StepRow;
use super::facts as results;
use super::judge::Judged;
use super::{Question, Takes};
use crate::report::people::People;
use crate::report::table::Row;
use crate::report::{Answer, Manifest, Table, Tables};

pub use self::survey::{MeasuredStep, Results, Survey, SurveyFound, SurveySettings};

/// Implements the command `gong sensitivity`.
pub struct Sensitivity;

impl Question for Sensitivity {
    type Plan = SensitivityPlan;

    const NAME: &'static str = "sensitivity";

    const TAKES: Takes = Takes::games(
        "30k for each measured step, or as many as take about 40 seconds on two cores, and 40 times \
         as many for the screen; fewer with searches",
    );

    fn answer(plan: &SensitivityPlan, found: &SurveyFound, manifest: &Manifest) -> Result<Answer> {
        let measured = plan.survey.results(found)?;
        let own = facts::measured(&measured, &manifest.factions, manifest.level);
        let unchecked = Judged::pairs(own.clone(), &[]);
        let steps = facts::steps(&measured, &unchecked, manifest.level);
        let reference = plan.reference.as_ref().zip(found.reference.as_ref());
        let theirs = |of| reference::facts(&plan.survey, of, &steps, manifest.level);
        let theirs = reference.map(theirs).transpose()?.unwrap_or_default();
        let judged = Judged::pairs(own, &theirs);
        let steps = facts::steps(&measured, &judged, manifest.level);
        let tables = vec![
            StepRow::table(steps.iter().map(|step| step.row.clone()).collect()),
            results::table(judged.iter().flat_map(Judged::facts)),
        ];
        let facts = SensitivityFacts {
            level: manifest.level,
            people: People::of(manifest),
            bots: manifest.strategies.iter().map(|bot| bot.name.clone()).collect(),
            next: plan.next(&steps, reference),
            reference: reference.map(|(of, found)| (of.name().to_owned(), found.games)),
            games: plan.survey.settings.games,
            screen: measured.screen.as_ref().map(|of| (of.rosters as u64, of.games_each)),
            steps,
        };
        Ok(Answer::new(page::page(&facts, manifest), Tables(tables)))
    }

    fn tables() -> Vec<Table> {
        vec![StepRow::table(vec![]), results::table([])]
    }
}
