//! From layers to a [`Scenario`]: the roster, the scenario file over it, the settings over both; then all that no schema
//! can say: who is in the line-up, and who plays whom.

use std::path::Path;

use super::casting::castings;
use super::document::{Document, directory, read_text};
use super::fault::{Fault, Faults};
use super::file::ScenarioFile;
use super::line_up::line_up;
use super::{Scenario, roster_file, rules};
use crate::games::arena::Roster;

impl Scenario {
    /// Reads a scenario file and its roster, with `--set` assignments (`PATH=VALUE`) over them.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place. Never panics, whatever the files hold.
    pub fn load(path: &Path, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::read(path)?, sets)
    }

    /// As [`Scenario::load`], of a text as if it stood in the file `path`; its roster is read from there.
    pub fn from_text(path: &Path, text: &str, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::parse(path, text)?, sets)
    }
}

/// Reads a roster file, with `--set` assignments over it.
///
/// # Errors
/// Everything that is wrong, each with its place.
pub fn load_roster(path: &Path, sets: &[String]) -> Result<Roster, Faults> {
    let document = with_settings(Document::read(path)?, sets)?;
    roster_file::decode(&document)
}

/// As [`load_roster`], of a text as if it stood in the file `path`.
pub fn roster_from_text(path: &Path, text: &str, sets: &[String]) -> Result<Roster, Faults> {
    let document = with_settings(Document::parse(path, text)?, sets)?;
    roster_file::decode(&document)
}

/// Lays settings over a document.
pub fn with_settings(mut document: Document, sets: &[String]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    for setting in sets {
        faults.keep(document.set(setting));
    }
    faults.done().map(|()| document)
}

/// The scenario that a document holds.
///
/// # Errors
/// Everything that is wrong; also a list of bots, of which only one can play.
pub fn resolve(document: Document, sets: &[String]) -> Result<Scenario, Faults> {
    let document = with_settings(document, sets)?;
    let mut scenarios = resolve_each(document.clone(), &[])?;
    if let [first, _, ..] = scenarios.as_slice() {
        let what = format!(
            "lists {} bots, and only `gong run` plays with each of them: name one, as in --strategy {}",
            scenarios.len(),
            first.strategies.everybody
        );
        return Err(document.fault(&["strategy"], what).into());
    }
    Ok(scenarios.remove(0))
}

/// The scenarios that a document holds: one, or of a list of bots one for each, in which it plays everybody.
///
/// # Errors
/// Everything that is wrong.
pub fn resolve_each(document: Document, sets: &[String]) -> Result<Vec<Scenario>, Faults> {
    let mut document = with_settings(document, sets)?;
    let mut faults = Faults::default();
    let changes = document.take("fighters");
    let written = document.clone();
    rules::lay_under(&mut document);
    let file: Option<ScenarioFile> = faults.keep(document.decode());
    let roster = faults
        .keep(read_roster(&document))
        .flatten()
        .and_then(|mut roster| {
            let changed = match changes {
                Some(changes) => faults.keep(roster_file::lay_changes(&mut roster, changes)),
                None => Some(vec![]),
            };
            Some((faults.keep(roster_file::decode(&roster))?, changed?))
        });
    let (Some(file), Some((roster, changes))) = (file, roster) else {
        return Err(faults
            .done()
            .expect_err("a part is missing only with a fault"));
    };
    let line_up = faults.keep(line_up(&document, &file.line_up, &roster));
    if let Some(line_up) = &line_up {
        faults.keep(rules::check(&written, &file.rules, &roster, line_up));
    }
    let castings = faults.keep(castings(&document, &file, line_up.as_ref()));
    faults.done()?;
    let (Some(line_up), Some(castings)) = (line_up, castings) else {
        unreachable!("a part is missing only with a fault")
    };
    let scenario = |(strategies, bots)| Scenario {
        title: file.title.clone(),
        description: file.description.clone(),
        game: file.game,
        rules: file.rules.clone(),
        roster: roster.clone(),
        changes: changes.clone(),
        line_up: line_up.clone(),
        strategies,
        bots,
    };
    Ok(castings.into_iter().map(scenario).collect())
}

/// The document of the roster that the scenario names; none if it names none, which is a fault of the scenario already.
fn read_roster(scenario: &Document) -> Result<Option<Document>, Fault> {
    let Some((name, place)) = scenario
        .text(&["roster"])
        .filter(|(name, _)| !name.is_empty())
    else {
        return Ok(None);
    };
    let path = directory(place).join(name);
    let text = read_text(&path)
        .map_err(|what| scenario.fault(&["roster"], format!("{} {what}", path.display())))?;
    Document::parse(&path, &text).map(Some)
}
