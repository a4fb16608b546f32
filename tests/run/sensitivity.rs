//! Tests of `gong sensitivity` as a command: its output and rejected input.

use std::fs;

use gong::report::{Table, Tables};

use super::interrupted::{begin, interrupt};
use crate::common::world::{World, keeps, rows_with, texts};

const COLUMNS: &str = "arm str, fighter str, thing str, value str, field str, words str, provenance str, now str, step str, to str, \
    subject str, change f64, changes str";

fn table(world: &World, out: &str, name: &str) -> Table {
    let tables = Tables::read(&world.path(out).join("tables"), &world.manifest(out).tables);
    tables.unwrap().named(name).unwrap().clone()
}

/// Returns the stored tables `steps` and `results` of a report.
fn stored(world: &World, out: &str) -> [Vec<u8>; 2] {
    let file = |name| fs::read(world.path(out).join(format!("tables/{name}.parquet"))).unwrap();
    ["steps", "results"].map(file)
}

/// Returns the two numbers before and after some words of a page.
fn numbers(page: &str, words: &str) -> [u64; 2] {
    let mut places = page.match_indices(words).map(|(at, _)| at);
    let around = |at: usize| {
        let before = page[..at].trim_end().rsplit(|c: char| c.is_whitespace() || c == '>');
        let after = page[at + words.len()..].split(' ');
        let number = |word: Option<&str>| word?.replace(',', "").parse().ok();
        Some([number({ before }.next())?, number({ after }.next())?])
    };
    places.find_map(around).expect("numbers")
}

/// Returns the number of rows that have a value in a column.
fn known(table: &Table, column: &str) -> usize {
    let column = table.column(column).unwrap();
    column.len() - column.null_count()
}

#[test]
fn of_all_values_the_largest_are_measured() {
    let world = World::new();
    world.write("two.toml", "title = \"Two alone\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\nstrategy = \"random\"\n[line-up]\nfighters = [\"agaric\", \"baobab\"]\n");
    let ask = "sensitivity two.toml --games 100 --out";
    let told = world.says(&format!("{ask} out --threads 1"));
    assert!(told.contains("Two alone: ") && told.contains("open out/report.html"), "{told}");
    let [table, results] = ["steps", "results"].map(|name| table(&world, "out", name));
    keeps(&table, COLUMNS);
    let manifest = world.manifest("out");
    assert_eq!(manifest.kind.as_str(), "sensitivity");
    let page = world.text("out/report.html");
    let [steps, games] = numbers(&page, " steps, ");
    let of_screen = manifest.games - steps * games;
    assert!((64..=4_000).contains(&of_screen) && games == 100, "{of_screen}, {games}");
    assert_eq!(texts(&table, "fighter"), ["agaric", "baobab"]);
    assert_eq!(texts(&results, "subject"), ["agaric", "baobab"]);
    assert_eq!(texts(&table, "step"), ["down", "off", "swap", "up", "withheld"]);
    assert_eq!(texts(&results, "measure"), ["round_eliminated", "score", "win_rate"]);
    // Each measured step has one fact per fighter and measure.
    assert_eq!(results.height() as u64, steps * 2 * 3);
    assert_eq!((known(&table, "changes") as u64, table.height() as u64), (steps, steps));
    for words in ["with the largest mean effects", "What matters most"] {
        assert!(page.contains(words), "{words}");
    }
    // The results do not depend on the number of threads.
    world.says(&format!("{ask} more --threads 3"));
    assert!(stored(&world, "out") == stored(&world, "more"));
    assert_eq!(manifest.results, world.manifest("more").results);
}

#[test]
fn of_a_fighter_that_is_named_every_step_is_measured() {
    let world = World::new();
    world.says("sensitivity teams.toml --fighter sorgho --rules --games 40 --seed 3 --out out");
    let table = table(&world, "out", "steps");
    assert_eq!(texts(&table, "fighter"), ["sorgho"]);
    assert_eq!(known(&table, "changes"), table.height());
    assert!(texts(&table, "field").contains(&"rules.rounds".to_owned()));
    let page = world.text("out/report.html");
    assert!(page.contains("rules.rounds=") && !page.contains("Selected:"));
}

/// Returns whose value changes, and by how much, in the rows of a table `results` with these values
/// in these columns.
fn changes(table: &Table, wanted: &[(&str, &str)]) -> Vec<(String, Option<f64>)> {
    let rows = rows_with(table, wanted);
    let subjects = rows.column("subject").unwrap().str().unwrap().iter();
    let changes = rows.column("change").unwrap().f64().unwrap().iter();
    subjects.zip(changes).map(|(of, change)| (of.unwrap_or_default().to_owned(), change)).collect()
}

#[test]
fn a_step_of_a_comparison_is_what_the_sensitivity_says() {
    let world = World::new();
    let ask = "four.toml --strategy greedy.toml --games 200";
    world.says(&format!("sensitivity {ask} --fighter baobab --out out"));
    world.says(&format!("compare {ask} --set fighters.baobab.size=14 --out two"));
    let compared = world.tables_of("two", &["results"]);
    let of =
        [("arm", "fighters.baobab.size=14"), ("measure", "win_rate"), ("subject_kind", "fighter")];
    let ours = changes(&table(&world, "out", "results"), &of);
    assert_eq!(ours.len(), 8);
    assert_eq!(ours, changes(compared.get("results"), &of[1..]));
}

#[test]
fn the_reference_player_plays_the_largest_effects_again() {
    let world = World::new();
    let ask = "sensitivity four.toml --fighter agaric --games 400 --strategy random";
    world.says(&format!("{ask} --out alone"));
    let told = world.says(&format!("{ask} --reference balanced --out out"));
    let results = table(&world, "out", "results");
    let checks = changes(&results, &[("player", "balanced")]);
    // Of each checked step, the changes of all fighters by all three measures.
    assert!([1, 2, 3].contains(&(checks.len() / (3 * 8))), "{}", checks.len());
    assert!(told.contains("Measured with the reference player “balanced”"), "{told}");
    // The command's own games are the same without a reference player.
    let [alone, out] = ["alone", "out"].map(|out| stored(&world, out));
    assert!(alone[0] == out[0]);
    assert_eq!(table(&world, "alone", "results").height() + checks.len(), results.height());
    // The command at the end of the summary measures the headline's step again.
    let next = told.lines().find_map(|line| line.split_once("gong compare ")).unwrap().1;
    world.typed(&format!("compare {next} --games 400 --out two"));
    let arm = next.split_once("--set ").unwrap().1.split(' ').next().unwrap().trim_matches('\'');
    let wanted = [("subject", "agaric"), ("measure", "win_rate")];
    let ours = changes(&results, &[&wanted[..], &[("player", "random"), ("arm", arm)]].concat());
    let compared = world.tables_of("two", &["results"]);
    assert_eq!(ours, changes(compared.get("results"), &wanted));
    assert_eq!(ours.len(), 1);
}

#[test]
fn a_party_and_its_rules_are_measured_too() {
    let world = World::new();
    let ask = "sensitivity jungle.toml --rules --games 12 --strategy jungle-greedy.toml --out out";
    world.says(ask);
    let table = table(&world, "out", "steps");
    assert_eq!(texts(&table, "fighter"), ["mira-lynx", "tempo"]);
    let page = world.text("out/report.html");
    assert!(page.contains("Tempo: ") && page.contains("rules."));
}

#[test]
fn ctrl_c_before_a_result_says_whether_games_are_saved() {
    let world = World::new();
    for (flags, may_save) in [("", false), ("--fighter agaric", true)] {
        let ask = format!("sensitivity four.toml --games 10m --out out {flags}");
        let output = interrupt(begin(&world, &ask));
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{told}");
        let saved = world.path("out").exists();
        assert!(may_save || !saved, "{told}");
        assert_eq!(told.contains("the same command resumes"), saved, "{told}");
        assert_eq!(told.contains("before there was a result: nothing is saved"), !saved, "{told}");
    }
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let rows = "
        => SCENARIO
        none.toml => none.toml
        four.toml --fighter cactsu => did you mean `cactus`?
        teams.toml --fighter cactus => no fighter `cactus` plays in this scenario
        jungle.toml --fighter cactus => no hero `cactus`
        four.toml --precision 1% => gong sensitivity has no flag --precision
        four.toml --games 0 => at least 1
        four.toml --set fighters.agaric.size=99 => fighters.agaric.size
        four.toml --strategy random,greedy.toml => --strategy";
    World::new().refuses_each("sensitivity", rows);
}
