//! Tests of every command of the program with the toy game. `cargo test` builds the program;
//! `cargo build --example toy` builds it alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use polars::prelude::DataFrame;
use polars_io::prelude::{ParquetReader, SerReader};
use tempfile::TempDir;

use crate::frame::Frame;

/// Returns the path of the toy program, next to the folder of the tests.
fn program() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let program = test.ancestors().nth(2).unwrap().join("examples/toy");
    assert!(program.is_file(), "no {}: cargo build --example toy", program.display());
    program
}

/// A folder with the toy's scenarios and strategies, in which commands run.
struct World(TempDir);

impl World {
    fn new() -> World {
        let world = World(tempfile::tempdir().unwrap());
        for folder in ["scenarios", "strategies"] {
            fs::create_dir(world.path(folder)).unwrap();
            for entry in fs::read_dir(Path::new("tests/toy").join(folder)).unwrap() {
                let entry = entry.unwrap();
                fs::copy(entry.path(), world.path(folder).join(entry.file_name())).unwrap();
            }
        }
        world
    }

    fn path(&self, inside: &str) -> PathBuf {
        self.0.path().join(inside)
    }

    fn command(&self, words: &str) -> Output {
        let mut command = Command::new(program());
        command.args(words.split_whitespace()).current_dir(&self.0);
        command.output().unwrap()
    }

    /// Runs a command that must succeed; returns its output.
    fn does(&self, words: &str) -> String {
        let output = self.command(words);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words}: {told}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command with wrong input; returns the message.
    fn refuses(&self, words: &str) -> String {
        let output = self.command(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(output.stdout.is_empty(), "{words}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn table(&self, folder: &str, name: &str) -> DataFrame {
        let path = self.path(folder).join(format!("tables/{name}.parquet"));
        let file =
            fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        ParquetReader::new(file).finish().unwrap()
    }

    fn page(&self, folder: &str) -> String {
        fs::read_to_string(self.path(folder).join("report.html")).unwrap()
    }
}

const CARAVAN: &str = "scenarios/caravan.toml";
const BOTS: [&str; 5] = ["random", "steady", "hasty", "far-sighted", "watchful"];

#[test]
fn every_file_is_sound() {
    let told = World::new().does("check scenarios strategies");
    assert_eq!(told.lines().count(), 7, "{told}");
    for said in [
        "scenario \"A caravan of twelve\", 12 porters, led by two",
        "12 of 14 porters at random, led by two",
        "roster \"The caravan\", 14 porters",
        "strategy: goes on, and keeps guard",
        "decisions tried",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
}

#[test]
fn a_game_is_replayed_on_its_board() {
    let world = World::new();
    let told = world.does(&format!("watch {CARAVAN} --html game.html"));
    assert_eq!(told, "Next: open game.html\n");
    let page = fs::read_to_string(world.path("game.html")).unwrap();
    assert!(page.contains("<title>A caravan of twelve: game 0 of seed 1</title>"));
}

#[test]
fn faults_name_file_and_line_and_what_was_meant() {
    let world = World::new();
    let wrong = |name: &str, from: &str, to: &str| {
        let text = fs::read_to_string(world.path(name)).unwrap();
        assert!(text.contains(from));
        fs::write(
            world.path("wrong").join(Path::new(name).file_name().unwrap()),
            text.replace(from, to),
        )
        .unwrap();
    };
    fs::create_dir(world.path("wrong")).unwrap();
    fs::copy(world.path("scenarios/roster.toml"), world.path("wrong/roster.toml")).unwrap();
    wrong(CARAVAN, "\"oak\"", "\"oat\"");
    wrong("strategies/steady.toml", "wolves =", "wolvs =");
    wrong("strategies/watchful.luau", "view.weather ==", "view.wether ==");
    wrong("scenarios/drawn.toml", "draw = 12", "draw = 3");
    let told = world
        .refuses("check wrong/caravan.toml wrong/steady.toml wrong/watchful.luau wrong/drawn.toml");
    for said in [
        "wrong/caravan.toml:7:94: line-up.porters[10]: the roster has no porter `oat`; did you mean `oak`?",
        "wrong/steady.toml:9:1: weights.wolvs: ",
        "did you mean `wolves`?",
        "wrong/watchful.luau:4:10: the view has no field `wether`; did you mean `weather`?",
        "wrong/drawn.toml:7:1: line-up.draw: only 3 set out, fewer than rules.needed, 8: they turn back at once",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    let told = world.refuses(&format!("watch {CARAVAN} --set rules.distance=0"));
    assert!(told.contains("rules.distance") && told.contains("1 to 2000"), "{told}");
    let told = world.refuses(&format!("watch {CARAVAN} --strategy stedy"));
    assert!(told.contains("did you mean `steady`?"), "{told}");
}

/// Checks that `gong new` works for a user's own game, without any code for it in that game.
#[test]
fn porters_scenarios_and_bots_of_one_s_own_begin_from_its_schemas() {
    let world = World::new();
    world.does("new fighter Juniper --like oak");
    world.does("new scenario night --game night-pass");
    world.does("new bot bold --game night-pass");
    let told = world.does("check juniper.toml night.toml bold.toml");
    for said in ["15 porters at random, led by two", "adds fighters.juniper", "ok: bold.toml"] {
        assert!(told.contains(said), "{said}: {told}");
    }
    world.does("run juniper.toml --games 40 --strategy bold.toml --out report");
    assert!(world.does("rerun report").starts_with("the same: 40 games of With Juniper"));
    let told = world.does("list effects night-pass");
    assert_eq!(told, "a porter has only numbers and no effects\n");
}

/// Checks that a single porter cannot have its own bot, because a seat decides for all its porters.
#[test]
fn a_porter_has_no_bot_of_its_own() {
    let world = World::new();
    let told = world.refuses(&format!("watch {CARAVAN} --strategy fighters.oak=random"));
    assert!(told.contains("seats.1"), "{told}");
    world.does(&format!("watch {CARAVAN} --strategy seats.2=random"));
}

#[test]
fn lists_and_schemas_have_the_toy() {
    let world = World::new();
    for (list, said) in [
        ("games", "night-pass  Night Pass: two guides"),
        ("fighters night-pass", "  Alder (alder)"),
        ("fighters scenarios/roster.toml", "  Alder (alder)"),
        ("rules night-pass", "rules.needed = 8\n    N-4.2: with fewer porters"),
        ("rules", "# night-pass"),
        ("strategies night-pass", "(shipped: tests/toy/strategies/watchful.luau)"),
        ("features night-pass", "rest    warmth that the group regains"),
    ] {
        let told = world.does(&format!("list {list}"));
        assert!(told.contains(said), "{list}: {told}");
    }
    for (schema, said) in [
        ("scenario night-pass", "\"porters\""),
        ("roster night-pass", "\"warmth\""),
        ("strategy night-pass", "\"wolves\""),
        ("script night-pass", "declare function best_of(kind: string"),
    ] {
        let told = world.does(&format!("schema {schema}"));
        assert!(told.contains(said), "{schema}: {told}");
    }
}

#[test]
fn a_game_is_told_with_every_bot() {
    let world = World::new();
    for bot in BOTS {
        let words = format!("watch {CARAVAN} --seed 3 --strategy {bot}");
        let told = world.does(&words);
        assert!(told.starts_with("A caravan of twelve: game 0 of seed 3\n"), "{told}");
        assert!(told.contains("\nRound 2\n") && told.contains("The end: "), "{told}");
        assert_eq!(told, world.does(&words), "{bot} plays the same game again");
        let events = world.does(&format!("{words} --json"));
        let lines = events.lines().map(serde_json::from_str);
        let lines: Vec<serde_json::Value> = lines.map(Result::unwrap).collect();
        Frame::printed().check(&lines).unwrap_or_else(|wrong| panic!("{wrong}"));
        let explained = world.does(&format!("{words} --explain 2"));
        assert!(explained.contains("guide 2 decides by "), "{explained}");
        assert!(explained.contains("→ "), "{explained}");
    }
}

#[test]
fn rivals_are_wanted_where_there_are_none() {
    let world = World::new();
    let told = world.refuses(&format!("ladder {CARAVAN}"));
    assert!(told.contains("all porters play together"), "{told}");
    assert!(told.contains("gong run scenarios/caravan.toml --strategy "), "{told}");
    let told = world.refuses(&format!("pairings {CARAVAN}"));
    assert!(told.contains("no parties to form") && told.contains("gong run"), "{told}");
    assert!(!world.path("reports").exists());
}

#[test]
fn a_run_has_a_table_of_every_measure_and_neither_places_nor_a_fair_share() {
    let world = World::new();
    let told = world.does(&format!("run {CARAVAN} --games 500 --out report"));
    assert!(!told.to_lowercase().contains("fair share"), "{told}");
    let games = |table: &DataFrame| -> u64 {
        let games = table.column("games").unwrap().u64().unwrap().iter();
        games.flatten().sum()
    };
    let shares = |table: &DataFrame, column: &str| -> Vec<f64> {
        let shares = table.column(column).unwrap().f64().unwrap().iter();
        shares.flatten().collect()
    };
    let win_rates = world.table("report", "win_rates");
    assert_eq!(win_rates.column("fair_share").unwrap().null_count(), win_rates.height());
    let rates = shares(&win_rates, "win_rate");
    assert!(rates.iter().all(|rate| *rate == rates[0]), "all win together: {rates:?}");
    assert!((0.05..0.95).contains(&rates[0]), "some games nobody wins: {rates:?}");
    for (name, players) in
        [("warmth", 12), ("causes", 12), ("chilled", 12), ("game_endings", 1), ("game_steps", 1)]
    {
        assert_eq!(games(&world.table("report", name)), players * 500, "{name}");
    }
    let endings = shares(&world.table("report", "game_endings"), "share");
    assert!((endings.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{endings:?}");
    let losses = world.table("report", "losses");
    for survival in shares(&losses, "survival") {
        assert!((0.0..=1.0).contains(&survival));
    }
    assert!(shares(&losses, "hazard").iter().any(|hazard| *hazard > 0.0));
    let duties = world.table("report", "duties");
    let plays: u64 = duties.column("plays").unwrap().u64().unwrap().iter().flatten().sum();
    assert!(plays > 500 && duties.column("steps").is_ok());
    assert!(!world.path("report/tables/placements.parquet").exists());
    let page = world.page("report").to_lowercase();
    for word in ["fair share", "vs fair", "placement", "place 1", "matchup", "crowd"] {
        assert!(!page.contains(word), "{word}");
    }
    for word in ["warmth at the end", "round of loss", "turned-back", ">porter</button>"] {
        assert!(page.contains(word), "{word}");
    }
}

#[test]
fn runs_are_the_same_on_any_number_of_threads_and_with_every_bot() {
    let world = World::new();
    for bot in BOTS {
        let hash = |threads: u8| {
            let words = format!(
                "run {CARAVAN} --games 12 --strategy {bot} --threads {threads} --out {bot}-{threads}"
            );
            world.does(&words);
            let manifest =
                fs::read_to_string(world.path(&format!("{bot}-{threads}/manifest.json"))).unwrap();
            let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
            manifest["results"].clone()
        };
        assert_eq!(hash(1), hash(3), "{bot}");
    }
    let told = world
        .does(&format!("run {CARAVAN} --games 100 --strategy random,steady,watchful --out bots"));
    let watch = format!("gong watch {CARAVAN} --strategy random --seed 1 --game 0");
    assert!(told.contains(&watch), "{told}");
    assert!(!told.contains("strong") && told.starts_with("A caravan"), "{told}");
    world.does("run scenarios/drawn.toml --games 100 --rows --out rows");
    assert_eq!(world.table("rows", "games").height(), 1200);
    world.does(&format!("run {CARAVAN} --precision 5% --out precise"));
}

#[test]
fn variants_are_compared_and_swept() {
    let world = World::new();
    let told = world
        .does(&format!("compare {CARAVAN} --set fighters.oak.die=12 --games 300 --out compared"));
    assert!(!told.to_lowercase().contains("fair share"), "{told}");
    let told = world.refuses(&format!("compare {CARAVAN} scenarios/caravan.toml --out same"));
    assert!(told.contains("have the same rules, porters, "), "{told}");
    let told = world.does(&format!(
        "sweep {CARAVAN} --vary rules.distance=200..300..50 --games 100 --out swept"
    ));
    assert!(!told.to_lowercase().contains("fair"), "{told}");
    world.does(&format!("sensitivity {CARAVAN} --rules --games 60 --out worth"));
    for folder in ["compared", "swept", "worth"] {
        let page = world.page(folder).to_lowercase();
        assert!(!page.contains("fair") && !page.contains("placement"), "{folder}");
    }
}

/// Checks that a cooperative game gets results for levels of play, but no results of single
/// fighters.
#[test]
fn levels_of_play_are_told_where_all_win_together() {
    let world = World::new();
    let told = world.does(&format!(
        "skill {CARAVAN} --levels random:400,steady:400,far-sighted:6 --out levels"
    ));
    assert!(told.contains("3 levels, 806 games in "), "{told}");
    assert!(told.contains("The party wins "), "{told}");
    let results = world.table("levels", "results");
    for column in ["fair", "standing", "players"] {
        assert_eq!(results.column(column).unwrap().null_count(), results.height());
    }
    world.does(
        "skill scenarios/drawn.toml --levels random:40,hasty:40,steady:40,far-sighted:2 --out own",
    );
    for folder in ["levels", "own"] {
        let page = world.page(folder).to_lowercase();
        // The scenario at the end of the page contains the settings of a search, which mention
        // placements.
        let (page, _) = page.split_once("&quot;").expect("a scenario as JSON");
        assert!(page.contains("win rates by bot"), "{folder}");
        for word in ["fair", " strong", "placement"] {
            let at = page.find(word);
            let around = at.map(|at| page.get(at.saturating_sub(80)..at + 40));
            assert!(at.is_none(), "{folder}, {word}: {around:?}");
        }
    }
}

/// Checks that a search can give the estimates for `gong shape` in a game that no bot has learnt.
#[test]
fn the_shape_of_a_night_is_measured_by_a_search() {
    let world = World::new();
    let told = world.refuses(&format!("shape {CARAVAN}"));
    assert!(
        told.contains(
            "these bots give estimates: far-sighted; name one, as in --strategy far-sighted"
        ),
        "{told}"
    );
    let told = world.does(&format!("shape {CARAVAN} --strategy far-sighted --games 8 --out shape"));
    assert!(told.contains(": 8 games in "), "{told}");
    // All players win or lose together, and the toy ships no bot that explains luck.
    for unmeasured in ["Kingmaking ", "Luck of the dice "] {
        let row = told.lines().find(|line| line.starts_with(unmeasured)).expect(&told);
        assert!(row.ends_with('–'), "{row}");
    }
}
