//! Tests of the tables: their columns agree with each other and with the games.

use std::path::Path;

use super::page;
use crate::questions::run::games::Games;
use crate::questions::run::tables::all;
use crate::report::Manifest;
use crate::report::sample::{manifest, tally};
use crate::stats::{Cast, Entrant, Form, Tally, sample};

#[test]
fn sums_agree_between_tables() {
    let cast = sample::cast(8, 4);
    let tables = all(&[Games::new(cast.clone(), tally(&cast, 500), 0.95)], false);
    let sum = |table: &str, column: &str| -> u64 {
        tables.get(table).column(column).unwrap().sum().unwrap()
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
    let playing = sample::cast(4, 4);
    let mut cast = playing.clone();
    let absent = Entrant { fighter: "absent".into(), things: vec![], ..cast.entrants[0].clone() };
    cast.entrants.push(absent);
    let mut tally = Tally::new(&cast, &sample::measures());
    (0..10).for_each(|seed| tally.add(&sample::game(&playing, seed)));
    let tables = all(&[Games::new(cast.clone(), tally.clone(), 0.95)], false);
    for (table, column) in [("win_rates", "win_rate"), ("score_summary", "p50")] {
        assert_eq!(tables.get(table).column(column).unwrap().null_count(), 1);
    }
    page(&cast, &tally, &manifest(&cast, 10));
}

/// Checks games with measures of every form. The game calls its fighters porters; only rivals have
/// a fair share.
#[test]
fn every_form_of_measure_has_its_tables_and_its_charts() {
    for cooperative in [false, true] {
        let cast = Cast { cooperative, ..sample::crowd(12, 2) };
        let measures = sample::every_form(40);
        let mut tally = Tally::new(&cast, &measures);
        (0..200).for_each(|seed| tally.add(&sample::any_record(&cast, &measures, seed)));
        let tables = all(&[Games::new(cast.clone(), tally.clone(), 0.95)], false);
        let fighter = ["porter", "porters"].map(str::to_owned);
        let measured = (&measures).into();
        let manifest = Manifest { measured, fighter, ..manifest(&cast, 200) };
        let page = page(&cast, &tally, &manifest);
        for measure in &measures.entrants {
            let name = measure.table;
            assert!(tables.named(name).is_ok(), "{name}");
            assert!(tables.named(&format!("game_{name}")).is_ok(), "{name}");
            let has_chart = page.charts.iter().any(|of| of.name == name);
            assert!(has_chart || measure.form != Form::Amount, "{name}");
        }
        assert_eq!(tables.named("placements").is_err(), cooperative);
        let html = page.render(&manifest).unwrap();
        assert!(html.contains(">Porter</button>") && !html.contains(">Fighter</button>"));
        assert_eq!(html.contains("fair share"), !cooperative);
        page.summary(&manifest, Path::new("x"), usize::MAX).unwrap();
    }
}
