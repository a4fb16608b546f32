//! The chart of a comparison of scenario variants: differences with their intervals.

use super::facts::{ChangeLine, CompareFacts, VariantFacts};
use super::page::explained;
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{decimals, level, signed};

/// Returns the chart of the differences of win rates and other measures.
pub fn differences(facts: &CompareFacts, title: String) -> Chart {
    let column = |axis: String, unit| RowsColumn {
        axis,
        unit,
        reference: Some(Reference::zero()),
        ..RowsColumn::default()
    };
    let measures = facts.measures.iter();
    let measures = measures.map(|measure| column(measure.of_every_game(), AxisUnit::Signed));
    let wins = column("win rate, points".to_owned(), AxisUnit::Points);
    let row = |line: &ChangeLine| ChartRow {
        label: line.label.clone(),
        about: String::new(),
        colour: colour(&line.colour),
        cells: cells(facts, line),
    };
    let group = |variant: &VariantFacts| Group {
        name: variant.arm.name.clone(),
        rows: variant.with_party().map(row).collect(),
    };
    let form = Rows {
        columns: [wins].into_iter().chain(measures).collect(),
        groups: facts.variants.iter().map(group).collect(),
        ..Rows::default()
    };
    let form = match &facts.reference {
        Some((name, _)) => {
            let reference = format!("{name} (reference player; win rates only)");
            form.side_by_side([reference, facts.bots.join(", ")])
        }
        None => form,
    };
    let subtitle = format!(
        "How much the mean of each measure per game differs from “{}”. The bars show {} \
         confidence intervals, without correction for multiple tests. Faint marks: the difference \
         is not significant after correction for multiple tests.",
        facts.first().name,
        level(facts.level)
    );
    let note = format!(
        "If a bar crosses the line at zero, the difference may be due to chance. Among many bars, \
         a difference whose bar almost touches the line at zero may also be due to chance. Each \
         column has its own scale, which is the same for all variants.{}",
        explained(facts)
    );
    Chart::new("differences", title, subtitle, form)
        .of_many(facts.people.several())
        .presented("What it did", note)
}

/// Returns the cells of a row: the win rate with each player, then the other measures.
fn cells(facts: &CompareFacts, line: &ChangeLine) -> Vec<Cell> {
    let mark = |of: &Fact| {
        let interval = of.row.change_low.zip(of.row.change_high).map(|(low, high)| [low, high]);
        of.row.change.map(|value| Mark { value, interval })
    };
    // As in the charts of `gong run`, the marks of the reference player come first.
    let cell = |theirs: Option<&Fact>, own: &Fact, said: String| {
        let theirs_first = facts.reference.as_ref().map(|_| theirs.and_then(mark));
        let marks = theirs_first.into_iter().chain([mark(own)]).collect();
        let sure = theirs.into_iter().chain([own]).any(|of| of.standing().is_significant());
        Cell::of(Plot::Marks(marks), said).faint(!sure)
    };
    let by = |of: &Fact| of.row.change.unwrap_or(0.0);
    let leading = line.wins.leading();
    let points = signed(by(leading) * 100.0, decimals(leading.margin_of_error()));
    let others = facts.measures.iter().map(|measure| match line.value(measure) {
        Some(of) => cell(None, of, signed(by(of), 2)),
        None => Cell::of(Plot::Marks(vec![None]), String::new()),
    });
    let wins = cell(line.wins.reference.as_ref(), &line.wins.own, points);
    [wins].into_iter().chain(others).collect()
}
