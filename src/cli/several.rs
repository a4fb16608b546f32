//! `gong run --strategy a,b,c`: the run repeated with each bot, and what they agree on.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use indicatif::ProgressBar;

use super::playing::{DEFAULT_GAMES, Done, Playing, progress, shell_word, stem};
use super::{Usage, scenario};
use crate::report::bots::{summary, tables};
use crate::report::{Folder, Kind, StrategyNote};
use crate::scenario::Scenario;
use crate::simulate::{self, Played, Simulation};
use crate::stats::Record;

/// A scenario, played by several bots one after the other.
pub struct Several<'a> {
    pub path: &'a Path,
    pub sets: &'a [String],
    pub playing: &'a Playing,
    /// By bot, as it was asked for: the scenario with everybody played by it.
    scenarios: Vec<(&'a str, Scenario)>,
}

impl<'a> Several<'a> {
    /// Checks the scenario with each of the bots.
    ///
    /// # Errors
    /// All that is wrong with it, or bots that tables could not tell apart.
    pub fn new(
        path: &'a Path,
        sets: &'a [String],
        playing: &'a Playing,
        bots: &[&'a str],
    ) -> anyhow::Result<Several<'a>> {
        let mut scenarios: Vec<(&str, Scenario)> = vec![];
        for &bot in bots {
            let checked = scenario(path, sets, &[bot.to_owned()])?;
            let same = |(_, other): &&(&str, Scenario)| name(other) == name(&checked);
            if let Some((other, _)) = scenarios.iter().find(same) {
                let what = format!(
                    "--strategy: {other} and {bot} would both be called {}",
                    name(&checked)
                );
                return Err(Usage(what).into());
            }
            scenarios.push((bot, checked));
        }
        Ok(Several {
            path,
            sets,
            playing,
            scenarios,
        })
    }

    /// Plays all of it, and writes report and summary.
    pub fn play(&self, stop: &AtomicBool, out: &mut dyn Write) -> anyhow::Result<()> {
        let scenario = &self.scenarios[0].1;
        let target = self.playing.folder(&format!("{}-by-bots", stem(self.path)));
        let folder = Folder::stage(&target).map_err(|error| Usage(format!("{error:#}")))?;
        let plan = self.playing.plan(DEFAULT_GAMES);
        let mut audience = Live(progress(
            &scenario.title,
            plan.games * self.scenarios.len() as u64,
        ));
        let simulations: Vec<Simulation> = self
            .scenarios
            .iter()
            .map(|(_, scenario)| Simulation::new(scenario))
            .collect();
        let runs = simulations
            .iter()
            .map(|simulation| simulate::run(simulation, &plan, stop, &mut audience))
            .collect::<anyhow::Result<Vec<Played>>>()?;
        audience.0.finish_and_clear();
        let games: u64 = runs.iter().map(|run| run.games).sum();
        if games == 0 {
            bail!("interrupted before anything was played: nothing is written");
        }
        let looks = runs.iter().map(|run| run.looks).max().unwrap_or(0);
        let mut manifest = self.playing.manifest(
            scenario,
            Done {
                kind: Kind::Bots,
                command: self.command(plan.games),
                games,
                partial: runs.iter().any(|run| run.partial),
                seconds: runs.iter().map(|run| run.seconds).sum(),
                precision: self
                    .playing
                    .precision_note(looks, runs.iter().all(|run| run.reached)),
            },
        )?;
        manifest.strategies = self
            .scenarios
            .iter()
            .map(|(_, scenario)| &scenario.bots[&scenario.strategies.everybody])
            .map(|bot| StrategyNote {
                name: bot.name.clone(),
                about: bot.description.clone(),
            })
            .collect();
        let runs: Vec<_> = simulations
            .iter()
            .zip(&runs)
            .map(|(simulation, run)| (simulation.cast(), &run.tally))
            .collect();
        let tables = tables(&runs, manifest.interval_level())?;
        let summary = summary(&tables, &manifest, &target)?;
        folder.publish(&tables, &manifest, self.playing.extras())?;
        writeln!(out, "{summary}")?;
        Ok(())
    }

    /// The command that plays the same games again.
    fn command(&self, games: u64) -> String {
        let bots: Vec<&str> = self.scenarios.iter().map(|(bot, _)| *bot).collect();
        let mut words = vec![
            "gong run".to_owned(),
            shell_word(&self.path.display().to_string()),
        ];
        words.extend(self.playing.words(games));
        words.extend(
            self.sets
                .iter()
                .map(|set| format!("--set {}", shell_word(set))),
        );
        words.push(format!("--strategy {}", shell_word(&bots.join(","))));
        words.join(" ")
    }
}

/// What tables call the bot that plays everybody.
fn name(scenario: &Scenario) -> &str {
    &scenario.bots[&scenario.strategies.everybody].name
}

/// The progress bar.
struct Live(ProgressBar);

impl simulate::Audience for Live {
    fn played(&self, games: u64) {
        self.0.inc(games);
    }

    fn records(&mut self, _: u64, _: &[Record]) -> anyhow::Result<()> {
        Ok(())
    }
}
