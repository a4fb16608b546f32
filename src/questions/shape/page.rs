//! Builds the page of the report of `gong shape`: its chart, its table, and its method.

use super::facts::ShapeFacts;
use super::measures::ShapeMeasure;
use crate::questions::facts::Fact;
use crate::report::Manifest;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT};
use crate::report::chart::lines::{ChartLine, Lines};
use crate::report::chart::plot::Mark;
use crate::report::page::{Brief, Page};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, the_bots, with_sign};

/// Builds the page of the report of `gong shape` and the text for a terminal.
pub fn page(facts: &ShapeFacts, manifest: &Manifest) -> Page {
    let (headline, findings) = facts.findings();
    let measures = measures(facts);
    Page {
        judgement: method(manifest),
        brief: Brief {
            played: counted(manifest.games, "game"),
            tables: vec![(String::new(), measures.for_terminal())],
        },
        verdict: findings.iter().map(ToString::to_string).collect(),
        charts: chart(facts).into_iter().collect(),
        tables: vec![measures],
        headline: headline.to_string(),
        ..Page::default()
    }
}

/// Formats the value of a measure, as in "31.2 %", or that it has none.
fn value((measure, fact): &(&ShapeMeasure, Fact)) -> String {
    match fact.row.value {
        Some(value) if measure.is_share => with_sign(value, 1),
        Some(value) => format!("{value:.1}"),
        None => "not measured".to_owned(),
    }
}

/// Formats the interval of a measure, as in "30.1 to 32.3"; `None` without one.
fn interval((measure, fact): &(&ShapeMeasure, Fact)) -> Option<String> {
    let scale = if measure.is_share { 100.0 } else { 1.0 };
    let (low, high) = (fact.row.ci_low? * scale, fact.row.ci_high? * scale);
    Some(format!("{low:.1} to {high:.1}"))
}

fn measures(facts: &ShapeFacts) -> Table {
    let meaning =
        "The file docs/shape.md has the full definitions and the sources of all measures.";
    Table::new("measures", "The measures", meaning)
        .of(&facts.measured)
        .word("Measure", |(measure, _)| measure.label)
        .in_terminal()
        .word("Value", value)
        .in_terminal()
        .with("Interval", Unit::Word, interval)
        .in_terminal()
        .word("Definition", |(measure, _)| measure.definition)
        .table
}

/// Draws when games are decided; `None` if no game was won.
fn chart(facts: &ShapeFacts) -> Option<Chart> {
    let rows = &facts.course;
    rows.last()?.decided?;
    let decided = rows.iter().map(|row| Some(Mark::within(row.decided?, row.ci_low, row.ci_high)));
    let over = rows.iter().map(|row| row.over.map(Mark::at));
    let line = |label: &str, colour, points| ChartLine { label: label.to_owned(), colour, points };
    let form = Lines {
        across: "round".to_owned(),
        positions: Some(rows.iter().map(|row| row.round as f64).collect()),
        values: rows.iter().map(|row| row.round.to_string()).collect(),
        up: "games, %".to_owned(),
        from_zero: true,
        lines: vec![line("decided", HEAT, decided.collect()), line("over", COLD, over.collect())],
        ..Lines::default()
    };
    let subtitle = format!(
        "Share of games that are decided, or over, at the end of each round, in %. Round 0 is the \
         time before the first round. Band: {} confidence intervals.",
        level(facts.level)
    );
    let note = "“Decided”: by the bots’ estimates, the winner leads from this round to the end.";
    Some(Chart::new("decided", "When games are decided", subtitle, form).note(note))
}

/// Describes how the measures are computed.
fn method(manifest: &Manifest) -> String {
    format!(
        "A side’s win probability after a round is the mean of the estimates by {} at their first \
         decisions of the next round; the probabilities of all sides are scaled to a sum of 1. In \
         a cooperative game, the game itself counts as the other side. All intervals are {} \
         confidence intervals.",
        the_bots(manifest.strategies.iter().map(|bot| &bot.name)),
        level(manifest.level)
    )
}
