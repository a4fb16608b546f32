//! The plan of `gong skill`: the bot and the number of games of each skill level.

use anyhow::Result;

use super::flags::SkillFlags;
use super::levels::{self, LevelFlag};
use crate::games::Title;
use crate::questions::experiment::{Arm, CellCounts, Experiment, Player};
use crate::questions::players::Players;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{BotRole, Manifest, StrategyNote};
use crate::scenario::Scenario;
use crate::session::bots::load_players;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, stem};
use crate::session::reading::Reading;
use crate::session::{Usage, first_scenario};
use crate::simulate::{FailedGame, Plan};

/// The checked settings of `gong skill`.
pub struct SkillPlan {
    flags: SkillFlags,
    /// The players are the bots of the levels, the weakest first.
    pub experiment: Experiment,
}

impl QuestionPlan for SkillPlan {
    type Flags = SkillFlags;
    /// The counts of each level.
    type Found = Vec<CellCounts>;

    fn new(flags: SkillFlags, playing: &Playing, files: &mut Reading) -> Result<SkillPlan> {
        let scenarios = files.scenarios(|| flags.scenarios())?;
        let simulation = scenarios[0].open();
        let fair = simulation.cast().fair_share();
        if let Some(share) = fair.filter(|share| flags.margin >= share.min(1.0 - share)) {
            let share = share * 100.0;
            let what = format!("--margin must be below the fair share, {share:.1} %");
            return Err(Usage(what).into());
        }
        let asked = flags.levels(scenarios[0].game());
        let watchable = Watchable::new(&flags.scenario, &flags.sets.sets, &[]);
        let player = |(scenario, level): (Scenario, LevelFlag)| {
            let games = level.games.unwrap_or_else(|| levels::games(scenario.cost()));
            let games = Plan::fixed(playing.seed, games, playing.threads());
            Player { scenarios: vec![scenario], games }
        };
        let players = scenarios.into_iter().zip(asked).map(player).collect();
        let arm = Arm { name: String::new(), watchable };
        Ok(SkillPlan { experiment: Experiment::of_bots(arm, players), flags })
    }

    fn about(&self) -> About<'_> {
        let report = format!("{}-skill", stem(&self.flags.scenario));
        let bots = self.experiment.players.iter().map(Player::bot);
        About {
            sets: &self.flags.sets.sets,
            role: BotRole::Levels,
            strategies: Some(bots.map(StrategyNote::of).collect()),
            ..self.experiment.about(report)
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Vec<CellCounts>>> {
        self.experiment.play(player, |player, cell| cell.counted(player))
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<Vec<CellCounts>>>) -> FlagValues {
        let level = |(player, games): (&Player, u64)| format!("{}:{games}", player.name());
        let players = &self.experiment.players;
        let games: Vec<u64> = match outcome {
            None => players.iter().map(|player| player.games.games).collect(),
            Some(outcome) => outcome.found.iter().map(|counts| counts.games).collect(),
        };
        let levels: Vec<String> = players.iter().zip(games).map(level).collect();
        vec![("levels", levels.join(","))]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.experiment.watchables()
    }
}

impl SkillPlan {
    /// Returns the bots of the levels as players.
    pub fn players(&self, manifest: &Manifest) -> Players {
        let next = manifest.command.clone();
        Players { margin: self.flags.margin, levels: true, next }
    }
}

impl SkillFlags {
    /// Returns the skill levels that the user requested, or the game's default levels if the user
    /// requested no levels.
    fn levels(&self, title: &dyn Title) -> Vec<LevelFlag> {
        if !self.levels.is_empty() {
            return self.levels.clone();
        }
        let own = title.levels().iter().map(|&bot| LevelFlag { bot: bot.to_owned(), games: None });
        own.collect()
    }

    /// Reads the scenario; returns one for each level, with the level's bot in all seats.
    fn scenarios(&self) -> Result<Vec<Scenario>> {
        let scenario = first_scenario(&self.scenario, &self.sets.sets, &[])?;
        let asked = self.levels(scenario.game());
        let names: Vec<String> = asked.iter().map(|level| level.bot.clone()).collect();
        let bots = load_players(scenario.game(), "--levels", &names)?;
        let scenarios = names.iter().zip(&bots).map(|(name, bot)| scenario.played_by(name, bot));
        Ok(scenarios.collect())
    }
}
