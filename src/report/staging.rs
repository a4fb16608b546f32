//! The hidden folder in which a report is written: next to its target, or inside the target if
//! there is no other way.
//!
//! ```text
//! .gong-XXXXXX/
//!     lock      held while its process lives; a free lock marks a leftover
//!     target    the name of the folder that the report is for; `.` is the parent of this folder
//!     run/      the report that is being written
//!     old/      the parts of the replaced report; exists only while the report is being moved
//! ```
//!
//! A killed process leaves such a folder behind. The next process that writes there completes the
//! move if it was begun, and removes the folder.

use std::fs::{self, File, TryLockError};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use tempfile::TempDir;

use super::atomic_file::unnamed;
use super::replace;
use crate::scenario::{no_link, open, open_folder, read_bytes};

/// Prefix of the names of the hidden folders in which reports are written.
pub const PREFIX: &str = ".gong-";

/// A hidden folder in which this process writes a report; removed when dropped.
#[derive(Debug)]
pub struct Staging {
    /// The lock of the hidden folder, held for the lifetime of the process. The field is never
    /// read. The field stands before `dir`, because Windows may remove a folder only after the open
    /// files in the folder are closed.
    _lock: File,
    dir: TempDir,
    /// True if the folder holds the only copy of a report, which must not be removed.
    kept: bool,
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.kept {
            // If the folder cannot be removed now, a later process recognises it as a leftover.
            let _ = remove(self.dir.path());
        }
    }
}

/// Returns the hidden folders of this process, for [`abandon`]. The list may also contain removed
/// folders.
fn begun() -> MutexGuard<'static, Vec<PathBuf>> {
    static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all hidden folders of this process, except those whose report is being moved. Ignores
/// errors, because the process is about to exit.
pub fn abandon() {
    for place in begun().drain(..) {
        // A failure here cannot be handled.
        let _ = remove(&place);
    }
}

impl Staging {
    /// Prepares a report for `target`, an absolute path that is not a symbolic link. If `target`
    /// exists, it must be a folder. Cleans up leftovers next to the target or in it first; then
    /// `check` decides whether the target may be replaced.
    ///
    /// # Errors
    /// Fails if neither the parent folder nor the target is writable, if another process is writing
    /// the report, or if the target may not be replaced.
    pub fn begin(target: &Path, check: impl FnOnce() -> Result<()>) -> Result<Staging> {
        let parent = target.parent().unwrap_or(target);
        // Only one process at a time may clean up leftovers and begin a report.
        let _alone = alone(parent);
        for folder in [parent, target] {
            for one in hidden(folder) {
                match one.left_behind() {
                    // The lock is free: the process that held it has exited.
                    Some(lock) => drop(one.clean(lock)),
                    None if one.target.as_deref() == Some(target) => bail!(
                        "another gong command is writing the report in {}: wait for it, or name \
                         another folder",
                        target.display()
                    ),
                    None => one.remove_if_empty(),
                }
            }
        }
        check()?;
        let inside = target.is_dir() && (replace::is_mounted(target) || !replace::writable(parent));
        let (folder, name) = match inside {
            true => (target, Path::new(".")),
            false => (parent, Path::new(target.file_name().unwrap_or_default())),
        };
        let why = || format!("cannot write into {}", folder.display());
        if target.is_dir() && !replace::writable(target) {
            bail!("cannot write into {}", target.display());
        }
        let dir = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder);
        let dir = dir.map_err(unnamed).with_context(why)?;
        begun().push(dir.path().to_owned());
        let lock = File::create(dir.path().join("lock")).with_context(why)?;
        // On file systems without locks, the folder cannot be recognised as a leftover.
        let _ = lock.try_lock();
        fs::write(dir.path().join("target"), name.as_os_str().as_encoded_bytes())
            .with_context(why)?;
        let staging = Staging { _lock: lock, dir, kept: false };
        // The report gets the default permissions, because the hidden folder itself is private.
        fs::create_dir(staging.run()).with_context(why)?;
        Ok(staging)
    }

    /// Returns the folder of the report that is being written.
    pub fn run(&self) -> PathBuf {
        self.dir.path().join("run")
    }

    /// Moves the finished report from its hidden folder to its target.
    ///
    /// # Errors
    /// Fails if the report cannot be moved. The report is then kept, and the error names its place.
    pub fn place(mut self, target: &Path) -> Result<()> {
        let here = self.dir.path();
        // From now on, an interruption does not remove this report; the next process completes it.
        begun().retain(|place| place != here);
        let Err(error) = replace::place(here, target) else {
            return Ok(());
        };
        let kept = replace::keep(here, target);
        if kept.starts_with(here) {
            // The hidden folder holds the only copy of the report.
            self.dir.disable_cleanup(true);
            self.kept = true;
        }
        Err(error).with_context(|| {
            format!(
                "cannot replace {}; the finished report is in {}",
                target.display(),
                kept.display()
            )
        })
    }
}

/// Locks a folder, so that only one process at a time begins a report or cleans up there. The lock
/// lasts until the returned file is dropped. Returns `None` if the file system does not support
/// locks.
fn alone(folder: &Path) -> Option<File> {
    let folder = open_folder(folder)?;
    folder.lock().is_ok().then_some(folder)
}

/// A hidden folder in which some process, alive or dead, writes a report.
#[derive(Debug)]
struct Hidden {
    path: PathBuf,
    /// The target of the report in the hidden folder; `None` if the hidden folder does not record
    /// it.
    target: Option<PathBuf>,
}

/// Returns gong's hidden folders inside a folder; empty if the folder cannot be read.
fn hidden(folder: &Path) -> Vec<Hidden> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| {
        let is_dir = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let name = entry.file_name();
        is_dir && name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
    });
    let mut found: Vec<Hidden> = ours.map(|entry| Hidden::of(folder, entry.path())).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Hidden {
    fn of(folder: &Path, path: PathBuf) -> Hidden {
        let name = read_bytes(&path.join("target"), 4096).unwrap_or_default();
        let name = String::from_utf8(name).unwrap_or_default();
        let mut steps = Path::new(&name).components();
        // Accepts only a name, not a path, so that a hidden folder can affect only folders next to
        // it.
        let target = match (steps.next(), steps.next()) {
            (Some(Component::CurDir), None) => Some(folder.to_owned()),
            (Some(Component::Normal(name)), None) => Some(folder.join(name)),
            _ => None,
        };
        Hidden { path, target }
    }

    /// Returns the lock of the hidden folder if the process that made it has exited. `None` if a
    /// living process holds the lock, or if gong did not make the folder.
    fn left_behind(&self) -> Option<File> {
        let lock = self.path.join("lock");
        let lock = open(&lock).ok()?;
        match lock.try_lock() {
            Ok(()) => Some(lock),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
        }
    }

    /// Removes the hidden folder if it is empty. An empty hidden folder has no lock, because its
    /// process was killed just after creating it.
    fn remove_if_empty(&self) {
        // The removal fails, as intended, if the folder is not empty.
        let _ = fs::remove_dir(&self.path);
    }

    /// Completes the move of a report that a killed process had begun, and removes its hidden
    /// folder. `lock` keeps other processes away meanwhile.
    ///
    /// # Errors
    /// Fails if the move cannot be completed. The rest of the folder is then kept.
    fn clean(&self, lock: File) -> Result<()> {
        for part in ["run", "old"].map(|part| self.path.join(part)) {
            no_link(&part).map_err(|what| anyhow!("{} {what}", part.display()))?;
        }
        let is_folder = |target: &&Path| target.is_dir() && no_link(target).is_ok();
        if let Some(target) = self.target.as_deref().filter(is_folder) {
            replace::resume(&self.path, target)?;
        }
        let why = || format!("cannot remove {}", self.path.display());
        let removed = remove(&self.path).or_else(|error| {
            // Windows may remove the folder only after its lock is closed.
            drop(lock);
            fs::remove_dir(&self.path).map_err(|_| error)
        });
        removed.with_context(why)
    }
}

/// Removes a hidden folder. If the process is killed meanwhile, later processes recognise the rest
/// as a leftover that only has to be removed.
fn remove(hidden: &Path) -> std::io::Result<()> {
    for part in by_removal(hidden)? {
        match part.is_dir() {
            true => fs::remove_dir_all(part)?,
            false => fs::remove_file(part)?,
        }
    }
    fs::remove_dir(hidden)
}

/// Returns the files in a hidden folder in the order of their removal: the target's name first, the
/// lock last.
fn by_removal(hidden: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(hidden)?.map(|entry| Ok(entry?.path()));
    let mut parts = entries.collect::<std::io::Result<Vec<PathBuf>>>()?;
    parts.sort_by_key(|part| match part.file_name() {
        Some(name) if name == "target" => 0,
        Some(name) if name == "lock" => 2,
        _ => 1,
    });
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_is_killed_while_it_cleans_up_leaves_what_can_be_cleaned_up() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("report");
        // Simulates a kill before the removal of each part and of the folder itself.
        for removed in 0..=4 {
            let staging = Staging::begin(&target, || Ok(())).unwrap();
            fs::create_dir(staging.dir.path().join("old")).unwrap();
            fs::write(staging.run().join("report.html"), "half").unwrap();
            let parts = by_removal(staging.dir.path()).unwrap();
            assert_eq!(parts.len(), 4);
            assert!(parts[0].ends_with("target") && parts[3].ends_with("lock"));
            for part in &parts[..removed] {
                if part.is_dir() {
                    fs::remove_dir_all(part).unwrap();
                } else {
                    fs::remove_file(part).unwrap();
                }
            }
            let mut staging = staging;
            staging.dir.disable_cleanup(true);
            staging.kept = true;
            drop(staging);
            assert_eq!(hidden(folder.path()).len(), 1);
            drop(Staging::begin(&target, || Ok(())).unwrap());
            assert!(hidden(folder.path()).is_empty(), "{removed} parts removed");
        }
        assert!(!target.exists());
    }

    #[test]
    fn whom_a_report_is_for_has_it_or_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("report");
        drop(Staging::begin(&target, || Ok(())).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let staging = Staging::begin(&target, || Ok(())).unwrap();
        fs::write(staging.run().join("report.html"), "whole").unwrap();
        staging.place(&target).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(target.join("report.html").exists());
    }
}
