//! Tests of the tables: their columns agree with each other and with the games.

use std::path::Path;

use super::{every_form, page};
use crate::questions::run::games::Games;
use crate::questions::run::tables::all;
use crate::report::sample::{manifest, tally};
use crate::report::{Manifest, Tables};
use crate::stats::{Cast, Entrant, Form, Tally, sample};

fn made(cast: &Cast, games: u64) -> Tables {
    all(&[Games::new(cast.clone(), tally(cast, games), 0.95)], false)
}

#[test]
fn tables_come_back_from_parquet_as_they_were() {
    let cast = sample::cast(8, 4);
    let written = made(&cast, 300);
    let folder = tempfile::tempdir().unwrap();
    written.write(folder.path()).unwrap();
    let read = Tables::read(folder.path(), &written.names()).unwrap();
    for (a, b) in written.0.iter().zip(&read.0) {
        assert!(a.frame().unwrap().equals_missing(&b.frame().unwrap()), "{}", a.name);
    }
    assert_eq!(written.hash().unwrap(), read.hash().unwrap());
    assert_ne!(written.hash().unwrap(), made(&cast, 301).hash().unwrap());
}

#[test]
fn sums_agree_between_tables() {
    let tables = made(&sample::cast(8, 4), 500);
    let sum = |table: &str, column: &str| -> u64 {
        let values = tables.get(table).column(column).unwrap();
        values.sum().unwrap()
    };
    // Four players in each of 500 games are counted once over all seats, and once by seat.
    assert_eq!(sum("win_rates", "games"), 2 * 4 * 500);
    assert_eq!(sum("win_rates", "wins"), 2 * 500);
    for table in ["scores", "eliminations", "placements"] {
        assert_eq!(sum(table, "games"), 4 * 500, "{table}");
    }
    // Each of four players meets three opponents; of two opponents, exactly one has the better
    // place.
    assert_eq!(sum("matchups", "games"), 4 * 3 * 500);
    assert_eq!(sum("matchups", "finished_ahead"), 4 * 3 * 500 / 2);
}

#[test]
fn survival_falls_to_the_share_that_survives() {
    let cast = sample::cast(4, 4);
    let games = Games::new(cast.clone(), tally(&cast, 400), 0.95);
    for entrant in games.entrants() {
        let counts = games.counts(entrant, sample::ROUND_ELIMINATED);
        let rounds = counts.rounds();
        assert!(rounds.is_sorted_by(|a, b| b.survival <= a.survival));
        let last = rounds.last().unwrap();
        assert_eq!((last.round, last.hazard), (None, None));
        assert_eq!(last.survival, counts.without_event());
    }
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
    let tables = all(&[Games::new(cast.clone(), tally.clone(), 0.95)], false);
    for (table, column) in [("win_rates", "win_rate"), ("score_summary", "p50")] {
        assert_eq!(tables.get(table).column(column).unwrap().null_count(), 1);
    }
    page(&cast, &tally, &manifest(&cast, 10));
}

#[test]
fn every_form_of_measure_has_its_tables_and_its_charts() {
    for cooperative in [false, true] {
        let mut cast = sample::crowd(12, 2);
        cast.cooperative = cooperative;
        let measures = sample::every_form(40);
        let tally = every_form(&cast, &measures, 200);
        let tables = all(&[Games::new(cast.clone(), tally.clone(), 0.95)], false);
        for measure in &measures.entrants {
            let name = measure.table;
            assert!(tables.named(name).is_ok(), "{name}");
            assert!(tables.named(&format!("game_{name}")).is_ok(), "{name}");
        }
        assert_eq!(tables.named("placements").is_err(), cooperative);
        let manifest = Manifest { measured: (&measures).into(), ..manifest(&cast, 200) };
        let page = page(&cast, &tally, &manifest);
        let amounts = measures.entrants.iter().filter(|measure| measure.form == Form::Amount);
        for measure in amounts {
            assert!(page.charts.iter().any(|of| of.name == measure.table), "{}", measure.name);
        }
        page.render(&manifest).unwrap();
        page.summary(&manifest, Path::new("x"), usize::MAX).unwrap();
    }
}
