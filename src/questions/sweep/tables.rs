//! The tables of `gong sweep`: one row for each point and entrant.

use super::grid::Axis;
use super::play::PlayedPoint;
use crate::analysis::points::{EntrantSums, MeasureSum, Point, Sum};
use crate::report::Tables;
use crate::report::shared::{Who, Wins, share};
use crate::report::table::{Column, Row, Table, Unit, row};

row! {
    /// One row per point (combination of values) and entrant (fighter with its bot). The columns of
    /// the varied values follow the point; the columns of the game’s measures precede the last two
    /// columns.
    pub struct PointRow in "sweep" {
        /// Number of the point (combination of values), from 0.
        point: u64 [Unit::Ordinal],
        /// The fighter, and the bot that plays it.
        who: Who,
        /// How often the entrant (the fighter with this bot) wins.
        wins: Wins,
        /// Win rate that every entrant would have if all were equally strong; null if all players
        /// are on one side.
        fair_share: Option<f64> [Unit::Share(1)],
        /// Mean number of rounds per game at this point.
        mean_rounds: Option<f64> [Unit::Number(2, "rounds")],
        /// True if the precision that the user requested was reached; false if none was requested.
        precision_reached: bool [Unit::Flag],
    }
}

/// Name of the table of the points if the reference player plays. The table has the same columns as
/// the table of the sweep.
const REFERENCE: &str = "reference_points";

/// Number of columns of the table that follow the columns of the game's measures.
const LAST: usize = 2;

/// Returns the name of the column of an axis (a varied value): its path in the scenario, with the
/// prefix `vary.` if the table already has a column with this name.
fn column(axis: &Axis, own: &[Column]) -> String {
    match own.iter().any(|column| column.name == axis.path) {
        true => format!("vary.{}", axis.path),
        false => axis.path.clone(),
    }
}

/// Makes the tables of the sweep: the points of the grid, and the same points if the reference
/// player plays. `level` is the confidence level of intervals.
pub fn tables(
    axes: &[Axis],
    played: &[PlayedPoint],
    reference: Option<&[PlayedPoint]>,
    level: f64,
) -> Tables {
    let of_reference = |played| Table {
        name: REFERENCE.to_owned(),
        meaning: "As the table `sweep`, if the reference player (a search that plays the first \
                  games of each point again) plays every seat."
            .to_owned(),
        ..points(axes, played, level)
    };
    let own = points(axes, played, level);
    Tables([own].into_iter().chain(reference.map(of_reference)).collect())
}

/// Makes a table of points of the grid.
fn points(axes: &[Axis], played: &[PlayedPoint], level: f64) -> Table {
    let points = (0..).zip(played);
    let all =
        points.flat_map(|(i, (at, point))| point.entrants.iter().map(move |of| (i, at, point, of)));
    let all: Vec<(u64, &Vec<usize>, &Point, &EntrantSums)> = all.collect();
    let row = |&(i, _, point, of): &(u64, &Vec<usize>, &Point, &EntrantSums)| PointRow {
        point: i,
        who: Who { entrant: of.fighter.clone(), strategy: of.strategy.clone() },
        wins: Wins::of(&of.won, level),
        fair_share: point.sides.map(|sides| 1.0 / sides as f64),
        mean_rounds: share(point.rounds, point.games),
        precision_reached: point.reached,
    };
    let mut table = PointRow::table(all.iter().map(row).collect());
    let last = table.columns.split_off(table.columns.len() - LAST);
    let entrants: Vec<&EntrantSums> = all.iter().map(|of| of.3).collect();
    table.columns.extend(measures(&entrants).columns);
    table.columns.extend(last);
    let mut varied = Table::new("", "", "");
    for (a, axis) in axes.iter().enumerate() {
        let name = column(axis, &table.columns);
        let values = all.iter().map(|of| axis.values[of.1[a]].as_str());
        typed(&mut varied, &name, &axis.values, values.collect());
    }
    table.columns.splice(1..1, varied.columns);
    table
}

/// Makes the columns of the game's measures. The form of a measure decides its columns.
fn measures(all: &[&EntrantSums]) -> Table {
    let mut table = Table::new("", "", "").of(all);
    let first = all.first().map_or(&[][..], |of| &of.measures);
    let times = first.iter().filter(|of| matches!(of.sum, Sum::Time { .. })).count();
    for (m, MeasureSum { name, sum }) in first.iter().enumerate() {
        // A point with other rules may have fewer measures than the first point.
        let sum_of = move |of: &&EntrantSums| of.measures.get(m).map(|of| of.sum.clone());
        table = match sum {
            Sum::Amount { .. } => {
                let total = move |of: &&EntrantSums| match sum_of(of) {
                    Some(Sum::Amount { total }) => total,
                    _ => 0,
                };
                table
                    .with(format!("mean_{name}"), Unit::Number(2, ""), move |of| {
                        share(total(of), of.won.games())
                    })
                    .meaning("Mean of the measure per game.")
                    .with(name, Unit::Count, total)
                    .meaning("Sum of the measure over all games.")
            }
            Sum::Time { .. } => {
                let time = move |of: &&EntrantSums| match sum_of(of) {
                    Some(Sum::Time { games, total }) => (games, total),
                    _ => (0, 0),
                };
                let without = match times {
                    1 => "survived".to_owned(),
                    _ => format!("without_{name}"),
                };
                let mean = move |of: &&EntrantSums| share(time(of).1, time(of).0);
                table
                    .with(without, Unit::Share(1), move |of| {
                        share(of.won.games() - time(of).0, of.won.games())
                    })
                    .meaning("Share of games without the event.")
                    .with(format!("mean_{name}"), Unit::Number(2, "rounds"), mean)
                    .meaning(
                        "Mean round of the event in the games with it; null without such \
                              games.",
                    )
            }
            Sum::Flag { .. } => {
                let rate = |of: &&EntrantSums| match sum_of(of)? {
                    Sum::Flag { games } => share(games, of.won.games()),
                    _ => None,
                };
                let about = "Share of games in which this is true.";
                table.with(name, Unit::Share(1), rate).meaning(about)
            }
            Sum::Class { games } => (0..games.len()).fold(table, |table, class| {
                let rate = |of: &&EntrantSums| match sum_of(of)? {
                    Sum::Class { games } => share(*games.get(class)?, of.won.games()),
                    _ => None,
                };
                let about = "Share of games of this class; classes are numbered from 0.";
                table.with(format!("{name}_{class}"), Unit::Share(1), rate).meaning(about)
            }),
        };
    }
    table.table
}

/// Adds the column of an axis (a varied value) to a table. The type is integer if all values are
/// integers, float if all are numbers, and text otherwise.
fn typed(table: &mut Table, name: &str, all: &[String], values: Vec<&str>) {
    let whole = |text: &str| text.parse::<i64>().ok();
    let float = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    let about = "The value of the axis.";
    let values = values.into_iter();
    if all.iter().all(|text| whole(text).is_some()) {
        table.push(name, Unit::Ordinal, about, values.map(whole));
    } else if all.iter().all(|text| float(text).is_some()) {
        table.push(name, Unit::Number(2, ""), about, values.map(float));
    } else {
        table.push(name, Unit::Word, about, values.map(str::to_owned));
    }
}
