//! A report's folder in the place of a scenario file: the scenario that it keeps, as it was played.

use std::path::Path;

use super::Usage;
use crate::report::{Kind, Manifest};
use crate::scenario::Scenario;
use crate::shell;

/// The manifest of a run's report, and the scenario that it keeps.
///
/// # Errors
/// If it is the folder of no report, or of one that has several scenarios; if the scenario cannot be played any more.
pub fn read(folder: &Path) -> anyhow::Result<(Manifest, Scenario)> {
    let manifest = Manifest::read(folder).map_err(|error| Usage(format!("{error:#}")))?;
    if manifest.kind != Kind::Run {
        return Err(Usage(format!(
            "{} is not the report of one run, which alone can be played again from what is kept; the command that made it plays it again from its files: {}",
            folder.display(),
            manifest.command
        ))
        .into());
    }
    let scenario = Scenario::thaw(&manifest.scenario, &folder.join("manifest.json"))?;
    Ok((manifest, scenario))
}

/// The scenario of a report, of which nothing may be changed.
///
/// # Errors
/// As [`read`]; also if something is to be changed.
pub fn unchanged(
    folder: &Path,
    sets: &[String],
    strategies: &[String],
) -> anyhow::Result<Scenario> {
    let set = sets.first().map(|value| ("--set", value));
    let strategy = strategies.first().map(|value| ("--strategy", value));
    if let Some((flag, value)) = set.or(strategy) {
        return Err(Usage(format!(
            "{flag} {}: changes a scenario file, and {} is a report, which is played as it was",
            shell::word(value),
            folder.display()
        ))
        .into());
    }
    Ok(read(folder)?.1)
}

/// So many games as the smallest of some reports has; none if one of them is a file.
pub fn games<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Option<u64> {
    let games = |path: &Path| Some(Manifest::read(path).ok()?.games);
    let each: Option<Vec<u64>> = paths.into_iter().map(games).collect();
    each?.into_iter().min()
}
