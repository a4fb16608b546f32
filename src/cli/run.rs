//! `gong run`: play a scenario, write the report.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::failed::{Watchable, with_advice};
use super::job::{Bar, Job};
use super::playing::{Playing, default_games, shell_word, stem};
use super::several::Several;
use super::signals::interrupted;
use super::{Interrupted, ScenarioArgs, Usage};
use crate::analysis::deal;
use crate::report::run::{RowsWriter, deal_table, tables};
use crate::report::{Kind, Tables};
use crate::scenario::Scenario;
use crate::simulate::{self, Plan, Played, Simulation};
use crate::stats::Record;

/// Play scenarios and write their reports
#[derive(Debug, Args)]
pub struct Run {
    /// Scenario files; each gets a report of its own
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Write the table `games` too: a row for every fighter of every game
    #[arg(long)]
    rows: bool,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    changes: ScenarioArgs,
}

impl Run {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        if self.playing.out.is_some() && self.scenarios.len() > 1 {
            return Err(Usage(
                "--out names one folder; run several scenarios one by one, or leave it out".into(),
            )
            .into());
        }
        no_folder_twice(&self.scenarios)?;
        // All of them are checked before the first is played.
        let scenarios = self
            .scenarios
            .iter()
            .map(|path| Ok((path, self.scenarios_of(path)?)))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let stop = interrupted()?;
        let mut interrupt = None;
        for (path, scenarios) in scenarios {
            if stop.load(Ordering::Relaxed) {
                writeln!(out, "{}: not played, interrupted before it", path.display())?;
                continue;
            }
            let played = match scenarios.as_slice() {
                [only] => self.play(path, only, &stop, out),
                each => Several {
                    path,
                    changes: &self.changes,
                    playing: &self.playing,
                    scenarios: each,
                }
                .play(&stop, out),
            };
            match played {
                // What was not played is told.
                Err(error) if error.is::<Interrupted>() => interrupt = Some(error),
                played => played?,
            }
        }
        interrupt.map_or(Ok(()), Err)
    }

    /// The scenario of a file; of a list of bots one for each.
    fn scenarios_of(&self, path: &Path) -> anyhow::Result<Vec<Scenario>> {
        let scenarios = self.changes.scenarios(path)?;
        if self.rows && scenarios.len() > 1 {
            return Err(Usage(format!(
                "--rows goes with one bot: the games of several would not be told apart, and {} is played by {}; name one with --strategy",
                path.display(),
                scenarios.len()
            ))
            .into());
        }
        Ok(scenarios)
    }

    /// Plays one scenario, and writes its report and its summary.
    fn play(
        &self,
        path: &Path,
        scenario: &Scenario,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let simulation = scenario.open();
        let games = default_games([scenario]);
        let command = self.command(path, self.playing.games.unwrap_or(games));
        self.playing.room_for(scenario.memory())?;
        let job = Job::begin(&self.playing, stem(path), &command)?;
        let plan = Plan {
            records: self.rows,
            luck: simulation.weighing(),
            ..self.playing.plan(games)
        };
        let mut audience = Live {
            bar: job.bar(&scenario.title, plan.games),
            rows: self.rows.then(|| job.rows(&simulation)).transpose()?,
        };
        let played = simulate::run(&simulation, &plan, stop, &mut audience);
        let watchable = Watchable::new(path, &self.changes.sets.sets, &self.changes.strategies);
        let watch = watchable.words();
        let played = played.map_err(|error| with_advice(error, |_| vec![watchable]))?;
        let Live { bar, rows } = audience;
        drop(bar);
        if let Some(rows) = rows {
            rows.finish()?;
        }
        let command = |games| self.command(path, games);
        let done = self.playing.done(Kind::Run, &plan, &played, command);
        let mut manifest = self.playing.manifest(scenario, done)?;
        manifest.watch = watch;
        manifest.skill = Watchable::new(path, &self.changes.sets.sets, &[]).words();
        manifest.measured = simulation.measures().into();
        let bar = job.bar("the same deals again", 0);
        let tables = results(&simulation, &played, &plan, manifest.level, stop, &bar)?;
        job.publish(&tables, &manifest, out)
    }

    /// The command that plays the same games again, `games` at most.
    fn command(&self, scenario: &Path, games: u64) -> String {
        let mut words = vec![
            "gong run".to_owned(),
            shell_word(&scenario.display().to_string()),
        ];
        words.extend(self.playing.words(games));
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// The tables of what was played by a plan. In a cooperative game some of its deals are played again, unless it was cut short.
///
/// # Errors
/// If a bot fails.
pub fn results(
    simulation: &Simulation,
    played: &Played,
    plan: &Plan,
    level: f64,
    stop: &AtomicBool,
    bar: &Bar,
) -> anyhow::Result<Tables> {
    let mut tables = tables(simulation.cast(), &played.tally, level);
    if simulation.cast().cooperative && !played.partial {
        let deals = (played.games / GAMES_A_DEAL).clamp(1, MOST_DEALS);
        let wins = deal::replay(simulation, plan.seed, deals, plan.threads, stop, bar)?;
        tables.0.extend(wins.map(|wins| deal_table(&wins, level)));
    }
    Ok(tables)
}

/// Of so many games of a run one deal is played again, to see how much it decides.
const GAMES_A_DEAL: u64 = 50;
const MOST_DEALS: u64 = 2_000;

/// Refuses scenarios of one name: the second report would take the first one's place.
fn no_folder_twice(scenarios: &[PathBuf]) -> Result<(), Usage> {
    for (i, path) in scenarios.iter().enumerate() {
        let folder = Path::new("reports").join(stem(path));
        let same = |other: &&PathBuf| stem(other) == stem(path);
        if let Some(other) = scenarios[..i].iter().find(same) {
            return Err(Usage(format!(
                "{} and {} would both be written into {}: run them one by one, each with its --out",
                other.display(),
                path.display(),
                folder.display()
            )));
        }
    }
    Ok(())
}

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
