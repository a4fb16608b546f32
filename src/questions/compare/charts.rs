//! The charts of a comparison of scenario variants: differences with their intervals, and win rates
//! before and after.

use super::facts::{ChangeLine, CompareFacts, VariantFacts};
use super::page::explained;
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{decimals, level, percent, signed, with_sign};

/// Returns all charts of a comparison of scenario variants; `title` is the title of the chart of
/// differences.
pub fn all(facts: &CompareFacts, title: String) -> Vec<Chart> {
    vec![differences(facts, title), win_rates(facts)]
}

fn groups(facts: &CompareFacts, cells: impl Fn(&ChangeLine) -> Vec<Cell>) -> Vec<Group> {
    let row = |fighter: &ChangeLine| ChartRow {
        label: fighter.label.clone(),
        about: String::new(),
        colour: colour(&fighter.who.colour),
        cells: cells(fighter),
    };
    let group = |variant: &VariantFacts| Group {
        name: variant.name.clone(),
        rows: variant.with_party().map(row).collect(),
    };
    facts.variants.iter().map(group).collect()
}

fn differences(facts: &CompareFacts, title: String) -> Chart {
    let column = |axis: String, unit| RowsColumn {
        axis,
        unit,
        reference: Some(Reference::zero()),
        ..RowsColumn::default()
    };
    let measures = facts.measures.iter();
    let measures = measures.map(|measure| column(measure.of_every_game(), AxisUnit::Signed));
    let wins = column("win rate, points".to_owned(), AxisUnit::Points);
    let mark = |of: &Fact| {
        let interval = of.row.change_low.zip(of.row.change_high).map(|(low, high)| [low, high]);
        of.row.change.map(|value| Mark { value, interval })
    };
    // As in the charts of `gong run`, the marks of the reference player come first.
    let cell = |theirs: Option<&Fact>, own: &Fact, said: String| {
        let marks = match facts.reference {
            Some(_) => vec![theirs.and_then(mark), mark(own)],
            None => vec![mark(own)],
        };
        let sure = theirs.into_iter().chain([own]).any(|of| of.standing().is_significant());
        Cell::of(Plot::Marks(marks), said).faint(!sure)
    };
    let cells = |fighter: &ChangeLine| {
        let leading = fighter.wins.leading();
        let by = |of: &Fact| of.row.change.unwrap_or(0.0);
        let points = signed(by(leading) * 100.0, decimals(leading.margin_of_error()));
        let others = fighter.values.iter().map(|of| match of {
            Some(of) => cell(None, of, signed(by(of), 2)),
            None => Cell::of(Plot::Marks(vec![None]), String::new()),
        });
        let wins = cell(fighter.wins.reference.as_ref(), &fighter.wins.own, points);
        std::iter::once(wins).chain(others).collect()
    };
    let form = Rows {
        columns: [wins].into_iter().chain(measures).collect(),
        groups: groups(facts, cells),
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
        facts.first,
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

fn win_rates(facts: &CompareFacts) -> Chart {
    let first = &facts.first;
    let cells = |fighter: &ChangeLine| {
        let row = &fighter.wins.own.row;
        let [before, after] = [row.base.unwrap_or(0.0), row.value.unwrap_or(0.0)];
        let marks = [before, after].map(|rate| Some(Mark::at(rate)));
        let said = format!("{} to {}", percent(before, 1), with_sign(after, 1));
        let sure = !fighter.wins.off(&facts.bots).is_empty();
        vec![Cell::of(Plot::Change(marks), said).faint(!sure)]
    };
    let form = Rows {
        groups: groups(facts, cells),
        ..Rows::win_rates(facts.fair, vec![]).before_after(first, "the variant")
    };
    let subtitle = format!(
        "Each ring shows the win rate of a {} in % in the variant “{first}”, before the change. Each \
         disc shows this win rate after the change. Faint marks: the change of the win rate is \
         not significant.",
        facts.people.word()
    );
    let note = match facts.fair {
        Some(_) => {
            "If the discs (win rates after the change) are closer together than the rings (win \
             rates before the change), the variant is fairer."
        }
        None => "",
    };
    Chart::new("win_rates", "Win rates before and after", subtitle, form)
        .of_many(facts.people.several())
        .presented("Win rates before and after", note)
}
