//! Tells the files in a report's folder that gong wrote from those of the user. A new report only
//! replaces a folder in which all files are of gong.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::found::FOUND;
use super::ledger::{CHECKPOINT, Ledger};
use super::{MANIFEST, Manifest, atomic_file};
use crate::scenario::network_file::{BOTS, adapted_files};
use crate::scenario::{copy, no_link};

/// Name of the subfolder of a report in which a sweep stores its points (one file per setting).
pub const POINTS: &str = "points";

/// Names of the files and folders in a report, except the manifest.
const PARTS: [&str; 6] = ["tables", "charts", POINTS, BOTS, FOUND, "report.html"];

/// Checks that no folder or file of a report, and no file of shards, is a symbolic link. The user's
/// own links in subfolders are kept as links.
///
/// # Errors
/// Fails if there is such a link; the error names the link.
pub fn no_links(folder: &Path) -> Result<()> {
    let entries = |part: &str| {
        let entries = fs::read_dir(folder.join(part)).into_iter().flatten();
        entries.flatten().map(|entry| entry.path())
    };
    let parts = PARTS.iter().map(|part| folder.join(part));
    let records = entries("").filter(|path| path.extension().is_some_and(|kind| kind == "json"));
    let inside = PARTS.iter().flat_map(|part| entries(part));
    for path in parts.chain(records).chain(inside) {
        no_link(&path).map_err(|what| anyhow!("{} {what}", path.display()))?;
    }
    Ok(())
}

/// Returns a file or folder inside of a folder that gong did not write; `None` if there is none, so
/// that a report may replace the folder. Without a manifest, only the points and the checkpoint of
/// an interrupted command are of gong.
pub(super) fn foreign(target: &Path) -> Result<Option<PathBuf>> {
    let ours = Manifest::read(target).map_or(vec![], |manifest| files(&manifest));
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(target.join(&inside))? {
            let entry = entry?;
            let path = inside.join(entry.file_name());
            let is_folder = entry.file_type()?.is_dir();
            let is_ours = match is_folder {
                true => PARTS.iter().any(|part| path == Path::new(part)),
                false if inside == Path::new(POINTS) => is_point(&path),
                false if path == Path::new(CHECKPOINT) => Ledger::is_at(&entry.path()),
                false => ours.contains(&path),
            };
            if !is_ours {
                return Ok(Some(entry.path()));
            }
            if is_folder {
                folders.push(path);
            }
        }
    }
    Ok(None)
}

/// Returns whether the file is a stored point of a sweep, complete or partly written.
fn is_point(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(".json").is_some_and(|key| key.len() == 32)
        || name.starts_with(atomic_file::WRITING)
}

/// Returns the paths of all files that a report with this manifest may have, without its points.
fn files(manifest: &Manifest) -> Vec<PathBuf> {
    let named = |name: &str, folder: &str, kinds: [&str; 2]| {
        kinds.map(|kind| Path::new(folder).join(format!("{name}.{kind}")))
    };
    let tables = manifest.tables.iter().map(String::as_str).chain(["games"]);
    let tables = tables.flat_map(|name| named(name, "tables", ["parquet", "csv"]));
    let charts = manifest.charts.iter().flat_map(|name| named(name, "charts", ["svg", "png"]));
    let bots = manifest.adapted.iter().flat_map(|note| adapted_files(&note.bot));
    let single = ["report.html", MANIFEST, FOUND].map(PathBuf::from);
    single.into_iter().chain(tables).chain(charts).chain(bots).collect()
}

/// Creates a hard link to a file, or a copy if the file system does not support hard links.
pub(super) fn link_or_copy(from: &Path, to: &Path) -> Result<()> {
    fs::hard_link(from, to)
        .or_else(|_| copy(from, to))
        .map_err(|what| anyhow!("{} {what}", from.display()))
}
