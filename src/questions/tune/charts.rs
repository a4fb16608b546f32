//! The charts of `gong tune`: the distance of win rates from their targets by number of edits, and
//! the win rates before and after the proposed set of edits.

use super::facts::{SetFacts, SetRate, TuneFacts};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, colour};
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{decimals, in_points, level, percent, with_sign};

/// Returns all charts of the report that have data.
pub fn all(facts: &TuneFacts, headline: &str) -> Vec<Chart> {
    let front = (facts.sets.len() > 1).then(|| front(facts, headline));
    front.into_iter().chain([win_rates(facts)]).collect()
}

fn front(facts: &TuneFacts, headline: &str) -> Chart {
    let best = facts.best().row.solution;
    let row = |of: &SetFacts| {
        let distance = of.row.distance;
        let mark = Mark::within(distance, of.bounds.low, of.bounds.high);
        let cell = Cell::mark(mark, percent(distance, decimals(distance)));
        let shown = if of.row.solution == best { ", shown" } else { "" };
        ChartRow::of(format!("{}{shown}", of.row.arm), COLD, cell.faint(!of.row.certified))
    };
    let enough = Reference {
        name: format!("accepted: {}", in_points(facts.asked.within)),
        value: facts.asked.within,
    };
    let form = Rows::column(
        "largest distance from a target, points",
        AxisUnit::Percent,
        Some(enough),
        facts.sets.iter().map(row).collect(),
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
    let best = facts.best();
    let edited = !best.edits.is_empty();
    let mark = |fact: &Fact| {
        let end = |end: Option<f64>| end.unwrap_or(fact.value());
        Some(Mark::within(fact.value(), end(fact.row.ci_low), end(fact.row.ci_high)))
    };
    let row = |(one, other): (&SetRate, &SetRate)| {
        let (before, after) = (one.shown(), other.shown());
        let fine = decimals(after.margin_of_error());
        let then = with_sign(after.value(), fine);
        let cell = match edited {
            true => {
                let said = format!("{} to {then}", percent(before.value(), fine));
                Cell::of(Plot::Change([mark(before), mark(after)]), said)
            }
            false => Cell::of(Plot::Marks(vec![mark(after)]), then),
        };
        let person = facts.people.get(&after.row.subject);
        ChartRow::of(facts.label(other), colour(&person.colour), cell)
    };
    let rates = || facts.before().rates.iter().zip(&best.rates);
    let group = |bot: &String| Group {
        name: match facts.asked.bots.len() {
            1 => String::new(),
            _ => format!("with the bot “{bot}”"),
        },
        rows: rates().filter(|(of, _)| of.bot == *bot).map(row).collect(),
    };
    let target = facts.asked.targets.common().map(|target| match facts.asked.targets.fair {
        true => Reference::fair(target),
        false => Reference { name: format!("target {}", with_sign(target, 1)), value: target },
    });
    let column = Rows::column("win rate, % of games", AxisUnit::Percent, target, vec![]);
    let groups = facts.asked.bots.iter().map(group).collect();
    let form = match edited {
        true => {
            Rows { groups, ..column.before_after("as it is", &format!("with {}", best.row.arm)) }
        }
        false => Rows { groups, ..column },
    };
    let subtitle = format!(
        "{}. Bars: {} confidence intervals.{}",
        match facts.estimated() {
            Some((reference, _)) => format!("Estimated win rate of “{reference}” in %"),
            None => "Win rate in %".to_owned(),
        },
        level(facts.level),
        if edited { " Rings: without the edits. Discs: with the edits." } else { "" }
    );
    let title = format!("Win rates, {}", best.row.arm);
    Chart::new("win_rates", title, subtitle, form).presented("Win rates", "")
}
