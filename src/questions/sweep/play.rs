//! Plans and plays the games of `gong sweep`, and stores the results.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::{Value as Json, json};

use super::grid::{Axis, axes, points};
use crate::analysis::points::Point;
use crate::questions::experiment::{Arm, Experiment};
use crate::questions::player::tally;
use crate::questions::reference::{Asked, PlayerArgs};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, games_by_cost, stem};
use crate::session::progress::ProgressLine;
use crate::session::reading::Reading;
use crate::session::{ScenarioArgs, first_scenario};
use crate::simulate::{FailedGame, Played};
use crate::stats::intervals::{Interval, LEVEL};
use crate::stats::members::Won;

/// Default number of games per point with greedy bots, which are fast.
const GAMES: u64 = 100_000;

/// Minimum number of games per point with which the reference player plays by default. With fewer
/// games, a win rate of four fighters is known to ± 5 points or worse.
const FEWEST: u64 = 300;

/// Play a grid of variants of a scenario; the same command resumes where it was stopped
#[derive(Debug, Args)]
#[command(after_help = "\
Anything that --set can change can be varied; several --vary span a grid:
  gong sweep tribal-rumble.toml --vary rules.rounds=5..12
  gong sweep tribal-rumble.toml --vary fighters.agaric.size=4..7 --vary rules.rounds=6,8
  gong sweep tribal-rumble.toml --vary line-up.draw=2..8 --vary strategy=balanced,aggressive")]
pub struct SweepFlags {
    /// A scenario file
    #[arg(value_name = "SCENARIO")]
    pub scenario: PathBuf,
    /// Vary a value over a range, as in rules.rounds=5..12 (both ends included) or 4..12..2 (in
    /// steps of 2), or over a list, as in strategy=balanced,aggressive
    #[arg(long = "vary", value_name = "PATH=VALUES", required = true)]
    pub vary: Vec<String>,
    #[command(flatten)]
    pub players: PlayerArgs,
    #[command(flatten)]
    pub changes: ScenarioArgs,
}

/// The checked settings of `gong sweep`.
pub struct SweepPlan {
    flags: SweepFlags,
    pub base: Scenario,
    pub axes: Vec<Axis>,
    /// The arms are the points of the grid, see [`points`].
    pub experiment: Experiment,
}

/// The stored results of `gong sweep`: the points that the own bots have played, in the order of
/// the grid; then all points with the reference player.
pub type SweepFound = Vec<Point>;

impl QuestionPlan for SweepPlan {
    type Flags = SweepFlags;
    type Found = SweepFound;

    fn new(flags: SweepFlags, playing: &Playing, files: &mut Reading) -> Result<SweepPlan> {
        let axes = axes(&flags.vary, &flags.changes.settings())?;
        // The bots may be varied as well. If the scenario has a list of bots, the first bot plays
        // all seats.
        let (sets, strategies) = (flags.changes.sets(), flags.changes.strategies());
        let base = files.scenario(|| first_scenario(&flags.scenario, sets, strategies))?;
        let (mut scenarios, mut arms) = (vec![], vec![]);
        for at in points(&axes) {
            let varied = axes.iter().zip(at).map(|(axis, value)| axis.setting(value));
            let varied: Vec<String> = varied.collect();
            let sets = [sets, &varied].concat();
            let watchable = Watchable::new(&flags.scenario, &sets, strategies);
            scenarios.push(files.scenario(|| watchable.scenario_by("--vary"))?);
            arms.push(Arm { name: varied.join(", "), watchable });
        }
        let of_bots = axes.iter().any(Axis::of_bots);
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: of_bots || !strategies.is_empty(),
            games: games_by_cost(GAMES, &scenarios),
            fewest: FEWEST,
            capped: true,
            excluded: of_bots
                .then_some("--vary varies the bots that play, so there is no reference player"),
        };
        let experiment = Experiment::asked(arms, scenarios, &asked)?;
        let is_default = playing.games.is_none() && playing.precision.is_none();
        let is_reduced = is_default && experiment.own().games.games < GAMES;
        Ok(SweepPlan { flags, base, experiment: Experiment { is_reduced, ..experiment }, axes })
    }

    fn about(&self) -> About<'_> {
        let report = format!("sweep-{}", stem(&self.flags.scenario));
        About {
            scenario: &self.base,
            sets: self.flags.changes.sets(),
            // A sweep stores each finished point, so it needs no checkpoints.
            checkpoints: false,
            ..self.experiment.about(report)
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        change(&mut self.base);
        self.experiment.change_bots(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<SweepFound>> {
        self.experiment.play(player, |player, cell| {
            let LotPlayer { keeper, stop, bar, points, .. } = player;
            let (stop, bar, scenario) = (&**stop, &*bar, &cell.scenarios[0]);
            let work = keeper.games_of(cell.lot);
            let point = points.or_play(scenario, cell.games, (stop, bar), work, |simulation| {
                tally(keeper, (stop, &mut bar.times(1)), cell.lot, simulation, cell.games)
            })?;
            let Some((point, seconds)) = point else {
                return Ok(None);
            };
            if player.playing.progress {
                let arm = &self.experiment.arms[cell.arm];
                let finished = self.finished(arm, &point, cell.is_reference);
                ProgressLine::Point(finished).write();
            }
            let (games, reached) = (point.games, point.reached);
            Ok(Some(Played { tally: point, games, partial: false, reached, seconds }))
        })
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<SweepFound>>) -> FlagValues {
        self.experiment.resolved(outcome)
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.experiment.watchables()
    }
}

impl SweepPlan {
    /// Describes a finished point for the page of the studio: the values, the number of points, and
    /// the win rates with their intervals. `reference` is true if the reference player played. The
    /// `fighter` is null for the party of a cooperative game.
    fn finished(&self, arm: &Arm, point: &Point, reference: bool) -> Json {
        let party = point.party().map(|(wins, games)| (None, Won::new(games, wins)));
        let fighters = point.entrants.iter().filter(|of| of.won.games() > 0);
        let all = party.into_iter().chain(fighters.map(|of| (Some(&of.fighter), of.won)));
        let win_rates = all.map(|(fighter, won)| {
            let Interval { low, high } = won.interval(LEVEL);
            json!({ "fighter": fighter, "win_rate": won.rate(), "ci_low": low, "ci_high": high })
        });
        json!({
            "at": arm.name,
            "of": self.experiment.arms.len(),
            "reference": reference,
            "fair_share": point.sides.map(|sides| 1.0 / sides as f64),
            "win_rates": win_rates.collect::<Vec<_>>(),
        })
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
