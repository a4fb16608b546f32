//! Tests of `gong rerun`: the command plays the games of a report again from the data stored in the
//! report, even if the original files have changed.

use std::fs;

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
fn other_results_end_in_1_and_what_cannot_be_played_again_in_2() {
    let world = World::new();
    world.run("run", &["four.toml", "--games", "50"]);
    let manifest = world.text("run/manifest.json");
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
    let found = world.text("run/found.json");
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
    world.says("compare four.toml --set rules.rounds=5 --games 20 --out other");
    let (code, told) = rerun(&world, "other");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("the same: 20 games"), "{told}");
    // Only the report of `gong run` can be used in place of a scenario.
    let wanted = "plays it again: gong compare four.toml --set rules.rounds=5 --seed 1 --games 20";
    world.refuses_each("run", &format!("other => {wanted}"));
}

/// Checks that a report whose tables or manifest were edited is not "the same".
#[test]
fn edited_tables_and_facts_are_named() {
    let world = World::new();
    world.run("run", &["four.toml", "--games", "50"]);
    let manifest = world.text("run/manifest.json");
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
