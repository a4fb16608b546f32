//! Where a report is in the making: a hidden folder beside the one that it will take the place of, or inside it where that is the only way.
//!
//! ```text
//! .gong-XXXXXX/
//!     lock      held as long as its process lives: what nobody holds was left behind
//!     target    the name of the folder that the report is for; `.` is the folder that this one is in
//!     run/      the report in the making
//!     old/      what it replaces, part by part; there only while it is being put in place
//! ```
//!
//! A process that is killed leaves such a folder behind. The next one that writes there, or `gong clean`, finishes what it had begun to put in place,
//! and removes the rest.

use std::fs::{self, File, TryLockError};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use super::place;
use crate::scenario::{open, open_folder, read_bytes};

/// How the names of hidden folders begin.
pub const PREFIX: &str = ".gong-";

/// A hidden folder of this process, removed when dropped.
#[derive(Debug)]
pub struct Staging {
    dir: TempDir,
    /// Held, never read.
    _lock: File,
    /// It holds what is not to be lost.
    kept: bool,
}

impl Drop for Staging {
    fn drop(&mut self) {
        if !self.kept {
            // Whatever cannot be removed is known for left behind.
            let _ = remove(self.dir.path());
        }
    }
}

/// The hidden folders of this process, for [`abandon`]; those that are done stand there still, which does no harm.
fn begun() -> MutexGuard<'static, Vec<PathBuf>> {
    static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all hidden folders of this process but such as are being put in place, ignoring errors: the process is about to exit.
pub fn abandon() {
    for place in begun().drain(..) {
        // Nobody is left who could do anything about a failure.
        let _ = remove(&place);
    }
}

impl Staging {
    /// Prepares a report for `target`, which is absolute and, if it exists, a folder and no link. What others have left behind beside it or in it is
    /// cleaned up first; then `check` says whether the target may be replaced.
    ///
    /// # Errors
    /// If one can write neither beside it nor into it, if another process is writing it, or if it may not be replaced.
    pub fn begin(target: &Path, check: impl FnOnce() -> Result<()>) -> Result<Staging> {
        let parent = target.parent().unwrap_or(target);
        // One at a time: nobody comes between looking and beginning.
        let _alone = alone(parent);
        for folder in [parent, target] {
            for one in hidden(folder) {
                match one.left_behind() {
                    // Held by nobody, so that nothing is known of it but that it is over.
                    Some(lock) => drop(one.clean(lock)),
                    None if one.target.as_deref() == Some(target) => bail!(
                        "another gong is writing the report in {}: wait for it, or name another folder",
                        target.display()
                    ),
                    None => one.remove_if_empty(),
                }
            }
        }
        check()?;
        let inside = target.is_dir() && (place::is_mounted(target) || !place::writable(parent));
        let (folder, name) = match inside {
            true => (target, Path::new(".")),
            false => (parent, Path::new(target.file_name().unwrap_or_default())),
        };
        let why = || format!("cannot write into {}", folder.display());
        if target.is_dir() && !place::writable(target) {
            bail!("cannot write into {}", target.display());
        }
        let dir = tempfile::Builder::new().prefix(PREFIX).tempdir_in(folder);
        let dir = dir.with_context(why)?;
        begun().push(dir.path().to_owned());
        let lock = File::create(dir.path().join("lock")).with_context(why)?;
        // Where files cannot be locked, nobody takes this for left behind: it cannot be told.
        let _ = lock.try_lock();
        fs::write(
            dir.path().join("target"),
            name.as_os_str().as_encoded_bytes(),
        )
        .with_context(why)?;
        let staging = Staging {
            dir,
            _lock: lock,
            kept: false,
        };
        // As public as any folder that the user makes: the hidden one is private.
        fs::create_dir(staging.run()).with_context(why)?;
        Ok(staging)
    }

    /// The report in the making.
    pub fn run(&self) -> PathBuf {
        self.dir.path().join("run")
    }

    /// Puts the finished report where the target is.
    ///
    /// # Errors
    /// If it cannot be: then it is kept, and the error says where.
    pub fn place(mut self, target: &Path) -> Result<()> {
        let here = self.dir.path();
        // From here on it is not given up but finished.
        begun().retain(|place| place != here);
        let Err(error) = place::place(here, target) else {
            return Ok(());
        };
        let kept = place::keep(here, target);
        if kept.starts_with(here) {
            // It is all there is of it.
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

/// Cleans up what killed processes have left behind in a folder: says of each what became of it, sorted by path.
pub fn clean(folder: &Path) -> Vec<(PathBuf, Result<()>)> {
    let _alone = alone(folder);
    let mut cleaned = vec![];
    for one in hidden(folder) {
        match one.left_behind() {
            Some(lock) => cleaned.push((one.path.clone(), one.clean(lock))),
            None => one.remove_if_empty(),
        }
    }
    cleaned
}

/// The right to begin or to clean up in a folder, until it is dropped; none where folders cannot be locked.
fn alone(folder: &Path) -> Option<File> {
    let folder = open_folder(folder)?;
    folder.lock().is_ok().then_some(folder)
}

/// A hidden folder of some process.
#[derive(Debug)]
pub struct Hidden {
    pub path: PathBuf,
    /// The folder that its report is for, if it says so.
    target: Option<PathBuf>,
}

/// The hidden folders in a folder; none if it cannot be read.
pub fn hidden(folder: &Path) -> Vec<Hidden> {
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
        // A name and no path: whoever made this folder decides about its neighbours at most.
        let target = match (steps.next(), steps.next()) {
            (Some(Component::CurDir), None) => Some(folder.to_owned()),
            (Some(Component::Normal(name)), None) => Some(folder.join(name)),
            _ => None,
        };
        Hidden { path, target }
    }

    /// Its lock, if the process that made it is gone; none of a folder that a living one holds, or that no gong made.
    pub fn left_behind(&self) -> Option<File> {
        let lock = self.path.join("lock");
        let lock = open(&lock).ok()?;
        match lock.try_lock() {
            Ok(()) => Some(lock),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
        }
    }

    /// Removes it if there is nothing in it, not even a lock: its process was killed when it had just made it.
    fn remove_if_empty(&self) {
        // If there is something in it, this fails, and is to.
        let _ = fs::remove_dir(&self.path);
    }

    /// Finishes what its process had begun to put in place, and removes it. `_lock` keeps others away meanwhile.
    ///
    /// # Errors
    /// If that cannot be; then what is left of it stays.
    pub fn clean(&self, _lock: File) -> Result<()> {
        if let Some(target) = self.target.as_deref().filter(|target| target.is_dir()) {
            place::resume(&self.path, target)?;
        }
        let why = || format!("cannot remove {}", self.path.display());
        remove(&self.path).with_context(why)
    }
}

/// Removes a hidden folder. Whoever is killed meanwhile leaves one that can be told from what others write, and that asks for nothing but to be removed.
fn remove(hidden: &Path) -> std::io::Result<()> {
    for part in by_removal(hidden)? {
        match part.is_dir() {
            true => fs::remove_dir_all(part)?,
            false => fs::remove_file(part)?,
        }
    }
    fs::remove_dir(hidden)
}

/// What is in a hidden folder, in the order in which it is removed: first whom it is for, and last the lock.
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
        // Killed before each of its parts was removed, and before the folder itself.
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
            clean(folder.path());
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
