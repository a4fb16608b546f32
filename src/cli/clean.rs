//! The command `gong clean`: removes the leftovers of killed commands.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::report::{self, atomic_file};
use crate::session::Usage;

/// Finish or remove the leftovers of commands that were killed while they wrote a report
///
/// Such folders and files are hidden, and their names begin with .gong-. They lie next to a report,
/// in it, or among shards. The next command that writes there does the same. Files of a running
/// command, and files that gong did not write, are left alone.
#[derive(Debug, Clone, Args)]
pub struct Clean {
    /// Folders that hold reports, or are reports [default: reports, and the current folder]
    #[arg(value_name = "DIR")]
    dirs: Vec<PathBuf>,
}

impl Clean {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let named = !self.dirs.is_empty();
        let dirs = match named {
            true => self.dirs,
            false => [".", "reports"].map(PathBuf::from).to_vec(),
        };
        let (mut cleaned, mut failed) = (0, vec![]);
        for dir in dirs {
            if !dir.is_dir() {
                if named {
                    return Err(Usage(format!("{} is not a folder", dir.display())).into());
                }
                continue;
            }
            for folder in [vec![dir.clone()], folders(&dir)?].concat() {
                let left = [report::clean(&folder), atomic_file::clean(&folder)];
                for (path, result) in left.into_iter().flatten() {
                    match result {
                        Ok(()) => {
                            cleaned += 1;
                            writeln!(out, "{} is cleaned up", path.display())?;
                        }
                        Err(error) => failed.push(format!("{}: {error:#}", path.display())),
                    }
                }
            }
        }
        if !failed.is_empty() {
            bail!("{}", failed.join("\n"));
        }
        if cleaned == 0 {
            writeln!(out, "Nothing is left behind")?;
        }
        Ok(())
    }
}

/// Returns the folders directly in `dir` that are not hidden, sorted by name.
fn folders(dir: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = vec![];
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if entry.file_type()?.is_dir() && !hidden {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}
