//! The command `gong rerun`: plays the games of a report again and compares the results.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use super::Asked;
use super::beside::{self, Beside};
use super::run::{replay, results};
use crate::engine::identity;
use crate::report::words::counted;
use crate::report::{FOUND, Found, Manifest};
use crate::scenario::Scenario;
use crate::session::job::progress;
use crate::session::playing::Playing;
use crate::session::reading::Kept;
use crate::session::signals::interrupted;
use crate::session::{Interrupted, Usage, kept};
use crate::simulate::{self, Plan, Stretch};

/// Play the games of a report again, from the scenario that it keeps, and compare the results
///
/// The scenario's own files may have changed since. The exit code is 0 if the results are the same,
/// and 1 if they differ.
#[derive(Debug, Clone, Args)]
pub struct Rerun {
    /// The folder that gong run wrote: it holds manifest.json
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Number of threads [default: all]; affects only the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Rerun {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.dir.join(FOUND).exists() {
            return self.again(out);
        }
        let (manifest, scenario) = kept::read(&self.dir)?;
        let results = self.results(&manifest, &scenario)?;
        said(
            &self.dir,
            &manifest,
            &results,
            &identity(scenario.game()),
            out,
        )
    }

    /// Plays the command of a report again, from the files that the report keeps, and compares.
    fn again(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let usage = |error: anyhow::Error| Usage(format!("{error:#}"));
        let manifest = Manifest::read(&self.dir).map_err(usage)?;
        let found = Found::read(&self.dir, &manifest).map_err(usage)?;
        let asked = Asked::parse(found.command.iter().map(String::as_str))?;
        let folder = tempfile::tempdir()?;
        let adjust = |playing: &mut Playing| {
            playing.kept = Some(Kept::of(&found, &self.dir));
            playing.out = Some(folder.path().join("again"));
            playing.threads = self.threads;
        };
        asked.run(&adjust, &mut std::io::sink())?;
        let again = Manifest::read(&folder.path().join("again"))?;
        said(&self.dir, &manifest, &again.results, &again.engine, out)
    }

    /// Plays the games and returns the hash of the results.
    fn results(&self, manifest: &Manifest, scenario: &Scenario) -> anyhow::Result<String> {
        let simulation = scenario.open();
        let plan = Plan {
            seed: manifest.seed,
            games: manifest.games,
            precision: None,
            threads: self
                .threads
                .map_or_else(rayon::current_num_threads, usize::from),
            records: false,
            luck: simulation.weighing(),
        };
        let stop = interrupted()?;
        let bar = |title: &str, games| progress(title, games, false, false);
        let mut played = simulate::run(
            &simulation,
            &plan,
            &stop,
            &mut &bar(&manifest.title, plan.games),
        )?;
        if played.partial {
            let what =
                "interrupted before all was played again: whether it is the same is not known";
            return Err(Interrupted(Some(what)).into());
        }
        // The original run was incomplete, so its results have fewer tables; the same applies here.
        played.partial = manifest.partial;
        let bar = bar("the same deals again", 0);
        let wins = match played.partial {
            true => None,
            false => replay(&simulation, &plan, played.games, &stop, &bar)?,
        };
        let beside = manifest.beside.as_ref().filter(|_| !played.partial);
        let stronger = match beside {
            Some(note) => {
                let beside = Beside::again(scenario, note)?;
                let all = Stretch::of(beside.games, beside.nothing());
                beside::won(&beside.play(&plan, &stop, &bar, all)?)
            }
            None => None,
        };
        let besides = beside.zip(stronger);
        results(&simulation, &played, wins, besides, manifest.level).hash()
    }
}

/// Reports whether the results of a report were reproduced.
///
/// # Errors
/// Fails if they were not, with the likely reason: another version, another engine, or a changed
/// report.
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
        (false, _) => &format!("gong {} played it, and this is {here}", manifest.gong),
        (true, "") => "this gong plays other games, or the report was changed",
        (true, played) if played == engine => "the report was changed",
        (true, _) => "it was played by another build of gong, whose rules or bots were others",
    };
    bail!(
        "not the same: {of} have the results {results}, and the report in {} has {}: {why}",
        dir.display(),
        manifest.results
    )
}
