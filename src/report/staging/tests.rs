use super::*;
use crate::report::sample::write;
use crate::report::{Extras, Folder, Manifest, Tables};
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
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
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

/// Creates the hidden folder of `out` with a finished report of `games` games, as a killed process
/// leaves it. Returns the hidden folder.
fn left_behind(parent: &Path, games: u64) -> PathBuf {
    let hidden = parent.join(".gong-out");
    report(&hidden.join(RUN), games).unwrap();
    fs::write(hidden.join(LOCK), "").unwrap();
    hidden
}

#[test]
fn what_cannot_be_a_folder_is_refused_before_anything_is_written() {
    let parent = tempfile::tempdir().unwrap();
    let path = |name: &str| parent.path().join(name);
    fs::write(path("file"), "dear").unwrap();
    fs::create_dir(path("theirs")).unwrap();
    fs::write(path("theirs/thesis.txt"), "dear").unwrap();
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
        ("theirs", "contains other files and is not the folder of a report"),
        ("/", ""),
    ] {
        let error = Folder::stage(&path(name)).unwrap_err();
        assert!(error.to_string().contains(what), "{name}: {error:#}");
    }
    assert_eq!(
        (names(parent.path()), names(&path("theirs"))),
        (before, vec!["thesis.txt".to_owned()])
    );
}

#[test]
fn a_folder_that_is_replaced_keeps_its_mode_its_checkpoint_and_what_leads_to_it() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    report(&out, 30).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o750)).unwrap();
    std::os::unix::fs::symlink("out", parent.path().join("latest")).unwrap();
    report(&parent.path().join("latest"), 31).unwrap();
    assert_eq!(games(&out), 31);
    assert!(is_whole(&out));
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(parent.path().join("latest").is_symlink());
    assert_eq!(names(parent.path()), ["latest", "out"]);
}

#[test]
fn a_folder_with_files_of_the_user_is_refused_and_nothing_of_it_touched() {
    let parent = tempfile::tempdir().unwrap();
    let out = parent.path().join("out");
    for own in ["notes.txt", "mine/a/b.txt", "tables/own.csv", "charts/sketch/one.svg"] {
        report(&out, 30).unwrap();
        // The user adds a file while games are played.
        let staging = Staging::begin(&out, || Ok(())).unwrap();
        report(&staging.run().join("inner"), 31).unwrap();
        fs::create_dir_all(out.join(own).parent().unwrap()).unwrap();
        fs::write(out.join(own), own).unwrap();
        let error = format!("{:#}", staging.place().unwrap_err());
        let kept = parent.path().join("out-2");
        let said = format!("the finished report is in {}", kept.display());
        assert!(error.contains(&said), "{error}");
        assert_eq!(games(&kept.join("inner")), 31);
        // A later command is refused before it plays.
        let error = Folder::stage(&out).unwrap_err().to_string();
        assert!(error.contains(" is not of gong"), "{own}: {error}");
        assert_eq!((games(&out), fs::read_to_string(out.join(own)).unwrap()), (30, own.to_owned()));
        assert_eq!(names(parent.path()), ["out", "out-2"]);
        fs::remove_dir_all(&out).unwrap();
        fs::remove_dir_all(&kept).unwrap();
    }
}

/// Checks what appears at the place of the report, or of its part, while games are played: a file
/// stays, and no link is followed. A link in a hidden folder is not followed either.
#[test]
fn what_appears_in_the_place_of_a_report_stays() {
    use std::os::unix::fs::symlink;
    let parent = tempfile::tempdir().unwrap();
    let (out, there) = (parent.path().join("out"), parent.path().join("there"));
    let refused = |staging: Staging, why: &str| {
        let error = format!("{:#}", staging.place().unwrap_err());
        assert!(error.contains(why), "{error}");
    };
    let staging = Staging::begin(&out, || Ok(())).unwrap();
    fs::write(&out, "dear").unwrap();
    refused(staging, "out is a file");
    assert_eq!(fs::read_to_string(&out).unwrap(), "dear");

    fs::remove_file(&out).unwrap();
    report(&there, 30).unwrap();
    report(&out, 30).unwrap();
    let staging = Staging::begin(&out, || Ok(())).unwrap();
    fs::remove_dir_all(out.join("tables")).unwrap();
    symlink(there.join("tables"), out.join("tables")).unwrap();
    refused(staging, "out/tables is a symbolic link");

    fs::remove_dir_all(&out).unwrap();
    let hidden = left_behind(parent.path(), 31);
    fs::remove_dir_all(hidden.join(RUN)).unwrap();
    fs::create_dir(hidden.join(OLD)).unwrap();
    symlink(&there, hidden.join(RUN)).unwrap();
    drop(Folder::stage(&out).unwrap());
    assert!(!out.exists() && is_whole(&there));
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

/// A process is killed at a step of its work. The next process finishes it if the old report has
/// been moved away, and removes it otherwise.
#[test]
fn what_a_killed_process_leaves_is_finished_or_removed() {
    for step in 0..6 {
        let parent = tempfile::tempdir().unwrap();
        let out = parent.path().join("out");
        report(&out, 30).unwrap();
        let hidden = left_behind(parent.path(), 31);
        if (1..4).contains(&step) {
            fs::rename(&out, hidden.join(OLD)).unwrap();
        }
        match step {
            2 | 3 => fs::rename(hidden.join(RUN), &out).unwrap(),
            4 | 5 => fs::remove_dir_all(hidden.join(RUN)).unwrap(),
            _ => {}
        }
        match step {
            3 => fs::remove_dir_all(hidden.join(OLD)).unwrap(),
            4 => fs::remove_file(hidden.join(LOCK)).unwrap(),
            5 => fs::remove_dir_all(&hidden).unwrap(),
            _ => {}
        }
        // A folder of another program, and a living process.
        fs::create_dir_all(parent.path().join(".gong-foreign/theirs")).unwrap();
        let living = Staging::begin(&parent.path().join("other"), || Ok(())).unwrap();
        assert!(is_whole(&out), "{step}");
        assert_eq!(games(&out), if (1..4).contains(&step) { 31 } else { 30 }, "{step}");
        report(&out, 32).unwrap();
        assert!(living.run().is_dir());
        drop(living);
        assert_eq!(names(parent.path()), [".gong-foreign", "out"], "{step}");
    }
}
