//! The chart of a comparison of scenario variants: changes of win rates with their intervals.

use super::facts::{CompareFacts, VariantFacts};
use crate::questions::changes::Change;
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{ChartRow, Group, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{capital, level, points_plus_minus};

/// Returns the chart of the differences of win rates.
pub fn differences(facts: &CompareFacts) -> Chart {
    let mark = |of: &Fact| {
        let interval = of.row.change_low.zip(of.row.change_high).map(|(low, high)| [low, high]);
        of.row.change.map(|value| Mark { value, interval })
    };
    let row = |of: &Change| {
        // As in the charts of `gong run`, the marks of the reference player come first.
        let theirs = facts.reference.as_ref().map(|_| of.judged.reference.as_ref().and_then(mark));
        let marks = theirs.into_iter().chain([mark(&of.judged.own)]).collect();
        let leading = of.judged.leading();
        let said = leading.row.change.map(|by| points_plus_minus(by, leading.margin_of_error()));
        let sure = of.judged.facts().any(|fact| fact.standing().is_significant());
        let (label, plot) = (capital(&of.label), Plot::Marks(marks));
        ChartRow::of(label, colour(&of.colour), plot, said.unwrap_or_default()).faint(!sure)
    };
    let group = |variant: &VariantFacts| Group {
        name: variant.arm.name.clone(),
        rows: variant.wins().map(row).collect(),
    };
    let form = Rows {
        groups: facts.variants.iter().map(group).collect(),
        ..Rows::column("win rate, points", AxisUnit::Points, Some(Reference::zero()), vec![])
    };
    let form = match &facts.reference {
        Some(name) => {
            form.side_by_side([format!("{name} (reference player)"), facts.bots.join(", ")])
        }
        None => form,
    };
    let subtitle = format!(
        "How much each win rate differs from “{}”. The bars show {} confidence intervals, without \
         correction for multiple tests. Faint marks: the difference is not significant after \
         correction for multiple tests.",
        facts.first().name,
        level(facts.level)
    );
    Chart::new("differences", "What it did", subtitle, form)
}
