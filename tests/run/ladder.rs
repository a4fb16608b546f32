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
    let bots = "random,greedy.toml,loser.toml";
    let told =
        world.says(&format!("ladder four.toml --strategy {bots} --games 900 --out out --png"));
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
        let svg = world.text(&format!("out/charts/{chart}.svg"));
        assert!(svg.starts_with("<svg ") && !svg.contains("href"), "{chart}");
        assert!(world.path(&format!("out/charts/{chart}.png")).exists(), "{chart}");
    }
    let page = world.text("out/report.html");
    assert!(page.contains("Bots by strength: “greedy” &gt; “random” &gt; “loser”"));
}

#[test]
fn of_many_bots_the_strongest_are_named() {
    let world = World::new();
    world.write("loser.toml", LOSER);
    let bots = "random,greedy.toml,loser.toml,balanced,cautious,aggressive,hunter";
    let told = world.says(&format!("ladder four.toml --strategy {bots} --games 700 --out out"));
    let headline = told.lines().find(|line| line.starts_with("The strongest of 7 bots: “"));
    assert!(headline.is_some_and(|names| !names.contains("“loser”")), "{told}");
    assert!(world.copied("out").contains("Bot against bot"));
}

#[test]
fn a_bot_is_as_strong_as_its_copy() {
    let world = World::new();
    fs::copy(world.path("greedy.toml"), world.path("copy.toml")).unwrap();
    for line_up in ["four", "teams"] {
        let bots = "greedy.toml,copy.toml";
        let ask = format!("ladder {line_up}.toml --strategy {bots} --games 600 --out {line_up}");
        let told = world.says(&ask);
        let same = |a: &str, b: &str| {
            let wanted = format!("“{a}” and “{b}” do not differ significantly in strength\n");
            told.contains(&format!("\nThe bots {wanted}"))
        };
        assert!(same("greedy", "copy") || same("copy", "greedy"), "{told}");
    }
}

#[test]
fn too_few_games_are_not_rated_and_the_page_says_so() {
    let world = World::new();
    world.says("ladder four.toml --strategy random,greedy.toml --games 6 --out out");
    assert!(world.text("out/report.html").contains("Too few games to rate the bots"));
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
    let rows = "
        four.toml --strategy random => needs at least two bots
        cards.toml --strategy tactician => needs at least two bots, as in --strategy random,trained
        four.toml --strategy random,random => would both be called random
        four.toml --strategy greedy.toml,other/greedy.toml => would both be called greedy
        four.toml --strategy random,balancd => did you mean `balanced`?
        four.toml --strategy random,broken.toml => broken.toml:3:1
        four.toml --strategy random,seats.1=balanced => give only the names of bots
        four.toml --precision 1% => gong ladder has no flag --precision
        --strategy random,balanced => tribal-rumble.toml";
    world.refuses_each("ladder --out out", rows);
}
