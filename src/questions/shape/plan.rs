//! The plan of `gong shape`: the checked scenario, and the games.

use anyhow::{Context, Result};

use super::counts::{ShapeCounts, Trainings};
use super::course::ScenarioSides;
use super::flags::ShapeFlags;
use super::play::ShapeWorker;
use crate::games::Title;
use crate::questions::adaptation::AdaptationArgs;
use crate::questions::experiment::{Arm, CellCounts, Experiment, Player};
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::{Scenario, load_bot};
use crate::session::Usage;
use crate::session::failed::Watchable;
use crate::session::playing::{DEFAULT_GAMES, Playing, games_by_cost, stem};
use crate::session::reading::Reading;
use crate::simulate::batches::{self, Batches};
use crate::simulate::{FailedGame, Lots};
use crate::stats::MAX_ROUNDS;
use crate::strategies::{BotDefinition, Weights};

/// The checked settings of `gong shape`.
pub struct ShapePlan {
    flags: ShapeFlags,
    experiment: Experiment,
    /// The greedy bot that plays games to the end after random events, to measure luck; `None` if
    /// the game ships no greedy bot.
    pub guide: Option<Weights>,
    pub sides: ScenarioSides,
    /// Empty counters for the games.
    pub none: Trainings,
}

impl QuestionPlan for ShapePlan {
    type Flags = ShapeFlags;
    /// The counts of the only player.
    type Found = Vec<CellCounts>;

    fn new(flags: ShapeFlags, playing: &Playing, files: &mut Reading) -> Result<ShapePlan> {
        let scenario = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        need_estimates(&scenario)?;
        let usual = games_by_cost(DEFAULT_GAMES, [&scenario]);
        let (sets, bots) = (flags.changes.sets(), flags.changes.strategies());
        let watchable = Watchable::new(&flags.scenario, sets, bots);
        let simulation = scenario.open();
        let sides = ScenarioSides::new(simulation.cast());
        let rounds = simulation.measures().rounds.min(MAX_ROUNDS);
        let members = scenario.bots.values().map(|bot| bot.definition.members()).max();
        let none = ShapeCounts::none(rounds.into());
        let guide = guide(scenario.game());
        let arm = Arm { name: String::new(), watchable };
        let own = Player { scenarios: vec![scenario], games: playing.plan(usual) };
        Ok(ShapePlan {
            flags,
            experiment: Experiment {
                is_reduced: playing.games.is_none() && usual < DEFAULT_GAMES,
                ..Experiment::new(vec![arm], own, None, AdaptationArgs::default())
            },
            guide,
            sides,
            none: Trainings(vec![none; members.unwrap_or(1)]),
        })
    }

    fn about(&self) -> About<'_> {
        let folder = format!("{}-shape", stem(&self.flags.scenario));
        About { sets: self.flags.changes.sets(), ..self.experiment.about(folder) }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Vec<CellCounts>>> {
        self.experiment.play(player, |player, cell| {
            let simulation = cell.scenarios[0].open();
            let (keeper, stop, bar) = player.split();
            let played = keeper.play(cell.lot, self.none.clone(), |stretch| {
                let worker = || ShapeWorker::new(self, cell.games.seed, &simulation);
                let batches = Batches::new(cell.games.threads, batches::LARGEST, worker)?;
                let take = |counts: &mut Trainings, worker: &mut ShapeWorker<'_>| {
                    counts.merge(std::mem::replace(&mut worker.counts, self.none.clone()));
                };
                cell.games.gather(batches, stop, stretch, |games| bar.add(games), take)
            })?;
            Ok(Some(CellCounts::of(played)))
        })
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<Vec<CellCounts>>>) -> FlagValues {
        self.experiment.resolved(outcome)
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.experiment.watchables()
    }
}

impl ShapePlan {
    /// Restores the counters of the games from the stored results.
    ///
    /// # Errors
    /// Fails if the games do not belong to this scenario.
    pub fn counts(&self, found: &[CellCounts]) -> Result<Trainings> {
        found.first().context("no games are stored")?.restored(self.none.clone())
    }
}

/// Returns an error if a bot of the scenario gives no estimates of winning.
pub fn need_estimates(scenario: &Scenario) -> Result<(), Usage> {
    let mut bots = scenario.playing().map(|(_, bot)| bot);
    let Some(silent) = bots.find(|bot| !bot.definition.estimates()) else {
        return Ok(());
    };
    let title = scenario.game();
    let shipped = title.bots().iter().map(|shipped| shipped.name);
    let with = |name: &&str| load_bot(title, name).is_ok_and(|bot| bot.definition.estimates());
    let with: Vec<&str> = shipped.filter(with).collect();
    let advice = match with.as_slice() {
        [] => "gong train makes a bot that gives estimates".to_owned(),
        [first, ..] => format!(
            "these bots give estimates: {}; name one, as in --strategy {first}",
            with.join(", ")
        ),
    };
    let (bot, title) = (&silent.name, title.name());
    Err(Usage(format!(
        "the bot {bot} gives no estimates of who wins, which gong shape needs; for {title}, \
         {advice}"
    )))
}

/// Returns the weights of the strongest greedy bot among the game's bot levels; `None` if no level
/// is a greedy bot.
fn guide(title: &dyn Title) -> Option<Weights> {
    let weights = |level: &&str| match load_bot(title, level).ok()?.definition {
        BotDefinition::Greedy(weights) => Some(weights),
        _ => None,
    };
    title.levels().iter().rev().find_map(weights)
}
