//! The points of a grid become a data frame.

use anyhow::{Result, bail};
use polars::prelude::{Column, DataFrame};

use crate::analysis::sweep::{Axis, Point, Sum, Sums};
use crate::report::Tables;
use crate::stats::intervals;
use crate::stats::sequential::level_at;

/// Columns that are not axes.
const OWN: [&str; 15] = [
    "point",
    "entrant",
    "strategy",
    "games",
    "wins",
    "win_rate",
    "ci_low",
    "ci_high",
    "fair_share",
    "mean_score",
    "score",
    "survived",
    "mean_round_eliminated",
    "mean_rounds",
    "precision_reached",
];

/// The column of an axis: its path, after `vary.` where the table has a column of that name already.
pub fn column(axis: &Axis) -> String {
    if OWN.contains(&axis.path.as_str()) {
        format!("vary.{}", axis.path)
    } else {
        axis.path.clone()
    }
}

/// The table `sweep`: one row per point and entrant. `played` are points of the grid with the index of their value on every axis.
///
/// A column for each axis: whole numbers, floats or texts. `score` is the sum of all scores, `mean_score` its mean; `survived` the share of games that the entrant
/// survived; `mean_round_eliminated` over the others, null if there are none; `mean_rounds` the length of the point's games. `level` is that of intervals, which a
/// point that looked at its results widens.
pub fn tables(axes: &[Axis], played: &[(Vec<usize>, Point)], level: f64) -> Result<Tables> {
    let rows: Vec<_> = played
        .iter()
        .enumerate()
        .flat_map(|(i, (at, point))| point.entrants.iter().map(move |sums| (i, at, point, sums)))
        .map(|(i, at, point, sums)| Ok((i, at, point, sums, arena(sums)?)))
        .collect::<Result<_>>()?;
    let mut columns = vec![Column::new(
        "point".into(),
        rows.iter().map(|row| row.0 as u64).collect::<Vec<_>>(),
    )];
    for (a, axis) in axes.iter().enumerate() {
        let values: Vec<&str> = rows
            .iter()
            .map(|row| axis.values[row.1[a]].as_str())
            .collect();
        columns.push(typed(&column(axis), &axis.values, &values));
    }
    let interval = |row: &(usize, &Vec<usize>, &Point, &Sums, Arena)| {
        let level = if row.2.looks > 0 {
            level_at(row.2.looks, level)
        } else {
            level
        };
        intervals::wilson(row.3.wins, row.3.games, level)
    };
    let part = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    macro_rules! column {
        ($name:literal, $of:expr) => {
            columns.push(Column::new(
                $name.into(),
                rows.iter().map($of).collect::<Vec<_>>(),
            ))
        };
    }
    column!("entrant", |row| row.3.fighter.as_str());
    column!("strategy", |row| row.3.strategy.as_str());
    column!("games", |row| row.3.games);
    column!("wins", |row| row.3.wins);
    column!("win_rate", |row| part(row.3.wins, row.3.games));
    column!("ci_low", |row| interval(row).low);
    column!("ci_high", |row| interval(row).high);
    column!("fair_share", |row| row
        .2
        .sides
        .map(|sides| 1.0 / sides as f64));
    column!("mean_score", |row| part(row.4.score, row.3.games));
    column!("score", |row| row.4.score);
    column!("survived", |row| part(
        row.3.games - row.4.falls,
        row.3.games
    ));
    column!("mean_round_eliminated", |row| part(
        row.4.fall_rounds,
        row.4.falls
    ));
    column!("mean_rounds", |row| part(row.2.rounds, row.2.games));
    column!("precision_reached", |row| row.2.reached);
    Ok(Tables::new(vec![(
        "sweep",
        DataFrame::new_infer_height(columns)?,
    )]))
}

/// What an arena game measures, over all games of an entrant.
struct Arena {
    score: u64,
    falls: u64,
    fall_rounds: u64,
}

fn arena(sums: &Sums) -> Result<Arena> {
    match (sums.of("score"), sums.of("round_eliminated")) {
        (Some(&Sum::Amount { total: score }), Some(&Sum::Time { games, total })) => Ok(Arena {
            score,
            falls: games,
            fall_rounds: total,
        }),
        _ => bail!("the game measures no score, or no round of elimination"),
    }
}

/// A column of an axis: of whole numbers if all its values are, else of floats, else of texts.
fn typed(name: &str, all: &[String], values: &[&str]) -> Column {
    let whole = |text: &str| text.parse::<i64>().ok();
    let float = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    if all.iter().all(|text| whole(text).is_some()) {
        Column::new(
            name.into(),
            values.iter().map(|text| whole(text)).collect::<Vec<_>>(),
        )
    } else if all.iter().all(|text| float(text).is_some()) {
        Column::new(
            name.into(),
            values.iter().map(|text| float(text)).collect::<Vec<_>>(),
        )
    } else {
        Column::new(name.into(), values.to_vec())
    }
}
