//! `gong sweep`: a grid of variants.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::failed::{Watchable, with_advice};
use super::job::{Bar, Job};
use super::keeper::{Asked, Keeper};
use super::playing::{Done, Playing, fewer, shell_word, stem};
use super::reading::Reading;
use super::signals::interrupted;
use super::stand_in::name_bot;
use super::variants::values;
use super::{ScenarioArgs, Usage, describe};
use crate::analysis::sweep::{Axis, Point, key, points};
use crate::engine::identity;
use crate::report::sweep::tables;
use crate::report::{Kind, POINTS};
use crate::scenario::{Faults, Scenario};
use crate::simulate::{self, Lot, Lots, Plan, Played, Simulation};
use crate::stats::Tally;

/// Play a grid of variants of a scenario; the same command goes on where it was stopped
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Anything that --set can change can be varied; several --vary span a grid:
  gong sweep tribal-rumble.toml --vary rules.rounds=5..12
  gong sweep tribal-rumble.toml --vary fighters.agaric.size=4..7 --vary fighters.agaric.cards.3.defense=3..6
  gong sweep tribal-rumble.toml --vary line-up.draw=2..8 --vary strategy=balanced,aggressive")]
pub struct Sweep {
    /// The scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Vary a value: a range, as in rules.rounds=5..12 (both ends included) or in steps 4..12..2, or a list, as in strategy=balanced,aggressive
    #[arg(long = "vary", value_name = "PATH=VALUES", required = true)]
    vary: Vec<String>,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    changes: ScenarioArgs,
}

/// Games of a point, of greedy bots, unless the user asks otherwise.
const GAMES: u64 = 100_000;
/// Most points of a grid.
const MOST_POINTS: usize = 2_000;

/// A point to be played.
struct Task {
    at: Vec<usize>,
    scenario: Scenario,
    watchable: Watchable,
}

impl Sweep {
    pub fn playing_mut(&mut self) -> &mut Playing {
        &mut self.playing
    }

    /// Lets a stand-in play everybody.
    pub fn play_with(&mut self, bot: &str) {
        let scenarios = std::iter::once(self.scenario.as_path());
        name_bot(&mut self.changes.strategies, scenarios, bot);
    }

    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let axes = self.axes()?;
        // Bots may be varied, too: of a list in the file one is as good as another here.
        let mut reading = Reading::new(&self.playing);
        let base = || Ok(self.changes.scenarios(&self.scenario)?.swap_remove(0));
        let base = reading.scenario(base)?;
        // All of them are checked before the first is played.
        let tasks = self.tasks(&axes, &mut reading)?;
        let games = fewer(GAMES, tasks.iter().map(|task| &task.scenario));
        let plan = self.playing.plan(games);
        let keys: Vec<String> = (tasks.iter())
            .map(|task| key(&task.scenario, &plan))
            .collect::<Result<_, _>>()?;
        self.playing.room_for(
            tasks
                .iter()
                .map(|task| task.scenario.memory())
                .max()
                .unwrap_or(0),
        )?;
        let lots = tasks.iter().map(|task| &task.scenario);
        let asked = Asked {
            command: &self.command(plan.games),
            engine: identity(base.game()),
            reading,
            lots: lots.map(|of| Lot::new(plan.games, of.cost())).collect(),
            // Points are kept instead.
            checkpoints: false,
        };
        let name = format!("sweep-{}", stem(&self.scenario));
        let (job, mut keeper) = Job::keeping(&self.playing, &name, asked)?;
        let stop = interrupted()?;
        if keeper.is_shard() {
            return self.shard(&job, keeper, &tasks, &plan, &stop, out);
        }
        let begin = std::time::Instant::now();
        let store = job.target.join(POINTS);
        let (mut done, mut files, mut kept) = (vec![], vec![], 0);
        let found: Vec<Option<Point>> = (keys.iter()).map(|key| Point::find(&store, key)).collect();
        let missing = found.iter().filter(|point| point.is_none()).count();
        // One bar for all that is still to be played.
        let bar = job.bar(&base.title, plan.games * missing as u64);
        for (lot, ((task, key), found)) in tasks.iter().zip(&keys).zip(found).enumerate() {
            let point = match found {
                Some(point) => {
                    kept += 1;
                    files.push(store.join(Point::file(key)));
                    point
                }
                None => {
                    let played = play(task, lot, &mut keeper, &bar, &plan, &stop)?;
                    let Some((simulation, played)) = played else {
                        continue;
                    };
                    let point = Point::new(key.clone(), &simulation, &played);
                    files.push(point.write(&store)?);
                    point
                }
            };
            done.push((task.at.clone(), point));
        }
        drop(bar);
        let reached = done.iter().all(|(_, point)| point.reached);
        let mut manifest = self.playing.manifest(
            &base,
            Done {
                kind: Kind::Sweep,
                command: self.command(plan.games),
                games: done.iter().map(|(_, point)| point.games).sum(),
                partial: done.len() < tasks.len(),
                seconds: begin.elapsed().as_secs_f64(),
                precision: self.playing.precision_note(reached),
            },
        )?;
        let asked = self.playing.games.is_some() || self.playing.precision.is_some();
        manifest.fewer = !asked && games < GAMES;
        // Some may play at a few points only.
        for note in tasks
            .iter()
            .flat_map(|task| describe::fighters(&task.scenario))
        {
            if manifest.fighters.iter().all(|known| known.key != note.key) {
                manifest.fighters.push(note);
            }
        }
        manifest.note_unlearnt(describe::unlearnt(tasks.iter().map(|task| &task.scenario)));
        manifest.measured = base.open().measures().into();
        manifest.axes = axes;
        manifest.points = done.iter().map(|(at, _)| at.clone()).collect();
        let tables = tables(&manifest.axes, &done, self.playing.level);
        job.keep_points(&files)?;
        if kept > 0 && !self.playing.quiet {
            writeln!(out, "Points that were there already: {kept}")?;
        }
        job.publish(&tables, &manifest, out)
    }

    /// Plays a shard of the points' games.
    fn shard(
        &self,
        job: &Job<'_>,
        mut keeper: Keeper,
        tasks: &[Task],
        plan: &Plan,
        stop: &AtomicBool,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let mine: Vec<usize> = (0..tasks.len())
            .filter(|&lot| keeper.games_of(lot) > 0)
            .collect();
        let games = mine.iter().map(|&lot| keeper.games_of(lot)).sum();
        let bar = job.bar("a shard of the points", games);
        for &lot in &mine {
            if play(&tasks[lot], lot, &mut keeper, &bar, plan, stop)?.is_none() {
                return keeper.finish_shard(true, self.playing.quiet, out);
            }
        }
        drop(bar);
        keeper.finish_shard(false, self.playing.quiet, out)
    }

    fn axes(&self) -> Result<Vec<Axis>, Usage> {
        let mut axes: Vec<Axis> = vec![];
        for vary in &self.vary {
            let fault = |what: String| Usage(format!("--vary {vary}: {what}"));
            let (path, list) = vary
                .split_once('=')
                .ok_or_else(|| fault("wants PATH=VALUES, as in rules.rounds=5..12".into()))?;
            let axis = Axis {
                path: path.trim().to_owned(),
                values: values(list).map_err(fault)?,
            };
            if axes.iter().any(|other| other.path == axis.path) {
                return Err(fault(format!(
                    "{} is varied twice: give all its values at once",
                    axis.path
                )));
            }
            axes.push(axis);
        }
        let count = axes
            .iter()
            .try_fold(1usize, |all, axis| all.checked_mul(axis.values.len()));
        match count {
            Some(count) if count <= MOST_POINTS => Ok(axes),
            _ => Err(Usage(format!(
                "a grid of {} points is too large: at most {MOST_POINTS}",
                axes.iter()
                    .map(|axis| axis.values.len().to_string())
                    .collect::<Vec<_>>()
                    .join(" × ")
            ))),
        }
    }

    /// The points, each checked.
    fn tasks(&self, axes: &[Axis], reading: &mut Reading) -> anyhow::Result<Vec<Task>> {
        points(axes)
            .into_iter()
            .map(|at| {
                let settings = axes
                    .iter()
                    .zip(&at)
                    .map(|(axis, &value)| format!("{}={}", axis.path, axis.values[value]));
                let sets = [self.changes.sets.sets.clone(), settings.collect()].concat();
                let watchable = Watchable::new(&self.scenario, &sets, &self.changes.strategies);
                let by_flag = |error: anyhow::Error| match error.downcast::<Faults>() {
                    Ok(faults) => faults.by_flag("--vary").into(),
                    Err(error) => error,
                };
                let scenario = reading.scenario(|| watchable.scenario().map_err(by_flag))?;
                Ok(Task {
                    at,
                    scenario,
                    watchable,
                })
            })
            .collect()
    }

    /// The command that plays the same again.
    fn command(&self, games: u64) -> String {
        let mut words = vec![
            "gong sweep".to_owned(),
            shell_word(&self.scenario.display().to_string()),
        ];
        words.extend(
            self.vary
                .iter()
                .map(|vary| format!("--vary {}", shell_word(vary))),
        );
        words.extend(self.playing.words(games));
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// Plays a point to its end, or what of it is to be played here; nothing if it was interrupted: half a point is none.
fn play(
    task: &Task,
    lot: usize,
    keeper: &mut Keeper,
    bar: &Bar,
    plan: &Plan,
    stop: &AtomicBool,
) -> anyhow::Result<Option<(Simulation, Played)>> {
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let simulation = task.scenario.open();
    let empty = Tally::new(simulation.cast(), simulation.measures());
    let played = keeper.play(lot, empty, |stretch| {
        simulate::run_stretch(&simulation, plan, stop, &mut &*bar, stretch)
    });
    let played = played.map_err(|error| with_advice(error, |_| vec![task.watchable.clone()]))?;
    Ok((!played.partial).then_some((simulation, played)))
}
