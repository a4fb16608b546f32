//! What `gong sweep` leaves behind: every point of a grid, and how the fighters fare across it.

mod charts;
mod facts;
mod page;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::table::{Column, Row, Table, Unit, row};
use super::{Manifest, Tables};
use crate::analysis::sweep::{Axis, Measured, Point, Sum, Sums};
use crate::stats::intervals;
use crate::stats::sequential::level_at;

row! {
    /// One row per point and entrant: after the point a column for each axis, before the last two columns those of the game’s measures.
    pub struct PointRow in "sweep" {
        /// The point, from 0.
        point: u64 [Unit::Ordinal],
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// Of these, games won.
        wins: u64 [Unit::Count],
        /// The share of these; null without games.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the win rate’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: f64 [Unit::Share(1)],
        /// What it would win if all were alike; null if all play together.
        fair_share: Option<f64> [Unit::Share(1)],
        /// The length of the point’s games.
        mean_rounds: Option<f64> [Unit::Number(2, "rounds")],
        /// The precision that was asked for was reached.
        precision_reached: bool [Unit::Flag],
    }
}

/// Columns that stand after those of the measures.
const LAST: usize = 2;

/// The column of an axis: its path, after `vary.` where the table has a column of that name already.
fn column(axis: &Axis, own: &[Column]) -> String {
    match own.iter().any(|column| column.name == axis.path) {
        true => format!("vary.{}", axis.path),
        false => axis.path.clone(),
    }
}

/// The table. `played` are points of the grid with the index of their value on every axis. `level` is that of intervals, which a point that looked at its
/// results widens.
pub fn tables(axes: &[Axis], played: &[(Vec<usize>, Point)], level: f64) -> Tables {
    let points = (0..).zip(played);
    let all =
        points.flat_map(|(i, (at, point))| point.entrants.iter().map(move |of| (i, at, point, of)));
    let all: Vec<(u64, &Vec<usize>, &Point, &Sums)> = all.collect();
    let row = |&(i, _, point, of): &(u64, &Vec<usize>, &Point, &Sums)| {
        let level = match point.looks {
            0 => level,
            looks => level_at(looks, level),
        };
        let interval = intervals::wilson(of.wins, of.games, level);
        PointRow {
            point: i,
            entrant: of.fighter.clone(),
            strategy: of.strategy.clone(),
            games: of.games,
            wins: of.wins,
            win_rate: part(of.wins, of.games),
            ci_low: interval.low,
            ci_high: interval.high,
            fair_share: point.sides.map(|sides| 1.0 / sides as f64),
            mean_rounds: part(point.rounds, point.games),
            precision_reached: point.reached,
        }
    };
    let mut table = PointRow::table(all.iter().map(row).collect());
    let last = table.columns.split_off(table.columns.len() - LAST);
    let entrants: Vec<&Sums> = all.iter().map(|of| of.3).collect();
    measures(&mut table, &entrants);
    table.columns.extend(last);
    let mut varied = Table::new("", "", "");
    for (a, axis) in axes.iter().enumerate() {
        let values = all.iter().map(|of| axis.values[of.1[a]].as_str());
        typed(
            &mut varied,
            &column(axis, &table.columns),
            &axis.values,
            values.collect(),
        );
    }
    table.columns.splice(1..1, varied.columns);
    Tables(vec![table])
}

fn part(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The columns of the game's measures, by their forms.
fn measures(table: &mut Table, all: &[&Sums]) {
    let Some(first) = all.first() else { return };
    let times = first
        .measures
        .iter()
        .filter(|of| matches!(of.sum, Sum::Time { .. }))
        .count();
    for (m, Measured { name, sum }) in first.measures.iter().enumerate() {
        // Points may measure less than the first.
        let sums = || {
            all.iter()
                .map(move |of| (of.games, of.measures.get(m).map(|of| &of.sum)))
        };
        match sum {
            Sum::Amount { .. } => {
                let total = |sum: Option<&Sum>| match sum {
                    Some(Sum::Amount { total }) => *total,
                    _ => 0,
                };
                let mean = sums().map(|(games, sum)| part(total(sum), games));
                table.push(
                    format!("mean_{name}"),
                    Unit::Number(2, ""),
                    "Its mean.",
                    mean,
                );
                table.push(
                    name,
                    Unit::Count,
                    "The sum over all games.",
                    sums().map(|(_, sum)| total(sum)),
                );
            }
            Sum::Time { .. } => {
                let time = |sum: Option<&Sum>| match sum {
                    Some(Sum::Time { games, total }) => (*games, *total),
                    _ => (0, 0),
                };
                let without = sums().map(|(games, sum)| part(games - time(sum).0, games));
                let survived = if times == 1 {
                    "survived".to_owned()
                } else {
                    format!("without_{name}")
                };
                table.push(
                    survived,
                    Unit::Share(1),
                    "The share of games in which it never came.",
                    without,
                );
                let mean = sums().map(|(_, sum)| part(time(sum).1, time(sum).0));
                table.push(
                    format!("mean_{name}"),
                    Unit::Number(2, "rounds"),
                    "The mean of the games in which it came; null if it never did.",
                    mean,
                );
            }
            Sum::Flag { .. } => {
                let rate = sums().map(|(games, sum)| match sum {
                    Some(Sum::Flag { games: so }) => part(*so, games),
                    _ => None,
                });
                table.push(
                    name,
                    Unit::Share(1),
                    "The share of games in which it was so.",
                    rate,
                );
            }
            Sum::Class { games } => {
                for class in 0..games.len() {
                    let share = sums().map(|(games, sum)| match sum {
                        Some(Sum::Class { games: by }) => part(*by.get(class)?, games),
                        _ => None,
                    });
                    table.push(
                        format!("{name}_{class}"),
                        Unit::Share(1),
                        "The share of games of this class, counted from 0.",
                        share,
                    );
                }
            }
        }
    }
}

/// A column of an axis: of whole numbers if all its values are, else of floats, else of texts.
fn typed(table: &mut Table, name: &str, all: &[String], values: Vec<&str>) {
    let whole = |text: &str| text.parse::<i64>().ok();
    let float = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    let about = "The value of the axis.";
    if all.iter().all(|text| whole(text).is_some()) {
        table.push(
            name,
            Unit::Ordinal,
            about,
            values.iter().map(|text| whole(text)),
        );
    } else if all.iter().all(|text| float(text).is_some()) {
        table.push(
            name,
            Unit::Number(2, ""),
            about,
            values.iter().map(|text| float(text)),
        );
    } else {
        table.push(
            name,
            Unit::Word,
            about,
            values.iter().map(|text| (*text).to_owned()),
        );
    }
}

/// The page of a sweep, from its tables and its manifest.
///
/// # Errors
/// If the tables are not those of a sweep.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&facts::Facts::new(tables, manifest)?, manifest))
}
