//! Distinguishes the files in a report's folder that gong wrote from the user's own files. A new
//! report replaces gong's files and keeps the user's files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::found::FOUND;
use super::ledger::{CHECKPOINT, Ledger};
use super::replace::PARTS;
use super::{MANIFEST, Manifest, atomic_file, staging};
use crate::scenario::network_file::{BOTS, adapted_files};
use crate::scenario::{copy, no_link};

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

/// Returns whether a report may replace the target folder: the folder is empty, or holds another
/// report or the points of an interrupted sweep.
pub(super) fn may_be_replaced(target: &Path) -> Result<bool> {
    if !target.is_dir() || Manifest::read(target).is_ok() {
        return Ok(true);
    }
    let mut holds_points = false;
    for entry in fs::read_dir(target)? {
        let name = entry?.file_name();
        let hidden = name.as_encoded_bytes().starts_with(staging::PREFIX.as_bytes());
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

/// Returns whether the file is a stored point of a sweep, complete or partly written.
fn is_point(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(".json").is_some_and(|key| key.len() == 32)
        || name.starts_with(atomic_file::WRITING)
}

/// Returns whether a file in a report's folder was written by gong rather than by the user. `path`
/// is relative to the folder; `manifest` is the report's manifest.
pub(super) fn is_ours(path: &Path, manifest: &Manifest) -> bool {
    let text = |part: Option<&std::ffi::OsStr>| {
        part.and_then(|part| part.to_str()).unwrap_or_default().to_owned()
    };
    let (name, kind) = (text(path.file_stem()), text(path.extension()));
    match path.parent().and_then(|parent| parent.to_str()) {
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
