//! The page of the report of `gong sweep`: its sections and its tables.

use std::ptr;

use super::charts;
use super::effects::Effect;
use super::facts::SweepFacts;
use super::grid::Axis;
use super::play::SweepPlan;
use super::played::PlayedGrid;
use super::verdict::verdict;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Finding;
use crate::questions::findings::Verdict;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote, Section};
use crate::report::shared::known_margin_of_error;
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, the_bots};

/// Maximum number of fighters whose win rates a terminal shows; of more, it shows only groups.
const MOST: usize = 12;

/// Builds the page of the report.
pub fn page(facts: &SweepFacts, plan: &SweepPlan, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let noun = facts.noun();
    let (asked, warnings) = page::precision(manifest, &format!("win rate of every {noun}"));
    let point = match facts.axes.as_slice() {
        [axis] => format!("{noun} of {}", axis.path),
        _ => format!("{noun} of settings"),
    };
    let points = counted(plan.experiment.arms.len() as u64, &point);
    let played = match facts.own.points.len() {
        all if all == plan.experiment.arms.len() => points,
        some => format!("{some} of {points}"),
    };
    let theirs = facts.reference.as_ref();
    let games = |of: &PlayedGrid| of.points.iter().map(|point| point.games).sum();
    let measured = Finding::MeasuredWith {
        reference: theirs.map(|of| (of.bots[0].clone(), games(of))),
        bots: facts.own.bots.clone(),
        games: manifest.games,
    };
    let basis = vec![measured.to_string()];
    let varied =
        PlayedNote { term: "Varied".into(), lines: facts.axes.iter().map(Axis::written).collect() };
    let fairest = facts.fairest();
    let shown = points_table(facts, fairest.grid);
    // If no point is left out, none is worth a closer look.
    let chosen =
        fairest.points.first().filter(|_| fairest.points.len() < plan.experiment.arms.len());
    let next =
        chosen.map(|point| format!("gong run {}", plan.experiment.arms[*point].watchable.words()));
    let tables = facts.grids().map(|grid| points_table(facts, grid));
    let tables = tables.chain([effects_table(facts)]).collect();
    Page {
        verdict: findings,
        judgement: method(facts),
        brief: Brief {
            played: format!("{played}, a total of {}", counted(manifest.games, "game")),
            tables: vec![(format!("{}, in %", shown.title), shown.for_terminal())],
            next: next.into_iter().collect(),
            ..Brief::default()
        },
        basis,
        warnings,
        sections: vec![
            Section::Charts(charts::all(facts, &headline)),
            Section::Tables(tables),
            Section::Played([varied].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        headline,
        colours: facts.people.colours(),
    }
}

fn method(facts: &SweepFacts) -> String {
    let (level, noun) = (level(facts.level), facts.noun());
    let distances = match facts.is_cooperative() {
        true => String::new(),
        false => format!(
            " A {noun} may be the fairest if no other {noun} is significantly closer to fair; the \
             intervals of all distances from the fair share hold together (Bonferroni)."
        ),
    };
    format!(
        "“±”: half of the width of the {level} confidence interval.{distances} A setting changes a \
         win rate if the lowest and the highest win rate differ significantly ({level} level; \
         corrected for all pairs of values by Bonferroni, and for all settings and subjects by \
         Holm), with a fast bot by at least 1 point. With several settings, a win rate is the mean \
         over all values of the other settings. Where the reference player has a significant \
         answer, the report states this answer. All {noun}s use the same throws of dice."
    )
}

/// Builds the table of the points with one player: the win rates, and how far they are from fair.
fn points_table(facts: &SweepFacts, grid: &PlayedGrid) -> Table {
    let bots = the_bots(&grid.bots);
    let fairest = if grid.points.len() > 1 { grid.fairest() } else { vec![] };
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
    let points: Vec<usize> = (0..grid.points.len()).collect();
    let mut table = Table::new(name, format!("Win rates with {bots}"), meaning).of(&points);
    table = match facts.axes.as_slice() {
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
        let off = |point: &usize| grid.off(*point);
        let may_be = |point: &usize| if fairest.contains(point) { "may be fairest" } else { "" };
        table = table
            .with("Off fair", Unit::Distance(1), |point| Some(off(point)?.value))
            .in_terminal()
            .with("at most", Unit::Distance(1), |point| Some(off(point)?.high))
            .in_terminal()
            .word("", may_be)
            .in_terminal()
            .with("Who", Unit::Word, |point| Some(off(point)?.who.label.clone()));
    }
    table
        .with("Mean rounds", Unit::Number(2, "rounds"), |point| grid.points[*point].mean_rounds)
        .with("Games", Unit::Count, |point| grid.points[*point].games)
        .preferred(|point| fairest.contains(point))
        .marked(|point| fairest.contains(point))
}

/// Builds the table of the effects of all axes.
fn effects_table(facts: &SweepFacts) -> Table {
    let change = |fact: &Fact| fact.row.change;
    let margin = |Fact { row, .. }: &Fact| {
        known_margin_of_error(row.change, row.change_low, row.change_high)
    };
    let series = |of: &Effect| &facts.own.series[of.change.series];
    let axis = |of: &Effect| &facts.axes[of.change.axis];
    let meaning = "For each setting: its two values with the lowest and the highest win rate. \
                   Marked rows: the change is significant.";
    let mut table = Table::new("effects", "Effect of each setting", meaning)
        .of(&facts.effects)
        .word(facts.people.heading(), |of| &series(of).label)
        .coloured(|of| &series(of).colour)
        .word("Setting", |of| &axis(of).path)
        .word("From", |of| &axis(of).values[of.change.ends[0]])
        .word("To", |of| &axis(of).values[of.change.ends[1]])
        .with("Win rate there %", Unit::Share(1), |of| of.judged.own.row.base)
        .with("and there %", Unit::Share(1), |of| of.judged.own.row.value)
        .with("Change", Unit::Points(1), |of| change(&of.judged.own))
        .plus_minus(|of| margin(&of.judged.own));
    if let Some(reference) = &facts.reference {
        let theirs = |of: &Effect| of.judged.reference.clone();
        table = table
            .with(format!("With {}", reference.bots[0]), Unit::Points(1), |of| change(&theirs(of)?))
            .plus_minus(|of| margin(&theirs(of)?))
            .word("Verdict", |of| of.judged.check().map_or("", Agreement::name));
    }
    table.marked(|of| !of.judged.off(&facts.own.bots).is_empty())
}
