//! The command `gong rerun`: plays the games of a report again and compares the results.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::ParsedCommand;
use crate::report::page::Warning;
use crate::report::words::counted;
use crate::report::{FOUND, Found, MANIFEST, Manifest, Page, changed_tables};
use crate::session::Usage;
use crate::session::numbers::whole;
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
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl Rerun {
    /// Plays the report's command again with the inputs stored in the report, and compares the
    /// results.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let usage = |error: anyhow::Error| Usage(format!("{error:#}"));
        let manifest = Manifest::read(&self.dir).map_err(usage)?;
        if !self.dir.join(FOUND).exists() {
            return Err(Usage(format!(
                "{} has no {FOUND} with its results; this command plays its games again: {}",
                self.dir.display(),
                manifest.command
            ))
            .into());
        }
        let found = Found::read(&self.dir, &manifest).map_err(usage)?;
        let asked = || ParsedCommand::parse(found.command.iter().map(String::as_str));
        let folder = tempfile::tempdir()?;
        let adjust = |playing: &mut Playing| {
            playing.kept = Some(Kept::of(&found, &self.dir));
            playing.out = Some(folder.path().join("again"));
            playing.threads = self.threads;
            playing.interrupted = manifest.partial;
        };
        asked()?.run(&adjust, &mut std::io::sink())?;
        let again = Manifest::read(&folder.path().join("again"))?;
        // An interrupted command, or another version of gong, may have written other texts.
        let comparable =
            !manifest.partial && manifest.gong == again.gong && manifest.results == again.results;
        let page = match asked()? {
            ParsedCommand::Question(question, flags) if comparable => {
                Some(question.answer(&flags, &found, &self.dir, &again)?.page)
            }
            _ => None,
        };
        said(&self.dir, (&manifest, &again), page.as_ref(), out)
    }
}

/// Prints whether the results of a report were reproduced. `again` is the manifest of the games
/// that were played again. `page` is the page of these games; `None` if its texts may differ.
///
/// # Errors
/// Fails if the results differ, with the likely reason: another version, another engine, or a
/// changed report. Fails with a list of the changes if only files of the report were changed.
fn said(
    dir: &Path,
    (manifest, again): (&Manifest, &Manifest),
    page: Option<&Page>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let of = format!("{} of {}", counted(again.games, "game"), again.title);
    let results = &again.results;
    if *results == manifest.results {
        let mut changes = changed_facts(manifest, again, page);
        changes.extend(changed_tables(dir, manifest));
        if changes.is_empty() {
            writeln!(out, "the same: {of}, results {results}")?;
            return Ok(());
        }
        bail!(
            "not the same: {of} have the results {results}, but the report in {} was changed: {}",
            dir.display(),
            changes.join("; ")
        );
    }
    let here = env!("CARGO_PKG_VERSION");
    let why = match (manifest.gong == here, manifest.engine.as_str()) {
        (false, _) => &format!("gong {} played it, but this is gong {here}", manifest.gong),
        (true, "") => "this build of gong plays other games, or the report was changed",
        (true, played) if played == again.engine => "the report was changed",
        (true, _) => "it was played by another build of gong, with other rules or bots",
    };
    bail!(
        "not the same: {of} have the results {results}, and the report in {} has {}: {why}",
        dir.display(),
        manifest.results
    )
}

/// Describes each fact of the manifest that the games played again do not have, such as the number
/// of games: "manifest.json has games 500, not 50". If the report ended early, does not compare its
/// number of games, because an interruption can fall between two steps of a command. Also names
/// the texts of the manifest that differ from `page`.
fn changed_facts(manifest: &Manifest, again: &Manifest, page: Option<&Page>) -> Vec<String> {
    let facts = |of: &Manifest| {
        [
            ("games", of.games.to_string()),
            ("seed", of.seed.to_string()),
            ("level", of.level.to_string()),
            ("title", of.title.clone()),
        ]
    };
    let texts = |page: &Page| {
        let warnings: Vec<String> = page.warnings(again).iter().map(Warning::sentence).collect();
        [
            ("headline", manifest.headline == page.headline),
            ("verdict", manifest.verdict == page.verdict),
            ("warnings", manifest.warnings == warnings),
            ("games_of", manifest.games_of == again.games_of),
        ]
    };
    let other_texts = page.map(texts).into_iter().flatten();
    let other_texts = other_texts
        .filter(|(_, same)| !same)
        .map(|(name, _)| format!("{MANIFEST} has other text in {name}"));
    let pairs = facts(manifest).into_iter().zip(facts(again));
    pairs
        .filter(|((name, has), (_, played))| {
            has != played && !(*name == "games" && manifest.partial)
        })
        .map(|((name, has), (_, played))| format!("{MANIFEST} has {name} {has}, not {played}"))
        .chain(other_texts)
        .collect()
}
