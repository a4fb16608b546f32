//! Writes new files, such as a scenario with changes; never replaces a file.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::report::atomic_file::{self, folder_of};
use crate::scenario::{Document, resolve_each, written};
use crate::session::{ScenarioArgs, Usage};

/// The path of a new file.
#[derive(Debug, Clone)]
pub struct NewFile(PathBuf);

impl NewFile {
    /// Checks the path of a new file with this ending, such as `toml`. Messages begin with `flag`,
    /// which gives the path.
    ///
    /// # Errors
    /// Fails if the path has another ending, if the file exists already, if its folder does not
    /// exist, or if it cannot be written.
    pub fn new(path: &Path, ending: &str, flag: &str) -> Result<NewFile, Usage> {
        let fault = |what: &str| Err(Usage(format!("{flag}{}: {what}", path.display())));
        if path.extension().is_none_or(|given| given != ending) {
            return fault(&format!("wants a file that ends in .{ending}"));
        }
        if fs::symlink_metadata(path).is_ok() {
            return fault("exists already, and is never replaced: give another name");
        }
        if !folder_of(path).is_dir() {
            return fault(&format!("there is no folder {}", folder_of(path).display()));
        }
        match atomic_file::writable_file(path) {
            Ok(()) => Ok(NewFile(path.to_owned())),
            Err(error) => fault(&format!("{error:#}")),
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the text of a scenario file in which these settings replace the scenario's own
    /// values. The comment `head` comes first.
    ///
    /// # Errors
    /// Fails if the text is not a valid scenario.
    pub fn scenario_text(
        &self,
        scenario: &Path,
        changes: &ScenarioArgs,
        settings: &[String],
        head: &[String],
    ) -> Result<String> {
        let (document, mut sets) = changes.document(scenario)?;
        sets.extend_from_slice(settings);
        let scenario = written(document, &sets, folder_of(&self.0))?;
        let comment = |line: &str| format!("# {}", line.replace(char::is_control, ""));
        let head = head.iter().flat_map(|line| line.lines());
        let head: String = head.map(|line| comment(line).trim_end().to_owned() + "\n").collect();
        let text = head + &scenario;
        resolve_each(Document::parse(&self.0, &text)?, &[])?;
        Ok(text)
    }

    /// Writes the file; never replaces an existing file.
    ///
    /// # Errors
    /// Fails if the file exists by now, or cannot be written completely.
    pub fn write(&self, text: &str) -> Result<()> {
        let why = || format!("cannot write {}", self.0.display());
        let mut file = fs::File::create_new(&self.0).with_context(why)?;
        let written = file.write_all(text.as_bytes()).with_context(why);
        if written.is_err() {
            // Removes the incomplete file.
            let _ = fs::remove_file(&self.0);
        }
        written
    }
}
