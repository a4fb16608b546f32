//! Makes a report in a hidden folder beside its target, which then takes the target's place by
//! renaming. The hidden folder has the name of its target, and a file that its process locks while
//! it lives. The next command that writes beside it finishes or removes what a killed process left.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};

use super::atomic_file::unnamed;
use super::ledger::CHECKPOINT;
use super::ownership::{foreign, link_or_copy, no_links};
use crate::scenario::{no_link, open, open_folder};

/// Start of the names of hidden folders; the name of the target follows.
pub const PREFIX: &str = ".gong-";

/// Names in a hidden folder: the new report, the report that it replaces, and the lock.
const RUN: &str = "run";
const OLD: &str = "old";
const LOCK: &str = "lock";

/// A hidden folder in which a report is being made.
#[derive(Debug)]
pub struct Staging {
    /// Locked until the hidden folder is gone.
    _lock: File,
    hidden: PathBuf,
    target: PathBuf,
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What cannot be removed is removed by the next command.
        let _ = remove(&self.hidden);
    }
}

/// Returns the hidden folders of this process, for [`abandon`]. The list may also contain removed
/// ones.
fn begun() -> MutexGuard<'static, Vec<PathBuf>> {
    static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    PLACES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the hidden folders of this process, which is about to end.
pub fn abandon() {
    for place in begun().drain(..) {
        let _ = remove(&place);
    }
}

impl Staging {
    /// Creates the hidden folder of a report; first finishes or removes what killed processes have
    /// left beside it. `check` then decides whether the target may be replaced.
    ///
    /// # Errors
    /// Fails if another process writes the same report, if `check` fails, or if the folder cannot
    /// be written.
    pub fn begin(target: &Path, check: impl FnOnce() -> Result<()>) -> Result<Staging> {
        let parent = target.parent().unwrap_or(target);
        // Two processes that begin at once take turns. File systems without locks have no turns.
        let _alone = open_folder(parent).filter(|folder| folder.lock().is_ok());
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                finish(&entry.path());
            }
        }
        check()?;
        let mut name = std::ffi::OsString::from(PREFIX);
        name.push(target.file_name().unwrap_or_default());
        let hidden = parent.join(name);
        let why = || format!("cannot write into {}", parent.display());
        match fs::create_dir(&hidden) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => bail!(
                "another gong command is writing the report in {}: wait for it, or name another \
                 folder",
                target.display()
            ),
            made => made.map_err(unnamed).with_context(why)?,
        }
        begun().push(hidden.clone());
        let lock = File::create(hidden.join(LOCK)).with_context(why)?;
        let _ = lock.try_lock();
        let staging = Staging { _lock: lock, hidden, target: target.to_owned() };
        fs::create_dir(staging.run()).with_context(why)?;
        Ok(staging)
    }

    /// Returns the folder in which the report is made.
    pub fn run(&self) -> PathBuf {
        self.hidden.join(RUN)
    }

    /// Moves the finished report to its target.
    ///
    /// # Errors
    /// Fails if the target cannot be replaced, such as because other files are in it now. The
    /// finished report is then in a folder beside it, which the error names.
    pub fn place(self) -> Result<()> {
        let Err(error) = replace(&self.hidden, &self.target) else {
            return Ok(());
        };
        let name = self.target.file_name().unwrap_or_default().to_string_lossy();
        let mut free = (2..).map(|number| self.target.with_file_name(format!("{name}-{number}")));
        let kept = free.find(|path| fs::symlink_metadata(path).is_err()).expect("a free name");
        fs::rename(self.run(), &kept)?;
        Err(error).with_context(|| {
            let (target, kept) = (self.target.display(), kept.display());
            format!("cannot replace {target}; the finished report is in {kept}")
        })
    }
}

/// Moves the report in a hidden folder to its target, and an older report into the hidden folder.
fn replace(hidden: &Path, target: &Path) -> Result<()> {
    let (run, old) = (hidden.join(RUN), hidden.join(OLD));
    if !target.exists() {
        return Ok(fs::rename(&run, target)?);
    }
    no_links(target)?;
    if !target.is_dir() {
        bail!("{} is a file", target.display());
    }
    if let Some(file) = foreign(target)? {
        bail!("{} is not of gong", file.display());
    }
    if target.join(CHECKPOINT).exists() {
        link_or_copy(&target.join(CHECKPOINT), &run.join(CHECKPOINT))?;
    }
    fs::set_permissions(&run, fs::metadata(target)?.permissions())?;
    fs::rename(target, &old)?;
    Ok(fs::rename(&run, target).inspect_err(|_| drop(fs::rename(&old, target)))?)
}

/// Finishes or removes a hidden folder whose process was killed. Leaves other folders as they are,
/// also those that cannot be removed.
fn finish(hidden: &Path) {
    let name = hidden.file_name().unwrap_or_default().to_string_lossy();
    let Some(target) = name.strip_prefix(PREFIX).map(|name| hidden.with_file_name(name)) else {
        return;
    };
    let (lock, run, old) = (hidden.join(LOCK), hidden.join(RUN), hidden.join(OLD));
    match open(&lock) {
        Ok(lock) if lock.try_lock().is_ok() => {
            // The process was killed between the two renames.
            if old.is_dir() && run.is_dir() && no_link(&run).is_ok() && !target.exists() {
                let _ = fs::rename(&run, &target);
            }
            let _ = remove(hidden);
        }
        Ok(_) => {}
        // The process was killed before it took its lock, or after it removed it.
        Err(_) => drop(fs::remove_dir(hidden)),
    }
}

/// Removes a hidden folder, its lock last.
fn remove(hidden: &Path) -> io::Result<()> {
    for part in [RUN, OLD] {
        match fs::remove_dir_all(hidden.join(part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    fs::remove_file(hidden.join(LOCK))?;
    fs::remove_dir(hidden)
}

#[cfg(test)]
mod tests;
