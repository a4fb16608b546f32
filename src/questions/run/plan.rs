//! The plan of `gong run`: one scenario, played by the command's own bots and the reference player,
//! or by each bot of a list.

use std::path::PathBuf;

use anyhow::Result;

use super::flags::RunFlags;
use super::play;
use crate::questions::experiment::{Arm, CellCounts, Experiment, Player};
use crate::questions::players::Players;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{BotRole, Manifest, StrategyNote};
use crate::scenario::Scenario;
use crate::session::ScenarioArgs;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, default_games, stem};
use crate::session::reading::Reading;
use crate::simulate::FailedGame;

/// Minimum number of games of the reference player. With fewer games, a win rate of four fighters
/// is known to ± 12 points or worse.
const FEWEST: u64 = 50;

/// The checked settings of `gong run`.
pub struct RunPlan {
    file: PathBuf,
    changes: ScenarioArgs,
    pub experiment: Experiment,
    /// True if the table `games` (one row per fighter and game) is written.
    pub rows: bool,
}

impl QuestionPlan for RunPlan {
    type Flags = RunFlags;
    /// The counts of each player.
    type Found = Vec<CellCounts>;

    fn new(flags: RunFlags, playing: &Playing, files: &mut Reading) -> Result<RunPlan> {
        let mut scenarios = files.scenarios(|| flags.scenarios(playing))?;
        let (file, sets) = (flags.scenarios[0].clone(), flags.changes.sets());
        let watchable = Watchable::new(&file, sets, flags.changes.strategies());
        let arm = Arm { name: String::new(), watchable };
        let is_reduced =
            playing.games.is_none() && playing.precision.is_none() && scenarios[0].cost() > 1;
        let usual = default_games(&scenarios);
        let experiment = match scenarios.len() {
            1 => {
                let only = scenarios.remove(0);
                let asked = Asked {
                    flags: &flags.players,
                    playing,
                    named: !flags.changes.strategies().is_empty(),
                    games: usual,
                    fewest: FEWEST,
                    capped: true,
                    excluded: None,
                };
                let adaptation = asked.adaptation(&[&only])?;
                let mut reference = ReferenceGames::of(&[&only], &asked)?;
                if let Some(of) = &mut reference {
                    of.plan.luck = of.variants[0].open().weighing();
                }
                let mut games = playing.plan(reference.as_ref().map_or(usual, |of| of.own));
                games.records = flags.rows;
                games.luck = only.open().weighing();
                let own = Player { scenarios: vec![only], games };
                Experiment::new(vec![arm], own, reference, adaptation)
            }
            _ => {
                let games = playing.plan(usual);
                let player = |of| Player { scenarios: vec![of], games: games.clone() };
                Experiment::of_bots(arm, scenarios.into_iter().map(player).collect())
            }
        };
        Ok(RunPlan {
            file,
            changes: flags.changes,
            experiment: Experiment { is_reduced, ..experiment },
            rows: flags.rows,
        })
    }

    fn about(&self) -> About<'_> {
        let by_bots = self.by_bots();
        let suffix = if by_bots { "-by-bots" } else { "" };
        let bots = self.experiment.players.iter().map(Player::bot);
        About {
            sets: self.changes.sets(),
            // An interrupted command would lose the rows of `games` that it has written, so that
            // the run cannot resume.
            checkpoints: !self.rows,
            role: if by_bots { BotRole::Compared } else { BotRole::Players },
            strategies: by_bots.then(|| bots.map(StrategyNote::of).collect()),
            ..self.experiment.about(format!("{}{suffix}", stem(&self.file)))
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        self.experiment.change_bots(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Vec<CellCounts>>> {
        play::play(self, player)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<Vec<CellCounts>>>) -> FlagValues {
        [self.experiment.resolved(outcome), vec![("rows", String::new())]].concat()
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.experiment.watchables()
    }
}

impl RunPlan {
    /// Returns whether the command has a list of bots, each of which plays all games in turn.
    pub fn by_bots(&self) -> bool {
        self.experiment.is_by_bots
    }

    /// Returns the bots of the command's list as styles of play.
    pub fn players(&self, manifest: &Manifest) -> Players {
        /// Players do not notice smaller distances from the fair share.
        const NEAR: f64 = 0.01;
        Players { margin: NEAR, levels: false, next: self.next(manifest).swap_remove(0) }
    }

    /// Returns the commands that the report suggests next, about the same scenario.
    pub fn next(&self, manifest: &Manifest) -> Vec<String> {
        let skill = Watchable::new(&self.file, self.changes.sets(), &[]).words();
        let watch = manifest.watch_line(&self.experiment.watchables()[0].words(), 0);
        vec![watch, format!("gong skill {skill}")]
    }
}
