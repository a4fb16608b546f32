//! The charts of `gong sweep`: lines if one value of the scenario is varied, a matrix if two are.

use super::facts::SweepFacts;
use super::grid::Axis;
use super::played::{PlayedGrid, Series};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::matrix::{Heads, Matrix, MatrixCell};
use crate::report::chart::plot::Mark;
use crate::report::chart::scale::AxisUnit;
use crate::report::shared::greatest;
use crate::report::words::{level, percent, the_bots};

/// Returns the charts of one or two settings, with each player.
pub fn all(facts: &SweepFacts) -> Vec<Chart> {
    let chart = |grid| match facts.axes.as_slice() {
        [axis] => Some(win_rates(facts, axis, grid)),
        [across, down] => Some(matrix(facts, [across, down], grid)),
        _ => None,
    };
    facts.grids().filter_map(chart).collect()
}

/// Draws the win rates with one player as lines over the values of the only axis. The dashed line
/// of the fair share is left out if it differs between the series.
fn win_rates(facts: &SweepFacts, axis: &Axis, grid: &PlayedGrid) -> Chart {
    // The played points are the first values of the axis.
    let points = 0..axis.values.len();
    let mark = |of: &Series, point| {
        let row = &of.rate(point)?.row;
        Some(Mark::within(row.value?, row.ci_low?, row.ci_high?))
    };
    let line = |of: &Series| ChartLine {
        label: of.label.clone(),
        colour: colour(&of.colour),
        points: points.clone().map(|point| mark(of, point)).collect(),
    };
    let fair = |point: usize| {
        let mut shares = grid.series.iter().filter_map(|of| of.rate(point)?.row.fair);
        let first = shares.next()?;
        shares.all(|share| share == first).then_some(first)
    };
    let fair: Option<Vec<f64>> = points.clone().map(fair).collect();
    let subtitle = format!(
        "Share of games won, in %. The bands show {} confidence intervals.{}{}",
        level(facts.level),
        fair.as_ref().map_or("", |_| " Dashed line: the fair share."),
        facts.left_out(grid)
    );
    let form = Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: axis.values.iter().map(|value| value.parse().ok()).collect(),
        up: "win rate, %".to_owned(),
        unit: AxisUnit::Percent,
        decimals: 1,
        lines: grid.shown(&facts.axes).into_iter().map(line).collect(),
        level: fair.map(ReferenceLevel::fair_share),
        in_force: facts.in_force,
        ..Lines::default()
    };
    let note = "All values use the same throws of dice, so chance shifts neighbouring points of a \
                line in the same way.";
    let title = format!("Win rates with {}", the_bots(&grid.bots));
    Chart::new(facts.name("win_rates", grid), title, subtitle, form).note(note)
}

/// Draws how far each combination of two values is from fair with one player; in a cooperative
/// game, the party's win rate.
fn matrix(facts: &SweepFacts, [across, down]: [&Axis; 2], grid: &PlayedGrid) -> Chart {
    let value = |point: usize| match facts.is_cooperative() {
        true => Some(grid.series.first()?.rate(point)?.value()),
        false => grid.points.get(point)?.row.off_fair,
    };
    let most = greatest((0..grid.points.len()).filter_map(value));
    let cell = |x: usize, y: usize| {
        let point = x * down.values.len() + y;
        let value = value(point)?;
        let framed = grid.points[point].row.may_be_fairest;
        Some(MatrixCell { framed, ..MatrixCell::of(value / most, percent(value, 1)) })
    };
    let row = |y| (0..across.values.len()).map(|x| cell(x, y)).collect();
    let form = Matrix {
        down: Heads::of(&down.path, &down.values),
        across: Heads::of(&across.path, &across.values),
        cells: (0..down.values.len()).map(row).collect(),
    };
    let distance = format!("The {}, in points. Framed cells may be the fairest.", facts.distance());
    let (title, subtitle) = match facts.is_cooperative() {
        true => ("Win rate of the party", "Share of games won, in %.".to_owned()),
        false => ("How fair", distance),
    };
    let title = format!("{title} with {}", the_bots(&grid.bots));
    Chart::new(facts.name("imbalance", grid), title, subtitle, form)
}
