//! The folder in which the studio was started: its scenarios, and what the page may read and change
//! there.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::accept::Refusal;
use super::failure::RequestError;
use super::reports::ReportEntry;
use crate::scenario::{Document, Faults, RANDOM, Scenario};
use crate::session;
use crate::shell::with_slashes;
use crate::words::{hex, unprintable};

/// The folder of the studio, and the scenario that the command line names.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The folder, with all links resolved.
    folder: PathBuf,
    /// The scenario on the command line, which may be outside the folder.
    given: Option<PathBuf>,
}

/// A scenario that the page names, with edits, and with a bot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AskedVariant {
    pub scenario: String,
    /// The edits, in the form `PATH=VALUE`.
    #[serde(default)]
    pub edits: Vec<String>,
    /// The bot that plays every seat; absent if the scenario's own bots play.
    pub player: Option<String>,
}

/// A scenario file that the page can open.
#[derive(Debug, Serialize)]
pub struct ScenarioEntry {
    pub path: String,
    pub title: String,
    /// Name of the game; the constant `UNREADABLE` if the file is no TOML.
    pub game: String,
}

/// Heading of the files in the list that are no TOML, in place of the name of a game.
const UNREADABLE: &str = "Files that cannot be read";

impl ScenarioEntry {
    /// Returns whether the file has this name, in any folder.
    pub fn is_named(&self, file: &str) -> bool {
        Path::new(&self.path).file_name() == Some(file.as_ref())
    }
}

/// The scenarios and reports that the page can open.
#[derive(Debug, Default)]
pub struct Entries {
    pub scenarios: Vec<ScenarioEntry>,
    pub reports: Vec<ReportEntry>,
}

/// Maximum depth of folders that are searched for scenarios and reports.
const DEPTH: usize = 4;
/// Maximum number of entries in each of the two lists.
const MOST_ENTRIES: usize = 500;
/// Maximum number of files and folders that are looked at for the list.
const MOST_LOOKS: usize = 20_000;
/// Maximum number of edits of a scenario.
const MOST_EDITS: usize = 400;
/// Maximum length of an edit in bytes.
const LONGEST_EDIT: usize = 2_000;

impl Workspace {
    /// # Errors
    /// Fails if the folder cannot be found.
    pub fn new(folder: &Path, given: Option<PathBuf>) -> std::io::Result<Workspace> {
        Ok(Workspace {
            folder: folder.canonicalize()?,
            given: given.map(|path| with_slashes(&path)),
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn given(&self) -> Option<&Path> {
        self.given.as_deref()
    }

    /// Returns the path of a scenario that the page names: a file below the folder, or the scenario
    /// on the command line.
    ///
    /// # Errors
    /// Fails if the path leads outside the folder, also by a link, or is no scenario file.
    pub fn scenario(&self, name: &str) -> Result<PathBuf, RequestError> {
        let path = Path::new(name);
        if self.given.as_deref() == Some(path) {
            return Ok(path.to_owned());
        }
        if path.extension().is_none_or(|kind| kind != "toml") {
            let what = format!("{name}: a scenario file ends in .toml");
            return Err(RequestError::refused(what));
        }
        self.inside(name)
    }

    /// Returns the path of a file or a folder that the page names, relative to the folder of the
    /// studio.
    ///
    /// # Errors
    /// Fails if there is no such file or folder, or if the path leads outside the folder of the
    /// studio, also by a link.
    pub fn inside(&self, name: &str) -> Result<PathBuf, RequestError> {
        let path = Path::new(name);
        let mut parts = path.components();
        let plain = parts.all(|part| matches!(part, Component::Normal(_)));
        let outside = || {
            let what = format!("{name}: the path leads outside the folder of the studio");
            RequestError::refused(what)
        };
        if !plain {
            return Err(outside());
        }
        let Ok(real) = self.folder.join(path).canonicalize() else {
            return Err(RequestError::missing(format!("{name}: there is no such file")));
        };
        match real.starts_with(&self.folder) {
            true => Ok(path.to_owned()),
            false => Err(outside()),
        }
    }

    /// Returns the name of a new scenario file in the folder. The page chooses the name, with or
    /// without its ending.
    ///
    /// # Errors
    /// Fails if the name is not a plain file name of at most 64 letters.
    pub fn new_file(name: &str) -> Result<String, RequestError> {
        let stem = name.trim().trim_end_matches(".toml");
        let plain = |letter: char| letter.is_alphanumeric() || " -_".contains(letter);
        let named = stem.starts_with(char::is_alphanumeric) && stem.chars().count() <= 64;
        match named && stem.chars().all(plain) {
            true => Ok(format!("{stem}.toml")),
            false => Err(RequestError::refused(format!(
                "`{stem}` is not a valid name: wants at most 64 letters, digits, hyphens and spaces"
            ))),
        }
    }

    /// Reads a scenario that the page names, with edits, and with a bot that plays every seat.
    ///
    /// # Errors
    /// Fails if the scenario is faulty, if an edit is refused, or if the page cannot choose the
    /// bot.
    pub fn open(&self, asked: &AskedVariant) -> Result<Scenario, RequestError> {
        let unedited = self.unedited(&asked.scenario)?;
        allowed(&asked.edits, &unedited)?;
        let player = asked.player.as_slice();
        if let Some(unknown) = player.iter().find(|player| !bots(&unedited).contains(player)) {
            return Err(RequestError::refused(format!("the studio has no bot `{unknown}`")));
        }
        match asked.edits.is_empty() && player.is_empty() {
            true => Ok(unedited),
            false => Ok(session::scenario(&self.scenario(&asked.scenario)?, &asked.edits, player)?),
        }
    }

    /// Checks a scenario with edits. `shown` is the [`version`] of the values on the page. Returns
    /// why the edits are refused; `None` if they are accepted.
    ///
    /// # Errors
    /// Fails if the scenario is faulty or has other values than the page. Fails if the page may not
    /// make an edit.
    pub fn check(
        &self,
        AskedVariant { scenario: name, edits, .. }: &AskedVariant,
        shown: Option<&str>,
    ) -> Result<Option<Refusal>, RequestError> {
        let unedited = self.unedited(name)?;
        if shown.is_some_and(|shown| shown != version(&unedited)) {
            return Err(RequestError::busy(format!(
                "{name} or its roster has changed since the page has read it: reload the page. \
                 Your edits are kept."
            )));
        }
        allowed(edits, &unedited)?;
        let path = self.scenario(name)?;
        let faults = |edits: &[String]| match session::scenario(&path, edits, &[]) {
            Ok(_) => Ok(Faults::default()),
            Err(error) => error.downcast::<Faults>(),
        };
        let found = faults(edits)?;
        let refusal = || Refusal::new(&unedited, edits, &found, |edits| faults(edits).ok());
        Ok((!found.is_empty()).then(refusal))
    }

    fn unedited(&self, name: &str) -> Result<Scenario, RequestError> {
        let path = self.scenario(name)?;
        session::scenario(&path, &[], &[]).map_err(RequestError::faulty_file)
    }

    /// Lists the scenario files and the reports in the folder and its subfolders.
    pub fn entries(&self) -> Entries {
        let mut found = Entries::default();
        let mut looks = MOST_LOOKS;
        self.search(&self.folder, DEPTH, &mut looks, &mut found);
        found.scenarios.sort_by(|a, b| a.path.cmp(&b.path));
        found.reports.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    fn search(&self, folder: &Path, depth: usize, looks: &mut usize, found: &mut Entries) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            if *looks == 0 {
                return;
            }
            *looks -= 1;
            let (path, name) = (entry.path(), entry.file_name());
            let hidden = name.as_encoded_bytes().starts_with(b".");
            // Links are not followed.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !hidden && depth > 0 && name != "target" => {
                    let relative = path.strip_prefix(&self.folder).unwrap_or(&path);
                    if found.reports.len() < MOST_ENTRIES {
                        found.reports.extend(ReportEntry::new(&path, relative));
                    }
                    self.search(&path, depth - 1, looks, found);
                }
                Ok(kind) if kind.is_file() && !hidden && found.scenarios.len() < MOST_ENTRIES => {
                    found.scenarios.extend(self.entry(&path));
                }
                _ => {}
            }
        }
    }

    /// Returns the entry of a scenario file, or of a file that cannot be read: opening this file
    /// shows its faults. `None` for other files.
    fn entry(&self, path: &Path) -> Option<ScenarioEntry> {
        if path.extension()? != "toml" {
            return None;
        }
        let name = name_of(path.strip_prefix(&self.folder).ok()?)?;
        let Ok(document) = Document::read(path) else {
            return Some(ScenarioEntry {
                title: name.clone(),
                path: name,
                game: UNREADABLE.to_owned(),
            });
        };
        let text = |key: &str| Some(document.text(&[key])?.0.to_owned());
        text("roster")?;
        Some(ScenarioEntry { path: name, title: text("title")?, game: text("game")? })
    }
}

/// Returns a hash of the values of a scenario that the page shows.
pub fn version(scenario: &Scenario) -> String {
    let values = json!([
        scenario.title,
        scenario.description,
        scenario.rules,
        scenario.roster,
        scenario.line_up,
        scenario.strategies,
    ]);
    hex(&Sha256::digest(values.to_string()))
}

/// Returns the name that the page has for a path, with `/` on every system; `None` if the path is
/// not Unicode.
pub fn name_of(path: &Path) -> Option<String> {
    Some(with_slashes(path).to_str()?.to_owned())
}

/// Checks that edits change only values, and name no file: rules, fighters, the line-up, and bots
/// by their names.
///
/// # Errors
/// Fails if an edit is too long, or changes something else.
pub fn allowed(edits: &[String], scenario: &Scenario) -> Result<(), RequestError> {
    if edits.len() > MOST_EDITS {
        return Err(RequestError::refused(format!(
            "{} edits are too many: the studio allows {MOST_EDITS}",
            edits.len()
        )));
    }
    for edit in edits {
        if edit.len() > LONGEST_EDIT || edit.contains(unprintable) {
            return Err(RequestError::refused("an edit is too long or unreadable"));
        }
        let Some((_, value)) = edit.split_once('=') else {
            return Err(RequestError::refused(format!("{edit}: wants PATH=VALUE")));
        };
        let known = match first_step(edit) {
            "rules" | "fighters" | "line-up" => true,
            _ if names_bots(edit) => bots(scenario).contains(&value.to_owned()),
            _ => false,
        };
        if !known {
            return Err(RequestError::refused(format!(
                "{edit}: the studio changes rules, fighters, the line-up, and bots by their names"
            )));
        }
    }
    Ok(())
}

/// Returns whether an edit changes which bots play.
pub fn names_bots(edit: &str) -> bool {
    ["strategy", "strategies"].contains(&first_step(edit))
}

/// Returns the path of the value that an edit or a variation sets.
pub fn path_of(edit: &str) -> &str {
    edit.split('=').next().unwrap_or_default().trim()
}

/// Returns the first step of the path of an edit.
fn first_step(edit: &str) -> &str {
    path_of(edit).split('.').next().unwrap_or_default().trim()
}

/// Returns the names of the bots that the page can choose: those of the game and of the scenario.
pub fn bots(scenario: &Scenario) -> Vec<String> {
    let shipped = scenario.game().bots().iter().map(|bot| bot.name);
    let mut names: Vec<String> = shipped.chain([RANDOM]).map(str::to_owned).collect();
    for own in scenario.strategies.names() {
        if !names.iter().any(|name| name == own) {
            names.push(own.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_outside() {
        let own = tempfile::tempdir().unwrap();
        let (inside, outside) = (own.path().join("in"), own.path().join("out"));
        for folder in [&inside, &outside] {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("a.toml"), "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&outside, inside.join("link")).unwrap();
        let given = outside.join("given.toml");
        let workspace = Workspace::new(&inside, Some(given.clone())).unwrap();
        assert!(workspace.scenario("a.toml").is_ok());
        assert!(workspace.scenario(given.to_str().unwrap()).is_ok());
        let absolute = outside.join("a.toml");
        let others = "../out/a.toml x/../../out/a.toml ./a.toml link/a.toml b.toml";
        for name in others.split(' ').chain([absolute.to_str().unwrap(), ""]) {
            assert!(workspace.scenario(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_file_with_a_toml_error_is_listed() {
        let own = tempfile::tempdir().unwrap();
        fs::write(own.path().join("broken.toml"), "title = [").unwrap();
        fs::write(own.path().join("other.toml"), "title = 'no scenario'").unwrap();
        let workspace = Workspace::new(own.path(), None).unwrap();
        let listed = workspace.entries().scenarios;
        let [broken] = listed.as_slice() else { panic!("{listed:?}") };
        assert_eq!(broken.path, "broken.toml");
        assert_eq!(broken.game, UNREADABLE);
    }

    #[test]
    fn the_length_of_a_name_is_its_number_of_letters() {
        let named = |letters: usize| Workspace::new_file(&"é".repeat(letters));
        assert_eq!(named(64).unwrap(), format!("{}.toml", "é".repeat(64)));
        assert!(named(65).is_err());
    }

    #[test]
    fn an_edit_names_no_file() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
        let scenario = Scenario::load(path, &[]).unwrap();
        let check = |edit: &str| allowed(&[edit.to_owned()], &scenario);
        for edit in ["rules.rounds=9", "line-up.draw=3", "strategy=random"] {
            assert!(check(edit).is_ok(), "{edit}");
        }
        let others = "roster=../secret.toml strategy=/etc/passwd title=x rules.rounds \
                      strategies.fighters.agaric=../x.toml rules.rounds=\u{1b}[2J";
        for edit in others.split(' ') {
            assert!(check(edit).is_err(), "{edit}");
        }
    }
}
