//! The folder of a report, written atomically: all files are made in a hidden folder (see
//! `staging`), which then replaces the target (see `place`).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use sha2::{Digest, Sha256};

use super::adapted::AdaptedBot;
use super::found::Found;
use super::ledger::{CHECKPOINT, Ledger};
use super::page::{Answer, Page, Warning};
use super::rows::RowsWriter;
use super::staging::{self, Staging};
use super::table::{MOST_BYTES, copy_as_csv};
use super::whole;
use super::{Manifest, StandIn, Tables};
use crate::scenario::network_file::{BOTS, adapted_files};
use crate::scenario::{copy, read_bytes};
use crate::stats::{Cast, Measures};
use crate::words::hex;

/// A report's folder: written next to its target, then moved into its place.
#[derive(Debug)]
pub struct Folder {
    target: PathBuf,
    staging: Staging,
}

/// Optional output of a report, besides its tables, SVG charts and page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    /// True to write the charts as PNG too.
    pub png: bool,
    /// True to write the tables as CSV too.
    pub csv: bool,
}

impl Folder {
    /// Prepares to write a report's folder. `target` stays unchanged until [`Folder::publish`].
    /// Leftovers of killed processes that wrote there are completed or removed first.
    ///
    /// # Errors
    /// Fails if `target` is not a folder, if it holds other files and no manifest of gong's, if
    /// another process is writing there, or if the folder is not writable.
    pub fn stage(target: &Path) -> Result<Folder> {
        let shown = target.display();
        // Resolves the path, so that it stays valid until the end. If the path is a symbolic link,
        // the folder that the link leads to is replaced, not the link.
        let target = match fs::symlink_metadata(target) {
            Err(_) => std::path::absolute(target)?,
            Ok(_) => fs::canonicalize(target)
                .with_context(|| format!("{shown} is a broken symbolic link"))?,
        };
        if target.is_file() {
            bail!("{shown} is a file: name a folder for the report");
        }
        if target.exists() && !target.is_dir() {
            bail!("{shown} is not a folder: name a folder for the report");
        }
        let Some(parent) = target.parent().filter(|_| target.file_name().is_some()) else {
            bail!("{shown} cannot be replaced: name a folder inside another folder");
        };
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
        let staging = Staging::begin(&target, || match may_be_replaced(&target)? {
            true => Ok(()),
            false => bail!(
                "{shown} contains other files and is not the folder of a report: name a new or an \
                 empty folder"
            ),
        })?;
        let folder = Folder { target, staging };
        for part in ["tables", "charts"] {
            fs::create_dir_all(folder.here().join(part))?;
        }
        Ok(folder)
    }

    /// Returns the hidden folder in which the report is being written.
    fn here(&self) -> PathBuf {
        self.staging.run()
    }

    /// Begins the table `games` (one row per game and player) for a command with the flag `--rows`.
    /// The caller must call `finish` on the writer before [`Folder::publish`].
    pub fn rows(&self, cast: &Cast, measures: &Measures) -> Result<RowsWriter> {
        RowsWriter::create(&self.here().join(ROWS), cast, measures)
    }

    /// Copies the stored points of a sweep or a tuning into the report; a point is one setting with
    /// its games, in a file of its own. If `files` is empty, creates no folder.
    pub fn keep_points(&self, files: &[PathBuf]) -> Result<()> {
        if files.is_empty() {
            return Ok(());
        }
        let points = self.here().join(POINTS);
        fs::create_dir_all(&points)?;
        for file in files {
            link_or_copy(file, &points.join(file.file_name().unwrap_or_default()))?;
        }
        Ok(())
    }

    /// Writes the files of a bot that has learnt before the games of the report.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn keep_bot(&self, bot: &AdaptedBot) -> Result<()> {
        bot.write(&self.here())
    }

    /// Writes the results of a command as tables, charts and page, and moves the folder to its
    /// target. Also writes the tables of `stand_in`, a bot that played in place of untrained bots.
    /// In an existing report, replaces gong's files and keeps the user's own files. Returns the
    /// manifest as written.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn publish(
        self,
        (answer, stand_in): (&Answer, Option<&StandIn>),
        found: &Found,
        manifest: &Manifest,
        extras: Extras,
    ) -> Result<Manifest> {
        let tables = &answer.tables;
        let folder = self.here().join("tables");
        tables.write(&folder)?;
        if let Some(stand_in) = stand_in {
            stand_in.write(&folder, extras)?;
        }
        let mut manifest = Manifest {
            found: found.write(&self.here())?,
            results: tables.hash()?,
            tables: tables.names(),
            changed: answer.changed.clone(),
            stand_in: stand_in.map(StandIn::note),
            ..manifest.clone()
        };
        manifest.files = checksums(&folder, &manifest.files_of_tables())?;
        self.draw(tables, &answer.page, manifest, extras)
    }

    /// Prepares to draw an existing report again. The new folder keeps the report's table `games`,
    /// its points (the stored settings of a sweep) and its adapted bot.
    ///
    /// # Errors
    /// Fails as [`Folder::stage`] does, or if a file cannot be copied.
    pub fn stage_again(target: &Path) -> Result<Folder> {
        let folder = Folder::stage(target)?;
        if target.join(ROWS).exists() {
            link_or_copy(&target.join(ROWS), &folder.here().join(ROWS))?;
        }
        if target.join(POINTS).is_dir() {
            folder.keep_points(&points(target)?)?;
        }
        let manifest = Manifest::read(target).ok();
        if let Some(adapted) = manifest.and_then(|manifest| manifest.adapted) {
            fs::create_dir_all(folder.here().join(BOTS))?;
            let files = adapted_files(&adapted.bot).into_iter();
            for file in files.filter(|file| target.join(file).is_file()) {
                link_or_copy(&target.join(&file), &folder.here().join(&file))?;
            }
        }
        Ok(folder)
    }

    /// Writes the page of a report, its charts and the manifest, and moves the folder to its
    /// target. Returns the manifest as written.
    fn draw(
        self,
        tables: &Tables,
        page: &Page,
        mut manifest: Manifest,
        extras: Extras,
    ) -> Result<Manifest> {
        let here = self.here();
        let charts = here.join("charts");
        for chart in page.charts() {
            fs::write(charts.join(format!("{}.svg", chart.name)), chart.svg()?)?;
            if extras.png {
                chart.write_png(&charts)?;
            }
        }
        if extras.csv {
            tables.write_csv(&here.join("tables"))?;
            let rows = here.join(ROWS);
            if rows.exists() {
                copy_as_csv(&rows, &rows.with_extension("csv"))?;
            }
        }
        fs::write(here.join("report.html"), page.render(&manifest)?)?;
        manifest.charts = page.charts().map(|chart| chart.name.clone()).collect();
        manifest.headline.clone_from(&page.headline);
        manifest.warnings = page.warnings.iter().map(Warning::sentence).collect();
        manifest.verdict.clone_from(&page.verdict);
        manifest.write(&here)?;
        self.staging.place(&self.target)?;
        Ok(manifest)
    }
}

/// Returns the SHA-256 hash of each table's file, by the name of the table.
fn checksums(folder: &Path, names: &[String]) -> Result<BTreeMap<String, String>> {
    let checksum = |name: &String| -> Result<_> {
        let path = folder.join(format!("{name}.parquet"));
        let bytes =
            read_bytes(&path, MOST_BYTES).map_err(|what| anyhow!("{} {what}", path.display()))?;
        Ok((name.clone(), hex(&Sha256::digest(bytes))))
    };
    names.iter().map(checksum).collect()
}

/// Path in a report of the table `games`, which has one row per game and player.
const ROWS: &str = "tables/games.parquet";

/// Name of the subfolder of a report in which a sweep stores its points (one file per setting).
pub const POINTS: &str = "points";

/// Returns the files in a report's folder that store points (the settings of a sweep).
fn points(target: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    for entry in fs::read_dir(target.join(POINTS))? {
        let path = entry?.path();
        if is_point(&path) {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns whether a report may replace the target folder: the folder is empty, or holds another
/// report or the points of an interrupted sweep.
fn may_be_replaced(target: &Path) -> Result<bool> {
    if !target.is_dir() || Manifest::read(target).is_ok() {
        return Ok(true);
    }
    let mut holds_points = false;
    for entry in fs::read_dir(target)? {
        let name = entry?.file_name();
        let hidden = name
            .as_encoded_bytes()
            .starts_with(staging::PREFIX.as_bytes());
        holds_points |= name == POINTS;
        let is_checkpoint = name == CHECKPOINT && Ledger::is_at(&target.join(&name));
        let kept = name == POINTS || is_checkpoint;
        if !kept && !hidden {
            return Ok(false);
        }
    }
    if !holds_points {
        return Ok(true);
    }
    let inside = fs::read_dir(target.join(POINTS)).map(Iterator::count);
    Ok(inside.is_ok_and(|count| points(target).is_ok_and(|ours| ours.len() == count)))
}

/// Creates a hard link to a file, or a copy if the file system does not support hard links.
fn link_or_copy(from: &Path, to: &Path) -> Result<()> {
    fs::hard_link(from, to)
        .or_else(|_| copy(from, to))
        .map_err(|what| anyhow!("{} {what}", from.display()))
}

/// Copies the user's own files from an old report's folder to the new report's folder.
pub(super) fn copy_own_files(
    from: &Path,
    to: &Path,
    inside: &Path,
    ours: Option<&Manifest>,
) -> Result<()> {
    for entry in fs::read_dir(from.join(inside))? {
        let entry = entry?;
        let path = inside.join(entry.file_name());
        let written = ours.is_some_and(|manifest| is_ours(&path, manifest));
        if written || to.join(&path).is_file() {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(to.join(&path))?;
            copy_own_files(from, to, &path, ours)?;
        } else {
            link_or_copy(&from.join(&path), &to.join(&path))?;
        }
    }
    Ok(())
}

/// Returns whether the file is a stored point (setting) of a sweep, complete or partly written.
fn is_point(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    name.strip_suffix(".json")
        .is_some_and(|key| key.len() == 32)
        || name.starts_with(whole::WRITING)
}

/// Returns whether a file in a report's folder was written by gong rather than by the user. `path`
/// is relative to the folder; `manifest` is the report's manifest.
pub(super) fn is_ours(path: &Path, manifest: &Manifest) -> bool {
    let text = |part: Option<&std::ffi::OsStr>| {
        part.and_then(|part| part.to_str())
            .unwrap_or_default()
            .to_owned()
    };
    let (name, kind) = (text(path.file_stem()), text(path.extension()));
    match path.parent().and_then(|parent| parent.to_str()) {
        Some("") => ["report.html", "manifest.json", super::FOUND]
            .iter()
            .any(|ours| path == Path::new(ours)),
        Some("tables") => {
            ["parquet", "csv"].contains(&kind.as_str())
                && (name == "games" || manifest.files_of_tables().contains(&name))
        }
        Some("charts") => {
            ["svg", "png"].contains(&kind.as_str()) && manifest.charts.contains(&name)
        }
        Some(POINTS) => is_point(path),
        Some(BOTS) => {
            let adapted = manifest.adapted.iter();
            let mut files = adapted.flat_map(|of| adapted_files(&of.bot));
            files.any(|file| path == file)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::adapted::AdaptedNote;
    use crate::report::sample::write;
    use crate::stats::sample::{cast, measures};

    fn png() -> Extras {
        Extras {
            png: true,
            csv: false,
        }
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
        let mut expected: Vec<PathBuf> = [
            "report.html",
            "manifest.json",
            "found.json",
            "tables/games.parquet",
        ]
        .map(|f| target.join(f))
        .to_vec();
        let manifest = Manifest::read(&target).unwrap();
        let tables = manifest.tables.iter();
        expected.extend(tables.map(|name| target.join(format!("tables/{name}.parquet"))));
        assert_eq!(manifest.charts.join(" "), "fighters");
        expected.extend(manifest.charts.iter().flat_map(|name| {
            ["svg", "png"].map(|kind| target.join(format!("charts/{name}.{kind}")))
        }));
        expected.sort();
        assert_eq!(
            files(parent.path())
                .into_iter()
                .map(|file| file.0)
                .collect::<Vec<_>>(),
            expected
        );
    }

    #[test]
    fn tables_are_written_as_csv_for_those_who_ask() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("run");
        let csv = Extras {
            png: false,
            csv: true,
        };
        write(&target, &cast(8, 4), 60, true, csv).unwrap();
        let rows = fs::read_to_string(target.join("tables/games.csv")).unwrap();
        // A line of headings, and one line for each of the four players of each game.
        assert!(rows.starts_with("game,entrant,seat,") && rows.lines().count() == 241);
        let text = fs::read_to_string(target.join("tables/game_lengths.csv")).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "rounds,games");
        let games = lines[1..]
            .iter()
            .map(|line| line.split(',').nth(1).unwrap().parse::<u64>().unwrap());
        assert_eq!(games.sum::<u64>(), 60);
        write(&target, &cast(8, 4), 60, false, Extras::default()).unwrap();
        for name in ["game_lengths", "games"] {
            let path = target.join(format!("tables/{name}.csv"));
            assert!(!path.exists(), "{name}.csv was gong's own");
        }
    }

    #[test]
    fn a_second_run_replaces_the_first_whole_and_keeps_the_user_s_files() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("run");
        write(&target, &cast(8, 4), 60, true, png()).unwrap();
        for own in ["notes.txt", "tables/mine.csv", "mine/a/b.txt"] {
            fs::create_dir_all(target.join(own).parent().unwrap()).unwrap();
            fs::write(target.join(own), own).unwrap();
        }
        write(&target, &cast(4, 4), 30, false, Extras::default()).unwrap();
        assert_eq!(Manifest::read(&target).unwrap().games, 30);
        assert!(
            !target.join("tables/games.parquet").exists()
                && !target.join("charts/fighters.png").exists(),
            "nothing is left of the first"
        );
        for own in ["notes.txt", "tables/mine.csv", "mine/a/b.txt"] {
            assert_eq!(fs::read_to_string(target.join(own)).unwrap(), own);
        }
    }

    /// Checks that the adapted bot of an old report is removed. A new report replaces the whole
    /// folder, or its parts if a file of the user or a checkpoint is beside the old report.
    #[test]
    fn an_adapted_bot_goes_with_its_report() {
        for own in [None, Some("notes.txt")] {
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
            for file in adapted_files("trained")
                .iter()
                .map(PathBuf::as_path)
                .chain(own.map(Path::new))
            {
                fs::write(target.join(file), "").unwrap();
            }
            write(&target, &cast(4, 4), 30, false, Extras::default()).unwrap();
            assert!(!target.join(BOTS).exists(), "{own:?}");
            assert!(own.is_none_or(|own| target.join(own).exists()));
        }
    }

    #[test]
    fn foreign_folders_and_files_are_refused_before_anything_is_played() {
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join("thesis.txt"), "dear").unwrap();
        let error = Folder::stage(parent.path()).unwrap_err().to_string();
        assert!(
            error.contains("contains other files and is not the folder of a report"),
            "{error}"
        );
        let error = Folder::stage(&parent.path().join("thesis.txt"))
            .unwrap_err()
            .to_string();
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
        rows.add(0, &[crate::stats::sample::game(&cast(4, 4), 1)])
            .unwrap();
        drop((rows, folder));
        assert_eq!(files(parent.path()), []);
    }

    #[test]
    fn a_run_without_games_still_reports() {
        let parent = tempfile::tempdir().unwrap();
        let target = parent.path().join("run");
        write(&target, &cast(4, 4), 0, true, Extras::default()).unwrap();
        assert!(
            fs::read_to_string(target.join("report.html"))
                .unwrap()
                .contains("No games were played")
        );
    }
}
