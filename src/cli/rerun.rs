//! `gong rerun`: play a report's games again, and see that they come out the same.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::beside::{self, Beside};
use super::job::progress;
use super::run::{replay, results};
use super::signals::interrupted;
use super::{Interrupted, kept};
use crate::engine::identity;
use crate::report::Manifest;
use crate::report::words::grouped;
use crate::scenario::Scenario;
use crate::simulate::{self, Plan, Stretch};

/// Play the games of a run's report again, as it keeps its scenario, and say whether its results are the same
///
/// The files that the scenario was made of may have changed since. The exit code is 0 if the results are the same, and 1 if they are not.
#[derive(Debug, Clone, Args)]
pub struct Rerun {
    /// The folder that gong run wrote: it holds manifest.json
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// Threads to play on [default: all there are]; they decide nothing but the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Rerun {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (manifest, scenario) = kept::read(&self.dir)?;
        let results = self.results(&manifest, &scenario)?;
        let of = format!("{} games of {}", grouped(manifest.games), manifest.title);
        if results == manifest.results {
            writeln!(out, "the same: {of}, results {results}")?;
            return Ok(());
        }
        let here = env!("CARGO_PKG_VERSION");
        let why = match (manifest.gong == here, manifest.engine.as_str()) {
            (false, _) => &format!("gong {} played it, and this is {here}", manifest.gong),
            (true, "") => "this gong plays other games, or the report was changed",
            (true, engine) if engine == identity(scenario.game()) => "the report was changed",
            (true, _) => "it was played by another build of gong, whose rules or bots were others",
        };
        bail!(
            "not the same: {of} have the results {results}, and the report in {} has {}: {why}",
            self.dir.display(),
            manifest.results
        )
    }

    /// Plays, and hashes what came of it.
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
        // What was not told of a run that was cut short is not told of this.
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
