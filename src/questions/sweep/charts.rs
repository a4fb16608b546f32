//! The charts of `gong sweep`: lines if one value of the scenario is varied (one axis), and
//! matrices over the first two axes, one for each combination of values of the other axes.

use plotters::prelude::RGBColor;

use super::facts::SweepFacts;
use super::grid::{Axis, points};
use super::played::{PlayedGrid, Series};
use crate::questions::facts::Fact;
use crate::report::chart::canvas::{COLD, HEAT, colour};
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel, drawn, moving};
use crate::report::chart::matrix::{Heads, Matrices, MatrixCell, MatrixChart};
use crate::report::chart::plot::Mark;
use crate::report::chart::scale::AxisUnit;
use crate::report::chart::{Chart, ChartForm};
use crate::report::shared::greatest;
use crate::report::words::{level, percent, the_bots};

/// Maximum number of matrices in a chart.
const MOST_MAPS: usize = 24;

/// Returns the charts that have data.
pub fn all(facts: &SweepFacts, headline: &str) -> Vec<Chart> {
    let fair = !facts.is_cooperative();
    match facts.axes.as_slice() {
        _ if facts.own.points.is_empty() => vec![],
        [axis] => {
            let rates = facts.grids().zip(["win_rates", "reference_win_rates"]);
            let rates = rates.map(|(grid, name)| win_rates(facts, axis, grid, name));
            let distances = fair.then(|| distances(facts, axis, headline));
            distances.into_iter().chain(rates).collect()
        }
        [across, down, others @ ..] => {
            let map = Map { across, down, others };
            let fair = facts.grids().filter(|_| fair).zip(["imbalance", "reference_imbalance"]);
            let fair = fair.map(|(grid, name)| map.distances(facts, grid, name));
            fair.chain(others.is_empty().then(|| map.win_rates(facts))).collect()
        }
        [] => vec![],
    }
}

/// Returns a chart of lines over the values of the only axis.
fn lines(facts: &SweepFacts, axis: &Axis, up: &str, lines: Vec<ChartLine>) -> Lines {
    Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: axis.values.iter().map(|value| value.parse().ok()).collect(),
        up: up.to_owned(),
        unit: AxisUnit::Percent,
        decimals: 1,
        lines: moving(lines),
        in_force: facts.in_force[0],
        ..Lines::default()
    }
}

/// Returns the line of a quantity of the points over the values of the only axis.
fn line(axis: &Axis, label: &str, colour: RGBColor, marks: Vec<Option<Mark>>) -> ChartLine {
    // The played points are the first values of the axis.
    let missing = axis.values.len() - marks.len();
    let points = marks.into_iter().chain(vec![None; missing]).collect();
    ChartLine { label: label.to_owned(), colour, points }
}

/// Draws the win rates with one player. The dashed line of the fair share is left out if it differs
/// between the series.
fn win_rates(facts: &SweepFacts, axis: &Axis, grid: &PlayedGrid, name: &str) -> Chart {
    let mark = |rate: &Option<Fact>| {
        let row = &rate.as_ref()?.row;
        Some(Mark::within(row.value?, row.ci_low?, row.ci_high?))
    };
    let each = grid
        .series
        .iter()
        .map(|of| line(axis, &of.label, colour(&of.colour), of.rates.iter().map(mark).collect()));
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
        level: fair.map(ReferenceLevel::fair_share),
        ..lines(facts, axis, "win rate, %", each.collect())
    };
    let note = "All values use the same throws of dice, so chance shifts neighbouring points of a \
                line in the same way.";
    let title = format!("Win rates with {}", the_bots(&grid.bots));
    Chart::new(name, title, subtitle, form).presented("Win rates", note)
}

/// Draws how far each value is from fair, with each player.
fn distances(facts: &SweepFacts, axis: &Axis, headline: &str) -> Chart {
    let each = facts.grids().zip([HEAT, COLD]).map(|(grid, colour)| {
        let mark = |point| grid.off(point).map(|off| Mark::within(off.value, off.low, off.high));
        line(axis, &grid.bots.join(", "), colour, (0..grid.points.len()).map(mark).collect())
    });
    let form = Lines {
        from_zero: true,
        ..lines(facts, axis, "points from the fair share", each.collect())
    };
    fairness("imbalance", headline, facts, "All bands of a line hold together.", form)
}

/// Returns the chart of how fair the points are; `more` explains its marks.
fn fairness(
    name: &str,
    title: &str,
    facts: &SweepFacts,
    more: &str,
    form: impl ChartForm + 'static,
) -> Chart {
    let (who, noun) = (facts.contestant_word(), facts.noun());
    let subtitle = format!(
        "Largest distance of a {who}’s win rate from the fair share, in percentage points. {more}"
    );
    let luck = format!("With few games, chance makes every {noun} look less fair than it is.");
    Chart::new(name, title, subtitle, form).presented("How fair", luck)
}

/// The two axes of a matrix, and all others.
struct Map<'a> {
    across: &'a Axis,
    down: &'a Axis,
    others: &'a [Axis],
}

impl Map<'_> {
    /// Draws one matrix. `cell` returns the cell of a combination of values of the two axes, of
    /// which the second varies fastest.
    fn of(&self, cell: impl Fn(usize) -> Option<MatrixCell>) -> MatrixChart {
        let heads = |axis: &Axis| Heads::of(&axis.path, &axis.values);
        let [width, height] = [self.across, self.down].map(|axis| axis.values.len());
        let cell = |x: usize, y: usize| cell(x * height + y);
        MatrixChart {
            down: heads(self.down),
            across: heads(self.across),
            cells: (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect(),
            ..MatrixChart::default()
        }
    }

    /// Draws how far each combination of values is from fair with one player.
    fn distances(&self, facts: &SweepFacts, grid: &PlayedGrid, name: &str) -> Chart {
        let off = |point| grid.off(point).map_or(0.0, |off| off.value);
        let most = greatest((0..grid.points.len()).map(off));
        let fairest = grid.fairest();
        let cell = |point: usize| {
            let off = grid.points.get(point).map(|_| off(point))?;
            let framed = fairest.contains(&point);
            Some(MatrixCell { framed, ..MatrixCell::of(off / most, percent(off, 1)) })
        };
        let others = points(self.others);
        let of = |(i, at): (usize, &Vec<usize>)| {
            let fixed = self.others.iter().zip(at).map(|(axis, &value)| axis.setting(value));
            let name = fixed.collect::<Vec<_>>().join(", ");
            MatrixChart { name, ..self.of(|both| cell(both * others.len() + i)) }
        };
        let maps = others.iter().enumerate().take(MOST_MAPS).map(of).collect();
        let form = Matrices { maps, key: None };
        let title = format!("How fair with {}", the_bots(&grid.bots));
        fairness(name, &title, facts, "Framed cells may be the fairest.", form)
    }

    /// Draws the win rates of each group and fighter with the command's own bots.
    fn win_rates(&self, facts: &SweepFacts) -> Chart {
        let series = &facts.own.series;
        let all = || series.iter().flat_map(|of| of.rates.iter().flatten());
        // Without a fair share, the lightest shade is the lowest win rate.
        let least = all().map(Fact::value).fold(1.0, f64::min);
        let off = |rate: &Fact| rate.value() - rate.row.fair.unwrap_or(least);
        let most = greatest(all().map(|rate| off(rate).abs()));
        let of = |series: &Series| MatrixChart {
            name: series.label.clone(),
            colour: Some(colour(&series.colour)),
            ..self.of(|point| {
                let rate = series.rates.get(point)?.as_ref()?;
                Some(MatrixCell::of(off(rate) / most, percent(rate.value(), 1)))
            })
        };
        let form = Matrices { maps: series.iter().take(MOST_MAPS).map(of).collect(), key: None };
        let title =
            format!("Win rates at each value of {} and {}", self.across.path, self.down.path);
        let subtitle = match facts.is_cooperative() {
            false => "Win rate in %. Orange: above the fair share; blue: below it.",
            true => "Win rate in %: the stronger the colour, the higher.",
        };
        Chart::new("win_rates", title, subtitle, form).presented("Win rates", "")
    }
}
