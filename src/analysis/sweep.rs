//! `gong sweep`: a grid of variants, each played by itself, point by point.
//!
//! A point that has been played is kept in a file of its own, under a key made of all that decides its games. So a sweep that was stopped
//! goes on where it was, and one that is asked for more values plays only these.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::scenario::Scenario;
use crate::simulate::{Plan, Played, Simulation};
use crate::stats::SURVIVED;

/// One dimension of the grid: a path of the scenario or its roster, and the values that it takes, as one would write them after `--set`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    pub path: String,
    pub values: Vec<String>,
}

/// The points of a grid: for each the index of its value on every axis. The last axis moves fastest.
pub fn points(axes: &[Axis]) -> Vec<Vec<usize>> {
    axes.iter().fold(vec![vec![]], |points, axis| {
        let longer = |point: &Vec<usize>| {
            let point = point.clone();
            (0..axis.values.len())
                .map(move |value| [point.as_slice(), &[value]].concat())
                .collect::<Vec<_>>()
        };
        points.iter().flat_map(longer).collect()
    })
}

/// What was played at a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// See [`key`].
    pub key: String,
    pub games: u64,
    /// Rounds of all games together.
    pub rounds: u64,
    /// How many can win a game: the fair share is one of so many.
    pub sides: usize,
    /// With a precision to reach: looks taken at the results, and whether it was reached.
    pub looks: u32,
    pub reached: bool,
    pub entrants: Vec<Sums>,
}

/// What one fighter in the hands of one strategy made of its games, in whole numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    pub fighter: String,
    pub strategy: String,
    pub games: u64,
    pub wins: u64,
    /// Scores of all games together.
    pub score: u64,
    /// Games in which it was eliminated.
    pub falls: u64,
    /// The rounds of its eliminations together.
    pub fall_rounds: u64,
}

/// SHA-256, in hexadecimal, of all that decides what is played at a point: the version of gong, the scenario as resolved, seed and games, or
/// the precision to reach.
pub fn key(scenario: &Scenario, plan: &Plan) -> Result<String> {
    let precision = plan
        .precision
        .map(|precision| (precision.target, precision.level));
    let all = (
        env!("CARGO_PKG_VERSION"),
        scenario,
        plan.seed,
        plan.games,
        precision,
    );
    let hash = Sha256::digest(serde_json::to_vec(&all)?);
    Ok(hash.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Point {
    /// The point that a run was.
    pub fn new(key: String, simulation: &Simulation, played: &Played) -> Point {
        let tally = &played.tally;
        let sums = |(i, who): (usize, &crate::stats::Entrant)| {
            let (games, wins) = tally.results(i);
            let falls = || {
                (0u64..)
                    .zip(tally.eliminations(i))
                    .filter(|(round, _)| *round != u64::from(SURVIVED))
            };
            Sums {
                fighter: who.fighter.clone(),
                strategy: who.strategy.clone(),
                games,
                wins,
                score: (0u64..)
                    .zip(tally.scores(i))
                    .map(|(score, games)| score * games)
                    .sum(),
                falls: falls().map(|(_, games)| games).sum(),
                fall_rounds: falls().map(|(round, games)| round * games).sum(),
            }
        };
        Point {
            key,
            games: played.games,
            rounds: tally
                .lengths()
                .map(|(rounds, games)| u64::from(rounds) * games)
                .sum(),
            sides: simulation.cast().teams,
            looks: played.looks,
            reached: played.reached,
            entrants: simulation
                .cast()
                .entrants
                .iter()
                .enumerate()
                .map(sums)
                .collect(),
        }
    }

    /// The name of its file.
    pub fn file(key: &str) -> String {
        format!("{}.json", &key[..32])
    }

    /// The point of this key, if it was played and is in the folder, whole.
    pub fn find(folder: &Path, key: &str) -> Option<Point> {
        let text = fs::read(folder.join(Point::file(key))).ok()?;
        let point: Point = serde_json::from_slice(&text).ok()?;
        (point.key == key).then_some(point)
    }

    /// Writes the point into a folder, whole or not at all.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let path = folder.join(Point::file(&self.key));
        let write = || -> Result<()> {
            fs::create_dir_all(folder)?;
            let mut file = tempfile::Builder::new()
                .prefix(".point-")
                .tempfile_in(folder)?;
            serde_json::to_writer_pretty(&mut file, self)?;
            file.write_all(b"\n")?;
            file.persist(&path)?;
            Ok(())
        };
        write().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::Precision;

    fn axis(path: &str, values: &[&str]) -> Axis {
        Axis {
            path: path.into(),
            values: values.iter().map(|value| value.to_string()).collect(),
        }
    }

    #[test]
    fn a_grid_has_every_combination_once() {
        let axes = [axis("a", &["1", "2"]), axis("b", &["x", "y", "z"])];
        let all = points(&axes);
        assert_eq!(all, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(points(&[]), [[0; 0]]);
    }

    #[test]
    fn a_key_holds_all_that_decides_the_games_and_nothing_else() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let scenario = |set: &str| Scenario::load(path, &[set.to_owned()]).unwrap();
        let plan = Plan {
            seed: 1,
            games: 10,
            precision: None,
            threads: 2,
            records: false,
        };
        let precise = Precision {
            target: 0.1,
            level: 0.95,
        };
        let keys = [
            key(&scenario("rules.rounds=8"), &plan),
            key(&scenario("rules.rounds=9"), &plan),
            key(
                &scenario("rules.rounds=8"),
                &Plan {
                    seed: 2,
                    ..plan.clone()
                },
            ),
            key(
                &scenario("rules.rounds=8"),
                &Plan {
                    games: 11,
                    ..plan.clone()
                },
            ),
            key(
                &scenario("rules.rounds=8"),
                &Plan {
                    precision: Some(precise),
                    ..plan.clone()
                },
            ),
        ];
        let mut keys: Vec<String> = keys.into_iter().map(Result::unwrap).collect();
        assert_eq!(
            key(&scenario("rules.rounds=8"), &Plan { threads: 7, ..plan }).unwrap(),
            keys[0]
        );
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 5);
    }

    #[test]
    fn a_point_comes_back_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let point = Point {
            key: "a".repeat(64),
            games: 4,
            rounds: 28,
            sides: 4,
            looks: 0,
            reached: false,
            entrants: vec![],
        };
        let path = point.write(&folder.path().join("points")).unwrap();
        let points = path.parent().unwrap();
        assert_eq!(Point::find(points, &point.key), Some(point.clone()));
        assert_eq!(
            Point::find(points, &format!("{}b", "a".repeat(63))),
            None,
            "another key, the same file"
        );
        fs::write(&path, &fs::read(&path).unwrap()[..40]).unwrap();
        assert_eq!(
            Point::find(points, &point.key),
            None,
            "half a file is no point"
        );
    }
}
