//! The output of a run: the files, columns and types that users rely on.

use std::fs;
use std::path::{Path, PathBuf};

use gong::stats::precision::look_after;

use crate::common::program::GONG;
use crate::common::world::{World, keeps, sum, tree, values};

/// Tables with the columns and types that users' scripts rely on.
///
/// The golden files in tests/contract have these columns, too. But golden files are regenerated
/// whenever results change on purpose, and this list is only changed by hand.
const CONTRACT: [(&str, &str); 8] = [
    (
        "win_rates",
        "entrant str, strategy str, team u8, seat u8, games u64, wins u64, win_rate f64, ci_low f64, ci_high f64, fair_share f64",
    ),
    ("scores", "entrant str, strategy str, score u16, games u64"),
    (
        "score_summary",
        "entrant str, strategy str, games u64, mean f64, sd f64, p5 u16, p25 u16, p50 u16, p75 u16, p95 u16",
    ),
    (
        "eliminations",
        "entrant str, strategy str, round u8, games u64, share f64, hazard f64, survival f64",
    ),
    ("placements", "entrant str, strategy str, place u8, games u64, share f64"),
    (
        "matchups",
        "entrant str, opponent str, games u64, finished_ahead u64, eliminated u64, score_taken f64",
    ),
    (
        "cards",
        "entrant str, strategy str, card str, round u8, plays u64, wins u64, wounds_dealt u64, wounds_taken u64",
    ),
    ("game_lengths", "rounds u8, games u64, share f64"),
];

const GAMES: &str = "game u64, entrant str, seat u8, team u8, strategy str, won bool, place u8, score u16, round_eliminated u8, eliminated_by str, rounds u8";

/// Returns the files of a folder, by their paths inside the folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    tree(folder)
        .into_keys()
        .filter(|path| path.is_file())
        .map(|path| path.strip_prefix(folder).unwrap().to_owned())
        .collect()
}

#[test]
fn a_run_writes_the_files_columns_and_types_of_the_contract() {
    let world = World::new();
    // The summary alone is on stdout; progress is for terminals.
    let told = world.says("run four.toml --games 500 --rows --png --out out");
    assert!(told.starts_with("Four at random, the tests' own: 500 games in "), "{told}");
    assert!(told.contains("open out/report.html"), "{told}");
    assert!(!told.contains(['\x1b', '\r']), "{told:?}");
    let manifest = world.manifest("out");
    let mut expected: Vec<PathBuf> = vec![
        "found.json".into(),
        "manifest.json".into(),
        "report.html".into(),
        "tables/games.parquet".into(),
    ];
    let tables = manifest.tables.iter();
    expected.extend(tables.map(|name| format!("tables/{name}.parquet").into()));
    for chart in &manifest.charts {
        expected.extend(["svg", "png"].map(|kind| format!("charts/{chart}.{kind}").into()));
    }
    expected.sort();
    assert_eq!(files(&world.path("out")), expected);
    for chart in ["win_rates", "scores", "survival"] {
        assert!(manifest.charts.contains(&chart.to_owned()), "{chart}");
    }

    let tables = world.tables("out");
    for (name, contract) in CONTRACT {
        keeps(tables.get(name), contract);
    }
    let games = world.games("out");
    keeps(&games, GAMES);
    assert_eq!(games.height(), 4 * 500);
    assert_eq!(sum(tables.get("scores"), "games"), 4 * 500);
    assert_eq!(sum(tables.get("game_lengths"), "games"), 500);

    assert_eq!((manifest.games, manifest.partial, manifest.seed), (500, false, 1));
    assert_eq!(manifest.results, tables.hash().unwrap());
    assert_eq!(manifest.scenario["rules"]["rounds"], 7, "every setting, also those nobody set");
    let page = world.copied("out");
    assert!(page.contains(&manifest.command) && page.contains("Four at random"));
    for chart in fs::read_dir(world.path("out/charts")).unwrap() {
        let path = chart.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let begins: &[u8] = match path.extension().unwrap().to_str() {
            Some("png") => b"\x89PNG\r\n",
            _ => b"<svg ",
        };
        assert!(bytes.starts_with(begins), "{}", path.display());
    }
}

#[test]
fn without_rows_and_png_there_are_none() {
    let world = World::new();
    world.run("out", &["four.toml", "--games", "50"]);
    let extra =
        |path: &PathBuf| path.ends_with("games.parquet") || path.extension().unwrap() == "png";
    assert!(!files(&world.path("out")).iter().any(extra));
}

#[test]
fn several_scenarios_get_a_report_each() {
    let world = World::new();
    let told = world.says("run four.toml teams.toml --games 60 --rows");
    assert!(told.contains("Four at random") && told.contains("Two teams"), "{told}");
    assert_eq!(world.manifest("reports/four").games, 60);
    assert_eq!(world.manifest("reports/teams").title, "Two teams, the tests' own");
    let tables = world.tables("reports/teams");
    assert_eq!(tables.get("win_rates").column("team").unwrap().null_count(), 0);
    for report in ["reports/four", "reports/teams"] {
        let rows = world.path(report).join("tables/games.parquet");
        assert!(rows.exists(), "{report}: --rows applies to each scenario");
    }
}

#[test]
fn what_is_changed_has_a_report_of_its_own_and_the_same_command_replaces_its_own() {
    let world = World::new();
    for (words, folder) in [
        ("run four.toml --games 20", "four"),
        ("run four.toml --games 20 --set fighters.baobab.size=14", "four--baobab-size-14"),
        ("run four.toml --games 20 --seed 2", "four--seed-2"),
        ("compare four.toml --games 20 --set rules.rounds=6", "compare-four--rounds-6"),
        ("compare four.toml --games 20 --set rules.rounds=9", "compare-four--rounds-9"),
        ("run four.toml --games 30", "four"),
        ("compare four.toml --games 30 --set rules.rounds=9", "compare-four--rounds-9"),
    ] {
        let told = world.says(words);
        assert!(told.contains(&format!("open reports/{folder}/report.html")), "{words}: {told}");
        let manifest = world.manifest(&format!("reports/{folder}"));
        assert!(words.contains(&format!("--games {}", manifest.games)), "{words}");
    }
}

#[test]
fn a_precise_run_stops_at_a_checkpoint_with_every_interval_narrow_enough() {
    let world = World::new();
    let manifest = world.run("out", &["four.toml", "--precision", "2%", "--quick"]);
    let precision = manifest.precision.unwrap();
    assert!(precision.reached && !manifest.partial);
    let looks = std::iter::successors(Some(0), |games| Some(look_after(*games)));
    let before = looks.take_while(|games| *games < manifest.games).last();
    let before = before.expect("none is the first");
    assert_eq!(manifest.games, look_after(before), "a checkpoint");
    let widths = |out: &str| -> Vec<f64> {
        let table = world.tables(out).get("win_rates").clone();
        let [low, high] = ["ci_low", "ci_high"].map(|column| values::<f64>(&table, column));
        let seats: Vec<Option<u64>> = values(&table, "seat");
        let of_all = low.into_iter().zip(high).zip(seats).filter(|(_, seat)| seat.is_none());
        of_all.map(|((low, high), _)| (high - low) / 2.0).collect()
    };
    let precise = widths("out");
    assert_eq!(precise.len(), 8);
    assert!(precise.iter().all(|&width| width < 0.02), "{precise:?}");
    // The precision was not reached at the previous interim analysis; otherwise the run would have
    // stopped there.
    assert!(precise.iter().any(|&width| width > 0.0185), "{precise:?}");
    // The run is also analysed at its maximum number of games.
    for games in [manifest.games - 1, before + 1] {
        let flags = ["--quick", "--precision", "2%", "--games", &games.to_string()];
        let capped = world.run("capped", &[&["four.toml"], &flags[..]].concat());
        let precise = widths("capped").iter().all(|&width| width < 0.02);
        let reached = capped.precision.unwrap().reached;
        assert_eq!((capped.games, reached), (games, precise));
    }
    let short =
        world.run("short", &["four.toml", "--precision", "2%", "--quick", "--games", "1500"]);
    assert_eq!((short.games, short.precision.unwrap().reached), (1500, false));
    let [out, short] = ["out", "short"].map(|out| world.text(&format!("{out}/report.html")));
    assert!(out.contains("Target reached: a margin") && !out.contains("Precision not reached"));
    assert!(short.contains("Target not reached: a margin"));
    assert!(short.contains("Precision not reached"));
}

#[test]
fn threads_change_neither_page_nor_rows_and_another_seed_changes_the_results() {
    let world = World::new();
    for scenario in ["four.toml", "teams.toml"] {
        let bots = "--strategy random --strategy fighters.agaric=greedy.toml";
        let play = |out: &str, flags: &str| {
            world.says(&format!("run {scenario} --games 400 {bots} {flags} --out {out}"));
            world.manifest(out).results
        };
        let [one, seven] = ["1", "7"].map(|threads| {
            let results = play(threads, &format!("--rows --threads {threads}"));
            let page = world.text(&format!("{threads}/report.html"));
            let is_timed = |line: &&str| line.starts_with("<dt>Played by</dt>");
            let page: String = page.lines().filter(|line| !is_timed(line)).collect();
            (results, page, fs::read(world.path(threads).join("tables/games.parquet")).unwrap())
        });
        assert!(one == seven, "{scenario}");
        assert_ne!(play("seed", "--seed 2"), one.0);
    }
}

/// Checks on a terminal that no progress bar is left above the results.
#[test]
fn no_progress_bar_is_left_on_a_terminal() {
    let world = World::new();
    let on_terminal = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))";
    for question in ["run", "compare"] {
        let change = ["--set", "rules.rounds=6", "--games", "20k"];
        let output = std::process::Command::new("python3")
            .args(["-c", on_terminal, GONG, question, "four.toml"])
            .args(change)
            .current_dir(world.path(""))
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{question}: {told}");
        assert!(told.contains('░'), "{question} shows a bar: {told}");
        // A bar clears its row before it is drawn, and when it is removed.
        for row in told.split('\n') {
            let left = row.rsplit("\x1b[2K").next().unwrap();
            assert!(!left.contains('░'), "{question} leaves {row:?}");
        }
    }
}
