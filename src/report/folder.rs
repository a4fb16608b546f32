//! The folder of a report, written atomically: all files are made in a hidden folder (see
//! `staging`), which then replaces the target (see `place`).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use sha2::{Digest, Sha256};

use super::adapted::AdaptedBot;
use super::found::Found;
use super::ownership::{POINTS, foreign, link_or_copy, no_links};
use super::page::{Answer, Warning};
use super::rows::RowsWriter;
use super::staging::Staging;
use super::table::{MOST_BYTES, copy_as_csv};
use super::{Manifest, atomic_file};
use crate::scenario::read_bytes;
use crate::stats::{Cast, Measures};
use crate::words::hex;

/// A report's folder: written next to its target, then moved into its place.
#[derive(Debug)]
pub struct Folder {
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
    /// Fails if `target` is not a folder, if it holds files that are not of gong, if a part of the
    /// report is a symbolic link, if it is the current folder, if another process is writing there,
    /// or if the folder is not writable.
    pub fn stage(target: &Path) -> Result<Folder> {
        let shown = target.display();
        // Resolves the path, so that it stays valid until the end. If the path is a symbolic link,
        // the folder that the link leads to is replaced, not the link.
        let target = match fs::symlink_metadata(target) {
            Err(_) => std::path::absolute(target)?,
            Ok(_) => fs::canonicalize(target)
                .with_context(|| format!("{shown} is a broken symbolic link"))?,
        };
        no_links(&target)?;
        if target.is_file() {
            bail!("{shown} is a file: name a folder for the report");
        }
        if target.exists() && !target.is_dir() {
            bail!("{shown} is not a folder: name a folder for the report");
        }
        let Some(parent) = target.parent().filter(|_| target.file_name().is_some()) else {
            bail!("{shown} cannot be replaced: name a folder inside another folder");
        };
        let existing = parent.ancestors().find(|folder| folder.exists());
        if let Some(file) = existing.filter(|existing| existing.is_file()) {
            bail!("{} is a file: name a folder for the report", file.display());
        }
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
        atomic_file::valid_name(&target)?;
        let staging = Staging::begin(&target, || replaceable(&target))?;
        let folder = Folder { staging };
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
    /// target, where it replaces an existing report.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn publish(
        self,
        answer: &Answer,
        found: &Found,
        manifest: &Manifest,
        extras: Extras,
    ) -> Result<()> {
        let (here, Answer { tables, page, .. }) = (self.here(), answer);
        let (in_tables, in_charts) = (here.join("tables"), here.join("charts"));
        tables.write(&in_tables)?;
        let names = tables.names();
        let file = |name: &String| {
            let checksum = checksum(&in_tables.join(format!("{name}.parquet")));
            Ok((name.clone(), checksum.map_err(|what| anyhow!("the table {name} {what}"))?))
        };
        let mut manifest = Manifest {
            found: found.write(&here)?,
            results: tables.hash()?,
            files: names.iter().map(file).collect::<Result<_>>()?,
            tables: names,
            changed: answer.changed.clone(),
            ..manifest.clone()
        };
        for chart in &page.charts {
            atomic_file::put(&in_charts.join(format!("{}.svg", chart.name)), chart.svg()?)?;
            if extras.png {
                chart.write_png(&in_charts)?;
            }
        }
        if extras.csv {
            tables.write_csv(&in_tables)?;
            let rows = here.join(ROWS);
            if rows.exists() {
                copy_as_csv(&rows, &rows.with_extension("csv"))?;
            }
        }
        atomic_file::put(&here.join("report.html"), page.render(&manifest)?)?;
        manifest.charts = page.charts.iter().map(|chart| chart.name.clone()).collect();
        manifest.headline.clone_from(&page.headline);
        let warnings = page.warnings(&manifest);
        manifest.warnings = warnings.iter().map(Warning::sentence).collect();
        manifest.verdict.clone_from(&page.verdict);
        manifest.write(&here)?;
        self.staging.place()
    }
}

/// Checks that a report may replace a folder: all of its files are of gong, and it can be renamed.
fn replaceable(target: &Path) -> Result<()> {
    if !target.exists() {
        return Ok(());
    }
    let shown = target.display();
    if std::env::current_dir().is_ok_and(|here| here.starts_with(target)) {
        bail!("{shown} is in use and cannot be replaced: name a folder inside it");
    }
    match (foreign(target)?, Manifest::read(target).is_ok()) {
        (None, _) => Ok(()),
        (Some(file), true) => bail!(
            "{} is not of gong, and {shown} is replaced as a whole: move the file, or name another \
             folder",
            file.display()
        ),
        (Some(_), false) => bail!(
            "{shown} contains other files and is not the folder of a report: name a new or an \
             empty folder"
        ),
    }
}

/// Returns the SHA-256 hash of a table's file.
fn checksum(file: &Path) -> Result<String, String> {
    read_bytes(file, MOST_BYTES).map(|bytes| hex(&Sha256::digest(bytes)))
}

/// Describes each table's file that is missing, or that differs from its checksum in the manifest,
/// as in "tables/scores.parquet was changed".
pub fn changed_tables(folder: &Path, manifest: &Manifest) -> Vec<String> {
    let changed = |(name, expected): (&String, &String)| {
        let file = format!("tables/{name}.parquet");
        match checksum(&folder.join(&file)) {
            Ok(found) if found == *expected => None,
            Ok(_) => Some(format!("{file} was changed")),
            Err(what) => Some(format!("{file} {what}")),
        }
    };
    manifest.files.iter().filter_map(changed).collect()
}

/// Path in a report of the table `games`, which has one row per game and player.
const ROWS: &str = "tables/games.parquet";

#[cfg(test)]
mod tests;
