//! The charts of a sensitivity report: the values with the largest effects on win rates, of all
//! fighters and of each.

use super::facts::{StepFacts, largest};
use super::page::SensitivityFacts;
use crate::analysis::knobs::StepKind;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::legend::Key;
use crate::report::chart::plot::{Bar, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::level;

/// Maximum number of values in a chart.
const MOST: usize = 15;
/// Maximum number of fighters with charts of their own; the table `steps` has all fighters.
const FIGHTERS: usize = 10;

/// Returns all charts of the report that have data.
pub fn all(facts: &SensitivityFacts, headline: &str) -> Vec<Chart> {
    let kept = largest(&facts.steps).into_iter().filter(|step| step.is_kept_value());
    let kept: Vec<&StepFacts> = kept.collect();
    let mut charts = vec![];
    if !kept.is_empty() {
        let chart = chart(facts, "worth", headline, &kept);
        charts.push(chart.presented("What matters most", NOTE));
    }
    for who in facts.people.all() {
        let is_own = |step: &&StepFacts| step.row.of.fighter.as_ref() == Some(&who.key);
        let own: Vec<&StepFacts> = kept.iter().copied().filter(is_own).collect();
        if !own.is_empty() && own.len() < kept.len() && charts.len() <= FIGHTERS {
            let title = format!("{}’s largest values", who.name);
            let chart = chart(facts, &format!("worth_{}", who.key), &title, &own);
            charts.push(chart.presented(&title, ""));
        }
    }
    charts
}

const NOTE: &str = "If the line of a bar crosses zero, the effect may be due to chance. If the two \
                    bars of a value point to the same side, a step up and a step down both raise or \
                    both lower the win rate.";

/// Draws the steps of the values to which these steps belong.
fn chart(facts: &SensitivityFacts, name: &str, title: &str, values: &[&StepFacts]) -> Chart {
    let shown = &values[..values.len().min(MOST)];
    let steps_of = |value: &StepFacts| {
        let at = value.at.0;
        facts.steps.iter().filter(move |step| step.at.0 == at)
    };
    let row = |value: &&StepFacts| {
        let (who, value_name) = (facts.who(value), value.row.of.short());
        let bars: Vec<Bar> = steps_of(value).filter_map(bar).collect();
        let cell = Cell::of(Plot::Bars(bars), String::new());
        ChartRow::of(format!("{}: {value_name}", who.name), colour(&who.colour), cell)
    };
    let measured = Some((Key::bar(false), "measured in this roster".to_owned()));
    let screened = (Key::bar(true), "screened in variants of this roster".to_owned());
    let screened = facts.screen.map(|_| screened);
    let rows = shown.iter().map(row).collect();
    let form = Rows {
        keys: measured.into_iter().chain(screened).collect(),
        ..Rows::column("win rate, points", AxisUnit::Points, Some(Reference::zero()), rows)
    };
    let subtitle = format!(
        "Effect of one step of a value on its owner’s win rate, in points. The text at the tip \
         of a bar is the value after the step. Lines: {} confidence intervals, without \
         correction for multiple tests.",
        level(facts.level)
    );
    Chart::new(name, title, subtitle, form)
}

fn bar(step: &StepFacts) -> Option<Bar> {
    let (value, interval) = step.effect()?;
    Some(Bar {
        mark: Mark { value, interval },
        said: match step.row.step {
            StepKind::Swap => format!("with {}", step.row.of.partner()),
            _ => step.row.to.clone(),
        },
        faint: step.judged.is_none(),
    })
}
