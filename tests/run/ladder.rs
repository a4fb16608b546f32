//! Tests of `gong ladder` as a command: its output, the order of strong and weak bots, and rejected
//! input.

use std::fs;

use polars::prelude::DataFrame;

use crate::common::world::{World, rows_with};

/// A bot that is weaker than random: it avoids the options that greedy prefers.
const LOSER: &str = "kind = 'greedy'\n[weights]\nwounds = -1\npoints = -1\n";

/// Returns the results about subjects of this kind.
fn results(world: &World, kind: &str, measure: &str) -> DataFrame {
    let tables = world.tables("out");
    rows_with(tables.get("results"), &[("subject_kind", kind), ("measure", measure)])
}

fn counts(frame: &DataFrame, column: &str) -> Vec<u64> {
    frame.column(column).unwrap().u64().unwrap().iter().flatten().collect()
}

fn words(frame: &DataFrame, column: &str) -> Vec<String> {
    let words = frame.column(column).unwrap().str().unwrap();
    words.iter().flatten().map(str::to_owned).collect()
}

#[test]
fn the_strong_are_told_from_the_weak_in_results() {
    let world = World::new();
    world.write("loser.toml", LOSER);
    let ask = [
        "ladder",
        "four.toml",
        "--strategy",
        "random,greedy.toml,loser.toml",
        "--games",
        "900",
        "--out",
        "out",
        "--png",
    ];
    let output = world.gong(&ask, 0);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains(": 3 bots, 900 games in "), "{told}");
    assert!(told.contains("\nBots by strength: “greedy” > “random” > “loser”\n"), "{told}");
    let manifest = world.manifest("out");
    assert_eq!((manifest.kind.as_str(), manifest.games), ("ladder", 900));
    let timed: Vec<&str> = manifest.bots.iter().map(|bot| bot.strategy.as_str()).collect();
    assert_eq!(timed, ["random", "greedy", "loser"]);
    assert!(manifest.bots.iter().all(|bot| bot.decisions > 1_000));
    // Only some bots need a measurable time: a random bot may need less time than a reading of the
    // clock.
    assert!(manifest.bots.iter().any(|bot| bot.seconds > 0.0));
    assert_eq!(manifest.results, world.tables("out").hash().unwrap());
    // Four seats per game, and every bot plays each seat equally often.
    let wins = results(&world, "bot", "win_rate");
    assert_eq!(counts(&wins, "games"), [1_200; 3]);
    assert_eq!(counts(&wins, "wins").iter().sum::<u64>(), 900);
    let ratings = results(&world, "bot", "rating");
    assert_eq!(words(&ratings, "player"), ["greedy", "random", "loser"]);
    let rating: Vec<f64> =
        ratings.column("value").unwrap().f64().unwrap().iter().flatten().collect();
    assert!(
        rating.iter().sum::<f64>().abs() < 1e-6 && rating[0] > rating[1] && rating[1] > rating[2],
        "{rating:?}"
    );
    let pairs = results(&world, "pair", "rating");
    assert_eq!(words(&pairs, "subject"), ["greedy+random", "greedy+loser", "random+loser"]);
    assert_eq!(words(&pairs, "changes"), ["above"; 3]);
    let fighters = counts(&results(&world, "fighter", "win_rate"), "wins");
    assert_eq!((fighters.len(), fighters.iter().sum::<u64>()), (3 * 8, 900));
    for chart in &manifest.charts {
        let svg = fs::read_to_string(world.path(&format!("out/charts/{chart}.svg"))).unwrap();
        assert!(svg.starts_with("<svg ") && !svg.contains("href"), "{chart}");
        assert!(world.path(&format!("out/charts/{chart}.png")).exists(), "{chart}");
    }
    let page = fs::read_to_string(world.path("out/report.html")).unwrap();
    assert!(page.contains("Bots by strength: “greedy” &gt; “random” &gt; “loser”"));
}

#[test]
fn of_many_bots_the_strongest_are_named() {
    let world = World::new();
    world.write("loser.toml", LOSER);
    let bots = "random,greedy.toml,loser.toml,balanced,cautious,aggressive,hunter";
    let ask = format!("ladder four.toml --strategy {bots} --games 700 --out out");
    let output = world.gong(&ask.split(' ').collect::<Vec<_>>(), 0);
    let told = String::from_utf8(output.stdout).unwrap();
    let headline = told.lines().find(|line| line.starts_with("The strongest of 7 bots: “"));
    assert!(headline.is_some_and(|names| !names.contains("“loser”")), "{told}");
    assert!(world.copied("out").contains("Bot against bot"));
}

#[test]
fn a_bot_is_as_strong_as_its_copy() {
    let world = World::new();
    let greedy = fs::read_to_string(world.path("greedy.toml")).unwrap();
    world.write("copy.toml", &greedy);
    for (line_up, scenario) in [("four.toml", "four"), ("teams.toml", "teams")] {
        let ask = [
            "ladder",
            line_up,
            "--strategy",
            "greedy.toml,copy.toml",
            "--games",
            "600",
            "--out",
            scenario,
        ];
        let told = String::from_utf8(world.gong(&ask, 0).stdout).unwrap();
        let same = |a: &str, b: &str| {
            told.contains(&format!(
                "\nThe bots “{a}” and “{b}” do not differ significantly in strength\n"
            ))
        };
        assert!(same("greedy", "copy") || same("copy", "greedy"), "{told}");
    }
}

#[test]
fn the_command_of_the_manifest_plays_the_same_again_on_any_number_of_threads() {
    let world = World::new();
    for ask in [
        &["four.toml", "--strategy", "random,greedy.toml"][..],
        &["teams.toml", "--strategy", "random,greedy.toml,balanced", "--seed", "4"],
        &[
            "four.toml",
            "--strategy",
            "random,greedy.toml,balanced,cautious,aggressive",
            "--set",
            "rules.rounds=3",
        ],
    ] {
        let results = ["1", "2", "7"].map(|threads| {
            world.gong(
                &[&["ladder", "--games", "99", "--out", threads, "--threads", threads], ask]
                    .concat(),
                0,
            );
            world.manifest(threads)
        });
        assert!(results.iter().all(|one| one.results == results[0].results), "{ask:?}");
        let decisions =
            |i: usize| results[i].bots.iter().map(|bot| bot.decisions).collect::<Vec<_>>();
        assert_eq!(decisions(0), decisions(2));
        let command = &results[0].command;
        let mut again: Vec<&str> = command.split(' ').skip(1).collect();
        again.extend(["--out", "again"]);
        world.gong(&again, 0);
        assert_eq!(world.manifest("again").results, results[0].results, "{command}");
    }
}

#[test]
fn too_few_games_are_not_rated_and_the_page_says_so() {
    let world = World::new();
    let ask =
        ["ladder", "four.toml", "--strategy", "random,greedy.toml", "--games", "6", "--out", "out"];
    world.gong(&ask, 0);
    let page = fs::read_to_string(world.path("out/report.html")).unwrap();
    assert!(page.contains("Too few games to rate the bots"));
    let headline = world.manifest("out").headline;
    assert_eq!(headline, "Too few games to rate the bots: play more (--games)");
    let ratings = results(&world, "bot", "rating");
    assert_eq!(ratings.column("value").unwrap().null_count(), 2);
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let world = World::new();
    fs::create_dir(world.path("other")).unwrap();
    world.write("other/greedy.toml", LOSER);
    world.write("broken.toml", "kind = 'greedy'\n[weights]\nwunds = 1\n");
    for (ask, said) in [
        (&["four.toml", "--strategy", "random"][..], "needs at least two bots"),
        (
            &["cards.toml", "--strategy", "tactician"],
            "needs at least two bots, as in --strategy random,trained",
        ),
        (&["four.toml", "--strategy", "random,random"], "would both be called random"),
        (
            &["four.toml", "--strategy", "greedy.toml,other/greedy.toml"],
            "would both be called greedy",
        ),
        (&["four.toml", "--strategy", "random,balancd"], "did you mean `balanced`?"),
        (&["four.toml", "--strategy", "random,broken.toml"], "broken.toml:3:1"),
        (&["four.toml", "--strategy", "random,seats.1=balanced"], "give only the names of bots"),
        (&["four.toml", "--precision", "1%"], "gong ladder has no flag --precision"),
        (&["--strategy", "random,balanced"], "tribal-rumble.toml"),
    ] {
        let output = world.gong(&[&["ladder", "--out", "out"], ask].concat(), 2);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(said), "{ask:?}: {told}");
        assert!(!world.path("out").exists(), "{ask:?}");
    }
}
