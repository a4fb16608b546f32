use super::*;
use crate::report::sample::write;
use crate::report::staging::Staging;
use crate::report::{Extras, Folder, Tables};
use crate::stats::sample::cast;

/// Writes a report of `games` games to `target`.
fn report(target: &Path, games: u64) -> Result<()> {
    write(target, &cast(4, 4), games, false, Extras::default())
}

fn games(target: &Path) -> u64 {
    Manifest::read(target).unwrap().games
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// Returns whether the folder holds all tables and charts that the report's manifest lists.
fn is_whole(target: &Path) -> bool {
    let Ok(manifest) = Manifest::read(target) else {
        return false;
    };
    let tables = Tables::read(&target.join("tables"), &manifest.tables);
    let same = tables.is_ok_and(|tables| tables.hash().is_ok_and(|of| of == manifest.results));
    let chart = |name: &String| target.join(format!("charts/{name}.svg")).is_file();
    same && manifest.charts.iter().all(chart) && target.join("report.html").is_file()
}

/// Creates a hidden folder with a finished report of `games` games, as a killed process leaves it,
/// with the target `out`. Returns the hidden folder.
fn left_behind(parent: &Path, games: u64) -> PathBuf {
    let hidden = parent.join(".gong-killed");
    report(&hidden.join("run"), games).unwrap();
    fs::write(hidden.join("lock"), "").unwrap();
    fs::write(hidden.join("target"), "out").unwrap();
    hidden
}

#[test]
fn what_cannot_be_a_folder_is_refused_before_anything_is_written() {
    let parent = tempfile::tempdir().unwrap();
    let path = |name: &str| parent.path().join(name);
    fs::write(path("file"), "dear").unwrap();
    let made = std::process::Command::new("mkfifo").arg(path("fifo")).status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("nowhere", path("dangling")).unwrap();
    std::os::unix::fs::symlink("/dev/null", path("device")).unwrap();
    let before = names(parent.path());
    for (name, what) in [
        ("file", "is a file"),
        ("fifo", "is not a folder"),
        ("device", "is not a folder"),
        ("dangling", "broken symbolic link"),
        ("dangling/out", "cannot create"),
        ("file/out", "is a file"),
    ] {
        let error = Folder::stage(&path(name)).unwrap_err();
        assert!(error.to_string().contains(what), "{name}: {error:#}");
    }
    assert_eq!(names(parent.path()), before);
}

#[test]
fn a_folder_that_is_replaced_keeps_its_mode_and_what_leads_to_it() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    report(&out, 30).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o750)).unwrap();
    std::os::unix::fs::symlink("out", parent.path().join("latest")).unwrap();
    report(&parent.path().join("latest"), 31).unwrap();
    assert_eq!(games(&out), 31);
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(parent.path().join("latest").is_symlink());
    assert_eq!(names(parent.path()), ["latest", "out"]);
}

/// Moves a finished report to a folder with or without an old `found.json` and a checkpoint: the
/// new `found.json` replaces the old one, and the checkpoint stays.
#[test]
fn what_was_found_takes_its_place_with_the_report() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    for (before, own) in [(Some("old"), true), (Some("old"), false), (None, true)] {
        report(&out, 30).unwrap();
        if let Some(before) = before {
            fs::write(out.join(FOUND), before).unwrap();
        }
        if own {
            fs::write(out.join("checkpoint.json"), "own").unwrap();
        }
        let hidden = left_behind(parent.path(), 31);
        fs::write(hidden.join("run").join(FOUND), "new").unwrap();
        place(&hidden, &out).unwrap();
        assert_eq!(games(&out), 31);
        assert_eq!(fs::read_to_string(out.join(FOUND)).unwrap(), "new");
        assert_eq!(out.join("checkpoint.json").exists(), own);
        fs::remove_dir_all(&out).unwrap();
        fs::remove_dir_all(&hidden).unwrap();
    }
}

#[test]
fn where_the_user_keeps_something_nothing_of_it_is_touched() {
    use std::os::unix::fs::MetadataExt;
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    report(&out, 30).unwrap();
    let own = ["notes.txt", "mine/a/b.txt", "tables/own.csv", "charts/sketch/one.svg"];
    for path in own {
        fs::create_dir_all(out.join(path).parent().unwrap()).unwrap();
        fs::write(out.join(path), path).unwrap();
    }
    fs::create_dir(out.join("empty")).unwrap();
    let made = std::process::Command::new("mkfifo").arg(out.join("pipe")).status();
    assert!(made.unwrap().success());
    let node = |path: &str| fs::symlink_metadata(out.join(path)).unwrap().ino();
    let all: Vec<&str> = own.into_iter().chain(["", "empty", "pipe", "mine"]).collect();
    let before: Vec<u64> = all.iter().map(|path| node(path)).collect();
    report(&out, 31).unwrap();
    assert_eq!(games(&out), 31);
    assert!(is_whole(&out));
    for path in own {
        assert_eq!(fs::read_to_string(out.join(path)).unwrap(), path);
    }
    let after: Vec<u64> = all.iter().map(|path| node(path)).collect();
    assert_eq!(before, after);
    assert_eq!(names(parent.path()), ["out"]);
}

#[test]
fn what_the_user_adds_while_one_plays_is_kept() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let old = parent.path().join("old");
    report(&old, 30).unwrap();
    report(&out, 31).unwrap();
    // Simulates files that the user adds just before the folders are exchanged.
    for path in ["late.txt", "tables/late.csv", "charts/late/one.txt"] {
        fs::create_dir_all(old.join(path).parent().unwrap()).unwrap();
        fs::write(old.join(path), path).unwrap();
    }
    finish(&old, &out).unwrap();
    for path in ["late.txt", "tables/late.csv", "charts/late/one.txt"] {
        assert_eq!(fs::read_to_string(out.join(path)).unwrap(), path);
    }
    assert!(is_whole(&out) && games(&out) == 31);
}

#[test]
fn two_do_not_write_the_same_report() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let first = Folder::stage(&out).unwrap();
    let error = Folder::stage(&out).unwrap_err().to_string();
    assert!(error.contains("another gong command is writing"), "{error}");
    Folder::stage(&parent.path().join("other")).unwrap();
    drop(first);
    report(&out, 30).unwrap();
    assert_eq!(names(parent.path()), ["out"]);
}

/// A process is killed at each step while it moves a report. The next process completes the move.
#[test]
fn what_was_begun_is_finished_from_every_step() {
    let steps = [
        ("out/manifest.json", "old/manifest.json"),
        ("out/tables", "old/tables"),
        ("run/tables", "out/tables"),
        ("out/charts", "old/charts"),
        ("run/charts", "out/charts"),
        ("out/report.html", "old/report.html"),
        ("run/report.html", "out/report.html"),
        ("run/manifest.json", "out/manifest.json"),
    ];
    for done in 0..=steps.len() {
        let parent = tempfile::tempdir().unwrap();
        let out = parent.path().join("out");
        report(&out, 30).unwrap();
        fs::write(out.join("notes.txt"), "dear").unwrap();
        let hidden = left_behind(parent.path(), 31);
        fs::create_dir(hidden.join("old")).unwrap();
        let path = |of: &str| match of.strip_prefix("out/") {
            Some(inside) => out.join(inside),
            None => hidden.join(of),
        };
        for (from, to) in &steps[..done] {
            fs::rename(path(from), path(to)).unwrap();
        }
        drop(Folder::stage(&out).unwrap());
        assert_eq!(games(&out), 31, "{done}");
        assert!(is_whole(&out), "{done}");
        assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "dear");
        assert_eq!(names(parent.path()), ["out"], "{done}");
    }
}

#[test]
fn what_was_not_begun_is_removed_and_only_what_nobody_holds() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    report(&out, 30).unwrap();
    left_behind(parent.path(), 31);
    // A folder that another program created.
    fs::create_dir_all(parent.path().join(".gong-foreign/theirs")).unwrap();
    // A folder whose process was killed before it took its lock.
    fs::create_dir(parent.path().join(".gong-empty")).unwrap();
    fs::write(parent.path().join(".gong-file"), "").unwrap();
    let living = Staging::begin(&parent.path().join("other"), || Ok(())).unwrap();
    assert_eq!(names(parent.path()).len(), 4, "the next one has cleaned up");
    report(&out, 32).unwrap();
    assert!(living.run().is_dir());
    drop(living);
    assert_eq!(names(parent.path()), [".gong-file", ".gong-foreign", "out"]);
    assert_eq!(games(&out), 32);
}

#[test]
fn a_name_that_leads_elsewhere_is_not_followed() {
    let parent = tempfile::tempdir().unwrap();
    let (there, here) = (parent.path().join("there"), parent.path().join("here"));
    report(&there.join("out"), 30).unwrap();
    fs::create_dir(&here).unwrap();
    let hidden = left_behind(&here, 31);
    fs::create_dir(hidden.join("old")).unwrap();
    for name in ["../there/out", there.join("out").to_str().unwrap()] {
        fs::write(hidden.join("target"), name).unwrap();
        let error = Folder::stage(&here.join("out")).map(drop);
        assert!(error.is_ok() && games(&there.join("out")) == 30);
        if !hidden.exists() {
            left_behind(&here, 31);
            fs::create_dir(hidden.join("old")).unwrap();
        }
    }
}

/// Checks that no link is followed that appears while games are played, or that is in a hidden
/// folder: files behind the link are neither copied nor moved.
#[test]
fn a_link_in_the_place_of_a_part_is_not_followed() {
    use std::os::unix::fs::symlink;
    let parent = tempfile::tempdir().unwrap();
    let (out, there) = (parent.path().join("out"), parent.path().join("there"));
    report(&there, 30).unwrap();
    fs::write(there.join("tables/key.csv"), "secret").unwrap();
    report(&out, 30).unwrap();
    let hidden = left_behind(parent.path(), 31);
    fs::remove_dir_all(out.join("tables")).unwrap();
    symlink(there.join("tables"), out.join("tables")).unwrap();
    let error = place(&hidden, &out).unwrap_err().to_string();
    assert!(error.contains("out/tables is a symbolic link"), "{error}");
    assert!(!hidden.join("run/tables/key.csv").exists());

    fs::remove_file(out.join("tables")).unwrap();
    fs::remove_dir_all(hidden.join("run")).unwrap();
    symlink(&there, hidden.join("run")).unwrap();
    drop(Folder::stage(&out).unwrap());
    assert!(hidden.join("run").is_symlink());
    assert!(is_whole(&there) && there.join("tables/key.csv").exists());
}

#[test]
fn a_report_that_cannot_be_put_in_place_is_kept() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    let staging = Staging::begin(&out, || Ok(())).unwrap();
    report(&staging.run().join("inner"), 30).unwrap();
    // The user has created a file at the target meanwhile.
    fs::write(&out, "dear").unwrap();
    let error = format!("{:#}", staging.place(&out).unwrap_err());
    let kept = parent.path().join("out-2");
    let wanted = format!("the finished report is in {}", kept.display());
    assert!(error.contains(&wanted), "{error}");
    assert_eq!(games(&kept.join("inner")), 30);
    assert_eq!(fs::read_to_string(&out).unwrap(), "dear");
    assert_eq!(names(parent.path()), ["out", "out-2"]);
}
