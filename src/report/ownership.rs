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
    let manifest = Manifest::read(target).ok();
    let is_part = |path: &Path| PARTS.iter().any(|part| path == Path::new(part));
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(target.join(&inside))? {
            let entry = entry?;
            let path = inside.join(entry.file_name());
            match entry.file_type()?.is_dir() {
                true if is_part(&path) => folders.push(path),
                false if is_ours(&path, manifest.as_ref()) => {}
                false if path == Path::new(CHECKPOINT) && Ledger::is_at(&entry.path()) => {}
                _ => return Ok(Some(entry.path())),
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

/// Returns whether a file in a report's folder was written by gong rather than by the user. `path`
/// is relative to the folder; `manifest` is the report's manifest, if there is one.
fn is_ours(path: &Path, manifest: Option<&Manifest>) -> bool {
    let text = |part: Option<&std::ffi::OsStr>| {
        part.and_then(|part| part.to_str()).unwrap_or_default().to_owned()
    };
    let (name, kind) = (text(path.file_stem()), text(path.extension()));
    let folder = path.parent().and_then(|parent| parent.to_str());
    let Some(manifest) = manifest else {
        return folder == Some(POINTS) && is_point(path);
    };
    match folder {
        Some("") => ["report.html", MANIFEST, FOUND].iter().any(|ours| path == Path::new(ours)),
        Some("tables") => {
            ["parquet", "csv"].contains(&kind.as_str())
                && (name == "games" || manifest.tables.contains(&name))
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

/// Creates a hard link to a file, or a copy if the file system does not support hard links.
pub(super) fn link_or_copy(from: &Path, to: &Path) -> Result<()> {
    fs::hard_link(from, to)
        .or_else(|_| copy(from, to))
        .map_err(|what| anyhow!("{} {what}", from.display()))
}
