//! Tests of bots that learn rules before the games of a command (adaptation).

use std::fs;
use std::path::Path;

use gong::scenario::network_file::adapted_files;

use super::unlearnt::{DUEL, STRANGE, TABLE, play};
use crate::common::world::World;

/// Arguments of a run that trains its bot before its games.
fn adapting() -> Vec<&'static str> {
    let run =
        ["run", DUEL, "--games", "60", "--quick", "--adapt", "300", "--strategy", "trained-1"];
    [&run[..], &STRANGE].concat()
}

#[test]
fn a_bot_learns_the_rules_and_is_kept_in_the_report() {
    let world = World::new();
    let told = play(&world, &adapting(), "out");
    let wanted = "Adapted: trained-1 first learnt this scenario in 300 training games.";
    assert!(told.contains(wanted), "{told}");
    let manifest = world.manifest("out");
    assert!(manifest.command.contains(" --adapt 300"), "{}", manifest.command);
    assert!(manifest.unlearnt.is_empty());
    let adapted = manifest.adapted.clone().unwrap();
    assert_eq!(
        (adapted.bot.as_str(), adapted.file.as_str()),
        ("trained-1", "out/bots/trained-1.toml")
    );
    // The bot in the report has played the games of the report, and can be used like any other bot.
    world.gong(&["check", &adapted.file], 0);
    let command = ["run", DUEL, "--games", "60", "--strategy", &adapted.file];
    play(&world, &[&command[..], &STRANGE].concat(), "again");
    assert_eq!(world.manifest("again").results, manifest.results);
    // `gong watch` shows the games of the report.
    let line = told_line(&play(&world, &adapting(), "out"), "gong watch ");
    assert!(line.contains(" --strategy out/bots/trained-1.toml"), "{line}");
    world.typed(line.strip_prefix("gong ").unwrap());
}

/// Returns the first line of a terminal output that has this text, from the text on.
fn told_line(told: &str, text: &str) -> String {
    let mut lines = told.lines().filter_map(|line| line.find(text).map(|at| &line[at..]));
    lines.next().expect("such a line").to_owned()
}

/// Plays a command in two shards, and merges them into the folder `merged`.
fn merge_shards(world: &World, command: &[&str]) {
    for shard in ["1/2", "2/2"] {
        let out = ["--shard", shard, "--out", "shards"];
        world.gong(&[command, &out].concat(), 0);
    }
    world.says("merge shards --out merged");
}

#[test]
fn an_adapted_run_can_be_repeated_and_divided() {
    let world = World::new();
    play(&world, &adapting(), "whole");
    let results = world.manifest("whole").results;
    world.gong(&["rerun", "whole"], 0);
    merge_shards(&world, &adapting());
    assert_eq!(world.manifest("merged").results, results);
    for file in ["trained-1.toml", "trained-1.safetensors"] {
        let bot = |out: &str| fs::read(world.path(out).join("bots").join(file)).unwrap();
        assert!(bot("merged") == bot("whole"), "{file}");
    }
    // A later report in the same folder has no adapted bot.
    let usual = ["run", DUEL, "--games", "60", "--quick"];
    play(&world, &usual, "merged");
    assert!(!world.path("merged/bots/trained-1.toml").exists());
    // In a comparison of two reports, the bots of the reports play.
    play(&world, &["compare", "merged", "whole"], "both");
    assert!(world.manifest("both").unlearnt.is_empty());
}

#[test]
fn only_the_seed_of_the_adaptation_determines_the_training() {
    let world = World::new();
    let bot = |out: &str, seed: [&str; 2]| {
        play(&world, &[&adapting()[..], &seed].concat(), out);
        fs::read(world.path(out).join("bots/trained-1.safetensors")).unwrap()
    };
    let first = bot("first", ["--adapt-seed", "1"]);
    assert!(bot("same", ["--seed", "2"]) == first);
    assert!(bot("other", ["--adapt-seed", "2"]) != first);
}

#[test]
fn bots_that_cannot_learn_are_refused() {
    let world = World::new();
    let wanted = "--adapt 9: only a bot of kind trained that plays every seat can learn";
    let told = world.refuses(&format!("run {DUEL} --strategy balanced --adapt 9"));
    assert!(told.contains(wanted), "{told}");
}

#[test]
fn the_guides_of_the_reference_player_adapt_in_every_game() {
    let world = World::new();
    for (scenario, set) in [
        ("ultimate-warriorz/tribal-rumble-2", "rules.rounds=9"),
        ("mad-arena/ultimate-warrior", "rules.rounds=9"),
        ("battle-cards/duel-quick", "rules.max_turns=15"),
        ("jungle-alert/one", "rules.alerts.siren.count=0"),
    ] {
        let path = format!("{}/scenarios/{scenario}.toml", env!("CARGO_MANIFEST_DIR"));
        let path = path.as_str();
        let sets = ["--set", set, "--adapt", "100", "--strategy", "trained-1"];
        let run = ["run", path, "--games", "20", "--reference", "mcts-quick"];
        let told = play(&world, &[&run[..], &sets].concat(), scenario);
        let wanted =
            "trained-1 and mcts-quick first learnt this scenario in 100 training games each";
        assert!(told.contains(wanted), "{told}");
    }
}

#[test]
fn the_bots_of_a_sweep_learn_its_points() {
    let world = World::new();
    let sweep =
        ["sweep", DUEL, "--games", "20", "--quick", "--adapt", "100", "--strategy", "trained-1"];
    let vary = ["--vary", "rules.rounds=7,9"];
    let told = play(&world, &[&sweep[..], &vary].concat(), "out");
    let wanted = "Adapted: trained-1 first learnt these variants in 100 training games.";
    assert!(told.contains(wanted), "{told}");
    let results = world.manifest("out").results;
    // The points of bots that have not adapted are other points.
    let plain = ["sweep", DUEL, "--games", "20", "--quick"];
    play(&world, &[&plain[..], &vary].concat(), "out");
    assert_ne!(world.manifest("out").results, results);
    world.gong(&["rerun", "out"], 0);
}

#[test]
fn the_bots_of_other_questions_learn_too() {
    let world = World::new();
    let only = ["--only", "cactus.size", "--edits", "1"];
    for command in [
        [&["tune", DUEL, "--games", "40"], &only[..]].concat(),
        vec!["sensitivity", DUEL, "--games", "4", "--fighter", "cactus"],
        vec!["pairings", TABLE, "--games", "10", "--fighters", "agaric,cactus,baobab,bonzai"],
    ] {
        let name = command[0];
        let adapting =
            [&command[..], &["--quick", "--adapt", "100", "--strategy", "trained-1"], &STRANGE]
                .concat();
        play(&world, &adapting, name);
        assert!(world.path(name).join("bots/trained-1.toml").exists());
        world.gong(&["rerun", name], 0);
    }
}

#[test]
fn the_reference_player_of_merged_shards_adapts_too() {
    let world = World::new();
    let fighters = ["--fighters", "agaric,cactus,baobab,bonzai"];
    let games =
        ["--games", "20", "--reference", "mcts-quick", "--adapt", "100", "--strategy", "trained-1"];
    let pairings = [&["pairings", TABLE], &fighters[..], &games, &STRANGE].concat();
    play(&world, &pairings, "whole");
    // The merge plays the games of the reference player.
    merge_shards(&world, &pairings);
    let results = |out: &str| world.manifest(out).results;
    assert_eq!(results("merged"), results("whole"));
}

#[test]
fn the_name_of_an_adapted_bot_leads_to_no_other_folder() {
    for name in ["trained", "../../trained", "/etc/trained", "..", ""] {
        let files = adapted_files(name);
        let inside = files.iter().all(|file| file.parent() == Some(Path::new("bots")));
        assert!(inside, "{files:?}");
    }
}
