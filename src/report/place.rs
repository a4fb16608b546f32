//! How a finished report takes the place of what was there: with one stroke where it can, else part by part, to be finished by whoever comes next.
//!
//! The user's own files are never removed: those between gong's are carried over first, and what appears meanwhile after.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Manifest;
use super::folder::{POINTS, copy_own_files, is_ours};
use super::found::FOUND;

/// What a report is made of, beside its manifest.
const PARTS: [&str; 5] = ["tables", "charts", POINTS, FOUND, "report.html"];
const MANIFEST: &str = "manifest.json";

/// Puts the report `hidden/run` where the target is.
///
/// # Errors
/// If it cannot be. The target is as it was then, or `hidden` holds what is missing.
pub fn place(hidden: &Path, target: &Path) -> Result<()> {
    let run = hidden.join("run");
    if !target.exists() {
        return Ok(fs::rename(&run, target)?);
    }
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

/// Does what a process that is gone had begun with this hidden folder; nothing if it had not.
///
/// # Errors
/// If that cannot be.
pub fn resume(hidden: &Path, target: &Path) -> Result<()> {
    if hidden.join("old").is_dir() {
        return part_by_part(hidden, target);
    }
    // If they were exchanged, this is the old report.
    finish(&hidden.join("run"), target)
}

/// Moves one part after the other. It can be stopped anywhere and called again: what is still in `run` has not been moved. The target is no
/// report, having no manifest, until it is the new one.
fn part_by_part(hidden: &Path, target: &Path) -> Result<()> {
    let (run, old) = (hidden.join("run"), hidden.join("old"));
    let aside = |part: &str| match fs::symlink_metadata(target.join(part)) {
        Ok(_) => fs::rename(target.join(part), old.join(part)),
        Err(_) => Ok(()),
    };
    if run.join(MANIFEST).exists() {
        aside(MANIFEST)?;
        for part in PARTS.iter().filter(|part| run.join(part).exists()) {
            aside(part)?;
            fs::rename(run.join(part), target.join(part))?;
        }
        fs::rename(run.join(MANIFEST), target.join(MANIFEST))?;
    }
    finish(&old, target)
}

/// Moves what is the user's own from an old report to its place in the new one, if that has nothing of the name.
fn finish(old: &Path, target: &Path) -> Result<()> {
    // A report without points needs no folder for them.
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

/// Whether a folder holds nothing beside a report.
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

/// Whether another folder may stand in its place: nobody works in it, and the other one can be made like it.
fn replaceable(target: &Path, run: &Path) -> Result<bool> {
    let works_there = std::env::current_dir().is_ok_and(|here| here.starts_with(target));
    if works_there || is_mounted(target) || !same_owner(target, run)? {
        return Ok(false);
    }
    fs::set_permissions(run, fs::metadata(target)?.permissions())?;
    Ok(true)
}

/// Where the finished report is kept that could not be put in place: under a name of its own beside the target, or where it was made.
pub fn keep(hidden: &Path, target: &Path) -> PathBuf {
    let run = hidden.join("run");
    // Half of it may have been moved already.
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

/// Swaps two folders at once; nobody ever sees neither.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether a folder is one that something is mounted on: it can be renamed by nobody.
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

/// Whether one may make and remove files in a folder.
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
