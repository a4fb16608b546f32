//! The chart of a sensitivity report: the values with the largest effects on win rates.

use super::facts::{StepFacts, StepGroup, largest};
use super::page::SensitivityFacts;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{ChartRow, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::level;

/// Maximum number of values in the chart.
const MOST: usize = 15;

/// Draws all steps of the values with the largest effects; `None` without a known effect.
pub fn largest_values(facts: &SensitivityFacts) -> Option<Chart> {
    let mark =
        |step: &StepFacts| step.row.change.map(|value| Mark { value, interval: step.interval() });
    let row = |value: &StepFacts| {
        let steps = || facts.steps.iter().filter(|step| step.at.0 == value.at.0);
        let who = facts.who(value);
        let label = format!("{}: {}", who.name, value.row.of.short());
        let plot = Plot::Marks(steps().map(mark).collect());
        let numbers: Vec<&str> = steps().map(|step| step.row.to.as_str()).collect();
        ChartRow::of(label, colour(&who.colour), plot, numbers.join(", "))
            .faint(!steps().any(StepFacts::is_significant))
    };
    let values = largest(&facts.steps, StepGroup::Value).into_iter().take(MOST);
    let rows: Vec<ChartRow> = values.map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let form = Rows::column("win rate, points", AxisUnit::Points, Some(Reference::zero()), rows);
    let subtitle = format!(
        "Effect of one step of a value on its owner’s win rate, in points. The number of a row is \
         the value after the step; the marks of a row have the order of its numbers. Lines: {} \
         confidence intervals, without correction for multiple tests. Faint: not significant.",
        level(facts.level)
    );
    Some(Chart::new("worth", "What matters most", subtitle, form))
}
