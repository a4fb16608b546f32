//! Tests of `gong rerun`: the command plays the games of a report again from the data stored in the
//! report, even if the original files have changed.

use std::fs;

use super::interrupted::{begin, interrupt};
use crate::common::world::World;

/// Returns the output of a rerun and its exit code; checks that the rerun changes no file.
fn rerun(world: &World, folder: &str) -> (Option<i32>, String) {
    let before = world.tree();
    let output = world.command(&["rerun", folder]).output().unwrap();
    assert!(world.tree() == before, "{folder}");
    let told = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(told).unwrap())
}

#[test]
fn a_run_of_any_game_is_the_same_after_all_its_files_are_gone() {
    let world = World::new();
    world.write("mine.luau", "function score(view, option)\n\treturn option.points\nend\n");
    let runs = [
        "four.toml --games 300",
        "four.toml --precision 10% --quick --seed 7 --level 90%",
        "four.toml --games 100 --strategy trained --set rules.rounds=5 --set fighters.agaric.size=9",
        "four.toml --games 60 --strategy mine.luau --strategy seats.2=greedy.toml",
        "teams.toml --games 60 --strategy hunter --rows",
        "mad.toml --games 200",
        "cards.toml --games 200 --strategy cards-greedy.toml",
        "jungle.toml --games 200 --strategy jungle-greedy.toml",
    ];
    for (i, run) in runs.iter().enumerate() {
        let arguments: Vec<&str> = run.split_whitespace().collect();
        world.run(&format!("r{i}"), &arguments);
    }
    for entry in fs::read_dir(world.path("")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::remove_file(path).unwrap();
        }
    }
    for (i, run) in runs.iter().enumerate() {
        let (code, told) = rerun(&world, &format!("r{i}"));
        assert_eq!(code, Some(0), "{run}: {told}");
        let results = world.manifest(&format!("r{i}")).results;
        assert!(told.starts_with("the same: ") && told.contains(&results), "{run}: {told}");
    }
}

#[test]
fn other_results_end_in_1_and_what_cannot_be_played_again_in_2() {
    let world = World::new();
    world.run("run", &["four.toml", "--games", "50"]);
    let manifest = fs::read_to_string(world.path("run/manifest.json")).unwrap();
    let spoil = |from: &str, to: &str| {
        assert!(manifest.contains(from), "{from}");
        world.write("run/manifest.json", &manifest.replacen(from, to, 1));
        rerun(&world, "run")
    };
    // The file of the table `results` has a hash, too.
    let results = ("\n  \"results\": \"", "\n  \"results\": \"0");
    let (code, told) = spoil(results.0, results.1);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.starts_with("error: not the same: 50 games of Four at random"), "{told}");
    assert!(told.contains("the report was changed"), "{told}");
    let other = manifest.replacen("\"engine\": \"", "\"engine\": \"0", 1);
    world.write("run/manifest.json", &other.replacen(results.0, results.1, 1));
    let (code, told) = rerun(&world, "run");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("by another build of gong"), "{told}");
    let version = format!("\"gong\": \"{}\"", env!("CARGO_PKG_VERSION"));
    let (code, told) = spoil(&version, "\"gong\": \"0.0.1\"");
    assert_eq!(code, Some(0), "the same results by another version: {told}");
    world.write("run/manifest.json", &manifest);
    let found = fs::read_to_string(world.path("run/found.json")).unwrap();
    assert!(found.contains("\"size\":5"));
    world.write("run/found.json", &found.replacen("\"size\":5", "\"size\":500", 1));
    let (code, told) = rerun(&world, "run");
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("run/found.json is damaged"), "{told}");
    fs::remove_file(world.path("run/found.json")).unwrap();
    let (code, told) = rerun(&world, "run");
    assert_eq!(code, Some(2), "{told}");
    assert!(
        told.contains("plays its games again: gong run four.toml --seed 1 --games 50"),
        "{told}"
    );
    let (code, told) = rerun(&world, ".");
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("is this the folder of a report?"), "{told}");
    world.gong(
        &["compare", "four.toml", "--set", "rules.rounds=5", "--games", "20", "--out", "other"],
        0,
    );
    let (code, told) = rerun(&world, "other");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("the same: 20 games"), "{told}");
    // Only the report of `gong run` can be used in place of a scenario.
    let told = String::from_utf8(world.gong(&["run", "other"], 2).stderr).unwrap();
    assert!(
        told.contains(
            "plays it again: gong compare four.toml --set rules.rounds=5 --seed 1 --games 20"
        ),
        "{told}"
    );
}

/// Checks that a report whose tables or manifest were edited is not "the same".
#[test]
fn edited_tables_and_facts_are_named() {
    let world = World::new();
    world.run("run", &["four.toml", "--games", "50"]);
    let manifest = fs::read_to_string(world.path("run/manifest.json")).unwrap();
    for (from, to, said) in [
        ("\"games\": 50,", "\"games\": 500,", "games 500, not 50"),
        ("\"seed\": 1,", "\"seed\": 2,", "seed 2, not 1"),
        ("\"level\": 0.95,", "\"level\": 0.99,", "level 0.99, not 0.95"),
        (
            "\"title\": \"Four at random",
            "\"title\": \"Five at random",
            "title \"Five at random, the tests' own\", not \"Four at random, the tests' own\"",
        ),
        ("\"headline\": \"", "\"headline\": \"Surely ", "has headline \"Surely "),
        ("\"verdict\": [", "\"verdict\": [\"All is well.\",", "has verdict [\"All is well.\""),
    ] {
        assert!(manifest.contains(from), "{from}");
        world.write("run/manifest.json", &manifest.replacen(from, to, 1));
        let (code, told) = rerun(&world, "run");
        assert_eq!(code, Some(1), "{told}");
        assert!(told.starts_with("error: not the same: ") && told.contains(said), "{told}");
    }
    world.write("run/manifest.json", &manifest);
    fs::copy(
        world.path("run/tables/placements.parquet"),
        world.path("run/tables/win_rates.parquet"),
    )
    .unwrap();
    fs::remove_file(world.path("run/tables/matchups.parquet")).unwrap();
    let (code, told) = rerun(&world, "run");
    assert_eq!(code, Some(1), "{told}");
    for said in ["tables/win_rates.parquet was changed", "tables/matchups.parquet "] {
        assert!(told.contains(said), "{told}");
    }
    assert!(!told.contains("placements"), "{told}");
}

/// Checks that repeating an interrupted run of a cooperative game leaves out the steps after its
/// games.
#[test]
fn an_interrupted_run_is_played_again_as_far_as_it_came() {
    let world = World::new();
    let endless = ["run", "jungle.toml", "--games", "100m", "--out", "out"];
    let output = interrupt(begin(&world, &endless));
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(world.manifest("out").partial);
    let (code, told) = rerun(&world, "out");
    assert_eq!(code, Some(0), "{told}");
}
