//! `gong run` with a list of bots: the run repeated with each, and what they agree on.

use std::io::Write;
use std::path::Path;
use std::slice;
use std::sync::atomic::AtomicBool;

use crate::engine::identity;
use crate::report::bots::tables;
use crate::report::{Kind, StrategyNote};
use crate::scenario::Scenario;
use crate::session::ScenarioArgs;
use crate::session::describe;
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::Job;
use crate::session::keeper::Asked;
use crate::session::playing::{Done, Playing, default_games, stem};
use crate::session::reading::Reading;
use crate::shell;
use crate::simulate::{self, Lot, Lots, Played, Simulation};
use crate::stats::Tally;

/// A scenario, played by several bots one after the other.
pub struct Several<'a> {
    pub path: &'a Path,
    pub changes: &'a ScenarioArgs,
    pub playing: &'a Playing,
    /// By bot: the scenario with everybody played by it.
    pub scenarios: &'a [Scenario],
}

impl Several<'_> {
    /// Plays all of it, and writes report and summary.
    pub fn play(
        &self,
        reading: Reading,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let scenario = &self.scenarios[0];
        let games = default_games(self.scenarios);
        self.playing.room_for(
            self.scenarios
                .iter()
                .map(Scenario::memory)
                .max()
                .unwrap_or(0),
        )?;
        let plan = self.playing.plan(games);
        let lot = |scenario: &Scenario| Lot::new(plan.games, scenario.cost());
        let asked = Asked {
            command: &self.command(self.playing.games.unwrap_or(games)),
            engine: identity(scenario.game()),
            reading,
            lots: self.scenarios.iter().map(lot).collect(),
            checkpoints: true,
        };
        let name = format!("{}-by-bots", stem(self.path)).into();
        let (job, mut keeper) = Job::keeping(self.playing, &name, asked)?;
        let games = (0..self.scenarios.len()).map(|lot| keeper.games_of(lot));
        let bar = job.bar(&scenario.title, games.sum());
        let simulations: Vec<Simulation> = self.scenarios.iter().map(Scenario::open).collect();
        let each = simulations.iter().enumerate();
        let runs = each
            .map(|(lot, simulation)| {
                let empty = Tally::new(simulation.cast(), simulation.measures());
                keeper.play(lot, empty, |stretch| {
                    simulate::run_stretch(simulation, &plan, stop, &mut &bar, stretch)
                })
            })
            .collect::<anyhow::Result<Vec<Played>>>();
        drop(bar);
        let runs = runs.map_err(|error| with_advice(error, |_| self.watchables()))?;
        if keeper.is_shard() {
            let partial = runs.iter().any(|run| run.partial);
            return keeper.finish_shard(partial, self.playing.quiet, out);
        }
        let games: u64 = runs.iter().map(|run| run.games).sum();
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
                    .precision_note(runs.iter().all(|run| run.reached)),
            },
        )?;
        manifest.set.clone_from(&self.changes.sets.sets);
        manifest.note_unlearnt(describe::unlearnt(self.scenarios));
        manifest.measured = simulations[0].measures().into();
        manifest.watch = self.watchables()[0].words();
        manifest.strategies = self
            .scenarios
            .iter()
            .map(|scenario| &scenario.bots[&scenario.strategies.everybody])
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
        let tables = tables(&runs, manifest.level)?;
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    /// The scenario with each of the bots.
    fn watchables(&self) -> Vec<Watchable> {
        let bots = self.scenarios.iter().map(|each| &each.strategies.everybody);
        bots.map(|bot| Watchable::new(self.path, &self.changes.sets.sets, slice::from_ref(bot)))
            .collect()
    }

    /// The command that plays the same games again.
    fn command(&self, games: u64) -> String {
        let mut words = vec!["gong run".to_owned(), shell::path(self.path)];
        words.extend(self.playing.words(games));
        words.extend(self.changes.words());
        words.join(" ")
    }
}
