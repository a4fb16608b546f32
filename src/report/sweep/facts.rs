//! The facts of a sweep, read back from its table and its manifest.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::analysis::sweep::Axis;
use crate::report::columns::{counts, floats, maybe_floats, texts};
use crate::report::{Manifest, Tables, colours};
use crate::stats::intervals::Interval;

/// All that a sweep has to say.
#[derive(Debug, Clone)]
pub struct Facts {
    pub level: f64,
    /// What the score is called as a unit ("PP").
    pub score: String,
    pub axes: Vec<Axis>,
    /// By axis, the index of the value that the scenario has as it stands, if it is one of the axis's.
    pub in_force: Vec<Option<usize>>,
    /// The points that were played.
    pub points: Vec<Point>,
    /// Points of the grid that have not been played.
    pub missing: usize,
    /// Who plays, whichever points he plays at.
    pub series: Vec<Series>,
}

/// One point of the grid.
#[derive(Debug, Clone)]
pub struct Point {
    /// The index of its value on every axis.
    pub at: Vec<usize>,
    /// The share of games that an entrant of average strength wins.
    pub fair: f64,
    /// Mean rounds of a game.
    pub rounds: f64,
    pub games: u64,
}

/// A fighter across the grid; a fighter and its strategy, where one point has a fighter with several.
#[derive(Debug, Clone)]
pub struct Series {
    pub label: String,
    /// `#RRGGBB`.
    pub colour: String,
    /// By point.
    pub cells: Vec<Option<Cell>>,
}

/// A fighter at a point.
#[derive(Debug, Clone, Copy)]
pub struct Cell {
    pub games: u64,
    pub wins: u64,
    /// Share of games won.
    pub rate: f64,
    pub interval: Interval,
    /// Mean score.
    pub score: f64,
    /// Share of games survived.
    pub survived: f64,
}

impl Facts {
    /// Reads the table and the manifest.
    ///
    /// # Errors
    /// If the table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let mut facts = Facts {
            level: manifest.level,
            score: manifest.score.short.clone(),
            axes: manifest.axes.clone(),
            in_force: manifest
                .axes
                .iter()
                .map(|axis| in_force(&manifest.scenario, axis))
                .collect(),
            points: vec![],
            missing: 0,
            series: vec![],
        };
        facts.read(tables, manifest).context("table sweep")?;
        let whole: usize = facts.axes.iter().map(|axis| axis.values.len()).product();
        facts.missing = whole.saturating_sub(facts.points.len());
        Ok(facts)
    }

    fn read(&mut self, tables: &Tables, manifest: &Manifest) -> Result<()> {
        let table = tables.get("sweep");
        let point = counts(table, "point")?;
        let (entrants, strategies) = (texts(table, "entrant")?, texts(table, "strategy")?);
        let (games, wins) = (counts(table, "games")?, counts(table, "wins")?);
        let rate = floats(table, "win_rate")?;
        let (low, high) = (floats(table, "ci_low")?, floats(table, "ci_high")?);
        let (fair, score) = (floats(table, "fair_share")?, floats(table, "mean_score")?);
        let (survived, rounds) = (
            maybe_floats(table, "survived")?,
            floats(table, "mean_rounds")?,
        );
        // Where one point has a fighter twice, its strategy tells them apart.
        let mut often: BTreeMap<(u64, &str), u32> = BTreeMap::new();
        for row in 0..table.height() {
            *often.entry((point[row], &entrants[row])).or_default() += 1;
        }
        let twice = |key: &str| {
            often
                .iter()
                .any(|((_, other), count)| *other == key && *count > 1)
        };
        let places = manifest.points.as_slice();
        for row in 0..table.height() {
            let index = usize::try_from(point[row])?;
            if index == self.points.len() {
                self.points.push(Point {
                    at: places
                        .get(index)
                        .context("the manifest lacks a point")?
                        .clone(),
                    fair: fair[row],
                    rounds: rounds[row],
                    games: 0,
                });
            }
            let key = &entrants[row];
            let note = manifest.fighters.iter().position(|note| note.key == *key);
            let mut label = note.map_or(key, |i| &manifest.fighters[i].name).clone();
            if twice(key) {
                label = format!("{label} · {}", strategies[row]);
            }
            let known = self.series.iter().position(|series| series.label == label);
            let series = known.unwrap_or_else(|| {
                let spare = note.unwrap_or(self.series.len());
                self.series.push(Series {
                    label,
                    colour: colours::of(note.map(|i| &manifest.fighters[i]), spare),
                    cells: vec![],
                });
                self.series.len() - 1
            });
            let point = self
                .points
                .get_mut(index)
                .context("its points are not in order")?;
            point.games = point.games.max(games[row]);
            if games[row] == 0 {
                continue;
            }
            let cells = &mut self.series[series].cells;
            cells.resize(index + 1, None);
            cells[index] = Some(Cell {
                games: games[row],
                wins: wins[row],
                rate: rate[row],
                interval: Interval {
                    low: low[row],
                    high: high[row],
                },
                score: score[row],
                survived: survived[row].unwrap_or(0.0),
            });
        }
        let points = self.points.len();
        self.series
            .iter_mut()
            .for_each(|series| series.cells.resize(points, None));
        Ok(())
    }

    /// How far from its fair share the fighter furthest from it is at a point, and who that is.
    pub fn imbalance(&self, point: usize) -> Option<(f64, &Series)> {
        let fair = self.points[point].fair;
        let off = |series: &Series| series.cells[point].map(|cell| (cell.rate - fair).abs());
        self.series
            .iter()
            .filter_map(|series| Some((off(series)?, series)))
            .max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The point of least imbalance.
    pub fn fairest(&self) -> Option<usize> {
        let imbalance = |point: &usize| {
            self.imbalance(*point)
                .map_or(f64::INFINITY, |found| found.0)
        };
        (0..self.points.len()).min_by(|a, b| imbalance(a).total_cmp(&imbalance(b)))
    }

    /// A point in words: "rules.rounds=8, fighters.agaric.size=6".
    pub fn name(&self, point: usize) -> String {
        let at = self.axes.iter().zip(&self.points[point].at);
        let names: Vec<String> = at
            .map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]))
            .collect();
        names.join(", ")
    }

    /// The point at a place of the grid, if it was played.
    pub fn find(&self, at: &[usize]) -> Option<usize> {
        self.points.iter().position(|point| point.at == at)
    }

    /// Games and wins of a series at one value of an axis, over all points there.
    pub fn margin(&self, series: &Series, axis: usize, value: usize) -> (u64, u64) {
        let here = self
            .points
            .iter()
            .zip(&series.cells)
            .filter(|(point, _)| point.at[axis] == value);
        here.filter_map(|(_, cell)| *cell)
            .fold((0, 0), |(games, wins), cell| {
                (games + cell.games, wins + cell.wins)
            })
    }
}

/// The index of the value that a scenario, as resolved, has at an axis's path.
fn in_force(scenario: &serde_json::Value, axis: &Axis) -> Option<usize> {
    let walk = |from: &serde_json::Value| {
        let mut steps = axis.path.split('.');
        let found = steps.try_fold(from, |value, step| value.get(step))?;
        Some(match found {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    };
    let standing = walk(scenario).or_else(|| walk(scenario.get("roster")?))?;
    let number = |text: &str| text.parse::<f64>().ok();
    axis.values.iter().position(|value| {
        *value == standing || number(value).is_some_and(|value| Some(value) == number(&standing))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_value_in_force_is_the_scenarios() {
        let scenario = serde_json::json!({"rules": {"rounds": 8, "order": "dice"}, "roster": {"fighters": {"agaric": {"size": 6}}}});
        let axis = |path: &str, values: &[&str]| Axis {
            path: path.to_string(),
            values: values.iter().map(|value| (*value).to_string()).collect(),
        };
        let found = |path, values: &[&str]| in_force(&scenario, &axis(path, values));
        assert_eq!(found("rules.rounds", &["5", "8", "12"]), Some(1));
        assert_eq!(found("rules.rounds", &["5", "12"]), None);
        assert_eq!(found("rules.order", &["seat", "dice"]), Some(1));
        assert_eq!(found("fighters.agaric.size", &["6.0"]), Some(0));
        assert_eq!(found("fighters.bonzai.size", &["6"]), None);
    }
}
