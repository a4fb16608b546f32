//! The charts of `gong sweep`: lines if one value of the scenario is varied (one axis), and
//! matrices for two axes. If there are more axes, there is one matrix for each combination of
//! values of the other axes.

use super::agreement::SweepReference;
use super::facts::{PointResult, Series, SweepFacts};
use super::grid::Axis;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{COLD, HEAT, colour};
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel, drawn, moving};
use crate::report::chart::matrix::{self, Heads, Matrices, MatrixChart};
use crate::report::chart::plot::Mark;
use crate::report::chart::scale::AxisUnit;
use crate::report::factions;
use crate::report::shared::greatest;
use crate::report::words::{capital, level, percent, with_sign};
use crate::stats::{Form, intervals};

/// Maximum number of matrices in the report; results without a matrix are only in the tables.
const MOST_MAPS: usize = 24;

/// Returns the warning, shown with charts of distances from fairness, that chance makes every
/// variant look less fair than it is.
fn luck(facts: &SweepFacts) -> String {
    format!(
        "A {noun} counts as unfair by the {who} whose win rate is farthest from the fair share. \
         With few games, chance increases this distance: every {noun} looks less fair than it is.",
        noun = facts.noun(),
        who = facts.contestant_word()
    )
}

/// Returns all charts of the report of `gong sweep` that have data. The charts of fairness follow
/// the headline directly.
pub fn all(facts: &SweepFacts, headline: &str) -> Vec<Chart> {
    if facts.points.is_empty() {
        return vec![];
    }
    match facts.axes.len() {
        1 => {
            let mut charts = vec![];
            if facts.has_factions() {
                charts.push(faction_rates(facts, headline));
            }
            charts.push(win_rates(facts, ("win_rates", headline)));
            charts.extend(imbalance_line(facts, headline));
            charts.extend(facts.reference.iter().map(reference_win_rates));
            charts.extend((0..facts.measured.entrants.len()).filter_map(|m| of_measure(facts, m)));
            charts
        }
        2 => [
            imbalance_maps(facts, ("imbalance", headline)),
            facts.reference.as_ref().and_then(reference_imbalance),
            Some(win_rate_maps(facts)),
        ]
        .into_iter()
        .flatten()
        .collect(),
        _ => [
            imbalance_maps(facts, ("imbalance", headline)),
            facts.reference.as_ref().and_then(reference_imbalance),
        ]
        .into_iter()
        .flatten()
        .collect(),
    }
}

/// Draws the chart of win rates if the reference player plays.
fn reference_win_rates(of: &SweepReference) -> Chart {
    let title = format!("Win rates with the reference player “{}”", of.strategy);
    win_rates(&of.facts, ("reference_win_rates", &title))
        .presented(format!("Win rates with {}", of.strategy), "")
}

/// Draws the matrices of distances from fairness if the reference player plays.
fn reference_imbalance(of: &SweepReference) -> Option<Chart> {
    let title = format!("How fair with the reference player “{}”", of.strategy);
    let chart = imbalance_maps(&of.facts, ("reference_imbalance", &title))?;
    Some(chart.presented(format!("How fair with {}", of.strategy), ""))
}

/// Draws a chart of lines if only one value of the scenario is varied; `of` returns the number to
/// draw from a fighter's results.
fn lines(
    facts: &SweepFacts,
    series: &[Series],
    up: impl Into<String>,
    unit: AxisUnit,
    of: impl Fn(&PointResult) -> Option<Mark>,
) -> Lines {
    let axis = &facts.axes[0];
    let numbers: Vec<f64> = axis.values.iter().filter_map(|value| value.parse().ok()).collect();
    let values = 0..axis.values.len();
    let line = |series: &Series| {
        let point = |value| of(series.cells[facts.find(&[value])?].as_ref()?);
        ChartLine {
            label: series.label.clone(),
            colour: colour(&series.colour),
            points: values.clone().map(point).collect(),
        }
    };
    Lines {
        across: axis.path.clone(),
        values: axis.values.clone(),
        positions: (numbers.len() == axis.values.len()).then_some(numbers),
        up: up.into(),
        unit,
        decimals: if unit == AxisUnit::Percent { 1 } else { 2 },
        lines: moving(series.iter().map(line).collect()),
        in_force: facts.in_force[0],
        ..Lines::default()
    }
}

/// Returns the lines of the party and of the fighters for a chart; factions have a chart of their
/// own. Fighters with the same numbers of wins at every point, such as team members, share one
/// line, because their lines would overlap.
fn sides(facts: &SweepFacts) -> Vec<Series> {
    let results = |series: &Series| -> Vec<Option<(u64, u64)>> {
        let wins = series.cells.iter().map(|cell| Some(&cell.as_ref()?.wins));
        wins.map(|wins| wins.map(|of| (of.games, of.wins))).collect()
    };
    let shown: Vec<&Series> = match facts.has_factions() {
        true => facts.series.iter().collect(),
        false => facts.with_groups().collect(),
    };
    let mut sides: Vec<Vec<&Series>> = vec![];
    for &series in &shown {
        // Without any win, too few games were played to find the fighters that always win together.
        let won = series.cells.iter().flatten().any(|cell| cell.wins.wins > 0);
        let same = |side: &&mut Vec<&Series>| won && results(side[0]) == results(series);
        match sides.iter_mut().find(same) {
            Some(side) => side.push(series),
            None => sides.push(vec![series]),
        }
    }
    let drawn = |side: &Vec<&Series>| {
        let names: Vec<&str> = side.iter().map(|series| series.label.as_str()).collect();
        let label = match names.len() {
            1 => names[0].to_owned(),
            all if all == shown.len() => "all together".to_owned(),
            2 | 3 => names.join(" + "),
            more => format!("{} + {} more", names[0], more - 1),
        };
        Series { label, ..side[0].clone() }
    };
    sides.iter().map(drawn).collect()
}

fn win_rates(facts: &SweepFacts, names: (&str, &str)) -> Chart {
    rates(facts, &sides(facts), names)
}

/// Draws the chart of the win rates of factions, such as heroes and villains.
fn faction_rates(facts: &SweepFacts, title: &str) -> Chart {
    let names: Vec<String> = facts.groups.iter().map(Series::said).collect();
    let tab = factions::title(names.iter());
    rates(facts, &facts.groups, ("factions", title)).presented(tab, "")
}

/// Draws a chart of win rates. The dashed line of the fair share is left out if the series have
/// different fair shares.
fn rates(facts: &SweepFacts, series: &[Series], (name, title): (&str, &str)) -> Chart {
    let wins = |cell: &PointResult| Mark::wins(&cell.wins);
    let mut lines = lines(facts, series, "win rate, %", AxisUnit::Percent, wins);
    let fair = |value| {
        let point = facts.find(&[value])?;
        let mut shares = series.iter().filter_map(|of| of.cells[point].as_ref()?.fair);
        let fair = facts.points[point].fair?;
        shares.all(|share| share == fair).then_some(fair)
    };
    let fair: Option<Vec<f64>> = (0..facts.axes[0].values.len()).map(fair).collect();
    lines.level = fair.map(ReferenceLevel::fair_share);
    let dashed = lines.level.as_ref().map_or("", |_| " Dashed line: the fair share.");
    let level = level(facts.level);
    let drawn = drawn(series.len());
    let subtitle = format!(
        "Share of games won, in %. The bands show {level} confidence intervals.{dashed}{drawn}"
    );
    Chart::new(name, title, subtitle, lines).presented(
        "Win rates",
        "All values use the same throws of dice, so chance shifts neighbouring points of a line in the same \
         way.",
    )
}

/// Draws the line of each variant's distance from fairness: the largest distance of a contestant's
/// win rate from its fair share, see [`SweepFacts::contestants`].
fn imbalance_line(facts: &SweepFacts, headline: &str) -> Option<Chart> {
    facts.off(0)?;
    let line = |label: String, colour, facts: &SweepFacts| {
        let off = |value| {
            let off = facts.off(facts.find(&[value])?)?;
            Some(Mark::within(off.value, off.low, off.high))
        };
        ChartLine { label, colour, points: (0..facts.axes[0].values.len()).map(off).collect() }
    };
    let furthest = match &facts.reference {
        Some(of) => vec![
            line(facts.bots.join(", "), HEAT, facts),
            line(of.strategy.clone(), COLD, &of.facts),
        ],
        None => vec![line("furthest".to_owned(), HEAT, facts)],
    };
    let up = "points from the fair share";
    let lines = Lines {
        from_zero: true,
        lines: furthest,
        ..lines(facts, &[], up, AxisUnit::Percent, |_| None)
    };
    let subtitle = format!(
        "Largest distance of a {}’s win rate from the fair share, in percentage points: 0 is \
         perfectly fair. A band shows the confidence interval of this distance. With {} \
         confidence, the whole band of a line contains the true distances.",
        facts.contestant_word(),
        level(facts.level)
    );
    Some(Chart::new("imbalance", headline, subtitle, lines).presented("How fair", luck(facts)))
}

/// Draws the chart of the measure with index `m`: the mean of an amount, or the share of games
/// without an event.
fn of_measure(facts: &SweepFacts, m: usize) -> Option<Chart> {
    let (measure, path) = (&facts.measured.entrants[m], &facts.axes[0].path);
    let (short, event) = (measure.short(), measure.event());
    match measure.form {
        Form::Amount => {
            let mean = |cell: &PointResult| cell.values[m].map(Mark::at);
            let up = format!("mean {short}");
            let lines = lines(facts, &facts.series, up, AxisUnit::Number, mean);
            let name = measure.table.clone();
            let title = format!("{} per game at each value of {path}", capital(short));
            let drawn = drawn(facts.series.len());
            let subtitle = format!(
                "{} per game: mean for each {}.{drawn}",
                capital(short),
                facts.people.word()
            );
            let chart = Chart::new(name, title, subtitle, lines);
            Some(chart.presented(capital(&measure.words), ""))
        }
        Form::Time => {
            let up = format!("without {event}, % of games");
            let lines = lines(facts, &facts.series, up, AxisUnit::Percent, |cell| {
                let (value, games) = (cell.values[m]?, cell.wins.games);
                let without = (value * games as f64).round() as u64;
                let interval = intervals::wilson(without, games, facts.level);
                Some(Mark::within(value, interval.low, interval.high))
            });
            let times = facts.measured.entrants.iter().filter(|of| of.form == Form::Time);
            let name = match times.count() {
                1 => "survival".to_owned(),
                _ => format!("without_{}", measure.name),
            };
            let title = format!("Games without {event} at each value of {path}");
            let level = level(facts.level);
            let drawn = drawn(facts.series.len());
            let subtitle = format!(
                "Share of games without {event} of the {}, in %. Bands: {level} confidence \
                 intervals.{drawn}",
                facts.people.word()
            );
            Some(Chart::new(name, title, subtitle, lines).presented("Survival", ""))
        }
        _ => None,
    }
}

/// Draws a matrix over the first two varied values (axes); the other axes have the values with the
/// indices `rest`. `of` returns the cell of a point.
fn map(
    facts: &SweepFacts,
    rest: &[usize],
    of: impl Fn(usize) -> Option<matrix::MatrixCell>,
) -> MatrixChart {
    let [across, down] = [&facts.axes[0], &facts.axes[1]];
    let heads = |axis: &Axis| Heads::of(&axis.path, &axis.values);
    let cell = |x: usize, y: usize| of(facts.find(&[&[x, y], rest].concat())?);
    let row = |y| (0..across.values.len()).map(|x| cell(x, y)).collect();
    MatrixChart {
        down: heads(down),
        across: heads(across),
        cells: (0..down.values.len()).map(row).collect(),
        ..MatrixChart::default()
    }
}

fn imbalance_maps(facts: &SweepFacts, (name, title): (&str, &str)) -> Option<Chart> {
    facts.off(0)?;
    let others = super::grid::points(&facts.axes[2..]);
    let off = |point| facts.off(point).map_or(0.0, |off| off.value);
    let most = greatest((0..facts.points.len()).map(off));
    let fairest = facts.fairest();
    let cell = |point| {
        Some(matrix::MatrixCell {
            framed: fairest.contains(&point),
            ..matrix::MatrixCell::of(off(point) / most, percent(off(point), 1))
        })
    };
    let of = |rest: &Vec<usize>| {
        let fixed = facts.axes[2..].iter().zip(rest);
        let fixed = fixed.map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
        MatrixChart { name: fixed.collect::<Vec<_>>().join(", "), ..map(facts, rest, cell) }
    };
    let form = Matrices { maps: others.iter().take(MOST_MAPS).map(of).collect(), key: None };
    let note = match others.len() > MOST_MAPS {
        true => "Only the first combinations of the other settings are shown; the table has all."
            .to_owned(),
        false => luck(facts),
    };
    let subtitle = format!(
        "Largest distance of a {}’s win rate from the fair share, in percentage points: the \
         paler a cell, the fairer the {noun}. Framed cells: the {noun} may be the fairest.",
        facts.contestant_word(),
        noun = facts.noun()
    );
    Some(Chart::new(name, title, subtitle, form).presented("How fair", note))
}

fn win_rate_maps(facts: &SweepFacts) -> Chart {
    let rate = |series: &Series, point: usize| series.cells[point].as_ref()?.wins.win_rate;
    let all = || facts.with_groups().flat_map(|of| (0..facts.points.len()).map(move |i| (of, i)));
    // Without a fair share, as in a cooperative game, the lightest shade is the lowest win rate.
    let least = all().filter_map(|(of, point)| rate(of, point)).fold(1.0, f64::min);
    let off = |series: &Series, point: usize| {
        let fair = series.cells[point].as_ref()?.fair;
        Some(rate(series, point)? - fair.unwrap_or(least))
    };
    let most = greatest(all().filter_map(|(of, point)| Some(off(of, point)?.abs())));
    let of = |series: &Series| MatrixChart {
        name: series.label.clone(),
        colour: Some(colour(&series.colour)),
        ..map(facts, &[], |point| {
            let (off, rate) = (off(series, point)?, rate(series, point)?);
            Some(matrix::MatrixCell::of(off / most, percent(rate, 1)))
        })
    };
    let form = Matrices { maps: facts.with_groups().take(MOST_MAPS).map(of).collect(), key: None };
    let [across, down] = [&facts.axes[0].path, &facts.axes[1].path];
    let title = format!("Win rates at each value of {across} and {down}");
    let who = facts.people.word();
    let (subtitle, note) = match facts.points[0].fair {
        Some(fair) => (
            format!(
                "Win rate in %. Orange cells: a win rate above the fair share ({}). Blue cells: \
                 a win rate below the fair share. All matrices have the same colour scale.",
                with_sign(fair, 1)
            ),
            format!(
                "If a {who}’s matrix has both colours, the settings decide whether the {who} wins \
                 more or less than the fair share."
            ),
        ),
        None => (
            "Win rate in %: the stronger the colour of a cell, the higher the win rate. All \
             matrices have the same colour scale."
                .to_owned(),
            format!(
                "All players win or lose together: the matrix of a {who} covers the games in which \
                 the {who} takes part."
            ),
        ),
    };
    Chart::new("win_rates", title, subtitle, form).presented("Win rates", note)
}
