//! Finds the roster for a new file: the roster in a clone of the repository, or a copy next to the
//! new file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::games::Title;
use crate::report::atomic_file::folder_of;
use crate::scenario::{Document, Fault, Faults, Scenario, path_from};
use crate::session::new_file::NewFile;

/// The roster to which a new scenario file refers.
pub struct RosterChoice {
    /// The path of the roster, relative to the current folder.
    pub path: PathBuf,
    /// The path of the roster, as written in the new file.
    pub name: String,
    pub document: Document,
    /// True if the official roster must first be written to `path`.
    is_new: bool,
    /// The text of the official roster, for a new file.
    text: &'static str,
}

impl RosterChoice {
    /// Finds the official roster for a new file. If the new file is inside a clone of the
    /// repository, this is the roster of the clone; else it is a roster next to the new file.
    ///
    /// # Errors
    /// Fails if a roster exists there but has faults.
    pub fn official(title: &dyn Title, new: &Path) -> anyhow::Result<RosterChoice> {
        let file = Path::new("scenarios").join(title.name()).join("roster.toml");
        let whole = whole(folder_of(new))?;
        let cloned = whole.ancestors().map(|above| above.join(&file)).find(|path| path.is_file());
        let beside = format!("{}-roster.toml", title.name());
        let path = cloned.clone().unwrap_or_else(|| new.with_file_name(&beside));
        let is_new = !path.exists();
        let document = match is_new {
            true => Document::parse(&path, title.roster())?,
            false => Document::read(&path)?,
        };
        let name = match cloned {
            Some(path) => path_from(&whole, &path).context("the roster is gone")?,
            None => beside,
        };
        // The schema is not copied with the roster.
        let text = title.roster().trim_start_matches("#:schema roster.schema.json\n");
        Ok(RosterChoice { path, name, document, is_new, text })
    }

    /// Returns the line of a new file that tells editors where its JSON Schema is. Empty if there
    /// is no schema next to the roster.
    pub fn schema(&self) -> String {
        let beside = self.path.with_file_name("scenario.schema.json");
        match self.name.strip_suffix("roster.toml") {
            Some(folder) if !folder.ends_with('-') && beside.is_file() => {
                format!("#:schema {folder}scenario.schema.json\n")
            }
            _ => String::new(),
        }
    }
}

/// Writes a new scenario, and before it the roster to which it refers, if the roster does not exist
/// yet. Returns the scenario, and a line about the roster, which is empty if the roster exists.
///
/// # Errors
/// Fails if the scenario would be invalid or a file cannot be written; then writes nothing.
pub fn write_scenario(
    file: &NewFile,
    text: &str,
    choice: Option<&RosterChoice>,
) -> anyhow::Result<(Scenario, String)> {
    let new = choice.filter(|choice| choice.is_new);
    if let Some(choice) = new {
        NewFile::new(&choice.path, "toml", "")?.write(choice.text)?;
    }
    let scenario = sound(Scenario::from_text(file.path(), text, &[]), file.path());
    let written = scenario.map_err(anyhow::Error::from);
    let written = written.and_then(|scenario| file.write(text).map(|()| scenario));
    if let (Err(_), Some(choice)) = (&written, new) {
        // If the roster cannot be removed, it is a sound file that nothing refers to.
        let _ = fs::remove_file(&choice.path);
    }
    let line = |of: &RosterChoice| format!("Wrote {}: the official roster\n", of.path.display());
    Ok((written?, new.map(line).unwrap_or_default()))
}

/// Returns the absolute path of a folder, without symbolic links.
fn whole(folder: &Path) -> anyhow::Result<PathBuf> {
    fs::canonicalize(folder).with_context(|| format!("cannot find {}", folder.display()))
}

/// Returns the result of the check of a text before it is written. Any faults name the file to
/// which the text would be written.
pub fn sound<T>(answer: Result<T, Faults>, path: &Path) -> Result<T, Faults> {
    answer.map_err(|faults| {
        let mut all =
            Faults::from(Fault::whole(path, "is not written, because it would be invalid:".into()));
        all.extend(faults);
        all
    })
}
