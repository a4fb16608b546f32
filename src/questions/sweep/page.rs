//! The page of the report of `gong sweep`: which points may be the fairest, which fighters an axis
//! (a varied value) changes, and the win rates at all points.

use super::charts;
use super::facts::{Fairest, SweepFacts};
use super::grid::Axis;
use super::play::SweepPlan;
use super::played::PlayedGrid;
use crate::questions::facts::Agreement;
use crate::questions::findings::sweep::Finding;
use crate::questions::findings::{self, Verdict, within};
use crate::questions::{between, changes};
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, the_bots};

/// Builds the page of the report.
pub fn page(facts: &SweepFacts, plan: &SweepPlan, manifest: &Manifest) -> Page {
    let fairest = facts.fairest();
    let Verdict { headline, findings } = verdict(facts, &fairest);
    let (noun, arms) = (facts.noun(), &plan.experiment.arms);
    let (asked, warnings) = page::precision(manifest, &format!("win rate of every {noun}"));
    let settings = if let [axis] = &facts.axes[..] { &axis.path } else { "settings" };
    let points = counted(arms.len() as u64, &format!("{noun} of {settings}"));
    let points = match facts.own.points.len() {
        all if all == arms.len() => points,
        some => format!("{some} of {points}"),
    };
    let games = |of: &PlayedGrid| of.points.iter().map(|point| point.row.games).sum();
    let reference = facts.reference.as_ref().map(|of| (of.bots[0].clone(), games(of)));
    let basis =
        findings::Finding::measured_with(reference.as_ref(), &facts.own.bots, manifest.games);
    let lines = facts.axes.iter().map(Axis::written).collect();
    let varied = PlayedNote { term: "Varied".into(), lines };
    let shown = points_table(facts, fairest.grid);
    // If no point is left out, none is worth a closer look.
    let chosen = fairest.points.first().filter(|_| fairest.points.len() < arms.len());
    let next = chosen.map(|point| format!("gong run {}", arms[*point].watchable.words()));
    let tables = facts.grids().map(|grid| points_table(facts, grid));
    Page {
        verdict: findings,
        judgement: method(facts),
        brief: Brief {
            played: format!("{points}, a total of {}", counted(manifest.games, "game")),
            tables: vec![(format!("{}, in %", shown.title), shown.for_terminal())],
        },
        next: next.into_iter().collect(),
        basis: vec![basis],
        warnings,
        charts: charts::all(facts),
        tables: tables.chain([effects_table(facts)]).collect(),
        played: [varied].into_iter().chain(asked).collect(),
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Returns the sentences of the report.
pub fn verdict(facts: &SweepFacts, fairest: &Fairest<'_>) -> Verdict {
    let bots = &facts.own.bots;
    let mut moves = changes::significant(&facts.effects, &facts.people, bots).into_iter();
    let headline = match facts.is_cooperative() {
        false => headline(facts, fairest).to_string(),
        true => match moves.next() {
            Some((arm, of)) => within(arm, &findings::Finding::StrongAndWeak(of)),
            None => Finding::NothingMoves.to_string(),
        },
    };
    let fighters = facts.own.series.iter().filter(|of| !of.is_group());
    let changes_fair_share =
        |a: usize| fighters.clone().any(|of| facts.own.changes_fair_share(a, of));
    let axes = facts.axes.iter().enumerate().filter(|(a, _)| changes_fair_share(*a));
    let fair_shares = axes.map(|(_, axis)| Finding::ChangesFairShare { axis: axis.path.clone() });
    let opposite = fairest.check.filter(|check| *check == Agreement::Opposite);
    let opposite = opposite.zip(facts.reference.as_ref()).map(|(check, reference)| {
        may_be_fairest(facts, &facts.own, check.own_player(bots, &reference.bots[0]))
    });
    let moves = moves.flat_map(|(arm, of)| of.into_iter().map(move |off| (arm, off)));
    let moves = moves.map(|(arm, off)| within(arm, &findings::Finding::Also(off)));
    let others = fair_shares.chain(opposite).map(|finding| format!("{finding}."));
    let own = facts.own.facts.iter().filter(|fact| fact.won.is_some());
    let caution = between::finding(own, bots, facts.reference.is_some());
    Verdict::new(&headline, others.chain(moves), caution)
}

/// Returns the headline of a game with a fair share.
fn headline(facts: &SweepFacts, fairest: &Fairest<'_>) -> Finding {
    let (grid, with) = (fairest.grid, fairest.with.clone());
    let [point] = fairest.points[..] else {
        return may_be_fairest(facts, grid, with);
    };
    let row = &grid.points[point].row;
    Finding::Distance {
        point: row.arm.clone(),
        is_fairest: grid.points.len() > 1,
        low: row.off_low.unwrap_or(0.0),
        high: row.off_high.unwrap_or(1.0),
        with,
    }
}

fn may_be_fairest(facts: &SweepFacts, grid: &PlayedGrid, with: String) -> Finding {
    let points = grid.fairest().into_iter().map(|point| grid.points[point].row.arm.clone());
    let (points, all) = (points.collect(), grid.points.len());
    Finding::MayBeFairest { points, all, noun: facts.noun(), with }
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
    let row = |point: &usize| &grid.points[*point].row;
    let is_fairest = |point: &usize| grid.points.len() > 1 && row(point).may_be_fairest;
    let meaning = match facts.is_cooperative() {
        true => String::new(),
        false => format!(
            " “Off fair”: {}, in points; the interval up to “at most” holds for all rows together. \
             Marked rows: the {} may be the fairest.",
            facts.distance(),
            facts.noun()
        ),
    };
    let meaning = format!("Share of games won, in %.{}{meaning}", facts.left_out(grid));
    let title = format!("Win rates with {}", the_bots(&grid.bots));
    let points: Vec<usize> = (0..grid.points.len()).collect();
    let table = Table::new(facts.name("points", grid), title, meaning).of(&points);
    let mut table = match facts.axes.as_slice() {
        [axis] => table.word(&axis.path, |point| &axis.values[grid.points[*point].at[0]]),
        _ => table.word("Settings", |point| &row(point).arm),
    };
    table = table.in_terminal();
    // A terminal leaves out the last columns if all do not fit.
    if !facts.is_cooperative() {
        table = table
            .with("Off fair", Unit::Distance(1), |point| row(point).off_fair)
            .in_terminal()
            .with("at most", Unit::Distance(1), |point| row(point).off_high)
            .in_terminal()
            .word("Verdict", |point| if is_fairest(point) { "may be fairest" } else { "" })
            .in_terminal();
    }
    for series in grid.shown(&facts.axes) {
        let rate = |point: &usize| series.rate(*point)?.row.value;
        table = table.with(&series.label, Unit::Share(1), rate).in_terminal();
    }
    table.preferred(is_fairest).marked(is_fairest)
}

/// Builds the table of the effects of all axes.
fn effects_table(facts: &SweepFacts) -> Table {
    let effects: Vec<_> = facts.effects.iter().collect();
    let example = effects.first().and_then(|of| of.row().arm.as_deref()).unwrap_or_default();
    let meaning = format!(
        "For each setting: its two values with the lowest and the highest win rate, as in \
         {example}. Marked rows: the change is significant."
    );
    let reference = facts.reference.as_ref().map(|of| of.bots[0].as_str());
    let names = ("effects", "Effect of each setting", meaning.as_str());
    changes::win_rates(names, &facts.people.heading(), &effects, reference, &facts.own.bots)
}
