//! Small files that are written atomically: first under a hidden name, then renamed. A killed
//! process leaves the hidden file behind.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use super::staging::PREFIX;
use crate::scenario::open;

/// Prefix of the hidden name of a file that is being written.
pub const WRITING: &str = ".gong-writing-";

/// Returns the folder that contains a file.
pub fn folder_of(path: &Path) -> &Path {
    let folder = path.parent();
    folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file atomically; creates its folder if needed. Removes the files that killed processes
/// have left in this folder.
///
/// # Errors
/// Fails if the file cannot be written. An existing file is then unchanged.
pub fn write(path: &Path, text: &[u8]) -> Result<()> {
    let write = || -> Result<()> {
        let folder = folder_of(path);
        fs::create_dir_all(folder)?;
        clean(folder);
        let mut file = hidden(folder)?;
        file.write_all(text)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Writes a file of a report that is still in its hidden folder.
///
/// # Errors
/// Fails if the file cannot be written; the error names the file.
pub fn put(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    fs::write(path, contents).with_context(|| cannot_write(path))
}

/// Returns the start of an error message about a file that cannot be written. Leaves out the hidden
/// folder of a report, which users do not know.
pub fn cannot_write(path: &Path) -> String {
    let is_hidden = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(PREFIX.as_bytes());
    let above = path.ancestors().skip(2).zip(path.ancestors().skip(1));
    let mut runs = above.filter(|(hidden, _)| hidden.file_name().is_some_and(is_hidden));
    let inside = runs.next().and_then(|(_, run)| path.strip_prefix(run).ok());
    format!("cannot write {}", inside.unwrap_or(path).display())
}

/// Checks that the system accepts the name of a file or folder that is not written yet.
///
/// # Errors
/// Fails if the name is too long or has invalid characters.
pub fn valid_name(path: &Path) -> Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::InvalidFilename => {
            Err(error).with_context(|| cannot_write(path))
        }
        _ => Ok(()),
    }
}

/// Checks that files can be written to a folder; creates the folder if needed.
///
/// # Errors
/// Fails if files cannot be written.
pub fn writable(folder: &Path) -> Result<()> {
    let try_it = || -> Result<()> {
        fs::create_dir_all(folder)?;
        hidden(folder)?;
        Ok(())
    };
    let leads_nowhere = fs::symlink_metadata(folder).is_ok() && !folder.exists();
    match leads_nowhere {
        true => bail!("{} is a broken symbolic link", folder.display()),
        false => try_it().with_context(|| format!("cannot write into {}", folder.display())),
    }
}

/// Checks that a file can be written: that its folder is writable, and that the system accepts its
/// name. Creates the folder if needed.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn writable_file(path: &Path) -> Result<()> {
    writable(folder_of(path))?;
    valid_name(path)
}

/// Creates a hidden file with a lock that this process holds while it lives.
fn hidden(folder: &Path) -> Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(WRITING);
    // The file gets the default permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder).map_err(unnamed)?;
        // On file systems without locks, the file cannot be recognised as a leftover.
        let _ = file.as_file().lock();
        // Another process may have removed the file before it was locked.
        if file.path().exists() {
            return Ok(file);
        }
    }
}

/// Returns the error without the path of a hidden file, which users do not know.
pub fn unnamed(error: io::Error) -> io::Error {
    let text = error.to_string();
    let what = text.split(" at path ").next().unwrap_or(&text);
    io::Error::new(error.kind(), what)
}

/// Removes the files that killed processes have left in a folder. A file that cannot be removed
/// stays.
pub fn clean(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.as_encoded_bytes().starts_with(WRITING.as_bytes());
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        // The lock is held until the file is removed.
        if let Ok(file) = open(&entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_writes_any_more_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let written = hidden(folder.path()).unwrap();
        let error = hidden(&at("missing")).unwrap_err().to_string();
        assert!(!error.contains(WRITING), "{error}");
        fs::write(at(".gong-writing-killed"), "half of").unwrap();
        fs::write(at(".gong-notes"), "the user's").unwrap();
        fs::create_dir(at(".gong-writing-folder")).unwrap();
        write(&at("new"), b"whole").unwrap();
        assert!(!at(".gong-writing-killed").exists());
        assert!(written.path().exists() && at(".gong-notes").exists());
        assert!(at(".gong-writing-folder").exists());
        // The file was renamed by its writer, so another file with the hidden name is no leftover.
        written.persist(at("done")).unwrap();
        write(&at("deep/done"), b"whole").unwrap();
        assert_eq!(fs::read(at("deep/done")).unwrap(), b"whole");
        assert_eq!(fs::read_dir(at("deep")).unwrap().count(), 1);
        assert!(at("done").exists());
    }
}
