//! Opens reports: the scenario that a report stores, as edits of its scenario file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::Value as Json;

use super::asking::parsed;
use super::failure::RequestError;
use super::workspace::{Workspace, bots, name_of};
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
    pub scenario: String,
    /// The edits, in the form `PATH=VALUE`.
    pub edits: Vec<String>,
    /// The bot that plays every seat, if the file has other bots. Absent if the report is about
    /// several bots, each of which plays every seat.
    pub player: Option<String>,
    pub seed: u64,
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
        let now = workspace.edited(&scenario, &[])?;
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
        let mut edits = edits(&now, &then).ok_or_else(changed)?;
        let player = everybody(&now, &then);
        let opened = workspace.played(&scenario, &edits, player.as_ref());
        let opened = opened.map_err(|_| changed())?;
        let same = opened.edits_to(&then).is_empty()
            && opened.line_up == then.line_up
            && opened.strategies == then.strategies;
        if !same {
            return Err(changed());
        }
        // The other questions store the scenario with the changes of `--set`.
        if manifest.kind == COMPARE {
            let sets = typed.get_many::<String>("sets").into_iter().flatten();
            edits.extend(sets.cloned());
            workspace.edited(&scenario, &edits).map_err(|_| changed())?;
        }
        Ok(OpenedReport { scenario, edits, player, seed: manifest.seed })
    }
}

/// Returns the bot that plays every seat of the scenario `then`; `None` if several bots play
/// `then`, or if `now` has the same bots.
fn everybody(now: &Scenario, then: &Scenario) -> Option<String> {
    let alone = exceptions(then).is_empty();
    let same = now.strategies == then.strategies;
    (alone && !same).then(|| then.strategies.everybody.clone())
}

/// Returns the bots of single fighters, seats and teams, by the paths that assign them.
fn exceptions(scenario: &Scenario) -> BTreeMap<String, &String> {
    let plan = &scenario.strategies;
    let fighters = plan.fighters.iter().map(|(key, bot)| (format!("fighters.{key}"), bot));
    let seats = plan.seats.iter().map(|(seat, bot)| (format!("seats.{seat}"), bot));
    let teams = plan.teams.iter().map(|(team, bot)| (format!("teams.{team}"), bot));
    let all = fighters.chain(seats).chain(teams);
    all.map(|(whose, bot)| (format!("strategies.{whose}"), bot)).collect()
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
    let known = bots(now);
    let mut plays = |path: String, bot: &String| {
        let named = known.contains(bot);
        edits.push(format!("{path}={bot}"));
        named.then_some(())
    };
    if everybody(now, then).is_some() {
        return Some(edits);
    }
    if now.strategies.everybody != then.strategies.everybody {
        plays("strategy".into(), &then.strategies.everybody)?;
    }
    let ours = exceptions(now);
    for (path, bot) in exceptions(then) {
        if ours.get(&path) != Some(&bot) {
            plays(path, bot)?;
        }
    }
    Some(edits)
}
