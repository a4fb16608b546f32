//! The plan of `gong run`: the scenarios, the number of games, the deals (line-ups and setups) to
//! play again, and the games of the reference player.

use std::path::PathBuf;
use std::slice;

use anyhow::Result;

use super::facts::Commands;
use super::flags::RunFlags;
use super::{RunFound, play};
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::players::Players;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{BotRole, Manifest, StrategyNote};
use crate::scenario::Scenario;
use crate::session::ScenarioArgs;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, default_games, stem};
use crate::session::reading::Reading;
use crate::simulate::{self, FailedGame, Lot};

/// Minimum number of games of the reference player. With fewer games, a win rate of four fighters
/// is known to ± 12 points or worse.
const FEWEST: u64 = 50;

/// The checked settings of `gong run`.
pub struct RunPlan {
    file: PathBuf,
    changes: ScenarioArgs,
    /// The scenario to play. If the command has a list of bots: one scenario for each bot, which
    /// plays all seats.
    pub scenarios: Vec<Scenario>,
    /// Number of games to play of each scenario, and the random seed of the games.
    pub games: simulate::Plan,
    /// True if the table `games` (one row per fighter and game) is written.
    pub rows: bool,
    /// The games of the reference player; `None` without a reference player.
    pub reference: Option<ReferenceGames>,
    /// The training games of the bots before the games.
    adaptation: AdaptationArgs,
    is_reduced: bool,
}

impl QuestionPlan for RunPlan {
    type Flags = RunFlags;
    type Found = RunFound;

    fn new(flags: RunFlags, playing: &Playing, files: &mut Reading) -> Result<RunPlan> {
        let scenarios = files.scenarios(|| flags.scenarios(playing))?;
        let mut games = playing.plan(default_games(&scenarios));
        let mut reference = None;
        let mut adaptation = AdaptationArgs::default();
        if let [only] = scenarios.as_slice() {
            let asked = Asked {
                flags: &flags.players,
                playing,
                named: !flags.changes.strategies().is_empty(),
                games: default_games(&scenarios),
                fewest: FEWEST,
                capped: true,
                excluded: None,
            };
            adaptation = asked.adaptation(&[only])?;
            reference = ReferenceGames::of(&[only], &asked)?;
            if let Some(reference) = &mut reference {
                games = playing.plan(reference.own);
                reference.plan.luck = reference.variants[0].open().weighing();
            }
            let simulation = only.open();
            games.records = flags.rows;
            games.luck = simulation.weighing();
        }
        Ok(RunPlan {
            file: flags.scenarios[0].clone(),
            changes: flags.changes,
            is_reduced: playing.games.is_none()
                && playing.precision.is_none()
                && scenarios[0].cost() > 1,
            scenarios,
            games,
            rows: flags.rows,
            reference,
            adaptation,
        })
    }

    fn about(&self) -> About<'_> {
        let played: Vec<&Scenario> = self.scenarios.iter().collect();
        let lot = |scenario: &&Scenario| Lot::new(self.games.games, scenario.cost());
        let mut lots: Vec<Lot> = played.iter().map(lot).collect();
        lots.extend(self.reference.as_ref().map(ReferenceGames::lot));
        let reference: Vec<&Scenario> = self.reference.iter().flat_map(|of| &of.variants).collect();
        let memory = played.iter().chain(&reference).map(|of| of.memory());
        let folder = match self.by_bots() {
            false => stem(&self.file).to_owned(),
            true => format!("{}-by-bots", stem(&self.file)),
        };
        About {
            adaptation: self.adaptation,
            memory: memory.max().unwrap_or(0),
            reference,
            sets: self.changes.sets(),
            // An interrupted command would lose the rows of `games` that it has written, so that
            // the run cannot resume.
            checkpoints: !self.rows,
            more_games_flag: self.is_reduced.then_some("--games"),
            role: match self.by_bots() {
                true => BotRole::Compared,
                false => BotRole::Players,
            },
            strategies: self.by_bots().then(|| self.bots()),
            ..About::new(folder, played, lots)
        }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        self.scenarios.iter_mut().for_each(change);
        let reference = self.reference.iter_mut();
        reference.flat_map(|of| &mut of.variants).for_each(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<RunFound>> {
        play::play(self, player)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<RunFound>>) -> FlagValues {
        let played = outcome.filter(|outcome| outcome.partial && !self.by_bots());
        let games = played.map_or(self.games.games, |outcome| outcome.games);
        let mut resolved = vec![("games", games.to_string()), ("rows", String::new())];
        resolved.extend(ReferenceGames::resolved(outcome));
        resolved
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        (0..self.scenarios.len()).map(|bot| self.watchable(bot)).collect()
    }
}

impl RunPlan {
    /// Returns whether the command has a list of bots, each of which plays all games in turn.
    pub fn by_bots(&self) -> bool {
        self.scenarios.len() > 1
    }

    /// Returns the games of each bot of the command's list.
    pub fn by_player(&self) -> Vec<(Scenario, simulate::Plan)> {
        self.scenarios.iter().map(|scenario| (scenario.clone(), self.games.clone())).collect()
    }

    /// Returns the bots of the command's list as styles of play.
    pub fn players(&self, manifest: &Manifest) -> Players<'_> {
        /// Players do not notice smaller distances from the fair share.
        const NEAR: f64 = 0.01;
        Players {
            scenarios: &self.scenarios,
            margin: NEAR,
            levels: false,
            next: manifest.watch_line(&self.commands().watch, 0),
        }
    }

    /// Returns the bots of the command's list, each of which plays all seats in turn.
    fn bots(&self) -> Vec<StrategyNote> {
        let bots = self.scenarios.iter();
        let bots = bots.map(|scenario| &scenario.bots[&scenario.strategies.everybody]);
        bots.map(StrategyNote::of).collect()
    }

    /// Returns the scenario with the bot of this index in all seats, as arguments of `gong watch`.
    fn watchable(&self, bot: usize) -> Watchable {
        let strategies = match self.by_bots() {
            true => slice::from_ref(&self.scenarios[bot].strategies.everybody),
            false => self.changes.strategies(),
        };
        Watchable::new(&self.file, self.changes.sets(), strategies)
    }

    /// Returns the arguments of the commands that the report suggests next, about the same
    /// scenario.
    pub fn commands(&self) -> Commands {
        Commands {
            watch: self.watchable(0).words(),
            skill: Watchable::new(&self.file, self.changes.sets(), &[]).words(),
        }
    }
}
