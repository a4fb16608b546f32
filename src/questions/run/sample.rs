//! A made-up run, for tests of the files, tables, charts and page of a report.

use std::path::Path;

use anyhow::Result;

use super::facts::Commands;
use super::rows::Rows;
use crate::report::sample::publish;
use crate::report::{Answer, Extras, Manifest};
use crate::stats::{Cast, Tally};

/// The answer of a tally of this cast.
///
/// # Errors
/// If the template is faulty.
pub fn answer(cast: &Cast, tally: &Tally, manifest: &Manifest) -> Result<Answer> {
    let rows = Rows::new(cast, tally, manifest.level);
    super::answer(rows, commands(), manifest)
}

/// Commands of the scenario of the made-up manifest.
pub fn commands() -> Commands {
    let scenario = "'tribal <rumble> & co.toml'";
    Commands {
        watch: scenario.to_owned(),
        skill: scenario.to_owned(),
    }
}

/// Writes the folder of a made-up run, with the table `games` if `rows`.
///
/// # Errors
/// If a file cannot be written.
pub fn write(target: &Path, cast: &Cast, games: u64, rows: bool, extras: Extras) -> Result<()> {
    publish(target, cast, (games, rows), extras, |tally, manifest| {
        answer(cast, tally, manifest)
    })
}
