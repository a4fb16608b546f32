//! The charts of a sensitivity report: the game values with the largest effects on win rates, and
//! for each fighter a chart of its values.

use super::facts::{SensitivityFacts, StepFacts, ValueFacts};
use super::sheets;
use crate::analysis::knobs::StepKind;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::legend::Key;
use crate::report::chart::plot::{Bar, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::people::Person;
use crate::report::shared::descending;
use crate::report::words::level;

/// Maximum number of bars in the chart of one fighter's values.
const OF_ONE: usize = 12;
/// Maximum number of bars in the chart of all fighters' values.
const OF_ALL: usize = 15;
/// Maximum number of fighters with charts of their own; the tables contain all fighters.
pub const MOST_CHARTED: usize = 10;

/// Returns all charts of the report that have data.
pub fn all(facts: &SensitivityFacts, headline: &str) -> Vec<Chart> {
    let people = charted(facts);
    let mut sheets = sheets::all(facts, &people);
    if !facts.have_things() {
        let all = facts.values.iter();
        return worth(facts, None, all, headline).into_iter().chain(sheets).collect();
    }
    let mut charts: Vec<Chart> = vec![];
    if facts.fighters.len() > 1 {
        charts.extend(worth(facts, None, facts.values.iter(), headline));
    }
    for (who, sheet) in people.iter().zip(sheets.drain(..)) {
        charts.push(sheet);
        charts.extend(worth(facts, Some(who), facts.of(who), headline));
    }
    charts
}

/// Returns the fighters with charts of their own, in the order of the roster: all fighters, or if
/// there are many, those with the largest effects.
fn charted(facts: &SensitivityFacts) -> Vec<&Person> {
    let stake = |who: &&Person| {
        let kept = facts.of(who).filter(|value| !value.goes());
        kept.map(ValueFacts::stake).fold(0.0, f64::max)
    };
    let most = descending(&facts.fighters, stake);
    let most: Vec<&String> = most.iter().take(MOST_CHARTED).map(|who| &who.key).collect();
    facts.fighters.iter().filter(|who| most.contains(&&who.key)).collect()
}

/// Draws the chart of the game values with the largest effects on win rates, of one fighter or of
/// all fighters.
fn worth<'a>(
    facts: &SensitivityFacts,
    who: Option<&Person>,
    values: impl Iterator<Item = &'a ValueFacts>,
    headline: &str,
) -> Option<Chart> {
    let kept = values.filter(|value| !value.goes() && value.largest().is_some());
    let sorted = descending(kept, |value| value.stake());
    let most = if who.is_some() { OF_ONE } else { OF_ALL };
    let first = sorted.first()?;
    let row = |value: &&ValueFacts| {
        let label = match who {
            Some(_) => value.of.short(),
            None => format!("{}: {}", value.owner(), value.of.short()),
        };
        let bars: Vec<Bar> = (value.steps.iter()).filter_map(|step| bar(value, step)).collect();
        let ink = colour(value.who.as_ref().map_or("", |who| &who.colour));
        ChartRow::of(label, ink, Cell::of(Plot::Bars(bars), String::new()))
    };
    let (axis, zero) = ("win rate, points", Some(Reference::zero()));
    let shown = &sorted[..sorted.len().min(most)];
    let effects =
        || shown.iter().flat_map(|value| value.steps.iter().filter_map(StepFacts::effect));
    let kinds = [(true, "measured in this roster"), (false, "screened in variants of this roster")];
    let kinds = kinds.into_iter();
    let kinds = kinds.filter(|(measured, _)| effects().any(|of| of.measured == *measured));
    let form = Rows {
        keys: kinds.map(|(measured, name)| (Key::bar(!measured), name.to_owned())).collect(),
        ..Rows::column(axis, AxisUnit::Points, zero, shown.iter().map(row).collect())
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
    Some(match who {
        Some(who) => {
            let (step, effect) = first.largest()?;
            // Screened effects are not corrected for multiple tests.
            let finding = match (effect.sure, effect.measured) {
                (true, true) => format!("{}’s win rate depends most on this step", who.name),
                (true, false) => "Largest screened effect".to_owned(),
                (false, _) => "Largest effect in these games, not significant".to_owned(),
            };
            let title = format!(
                "{finding}: {} ({} percentage points)",
                first.change(step),
                effect.points()
            );
            Chart::new(format!("worth_{}", who.key), title, subtitle, form)
                .presented(format!("{}’s largest values", who.name), note)
        }
        None => Chart::new("worth", headline, subtitle, form).presented("What matters most", note),
    })
}

fn bar(value: &ValueFacts, step: &StepFacts) -> Option<Bar> {
    let effect = step.effect()?;
    Some(Bar {
        mark: Mark { value: effect.value, interval: effect.ends },
        said: match step.kind {
            StepKind::Swap => format!("with {}", value.of.partner()),
            _ => step.to.clone(),
        },
        faint: !effect.measured,
    })
}
