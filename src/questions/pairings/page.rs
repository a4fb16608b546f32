//! The page of the report of `gong pairings`: its chart and tables.

use super::chart;
use super::facts::{LineUp, PairingsFacts, ends, sorted};
use super::plan::PairingsPlan;
use super::verdict::verdict;
use crate::questions::changes;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Finding;
use crate::questions::findings::Verdict;
use crate::report::Manifest;
use crate::report::page::{Brief, Page};
use crate::report::shared::descending;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted, level, rounded, with_sign};

/// Maximum number of rows of a table on the page; more would make the page slow to open.
const MOST_ROWS: usize = 600;

/// Builds the page of the report.
pub fn page(facts: &PairingsFacts, plan: &PairingsPlan, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let all = sorted(&facts.line_ups);
    let (word, order) = match facts.margin {
        Some(_) => ("line-up", "From fairest to least fair"),
        None => ("party", "From most to least successful"),
    };
    let played = counted(all.len() as u64, word);
    let watch = all.last().and_then(|last| {
        // Game 0 of a line-up has the line-up's number among the games of rivals.
        let game = facts.margin.map_or(0, |_| last.number as u64);
        Some(manifest.watch_line(&plan.watchable(last.number, 0)?.words(), game))
    });
    let shown = ends(&all);
    let heading = match all.len() - shown.len() {
        0 => format!("{order} in these games"),
        left_out => format!("{order} in these games, without {left_out} between them"),
    };
    let chart = (!all.is_empty()).then(|| chart::win_rates(facts, &all));
    Page {
        brief: Brief {
            played: format!("{played}, {}", counted(manifest.games, "game")),
            tables: vec![(heading, line_ups(facts, &shown).for_terminal())],
        },
        next: watch.into_iter().collect(),
        charts: chart.into_iter().collect(),
        tables: vec![
            line_ups(facts, &all[..all.len().min(MOST_ROWS)]),
            effects(facts, facts.people.several(), "Strength, points", &facts.strengths),
            effects(facts, "pairs", "Synergy, points", &facts.synergies),
        ],
        headline,
        verdict: findings,
        judgement: method(facts),
        basis: vec![Finding::measured_with(facts.reference.as_ref(), &facts.bots, manifest.games)],
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Builds a table of these line-ups.
fn line_ups(facts: &PairingsFacts, line_ups: &[&LineUp]) -> Table {
    let (title, heading, rate, order) = match facts.margin {
        Some(_) => ("Line-ups", "Line-up", "Best %", "The fairest line-ups"),
        None => ("Parties", "Party", "Win rate %", "The most successful parties"),
    };
    let meaning = format!(
        "{order} come first. “{rate}”: the win rate of the first (or only) team. Marked rows: a \
         significant verdict. At most {MOST_ROWS} rows; the table line_ups has all."
    );
    let first = |of: &LineUp| of.teams[of.order()[0]].clone();
    let margin =
        |of: &&LineUp| of.teams.iter().map(|team| team.own.margin_of_error()).reduce(f64::max);
    let mut table = Table::new("line-ups", title, meaning)
        .of(line_ups)
        .word(heading, |of| facts.names(of, " – "))
        .in_terminal()
        .with(rate, Unit::Share(1), |of| first(of).own.row.value)
        .in_terminal()
        .plus_minus(margin)
        .with("Games", Unit::Count, |of| of.games())
        .word("Verdict", |of| of.verdict())
        .in_terminal();
    if let Some((reference, _)) = &facts.reference {
        let theirs = move |of: &LineUp| first(of).reference;
        table = table
            .with(format!("With {reference} %"), Unit::Share(1), move |of| theirs(of)?.row.value)
            .in_terminal()
            .plus_minus(move |of| Some(theirs(of)?.margin_of_error()))
            .word("Players", |of| of.agreement().map_or("", Agreement::name));
    }
    table.marked(|of| of.verdict() != "open")
}

/// Builds a table of effects on a team's win rate, the largest first.
fn effects(facts: &PairingsFacts, name: &str, effect: &str, all: &[Fact]) -> Table {
    let rows = descending(all, |fact| fact.row.change.unwrap_or(fact.value()));
    let meaning = format!(
        "“Mean win rate”: of all teams with the row’s members. “{effect}”: what they add to the \
         win rate of a team, in a pair beyond the strength of each. Marked rows: the effect is \
         significantly above or below zero."
    );
    Table::new(name, capital(name), meaning)
        .of(&rows)
        .word(facts.people.heading(), |fact| facts.label(fact))
        .with("Mean win rate %", Unit::Share(1), |fact| fact.row.value)
        .with(effect, Unit::Points(1), |fact| fact.row.change)
        .plus_minus(|fact| changes::margin(fact))
        .word("Verdict", |fact| fact.standing().name())
        .marked(|fact| fact.standing().is_significant())
}

fn method(facts: &PairingsFacts) -> String {
    let at = level(facts.level);
    let verdicts = match facts.margin {
        Some(margin) => format!(
            "“Fair”: every team’s win rate is significantly within {} points of the fair share \
             ({}). “Unfair”: some team’s is significantly farther away. “Open”: neither. Games \
             without a winner are left out.",
            rounded(margin * 100.0, 2),
            with_sign(facts.average, 1),
        ),
        None => "All parties play the same missions, and each is compared with their average, as \
                 if the missions were independent."
            .to_owned(),
    };
    format!(
        "Teams and their members change places from game to game, so that the advantage of a place \
         cancels out. {verdicts} A significant verdict of the reference player leads. Strengths \
         and synergies come from one model of all line-ups (additive logit). Line-ups, strengths \
         and synergies are separate families of tests ({at} level, Holm’s correction). “±”: half \
         of the width of the {at} confidence interval."
    )
}
