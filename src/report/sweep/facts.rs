//! The facts of a sweep, read back from its table and its manifest.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

use super::PointRow;
use crate::analysis::sweep::Axis;
use crate::report::measured::{Measure, Measured};
use crate::report::people::People;
use crate::report::shared::{Wins, descending};
use crate::report::table::Row;
use crate::report::{Manifest, Tables};
use crate::stats::{Form, intervals};

/// All that a sweep has to say.
pub struct Facts {
    pub level: f64,
    /// The level of an interval that is one of a point's and fighter's among all: of all of them together the level is as asked.
    together: f64,
    pub measured: Measured,
    pub people: People,
    pub axes: Vec<Axis>,
    /// The value of each axis that the scenario has as it stands, if it is one of those varied.
    pub in_force: Vec<Option<usize>>,
    /// The points that were played.
    pub points: Vec<Point>,
    /// Points of the grid that have not been played.
    pub missing: usize,
    /// Who plays, whichever points it plays at.
    pub series: Vec<Series>,
}

/// One point of the grid.
pub struct Point {
    /// The index of its value on every axis.
    pub at: Vec<usize>,
    pub fair: Option<f64>,
    /// Mean rounds of a game.
    pub rounds: f64,
    pub games: u64,
}

/// A fighter across the grid; a fighter and its strategy, where one point has a fighter with several.
#[derive(Clone)]
pub struct Series {
    pub label: String,
    pub colour: String,
    /// By point.
    pub cells: Vec<Option<Cell>>,
}

/// A fighter at a point.
#[derive(Clone)]
pub struct Cell {
    pub wins: Wins,
    /// By the measures of entrants, of amounts and times: the mean, or the share of games in which it never came.
    pub values: Vec<Option<f64>>,
}

/// How far the fighter furthest from its fair share is from it.
#[derive(Clone, Copy)]
pub struct Off<'a> {
    pub value: f64,
    /// The interval, sound for all points at once: the least of many is not taken for less than it is.
    pub low: f64,
    pub high: f64,
    pub who: &'a Series,
}

impl Facts {
    /// # Errors
    /// If the table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let table = tables.named(PointRow::NAME)?;
        let rows = PointRow::rows(table)?;
        let values = manifest
            .measured
            .entrants
            .iter()
            .map(|Measure { name, form, .. }| {
                let columns = match form {
                    Form::Time => vec!["survived".to_owned(), format!("without_{name}")],
                    _ => vec![format!("mean_{name}")],
                };
                let mut columns = columns.into_iter();
                let found = columns.find(|name| table.column(name).is_ok());
                found
                    .map(|name| table.values::<Option<f64>>(&name))
                    .transpose()
            });
        let values = values.collect::<Result<Vec<_>>>()?;
        let mut seen = BTreeSet::new();
        let mut twice = BTreeSet::new();
        for row in &rows {
            if !seen.insert((row.point, &row.who.entrant)) {
                twice.insert(row.who.entrant.as_str());
            }
        }
        let tests = rows.len().max(1) as f64;
        let mut facts = Facts {
            level: manifest.level,
            together: 1.0 - (1.0 - manifest.level) / tests,
            measured: manifest.measured.clone(),
            people: People::of(manifest),
            in_force: manifest
                .axes
                .iter()
                .map(|axis| in_force(axis, manifest))
                .collect(),
            axes: manifest.axes.clone(),
            points: vec![],
            missing: 0,
            series: vec![],
        };
        for (i, row) in rows.iter().enumerate() {
            let index = usize::try_from(row.point)?;
            ensure!(
                index <= facts.points.len(),
                "table sweep: its points are not in order"
            );
            if index == facts.points.len() {
                let at = manifest
                    .points
                    .get(index)
                    .context("the manifest lacks a point")?;
                facts.points.push(Point {
                    at: at.clone(),
                    fair: row.fair_share,
                    rounds: row.mean_rounds.unwrap_or(0.0),
                    games: 0,
                });
            }
            let who = facts.people.get(&row.who.entrant);
            let label = who.label(&row.who.strategy, twice.contains(row.who.entrant.as_str()));
            let known = facts.series.iter().position(|series| series.label == label);
            let series = known.unwrap_or(facts.series.len());
            if known.is_none() {
                facts.series.push(Series {
                    label,
                    colour: who.colour,
                    cells: vec![],
                });
            }
            let point = &mut facts.points[index];
            point.games = point.games.max(row.wins.games);
            if row.wins.games > 0 {
                let cells = &mut facts.series[series].cells;
                cells.resize(index + 1, None);
                cells[index] = Some(Cell {
                    wins: row.wins.clone(),
                    values: values
                        .iter()
                        .map(|of| of.as_ref().and_then(|of| of[i]))
                        .collect(),
                });
            }
        }
        let points = facts.points.len();
        for series in &mut facts.series {
            series.cells.resize(points, None);
        }
        let whole: usize = facts.axes.iter().map(|axis| axis.values.len()).product();
        facts.missing = whole.saturating_sub(points);
        Ok(facts)
    }

    /// How far a point is from fair; none if all play together.
    pub fn off(&self, point: usize) -> Option<Off<'_>> {
        let fair = self.points[point].fair?;
        let of = |who| {
            let who: &Series = who;
            let cell = who.cells[point].as_ref()?;
            let interval = intervals::wilson(cell.wins.wins, cell.wins.games, self.together);
            Some(Off {
                value: (cell.wins.win_rate? - fair).abs(),
                low: (interval.low - fair).max(fair - interval.high).max(0.0),
                high: (interval.high - fair).max(fair - interval.low),
                who,
            })
        };
        let all = || self.series.iter().filter_map(of);
        let furthest = all().max_by(|a, b| a.value.total_cmp(&b.value))?;
        Some(Off {
            low: all().map(|off| off.low).fold(0.0, f64::max),
            high: all().map(|off| off.high).fold(0.0, f64::max),
            ..furthest
        })
    }

    /// The points that may be the fairest, the one that is in these games first: all that may be no further from fair than another surely is.
    pub fn fairest(&self) -> Vec<usize> {
        let off = (0..self.points.len()).filter_map(|point| Some((point, self.off(point)?)));
        let mut all: Vec<(usize, Off)> = descending(off, |(_, off)| -off.value);
        let least = all
            .iter()
            .map(|(_, off)| off.high)
            .fold(f64::INFINITY, f64::min);
        all.retain(|(_, off)| off.low <= least);
        all.into_iter().map(|(point, _)| point).collect()
    }

    /// A point in words: "rules.rounds=8, fighters.agaric.size=6".
    pub fn name(&self, point: usize) -> String {
        let at = self.axes.iter().zip(&self.points[point].at);
        let names = at.map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The point at a place of the grid, if it was played.
    pub fn find(&self, at: &[usize]) -> Option<usize> {
        self.points.iter().position(|point| point.at == at)
    }

    /// Games and wins of a series at one value of an axis, over all points there.
    pub fn margin(&self, series: &Series, axis: usize, value: usize) -> (u64, u64) {
        let cells = self.points.iter().zip(&series.cells);
        let here = cells.filter(|(point, _)| point.at[axis] == value);
        let wins = here.filter_map(|(_, cell)| Some(&cell.as_ref()?.wins));
        wins.fold((0, 0), |(games, wins), of| {
            (games + of.games, wins + of.wins)
        })
    }
}

/// The value of an axis that the scenario has as it stands.
fn in_force(axis: &Axis, manifest: &Manifest) -> Option<usize> {
    let path = axis.path.replace('-', "_");
    let fighter = path.strip_prefix("fighters.");
    let path = fighter.map_or(path.clone(), |rest| format!("roster.fighters.{rest}"));
    let pointer = format!("/{}", path.replace('.', "/"));
    let value = manifest.scenario.pointer(&pointer)?;
    let value = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    axis.values.iter().position(|known| *known == value)
}
