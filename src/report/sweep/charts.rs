//! The charts of a sweep: lines over one axis, heat maps over two; over more, heat maps for each combination of the others.

use super::facts::{Cell, Facts, Series};
use super::verdict::headline;
use crate::report::chart::canvas::{HEAT, colour};
use crate::report::chart::heat::{HeatCell, HeatMap, grid};
use crate::report::chart::old_lines::{Line, Lines};
use crate::report::chart::{Chart, HEAD, Plan};
use crate::report::words::{capital, level, percent, with_sign};

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

/// Lines over the only axis, of `of` a cell: low, middle, high.
fn lines(facts: &Facts, up: &str, shares: bool, of: impl Fn(Cell) -> [f64; 3]) -> Lines {
    let axis = &facts.axes[0];
    let numbers: Vec<f64> = axis
        .values
        .iter()
        .filter_map(|value| value.parse().ok())
        .collect();
    let values = 0..axis.values.len();
    let line = |series: &Series| Line {
        name: series.label.clone(),
        colour: colour(&series.colour),
        points: values
            .clone()
            .map(|value| series.cells[facts.find(&[value])?].map(&of))
            .collect(),
    };
    Lines {
        across: (axis.path.clone(), axis.values.clone()),
        positions: (numbers.len() == axis.values.len()).then_some(numbers),
        up: up.into(),
        shares,
        series: facts.series.iter().map(line).collect(),
        level: None,
    }
}

fn chart(name: &'static str, title: String, subtitle: String, lines: &Lines) -> Chart {
    let plan = Plan {
        title,
        subtitle,
        height: lines.height(),
    };
    Chart::drawn(name, plan, |canvas| lines.draw(canvas))
}

fn win_rates(facts: &Facts) -> Chart {
    let mut lines = lines(facts, "win rate, %", true, |cell| {
        [cell.interval.low, cell.rate, cell.interval.high]
    });
    let fair: Option<Vec<f64>> = (0..facts.axes[0].values.len())
        .map(|value| Some(facts.points[facts.find(&[value])?].fair))
        .collect();
    lines.level = fair.map(|fair| ("fair share".to_string(), fair));
    chart(
        "win_rates",
        headline(facts),
        format!(
            "Win rate: share of games won. Bars: {} intervals. Dashed: the fair share.",
            level(facts.level)
        ),
        &lines,
    )
    .presented(
        "Win rates",
        "Where the lines come together the table is fairest. All points play with the same dice.",
    )
}

/// How far the fighter furthest from its fair share is from it.
fn imbalance_line(facts: &Facts) -> Chart {
    let axis = &facts.axes[0];
    let mut lines = lines(facts, "points from the fair share", true, |cell| {
        [cell.rate; 3]
    });
    let off = |value| {
        facts
            .imbalance(facts.find(&[value])?)
            .map(|(off, _)| [off; 3])
    };
    lines.series = vec![Line {
        name: "furthest".into(),
        colour: HEAT,
        points: (0..axis.values.len()).map(off).collect(),
    }];
    let title = match facts.fairest() {
        Some(point) => format!("The table is fairest at {}", facts.name(point)),
        None => "How fair the table is".into(),
    };
    chart("imbalance", title, "Percentage points between the fair share and the fighter furthest from it. 0 would be perfectly fair.".into(), &lines)
        .presented("How fair", "")
}

fn scores(facts: &Facts) -> Chart {
    let lines = lines(facts, &format!("mean {}", facts.score), false, |cell| {
        [cell.score; 3]
    });
    chart(
        "scores",
        format!("Mean {} over {}", facts.score, facts.axes[0].path),
        format!("Mean {} of a game.", facts.score),
        &lines,
    )
    .presented(capital(&facts.score), "")
}

fn survival(facts: &Facts) -> Chart {
    let lines = lines(facts, "survives, % of games", true, |cell| {
        [cell.survived; 3]
    });
    chart(
        "survival",
        format!("Survival over {}", facts.axes[0].path),
        "Share of games in which the fighter is never eliminated.".into(),
        &lines,
    )
    .presented("Survival", "")
}

/// A heat map over the first two axes; the others stand at `rest`. Cells are what `of` gives for a point.
fn map(facts: &Facts, rest: &[usize], of: impl Fn(usize) -> Option<HeatCell>) -> HeatMap {
    let [across, down] = [&facts.axes[0], &facts.axes[1]];
    let cell = |x: usize, y: usize| of(facts.find(&[&[x, y], rest].concat())?);
    HeatMap {
        name: String::new(),
        colour: None,
        across: (across.path.clone(), across.values.clone()),
        down: (down.path.clone(), down.values.clone()),
        cells: (0..down.values.len())
            .map(|y| (0..across.values.len()).map(|x| cell(x, y)).collect())
            .collect(),
    }
}

fn maps_chart(name: &'static str, title: String, subtitle: String, maps: &[HeatMap]) -> Chart {
    let columns = match maps {
        [] | [_] => 1,
        [first, ..] if first.across.1.len() > 12 => 1,
        _ => 2,
    };
    let height = maps
        .chunks(columns)
        .map(|row| row.iter().map(HeatMap::height).fold(0.0, f64::max))
        .sum::<f64>()
        + 8.0;
    let plan = Plan {
        title,
        subtitle,
        height,
    };
    Chart::drawn(name, plan, |canvas| {
        grid(canvas, maps, columns, HEAD + 4.0);
    })
}

fn imbalance_maps(facts: &Facts) -> Chart {
    let others = crate::analysis::sweep::points(&facts.axes[2..]);
    let off = |point| facts.imbalance(point).map_or(0.0, |found| found.0);
    let most = (0..facts.points.len()).map(off).fold(1e-9, f64::max);
    let fairest = facts.fairest();
    let title = match fairest {
        Some(point) => format!("The table is fairest at {}", facts.name(point)),
        None => "How fair the table is".into(),
    };
    let maps: Vec<HeatMap> = others
        .iter()
        .take(MOST_MAPS)
        .map(|rest| {
            let map = map(facts, rest, |point| {
                Some(HeatCell {
                    shade: off(point) / most,
                    text: percent(off(point), 1),
                    marked: Some(point) == fairest,
                })
            });
            let fixed = facts.axes[2..]
                .iter()
                .zip(rest)
                .map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
            let name = fixed.collect::<Vec<_>>().join(", ");
            HeatMap {
                name: if name.is_empty() {
                    "All fighters".into()
                } else {
                    name
                },
                ..map
            }
        })
        .collect();
    maps_chart(
        "imbalance",
        title,
        "Percentage points between the fair share and the fighter furthest from it: pale is fair. Framed: the fairest.".into(),
        &maps,
    )
    .presented("How fair", if others.len() > MOST_MAPS { "Only the first combinations of the other axes are shown; the table has all." } else { "" })
}

fn win_rate_maps(facts: &Facts) -> Chart {
    let off = |series: &Series, point: usize| {
        series.cells[point].map(|cell| cell.rate - facts.points[point].fair)
    };
    let all = || {
        facts
            .series
            .iter()
            .flat_map(|series| (0..facts.points.len()).filter_map(move |point| off(series, point)))
    };
    let most = all().map(f64::abs).fold(1e-9, f64::max);
    let maps: Vec<HeatMap> = facts
        .series
        .iter()
        .take(MOST_MAPS)
        .map(|series| HeatMap {
            name: series.label.clone(),
            colour: Some(colour(&series.colour)),
            ..map(facts, &[], |point| {
                Some(HeatCell {
                    shade: off(series, point)? / most,
                    text: percent(series.cells[point]?.rate, 1),
                    marked: false,
                })
            })
        })
        .collect();
    let fair = facts.points.first().map_or(0.0, |point| point.fair);
    maps_chart(
        "win_rates",
        format!("Win rates over {} and {}", facts.axes[0].path, facts.axes[1].path),
        format!("Win rate in %. Orange: above the fair share ({}). Blue: below it. One scale for all.", with_sign(fair, 1)),
        &maps,
    )
    .presented("Win rates", "Look for fighters whose map changes colour: these are the ones that the axes decide about.")
}
