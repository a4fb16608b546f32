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
    if kept.is_empty() {
        return vec![];
    }
    let chart = chart(facts, "worth", headline, &kept);
    let mut charts = vec![chart.presented("What matters most", NOTE)];
    let owner = |step: &&StepFacts| step.of.fighter.clone();
    let mut owners: Vec<Option<String>> = vec![];
    for of in kept.iter().map(owner) {
        if !owners.contains(&of) {
            owners.push(of);
        }
    }
    for fighter in owners.iter().filter(|_| owners.len() > 1).take(FIGHTERS) {
        let own: Vec<&StepFacts> =
            kept.iter().copied().filter(|of| owner(of) == *fighter).collect();
        let (name, key) = (facts.owner(own[0]), fighter.as_deref().unwrap_or_default());
        let title = format!("{name}’s largest values");
        let chart = self::chart(facts, &format!("worth_{key}"), &title, &own);
        charts.push(chart.presented(&title, NOTE));
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
        let label = format!("{}: {}", facts.owner(value), value.of.short());
        let bars: Vec<Bar> = steps_of(value).filter_map(bar).collect();
        ChartRow::of(label, colour(&facts.colour(value)), Cell::of(Plot::Bars(bars), String::new()))
    };
    let kinds = [(true, "measured in this roster"), (false, "screened in variants of this roster")];
    let has = |measured: bool| {
        let mut steps = shown.iter().flat_map(|value| steps_of(value));
        steps.any(|step| step.judged.is_some() == measured)
    };
    let kinds = kinds.into_iter().filter(|(measured, _)| has(*measured));
    let rows = shown.iter().map(row).collect();
    let form = Rows {
        keys: kinds.map(|(measured, name)| (Key::bar(!measured), name.to_owned())).collect(),
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
        said: match step.kind {
            StepKind::Swap => format!("with {}", step.of.partner()),
            _ => step.to.clone(),
        },
        faint: step.judged.is_none(),
    })
}
