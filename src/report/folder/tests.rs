use super::*;
use crate::report::adapted::AdaptedNote;
use crate::report::sample::write;
use crate::scenario::network_file::{BOTS, adapted_files};
use crate::stats::sample::{cast, measures};

fn png() -> Extras {
    Extras { png: true, csv: false }
}

/// Returns the path and the contents of every file in a folder and its subfolders.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

#[test]
fn a_run_s_folder_holds_what_the_contract_says_and_nothing_beside_it() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("deep/run");
    write(&target, &cast(8, 4), 60, true, png()).unwrap();
    let mut expected: Vec<PathBuf> =
        ["report.html", "manifest.json", "found.json", "tables/games.parquet"]
            .map(|f| target.join(f))
            .to_vec();
    let manifest = Manifest::read(&target).unwrap();
    let tables = manifest.tables.iter();
    expected.extend(tables.map(|name| target.join(format!("tables/{name}.parquet"))));
    assert_eq!(manifest.charts.join(" "), "fighters");
    expected.extend(
        manifest.charts.iter().flat_map(|name| {
            ["svg", "png"].map(|kind| target.join(format!("charts/{name}.{kind}")))
        }),
    );
    expected.sort();
    assert_eq!(files(parent.path()).into_iter().map(|file| file.0).collect::<Vec<_>>(), expected);
}

#[test]
fn tables_are_written_as_csv_for_those_who_ask() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("run");
    let csv = Extras { png: false, csv: true };
    write(&target, &cast(8, 4), 60, true, csv).unwrap();
    let rows = fs::read_to_string(target.join("tables/games.csv")).unwrap();
    // A line of headings, and one line for each of the four players of each game.
    assert!(rows.starts_with("game,entrant,seat,") && rows.lines().count() == 241);
    let text = fs::read_to_string(target.join("tables/game_lengths.csv")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "rounds,games");
    let games =
        lines[1..].iter().map(|line| line.split(',').nth(1).unwrap().parse::<u64>().unwrap());
    assert_eq!(games.sum::<u64>(), 60);
    write(&target, &cast(8, 4), 60, false, Extras::default()).unwrap();
    for name in ["game_lengths", "games"] {
        let path = target.join(format!("tables/{name}.csv"));
        assert!(!path.exists(), "{name}.csv was gong's own");
    }
}

#[test]
fn a_second_run_replaces_the_first_whole() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("run");
    write(&target, &cast(8, 4), 60, true, png()).unwrap();
    write(&target, &cast(4, 4), 30, false, Extras::default()).unwrap();
    assert_eq!(Manifest::read(&target).unwrap().games, 30);
    assert!(
        !target.join("tables/games.parquet").exists()
            && !target.join("charts/fighters.png").exists(),
        "nothing is left of the first"
    );
}

#[test]
fn an_adapted_bot_goes_with_its_report() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("run");
    write(&target, &cast(8, 4), 60, false, Extras::default()).unwrap();
    let mut manifest = Manifest::read(&target).unwrap();
    manifest.adapted = Some(AdaptedNote {
        bot: "trained".to_owned(),
        file: "bots/trained.toml".to_owned(),
        meaning: String::new(),
    });
    manifest.write(&target).unwrap();
    fs::create_dir(target.join(BOTS)).unwrap();
    for file in adapted_files("trained") {
        fs::write(target.join(file), "").unwrap();
    }
    write(&target, &cast(4, 4), 30, false, Extras::default()).unwrap();
    assert!(!target.join(BOTS).exists());
}

#[test]
fn foreign_folders_and_files_are_refused_before_anything_is_played() {
    let parent = tempfile::tempdir().unwrap();
    fs::write(parent.path().join("thesis.txt"), "dear").unwrap();
    let error = Folder::stage(parent.path()).unwrap_err().to_string();
    assert!(error.contains("contains other files and is not the folder of a report"), "{error}");
    let error = Folder::stage(&parent.path().join("thesis.txt")).unwrap_err().to_string();
    assert!(error.contains("is a file"), "{error}");
    assert!(Folder::stage(Path::new("/")).is_err());
}

#[test]
fn a_folder_of_points_may_go_on_and_nothing_else_without_a_manifest() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("sweep");
    fs::create_dir_all(target.join(POINTS)).unwrap();
    let point = target.join(POINTS).join(format!("{}.json", "a".repeat(32)));
    fs::write(&point, "{}").unwrap();
    Folder::stage(&target).unwrap();
    fs::write(target.join(POINTS).join("thesis.txt"), "dear").unwrap();
    assert!(Folder::stage(&target).is_err());
    fs::remove_file(target.join(POINTS).join("thesis.txt")).unwrap();
    fs::write(target.join("manifest.json"), "{}").unwrap();
    assert!(Folder::stage(&target).is_err());
}

#[test]
fn a_run_that_fails_leaves_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let folder = Folder::stage(&parent.path().join("run")).unwrap();
    let mut rows = folder.rows(&cast(4, 4), &measures()).unwrap();
    rows.add(0, &[crate::stats::sample::game(&cast(4, 4), 1)]).unwrap();
    drop((rows, folder));
    assert_eq!(files(parent.path()), []);
}

#[test]
fn a_run_without_games_still_reports() {
    let parent = tempfile::tempdir().unwrap();
    let target = parent.path().join("run");
    write(&target, &cast(4, 4), 0, true, Extras::default()).unwrap();
    assert!(
        fs::read_to_string(target.join("report.html")).unwrap().contains("No games were played")
    );
}
