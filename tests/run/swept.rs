//! Tests of `gong sweep`: its output, resuming, and rejected input.

use std::fs;
use std::process::{Child, Stdio};

use gong::report::Table;

use super::interrupted::{begin, interrupt};
use crate::common::patience;
use crate::common::world::{World, keeps, rows_with, sum, texts};

const GRID: &str =
    "sweep four.toml --vary rules.rounds=5..7 --vary strategy=balanced,random --games 40";

#[test]
fn a_sweep_has_rows_for_every_point_and_plays_only_what_it_has_not() {
    let world = World::new();
    let told = world.says(&format!("{GRID} --out out"));
    assert!(told.contains("6 combinations of settings, a total of 240 games"), "{told}");
    let tables = world.tables_of("out", &["results", "points"]);
    let points = tables.get("points");
    keeps(
        points,
        "arm str, rules.rounds i64, strategy str, player str, games u64, mean_rounds f64, off_fair f64, off_low f64, off_high f64, \
         farthest str, may_be_fairest bool",
    );
    assert_eq!((points.height(), sum(points, "games")), (6, 240));
    assert_eq!(texts(points, "strategy"), ["balanced", "random"]);
    let rates = win_rates(tables.get("results"), "random");
    assert_eq!(rates.len(), 24);

    // A point (one setting of the sweep) equals a run of that setting's scenario.
    let set = ["--set", "rules.rounds=6", "--strategy", "random"];
    world.run("run", &[&["four.toml", "--games", "40"], &set[..]].concat());
    let run = win_rates(world.tables("run").get("results"), "random");
    let point: Vec<_> = rates.into_iter().filter(|(arm, ..)| arm.contains("=6,")).collect();
    assert_eq!((point.len(), run.len()), (8, 8));
    assert!(point.iter().zip(&run).all(|(one, other)| one.1 == other.1));

    // A repeated command plays no games; a new value plays only the games of its own points.
    let results = || fs::read(world.path("out/tables/results.parquet")).unwrap();
    let points = || fs::read_dir(world.path("out/points")).unwrap();
    let repeats = |more: &str, points: usize| {
        let told = world.says(&format!("{GRID} --out out {more}"));
        let kept = format!("Points from an earlier run: {points}\n");
        assert_eq!(told.contains(&kept), points > 0, "{more}: {told}");
        assert_eq!(told.contains("Points from an earlier run"), points > 0, "{more}: {told}");
    };
    let first = results();
    assert_eq!(points().count(), 6);
    repeats("", 6);
    assert!(results() == first);
    // Damaged points are played again.
    let spoiled = points().next().unwrap().unwrap().path();
    let sound = fs::read_to_string(&spoiled).unwrap();
    for damaged in ["{}", &sound.replacen("\"sums\":[[", "\"sums\":[[99", 1)] {
        assert_ne!(damaged, sound);
        fs::write(&spoiled, damaged).unwrap();
        repeats("", 5);
        assert!(results() == first);
    }
    let told = world.says(&format!("{} --out out", GRID.replace("5..7", "5..8")));
    assert!(told.contains("Points from an earlier run: 6\n"), "{told}");
    // Another seed means other games, so no stored point is reused.
    repeats("--seed 2", 0);
    assert_eq!(points().count(), 6);
}

/// Returns the points and the wins of fighters with this player.
fn win_rates(results: &Table, player: &str) -> Vec<(String, u64)> {
    let of = [("player", player), ("subject_kind", "fighter"), ("measure", "win_rate")];
    let rows = rows_with(results, &of);
    let arms = rows.column("arm").unwrap().str().unwrap();
    let wins = rows.column("wins").unwrap().u64().unwrap();
    // Changes between two points have no wins.
    let rows = arms.iter().zip(wins.iter()).filter_map(|(arm, wins)| Some((arm, wins?)));
    rows.map(|(arm, wins)| (arm.unwrap_or_default().to_owned(), wins)).collect()
}

#[test]
fn the_reference_player_plays_every_point() {
    let world = World::new();
    let grid = "sweep four.toml --vary rules.rounds=5,6 --games 300 --strategy";
    let asked = format!("{grid} random --reference beginner --out out");
    let told = world.says(&asked);
    for said in [
        "2 values of rules.rounds, a total of 600 games",
        "Measured with the reference player “beginner” (600 games)",
        "No value is significantly fairer than another with “beginner” or with the bot “random”",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let tables = world.tables_of("out", &["results", "points"]);
    assert_eq!(texts(tables.get("points"), "player"), ["beginner", "random"]);
    let theirs = win_rates(tables.get("results"), "beginner");
    // The reference player finds what a sweep of its own finds.
    world.says(&format!("{grid} beginner --out alone"));
    let alone = world.tables_of("alone", &["results"]);
    assert_eq!(theirs.len(), 16);
    assert_eq!(theirs, win_rates(alone.get("results"), "beginner"));
    let told = world.says(&asked);
    assert!(told.contains("Points from an earlier run: 4\n"), "{told}");
    // Only a flag or the default bot brings a reference player.
    let alone = world.tables_of("alone", &["points"]);
    assert_eq!(texts(alone.get("points"), "player"), ["beginner"]);
}

#[test]
fn points_are_stale_when_what_decided_them_has_changed() {
    let world = World::new();
    let greedy = world.text("greedy.toml");
    world.write("guide.toml", &greedy);
    let search = "kind = \"mcts\"\n[search]\niterations = 4\nguide = \"guide.toml\"\n";
    world.write("search.toml", search);
    let sweep =
        "sweep four.toml --vary rules.rounds=5,6 --games 4 --strategy search.toml --out out";
    let swept = || world.says(sweep);
    let kept = "Points from an earlier run: 2\n";
    assert!(!swept().contains("an earlier run"));
    assert!(swept().contains(kept));
    assert_eq!(world.manifest("out").engine.len(), 64);
    world.write("guide.toml", &greedy.replace("whim = 0.25", "whim = 9"));
    assert!(!swept().contains("an earlier run"), "the guide is another");
    assert!(swept().contains(kept));
}

#[test]
fn line_ups_can_be_varied_and_everyone_keeps_its_name() {
    let world = World::new();
    let line_ups = r#"line-up.fighters=["agaric","jojoba"],["agaric","bonzai","cactus"]"#;
    world.says(&format!("sweep four.toml --vary {line_ups} --games 20 --out out"));
    let tables = world.tables_of("out", &["results", "points"]);
    let everyone = ["agaric", "bonzai", "cactus", "jojoba"];
    assert_eq!(texts(tables.get("results"), "subject"), everyone);
    assert_eq!(sum(tables.get("points"), "games"), 40);
    let page = world.text("out/report.html");
    assert!(page.contains("Bonzaï") && page.contains("changes the fair share"));
}

/// Starts a sweep with a fast first point and a second point that would take hours, and waits until
/// the first is stored.
fn half_done(world: &World, out: &str) -> Child {
    let child = world
        .command(&["sweep", "four.toml", "--vary", "strategy=random,mcts-fast"])
        .args(["--games", "2000", "--threads", "2", "--out", out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    patience::until("a point is kept", || kept(world, out) > 0);
    child
}

/// Returns the number of completed points that a sweep has stored.
fn kept(world: &World, out: &str) -> usize {
    let Ok(points) = fs::read_dir(world.path(&format!("{out}/points"))) else {
        return 0;
    };
    points.filter(|entry| entry.as_ref().unwrap().path().extension().is_some()).count()
}

#[test]
fn a_sweep_that_is_interrupted_reports_its_points_and_goes_on_where_it_was() {
    let world = World::new();
    let output = interrupt(half_done(&world, "out"));
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("1 of 2 values of strategy, "), "{told}");
    let manifest = world.manifest("out");
    assert!(manifest.partial && manifest.games == 2_000);
    assert!(world.text("out/report.html").contains("Ended early:"));

    // A killed sweep leaves its stored points and no report.
    let mut child = half_done(&world, "killed");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!world.path("killed/manifest.json").exists());
    for out in ["out", "killed"] {
        let sweep = "sweep four.toml --vary strategy=random,balanced --games 2000 --out";
        let told = world.says(&format!("{sweep} {out}"));
        assert!(told.contains("Points from an earlier run: 1\n"), "{out}: {told}");
        assert_eq!(kept(&world, out), 2, "{out}");
    }
    let table = |out: &str| fs::read(world.path(&format!("{out}/tables/results.parquet"))).unwrap();
    assert!(table("out") == table("killed"));

    // Before the first point is complete, nothing is stored.
    let long = "sweep four.toml --vary rules.rounds=5,6 --games 100m --threads 2 --out nothing";
    let output = interrupt(begin(&world, long));
    assert_eq!(output.status.code(), Some(130));
    assert!(!world.path("nothing").exists());
}

#[test]
fn what_cannot_be_swept_is_refused_and_nothing_is_written() {
    let rows = "
        four.toml => --vary
        --vary rules.rounds=5..6 => SCENARIO
        four.toml --vary rules.rounds => wants PATH=VALUES
        four.toml --vary rules.rounds= => something before and after
        four.toml --vary rules.rounds=7..5 => write 5..7
        four.toml --vary rules.rounds=5..x => not a number
        four.toml --vary rules.rounds=5,5 => 5 twice
        four.toml --vary rules.rounds=5..25 => --vary rules.rounds=21: rules.rounds: is 21
        four.toml --vary rules.round=5..6 => did you mean `rounds`?
        four.toml --vary fighters.agarik.size=3..4 => did you mean `agaric`?
        four.toml --vary rules.rounds=5 --vary rules.rounds=6 => --vary gives rules.rounds twice
        four.toml --vary fighters.agaric.size=1..20 --vary fighters.jojoba.size=1..20 --vary rules.rounds=1..20 => at most 2000
        four.toml --vary strategy=balanced,agressive => did you mean `aggressive`?
        four.toml --vary strategy=balanced,random --reference beginner => --vary varies the bots
        four.toml --vary rules.rounds=5 --reference beginer => did you mean `beginner`?
        four.toml --vary rules.rounds=5 --out roster.toml => roster.toml is a file
        four.toml --vary rules.rounds=5 --games 0 => --games
        four.toml four.toml --vary rules.rounds=5 => four.toml";
    World::new().refuses_each("sweep", rows);
}
