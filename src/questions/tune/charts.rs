//! The charts of `gong tune`: the distance of win rates from their targets by number of edits, and
//! the win rates before and after the best set of edits.

use super::facts::{SolutionFacts, TuneFacts};
use super::tables::TunedRate;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, colour};
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{decimals, in_points, level, percent, spelled, with_sign};

/// Returns all charts of the report on a tuning that have data.
pub fn all(facts: &TuneFacts, headline: &str) -> Vec<Chart> {
    match facts.solutions.len() {
        1 => vec![win_rates(facts)],
        _ => vec![front(facts, headline), win_rates(facts)],
    }
}

fn front(facts: &TuneFacts, headline: &str) -> Chart {
    let best = facts.best().row.solution;
    let row = |of: &SolutionFacts| {
        let [low, high] = of.ends();
        let (distance, fine) = (of.row.distance, decimals(of.row.distance));
        let cell = Cell::mark(Mark::within(distance, low, high), percent(distance, fine));
        let label = match of.row.solution == best {
            true => format!("{}, shown", of.name()),
            false => of.name(),
        };
        ChartRow::of(label, COLD, cell.faint(!of.row.certified))
    };
    let enough = Reference {
        name: format!("accepted: {}", in_points(facts.method.within)),
        value: facts.method.within,
    };
    let form = Rows::column(
        "largest distance from a target, points",
        AxisUnit::Percent,
        Some(enough),
        facts.solutions.iter().map(row).collect(),
    );
    let subtitle = format!(
        "Largest distance of a win rate from its target, with the best set for each number of \
         edits. Bars: confidence intervals ({}, together for all sets and checks{}). Faint bars: \
         sets that are not certified.",
        level(facts.level),
        match facts.estimated() {
            Some(_) => ", without the error of the correction",
            None => "",
        }
    );
    Chart::new("solutions", headline, subtitle, form).presented(
        "Distance by number of edits",
        "This page shows the results of the set of edits with the label “shown”. A set of edits is \
         certified if its whole bar is left of the dashed line (the accepted distance).",
    )
}

fn win_rates(facts: &TuneFacts) -> Chart {
    let edited = !facts.best().edits.is_empty();
    let edits = spelled(facts.best().edits.len(), "edit");
    let row = |(before, after): (&TunedRate, &TunedRate)| {
        let fine = decimals(facts.margin_of_error(after));
        let mark = |of: &TunedRate| {
            let (rate, half_width) = (of.corrected(), facts.half_width(of));
            let [low, high] = match of.correction {
                Some(_) => [rate - half_width, rate + half_width],
                None => [of.ci_low, of.ci_high],
            };
            Some(Mark::within(rate, low, high))
        };
        let then = with_sign(after.corrected(), fine);
        let cell = match edited {
            true => {
                let said = format!("{} to {then}", percent(before.corrected(), fine));
                Cell::of(Plot::Change([mark(before), mark(after)]), said)
            }
            false => Cell::of(Plot::Marks(vec![mark(after)]), then),
        };
        ChartRow::of(facts.label(after), colour(&facts.who(after).colour), cell)
    };
    let group = |bot: &String| Group {
        name: match facts.bots.len() {
            1 => String::new(),
            _ => format!("with the bot “{bot}”"),
        },
        rows: (facts.pairs().filter(|(of, _)| of.bot == *bot)).map(row).collect(),
    };
    let reference = facts.common().map(|target| match facts.method.fair {
        true => Reference::fair(target),
        false => Reference { name: format!("target {}", with_sign(target, 1)), value: target },
    });
    let column = Rows::column("win rate, % of games", AxisUnit::Percent, reference, vec![]);
    let form = Rows {
        groups: facts.bots.iter().map(group).collect(),
        ..match edited {
            true => column.before_after("as it is", &format!("with {edits}")),
            false => column,
        }
    };
    let after = in_points(facts.best().row.distance);
    let title = match edited {
        true => format!(
            "With {edits}, the largest distance from a target is {after} (before: {})",
            in_points(facts.before().row.distance)
        ),
        false => format!("Without edits, the largest distance from a target is {after}"),
    };
    let rings = if edited {
        " Rings (hollow points): win rates without the edits. Discs (solid points): win rates with \
         the edits."
    } else {
        ""
    };
    let subtitle = format!(
        "{}.{rings} Bars: confidence intervals ({}{}).",
        match facts.estimated() {
            Some(strategy) => format!("Estimated win rate of “{strategy}” in %"),
            None => "Win rate in %".to_owned(),
        },
        level(facts.level),
        match facts.estimated() {
            Some(_) => "",
            None => ", together for all sets and checks",
        }
    );
    let heading = match edited {
        true => "Win rates before and after",
        false => "Win rates",
    };
    Chart::new("win_rates", title, subtitle, form).presented(heading, "")
}
