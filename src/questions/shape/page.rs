//! Builds the page of the report of `gong shape`: its sections and their tables.

use super::charts;
use super::verdict::{ShapeFacts, written};
use crate::report::Manifest;
use crate::report::page::{Brief, Page, Section};
use crate::report::shared::{known_margin_of_error, margin_of_error};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, the_bots};

/// Builds the page of the report of `gong shape` and the text for a terminal.
pub fn page(facts: &ShapeFacts<'_>, manifest: &Manifest) -> Page {
    let (headline, findings) = facts.findings();
    let headline = headline.to_string();
    let findings: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let measures = measures(facts);
    let charts = charts::all(facts, &headline, manifest);
    Page {
        headline,
        judgement: facts.method(manifest),
        brief: Brief {
            played: counted(manifest.games, "game"),
            tables: vec![(String::new(), measures.for_terminal())],
            told: findings.clone(),
            ..Brief::default()
        },
        verdict: findings,
        sections: vec![
            Section::Charts(charts),
            Section::Tables(vec![
                measures,
                calibration(facts, manifest),
                decided(facts),
                waiting(facts),
            ]),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    }
}

fn measures(facts: &ShapeFacts<'_>) -> Table {
    let rows = &facts.rows.measured;
    let value = |row| match written(row) {
        Some((value, _)) => value,
        None => facts.undefined(row).map_or("", |why| why.words()).to_owned(),
    };
    let interval = |row| written(row)?.1;
    let meaning = "If the source is “gong”, gong itself defines the measure. The file \
        docs/shape.md has the full definitions of all measures.";
    Table::new("measures", "The measures", meaning)
        .of(rows)
        .word("Measure", |row| row.measure.label())
        .in_terminal()
        .word("Value", value)
        .in_terminal()
        .with("Interval", Unit::Word, interval)
        .in_terminal()
        .word("Definition", |row| row.measure.definition())
        .word("Source", |row| row.measure.source())
        .table
}

/// Builds the table that compares the bots' estimated probabilities of winning with the results.
fn calibration(facts: &ShapeFacts<'_>, manifest: &Manifest) -> Table {
    let bots = the_bots(manifest.strategies.iter().map(|bot| &bot.name));
    let meaning = format!(
        "Accuracy of the win probabilities estimated by {bots}. “Won”: how often a side really \
         won if its estimated win probability was in the range of the row, in %. Marked rows: \
         the mean estimate is outside the confidence interval of the real share of wins; this test \
         is not corrected for the number of rows."
    );
    Table::new("calibration", "Estimates and results", meaning)
        .of(&facts.rows.calibrated)
        .with("From %", Unit::Share(0), |row| row.from)
        .with("To %", Unit::Share(0), |row| row.to)
        .with("Mean estimate %", Unit::Share(1), |row| row.estimate)
        .with("Won %", Unit::Share(1), |row| row.share)
        .plus_minus(|row| Some(margin_of_error(row.share?, row.ci_low, row.ci_high)))
        .with("Moments", Unit::Count, |row| row.moments)
        .marked(|row| {
            let within = |of: f64| row.ci_low <= of && of <= row.ci_high;
            row.estimate.is_some_and(|estimate| !within(estimate))
        })
}

fn decided(facts: &ShapeFacts<'_>) -> Table {
    let meaning = "“Games”: number of games that are decided in this round. “By then”: share of \
                   games that are decided (or over) at the end of this round. Round 0 is the \
                   time before the first round.";
    Table::new("decided", "When games are decided", meaning)
        .of(&facts.rows.decided)
        .with("Round", Unit::Ordinal, |row| row.round)
        .with("Games", Unit::Count, |row| row.games)
        .with("Decided by then %", Unit::Share(1), |row| row.decided)
        .plus_minus(|row| Some(margin_of_error(row.decided?, row.ci_low, row.ci_high)))
        .with("Over by then %", Unit::Share(1), |row| row.over)
        .table
}

fn waiting(facts: &ShapeFacts<'_>) -> Table {
    let meaning = "“Done early”: share of games in which this seat has no decision left while \
        other seats still decide. “Waiting”: share of a game’s rounds after this seat’s last \
        decision, on average.";
    Table::new("waiting", "Who waits", meaning)
        .of(&facts.rows.waiting)
        .with("Seat", Unit::Ordinal, |row| row.seat)
        .with("Done early %", Unit::Share(1), |row| row.out as f64 / row.games.max(1) as f64)
        .with("Waiting, % of rounds", Unit::Share(1), |row| row.waiting)
        .plus_minus(|row| known_margin_of_error(row.waiting, row.ci_low, row.ci_high))
        .table
}
