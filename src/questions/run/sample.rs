//! Creates an invented run of games, to test the files, tables, charts and page of a report.

use std::path::Path;

use anyhow::Result;

use super::games::Games;
use crate::report::sample::publish;
use crate::report::{Answer, Extras, Manifest};
use crate::stats::{Cast, Tally};

/// Builds the report of a run from the counts in `tally`; `manifest` describes the run.
pub fn answer(cast: &Cast, tally: &Tally, manifest: &Manifest) -> Answer {
    let games = Games::new(cast.clone(), tally.clone(), manifest.level);
    super::answer(games, None, next(manifest), manifest)
}

/// Returns the command that an example report, with invented results, suggests to its reader.
pub fn next(manifest: &Manifest) -> Vec<String> {
    vec![manifest.watch_line("'tribal <rumble> & co.toml'", 0)]
}

/// Writes the folder of an example report with the invented results of `games` games. If `rows` is
/// true, also writes the table `games`.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn write(target: &Path, cast: &Cast, games: u64, rows: bool, extras: Extras) -> Result<()> {
    publish(target, cast, (games, rows), extras, |tally, manifest| {
        Ok(answer(cast, tally, manifest))
    })
}
