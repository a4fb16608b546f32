//! Creates an invented run of games, to test the tables, charts and page of a report.

use crate::questions::run::games::Games;
use crate::report::{Answer, Manifest};
use crate::stats::{Cast, Tally};

/// Builds the report of a run from the counts in `tally`; `manifest` describes the run.
pub fn answer(cast: &Cast, tally: &Tally, manifest: &Manifest) -> Answer {
    let games = Games::new(cast.clone(), tally.clone(), manifest.level);
    crate::questions::run::answer(games, None, next(manifest), manifest)
}

/// Returns the command that an example report, with invented results, suggests to its reader.
pub fn next(manifest: &Manifest) -> Vec<String> {
    vec![manifest.watch_line("'tribal <rumble> & co.toml'", 0)]
}
