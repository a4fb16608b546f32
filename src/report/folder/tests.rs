use super::*;
use crate::report::adapted::AdaptedNote;
use crate::report::sample::write;
use crate::scenario::network_file::{BOTS, adapted_files};
use crate::stats::sample::{cast, game, measures};

/// Returns the paths of all files in a folder and its subfolders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    let mut found: Vec<PathBuf> = entries.flat_map(below).collect();
    found.sort();
    found
}

/// Checks the files of a report with everything that a user can ask for, and that a second report
/// leaves none of them.
#[test]
fn a_report_has_the_files_of_the_contract_and_replaces_an_earlier_one_as_a_whole() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("deep/run");
    write(&target, &cast(8, 4), 60, true, Extras { png: true, csv: true }).unwrap();
    let names = ["report.html", "manifest.json", "found.json"].map(str::to_owned);
    let tables = ["fighters", "game_lengths", "games"];
    let tables =
        tables.iter().flat_map(|of| ["csv", "parquet"].map(|end| format!("tables/{of}.{end}")));
    let charts = ["svg", "png"].map(|end| format!("charts/fighters.{end}"));
    let mut all: Vec<PathBuf> =
        names.into_iter().chain(tables).chain(charts).map(|name| target.join(name)).collect();
    all.sort();
    assert_eq!(files(parent.path()), all);
    let manifest = Manifest::read(&target).unwrap();
    assert_eq!((manifest.charts, manifest.tables.len()), (vec!["fighters".to_owned()], 2));
    let rows = fs::read_to_string(target.join("tables/games.csv")).unwrap();
    // A line of headings, and one line for each of the four players of each game.
    assert!(rows.starts_with("game,entrant,seat,") && rows.lines().count() == 241);
    let text = fs::read_to_string(target.join("tables/game_lengths.csv")).unwrap();
    let (heading, lines) = text.split_once('\n').unwrap();
    assert_eq!(heading.trim_end(), "rounds,games");
    let games = lines.lines().map(|line| line.split_once(',').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(games.sum::<u64>(), 60);

    // The first report also has an adapted bot.
    let mut manifest = Manifest::read(&target).unwrap();
    manifest.adapted = Some(AdaptedNote {
        bot: "trained".to_owned(),
        file: "bots/trained.toml".to_owned(),
        meaning: String::new(),
    });
    manifest.write(&target).unwrap();
    fs::create_dir(target.join(BOTS)).unwrap();
    adapted_files("trained").into_iter().for_each(|file| fs::write(target.join(file), "").unwrap());
    write(&target, &cast(4, 4), 30, false, Extras::default()).unwrap();
    assert_eq!(Manifest::read(&target).unwrap().games, 30);
    all.retain(|path| {
        let end = path.extension().unwrap();
        end != "csv" && end != "png" && !path.ends_with("games.parquet")
    });
    assert_eq!(files(parent.path()), all);
    assert!(!target.join(BOTS).exists());
    // A run that was interrupted before its first game.
    write(&target, &cast(4, 4), 0, true, Extras::default()).unwrap();
    assert!(
        fs::read_to_string(target.join("report.html")).unwrap().contains("No games were played")
    );
}

#[test]
fn a_folder_of_points_may_go_on_and_nothing_else_without_a_manifest() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("sweep");
    let points = target.join(POINTS);
    fs::create_dir_all(&points).unwrap();
    fs::write(points.join(format!("{}.json", "a".repeat(32))), "{}").unwrap();
    Folder::stage(&target).unwrap();
    for other in [points.join("thesis.txt"), target.join("manifest.json")] {
        fs::write(&other, "{}").unwrap();
        assert!(Folder::stage(&target).is_err(), "{}", other.display());
        fs::remove_file(&other).unwrap();
    }
}

#[test]
fn a_run_that_fails_leaves_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let folder = Folder::stage(&parent.path().join("run")).unwrap();
    let mut rows = folder.rows(&cast(4, 4), &measures()).unwrap();
    rows.add(0, &[game(&cast(4, 4), 1)]).unwrap();
    drop((rows, folder));
    assert_eq!(files(parent.path()), Vec::<PathBuf>::new());
}
