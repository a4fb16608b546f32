//! Plans and plays the games of `gong sweep`, and stores the results.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::flags::SweepFlags;
use super::grid::{Axis, axes, points};
use crate::analysis::points::{Point, key};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::{Faults, Scenario};
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, fewer, stem};
use crate::session::reading::Reading;
use crate::simulate::{self, FailedGame, Lot};

/// Default number of games per point (combination of values) with greedy bots, which are fast.
const GAMES: u64 = 100_000;

/// The checked settings of `gong sweep`.
pub struct SweepPlan {
    file: PathBuf,
    sets: Vec<String>,
    pub base: Scenario,
    pub axes: Vec<Axis>,
    pub tasks: Vec<Task>,
    /// Number of games to play at each point (combination of values), and the random seed of the
    /// games.
    pub games: simulate::Plan,
    fewer: bool,
}

/// A point (combination of values) whose games are to be played.
pub struct Task {
    /// For each axis (varied value) of the grid: the index of the point's value.
    at: Vec<usize>,
    /// The scenario, changed to the point's combination of values.
    scenario: Scenario,
    /// The key by which the results of the point are stored.
    key: String,
    pub watchable: Watchable,
}

/// The stored results of `gong sweep`.
#[derive(Serialize, Deserialize)]
pub struct SweepFound {
    /// The points (combinations of values) that were played. Each has the indices of its values,
    /// one per axis, and its results.
    pub points: Vec<(Vec<usize>, Point)>,
}

impl QuestionPlan for SweepPlan {
    type Flags = SweepFlags;
    type Found = SweepFound;

    fn new(flags: SweepFlags, playing: &Playing, files: &mut Reading) -> Result<SweepPlan> {
        let axes = axes(&flags.vary)?;
        // The bots may be varied as well. If the scenario has a list of bots, the first bot plays
        // all seats.
        let base =
            files.scenario(|| Ok(flags.changes.scenarios(&flags.scenario)?.swap_remove(0)))?;
        let scenario = |at: &Vec<usize>| {
            let varied = axes.iter().zip(at);
            let varied = varied.map(|(axis, &value)| axis.setting(value));
            let sets = [flags.changes.sets().to_vec(), varied.collect()].concat();
            let watchable = Watchable::new(&flags.scenario, &sets, flags.changes.strategies());
            let scenario = files.scenario(|| {
                let scenario = watchable.scenario();
                scenario.map_err(|error| match error.downcast::<Faults>() {
                    Ok(faults) => faults.by_flag("--vary").into(),
                    Err(error) => error,
                })
            })?;
            Ok((scenario, watchable))
        };
        let all = points(&axes);
        let scenarios = all.iter().map(scenario).collect::<Result<Vec<_>>>()?;
        let usual = fewer(GAMES, scenarios.iter().map(|(scenario, _)| scenario));
        let games = playing.plan(usual);
        let task = |(at, (scenario, watchable)): (Vec<usize>, (Scenario, Watchable))| {
            Ok(Task {
                key: key(&scenario, &games)?,
                at,
                scenario,
                watchable,
            })
        };
        Ok(SweepPlan {
            file: flags.scenario.clone(),
            sets: flags.changes.sets().to_vec(),
            base,
            tasks: all
                .into_iter()
                .zip(scenarios)
                .map(task)
                .collect::<Result<_>>()?,
            axes,
            fewer: playing.games.is_none() && playing.precision.is_none() && usual < GAMES,
            games,
        })
    }

    fn about(&self) -> About<'_> {
        let played: Vec<&Scenario> = self.tasks.iter().map(|task| &task.scenario).collect();
        let lots = played.iter();
        let lots = lots.map(|of| Lot::new(self.games.games, of.cost()));
        let folder = format!("sweep-{}", stem(&self.file));
        About {
            scenario: &self.base,
            sets: &self.sets,
            // A sweep stores each finished point (combination of values), so it needs no
            // checkpoints.
            checkpoints: false,
            fewer: self.fewer.then_some("--games"),
            ..About::new(folder, played.clone(), lots.collect())
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<SweepFound>> {
        let begin = Instant::now();
        let mut points = vec![];
        for (lot, task) in self.tasks.iter().enumerate() {
            if player.stop.load(Ordering::Relaxed) {
                break;
            }
            let kept = match player.keeper.is_shard() {
                true => None,
                false => player.points.find(&task.key, &task.scenario, &self.games),
            };
            if let Some(point) = kept {
                player.bar.add(player.keeper.games_of(lot));
                points.push((task.at.clone(), point));
                continue;
            }
            let simulation = task.scenario.open();
            let played = player.tally(lot, &simulation, &self.games)?;
            // Incomplete results of a point are discarded.
            if played.partial {
                break;
            }
            let point = Point::new(task.key.clone(), &simulation, &played);
            if !player.keeper.is_shard() {
                player.points.keep(&point)?;
            }
            points.push((task.at.clone(), point));
        }
        let games = points.iter().map(|(_, point)| point.games).sum();
        let partial = points.len() < self.tasks.len();
        Ok(PlanOutcome {
            reached: points.iter().all(|(_, point)| point.reached),
            ..PlanOutcome::new(
                SweepFound { points },
                games,
                partial,
                begin.elapsed().as_secs_f64(),
            )
        })
    }

    fn resolved(&self, _: Option<&PlanOutcome<SweepFound>>) -> FlagValues {
        vec![("games", self.games.games.to_string())]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        let tasks = self.tasks.iter();
        tasks.map(|task| task.watchable.clone()).collect()
    }
}
