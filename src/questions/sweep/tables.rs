//! The tables of `gong sweep` in files: the judged facts, and the points of the grid.

use super::facts::SweepFacts;
use super::grid::Axis;
use crate::questions::facts as results;
use crate::report::Tables;
use crate::report::table::{Row, Table, Unit, row};

row! {
    /// One row per player and point (combination of values). The columns of the varied values
    /// follow the point.
    #[derive(Default)]
    pub struct PointRow in "points" {
        /// The point, as in the column `arm` of the table `results`.
        arm: String [Unit::Word],
        /// The bots that play.
        player: String [Unit::Word],
        /// Number of games.
        games: u64 [Unit::Count],
        /// Mean number of rounds per game.
        mean_rounds: Option<f64> [Unit::Number(2, "rounds")],
        /// Largest distance of a win rate from its fair share; null in a cooperative game. Of a
        /// game with factions: of the factions.
        off_fair: Option<f64> [Unit::Distance(1)],
        /// The lower end of the distance’s confidence interval. The intervals of all points of a
        /// player hold together.
        off_low: Option<f64> [Unit::Distance(1)],
        /// The upper end of the distance’s confidence interval.
        off_high: Option<f64> [Unit::Distance(1)],
        /// The fighter or the faction with this distance.
        farthest: Option<String> [Unit::Word],
        /// True if no other point is significantly closer to fair.
        may_be_fairest: bool [Unit::Flag],
    }
}

/// Makes the tables of a sweep.
pub fn tables(facts: &SweepFacts) -> Tables {
    let all = || facts.grids().flat_map(|grid| &grid.points);
    let mut points = PointRow::table(all().map(|point| point.row.clone()).collect());
    let mut varied = Table::new("", "", "");
    for (a, axis) in facts.axes.iter().enumerate() {
        let values = all().map(|point| axis.values[point.at[a]].as_str());
        push_typed(&mut varied, axis, values);
    }
    points.columns.splice(1..1, varied.columns);
    Tables(vec![results::table(&facts.judged()), points])
}

/// Returns the tables without rows.
pub fn every() -> Vec<Table> {
    vec![results::table([]), PointRow::table(vec![])]
}

/// Adds the column of an axis to a table. The type is integer if all values are integers, float if
/// all are numbers, and text otherwise.
fn push_typed<'a>(table: &mut Table, axis: &Axis, values: impl Iterator<Item = &'a str>) {
    let whole = |text: &str| text.parse::<i64>().ok();
    let float = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
    let (path, all, about) = (&axis.path, &axis.values, "The value of the axis.");
    if all.iter().all(|text| whole(text).is_some()) {
        table.push(path, Unit::Ordinal, about, values.map(whole));
    } else if all.iter().all(|text| float(text).is_some()) {
        table.push(path, Unit::Number(2, ""), about, values.map(float));
    } else {
        table.push(path, Unit::Word, about, values.map(str::to_owned));
    }
}
