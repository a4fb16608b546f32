//! The charts of `gong sweep`: lines if one value of the scenario is varied, a matrix if two are.

use super::facts::SweepFacts;
use super::grid::Axis;
use super::played::{PlayedGrid, Series};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel, drawn, moving};
use crate::report::chart::matrix::{Heads, Matrix, MatrixCell};
use crate::report::chart::plot::Mark;
use crate::report::chart::scale::AxisUnit;
use crate::report::shared::greatest;
use crate::report::words::{level, percent, the_bots};

/// Returns the charts of one or two settings, with each player.
pub fn all(facts: &SweepFacts) -> Vec<Chart> {
    let grids = facts.grids().filter(|grid| !grid.points.is_empty()).enumerate();
    let chart = |(i, grid): (usize, &PlayedGrid)| match facts.axes.as_slice() {
        [axis] => Some(win_rates(facts, axis, grid, ["win_rates", "reference_win_rates"][i])),
        [across, down] => {
            Some(matrix(facts, [across, down], grid, ["imbalance", "reference_imbalance"][i]))
        }
        _ => None,
    };
    grids.filter_map(chart).collect()
}

/// Draws the win rates with one player as lines over the values of the only axis. The dashed line of
/// the fair share is left out if it differs between the series.
fn win_rates(facts: &SweepFacts, axis: &Axis, grid: &PlayedGrid, name: &str) -> Chart {
    let mark = |rate: &Option<Fact>| {
        let row = &rate.as_ref()?.row;
        Some(Mark::within(row.value?, row.ci_low?, row.ci_high?))
    };
    // The played points are the first values of the axis.
    let missing = vec![None; axis.values.len() - grid.points.len()];
    let line = |of: &Series| ChartLine {
        label: of.label.clone(),
        colour: colour(&of.colour),
        points: of.rates.iter().map(mark).chain(missing.clone()).collect(),
    };
    let fair = |point: usize| {
        let mut shares =
            grid.series.iter().filter_map(|of| of.rates.get(point)?.as_ref()?.row.fair);
        let first = shares.next()?;
        shares.all(|share| share == first).then_some(first)
    };
    let fair: Option<Vec<f64>> = (0..axis.values.len()).map(fair).collect();
    let subtitle = format!(
        "Share of games won, in %. The bands show {} confidence intervals.{}{}",
        level(facts.level),
        fair.as_ref().map_or("", |_| " Dashed line: the fair share."),
        drawn(grid.series.len())
    );
    let form = Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: axis.values.iter().map(|value| value.parse().ok()).collect(),
        up: "win rate, %".to_owned(),
        unit: AxisUnit::Percent,
        decimals: 1,
        lines: moving(grid.series.iter().map(line).collect()),
        level: fair.map(ReferenceLevel::fair_share),
        in_force: facts.in_force[0],
        ..Lines::default()
    };
    let note = "All values use the same throws of dice, so chance shifts neighbouring points of a \
                line in the same way.";
    let title = format!("Win rates with {}", the_bots(&grid.bots));
    Chart::new(name, title, subtitle, form).note(note)
}

/// Draws how far each combination of two values is from fair with one player; in a cooperative game,
/// the party's win rate.
fn matrix(facts: &SweepFacts, [across, down]: [&Axis; 2], grid: &PlayedGrid, name: &str) -> Chart {
    let heads = |axis: &Axis| Heads::of(&axis.path, &axis.values);
    let value = |point: usize| match facts.is_cooperative() {
        true => Some(grid.series.first()?.rates[point].as_ref()?.value()),
        false => Some(grid.points[point].off?.value),
    };
    let most = greatest((0..grid.points.len()).filter_map(value));
    let cell = |x: usize, y: usize| {
        let point = grid.points.iter().position(|point| point.at == [x, y])?;
        let framed = grid.points[point].may_be_fairest;
        let value = value(point)?;
        Some(MatrixCell { framed, ..MatrixCell::of(value / most, percent(value, 1)) })
    };
    let row = |y| (0..across.values.len()).map(|x| cell(x, y)).collect();
    let form = Matrix {
        down: heads(down),
        across: heads(across),
        cells: (0..down.values.len()).map(row).collect(),
    };
    let (title, subtitle) = match facts.is_cooperative() {
        true => ("Win rate of the party", "Share of games won, in %.".to_owned()),
        false => (
            "How fair",
            format!(
                "Largest distance of a {}’s win rate from the fair share, in percentage points. \
                 Framed cells may be the fairest. With few games, chance makes every combination \
                 look less fair than it is.",
                facts.contestant_word()
            ),
        ),
    };
    Chart::new(name, format!("{title} with {}", the_bots(&grid.bots)), subtitle, form)
}
