//! Builds the page of the report of `gong shape`: its chart, its tables, and its method.

use super::facts::ShapeFacts;
use super::measures::{MeasureScale, ShapeMeasure, calibration_error};
use crate::questions::facts::Fact;
use crate::report::Manifest;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT};
use crate::report::chart::lines::{ChartLine, Lines};
use crate::report::chart::plot::Mark;
use crate::report::page::{Brief, Page, Section};
use crate::report::people::People;
use crate::report::shared::margin_of_error;
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, percent, signed, the_bots, with_sign};

/// Builds the page of the report of `gong shape` and the text for a terminal.
pub fn page(facts: &ShapeFacts<'_>, manifest: &Manifest) -> Page {
    let (headline, findings) = facts.findings();
    let headline = headline.to_string();
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let measures = measures(facts);
    Page {
        judgement: method(facts, manifest),
        brief: Brief {
            played: counted(manifest.games, "game"),
            tables: vec![(String::new(), measures.for_terminal())],
            ..Brief::default()
        },
        verdict: findings,
        sections: vec![
            Section::Charts(chart(facts, &headline).into_iter().collect()),
            Section::Tables(vec![measures, course(facts)]),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        headline,
        colours: People::of(manifest).colours(),
        ..Page::default()
    }
}

/// Formats the value of a measure, as in "31.2 %", or why it has none.
fn value(facts: &ShapeFacts<'_>, (measure, fact): &(&ShapeMeasure, Fact)) -> String {
    match (fact.row.value, measure.scale) {
        (Some(value), MeasureScale::Share) => with_sign(value, 1),
        (Some(value), MeasureScale::Points) => format!("{} points", signed(value * 100.0, 1)),
        (Some(value), MeasureScale::Number) => format!("{value:.1}"),
        (None, _) => {
            (measure.excluded)(facts.plan).unwrap_or("not measured: too few games").to_owned()
        }
    }
}

/// Formats the interval of a measure, as in "30.1 to 32.3"; `None` without one.
fn interval((measure, fact): &(&ShapeMeasure, Fact)) -> Option<String> {
    let plain = |of: f64| match measure.scale {
        MeasureScale::Share => percent(of, 1),
        MeasureScale::Points => signed(of * 100.0, 1),
        MeasureScale::Number => format!("{of:.1}"),
    };
    Some(format!("{} to {}", plain(fact.row.ci_low?), plain(fact.row.ci_high?)))
}

fn measures(facts: &ShapeFacts<'_>) -> Table {
    let meaning = "If the source is “gong”, gong itself defines the measure. The file \
        docs/shape.md has the full definitions of all measures.";
    Table::new("measures", "The measures", meaning)
        .of(&facts.measured)
        .word("Measure", |(measure, _)| measure.label)
        .in_terminal()
        .word("Value", |row| value(facts, row))
        .in_terminal()
        .with("Interval", Unit::Word, interval)
        .in_terminal()
        .word("Definition", |(measure, _)| measure.definition)
        .word("Source", |(measure, _)| measure.source)
        .table
}

fn course(facts: &ShapeFacts<'_>) -> Table {
    let meaning = "“Games”: number of games that are decided in this round. “By then”: share of \
                   games that are decided (or over) at the end of this round. Round 0 is the \
                   time before the first round.";
    Table::new("decided", "When games are decided", meaning)
        .of(&facts.course)
        .with("Round", Unit::Ordinal, |row| row.round)
        .with("Games", Unit::Count, |row| row.games)
        .with("Decided by then %", Unit::Share(1), |row| row.decided)
        .plus_minus(|row| Some(margin_of_error(row.decided?, row.ci_low, row.ci_high)))
        .with("Over by then %", Unit::Share(1), |row| row.over)
        .table
}

/// Draws when games are decided; `None` if no game was won.
fn chart(facts: &ShapeFacts<'_>, headline: &str) -> Option<Chart> {
    let rows = &facts.course;
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
        "Share of games that are decided, and share of games that are over, at the end of each \
         round, in %. Round 0 is the time before the first round. The band shows {} confidence \
         intervals.",
        level(facts.level)
    );
    let note = "“Decided”: according to the bots’ estimates, the winning side leads from this \
        round until the end of the game.";
    let chart = Chart::new("decided", headline, subtitle, form);
    (facts.counts.won() > 0).then(|| chart.presented("When games are decided", note))
}

/// Describes how the measures are computed.
fn method(facts: &ShapeFacts<'_>, manifest: &Manifest) -> String {
    let bots = the_bots(manifest.strategies.iter().map(|bot| &bot.name));
    let party = match facts.plan.sides.cooperative {
        true => " In a cooperative game, the game itself counts as the other side.",
        false => "",
    };
    let off = calibration_error(&facts.counts).map(|[off, exact]| {
        format!(
            " The estimates differ from the real shares of wins by {} points on average; exact \
             estimates would differ by about {} points, because of sampling error.",
            percent(off, 1),
            percent(exact, 1)
        )
    });
    let any = facts.counts.any.share().map(|any| {
        format!(
            " For comparison with kingmaking: if one random decision of a game is changed, the \
             winner is different in {} of the games.",
            with_sign(any, 0)
        )
    });
    format!(
        "A side’s win probability after a round is the mean of the estimates by {bots} at their \
         first decisions of the next round; it is 0 if the side can no longer win, and the \
         probabilities of all sides are scaled to a sum of 1.{party}{} A game is decided in the \
         first round after which the later winner leads until the end. To measure luck, gong \
         draws each random event of some games again, one at a time; to measure better play, it \
         replays every 25th game with a stronger bot in one seat.{} All intervals are {} \
         confidence intervals. Sources: Browne (“Automatic Generation and Evaluation of \
         Recombination Games”, PhD thesis, Queensland University of Technology, 2008), the \
         metrics of Ludii, White and Bowling (IJCAI 2009), and Burch et al. (AAAI 2018).",
        off.unwrap_or_default(),
        any.unwrap_or_default(),
        level(facts.level)
    )
}
