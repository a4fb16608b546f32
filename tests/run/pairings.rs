//! Tests of `gong pairings` as a command: its output, the marks in its tables, and rejected input.

use std::fs;

use gong::scenario::Scenario;

use crate::common::world::{World, keeps, rows_with, sum, tree};

const LINE_UPS: &str = "line_up u64, teams str, games u64, off f64, verdict str";

#[test]
fn every_line_up_is_in_the_tables_with_the_columns_that_users_rely_on() {
    let world = World::new();
    let output = world.gong(
        &["pairings", "four.toml", "--team-size", "2", "--games", "20", "--out", "out", "--png"],
        0,
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.starts_with("Four at random, the tests' own: 210 line-ups, 4,200 games in "),
        "{told}"
    );
    assert!(told.contains("open out/report.html"), "{told}");
    let manifest = world.manifest("out");
    assert_eq!((manifest.kind.as_str(), manifest.games), ("pairings", 4_200));
    let tables = world.tables("out");
    assert_eq!(manifest.results, tables.hash().unwrap());
    let headline = &manifest.headline;
    assert!(headline.contains("210 line-ups"), "{headline}");
    keeps(tables.get("line_ups"), LINE_UPS);
    // 420 teams, 8 fighters and 28 pairs.
    let heights = ["line_ups", "results"].map(|name| tables.get(name).height());
    assert_eq!(heights, [210, 420 + 8 + 28]);
    assert_eq!(sum(tables.get("line_ups"), "games"), 4_200);
    for chart in &manifest.charts {
        let svg = fs::read_to_string(world.path(&format!("out/charts/{chart}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && !svg.contains("href"), "{chart}");
        assert!(world.path(&format!("out/charts/{chart}.png")).exists(), "{chart}");
    }
    let page = fs::read_to_string(world.path("out/report.html")).unwrap();
    assert!(
        world.copied("out").contains(&manifest.command) && page.contains("Agaric + Baobab"),
        "{}",
        manifest.command
    );
}

#[test]
fn the_command_of_the_manifest_plays_the_same_again_on_any_number_of_threads() {
    let world = World::new();
    for ask in [
        &["--games", "30", "--team-size", "3"][..],
        &[
            "--games",
            "200",
            "--margin",
            "10%",
            "--fighters",
            "agaric,baobab,cactus,sorgho",
            "--strategy",
            "greedy.toml",
        ],
        &["--games", "10", "--team-size", "2,2,2", "--seed", "9"],
        &["--games", "10", "--team-size", "3,2", "--level", "0.9"],
    ] {
        let out = |threads| {
            [&["pairings", "four.toml", "--out", threads, "--threads", threads], ask].concat()
        };
        let results = ["1", "2", "7"].map(|threads| {
            let told = String::from_utf8(world.gong(&out(threads), 0).stdout).unwrap();
            assert!(told.contains("Best %"), "{told}");
            world.manifest(threads)
        });
        assert!(results.iter().all(|one| one.results == results[0].results), "{ask:?}");
        let command = &results[0].command;
        assert!(command.contains("--team-size "));
        let mut again: Vec<&str> = command.split(' ').skip(1).collect();
        again.extend(["--out", "again"]);
        world.gong(&again, 0);
        assert_eq!(world.manifest("again").results, results[0].results, "{command}");
        let bytes = |out: &str| {
            let tables = tree(&world.path(out).join("tables")).into_iter();
            tables
                .map(|(path, (bytes, _))| (path.file_name().unwrap().to_owned(), bytes))
                .collect::<Vec<_>>()
        };
        assert!(bytes("1") == bytes("7"), "{ask:?}");
    }
}

#[test]
fn a_scenario_with_teams_says_how_they_sit_and_how_many_they_are() {
    let world = World::new();
    world.gong(&["pairings", "teams.toml", "--games", "5", "--out", "out"], 0);
    assert_eq!(world.tables("out").get("line_ups").height(), 210, "all of the roster, in pairs");
}

#[test]
fn reports_are_played_again_from_what_their_folders_keep() {
    let world = World::new();
    for (kind, ask) in [
        ("pairings", "four.toml --games 5"),
        ("pairings", "four.toml --games 200 --margin 10% --fighters agaric,baobab,cactus,sorgho"),
        ("parties", "jungle.toml --games 10"),
    ] {
        let words: Vec<&str> = ask.split(' ').collect();
        world.gong(&[&["pairings"], &words[..], &["--out", "out"]].concat(), 0);
        let manifest = world.manifest("out");
        assert_eq!(manifest.kind.as_str(), kind, "{ask}");
        let told = world.gong(&["rerun", "out"], 0).stdout;
        let told = String::from_utf8_lossy(&told);
        assert!(told.starts_with("the same: "), "{ask}: {told}");
        fs::remove_dir_all(world.path("out")).unwrap();
    }
}

/// Checks the reference player: it plays the line-ups that the verdict names, and shards and
/// repetitions give the same.
#[test]
fn the_reference_player_checks_the_line_ups_that_the_verdict_names() {
    let world = World::new();
    for (ask, teams, reference) in [
        (
            "pairings four.toml --strategy random --reference beginner --games 300 \
             --fighters agaric,baobab,bonzai,cactus,sorgho",
            12,
            "beginner",
        ),
        (
            "pairings jungle.toml --strategy random --reference careful --games 100 \
             --fighters tempo,mira-lynx,gros-roc",
            3,
            "careful",
        ),
    ] {
        let asked: Vec<&str> = ask.split_whitespace().collect();
        let told = world.gong(&[&asked[..], &["--out", "out"]].concat(), 0);
        assert_eq!(String::from_utf8_lossy(&told.stderr), "");
        let told = String::from_utf8(told.stdout).unwrap();
        assert!(told.contains("the reference player “"), "{told}");
        let tables = world.tables_of("out", &["results"]);
        let theirs = tables.get("results");
        assert_eq!(rows_with(theirs, &[("player", reference)]).height(), teams);
        world.gong(&["rerun", "out"], 0);
        world.shards_give_the_same(&asked);
        for folder in ["out", "shards", "merged"] {
            fs::remove_dir_all(world.path(folder)).unwrap();
        }
    }
}

#[test]
fn parties_of_a_cooperative_game_play_the_same_missions_and_are_ranked() {
    let world = World::new();
    let ask = [
        "pairings",
        "jungle.toml",
        "--strategy",
        "jungle-greedy.toml",
        "--fighters",
        "tempo,mira-lynx,gros-roc,yohan-duo",
        "--games",
        "40",
        "--out",
    ];
    let output = world.gong(&[&ask[..], &["out"]].concat(), 0);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Two heroes, the tests' own: 6 parties, 240 games in "), "{told}");
    let tables = world.tables("out");
    keeps(tables.get("line_ups"), LINE_UPS);
    let results = tables.get("results");
    let count = |kind| rows_with(results, &[("subject_kind", kind)]).height();
    assert_eq!(["group", "fighter", "pair"].map(count), [6, 4, 6]);
    // The scenario's own party wins the same games as in runs of the scenario, in which its two
    // heroes sit in both orders in turn.
    let seed = world.manifest("out").seed;
    let mut won = 0;
    for (first, heroes) in [(0, ["mira-lynx", "tempo"]), (1, ["tempo", "mira-lynx"])] {
        let sets = [
            format!("line-up.heroes={heroes:?}"),
            format!("strategy={}", world.path("jungle-greedy.toml").display()),
        ];
        let simulation = Scenario::load(&world.path("jungle.toml"), &sets).unwrap().open();
        let mut worker = simulation.worker();
        for game in (first..40).step_by(2) {
            won += u64::from(worker.play(seed, game).unwrap().players[0].won);
        }
    }
    let party = [("subject_kind", "group"), ("subject", "mira-lynx+tempo")];
    let party = rows_with(results, &party);
    let rate = party.column("value").unwrap().f64().unwrap().get(0);
    assert_eq!(rate, Some(won as f64 / 40.0));
    // The results do not depend on the number of threads.
    world.gong(&[&ask[..], &["other", "--threads", "3"]].concat(), 0);
    let of = |out: &str| world.manifest(out).results;
    assert_eq!(of("out"), of("other"));
    for (flags, said) in [
        (&["--team-size", "2,2"][..], "with several sizes"),
        (&["--margin", "3%"], "parties are ranked"),
        (&["--team-size", "5"], "; a game has at most 4"),
        (&["--fighters", "tempo"], "parties of 2 need 2 heroes; --fighters names only 1"),
    ] {
        let ask = [&["pairings", "jungle.toml", "--out", "none"], flags].concat();
        let output = world.gong(&ask, 2);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(said), "{told}");
        assert!(!world.path("none").exists());
    }
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let world = World::new();
    for (ask, said) in [
        (&["--team-size", "5"][..], "teams of 5 against 5 need 10 fighters; a game has at most 8"),
        (&["--team-size", "0"], "0 is not in 1..=7"),
        (&["--fighters", "agarik,cactus"], "did you mean `agaric`?"),
        (&["--fighters", "agaric,cactus,sorgho"], "need 4 fighters; --fighters names only 3"),
        (&["--margin", "50%"], "below the fair share of 2 teams"),
        (&["--precision", "1%"], "has no flag --precision"),
    ] {
        let output = world.gong(&[&["pairings", "four.toml", "--out", "out"], ask].concat(), 2);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(said), "{ask:?}: {told}");
        assert!(!world.path("out").exists(), "{ask:?}");
    }
}
