//! The charts of a comparison of scenario variants: differences with their intervals, and win rates
//! before and after.

use super::facts::{CompareFacts, FighterChange, VariantFacts};
use super::page::explained;
use super::tables::Difference;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{level, percent, signed, with_sign};

/// Returns all charts of a comparison of scenario variants; `title` is the title of the chart of
/// differences.
pub fn all(facts: &CompareFacts, title: String) -> Vec<Chart> {
    vec![differences(facts, title), win_rates(facts)]
}

fn groups(facts: &CompareFacts, cells: impl Fn(&FighterChange) -> Vec<Cell>) -> Vec<Group> {
    let row = |fighter: &FighterChange| ChartRow {
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
    let mark = |of: &Difference| {
        let interval = of.ends().map(|(low, high)| [low, high]);
        of.difference.map(|value| Mark { value, interval })
    };
    // As in the charts of `gong run`, the marks of the reference player come first.
    let cell = |theirs: Option<&Difference>, own: &Difference, said: String| {
        let marks = match facts.reference {
            Some(_) => vec![theirs.and_then(mark), mark(own)],
            None => vec![mark(own)],
        };
        let sure = theirs.into_iter().chain([own]).any(Difference::sure);
        Cell::of(Plot::Marks(marks), said).faint(!sure)
    };
    let cells = |fighter: &FighterChange| {
        let leading = fighter.leading();
        let points = signed(leading.by() * 100.0, leading.decimals());
        let others = fighter.values.iter().map(|of| match of {
            Some(of) => cell(None, of, signed(of.by(), 2)),
            None => Cell::of(Plot::Marks(vec![None]), String::new()),
        });
        std::iter::once(cell(fighter.reference.as_ref(), &fighter.wins, points))
            .chain(others)
            .collect()
    };
    let form = Rows {
        columns: [wins].into_iter().chain(measures).collect(),
        groups: groups(facts, cells),
        ..Rows::default()
    };
    let form = match &facts.reference {
        Some(of) => {
            let reference = format!("{} (reference player; win rates only)", of.strategy);
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
    let cells = |fighter: &FighterChange| {
        let wins = &fighter.wins;
        let marks = [wins.before(), wins.after()].map(|rate| Some(Mark::at(rate)));
        let said = format!("{} to {}", percent(wins.before(), 1), with_sign(wins.after(), 1));
        vec![Cell::of(Plot::Change(marks), said).faint(!wins.sure())]
    };
    let form = Rows {
        groups: groups(facts, cells),
        ..Rows::win_rates(facts.fair, vec![]).before_after(first, "the variant")
    };
    let title = match facts.variants.as_slice() {
        [only] => apart(only),
        _ => None,
    };
    let title = title.unwrap_or_else(|| "Win rates before and after".to_owned());
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
    Chart::new("win_rates", title, subtitle, form)
        .of_many(facts.people.several())
        .presented("Win rates before and after", note)
}

/// Says how far the highest and the lowest win rate are apart in a variant, and in the first
/// variant. Returns `None` if no win rate was measured in one of the two variants. Fighters without
/// games are left out.
fn apart(variant: &VariantFacts) -> Option<String> {
    let spread = |of: fn(&Difference) -> Option<f64>| {
        let wins = || variant.fighters.iter().map(|fighter| &fighter.wins);
        let rates = || wins().filter_map(of);
        let (highest, lowest) = (rates().reduce(f64::max)?, rates().reduce(f64::min)?);
        Some(percent(highest - lowest, 1))
    };
    let (before, after) = (spread(|of| of.mean)?, spread(|of| of.mean_variant)?);
    Some(format!(
        "In these games, the highest and the lowest win rate are {after} points apart (before: \
         {before})"
    ))
}
