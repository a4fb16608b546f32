//! The charts of a sweep: lines over one axis, heat maps over two; over more, heat maps for each combination of the others.

use super::facts::{Cell, Facts, Series};
use super::verdict::headline;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{HEAT, colour};
use crate::report::chart::lines::{Level, Line, Lines, Point};
use crate::report::chart::matrix::{self, Heads, Matrices, Matrix};
use crate::report::chart::scale::Unit;
use crate::report::words::{capital, level, percent, with_sign};
use crate::stats::intervals::Interval;

/// Heat maps beyond these are left to the tables: nobody compares so many.
const MOST_MAPS: usize = 24;

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.points.is_empty() {
        return vec![];
    }
    match facts.axes.len() {
        1 => vec![
            win_rates(facts),
            imbalance_line(facts),
            scores(facts),
            survival(facts),
        ],
        2 => vec![imbalance_maps(facts), win_rate_maps(facts)],
        _ => vec![imbalance_maps(facts)],
    }
}

/// Lines over the only axis.
fn lines(facts: &Facts, up: &str, unit: Unit, lines: Vec<Line>) -> Lines {
    let axis = &facts.axes[0];
    let numbers: Option<Vec<f64>> = axis.values.iter().map(|value| value.parse().ok()).collect();
    Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: numbers,
        up: up.into(),
        unit,
        from_zero: false,
        decimals: if unit == Unit::Percent { 1 } else { 2 },
        lines,
        level: None,
        in_force: facts.in_force.first().copied().flatten(),
    }
}

/// One line a fighter, or a team: of what `of` makes of its cells. Members of a team win together, so their lines would be one over the other.
fn each(facts: &Facts, of: impl Fn(Cell) -> Point) -> Vec<Line> {
    let values = 0..facts.axes[0].values.len();
    let line = |series: &Series| Line {
        label: series.label.clone(),
        colour: colour(&series.colour),
        points: values
            .clone()
            .map(|value| series.cells[facts.find(&[value])?].map(&of))
            .collect(),
    };
    facts.series.iter().map(line).collect()
}

fn ends(interval: Interval) -> Option<[f64; 2]> {
    Some([interval.low, interval.high])
}

/// The series that win the same games, as one.
fn sides(facts: &Facts) -> Vec<Series> {
    let wins = |series: &Series| -> Vec<Option<(u64, u64)>> {
        let cells = series.cells.iter();
        cells
            .map(|cell| cell.map(|cell| (cell.games, cell.wins)))
            .collect()
    };
    let mut sides: Vec<Series> = vec![];
    for series in &facts.series {
        let same = sides.iter_mut().find(|side| {
            // Nobody has won or lost enough to tell: too few games say nothing of teams.
            let any = side.cells.iter().flatten().any(|cell| cell.wins > 0);
            any && wins(side) == wins(series)
        });
        match same {
            Some(side) => side.label = format!("{} + {}", side.label, series.label),
            None => sides.push(series.clone()),
        }
    }
    sides
}

fn win_rates(facts: &Facts) -> Chart {
    let sides = Facts {
        series: sides(facts),
        ..facts.clone()
    };
    let each = each(&sides, |cell| Point {
        value: cell.rate,
        interval: ends(cell.interval),
    });
    let mut form = lines(facts, "win rate, % of games", Unit::Percent, each);
    let fair: Option<Vec<f64>> = (0..facts.axes[0].values.len())
        .map(|value| Some(facts.points[facts.find(&[value])?].fair))
        .collect();
    form.level = fair.map(|values| Level {
        name: "fair share".to_string(),
        values,
    });
    let subtitle = format!(
        "Win rate: share of games won. Bands: {} intervals. Dashed: the fair share.",
        level(facts.level)
    );
    Chart::new("win_rates", headline(facts), subtitle, &form).presented(
        "Win rates",
        "Where the lines come together the table is fairest. All points play with the same dice.",
    )
}

/// How far the fighter furthest from its fair share is from it, and how far off that may be.
fn imbalance_line(facts: &Facts) -> Chart {
    let point = |value| {
        let point = facts.find(&[value])?;
        let (off, series) = facts.imbalance(point)?;
        let half = series.cells[point]?.interval.half_width();
        Some(Point {
            value: off,
            interval: Some([(off - half).max(0.0), off + half]),
        })
    };
    let line = Line {
        label: "furthest".into(),
        colour: HEAT,
        points: (0..facts.axes[0].values.len()).map(point).collect(),
    };
    let form = Lines {
        from_zero: true,
        ..lines(
            facts,
            "percentage points from the fair share",
            Unit::Percent,
            vec![line],
        )
    };
    let subtitle = format!(
        "Percentage points between the fair share and the fighter furthest from it; 0 would be perfectly fair. Band: its {} interval.",
        level(facts.level)
    );
    Chart::new("imbalance", fairest(facts), subtitle, &form).presented(
        "How fair",
        "The furthest of several is further off by chance alone: with few games every value looks less fair than it is.",
    )
}

fn fairest(facts: &Facts) -> String {
    match facts.fairest() {
        Some(point) => format!(
            "In these games the table is fairest at {}",
            facts.name(point)
        ),
        None => "How fair the table is".into(),
    }
}

fn scores(facts: &Facts) -> Chart {
    let each = each(facts, |cell| Point {
        value: cell.score,
        interval: None,
    });
    let score = &facts.score;
    let form = lines(
        facts,
        &format!("mean {score} of a game"),
        Unit::Number,
        each,
    );
    Chart::new(
        "scores",
        format!("Mean {score} over {}", facts.axes[0].path),
        format!("Mean {score} of a game."),
        &form,
    )
    .presented(capital(score), "")
}

fn survival(facts: &Facts) -> Chart {
    let each = each(facts, |cell| {
        let survived = (cell.survived * cell.games as f64).round() as u64;
        let interval = crate::stats::intervals::wilson(survived, cell.games, facts.level);
        Point {
            value: cell.survived,
            interval: ends(interval),
        }
    });
    let form = lines(facts, "survives, % of games", Unit::Percent, each);
    let subtitle = format!(
        "Share of games in which the fighter is never eliminated. Bands: {} intervals.",
        level(facts.level)
    );
    let title = format!("Survival over {}", facts.axes[0].path);
    Chart::new("survival", title, subtitle, &form).presented("Survival", "")
}

/// A heat map over the first two axes; the others stand at `rest`. Cells are what `of` gives for a point.
fn map(facts: &Facts, rest: &[usize], of: impl Fn(usize) -> Option<matrix::Cell>) -> Matrix {
    let [across, down] = [&facts.axes[0], &facts.axes[1]];
    let cell = |x: usize, y: usize| of(facts.find(&[&[x, y], rest].concat())?);
    let heads = |axis: &crate::analysis::sweep::Axis| Heads {
        title: axis.path.clone(),
        heads: axis
            .values
            .iter()
            .map(|value| value.as_str().into())
            .collect(),
    };
    Matrix {
        across: heads(across),
        down: heads(down),
        cells: (0..down.values.len())
            .map(|y| (0..across.values.len()).map(|x| cell(x, y)).collect())
            .collect(),
        ..Matrix::default()
    }
}

fn imbalance_maps(facts: &Facts) -> Chart {
    let others = crate::analysis::sweep::points(&facts.axes[2..]);
    let off = |point| facts.imbalance(point).map_or(0.0, |found| found.0);
    let most = (0..facts.points.len()).map(off).fold(1e-9, f64::max);
    let fairest_point = facts.fairest();
    let one = |rest: &Vec<usize>| {
        let fixed = facts.axes[2..]
            .iter()
            .zip(rest)
            .map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
        Matrix {
            name: fixed.collect::<Vec<_>>().join(", "),
            ..map(facts, rest, |point| {
                Some(matrix::Cell {
                    shade: off(point) / most,
                    text: percent(off(point), 1),
                    framed: Some(point) == fairest_point,
                    faint: false,
                })
            })
        }
    };
    let form = Matrices {
        maps: others.iter().take(MOST_MAPS).map(one).collect(),
        key: None,
    };
    let note = if others.len() > MOST_MAPS {
        "Only the first combinations of the other axes are shown; the table has all."
    } else {
        ""
    };
    Chart::new(
        "imbalance",
        fairest(facts),
        "Percentage points between the fair share and the fighter furthest from it: the fainter, the fairer. Framed: the least.",
        &form,
    )
    .presented("How fair", note)
}

fn win_rate_maps(facts: &Facts) -> Chart {
    let sides = sides(facts);
    let off = |series: &Series, point: usize| {
        series.cells[point].map(|cell| cell.rate - facts.points[point].fair)
    };
    let all = sides
        .iter()
        .flat_map(|series| (0..facts.points.len()).filter_map(move |point| off(series, point)));
    let most = all.map(f64::abs).fold(1e-9, f64::max);
    let here = in_force(facts);
    let one = |series: &Series| Matrix {
        name: series.label.clone(),
        colour: Some(colour(&series.colour)),
        ..map(facts, &[], |point| {
            Some(matrix::Cell {
                shade: off(series, point)? / most,
                text: percent(series.cells[point]?.rate, 1),
                framed: Some(point) == here,
                faint: false,
            })
        })
    };
    let form = Matrices {
        maps: sides.iter().take(MOST_MAPS).map(one).collect(),
        key: None,
    };
    let fair = facts.points.first().map_or(0.0, |point| point.fair);
    let framed = if here.is_some() {
        " Framed: the values in force."
    } else {
        ""
    };
    Chart::new(
        "win_rates",
        format!("Win rates over {} and {}", facts.axes[0].path, facts.axes[1].path),
        format!(
            "Win rate in %. Orange: above the fair share ({}). Blue: below it. One scale for all.{framed}",
            with_sign(fair, 1)
        ),
        &form,
    )
    .presented("Win rates", "Look for fighters whose map changes colour: these are the ones that the axes decide about.")
}

/// The point that the scenario stands at without the sweep, if it was played.
fn in_force(facts: &Facts) -> Option<usize> {
    let at: Option<Vec<usize>> = facts.in_force.iter().copied().collect();
    facts.find(&at?)
}
