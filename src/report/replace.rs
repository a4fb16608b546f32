//! Moves a finished report to its target: replaces the folder atomically where possible, else part
//! by part, with recovery by the next process after a crash.
//!
//! The user's own files are never removed. Files next to gong's are copied to the new folder first,
//! and files that appear meanwhile are moved afterwards.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::found::FOUND;
use super::ownership::{POINTS, copy_own_files, is_ours, no_links};
use super::{MANIFEST, Manifest};
use crate::scenario::network_file::BOTS;

/// Names of the files and folders in a report, except the manifest.
pub(super) const PARTS: [&str; 6] = ["tables", "charts", POINTS, BOTS, FOUND, "report.html"];

/// Moves a finished report from the subfolder `run` of a hidden folder to its target.
///
/// # Errors
/// Fails if the report cannot be moved. The target is then unchanged, or `hidden` holds the missing
/// parts.
pub fn place(hidden: &Path, target: &Path) -> Result<()> {
    let run = hidden.join("run");
    if !target.exists() {
        return Ok(fs::rename(&run, target)?);
    }
    no_links(target)?;
    if target.join(POINTS).is_dir() {
        fs::create_dir_all(run.join(POINTS))?;
    }
    let ours = Manifest::read(target).ok();
    for part in PARTS {
        if target.join(part).is_dir() {
            copy_own_files(target, &run, Path::new(part), ours.as_ref())?;
        }
    }
    if is_report_alone(target)? && replaceable(target, &run)? && exchange(&run, target).is_ok() {
        return finish(&run, target);
    }
    fs::create_dir(hidden.join("old"))?;
    part_by_part(hidden, target)
}

/// Completes the move of a report that a terminated process had begun with this hidden folder. Does
/// nothing if the process had begun no move.
///
/// # Errors
/// Fails if the move cannot be completed.
pub fn resume(hidden: &Path, target: &Path) -> Result<()> {
    if hidden.join("old").is_dir() {
        return part_by_part(hidden, target);
    }
    // If the folders were exchanged, `run` now holds the old report.
    finish(&hidden.join("run"), target)
}

/// Moves a report to its target part by part, such as tables and charts. After an interruption the
/// function can be called again: parts still in `run` have not been moved. The target has no
/// manifest, and so is not a report, until all parts are moved.
fn part_by_part(hidden: &Path, target: &Path) -> Result<()> {
    let (run, old) = (hidden.join("run"), hidden.join("old"));
    let aside = |part: &str| match fs::symlink_metadata(target.join(part)) {
        Ok(_) => fs::rename(target.join(part), old.join(part)),
        Err(_) => Ok(()),
    };
    if run.join(MANIFEST).exists() {
        aside(MANIFEST)?;
        // The new report has no part that would replace the adapted bot of the old report.
        let adapted = Manifest::read(&run).is_ok_and(|manifest| manifest.adapted.is_some());
        if !adapted && ![&run, &old].iter().any(|of| of.join(BOTS).exists()) {
            aside(BOTS)?;
        }
        for part in PARTS.iter().filter(|part| run.join(part).exists()) {
            aside(part)?;
            fs::rename(run.join(part), target.join(part))?;
        }
        fs::rename(run.join(MANIFEST), target.join(MANIFEST))?;
    }
    finish(&old, target)
}

/// Moves the user's own files from an old report to the new one, except those whose name exists in
/// the new report.
fn finish(old: &Path, target: &Path) -> Result<()> {
    // A report without points needs no folder for points.
    let _ = fs::remove_dir(target.join(POINTS));
    let Ok(manifest) = Manifest::read(old) else {
        return Ok(());
    };
    let mut folders = vec![PathBuf::new()];
    while let Some(inside) = folders.pop() {
        for entry in fs::read_dir(old.join(&inside))? {
            let entry = entry?;
            let path = inside.join(entry.file_name());
            let there = fs::symlink_metadata(target.join(&path)).is_ok();
            if entry.file_type()?.is_dir() && there {
                folders.push(path);
            } else if !there && !is_ours(&path, &manifest) && !is_folder_of_ours(&path) {
                fs::rename(old.join(&path), target.join(&path))?;
            }
        }
    }
    Ok(())
}

fn is_folder_of_ours(path: &Path) -> bool {
    PARTS.iter().any(|part| path == Path::new(part))
}

/// Returns whether a folder holds nothing besides a report.
fn is_report_alone(target: &Path) -> Result<bool> {
    for entry in fs::read_dir(target)? {
        let name = entry?.file_name();
        let known = PARTS.iter().chain([&MANIFEST]).any(|part| name == **part);
        if !known {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a report's target can be replaced by the folder `run`: no process works in the
/// target, and owner and permissions can be kept.
fn replaceable(target: &Path, run: &Path) -> Result<bool> {
    let works_there = std::env::current_dir().is_ok_and(|here| here.starts_with(target));
    if works_there || is_mounted(target) || !same_owner(target, run)? {
        return Ok(false);
    }
    fs::set_permissions(run, fs::metadata(target)?.permissions())?;
    Ok(true)
}

/// Keeps a finished report that cannot be moved to its target. Renames it to a free name next to
/// the target, or else leaves it in the hidden folder. Returns the report's path.
pub fn keep(hidden: &Path, target: &Path) -> PathBuf {
    let run = hidden.join("run");
    // A part of the report may have been moved already.
    if !hidden.join("old").exists() {
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let free = (2..100)
            .map(|number| target.with_file_name(format!("{name}-{number}")))
            .find(|path| fs::symlink_metadata(path).is_err());
        if let Some(free) = free
            && fs::rename(&run, &free).is_ok()
        {
            return free;
        }
    }
    run
}

/// Exchanges two folders atomically.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns whether a folder is a mount point, which cannot be renamed.
#[cfg(target_os = "linux")]
pub fn is_mounted(folder: &Path) -> bool {
    use rustix::fs::{AtFlags, CWD, StatxFlags, statx};
    let mount = |path: &Path| statx(CWD, path, AtFlags::empty(), StatxFlags::MNT_ID);
    match (mount(folder), mount(&folder.join(".."))) {
        (Ok(inner), Ok(outer)) => inner.stx_mnt_id != outer.stx_mnt_id,
        _ => false,
    }
}

#[cfg(not(target_os = "linux"))]
pub fn is_mounted(_: &Path) -> bool {
    false
}

/// Returns whether files can be created and removed in a folder.
#[cfg(unix)]
pub fn writable(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
pub fn writable(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|folder| !folder.permissions().readonly())
}

#[cfg(unix)]
fn same_owner(one: &Path, other: &Path) -> Result<bool> {
    use std::os::unix::fs::MetadataExt;

    use anyhow::Context;

    let owner = |path: &Path| -> Result<_> {
        let of = fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok((of.uid(), of.gid()))
    };
    Ok(owner(one)? == owner(other)?)
}

#[cfg(not(unix))]
fn same_owner(_: &Path, _: &Path) -> Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests;
