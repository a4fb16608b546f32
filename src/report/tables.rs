//! The tables of a run: a tally becomes data frames, and these become Parquet files and come back.
//!
//! Long form, one row per fact; shares and probabilities in 0…1; rounds, seats, teams and places count from 1. What each column
//! means stands beside the code that fills it.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use polars::prelude::{AnyValue, Column, DataFrame, DataType};
use polars_io::prelude::{ParquetCompression, ParquetReader, ParquetWriter, SerReader};
use sha2::{Digest, Sha256};

use super::build;
use crate::stats::{Cast, Tally};

/// The names of the tables, which are also their files' names under `tables/`, in the order in which their results are hashed.
pub const NAMES: [&str; 8] = [
    "win_rates",
    "scores",
    "score_summary",
    "eliminations",
    "placements",
    "matchups",
    "cards",
    "game_lengths",
];

/// The tables of a run, by name.
#[derive(Debug, Clone)]
pub struct Tables(BTreeMap<&'static str, DataFrame>);

impl Tables {
    /// Builds every table. `level` is that of the intervals (see [`super::Manifest::interval_level`]).
    pub fn new(cast: &Cast, tally: &Tally, level: f64) -> Result<Tables> {
        let mut tables = BTreeMap::new();
        tables.insert("win_rates", build::win_rates(cast, tally, level)?);
        tables.insert("scores", build::scores(cast, tally)?);
        tables.insert("score_summary", build::score_summary(cast, tally)?);
        tables.insert("eliminations", build::eliminations(cast, tally)?);
        tables.insert("placements", build::placements(cast, tally)?);
        tables.insert("matchups", build::matchups(cast, tally)?);
        tables.insert("cards", build::cards(cast, tally)?);
        tables.insert("game_lengths", build::game_lengths(tally)?);
        Ok(Tables(tables))
    }

    /// One table.
    ///
    /// # Panics
    /// If the name is none of [`NAMES`].
    pub fn get(&self, name: &str) -> &DataFrame {
        &self.0[name]
    }

    /// Writes every table into a folder, as `<name>.parquet`, compressed with zstd.
    pub fn write(&self, folder: &Path) -> Result<()> {
        for (name, table) in &self.0 {
            let path = folder.join(format!("{name}.parquet"));
            let file =
                File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
            ParquetWriter::new(file)
                .with_compression(ParquetCompression::Zstd(None))
                .set_parallel(false)
                .finish(&mut table.clone())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// Reads every table back from a folder.
    ///
    /// # Errors
    /// If one of them is missing or is no Parquet file.
    pub fn read(folder: &Path) -> Result<Tables> {
        let mut tables = BTreeMap::new();
        for name in NAMES {
            let path = folder.join(format!("{name}.parquet"));
            let file =
                File::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
            let table = ParquetReader::new(file)
                .finish()
                .with_context(|| format!("cannot read {}", path.display()))?;
            tables.insert(name, table);
        }
        Ok(Tables(tables))
    }

    /// SHA-256, in hexadecimal, of the results: every table's names and whole numbers, row by row. Floats are left out, being made from
    /// the whole numbers, so that the hash is the same on every machine.
    pub fn hash(&self) -> Result<String> {
        let mut hash = Sha256::new();
        for name in NAMES {
            let table = self.get(name);
            hash.update(format!("table {name}\n"));
            let columns: Vec<&Column> = table
                .columns()
                .iter()
                .filter(|column| *column.dtype() != DataType::Float64)
                .collect();
            for row in 0..table.height() {
                for column in &columns {
                    let value = match column.get(row)? {
                        AnyValue::Null => "-".to_string(),
                        AnyValue::String(text) => format!("{text:?}"),
                        value => value.try_extract::<u64>()?.to_string(),
                    };
                    hash.update(format!("{}={value}\t", column.name()));
                }
                hash.update("\n");
            }
        }
        Ok(hash
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect())
    }
}

/// The share of all games that an entrant of average strength wins.
pub fn fair_share(cast: &Cast) -> f64 {
    1.0 / cast.teams.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::tally;
    use crate::stats::{Entrant, sample};

    fn tables(cast: &Cast, games: u64) -> Tables {
        Tables::new(cast, &tally(cast, games), 0.95).unwrap()
    }

    /// The contract: `name: type`, with `?` where nulls may be.
    const CONTRACT: [(&str, &str); 7] = [
        (
            "win_rates",
            "entrant str, strategy str, team u8, seat u8, games u64, wins u64, win_rate f64, ci_low f64, ci_high f64, fair_share f64",
        ),
        ("scores", "entrant str, strategy str, score u16, games u64"),
        (
            "score_summary",
            "entrant str, strategy str, games u64, mean f64, sd f64, p5 u16, p25 u16, p50 u16, p75 u16, p95 u16",
        ),
        (
            "eliminations",
            "entrant str, strategy str, round u8, games u64, share f64, hazard f64, survival f64",
        ),
        (
            "placements",
            "entrant str, strategy str, place u8, games u64, share f64",
        ),
        (
            "matchups",
            "entrant str, opponent str, games u64, finished_ahead u64, eliminated u64, score_taken f64",
        ),
        (
            "cards",
            "entrant str, strategy str, card str, round u8, plays u64, wins u64, wounds_dealt u64, wounds_taken u64",
        ),
    ];

    #[test]
    fn columns_and_types_are_the_contract() {
        let cast = sample::cast(8, 4);
        let tables = tables(&cast, 200);
        for (name, columns) in CONTRACT {
            let have: Vec<String> = tables
                .get(name)
                .columns()
                .iter()
                .map(|c| format!("{} {}", c.name(), c.dtype()))
                .collect();
            assert_eq!(have.join(", "), columns, "{name}");
        }
    }

    #[test]
    fn tables_come_back_from_parquet_as_they_were() {
        let cast = sample::cast(8, 4);
        let written = tables(&cast, 300);
        let folder = tempfile::tempdir().unwrap();
        written.write(folder.path()).unwrap();
        let read = Tables::read(folder.path()).unwrap();
        for name in NAMES {
            assert!(written.get(name).equals_missing(read.get(name)), "{name}");
        }
        assert_eq!(written.hash().unwrap(), read.hash().unwrap());
    }

    #[test]
    fn the_hash_tells_one_game_more() {
        let cast = sample::cast(8, 4);
        assert_eq!(
            tables(&cast, 50).hash().unwrap(),
            tables(&cast, 50).hash().unwrap()
        );
        assert_ne!(
            tables(&cast, 50).hash().unwrap(),
            tables(&cast, 51).hash().unwrap()
        );
    }

    #[test]
    fn sums_agree_between_tables() {
        let cast = sample::cast(8, 4);
        let tables = tables(&cast, 500);
        let sum = |table: &str, column: &str| {
            tables
                .get(table)
                .column(column)
                .unwrap()
                .u64()
                .unwrap()
                .iter()
                .flatten()
                .sum::<u64>()
        };
        // Four players in each of 500 games, once over all seats and once by seat.
        assert_eq!(sum("win_rates", "games"), 2 * 4 * 500);
        assert_eq!(sum("win_rates", "wins"), 2 * 500);
        for table in ["scores", "eliminations", "placements"] {
            assert_eq!(sum(table, "games"), 4 * 500, "{table}");
        }
        // Everyone meets three opponents, and of two opponents one finishes ahead.
        assert_eq!(sum("matchups", "games"), 4 * 3 * 500);
        assert_eq!(sum("matchups", "finished_ahead"), 4 * 3 * 500 / 2);
    }

    #[test]
    fn survival_falls_to_the_share_that_survives() {
        let cast = sample::cast(4, 4);
        let tables = tables(&cast, 400);
        let table = tables.get("eliminations");
        let round: Vec<Option<u8>> = table
            .column("round")
            .unwrap()
            .u8()
            .unwrap()
            .iter()
            .collect();
        let survival: Vec<f64> = table
            .column("survival")
            .unwrap()
            .f64()
            .unwrap()
            .iter()
            .flatten()
            .collect();
        let hazard: Vec<Option<f64>> = table
            .column("hazard")
            .unwrap()
            .f64()
            .unwrap()
            .iter()
            .collect();
        for row in 1..round.len() {
            match (round[row - 1], round[row]) {
                (Some(_), Some(_)) => assert!(survival[row] <= survival[row - 1]),
                (Some(_), None) => {
                    assert_eq!(survival[row], survival[row - 1]);
                    assert_eq!(hazard[row], None);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn a_team_is_named_where_there_is_one() {
        let mut cast = sample::cast(4, 4);
        for (i, slot) in cast.slots.iter_mut().enumerate() {
            slot.team = Some(1 + (i % 2) as u8);
        }
        cast.teams = 2;
        let table = tables(&cast, 200);
        let team: Vec<Option<u8>> = table
            .get("win_rates")
            .column("team")
            .unwrap()
            .u8()
            .unwrap()
            .iter()
            .collect();
        let seat: Vec<Option<u8>> = table
            .get("win_rates")
            .column("seat")
            .unwrap()
            .u8()
            .unwrap()
            .iter()
            .collect();
        // Drawn fighters play for both teams: only the rows of a seat have one.
        assert!(
            team.iter()
                .zip(&seat)
                .all(|(team, seat)| team.is_some() == seat.is_some())
        );
        assert_eq!(fair_share(&cast), 0.5);
    }

    #[test]
    fn one_who_never_played_has_no_rate() {
        let mut cast = sample::cast(4, 4);
        cast.entrants.push(Entrant {
            fighter: "absent".to_string(),
            strategy: "balanced".to_string(),
            cards: vec![],
        });
        let mut tally = Tally::new(&cast, sample::MAX_SCORE);
        let playing = sample::cast(4, 4);
        (0..10).for_each(|seed| tally.add(&sample::game(&playing, seed)));
        let tables = Tables::new(&cast, &tally, 0.95).unwrap();
        assert_eq!(
            tables
                .get("win_rates")
                .column("win_rate")
                .unwrap()
                .null_count(),
            1
        );
        assert_eq!(
            tables
                .get("score_summary")
                .column("p50")
                .unwrap()
                .null_count(),
            1
        );
    }
}
