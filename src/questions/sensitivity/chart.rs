//! The chart of a sensitivity report: the values with the largest effects on win rates.

use super::facts::{StepFacts, StepGroup, largest};
use super::page::SensitivityFacts;
use crate::analysis::knobs::StepKind;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::legend::Key;
use crate::report::chart::plot::{Bar, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::level;

/// Maximum number of values in the chart.
const MOST: usize = 15;

/// Draws all steps of the values with the largest effects; `None` without a measured
/// value.
pub fn largest_values(facts: &SensitivityFacts, headline: &str) -> Option<Chart> {
    let values = largest(&facts.steps, StepGroup::Value).into_iter().take(MOST);
    let row = |value: &StepFacts| {
        let who = facts.who(value);
        let steps = facts.steps.iter().filter(|step| step.at.0 == value.at.0);
        let cell = Cell::of(Plot::Bars(steps.filter_map(bar).collect()), String::new());
        let label = format!("{}: {}", who.name, value.row.of.short());
        ChartRow::of(label, colour(&who.colour), cell)
    };
    let rows: Vec<ChartRow> = values.map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let keys = [(false, "significant"), (true, "not significant")];
    let form = Rows {
        keys: keys.map(|(faint, name)| (Key::bar(faint), name.to_owned())).into(),
        ..Rows::column("win rate, points", AxisUnit::Points, Some(Reference::zero()), rows)
    };
    let subtitle = format!(
        "Effect of one step of a value on its owner’s win rate, in points. The text at the tip \
         of a bar is the value after the step. Lines: {} confidence intervals, without \
         correction for multiple tests.",
        level(facts.level)
    );
    let note = "If the line of a bar crosses zero, the effect may be due to chance. If the two \
                bars of a value point to the same side, a step up and a step down both raise or \
                both lower the win rate.";
    Some(Chart::new("worth", headline, subtitle, form).presented("What matters most", note))
}

fn bar(step: &StepFacts) -> Option<Bar> {
    Some(Bar {
        mark: Mark { value: step.row.change?, interval: step.interval() },
        said: match step.row.step {
            StepKind::Swap => format!("with {}", step.row.of.partner()),
            _ => step.row.to.clone(),
        },
        faint: !step.is_significant(),
    })
}
