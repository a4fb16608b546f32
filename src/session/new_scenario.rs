//! Writes a scenario with changes as a new scenario file; never replaces a file.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::report::atomic_file::{self, folder_of};
use crate::scenario::{Document, resolve_each, written};
use crate::session::{ScenarioArgs, Usage};

/// The path of a new scenario file.
#[derive(Debug, Clone)]
pub struct ScenarioTarget(PathBuf);

impl ScenarioTarget {
    /// Checks the path of a new scenario file. Messages begin with `flag`, which gives the path.
    ///
    /// # Errors
    /// Fails if the file exists already, if its folder does not exist, or if it cannot be written.
    pub fn new(path: &Path, flag: &str) -> Result<ScenarioTarget, Usage> {
        let fault = |what: &str| Err(Usage(format!("{flag}{}: {what}", path.display())));
        if fs::symlink_metadata(path).is_ok() {
            return fault("exists already and is never replaced: give a new name");
        }
        if path.extension().is_none_or(|kind| kind != "toml") {
            return fault("a scenario file ends in .toml");
        }
        if !folder_of(path).is_dir() {
            return fault("there is no such folder");
        }
        match atomic_file::writable_file(path) {
            Ok(()) => Ok(ScenarioTarget(path.to_owned())),
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
    pub fn text(
        &self,
        scenario: &Path,
        changes: &ScenarioArgs,
        settings: &[String],
        head: &[String],
    ) -> Result<String> {
        let (document, mut sets) = changes.document(scenario)?;
        sets.extend_from_slice(settings);
        let scenario = written(document, &sets, folder_of(&self.0))?;
        let mut text = String::new();
        for line in head.iter().flat_map(|line| line.lines()) {
            let plain: String = line.chars().filter(|letter| !letter.is_control()).collect();
            text += format!("# {plain}").trim_end();
            text.push('\n');
        }
        text += &scenario;
        resolve_each(Document::parse(&self.0, &text)?, &[])?;
        Ok(text)
    }

    /// Writes the new scenario file; never replaces an existing file.
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
