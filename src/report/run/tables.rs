//! The tables of a run.
//!
//! Long form, one row per fact; shares and probabilities in 0…1; rounds, seats, teams and places count from 1. What each column
//! means stands beside the code that fills it.

use anyhow::Result;

use super::build;
use crate::report::Tables;
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

/// Every table of a run. `level` is that of the intervals (see [`crate::report::Manifest::interval_level`]).
pub fn tables(cast: &Cast, tally: &Tally, level: f64) -> Result<Tables> {
    Ok(Tables::new(vec![
        ("win_rates", build::win_rates(cast, tally, level)?),
        ("scores", build::scores(cast, tally)?),
        ("score_summary", build::score_summary(cast, tally)?),
        ("eliminations", build::eliminations(cast, tally)?),
        ("placements", build::placements(cast, tally)?),
        ("matchups", build::matchups(cast, tally)?),
        ("cards", build::cards(cast, tally)?),
        ("game_lengths", build::game_lengths(tally)?),
    ]))
}

/// The share of all games that an entrant of average strength wins.
pub fn fair_share(cast: &Cast) -> f64 {
    1.0 / cast.sides.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::tally;
    use crate::stats::{Entrant, sample};

    fn tables(cast: &Cast, games: u64) -> Tables {
        super::tables(cast, &tally(cast, games), 0.95).unwrap()
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
        let read = Tables::read(folder.path(), &NAMES).unwrap();
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
        cast.sides = 2;
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
            things: vec![],
        });
        let mut tally = Tally::new(&cast, &sample::measures());
        let playing = sample::cast(4, 4);
        (0..10).for_each(|seed| tally.add(&sample::game(&playing, seed)));
        let tables = super::tables(&cast, &tally, 0.95).unwrap();
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
