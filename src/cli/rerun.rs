//! The command `gong rerun`: plays the games of a report again and compares the results.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, value_parser};

use super::ParsedCommand;
use crate::report::words::counted;
use crate::report::{FOUND, Found, MANIFEST, Manifest, changed_tables};
use crate::session::Usage;
use crate::session::playing::Playing;
use crate::session::reading::Kept;

/// Play the games of a report again, from its stored scenario, and compare the results
///
/// The scenario's own files may have changed since. The exit code is 0 if the results are the same,
/// and 1 if they differ, or if a table or manifest.json was changed.
#[derive(Debug, Clone, Args)]
pub struct Rerun {
    /// The folder of the report: it holds manifest.json
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Number of threads [default: all]; affects only the time
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Rerun {
    /// Plays the report's command again with the inputs stored in the report, and compares the
    /// results.
    ///
    /// # Errors
    /// Fails if the results differ, with the likely reason: another version, another engine, or a
    /// changed report. Fails with a list of the changes if only files of the report were changed.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let usage = |error: anyhow::Error| Usage(format!("{error:#}"));
        let manifest = Manifest::read(&self.dir).map_err(usage)?;
        let shown = self.dir.display();
        if !self.dir.join(FOUND).exists() {
            return Err(Usage(format!(
                "{shown} has no {FOUND} with its results; this command plays its games again: {}",
                manifest.command
            ))
            .into());
        }
        let found = Found::read(&self.dir, &manifest).map_err(usage)?;
        let folder = tempfile::tempdir()?;
        let folder = folder.path().join("again");
        let adjust = |playing: &mut Playing| {
            playing.kept = Some(Kept::of(&found, &self.dir));
            playing.out = Some(folder.clone());
            playing.threads = self.threads;
            playing.interrupted = manifest.partial;
        };
        ParsedCommand::parse(found.command.iter().map(String::as_str))?
            .run(&adjust, &mut std::io::sink())?;
        let again = Manifest::read(&folder)?;
        let (here, results) = (env!("CARGO_PKG_VERSION"), &again.results);
        let of = format!("{} of {}", counted(again.games, "game"), again.title);
        if *results != manifest.results {
            let why = match (manifest.gong == here, manifest.engine.as_str()) {
                (false, _) => &format!("gong {} played it, but this is gong {here}", manifest.gong),
                (true, "") => "this build of gong plays other games, or the report was changed",
                (true, played) if played == again.engine => "the report was changed",
                (true, _) => "it was played by another build of gong, with other rules or bots",
            };
            bail!(
                "not the same: {of} have the results {results}, and the report in {shown} has {}: \
                 {why}",
                manifest.results
            );
        }
        let mut changes = changed_facts(&manifest, &again)?;
        changes.extend(changed_tables(&self.dir, &manifest));
        if !changes.is_empty() {
            bail!(
                "not the same: {of} have the results {results}, but the report in {shown} was \
                 changed: {}",
                changes.join("; ")
            );
        }
        writeln!(out, "the same: {of}, results {results}")?;
        Ok(())
    }
}

/// Describes each field of the manifest that the games played again do not have, such as the number
/// of games: "manifest.json has games 500, not 50".
fn changed_facts(manifest: &Manifest, again: &Manifest) -> anyhow::Result<Vec<String>> {
    let mut fields = vec!["seed", "level", "title"];
    // A command can be interrupted between two steps. Another version of gong writes other texts.
    if !manifest.partial {
        fields.push("games");
        if manifest.gong == again.gong {
            fields.extend(["games_of", "headline", "verdict", "warnings"]);
        }
    }
    let (has, played) = (serde_json::to_value(manifest)?, serde_json::to_value(again)?);
    let changed = fields.into_iter().filter(|field| has[field] != played[field]);
    Ok(changed
        .map(|field| format!("{MANIFEST} has {field} {}, not {}", has[field], played[field]))
        .collect())
}
