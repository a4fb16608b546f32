//! Plans and plays the games of `gong sweep`, and stores the results.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::flags::SweepFlags;
use super::grid::{Axis, axes, identifying, not_set_too, points};
use crate::analysis::points::{EntrantSums, Point};
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::player::tally;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::shared::Wins;
use crate::scenario::{Faults, Scenario};
use crate::session::failed::Watchable;
use crate::session::first_scenario;
use crate::session::playing::{Playing, games_by_cost, stem};
use crate::session::progress_lines::{FinishedPoint, FinishedRate};
use crate::session::reading::Reading;
use crate::session::report_identity::ReportIdentity;
use crate::simulate::{self, FailedGame, Lot};
use crate::stats::intervals::LEVEL;
use crate::stats::members::Won;

/// Default number of games per point with greedy bots, which are fast.
const GAMES: u64 = 100_000;

/// Minimum number of games per point with which the reference player plays by default. With fewer
/// games, a win rate of four fighters is known to ± 5 points or worse.
const FEWEST: u64 = 300;

/// The checked settings of `gong sweep`.
pub struct SweepPlan {
    file: PathBuf,
    sets: Vec<String>,
    pub base: Scenario,
    pub axes: Vec<Axis>,
    pub tasks: Vec<Task>,
    /// Number of games to play at each point, and the random seed of the games.
    pub games: simulate::Plan,
    /// The games of the reference player, one variant for each point; `None` without a reference
    /// player.
    pub reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
    is_reduced: bool,
}

/// A point whose games are to be played.
pub struct Task {
    /// For each axis (varied value) of the grid: the index of the point's value.
    at: Vec<usize>,
    /// The scenario, changed to the point's combination of values.
    pub scenario: Scenario,
    pub watchable: Watchable,
}

/// The stored results of `gong sweep`.
#[derive(Serialize, Deserialize)]
pub struct SweepFound {
    /// The points that were played.
    pub points: Vec<PlayedPoint>,
    /// The results of the reference player at all points; `None` without a reference player, or if
    /// the reference player has not played all its games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Vec<PlayedPoint>>,
}

/// The indices of a point's values, one per axis, and the results at the point.
pub type PlayedPoint = (Vec<usize>, Point);

impl QuestionPlan for SweepPlan {
    type Flags = SweepFlags;
    type Found = SweepFound;

    fn new(flags: SweepFlags, playing: &Playing, files: &mut Reading) -> Result<SweepPlan> {
        let axes = axes(&flags.vary)?;
        not_set_too(&axes, &flags.changes.paths())?;
        // The bots may be varied as well. If the scenario has a list of bots, the first bot plays
        // all seats.
        let (sets, strategies) = (flags.changes.sets(), flags.changes.strategies());
        let base = files.scenario(|| first_scenario(&flags.scenario, sets, strategies))?;
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
        let usual = games_by_cost(GAMES, scenarios.iter().map(|(scenario, _)| scenario));
        let of_bots = axes.iter().any(Axis::of_bots);
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: of_bots || !flags.changes.strategies().is_empty(),
            games: usual,
            fewest: FEWEST,
            capped: true,
            excluded: of_bots
                .then_some("--vary varies the bots that play, so there is no reference player"),
        };
        let variants: Vec<&Scenario> = scenarios.iter().map(|(of, _)| of).collect();
        let adaptation = asked.adaptation(&variants)?;
        let reference = ReferenceGames::of(&variants, &asked)?;
        let own = reference.as_ref().map_or(usual, |reference| reference.own);
        let task = |(at, (scenario, watchable))| Task { at, scenario, watchable };
        Ok(SweepPlan {
            file: flags.scenario.clone(),
            sets: flags.changes.sets().to_vec(),
            base,
            tasks: all.into_iter().zip(scenarios).map(task).collect(),
            axes,
            is_reduced: playing.games.is_none() && playing.precision.is_none() && own < GAMES,
            games: playing.plan(own),
            reference,
            adaptation,
        })
    }

    fn about(&self) -> About<'_> {
        let played: Vec<&Scenario> = self.tasks.iter().map(|task| &task.scenario).collect();
        let reference = self.reference.iter();
        let theirs = reference
            .clone()
            .flat_map(|of| of.variants.iter().map(|variant| (variant, of.plan.games)));
        let own = played.iter().map(|of| (*of, self.games.games));
        let all = own.chain(theirs);
        let lots = all.clone().map(|(of, games)| Lot::new(games, of.cost()));
        let report = ReportIdentity::from(format!("sweep-{}", stem(&self.file)))
            .nameless("--vary")
            .partly("--vary", identifying);
        About {
            scenario: &self.base,
            reference: self.reference.iter().flat_map(|of| &of.variants).collect(),
            adaptation: self.adaptation,
            sets: &self.sets,
            // A sweep stores each finished point, so it needs no checkpoints.
            checkpoints: false,
            memory: all.map(|(of, _)| of.memory()).max().unwrap_or(0),
            more_games_flag: self.is_reduced.then_some("--games"),
            ..About::new(report, played.clone(), lots.collect())
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        let own = self.tasks.iter_mut().map(|task| &mut task.scenario);
        let reference = self.reference.iter_mut().flat_map(|of| &mut of.variants);
        own.chain([&mut self.base]).chain(reference).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<SweepFound>> {
        let begin = Instant::now();
        let own = self.tasks.iter().map(|task| &task.scenario);
        let (points, seconds) = self.points(player, 0, own, &self.games)?;
        // A merge of shards takes less time than the shards took.
        let seconds = begin.elapsed().as_secs_f64().max(seconds);
        let whole = |points: &Vec<PlayedPoint>| points.len() == self.tasks.len();
        let reference = match &self.reference {
            Some(of) if whole(&points) => {
                let lots = self.tasks.len()..2 * self.tasks.len();
                let games = lots.clone().map(|lot| player.keeper.games_of(lot)).sum();
                player.progress("reference player", games);
                let variants = of.variants.iter();
                let (points, _) = self.points(player, lots.start, variants, &of.plan)?;
                Some(points).filter(whole)
            }
            _ => None,
        };
        // A sweep is complete only if its games of the reference player are complete.
        let partial = !whole(&points) || reference.is_some() != self.reference.is_some();
        let games = points.iter().map(|(_, point)| point.games).sum();
        let mut all = points.iter().chain(reference.iter().flatten());
        Ok(PlanOutcome {
            reached: all.all(|(_, point)| point.reached),
            unplayed_reference: ReferenceGames::unplayed(self.reference.as_ref(), partial),
            ..PlanOutcome::new(
                SweepFound { points, reference },
                games,
                partial,
                // A merge of shards takes less time than the shards took.
                begin.elapsed().as_secs_f64().max(seconds),
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

impl SweepPlan {
    /// Plays all points with some bots, or loads the results that earlier commands have stored.
    /// `lot` is the number of the first point's lot. Returns the points before the first one that
    /// is incomplete, and the time that their games took, in seconds.
    fn points<'a>(
        &self,
        player: &mut LotPlayer<'_>,
        lot: usize,
        scenarios: impl Iterator<Item = &'a Scenario>,
        games: &simulate::Plan,
    ) -> Result<(Vec<PlayedPoint>, f64)> {
        let (mut points, mut seconds) = (vec![], 0.0);
        for ((lot, task), scenario) in (lot..).zip(&self.tasks).zip(scenarios) {
            let LotPlayer { keeper, stop, bar, points: stored, .. } = player;
            let (stop, bar) = (&**stop, &*bar);
            let work = keeper.games_of(lot);
            let point = stored.or_play(scenario, games, (stop, bar), work, |simulation| {
                tally(keeper, (stop, bar), lot, simulation, games)
            })?;
            match point {
                Some((point, took)) => {
                    seconds += took;
                    if player.playing.progress {
                        self.finished(task, &point, lot >= self.tasks.len()).tell();
                    }
                    points.push((task.at.clone(), point));
                }
                None => break,
            }
        }
        Ok((points, seconds))
    }

    /// Describes a finished point for a program that shows the progress. `reference` is true if the
    /// reference player played.
    fn finished(&self, task: &Task, point: &Point, reference: bool) -> FinishedPoint {
        let values = self.axes.iter().zip(&task.at);
        let values = values.map(|(axis, &value)| axis.values[value].to_string());
        let rate = |fighter: Option<String>, won: &Won| {
            let wins = Wins::of(won, LEVEL);
            FinishedRate {
                fighter,
                win_rate: wins.rate(),
                ci_low: wins.ci_low,
                ci_high: wins.ci_high,
            }
        };
        let played = point.entrants.iter().filter(|of| of.won.games() > 0);
        let fighter = |of: &EntrantSums| rate(Some(of.fighter.clone()), &of.won);
        let party = point.party().map(|(wins, games)| rate(None, &Won::new(games, wins)));
        FinishedPoint {
            at: values.collect::<Vec<_>>().join(", "),
            of: self.tasks.len(),
            reference,
            fair_share: point.sides.map(|sides| 1.0 / sides as f64),
            win_rates: party.into_iter().chain(played.map(fighter)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Sweep;
    use super::*;
    use crate::questions::Question;
    use crate::strategies::BotDefinition;

    #[test]
    fn help_states_the_default_number_of_games() {
        let with_trained = GAMES / BotDefinition::TRAINED_COST;
        let numbers = Sweep::TAKES.numbers();
        assert!(numbers.starts_with(&[GAMES, with_trained]), "{numbers:?}");
    }
}
