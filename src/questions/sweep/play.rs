//! The plan of a sweep, how it is played, and its results.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::flags::Flags;
use super::grid::{Axis, axes, points};
use crate::analysis::points::{Point, key};
use crate::questions::{About, Outcome, Player};
use crate::report::BotRole;
use crate::scenario::{Faults, Scenario};
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, fewer, stem};
use crate::session::reading::Reading;
use crate::simulate::{self, Lot, Lots, Played, Simulation};
use crate::stats::Tally;

/// Default number of games per point (combination of values), with greedy bots.
const GAMES: u64 = 100_000;

/// The checked settings of a sweep.
pub struct Plan {
    file: PathBuf,
    sets: Vec<String>,
    pub base: Scenario,
    pub axes: Vec<Axis>,
    pub tasks: Vec<Task>,
    /// Number of games of each point (combination of values), and their seed.
    pub games: simulate::Plan,
    fewer: bool,
}

/// A point (combination of values) whose games are to be played.
pub struct Task {
    /// Index of the point's value on every axis of the grid.
    at: Vec<usize>,
    /// The scenario with the point's values.
    scenario: Scenario,
    /// The key by which the results of the point are stored.
    key: String,
    pub watchable: Watchable,
}

/// The results of a sweep.
#[derive(Serialize, Deserialize)]
pub struct Found {
    /// The points that were played, each with the index of its value on every axis.
    pub points: Vec<(Vec<usize>, Point)>,
}

impl Plan {
    /// Checks every point (combination of values) before the first is played.
    ///
    /// # Errors
    /// Fails if an axis is faulty, or if a point is not a valid scenario.
    pub fn new(flags: &Flags, playing: &Playing, files: &mut Reading) -> Result<Plan> {
        let axes = axes(&flags.vary)?;
        // The bots may be varied as well. If the scenario lists several bots, the first one plays
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
        Ok(Plan {
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

    pub fn about(&self) -> About<'_> {
        let played: Vec<&Scenario> = self.tasks.iter().map(|task| &task.scenario).collect();
        let lot = |scenario: &&Scenario| Lot::new(self.games.games, scenario.cost());
        About {
            scenario: &self.base,
            folder: format!("sweep-{}", stem(&self.file)).into(),
            sets: &self.sets,
            lots: played.iter().map(lot).collect(),
            not_divided: None,
            // A sweep stores finished points (combinations of values) instead of checkpoints.
            checkpoints: false,
            memory: played.iter().map(|of| of.memory()).max().unwrap_or(0),
            fewer: self.fewer.then_some("--games"),
            role: BotRole::Players,
            strategies: None,
            played,
        }
    }
}

/// Plays the points that no earlier command has played. A shard plays its own share of the games of
/// all points.
///
/// # Errors
/// Fails if a bot fails, or if a point cannot be written.
pub fn play(plan: &Plan, player: &mut Player<'_>) -> Result<Outcome<Found>> {
    let begin = Instant::now();
    let mut points = vec![];
    for (lot, task) in plan.tasks.iter().enumerate() {
        if player.stop.load(Ordering::Relaxed) {
            break;
        }
        let kept = match player.keeper.is_shard() {
            true => None,
            false => player.points.find(&task.key, &task.scenario, &plan.games),
        };
        if let Some(point) = kept {
            player.bar.add(player.keeper.games_of(lot));
            points.push((task.at.clone(), point));
            continue;
        }
        let (simulation, played) = play_point(plan, lot, player)?;
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
    Ok(Outcome {
        games: points.iter().map(|(_, point)| point.games).sum(),
        bots: vec![],
        partial: points.len() < plan.tasks.len(),
        reached: points.iter().all(|(_, point)| point.reached),
        seconds: begin.elapsed().as_secs_f64(),
        found: Found { points },
    })
}

/// Plays the games of one point (combination of values).
fn play_point(plan: &Plan, lot: usize, player: &mut Player<'_>) -> Result<(Simulation, Played)> {
    let simulation = plan.tasks[lot].scenario.open();
    let empty = Tally::new(simulation.cast(), simulation.measures());
    let Player {
        keeper, bar, stop, ..
    } = player;
    let played = keeper.play(lot, empty, |stretch| {
        simulate::run_stretch(&simulation, &plan.games, stop, &mut &*bar, stretch)
    })?;
    Ok((simulation, played))
}
