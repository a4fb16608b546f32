//! Points: what was played of one variant, kept in a file of its own.
//!
//! The name of the file is a key made of all that decides the games. A command that needs a point
//! which is there already, of an earlier command or an interrupted one, does not play it again.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::engine::identity;
use crate::scenario::Scenario;
use crate::simulate::{Plan, Played, Simulation};
use crate::stats::{Form, Measure, Tally};
use crate::words::hex;

/// Results of one variant, such as a point of a sweep's grid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Hash of everything that decides the games, see [`key`].
    pub key: String,
    pub games: u64,
    /// Total number of rounds of all games.
    pub rounds: u64,
    /// Number of sides; the fair share is 1 / sides. `None` in a cooperative game.
    pub sides: Option<usize>,
    /// Whether a precision was requested and reached.
    pub reached: bool,
    pub entrants: Vec<Sums>,
}

/// Results of one fighter played by one strategy, as exact integers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    pub fighter: String,
    pub strategy: String,
    pub games: u64,
    pub wins: u64,
    /// Sums of all entrant measures, in the game's order.
    pub measures: Vec<Measured>,
}

/// Sum of one measure over all games of an entrant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// Name of the measure, as in table columns.
    pub name: String,
    pub sum: Sum,
}

/// Sum of a measure; its contents depend on the form of the measure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sum {
    /// Number of games in which the flag was set.
    Flag { games: u64 },
    /// Total over all games.
    Amount { total: u64 },
    /// Number of games in which the event occurred, and the total of their rounds.
    Time { games: u64, total: u64 },
    /// Number of games of each class.
    Class { games: Vec<u64> },
}

impl Sum {
    /// Creates the sum of a measure from its number of games by value.
    fn new(form: Form, by_value: &[u64]) -> Sum {
        let total = || {
            (0u64..)
                .zip(by_value)
                .map(|(value, games)| value * games)
                .sum()
        };
        let after_0 = || by_value[1..].iter().sum();
        match form {
            Form::Flag => Sum::Flag { games: after_0() },
            Form::Amount => Sum::Amount { total: total() },
            Form::Time => Sum::Time {
                games: after_0(),
                total: total(),
            },
            Form::Class => Sum::Class {
                games: by_value.to_vec(),
            },
        }
    }
}

impl Sums {
    fn new(who: &crate::stats::Entrant, tally: &Tally, entrant: usize) -> Sums {
        let (games, wins) = tally.results(entrant);
        let measured = |(i, measure): (usize, &Measure)| Measured {
            name: measure.name.to_owned(),
            sum: Sum::new(measure.form, tally.values(entrant, i)),
        };
        let measures = tally.measures().entrants.iter().enumerate();
        Sums {
            fighter: who.fighter.clone(),
            strategy: who.strategy.clone(),
            games,
            wins,
            measures: measures.map(measured).collect(),
        }
    }

    /// Sum of the measure with this name.
    pub fn of(&self, measure: &str) -> Option<&Sum> {
        let of = self.measures.iter().find(|of| of.name == measure);
        of.map(|of| &of.sum)
    }
}

/// Hash of everything that decides the games of a point: SHA-256 in hexadecimal digits.
///
/// It covers the engine, the resolved scenario with its bots, the seed, and the number of games or
/// the precision. Bots include their network weights and the bots that guide their search.
pub fn key(scenario: &Scenario, plan: &Plan) -> Result<String> {
    let precision = plan
        .precision
        .map(|precision| (precision.target, precision.level));
    let all = (
        identity(scenario.game()),
        scenario,
        plan.seed,
        plan.games,
        precision,
    );
    Ok(hex(&Sha256::digest(serde_json::to_vec(&all)?)))
}

impl Point {
    /// Creates the point from the results of a run.
    pub fn new(key: String, simulation: &Simulation, played: &Played) -> Point {
        let (cast, tally) = (simulation.cast(), &played.tally);
        Point {
            key,
            games: played.games,
            rounds: tally
                .lengths()
                .map(|(rounds, games)| u64::from(rounds) * games)
                .sum(),
            sides: (!cast.cooperative).then_some(cast.sides),
            reached: played.reached,
            entrants: (cast.entrants.iter().enumerate())
                .map(|(i, who)| Sums::new(who, tally, i))
                .collect(),
        }
    }

    /// File name of the point with this key.
    pub fn file(key: &str) -> String {
        format!("{}.json", &key[..32])
    }

    /// Reads the point with this key from a folder; `None` if its file is missing or damaged.
    pub fn find(folder: &Path, key: &str) -> Option<Point> {
        let text = fs::read(folder.join(Point::file(key))).ok()?;
        let point: Point = serde_json::from_slice(&text).ok()?;
        (point.key == key).then_some(point)
    }

    /// Writes the point into a folder by atomic rename, and returns the path of its file.
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
    use crate::stats::sample;

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
            luck: None,
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
    fn a_key_holds_what_bots_have_learnt_and_what_leads_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str, text: &str| fs::write(path(name), text).unwrap();
        let plan = Plan {
            seed: 1,
            games: 10,
            precision: None,
            threads: 2,
            records: false,
            luck: None,
        };
        let of = |bot: &str| {
            let scenario = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
            let played = format!("strategy={:?}", path(bot));
            key(&Scenario::load(scenario, &[played]).unwrap(), &plan).unwrap()
        };
        let greedy =
            |kills: u8| format!("kind = \"greedy\"\n[weights]\npoints = 1\nkills = {kills}\n");

        // Bots named in the files of a search.
        write("guide.toml", &greedy(1));
        write("player.toml", &greedy(1));
        let search = "guide = \"guide.toml\"\nplayers = [\"player.toml\"]\n";
        write(
            "search.toml",
            &format!("kind = \"mcts\"\n[search]\niterations = 9\n{search}"),
        );
        let first = of("search.toml");
        assert_eq!(first, of("search.toml"));
        write("guide.toml", &greedy(2));
        let second = of("search.toml");
        write("player.toml", &greedy(2));
        let third = of("search.toml");
        assert!(first != second && second != third);

        // Weights of a network.
        let shipped = Path::new("strategies/ultimate-warriorz/trained.toml");
        let weights = fs::read(shipped.with_extension("safetensors")).unwrap();
        let text = fs::read_to_string(shipped).unwrap();
        let learnt = |weights: &[u8]| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            for line in &mut lines {
                if line.starts_with("sha256 = ") {
                    *line = format!("sha256 = \"{}\"", hex(&Sha256::digest(weights)));
                }
                if line.starts_with("weights = ") {
                    *line = "weights = \"net.safetensors\"".to_owned();
                }
            }
            write("net.toml", &lines.join("\n"));
            fs::write(path("net.safetensors"), weights).unwrap();
            of("net.toml")
        };
        let mut other = weights.clone();
        let last = other.len() - 4;
        other[last..].copy_from_slice(&0.125f32.to_le_bytes());
        assert_eq!(learnt(&weights), learnt(&weights));
        assert_ne!(learnt(&weights), learnt(&other));
    }

    #[test]
    fn a_measure_is_summed_by_its_form() {
        let by_value = [3, 5, 0, 2];
        assert_eq!(Sum::new(Form::Amount, &by_value), Sum::Amount { total: 11 });
        let time = Sum::Time {
            games: 7,
            total: 11,
        };
        assert_eq!(Sum::new(Form::Time, &by_value), time);
        assert_eq!(Sum::new(Form::Flag, &[3, 5]), Sum::Flag { games: 5 });
        let games = by_value.to_vec();
        assert_eq!(Sum::new(Form::Class, &by_value), Sum::Class { games });
    }

    #[test]
    fn a_point_comes_back_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let cast = sample::crowd(3, 2);
        let mut tally = Tally::new(&cast, &sample::every_form(40));
        for seed in 0..4 {
            tally.add(&sample::any_record(&cast, tally.measures(), seed));
        }
        let point = Point {
            key: "a".repeat(64),
            games: 4,
            rounds: 28,
            sides: Some(4),
            reached: false,
            entrants: vec![Sums::new(&cast.entrants[1], &tally, 1)],
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
