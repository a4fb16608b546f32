//! `gong run`: play a scenario, write the report.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::Command;
use super::beside::{self, Beside};
use super::several::Several;
use crate::analysis::deal::{self, Wins};
use crate::engine::identity;
use crate::report::run::{RowsWriter, beside_table, deal_table, tables};
use crate::report::{BesideNote, Kind, Tables};
use crate::scenario::Scenario;
use crate::session::failed::{Watchable, with_advice};
use crate::session::job::{Bar, Job};
use crate::session::keeper::Asked;
use crate::session::playing::{Playing, default_games, stem};
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::session::signals::interrupted;
use crate::session::stand_in::name_bot;
use crate::session::{Interrupted, ScenarioArgs, Usage};
use crate::shell;
use crate::simulate::{self, Lot, Lots, Plan, Played, Simulation, Stretch};
use crate::stats::{Record, Tally};

/// Play scenarios and write their reports
#[derive(Debug, Clone, Args)]
pub struct Run {
    /// Scenario files; each gets a report of its own
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Write the table `games` too: a row for every fighter of every game
    #[arg(long)]
    rows: bool,
    /// Of a game that all win or lose together: a bot of it that plays some of the same games in every seat, to show what stronger play wins; none for nobody
    /// [default: the game's strongest, if there are enough games]
    #[arg(long, value_name = "NAME")]
    beside: Option<String>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    changes: ScenarioArgs,
}

impl Run {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    /// Lets a stand-in play everybody, without rows and without a bot beside it.
    pub fn play_with(&mut self, bot: &str) {
        let scenarios = self.scenarios.iter().map(PathBuf::as_path);
        name_bot(&mut self.changes.strategies, scenarios, bot);
        self.rows = false;
        self.beside = Some(beside::NOBODY.to_owned());
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.out.is_some() && self.scenarios.len() > 1 {
            return Err(Usage(
                "--out names one folder; run several scenarios one by one, or leave it out".into(),
            )
            .into());
        }
        if self.playing.shard.is_some() && self.scenarios.len() > 1 {
            let what = "--shard goes with one scenario: divide several one by one";
            return Err(Usage(what.into()).into());
        }
        self.no_folder_twice()?;
        // All of them are checked before the first is played.
        let scenarios = self
            .scenarios
            .iter()
            .map(|path| {
                let mut reading = Reading::new(&self.playing);
                let scenarios = reading.scenarios(|| self.scenarios_of(path))?;
                Ok((path, reading, scenarios))
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        let stop = interrupted()?;
        let mut interrupt = None;
        for (path, reading, scenarios) in scenarios {
            if stop.load(Ordering::Relaxed) {
                writeln!(out, "{}: not played, interrupted before it", path.display())?;
                continue;
            }
            let alone = self.alone(path);
            let played = match scenarios.as_slice() {
                [only] => alone.play(path, reading, only, &stop, out),
                each => Several {
                    path,
                    changes: &alone.changes,
                    playing: &alone.playing,
                    scenarios: each,
                }
                .play(reading, &stop, out),
            };
            match played {
                // What was not played is told.
                Err(error) if error.is::<Interrupted>() => interrupt = Some(error),
                played => played?,
            }
        }
        interrupt.map_or(Ok(()), Err)
    }

    /// The run of one of the scenarios.
    fn alone(&self, path: &Path) -> Run {
        let mut run = self.clone();
        run.scenarios = vec![path.to_owned()];
        let again = Command::Run(run.clone());
        run.playing.again = run.playing.again.and(Some(again.to_play_again()));
        run
    }

    /// The scenario of a file; of a list of bots one for each.
    fn scenarios_of(&self, path: &Path) -> anyhow::Result<Vec<Scenario>> {
        let scenarios = self.changes.scenarios(path)?;
        if self.rows && self.playing.shard.is_some() {
            let what = "--rows writes games in their order, and shards are played in any: play without --rows, or without --shard";
            return Err(Usage(what.into()).into());
        }
        if self.rows && scenarios.len() > 1 {
            return Err(Usage(format!(
                "--rows goes with one bot: the games of several would not be told apart, and {} is played by {}; name one with --strategy",
                path.display(),
                scenarios.len()
            ))
            .into());
        }
        if self.beside.is_some() && scenarios.len() > 1 {
            let what = "--beside goes with one bot, and here several play: name it among them";
            return Err(Usage(what.into()).into());
        }
        Ok(scenarios)
    }

    /// Plays one scenario, and writes its report and its summary.
    fn play(
        &self,
        path: &Path,
        reading: Reading,
        scenario: &Scenario,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let simulation = scenario.open();
        let games = default_games([scenario]);
        let plan = Plan {
            records: self.rows,
            luck: simulation.weighing(),
            ..self.playing.plan(games)
        };
        let cost = scenario.cost();
        let deals = deals(&simulation, plan.games).map(|deals| deal::REPLAYS * deals);
        let beside = Beside::of(scenario, self.beside.as_deref(), plan.games)?;
        let theirs = beside.as_ref().map_or(0, |beside| beside.scenario.memory());
        self.playing.room_for(scenario.memory().max(theirs))?;
        let lots = [Some(plan.games), deals].into_iter().flatten();
        let lots = lots.map(|games| Lot::new(games, cost));
        let asked = Asked {
            command: &self.command(path, self.playing.games.unwrap_or(games)),
            engine: identity(scenario.game()),
            reading,
            lots: lots.chain(beside.as_ref().map(Beside::lot)).collect(),
            // Rows that were written are lost with those who wrote them.
            checkpoints: !self.rows,
        };
        let (job, mut keeper) = Job::keeping(&self.playing, &base(path), asked)?;
        let mut audience = Live {
            bar: job.bar(&scenario.title, keeper.games_of(0)),
            rows: self.rows.then(|| job.rows(&simulation)).transpose()?,
        };
        let empty = Tally::new(simulation.cast(), simulation.measures());
        let played = keeper.play(0, empty, |stretch| {
            simulate::run_stretch(&simulation, &plan, stop, &mut audience, stretch)
        });
        let watchable = Watchable::new(path, &self.changes.sets.sets, &self.changes.strategies);
        let watch = watchable.words();
        let played = played.map_err(|error| with_advice(error, |_| vec![watchable.clone()]))?;
        let Live { bar, rows } = audience;
        drop(bar);
        if let Some(rows) = rows {
            rows.finish()?;
        }
        let bar = job.bar("the same deals again", 0);
        let wins = match deals.filter(|_| !played.partial) {
            // How many there are is known now only.
            Some(_) if plan.precision.is_some() => {
                replay(&simulation, &plan, played.games, stop, &bar)
            }
            Some(games) => {
                let none = Wins::none(games / deal::REPLAYS);
                let wins = keeper.play(1, none, |stretch| {
                    deal::replay(&simulation, &plan, stop, &bar, stretch)
                });
                wins.map(whole)
            }
            None => Ok(None),
        };
        let wins = wins.map_err(|error| with_advice(error, |_| vec![watchable]))?;
        drop(bar);
        let beside = beside.filter(|_| !played.partial);
        let stronger = match &beside {
            Some(beside) => {
                let bar = job.bar("stronger play beside it", keeper.games_of(2));
                let done = keeper.play(2, beside.nothing(), |stretch| {
                    beside.play(&plan, stop, &bar, stretch)
                })?;
                beside::won(&done)
            }
            None => None,
        };
        if keeper.is_shard() {
            let cut =
                (deals.is_some() && wins.is_none()) || (beside.is_some() && stronger.is_none());
            let partial = played.partial || cut;
            return keeper.finish_shard(partial, self.playing.quiet, out);
        }
        let command = |games| self.command(path, games);
        let done = self.playing.done(Kind::Run, &plan, &played, command);
        let mut manifest = self.playing.manifest(scenario, done)?;
        manifest.set.clone_from(&self.changes.sets.sets);
        manifest.watch = watch;
        manifest.skill = Watchable::new(path, &self.changes.sets.sets, &[]).words();
        manifest.measured = simulation.measures().into();
        manifest.beside = beside.filter(|_| stronger.is_some()).map(|of| of.note());
        let besides = manifest.beside.as_ref().zip(stronger);
        let tables = results(&simulation, &played, wins, besides, manifest.level);
        job.publish_kept(keeper, &tables, &manifest, out)
    }

    /// Refuses scenarios of one name: the second report would take the first one's place.
    fn no_folder_twice(&self) -> Result<(), Usage> {
        let folder = |path: &Path| self.playing.folder(&base(path), &self.command(path, 0));
        for (i, path) in self.scenarios.iter().enumerate() {
            let same = |other: &&PathBuf| stem(other) == stem(path);
            if let Some(other) = self.scenarios[..i].iter().find(same) {
                return Err(Usage(format!(
                    "{} and {} would both be written into {}: run them one by one, each with its --out",
                    other.display(),
                    path.display(),
                    folder(path).display()
                )));
            }
        }
        Ok(())
    }

    /// The command that plays the same games again, `games` at most.
    fn command(&self, scenario: &Path, games: u64) -> String {
        let mut words = vec!["gong run".to_owned(), shell::path(scenario)];
        words.extend(self.playing.words(games));
        let beside = self.beside.as_ref();
        words.extend(beside.map(|name| format!("--beside {}", shell::word(name))));
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// The name of the report of a scenario as it is.
fn base(scenario: &Path) -> Base {
    stem(scenario).to_owned().into()
}

/// The tables of what was played, of its deals that were played again, and of who played beside it: games and wins.
pub fn results(
    simulation: &Simulation,
    played: &Played,
    wins: Option<Wins>,
    beside: Option<(&BesideNote, (u64, u64))>,
    level: f64,
) -> Tables {
    let mut tables = tables(simulation.cast(), &played.tally, level);
    let beside = beside.map(|(note, won)| beside_table(&note.strategy, won, level));
    let wins = wins.map(|Wins(wins)| deal_table(&wins, level));
    tables.0.extend(wins);
    tables.0.extend(beside);
    tables
}

/// How many deals of so many games are played again: none, unless all play together.
fn deals(simulation: &Simulation, games: u64) -> Option<u64> {
    let deals = || (games / GAMES_A_DEAL).clamp(1, MOST_DEALS);
    simulation.cast().cooperative.then(deals)
}

/// Plays deals of so many games again, if all play together. Nothing if `stop` is set meanwhile.
///
/// # Errors
/// If a bot fails.
pub fn replay(
    simulation: &Simulation,
    plan: &Plan,
    games: u64,
    stop: &AtomicBool,
    bar: &Bar,
) -> anyhow::Result<Option<Wins>> {
    let Some(deals) = deals(simulation, games) else {
        return Ok(None);
    };
    let all = Stretch::of(deals * deal::REPLAYS, Wins::none(deals));
    Ok(whole(deal::replay(simulation, plan, stop, bar, all)?))
}

/// Of deals that were all played, how often each was won.
fn whole(wins: Played<Wins>) -> Option<Wins> {
    (!wins.partial).then_some(wins.tally)
}

/// Of so many games of a run one deal is played again, to see how much it decides.
const GAMES_A_DEAL: u64 = 50;
const MOST_DEALS: u64 = 2_000;

/// The progress bar, and the rows that are written as games are played.
struct Live {
    bar: Bar,
    rows: Option<RowsWriter>,
}

impl simulate::Audience for Live {
    fn played(&self, games: u64) {
        self.bar.add(games);
    }

    fn records(&mut self, first: u64, records: &[Record]) -> anyhow::Result<()> {
        match &mut self.rows {
            Some(rows) => rows.add(first, records),
            None => Ok(()),
        }
    }
}
