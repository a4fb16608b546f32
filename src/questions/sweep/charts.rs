//! The charts of `gong sweep`: lines if one value of the scenario is varied (one axis), and
//! matrices for several axes, one for each combination of values of the third and later axes.

use plotters::prelude::RGBColor;

use super::facts::SweepFacts;
use super::grid::{self, Axis};
use super::played::{PlayedGrid, Series};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, colour};
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel, drawn, moving};
use crate::report::chart::matrix::{Heads, Matrices, MatrixCell, MatrixChart};
use crate::report::chart::plot::Mark;
use crate::report::chart::scale::AxisUnit;
use crate::report::shared::greatest;
use crate::report::words::{level, percent, the_bots};

/// Maximum number of matrices in a chart; results without a matrix are only in the tables.
const MOST_MAPS: usize = 24;

/// Returns the charts that have data.
pub fn all(facts: &SweepFacts, headline: &str) -> Vec<Chart> {
    if facts.own.points.is_empty() {
        return vec![];
    }
    let theirs = facts.reference.iter().map(|grid| (grid, the_bots(&grid.bots)));
    if facts.axes.len() > 1 {
        let own = distance_maps(facts, &facts.own, "imbalance", headline);
        let theirs = theirs.filter_map(|(grid, bots)| {
            let title = format!("How fair with {bots}");
            distance_maps(facts, grid, "reference_imbalance", &title)
        });
        let rates = (facts.axes.len() == 2).then(|| win_rate_maps(facts));
        return own.into_iter().chain(theirs).chain(rates).collect();
    }
    let (groups, _): (Vec<&Series>, _) = facts.own.series.iter().partition(|of| of.is_group());
    let factions = facts.own.has_factions().then(|| {
        let lines = groups.iter().map(|of| (of.label.clone(), *of)).collect();
        win_rates(facts, &facts.own, lines, "factions", headline).presented("Sides", "")
    });
    let rates = win_rates(facts, &facts.own, sides(facts, &facts.own), "win_rates", headline);
    let theirs = theirs.map(|(grid, bots)| {
        let title = format!("Win rates with {bots}");
        win_rates(facts, grid, sides(facts, grid), "reference_win_rates", &title)
    });
    let distances = distance_lines(facts, headline);
    factions.into_iter().chain([rates]).chain(distances).chain(theirs).collect()
}

/// Returns the fighters with their labels, and the party. Fighters with the same wins at every
/// point, such as team members, have one line, because their lines would overlap.
fn sides<'a>(facts: &SweepFacts, grid: &'a PlayedGrid) -> Vec<(String, &'a Series)> {
    let shown = grid.series.iter().filter(|of| !(of.is_group() && grid.has_factions()));
    let shown: Vec<&Series> = shown.collect();
    let won = |of: &Series| of.rates.iter().flatten().any(|rate| rate.value() > 0.0);
    let same = |a: &Series, b: &Series| {
        let wins = |of: &Option<Fact>| of.as_ref().map(|rate| rate.won);
        // Without any win, too few games were played to find the fighters that always win together.
        won(a) && a.rates.iter().zip(&b.rates).all(|(a, b)| wins(a) == wins(b))
    };
    let mut sides: Vec<Vec<&Series>> = vec![];
    for series in &shown {
        match sides.iter_mut().find(|side| same(side[0], series)) {
            Some(side) => side.push(series),
            None => sides.push(vec![series]),
        }
    }
    let side = |side: Vec<&'a Series>| {
        let names: Vec<String> = side.iter().map(|of| of.label.clone()).collect();
        (facts.people.side(&names, shown.len()), side[0])
    };
    sides.into_iter().map(side).collect()
}

/// Returns a chart of lines over the values of the only axis.
fn lines(facts: &SweepFacts, up: &str, lines: Vec<ChartLine>) -> Lines {
    let axis = &facts.axes[0];
    let numbers: Option<Vec<f64>> = axis.values.iter().map(|value| value.parse().ok()).collect();
    Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: numbers,
        up: up.to_owned(),
        unit: AxisUnit::Percent,
        decimals: 1,
        lines: moving(lines),
        in_force: facts.in_force[0],
        ..Lines::default()
    }
}

/// Returns the line of a quantity of the points over the values of the only axis.
fn line(
    (facts, grid): (&SweepFacts, &PlayedGrid),
    label: String,
    colour: RGBColor,
    mark: impl Fn(usize) -> Option<Mark>,
) -> ChartLine {
    let values = 0..facts.axes[0].values.len();
    let points = values.map(|value| mark(grid.find(&[value])?)).collect();
    ChartLine { label, colour, points }
}

/// Draws win rates. The dashed line of the fair share is left out if the series differ in it.
fn win_rates(
    facts: &SweepFacts,
    grid: &PlayedGrid,
    series: Vec<(String, &Series)>,
    name: &str,
    title: &str,
) -> Chart {
    let line = |(label, of): &(String, &Series)| {
        line((facts, grid), label.clone(), colour(&of.colour), |point| {
            let row = &of.rates[point].as_ref()?.row;
            Some(Mark::within(row.value?, row.ci_low?, row.ci_high?))
        })
    };
    let fair = |value| {
        let point = grid.find(&[value])?;
        let mut shares = series.iter().filter_map(|(_, of)| of.rates[point].as_ref()?.row.fair);
        let fair = grid.points[point].fair?;
        shares.all(|share| share == fair).then_some(fair)
    };
    let fair: Option<Vec<f64>> = (0..facts.axes[0].values.len()).map(fair).collect();
    let subtitle = format!(
        "Share of games won, in %. The bands show {} confidence intervals.{}{}",
        level(facts.level),
        fair.as_ref().map_or("", |_| " Dashed line: the fair share."),
        drawn(series.len())
    );
    let form = Lines {
        level: fair.map(ReferenceLevel::fair_share),
        ..lines(facts, "win rate, %", series.iter().map(line).collect())
    };
    let note = "All values use the same throws of dice, so chance shifts neighbouring points of a \
                line in the same way.";
    Chart::new(name, title, subtitle, form).presented("Win rates", note)
}

/// Draws how far each value is from fair, with each player; `None` in a cooperative game.
fn distance_lines(facts: &SweepFacts, title: &str) -> Option<Chart> {
    facts.own.off(0)?;
    let grids = [&facts.own].into_iter().chain(&facts.reference).zip([HEAT, COLD]);
    let distances = grids.map(|(grid, colour)| {
        let off = |point| grid.off(point).map(|off| Mark::within(off.value, off.low, off.high));
        line((facts, grid), grid.bots.join(", "), colour, off)
    });
    let form = Lines {
        from_zero: true,
        ..lines(facts, "points from the fair share", distances.collect())
    };
    let subtitle = format!(
        "{} The bands show confidence intervals, which hold together ({} level).",
        distance(facts),
        level(facts.level)
    );
    Some(Chart::new("imbalance", title, subtitle, form).presented("How fair", luck(facts)))
}

fn distance(facts: &SweepFacts) -> String {
    format!(
        "Largest distance of a {}’s win rate from the fair share, in percentage points.",
        facts.contestant_word()
    )
}

/// Returns the caution that chance makes every point look less fair than it is.
fn luck(facts: &SweepFacts) -> String {
    format!("With few games, chance makes every {} look less fair than it is.", facts.noun())
}

/// Draws a matrix over the first two axes; the other axes have the values with the indices `rest`.
fn map(
    facts: &SweepFacts,
    grid: &PlayedGrid,
    rest: &[usize],
    cell: impl Fn(usize) -> Option<MatrixCell>,
) -> MatrixChart {
    let [across, down] = [&facts.axes[0], &facts.axes[1]];
    let heads = |axis: &Axis| Heads::of(&axis.path, &axis.values);
    let cell = |x: usize, y: usize| cell(grid.find(&[&[x, y], rest].concat())?);
    let row = |y| (0..across.values.len()).map(|x| cell(x, y)).collect();
    MatrixChart {
        down: heads(down),
        across: heads(across),
        cells: (0..down.values.len()).map(row).collect(),
        ..MatrixChart::default()
    }
}

/// Draws how far each combination of values is from fair; `None` in a cooperative game.
fn distance_maps(facts: &SweepFacts, grid: &PlayedGrid, name: &str, title: &str) -> Option<Chart> {
    grid.off(0)?;
    let off = |point| grid.off(point).map_or(0.0, |off| off.value);
    let most = greatest((0..grid.points.len()).map(off));
    let fairest = grid.fairest();
    let cell = |point| {
        let framed = fairest.contains(&point);
        Some(MatrixCell { framed, ..MatrixCell::of(off(point) / most, percent(off(point), 1)) })
    };
    let others = grid::points(&facts.axes[2..]);
    let of = |rest: &Vec<usize>| {
        let fixed = facts.axes[2..].iter().zip(rest).map(|(axis, &value)| axis.setting(value));
        let name = fixed.collect::<Vec<_>>().join(", ");
        MatrixChart { name, ..map(facts, grid, rest, cell) }
    };
    let form = Matrices { maps: others.iter().take(MOST_MAPS).map(of).collect(), key: None };
    let note = match others.len() > MOST_MAPS {
        true => "The chart has the first combinations of the other settings; the table has all.",
        false => &luck(facts),
    };
    let subtitle = format!("{} Framed cells may be the fairest.", distance(facts));
    Some(Chart::new(name, title, subtitle, form).presented("How fair", note))
}

/// Draws the win rates of each group and fighter at all combinations of two axes.
fn win_rate_maps(facts: &SweepFacts) -> Chart {
    let grid = &facts.own;
    let all = || grid.series.iter().flat_map(|of| of.rates.iter().flatten());
    // Without a fair share, the lightest shade is the lowest win rate.
    let least = all().map(Fact::value).fold(1.0, f64::min);
    let off = |rate: &Fact| rate.value() - rate.row.fair.unwrap_or(least);
    let most = greatest(all().map(|rate| off(rate).abs()));
    let of = |series: &Series| MatrixChart {
        name: series.label.clone(),
        colour: Some(colour(&series.colour)),
        ..map(facts, grid, &[], |point| {
            let rate = series.rates[point].as_ref()?;
            Some(MatrixCell::of(off(rate) / most, percent(rate.value(), 1)))
        })
    };
    let form = Matrices { maps: grid.series.iter().take(MOST_MAPS).map(of).collect(), key: None };
    let [across, down] = [&facts.axes[0].path, &facts.axes[1].path];
    let title = format!("Win rates at each value of {across} and {down}");
    let shades = match facts.is_cooperative() {
        false => "Orange: above the fair share; blue: below it.",
        true => "The stronger the colour, the higher the win rate.",
    };
    Chart::new("win_rates", title, format!("Win rate in %. {shades}"), form)
        .presented("Win rates", "")
}
