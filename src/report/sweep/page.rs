//! The page of a sweep: its sections and their tables.

use super::facts::{Facts, Series};
use super::{charts, verdict};
use crate::report::Manifest;
use crate::report::page::{self, Asked, Brief, Page, Section, Warning};
use crate::report::table::{Table, Unit};
use crate::report::words::{grouped, with_sign};

/// Points that a terminal lists; the page has all.
const LISTED: usize = 24;

/// What the page of a sweep shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let varied = Asked {
        term: "Varied".into(),
        lines: facts
            .axes
            .iter()
            .map(|axis| format!("{} = {}", axis.path, axis.values.join(", ")))
            .collect(),
    };
    let (asked, mut warnings) = page::precision(manifest, "win rate of every point");
    let whole = facts.points.len() + facts.missing;
    if facts.missing > 0 {
        warnings.insert(0, Warning {
            word: "Not all:".into(),
            meaning: format!("{} of {whole} points have not been played. The same command goes on where this one stopped.", facts.missing),
        });
    }
    let points = if whole == 1 { "point" } else { "points" };
    let ended = match facts.missing {
        0 => format!("{whole} {points}"),
        _ => format!("{} of {whole} {points}", facts.points.len()),
    };
    let mut told = verdict::verdict(facts);
    if facts.points.len() > LISTED {
        told.insert(
            0,
            format!(
                "Above are {LISTED} of {} points; the page has all.",
                facts.points.len()
            ),
        );
    }
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings,
        brief: Brief {
            played: format!("{ended}, {} games in all", grouped(manifest.games)),
            tables: vec![(String::new(), brief(facts))],
            told,
            next: vec![],
        },
        sections: vec![
            Section::Charts(charts::all(facts)),
            Section::Tables(vec![
                grid(facts),
                rates(facts, facts.points.len()),
                effects(facts),
            ]),
            Section::Played([varied].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        colours: facts
            .series
            .iter()
            .map(|series| series.colour.clone())
            .collect(),
    }
}

/// A table of points, with a column for each axis.
fn of_points(facts: &Facts, id: &str, title: &str, meaning: &str, points: usize) -> Table {
    let mut table = Table::new(id, title, meaning);
    for (a, axis) in facts.axes.iter().enumerate() {
        let values = facts
            .points
            .iter()
            .take(points)
            .map(|point| axis.values[point.at[a]].clone());
        let numbers: Vec<f64> = values
            .clone()
            .filter_map(|value| value.parse().ok())
            .collect();
        let decimals = axis
            .values
            .iter()
            .filter_map(|value| Some(value.split_once('.')?.1.len()))
            .max();
        table = match numbers.len() == points {
            true => table.with(&axis.path, Unit::Number(decimals.unwrap_or(0), ""), numbers),
            false => table.with(&axis.path, Unit::Word, values),
        };
    }
    table
}

fn grid(facts: &Facts) -> Table {
    let points = 0..facts.points.len();
    let off = |point: usize| facts.off(point);
    let end = |least: bool| {
        points.clone().map(move |point| {
            let rate = |series: &&Series| {
                series.cells[point]
                    .as_ref()
                    .and_then(|cell| cell.row.win_rate)
            };
            let here = facts.series.iter().filter(|series| rate(series).is_some());
            let by = |a: &&Series, b: &&Series| {
                rate(a).unwrap_or(0.0).total_cmp(&rate(b).unwrap_or(0.0))
            };
            let found = if least {
                here.min_by(by)
            } else {
                here.max_by(by)
            };
            found.map(|series| {
                format!(
                    "{} {}",
                    series.label,
                    with_sign(rate(&series).unwrap_or(0.0), 1)
                )
            })
        })
    };
    let fairest = facts.fairest();
    let rounds = facts.points.iter().map(|point| point.rounds);
    // Where all win together nothing is fair or unfair.
    if points.clone().all(|point| off(point).is_none()) {
        return of_points(facts, "points", "Points", "", facts.points.len()).with(
            "Mean rounds",
            Unit::Number(2, "rounds"),
            rounds,
        );
    }
    of_points(facts, "points", "Points", "“Off fair”: percentage points between the fair share and the win rate of the fighter furthest from it, with an interval that is sound for all points at once. Marked: may be the fairest.", facts.points.len())
        .with("Off fair", Unit::Share(1), points.clone().map(|point| Some(off(point)?.value)))
        .with("at least", Unit::Share(1), points.clone().map(|point| Some(off(point)?.low)))
        .with("at most", Unit::Share(1), points.clone().map(|point| Some(off(point)?.high)))
        .with("Who", Unit::Word, points.clone().map(|point| Some(off(point)?.who.label.clone())))
        .with("Wins most here", Unit::Word, end(false))
        .with("least", Unit::Word, end(true))
        .with("Mean rounds", Unit::Number(2, "rounds"), rounds)
        .marked(points.clone().map(|point| fairest.contains(&point)))
}

fn rates(facts: &Facts, points: usize) -> Table {
    let mut table = of_points(
        facts,
        "rates",
        "Win rates",
        "Win rate in % of each fighter’s games.",
        points,
    );
    for series in &facts.series {
        let rate = series
            .cells
            .iter()
            .take(points)
            .map(|cell| cell.as_ref()?.row.win_rate);
        table = table.with(&series.label, Unit::Share(1), rate);
    }
    table.with(
        "Games each",
        Unit::Count,
        facts.points.iter().take(points).map(|point| point.games),
    )
}

/// For a terminal: names in short, and how far from fair.
fn brief(facts: &Facts) -> Table {
    let points = facts.points.len().min(LISTED);
    let mut table = rates(facts, points);
    table.columns.pop();
    let series = table.columns.split_off(facts.axes.len());
    let mut table = Table::new("brief", "", "").with(
        "win rate, %",
        Unit::Word,
        (0..points).map(|point| facts.name(point)),
    );
    table.columns.extend(series);
    for column in &mut table.columns[1..] {
        column.name = column.name.chars().take(6).collect();
    }
    let off = |point: usize| facts.off(point);
    let fairest = facts.fairest();
    let word = |point: usize| match (fairest.contains(&point), fairest.len()) {
        (true, 1) => "fairest",
        (true, _) => "may be fairest",
        _ => "",
    };
    // Where all win together nothing is fair or unfair.
    if (0..points).all(|point| off(point).is_none()) {
        return table;
    }
    table
        .with(
            "off fair",
            Unit::Share(1),
            (0..points).map(|point| Some(off(point)?.value)),
        )
        .with(
            "at most",
            Unit::Share(1),
            (0..points).map(|point| Some(off(point)?.high)),
        )
        .with(
            "",
            Unit::Word,
            (0..points).map(|point| word(point).to_owned()),
        )
}

fn effects(facts: &Facts) -> Table {
    let axes = 0..facts.axes.len();
    let effects = axes.flat_map(|a| {
        verdict::effects(facts, a)
            .into_iter()
            .map(move |effect| (a, effect))
    });
    let all: Vec<_> = effects
        .filter(|(a, _)| facts.axes[*a].values.len() > 1)
        .collect();
    let value = |a: usize, value: usize| facts.axes[a].values[value].clone();
    Table::new("effects", "What each axis moves", "The two values of an axis at which a fighter’s win rate is least and greatest, over all values of the other axes; marked where they differ measurably.")
        .with("Fighter", Unit::Word, all.iter().map(|(_, of)| of.series.label.clone()))
        .coloured(all.iter().map(|(_, of)| of.series.colour.clone()))
        .with("Axis", Unit::Word, all.iter().map(|(a, _)| facts.axes[*a].path.clone()))
        .with("From", Unit::Word, all.iter().map(|(a, of)| value(*a, of.from)))
        .with("To", Unit::Word, all.iter().map(|(a, of)| value(*a, of.to)))
        .with("Win rate there %", Unit::Share(1), all.iter().map(|(_, of)| of.rates.0))
        .with("and there %", Unit::Share(1), all.iter().map(|(_, of)| of.rates.1))
        .with("Difference", Unit::Points(1), all.iter().map(|(_, of)| of.rates.1 - of.rates.0))
        .marked(all.iter().map(|(_, of)| of.significant))
}
