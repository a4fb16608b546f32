//! Tests of `gong tune`: its output, resuming, and rejected input.

use std::fs;
use std::process::Stdio;

use super::interrupted::interrupt;
use crate::common::patience;
use crate::common::world::{World, keeps, texts};

/// Arguments with few games and few values: the result is inaccurate, but the command is fast.
const QUICK: [&str; 12] = [
    "tune",
    "four.toml",
    "--games",
    "30",
    "--edits",
    "2",
    "--within",
    "3%",
    "--only",
    "size",
    "--only",
    "cards.1",
];
const TABLES: [&str; 3] = ["solutions", "edits", "results"];

fn tune(world: &World, arguments: &[&str], out: &str) -> String {
    let told = world.gong(&[&QUICK[..], arguments, &["--out", out]].concat(), 0);
    assert_eq!(String::from_utf8_lossy(&told.stderr), "");
    String::from_utf8(told.stdout).unwrap()
}

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
    let told = world.gong(&words.split_whitespace().collect::<Vec<_>>(), 0);
    let told = String::from_utf8_lossy(&told.stdout);
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
    let text = fs::read_to_string(world.path("fix.toml")).unwrap();
    assert!(text.contains("# Made by gong ") && text.contains("rounds = 6"), "{text}");
    assert!(text.contains("roster = \"roster.toml\""), "{text}");
    let checked = world.gong(&["check", "fix.toml"], 0);
    assert!(String::from_utf8_lossy(&checked.stdout).starts_with("ok: fix.toml: scenario"));
    world.gong(&["run", "fix.toml", "--games", "20", "--out", "run"], 0);
    assert!(told.contains("gong run fix.toml"), "{told}");

    // An existing file is never overwritten. The command then refuses before it plays games.
    let before = world.tree();
    let all = [&QUICK[..], &["--write", "fix.toml", "--out", "two"]].concat();
    let told = world.gong(&all, 2);
    let told = String::from_utf8_lossy(&told.stderr);
    assert!(told.contains("--write fix.toml: exists already"), "{told}");
    assert!(world.tree() == before);
}

#[test]
fn what_was_played_is_not_played_again_and_threads_decide_nothing() {
    let world = World::new();
    let told = tune(&world, &["--threads", "1"], "one");
    assert!(!told.contains("already"), "{told}");
    tune(&world, &["--threads", "3"], "three");
    let first = bytes(&world, "one");
    assert!(first == bytes(&world, "three"));
    let points = fs::read_dir(world.path("one/points")).unwrap().count();
    assert!(points > 4, "{points}");
    let told = tune(&world, &[], "one");
    let kept = format!("Points from an earlier run: {points}\n");
    assert!(told.contains(&kept), "{told}");
    assert!(first == bytes(&world, "one"));
    tune(&world, &["--seed", "2"], "three");
    assert!(first != bytes(&world, "three"), "another seed, other games");
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
    let told = tune(&world, &[], "out");
    assert!(told.contains("sets of edits, "), "{told}");
}

#[test]
fn what_is_near_enough_is_left_as_it_is() {
    let world = World::new();
    let near = [
        "tune",
        "four.toml",
        "--games",
        "30",
        "--within",
        "60%",
        "--write",
        "fix.toml",
        "--out",
        "out",
    ];
    let told = world.gong(&near, 0);
    let told = String::from_utf8_lossy(&told.stdout);
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
    let told = world.gong(
        &[
            "tune",
            "jungle.toml",
            "--target",
            "50%",
            "--games",
            "20",
            "--edits",
            "1",
            "--rules",
            "--out",
            "together",
        ],
        0,
    );
    let told = String::from_utf8_lossy(&told.stdout);
    assert!(told.contains("50.0"), "{told}");
    let all = ["tune", "cards.toml", "--games", "20", "--edits", "1", "--out", "cards"];
    world.gong(&all, 0);
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
    let words: Vec<&str> = words.split_whitespace().collect();
    let told = String::from_utf8(world.gong(&words, 0).stdout).unwrap();
    assert!(told.lines().any(|line| line.starts_with("Titane ")), "{told}");
    assert!(told.contains(" of 50 rows; all rows"), "{told}");
}

#[test]
fn the_reference_player_corrects_the_win_rates_of_the_tuning() {
    let world = World::new();
    let words = "tune four.toml --strategy random --reference balanced --games 60 --edits 1 \
                 --target jojoba=25% --only fighters.jojoba --out out";
    let words: Vec<&str> = words.split_whitespace().collect();
    let told = world.gong(&words, 0);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("estimated for “balanced”"), "{told}");
    assert!(told.contains("With balanced %"), "{told}");
    let tables = world.tables_of("out", &["results"]);
    let results = tables.get("results");
    let column = |name: &str| results.column(name).unwrap();
    let every = |name: &str| -> Vec<String> {
        column(name).str().unwrap().iter().map(|of| of.unwrap_or_default().to_owned()).collect()
    };
    let [arms, players, subjects, measures] = ["arm", "player", "subject", "measure"].map(every);
    let values: Vec<Option<f64>> = column("value").f64().unwrap().iter().collect();
    let fair: Vec<Option<f64>> = column("fair").f64().unwrap().iter().collect();
    let row = |arm: &str, player: &str, measure: &str, subject: &str| {
        let wanted = [arm, player, measure, subject];
        let is = |&at: &usize| [&arms[at], &players[at], &measures[at], &subjects[at]] == wanted;
        (0..arms.len()).find(is)
    };
    let correction = |arm: &str, subject: &str| {
        let value = |measure| values[row(arm, "random", measure, subject)?];
        Some(value("estimated_win_rate")? - value("win_rate")?)
    };
    let unchanged = |subject: &str| correction("as it is", subject).unwrap();
    assert!(subjects[..8].iter().any(|of| unchanged(of).abs() > 0.01));
    let tested = row("1 edit", "balanced", "win_rate", "jojoba").unwrap();
    assert_eq!(fair[tested], Some(0.25));
    assert_eq!(players.iter().filter(|of| *of == "balanced").count(), 16);
    let before = bytes(&world, "out");
    world.gong(&words, 0);
    assert!(before == bytes(&world, "out"));
}

#[test]
fn what_cannot_be_tuned_is_refused_and_nothing_is_written() {
    let world = World::new();
    let before = world.tree();
    for (arguments, wanted) in [
        ("", "SCENARIO"),
        ("four.toml --target 25", "less than 100%"),
        ("four.toml --target agarik=25%", "did you mean `agaric`?"),
        ("four.toml --target 60%", "from the fair share, 25.0%"),
        ("jungle.toml", "as in --target 50%"),
        ("four.toml --within 0", "--within"),
        ("four.toml --edits 0", "--edits"),
        ("four.toml --only fighters.agarik", "did you mean `fighters.agaric`?"),
        ("four.toml --not rules.rounds", "add --rules"),
        ("four.toml --only size --not size", "leave no value"),
        ("four.toml --precision 1%", "gong tune has no flag --precision"),
        ("four.toml --write fix.txt", "ends in .toml"),
        ("four.toml --write nowhere/fix.toml", "there is no folder nowhere"),
        ("four.toml --write roster.toml", "exists already"),
        ("four.toml --strategy agressive", "did you mean `aggressive`?"),
        ("four.toml --strategy balanced,aggressive", "accepts no list of bots"),
        ("four.toml --out roster.toml", "roster.toml is a file"),
    ] {
        let words = ["tune"].into_iter().chain(arguments.split_whitespace());
        let output = world.gong(&words.collect::<Vec<_>>(), 2);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(wanted), "{arguments}: {told}");
    }
    assert!(world.tree() == before, "something was written");
}
