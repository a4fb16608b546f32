//! The folder of a run, written whole or not at all: everything is made in a hidden folder beside the target, which takes its place at the end.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use super::rows::RowsWriter;
use super::{Manifest, Tables, charts, facts::Facts, page, tables};
use crate::stats::Cast;

/// A run's folder in the making.
#[derive(Debug)]
pub struct Folder {
    target: PathBuf,
    staging: TempDir,
}

/// What to write beside tables, SVG charts and page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Extras {
    /// The charts as PNG too.
    pub png: bool,
}

impl Folder {
    /// Prepares to write a run's folder. Nothing can be seen at `target` before [`Folder::publish`].
    ///
    /// # Errors
    /// If `target` is a file, or a folder that holds other things and no manifest of gong's, or if one cannot write beside it.
    pub fn stage(target: &Path) -> Result<Folder> {
        if target.is_file() {
            bail!(
                "{} is a file: give a folder to write the report into",
                target.display()
            );
        }
        if target.is_dir()
            && fs::read_dir(target)?.next().is_some()
            && Manifest::read(target).is_err()
        {
            bail!(
                "{} holds other things and is not the folder of a run: give a new or an empty folder",
                target.display()
            );
        }
        // A relative name is made absolute now, so that it stays the same place whatever happens until the end.
        let target = std::path::absolute(target)?;
        let Some(parent) = target.parent().filter(|_| target.file_name().is_some()) else {
            bail!(
                "{} cannot be replaced: give the name of a folder inside another",
                target.display()
            );
        };
        fs::create_dir_all(parent)
            .with_context(|| format!("cannot create {}", parent.display()))?;
        let staging = tempfile::Builder::new()
            .prefix(".gong-")
            .tempdir_in(parent)
            .with_context(|| format!("cannot write into {}", parent.display()))?;
        for folder in ["tables", "charts"] {
            fs::create_dir(staging.path().join(folder))?;
        }
        Ok(Folder { target, staging })
    }

    /// Begins the table `games`, for `--rows`; call its `finish` before [`Folder::publish`].
    pub fn rows(&self, cast: &Cast) -> Result<RowsWriter> {
        RowsWriter::create(&self.staging.path().join("tables/games.parquet"), cast)
    }

    /// Writes tables, manifest, charts and page, and puts the folder in its place. Of an earlier run's folder, gong's files are replaced and
    /// the user's own are kept.
    pub fn publish(self, tables: &Tables, manifest: &Manifest, extras: Extras) -> Result<()> {
        tables.write(&self.staging.path().join("tables"))?;
        Manifest {
            results: tables.hash()?,
            ..manifest.clone()
        }
        .write(self.staging.path())?;
        self.finish(extras)
    }

    /// Draws from what is written, and takes the target's place.
    fn finish(self, extras: Extras) -> Result<()> {
        let here = self.staging.path();
        let tables = Tables::read(&here.join("tables"))?;
        let manifest = Manifest::read(here)?;
        let facts = Facts::new(&tables, &manifest)?;
        let drawn = charts::draw_all(&facts)?;
        for chart in &drawn {
            fs::write(
                here.join("charts").join(format!("{}.svg", chart.name)),
                &chart.svg,
            )?;
        }
        if extras.png {
            charts::write_png(&facts, &here.join("charts"))?;
        }
        fs::write(
            here.join("report.html"),
            page::render(&facts, &manifest, &drawn)?,
        )?;
        swap(self.staging, &self.target)
    }
}

/// Makes charts and page of a run's folder again, from its tables and its manifest.
///
/// # Errors
/// If the folder is not that of a run, or its tables and its manifest do not belong together.
pub fn redraw(target: &Path, extras: Extras) -> Result<()> {
    let manifest = Manifest::read(target)?;
    let results = Tables::read(&target.join("tables"))?.hash()?;
    if results != manifest.results {
        bail!(
            "the tables in {} are not those that its manifest.json was written for: play again",
            target.display()
        );
    }
    let folder = Folder::stage(target)?;
    let here = folder.staging.path();
    fs::copy(target.join("manifest.json"), here.join("manifest.json"))?;
    let mut files: Vec<String> = tables::NAMES
        .iter()
        .map(|name| format!("tables/{name}.parquet"))
        .collect();
    if target.join("tables/games.parquet").exists() {
        files.push("tables/games.parquet".to_string());
    }
    for file in files {
        // The games of a long run are large: a second name costs nothing, where the file system has them.
        let (from, to) = (target.join(&file), here.join(&file));
        fs::hard_link(&from, &to)
            .or_else(|_| fs::copy(&from, &to).map(|_| ()))
            .with_context(|| format!("cannot copy {file}"))?;
    }
    folder.finish(extras)
}

/// Puts the staged folder where the target is; on failure the target is as it was.
fn swap(staging: TempDir, target: &Path) -> Result<()> {
    let fresh = staging.path().to_path_buf();
    if let Ok(meta) = fs::metadata(target.parent().unwrap_or(target)) {
        // The hidden folder was private; the report is as public as the place it stands in.
        fs::set_permissions(&fresh, meta.permissions())?;
    }
    if !target.exists() {
        fs::rename(&fresh, target)
            .with_context(|| format!("cannot create {}", target.display()))?;
        let _ = staging.keep();
        return Ok(());
    }
    let target = fs::canonicalize(target)?;
    let aside = tempfile::Builder::new()
        .prefix(".gong-old-")
        .tempdir_in(target.parent().unwrap_or(&target))?;
    let old = aside.path().join("old");
    copy_own_files(&target, &fresh, Path::new(""))?;
    fs::rename(&target, &old).with_context(|| format!("cannot replace {}", target.display()))?;
    if let Err(error) = fs::rename(&fresh, &target) {
        fs::rename(&old, &target)?;
        return Err(error).with_context(|| format!("cannot replace {}", target.display()));
    }
    let _ = staging.keep();
    Ok(())
}

/// Carries the user's own files over into the folder that replaces theirs.
fn copy_own_files(from: &Path, to: &Path, inside: &Path) -> Result<()> {
    for entry in fs::read_dir(from.join(inside))? {
        let entry = entry?;
        let path = inside.join(entry.file_name());
        if is_ours(&path) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(to.join(&path))?;
            copy_own_files(from, to, &path)?;
        } else if fs::hard_link(from.join(&path), to.join(&path)).is_err() {
            fs::copy(from.join(&path), to.join(&path))
                .with_context(|| format!("cannot keep {}", path.display()))?;
        }
    }
    Ok(())
}

/// Whether gong writes a file of this path inside a run's folder.
fn is_ours(path: &Path) -> bool {
    let name = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    let kind = path
        .extension()
        .and_then(|kind| kind.to_str())
        .unwrap_or_default();
    match path.parent().and_then(|parent| parent.to_str()) {
        Some("") => ["report.html", "manifest.json"]
            .iter()
            .any(|ours| path == Path::new(ours)),
        Some("tables") => kind == "parquet" && (name == "games" || tables::NAMES.contains(&name)),
        Some("charts") => ["svg", "png"].contains(&kind) && charts::NAMES.contains(&name),
        _ => false,
    }
}
