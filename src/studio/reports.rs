//! Opens reports: the scenario that a report stores, as edits of its scenario file.

use std::path::Path;

use serde::Serialize;
use serde_json::Value as Json;

use super::asking::parsed;
use super::failure::RequestError;
use super::workspace::{AskedVariant, Workspace, bots, name_of};
use crate::report::{BotRole, FOUND, Found, MANIFEST, Manifest};
use crate::scenario::Scenario;
use crate::session::report_argument;

/// A report that the page can open.
#[derive(Debug, Serialize)]
pub struct ReportEntry {
    pub path: String,
    /// Kind of the report, such as `sweep`.
    pub kind: String,
    pub title: String,
}

/// A scenario file, and the edits that make it the scenario of a report.
#[derive(Debug, Serialize)]
pub struct OpenedReport {
    /// Without a bot if the report is about several bots, each of which plays every seat.
    #[serde(flatten)]
    of: AskedVariant,
    seed: u64,
}

/// Kind of the reports that compare a scenario with changes of it.
const COMPARE: &str = "compare";
/// Kinds of the reports that play many line-ups of one scenario.
const LINE_UPS: [&str; 2] = ["pairings", "parties"];

impl ReportEntry {
    /// Returns the entry of a report's folder; `None` for other folders. `path` is the folder
    /// relative to that of the studio.
    pub fn new(folder: &Path, path: &Path) -> Option<ReportEntry> {
        // A link may lead outside the folder of the studio.
        let manifest = folder.join(MANIFEST).symlink_metadata().ok()?;
        if !manifest.is_file() {
            return None;
        }
        let manifest = Manifest::read(folder).ok()?;
        Some(ReportEntry { path: name_of(path)?, kind: manifest.kind, title: manifest.title })
    }
}

impl OpenedReport {
    /// Finds the scenario file of a report, and the edits that lead from the file to the scenario
    /// that was played. A comparison with changed values also gives these changes as edits.
    ///
    /// # Errors
    /// Fails if the folder holds no report, if the scenario file is missing, or if edits cannot
    /// make the scenario that was played.
    pub fn new(workspace: &Workspace, folder: &str) -> Result<OpenedReport, RequestError> {
        let path = workspace.folder().join(workspace.inside(folder)?);
        for file in [MANIFEST, FOUND] {
            workspace.inside(&format!("{folder}/{file}"))?;
        }
        let manifest = Manifest::read(&path)?;
        let mut then = report_argument::stored(&path, &manifest)?;
        let found = Found::read(&path, &manifest)?;
        let (question, typed) = parsed(&found.command)?;
        let command = question.command();
        let file = command.get_positionals().next();
        let file = file.and_then(|arg| typed.get_raw(arg.get_id().as_str())?.next());
        let file = Path::new(file.unwrap_or_default());
        let file = file.strip_prefix(workspace.folder()).unwrap_or(file);
        let file = file.strip_prefix(".").unwrap_or(file);
        let scenario = file.to_string_lossy().into_owned();
        let changed = || {
            RequestError::refused(format!(
                "{folder}: edits of {scenario} cannot make the scenario of this report; gong rerun \
                 {folder} plays the report again"
            ))
        };
        let file = AskedVariant { scenario: scenario.clone(), edits: vec![], player: None };
        let now = workspace.open(&file)?;
        if now.game().name() != then.game().name() {
            return Err(changed());
        }
        // The manifest stores only the first of several bots or line-ups.
        if manifest.role != BotRole::Players {
            then.strategies.clone_from(&now.strategies);
        }
        if LINE_UPS.contains(&manifest.kind.as_str()) {
            then.line_up.clone_from(&now.line_up);
        }
        let mut of = AskedVariant {
            edits: edits(&now, &then).ok_or_else(changed)?,
            player: everybody(&now, &then),
            ..file
        };
        let opened = workspace.open(&of).map_err(|_| changed())?;
        let same = opened.edits_to(&then).is_empty()
            && opened.line_up == then.line_up
            && opened.strategies == then.strategies;
        if !same {
            return Err(changed());
        }
        // The other questions store the scenario with the changes of `--set`.
        if manifest.kind == COMPARE {
            let sets = typed.get_many::<String>("sets").into_iter().flatten();
            of.edits.extend(sets.cloned());
            let edited = AskedVariant { player: None, ..of.clone() };
            workspace.open(&edited).map_err(|_| changed())?;
        }
        Ok(OpenedReport { of, seed: manifest.seed })
    }
}

/// Returns the bot that plays every seat of the scenario `then`; `None` if several bots play
/// `then`, or if `now` has the same bots.
fn everybody(now: &Scenario, then: &Scenario) -> Option<String> {
    let alone = then.strategies.exceptions().next().is_none();
    let same = now.strategies == then.strategies;
    (alone && !same).then(|| then.strategies.everybody.clone())
}

/// Returns the settings that turn a scenario into another one; `None` if a setting cannot express a
/// difference.
fn edits(now: &Scenario, then: &Scenario) -> Option<Vec<String>> {
    let mut edits = now.settings(&now.edits_to(then))?;
    if let (Json::Object(ours), Json::Object(theirs)) = (&now.line_up, &then.line_up) {
        for (key, value) in theirs {
            if ours.get(key) != Some(value) {
                edits.push(format!("line-up.{key}={value}"));
            }
        }
    }
    if everybody(now, then).is_some() {
        return Some(edits);
    }
    let [ours, theirs] = [now, then].map(|of| {
        let everybody = ("strategy".to_owned(), of.strategies.everybody.as_str());
        let exceptions = of.strategies.exceptions();
        let path = |(group, key, bot)| (format!("strategies.{group}.{key}"), bot);
        [everybody].into_iter().chain(exceptions.map(path)).collect::<Vec<_>>()
    });
    let known = bots(now);
    for (path, bot) in theirs.iter().filter(|of| !ours.contains(of)) {
        edits.push(format!("{path}={bot}"));
        if !known.iter().any(|known| known == bot) {
            return None;
        }
    }
    Some(edits)
}
