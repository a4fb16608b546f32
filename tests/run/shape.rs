//! Tests of `gong shape` as a command, for every game: its output, the reliability of its
//! estimates, and rejected input.

use gong::report::{Table, Tables};

use crate::common::world::{World, keeps, sum, values};

const COURSE: &str = "round u64, games u64, decided f64, ci_low f64, ci_high f64, over f64";

/// Returns the path of a scenario of the package.
fn scenario(name: &str) -> String {
    format!("{}/scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn tribal() -> String {
    scenario("ultimate-warriorz/tribal-rumble")
}

fn floats(table: &Table, column: &str) -> Vec<Option<f64>> {
    values(table, column)
}

/// Returns the value of a measure; `None` if the table has no value.
fn value(tables: &Tables, measure: &str) -> Option<f64> {
    let table = tables.get("results");
    let names: Vec<String> = values(table, "measure");
    let row = names.iter().position(|name| name == measure).unwrap();
    floats(table, "value")[row]
}

#[test]
fn a_shape_is_told_with_the_columns_that_users_rely_on() {
    let world = World::new();
    let told = world.says(&format!("shape {} --games 1300 --out out", tribal()));
    for said in [
        ": 1,300 games in ",
        "\nGames are decided in round ",
        " of the games, the winner once had ",
        " The lead changes ",
        "\n- Luck: ",
        "\n- Kingmaking: in ",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let manifest = world.manifest("out");
    assert_eq!(manifest.kind, "shape");
    let again = "--seed 1 --games 1300";
    assert!(manifest.command.contains(again), "{}", manifest.command);
    let tables = world.tables("out");
    assert_eq!(manifest.results, tables.hash().unwrap());
    let decided = tables.get("course");
    keeps(decided, COURSE);
    // The table has a row for each of the seven rounds, and a row for the time before the first
    // round.
    assert_eq!((decided.height(), sum(decided, "games")), (8, 1_300));
    let by_then = floats(decided, "decided");
    assert!(by_then.is_sorted() && by_then[7] == Some(1.0), "{by_then:?}");
    for (measure, from, to) in [
        ("rounds", 5.0, 7.0),
        ("lead_changes", 0.5, 4.0),
        ("comeback", 0.01, 0.3),
        ("waiting", 0.01, 0.4),
        ("dice", 0.0, 0.9),
        ("start", 0.0, 0.2),
        ("kingmaking", 0.0, 0.6),
        ("calibration", 0.0, 0.06),
    ] {
        let value = value(&tables, measure).unwrap();
        assert!((from..=to).contains(&value), "{measure}: {value}");
    }
    assert_eq!(manifest.charts, ["decided"]);
    // One game has a median, but neither a mean nor an interval.
    let told = world.says(&format!("shape {} --games 1 --out one", tribal()));
    for said in ["\nOnly one game was won: it is decided ", "not measured"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let tables = world.tables("one");
    assert!(value(&tables, "decided_round").is_some());
    let names: Vec<String> = values(tables.get("results"), "measure");
    let row = names.iter().position(|name| name == "decided_round");
    assert_eq!(floats(tables.get("results"), "ci_low")[row.unwrap()], None);
}

/// Checks the measures for teams, for two sides, and for a cooperative game: kingmaking needs three
/// sides.
#[test]
fn every_game_has_a_shape() {
    let world = World::new();
    for (name, has_kingmakers) in [
        ("mad-arena/ultimate-warrior", true),
        ("mad-arena/team-spirit-2-seats", false),
        ("battle-cards/duel-quick", false),
        ("jungle-alert/two", false),
    ] {
        let told = world.says(&format!("shape {} --games 3 --out out", scenario(name)));
        assert_eq!(told.contains("Kingmaking: in "), has_kingmakers, "{name}: {told}");
        let tables = world.tables("out");
        assert_eq!(value(&tables, "kingmaking").is_some(), has_kingmakers, "{name}");
        assert!(value(&tables, "decided_round").is_some(), "{name}");
    }
}

#[test]
fn bots_without_estimates_are_refused_with_those_that_have_some() {
    let world = World::new();
    let ask = format!("shape {} --strategy", tribal());
    let told = world.refuses(&format!("{ask} balanced"));
    assert!(told.contains("the bot balanced gives no estimates"), "{told}");
    assert!(told.contains("these bots give estimates: trained, trained-1"), "{told}");
    assert!(told.ends_with("; name one, as in --strategy trained\n"), "{told}");
    world.refuses_each(&ask, "seats.2=random => the bot random gives no estimates");
}
