//! The charts of a sweep: lines over one axis, matrices over two; over more, matrices for each combination of the others.

use super::facts::{Cell, Facts, Series};
use super::verdict::headline;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{HEAT, colour};
use crate::report::chart::lines::{Level, Line, Lines, Point};
use crate::report::chart::matrix::{self, Head, Heads, Matrices, Matrix};
use crate::report::chart::scale::Unit;
use crate::report::words::{capital, level, percent, with_sign};
use crate::stats::{Form, intervals};

/// Matrices beyond these are left to the tables: nobody compares so many.
const MOST_MAPS: usize = 24;

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.points.is_empty() {
        return vec![];
    }
    match facts.axes.len() {
        1 => {
            let mut charts = vec![win_rates(facts)];
            charts.extend(imbalance_line(facts));
            charts.extend((0..facts.measured.entrants.len()).filter_map(|m| of_measure(facts, m)));
            charts
        }
        2 => [imbalance_maps(facts), Some(win_rate_maps(facts))]
            .into_iter()
            .flatten()
            .collect(),
        _ => imbalance_maps(facts).into_iter().collect(),
    }
}

/// Lines over the only axis, of what `of` makes of a cell.
fn lines(facts: &Facts, up: String, unit: Unit, of: impl Fn(&Cell) -> Option<Point>) -> Lines {
    lines_of(facts, &facts.series, up, unit, of)
}

fn lines_of(
    facts: &Facts,
    series: &[Series],
    up: String,
    unit: Unit,
    of: impl Fn(&Cell) -> Option<Point>,
) -> Lines {
    let axis = &facts.axes[0];
    let numbers: Vec<f64> = axis
        .values
        .iter()
        .filter_map(|value| value.parse().ok())
        .collect();
    let values = 0..axis.values.len();
    let line = |series: &Series| {
        let point = |value| of(series.cells[facts.find(&[value])?].as_ref()?);
        Line {
            label: series.label.clone(),
            colour: colour(&series.colour),
            points: values.clone().map(point).collect(),
        }
    };
    Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: (numbers.len() == axis.values.len()).then_some(numbers),
        up,
        unit,
        from_zero: false,
        decimals: if unit == Unit::Percent { 1 } else { 2 },
        lines: series.iter().map(line).collect(),
        level: None,
        in_force: facts.in_force[0],
    }
}

/// Who wins the same games drawn as one: members of a team win together, and their lines would lie on each other.
fn sides(facts: &Facts) -> Vec<Series> {
    let results = |series: &Series| -> Vec<Option<(u64, u64)>> {
        let cells = series.cells.iter();
        cells
            .map(|cell| cell.as_ref().map(|cell| (cell.row.games, cell.row.wins)))
            .collect()
    };
    let mut sides: Vec<Series> = vec![];
    for series in &facts.series {
        // Where nobody has won, too few games were played to say who belongs together.
        let won = series.cells.iter().flatten().any(|cell| cell.row.wins > 0);
        let same = sides
            .iter_mut()
            .find(|side| won && results(side) == results(series));
        match same {
            Some(side) => side.label = format!("{} + {}", side.label, series.label),
            None => sides.push(series.clone()),
        }
    }
    sides
}

fn win_rates(facts: &Facts) -> Chart {
    let sides = sides(facts);
    let mut lines = lines_of(facts, &sides, "win rate, %".into(), Unit::Percent, |cell| {
        Some(Point {
            value: cell.row.win_rate?,
            interval: Some([cell.row.ci_low, cell.row.ci_high]),
        })
    });
    let fair = |value| facts.points[facts.find(&[value])?].fair;
    let fair: Option<Vec<f64>> = (0..facts.axes[0].values.len()).map(fair).collect();
    lines.level = fair.map(|values| Level {
        name: "fair share".into(),
        values,
    });
    let subtitle = format!(
        "Win rate: share of games won. Bands: {} intervals. Dashed: the fair share.",
        level(facts.level)
    );
    Chart::new("win_rates", headline(facts), subtitle, &lines).presented(
        "Win rates",
        "All points play with the same dice, so that the lines move together.",
    )
}

/// How far the fighter furthest from its fair share is from it.
fn imbalance_line(facts: &Facts) -> Option<Chart> {
    facts.off(0)?;
    let mut lines = lines(
        facts,
        "points from the fair share".into(),
        Unit::Percent,
        |_| None,
    );
    let off = |value| {
        let off = facts.off(facts.find(&[value])?)?;
        Some(Point {
            value: off.value,
            interval: Some([off.low, off.high]),
        })
    };
    lines.from_zero = true;
    lines.lines = vec![Line {
        label: "furthest".into(),
        colour: HEAT,
        points: (0..facts.axes[0].values.len()).map(off).collect(),
    }];
    let subtitle = format!(
        "Percentage points between the fair share and the fighter furthest from it: 0 would be perfectly fair. Band: its {} interval, sound for all points at once.",
        level(facts.level)
    );
    Some(Chart::new("imbalance", headline(facts), subtitle, &lines).presented("How fair", "The furthest of many fighters is furthest by luck, too: at few games every point looks less fair than it is."))
}

/// The mean of an amount, or the share of games in which a time never came.
fn of_measure(facts: &Facts, m: usize) -> Option<Chart> {
    let (measure, path) = (&facts.measured.entrants[m], &facts.axes[0].path);
    let short = measure.short();
    match measure.form {
        Form::Amount => {
            let lines = lines(facts, format!("mean {short}"), Unit::Number, |cell| {
                Some(Point {
                    value: cell.values[m]?,
                    interval: None,
                })
            });
            let title = format!("Mean {short} over {path}");
            Some(
                Chart::new(
                    measure.table.clone(),
                    title,
                    format!("Mean {short} of a game."),
                    &lines,
                )
                .presented(capital(&measure.words), ""),
            )
        }
        Form::Time => {
            let event = measure.event();
            let lines = lines(
                facts,
                format!("without {event}, % of games"),
                Unit::Percent,
                |cell| {
                    let (value, games) = (cell.values[m]?, cell.row.games);
                    let interval = intervals::wilson(
                        (value * games as f64).round() as u64,
                        games,
                        facts.level,
                    );
                    Some(Point {
                        value,
                        interval: Some([interval.low, interval.high]),
                    })
                },
            );
            let single = facts
                .measured
                .entrants
                .iter()
                .filter(|of| of.form == Form::Time)
                .count()
                == 1;
            let name = if single {
                "survival".to_owned()
            } else {
                format!("without_{}", measure.name)
            };
            let title = format!("Games without {event} over {path}");
            let subtitle = format!(
                "Share of games without {event}. Bands: {} intervals.",
                level(facts.level)
            );
            Some(Chart::new(name, title, subtitle, &lines).presented("Survival", ""))
        }
        _ => None,
    }
}

/// A matrix over the first two axes; the others stand at `rest`. Cells are what `of` gives for a point.
fn map(facts: &Facts, rest: &[usize], of: impl Fn(usize) -> Option<matrix::Cell>) -> Matrix {
    let [across, down] = [&facts.axes[0], &facts.axes[1]];
    let heads = |axis: &crate::analysis::sweep::Axis| Heads {
        title: axis.path.clone(),
        heads: axis
            .values
            .iter()
            .map(|value| Head::from(value.as_str()))
            .collect(),
    };
    let cell = |x: usize, y: usize| of(facts.find(&[&[x, y], rest].concat())?);
    let row = |y| (0..across.values.len()).map(|x| cell(x, y)).collect();
    Matrix {
        down: heads(down),
        across: heads(across),
        cells: (0..down.values.len()).map(row).collect(),
        ..Matrix::default()
    }
}

fn imbalance_maps(facts: &Facts) -> Option<Chart> {
    facts.off(0)?;
    let others = crate::analysis::sweep::points(&facts.axes[2..]);
    let off = |point| facts.off(point).map_or(0.0, |off| off.value);
    let most = (0..facts.points.len()).map(off).fold(1e-9, f64::max);
    let fairest = facts.fairest();
    let cell = |point| {
        Some(matrix::Cell {
            shade: off(point) / most,
            text: percent(off(point), 1),
            framed: fairest.contains(&point),
            faint: false,
        })
    };
    let of = |rest: &Vec<usize>| {
        let fixed = facts.axes[2..].iter().zip(rest);
        let fixed = fixed.map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
        Matrix {
            name: fixed.collect::<Vec<_>>().join(", "),
            ..map(facts, rest, cell)
        }
    };
    let form = Matrices {
        maps: others.iter().take(MOST_MAPS).map(of).collect(),
        key: None,
    };
    let note = match others.len() > MOST_MAPS {
        true => "Only the first combinations of the other axes are shown; the table has all.",
        false => {
            "The furthest of many fighters is furthest by luck, too: at few games every point looks less fair than it is."
        }
    };
    let subtitle = "Percentage points between the fair share and the fighter furthest from it: pale is fair. Framed: may be the fairest.";
    Some(Chart::new("imbalance", headline(facts), subtitle, &form).presented("How fair", note))
}

fn win_rate_maps(facts: &Facts) -> Chart {
    let off = |series: &Series, point: usize| {
        let rate = series.cells[point].as_ref()?.row.win_rate?;
        Some(rate - facts.points[point].fair.unwrap_or(0.5))
    };
    let points = 0..facts.points.len();
    let all = facts
        .series
        .iter()
        .flat_map(|series| points.clone().filter_map(move |point| off(series, point)));
    let most = all.map(f64::abs).fold(1e-9, f64::max);
    let of = |series: &Series| Matrix {
        name: series.label.clone(),
        colour: Some(colour(&series.colour)),
        ..map(facts, &[], |point| {
            Some(matrix::Cell {
                shade: off(series, point)? / most,
                text: percent(series.cells[point].as_ref()?.row.win_rate?, 1),
                ..matrix::Cell::default()
            })
        })
    };
    let form = Matrices {
        maps: facts.series.iter().take(MOST_MAPS).map(of).collect(),
        key: None,
    };
    let fair = facts.points.first().and_then(|point| point.fair);
    let fair = fair.map_or(String::new(), |fair| format!(" ({})", with_sign(fair, 1)));
    let title = format!(
        "Win rates over {} and {}",
        facts.axes[0].path, facts.axes[1].path
    );
    let subtitle = format!(
        "Win rate in %. Orange: above the fair share{fair}. Blue: below it. One scale for all."
    );
    Chart::new("win_rates", title, subtitle, &form).presented("Win rates", "Look for fighters whose matrix changes colour: these are the ones that the axes decide about.")
}
