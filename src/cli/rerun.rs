//! The command `gong rerun`: plays the games of a report again and compares the results.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::{ParsedCommand, keeps_found};
use crate::report::words::counted;
use crate::report::{Found, Manifest};
use crate::session::Usage;
use crate::session::numbers::whole;
use crate::session::playing::Playing;
use crate::session::reading::Kept;

/// Play the games of a report again, from its stored scenario, and compare the results
///
/// The scenario's own files may have changed since. The exit code is 0 if the results are the same,
/// and 1 if they differ.
#[derive(Debug, Clone, Args)]
pub struct Rerun {
    /// The folder of the report: it holds manifest.json
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Number of threads [default: all]; affects only the time
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl Rerun {
    /// Plays the report's command again with the inputs stored in the report, and compares the
    /// results.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let usage = |error: anyhow::Error| Usage(format!("{error:#}"));
        let manifest = Manifest::read(&self.dir).map_err(usage)?;
        keeps_found(&self.dir, &manifest)?;
        let found = Found::read(&self.dir, &manifest).map_err(usage)?;
        let asked = ParsedCommand::parse(found.command.iter().map(String::as_str))?;
        let folder = tempfile::tempdir()?;
        let adjust = |playing: &mut Playing| {
            playing.kept = Some(Kept::of(&found, &self.dir));
            playing.out = Some(folder.path().join("again"));
            playing.threads = self.threads;
            playing.interrupted = manifest.partial;
        };
        asked.run(&adjust, &mut std::io::sink())?;
        let again = Manifest::read(&folder.path().join("again"))?;
        said(&self.dir, &manifest, &again.results, &again.engine, out)
    }
}

/// Prints whether the results of a report were reproduced.
///
/// # Errors
/// Fails if the results differ, with the likely reason: another version, another engine, or a
/// changed report.
fn said(
    dir: &Path,
    manifest: &Manifest,
    results: &str,
    engine: &str,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let of = format!("{} of {}", counted(manifest.games, "game"), manifest.title);
    if results == manifest.results {
        writeln!(out, "the same: {of}, results {results}")?;
        return Ok(());
    }
    let here = env!("CARGO_PKG_VERSION");
    let why = match (manifest.gong == here, manifest.engine.as_str()) {
        (false, _) => &format!("gong {} played it, but this is gong {here}", manifest.gong),
        (true, "") => "this build of gong plays other games, or the report was changed",
        (true, played) if played == engine => "the report was changed",
        (true, _) => "it was played by another build of gong, with other rules or bots",
    };
    bail!(
        "not the same: {of} have the results {results}, and the report in {} has {}: {why}",
        dir.display(),
        manifest.results
    )
}
