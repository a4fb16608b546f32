//! Report folders as arguments in place of scenario files. A command with such an argument plays
//! the scenario that is stored in the report.

use std::path::Path;

use super::Usage;
use crate::report::{MANIFEST, Manifest};
use crate::scenario::Scenario;
use crate::shell;

/// Name of the command whose reports can be used in place of scenario files.
const RUN: &str = "run";

/// Reads the scenario that is stored in a report. Refuses changes with `--set` and `--strategy`.
///
/// # Errors
/// Fails if a change is given, if the folder holds no report of a single scenario, or if this
/// version cannot play the scenario.
pub fn unchanged(
    folder: &Path,
    sets: &[String],
    strategies: &[String],
) -> anyhow::Result<Scenario> {
    let shown = folder.display();
    let refused = |what: String| Err(Usage(what).into());
    if let Some(change) = sets.first().or(strategies.first()) {
        return refused(format!(
            "{}: only scenario files can be changed, but {shown} is a report",
            shell::word(change)
        ));
    }
    let manifest = Manifest::read(folder).map_err(|error| {
        Usage(format!(
            "{shown} is a folder, and only the folder of a report can be used as a scenario: \
             {error:#}"
        ))
    })?;
    if manifest.kind != RUN {
        return refused(format!(
            "{shown} is not a report of gong run, and only such a report can be used as a \
             scenario; this command plays it again: {}",
            manifest.command
        ));
    }
    stored(folder, &manifest)
}

/// Reads the scenario that a report's manifest stores: the first scenario of the command, with its
/// changes.
///
/// # Errors
/// Fails if this version cannot play the scenario.
pub fn stored(folder: &Path, manifest: &Manifest) -> anyhow::Result<Scenario> {
    Ok(Scenario::thaw(&manifest.scenario, &folder.join(MANIFEST))?)
}

/// Returns the smallest number of games among several reports; `None` if one path is not a report.
pub fn games<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Option<u64> {
    let games = |path: &Path| Some(Manifest::read(path).ok()?.games);
    let each: Option<Vec<u64>> = paths.into_iter().map(games).collect();
    each?.into_iter().min()
}
