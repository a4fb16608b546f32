//! Tests of `gong tune`: its output, resuming, and rejected input.

use std::fs;
use std::process::Stdio;

use super::interrupted::interrupt;
use crate::common::patience;
use crate::common::world::{World, keeps, rows_with, texts};

/// Arguments with few games and few values: the result is inaccurate, but the command is fast.
const QUICK: &str = "tune four.toml --games 30 --edits 2 --within 3% --only size --only cards.1";
const TABLES: [&str; 3] = ["solutions", "edits", "results"];

fn bytes(world: &World, out: &str) -> Vec<Vec<u8>> {
    let table = |name| fs::read(world.path(&format!("{out}/tables/{name}.parquet"))).unwrap();
    TABLES.map(table).into()
}

#[test]
fn a_tuning_leaves_its_answer_and_a_scenario_that_can_be_played() {
    let world = World::new();
    // One fighter is far from its target, so a few games suffice to find an edit that brings the
    // win rate closer to it.
    let words = "tune four.toml --games 60 --edits 2 --within 3% --target jojoba=25% --only fighters.jojoba \
                 --set rules.rounds=6 --write fix.toml --out out";
    let told = world.says(words);
    assert!(told.contains("sets of edits, "), "{told}");
    let tables = world.tables_of("out", &TABLES);
    let solutions = tables.get("solutions");
    keeps(solutions, "solution u64, arm str, edits u64, steps u64, distance f64, certified bool");
    keeps(
        tables.get("edits"),
        "solution u64, fighter str, thing str, value str, field str, words str, provenance str, from str, to str, step str, by i64",
    );
    let results = tables.get("results");
    assert_eq!(results.height(), 8 * solutions.height());
    assert_eq!(texts(results, "arm"), texts(solutions, "arm"));
    assert!(solutions.height() > 1, "no edit comes nearer");
    let fields = texts(tables.get("edits"), "field");
    let allowed = |field: &String| field.starts_with("fighters.jojoba.");
    assert!(fields.iter().all(allowed), "{fields:?}");

    // The written file matches the page.
    let text = world.text("fix.toml");
    assert!(text.contains("# Made by gong ") && text.contains("rounds = 6"), "{text}");
    assert!(text.contains("roster = \"roster.toml\""), "{text}");
    assert!(world.says("check fix.toml").starts_with("ok: fix.toml: scenario"));
    world.says("run fix.toml --games 20 --out run");
    assert!(told.contains("gong run fix.toml"), "{told}");
    // An existing file is never overwritten. The command then refuses before it plays games.
    world.refuses_each(QUICK, "--write fix.toml --out two => --write fix.toml: exists already");
}

#[test]
fn what_was_played_is_not_played_again_and_threads_decide_nothing() {
    let world = World::new();
    let tune = |more: &str| world.says(&format!("{QUICK} --out out {more}"));
    assert!(!tune("--threads 1").contains("Points from an earlier run"));
    let first = bytes(&world, "out");
    let points = fs::read_dir(world.path("out/points")).unwrap().count();
    assert!(points > 4, "{points}");
    let told = tune("");
    assert!(told.contains(&format!("Points from an earlier run: {points}\n")), "{told}");
    assert!(first == bytes(&world, "out"));
    world.says(&format!("{QUICK} --out three --threads 3"));
    assert!(first == bytes(&world, "three"));
    tune("--seed 2");
    assert!(first != bytes(&world, "out"), "another seed, other games");
}

#[test]
fn a_tuning_that_is_interrupted_keeps_its_points_and_goes_on_where_it_was() {
    let world = World::new();
    let long = ["tune", "four.toml", "--games", "400", "--out", "out"];
    let child = world.command(&long).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    patience::until("a point is kept", || world.path("out/points").exists());
    let output = interrupt(child);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("the same command resumes"), "{told}");
    assert!(!world.path("out/manifest.json").exists());
    // The folder holds only stored points, so a report of another command may be written to it.
    let told = world.says(&format!("{QUICK} --out out"));
    assert!(told.contains("sets of edits, "), "{told}");
}

#[test]
fn what_is_near_enough_is_left_as_it_is() {
    let world = World::new();
    let near = "tune four.toml --games 30 --within 60% --write fix.toml --out out";
    let told = world.says(near);
    assert!(told.contains("No edit is needed: all 8 fighters are within"), "{told}");
    assert!(told.contains("fix.toml is not written"), "{told}");
    assert!(!world.path("fix.toml").exists());
    let tables = world.tables_of("out", &TABLES);
    assert_eq!(tables.get("edits").height(), 0);
    assert_eq!(tables.get("solutions").height(), 1);
}

#[test]
fn every_game_can_be_tuned() {
    let world = World::new();
    // A cooperative game has a target win rate for all players, and its rules may be edited.
    let told =
        world.says("tune jungle.toml --target 50% --games 20 --edits 1 --rules --out together");
    assert!(told.contains("50.0"), "{told}");
    world.says("tune cards.toml --games 20 --edits 1 --out cards");
}

/// Checks the terminal's table of win rates if only one of fifty characters has a target.
#[test]
fn a_win_rate_with_a_target_is_always_shown() {
    let world = World::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battle-cards/duel-quick.toml");
    let words = format!(
        "tune {shipped} --strategy tactician --games 20 --edits 1 --target titane=60% --only \
         fighters.titane.life --out out"
    );
    let told = world.says(&words);
    assert!(told.lines().any(|line| line.starts_with("Titane ")), "{told}");
    assert!(told.contains(" of 50 rows; all rows"), "{told}");
}

#[test]
fn the_reference_player_corrects_the_win_rates_of_the_tuning() {
    let world = World::new();
    let words = "tune four.toml --strategy random --reference balanced --games 60 --edits 1 \
                 --target jojoba=25% --only fighters.jojoba --out out";
    let told = world.says(words);
    assert!(told.contains("estimated for “balanced”"), "{told}");
    assert!(told.contains("With balanced %"), "{told}");
    let tables = world.tables_of("out", &["results"]);
    let results = tables.get("results");
    let number = |column: &str, arm: &str, player: &str, measure: &str, subject: &str| {
        let of = [("arm", arm), ("player", player), ("measure", measure), ("subject", subject)];
        rows_with(results, &of).column(column).unwrap().f64().unwrap().get(0).unwrap()
    };
    let corrected = |subject: &String| {
        let value = |measure| number("value", "as it is", "random", measure, subject);
        (value("estimated_win_rate") - value("win_rate")).abs() > 0.01
    };
    assert!(texts(results, "subject").iter().any(corrected));
    assert_eq!(number("fair", "1 edit", "balanced", "win_rate", "jojoba"), 0.25);
    assert_eq!(rows_with(results, &[("player", "balanced")]).height(), 16);
    let before = bytes(&world, "out");
    world.says(words);
    assert!(before == bytes(&world, "out"));
}

#[test]
fn what_cannot_be_tuned_is_refused_and_nothing_is_written() {
    let rows = "
        => SCENARIO
        four.toml --target 25 => less than 100%
        four.toml --target agarik=25% => did you mean `agaric`?
        four.toml --target 60% => from the fair share, 25.0%
        jungle.toml => as in --target 50%
        four.toml --within 0 => --within
        four.toml --edits 0 => --edits
        four.toml --only fighters.agarik => did you mean `fighters.agaric`?
        four.toml --only ( => --only '(': matches no value that can be edited; gong tune --help
        four.toml --only [ => --only '[': matches no value that can be edited; gong tune --help
        four.toml --not rules.rounds => add --rules
        four.toml --only size --not size => leave no value
        four.toml --precision 1% => gong tune has no flag --precision
        four.toml --write fix.txt => ends in .toml
        four.toml --write nowhere/fix.toml => there is no folder nowhere
        four.toml --write roster.toml => exists already
        four.toml --strategy agressive => did you mean `aggressive`?
        four.toml --strategy balanced,aggressive => accepts no list of bots
        four.toml --out roster.toml => roster.toml is a file";
    World::new().refuses_each("tune", rows);
}
