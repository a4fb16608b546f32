//! The page of a sweep.

use super::facts::{Facts, Series};
use super::{charts, verdict};
use crate::report::Manifest;
use crate::report::page::old::{
    Row, Table, count, maybe, number, numbers, points, share, text, words,
};
use crate::report::page::{self, Asked, Page, Section, Warning};
use crate::report::words::{percent, with_sign};

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
    let precision = manifest.precision.as_ref();
    let (asked, unreached) = precision
        .map(|precision| page::precision(precision, "win rate of every point"))
        .unzip();
    let unplayed = (facts.missing > 0).then(|| Warning {
        word: "Not all points.".into(),
        meaning: format!("{} of {} points have not been played. The same command goes on where this one stopped.", facts.missing, facts.missing + facts.points.len()),
    });
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: unplayed.into_iter().chain(unreached.flatten()).collect(),
        sections: vec![
            Section::Charts(charts::all(facts)),
            Section::Old(vec![grid(facts), rates(facts), effects(facts)]),
            Section::Played([varied].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        brief: Default::default(),
        colours: facts
            .series
            .iter()
            .map(|series| series.colour.clone())
            .collect(),
    }
}

/// The cells that say where a point is.
fn place(facts: &Facts, point: usize) -> Vec<crate::report::page::old::Cell> {
    let at = facts.axes.iter().zip(&facts.points[point].at);
    at.map(|(axis, &value)| match axis.values[value].parse::<f64>() {
        Ok(sort) => number(axis.values[value].clone(), sort),
        Err(_) => text(axis.values[value].clone()),
    })
    .collect()
}

/// The headings of those cells.
fn places(facts: &Facts) -> Vec<crate::report::page::old::Column> {
    facts
        .axes
        .iter()
        .flat_map(|axis| {
            let numeric = axis.values.iter().all(|value| value.parse::<f64>().is_ok());
            if numeric {
                numbers([&axis.path])
            } else {
                words(&[&axis.path])
            }
        })
        .collect()
}

fn grid(facts: &Facts) -> Table {
    let mut columns = places(facts);
    columns.extend(numbers(["Furthest from fair"]));
    columns.extend(words(&["Who", "Strongest", "Weakest"]));
    columns.extend(numbers(["Mean rounds"]));
    let fairest = facts.fairest();
    let row = |point: usize| {
        let rate = |series: &&Series| series.cells[point].map(|cell| cell.rate);
        let mut here: Vec<&Series> = facts
            .series
            .iter()
            .filter(|series| rate(series).is_some())
            .collect();
        here.sort_by(|a, b| rate(b).unwrap_or(0.0).total_cmp(&rate(a).unwrap_or(0.0)));
        let told = |series: Option<&&Series>| {
            series.map_or(String::new(), |series| {
                format!(
                    "{} {}",
                    series.label,
                    with_sign(rate(series).unwrap_or(0.0), 1)
                )
            })
        };
        let (off, who) = facts
            .imbalance(point)
            .map_or((0.0, ""), |(off, series)| (off, series.label.as_str()));
        let mut cells = place(facts, point);
        cells.extend([
            number(percent(off, 1), off),
            text(who),
            text(told(here.first())),
            text(told(here.last())),
            number(
                format!("{:.2}", facts.points[point].rounds),
                facts.points[point].rounds,
            ),
        ]);
        Row::from(cells).marked(Some(point) == fairest)
    };
    Table {
        id: "points",
        name: "Points".into(),
        caption: "“Furthest from fair”: percentage points between the fair share and the win rate of the fighter furthest from it. The fairest point is marked.".into(),
        columns,
        rows: (0..facts.points.len()).map(row).collect(),
    }
}

fn rates(facts: &Facts) -> Table {
    let mut columns = places(facts);
    columns.extend(numbers(
        facts.series.iter().map(|series| series.label.as_str()),
    ));
    columns.extend(numbers(["Games each"]));
    let row = |point: usize| {
        let mut cells = place(facts, point);
        cells.extend(
            facts
                .series
                .iter()
                .map(|series| maybe(series.cells[point].map(|cell| cell.rate * 100.0), 1)),
        );
        cells.push(count(facts.points[point].games));
        Row::from(cells)
    };
    Table {
        id: "rates",
        name: "Win rates".into(),
        caption: "Win rate in % of each fighter’s games.".into(),
        columns,
        rows: (0..facts.points.len()).map(row).collect(),
    }
}

fn effects(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter", "Axis", "From", "To"]);
    columns.extend(numbers(["Win rate there %", "and there %", "Difference"]));
    let mut rows = vec![];
    for (a, axis) in facts
        .axes
        .iter()
        .enumerate()
        .filter(|(_, axis)| axis.values.len() > 1)
    {
        for effect in verdict::effects(facts, a) {
            let cells = vec![
                crate::report::page::old::dotted(
                    effect.series.label.clone(),
                    &effect.series.colour,
                ),
                text(axis.path.clone()),
                text(axis.values[effect.from].clone()),
                text(axis.values[effect.to].clone()),
                share(effect.rates.0),
                share(effect.rates.1),
                points(effect.rates.1 - effect.rates.0),
            ];
            rows.push(Row::from(cells).marked(effect.significant));
        }
    }
    Table {
        id: "effects",
        name: "What each axis moves".into(),
        caption: "The two values of an axis at which a fighter’s win rate is least and greatest, over all values of the other axes; marked where they differ measurably.".into(),
        columns,
        rows,
    }
}
