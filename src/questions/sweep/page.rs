//! The page of the report of `gong sweep`: its charts and tables.

use std::ptr;

use super::charts;
use super::facts::SweepFacts;
use super::grid::Axis;
use super::play::SweepPlan;
use super::played::PlayedGrid;
use super::verdict::verdict;
use crate::questions::changes::{self, Change};
use crate::questions::findings::{Finding, Verdict};
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, the_bots};

/// Maximum number of fighters whose win rates a terminal shows; of more, it shows only groups.
const MOST: usize = 12;

/// Builds the page of the report.
pub fn page(facts: &SweepFacts, plan: &SweepPlan, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let noun = facts.noun();
    let (asked, warnings) = page::precision(manifest, &format!("win rate of every {noun}"));
    let arms = &plan.experiment.arms;
    let point = match facts.axes.as_slice() {
        [axis] => format!("{noun} of {}", axis.path),
        _ => format!("{noun} of settings"),
    };
    let points = counted(arms.len() as u64, &point);
    let played = match facts.own.points.len() {
        all if all == arms.len() => points,
        some => format!("{some} of {points}"),
    };
    let games = |of: &PlayedGrid| of.points.iter().map(|point| point.games).sum();
    let measured = Finding::MeasuredWith {
        reference: facts.reference.as_ref().map(|of| (of.bots[0].clone(), games(of))),
        bots: facts.own.bots.clone(),
        games: manifest.games,
    };
    let varied =
        PlayedNote { term: "Varied".into(), lines: facts.axes.iter().map(Axis::written).collect() };
    let fairest = facts.fairest();
    let shown = points_table(facts, fairest.grid);
    // If no point is left out, none is worth a closer look.
    let chosen = fairest.points.first().filter(|_| fairest.points.len() < arms.len());
    let next = chosen.map(|point| format!("gong run {}", arms[*point].watchable.words()));
    let tables = facts.grids().map(|grid| points_table(facts, grid));
    Page {
        verdict: findings,
        judgement: method(facts),
        brief: Brief {
            played: format!("{played}, a total of {}", counted(manifest.games, "game")),
            tables: vec![(format!("{}, in %", shown.title), shown.for_terminal())],
            next: next.into_iter().collect(),
            ..Brief::default()
        },
        basis: vec![measured.to_string()],
        warnings,
        charts: charts::all(facts),
        tables: tables.chain([effects_table(facts)]).collect(),
        played: [varied].into_iter().chain(asked).collect(),
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

fn method(facts: &SweepFacts) -> String {
    let (level, noun) = (level(facts.level), facts.noun());
    let distances = format!(
        " A {noun} may be the fairest if no other {noun} is significantly closer to fair \
         (Bonferroni)."
    );
    format!(
        "“±”: half of the width of the {level} confidence interval.{} A setting changes a win rate \
         if the lowest and the highest win rate, over all values of the other settings, differ \
         significantly ({level} level; Bonferroni for pairs of values, Holm for settings and \
         subjects), with a fast bot by at least 1 point. All {noun}s use the same throws of dice.",
        if facts.is_cooperative() { "" } else { &distances }
    )
}

/// Builds the table of the points with one player: the win rates, and how far they are from fair.
fn points_table(facts: &SweepFacts, grid: &PlayedGrid) -> Table {
    let is_fairest = |point: usize| grid.points.len() > 1 && grid.points[point].may_be_fairest;
    let mut meaning = "Share of games won.".to_owned();
    if !facts.is_cooperative() {
        meaning += &format!(
            " “Off fair”: largest distance of a {}’s win rate from the fair share, with an interval \
             that holds for all rows together. Marked rows: the {} may be the fairest.",
            facts.contestant_word(),
            facts.noun()
        );
    }
    let name = if ptr::eq(grid, &facts.own) { "points" } else { "reference_points" };
    let title = format!("Win rates with {}", the_bots(&grid.bots));
    let points: Vec<usize> = (0..grid.points.len()).collect();
    let table = Table::new(name, title, meaning).of(&points);
    let mut table = match facts.axes.as_slice() {
        [axis] => table.word(&axis.path, |point| &axis.values[grid.points[*point].at[0]]),
        _ => table.word("Settings", |point| &grid.points[*point].name),
    };
    table = table.in_terminal();
    for series in &grid.series {
        let rate = |point: &usize| series.rates[*point].as_ref()?.row.value;
        table = table.with(&series.label, Unit::Share(1), rate);
        let shown = series.is_group() || grid.series.len() <= MOST;
        table = if shown { table.in_terminal() } else { table };
    }
    if !facts.is_cooperative() {
        let off = |point: &usize| grid.points[*point].off;
        let may_be = |point: &usize| if is_fairest(*point) { "may be fairest" } else { "" };
        table = table
            .with("Off fair", Unit::Distance(1), |point| Some(off(point)?.value))
            .in_terminal()
            .with("at most", Unit::Distance(1), |point| Some(off(point)?.high))
            .in_terminal()
            .word("", may_be)
            .in_terminal()
            .with("Who", Unit::Word, |point| Some(grid.series[off(point)?.who].label.clone()));
    }
    table
        .with("Mean rounds", Unit::Number(2, "rounds"), |point| grid.points[*point].mean_rounds)
        .with("Games", Unit::Count, |point| grid.points[*point].games)
        .preferred(|point| is_fairest(*point))
        .marked(|point| is_fairest(*point))
}

/// Builds the table of the effects of all axes.
fn effects_table(facts: &SweepFacts) -> Table {
    let meaning = "For each setting: its two values with the lowest and the highest win rate. \
                   Marked rows: the change is significant.";
    let effects: Vec<&Change> = facts.effects.iter().collect();
    let reference = facts.reference.as_ref().map(|of| of.bots[0].as_str());
    let names = ("effects", "Effect of each setting", meaning);
    changes::win_rates(names, &facts.people.heading(), &effects, reference, &facts.own.bots)
}
