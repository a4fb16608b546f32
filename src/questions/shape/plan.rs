//! The plan of `gong shape`: the checked scenario, the stronger bot, and the stored results.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::counts::{ShapeCounts, Trainings};
use super::course::ScenarioSides;
use super::flags::ShapeFlags;
use super::play::ShapeWorker;
use crate::games::Title;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::{Bot, Scenario, load_bot};
use crate::session::bots::load_named;
use crate::session::failed::Watchable;
use crate::session::playing::{DEFAULT_GAMES, Playing, games_by_cost, stem};
use crate::session::reading::Reading;
use crate::session::{Usage, describe};
use crate::simulate::batches::{self, Batches};
use crate::simulate::{self, FailedGame, Lot, Lots};
use crate::stats::MAX_ROUNDS;
use crate::stats::counts::Counts;
use crate::strategies::{BotDefinition, Weights};

/// The checked settings of `gong shape`.
pub struct ShapePlan {
    flags: ShapeFlags,
    pub scenario: Scenario,
    /// The scenario with the stronger bot added to its list of bots; no seat is assigned to the
    /// stronger bot.
    joined: Scenario,
    /// Name or file of the stronger bot, which takes one seat in some games; `None` if the game has
    /// no stronger bot.
    pub stronger: Option<String>,
    /// The scenario with the stronger bot in every seat; `None` if the game has no stronger bot.
    challenge: Option<Scenario>,
    /// The greedy bot that plays games to the end after random events, to measure luck; `None` if
    /// the game ships no greedy bot.
    pub guide: Option<Weights>,
    pub games: simulate::Plan,
    is_reduced: bool,
    pub sides: ScenarioSides,
}

/// The stored results of `gong shape`.
#[derive(Serialize, Deserialize)]
pub struct ShapeFound {
    games: u64,
    counts: Counts,
}

impl QuestionPlan for ShapePlan {
    type Flags = ShapeFlags;
    type Found = ShapeFound;

    fn new(flags: ShapeFlags, playing: &Playing, files: &mut Reading) -> Result<ShapePlan> {
        let scenario = files.scenario(|| flags.changes.scenario(&flags.scenario))?;
        let title = scenario.game();
        need_estimates(&scenario)?;
        let stronger = flags.stronger.clone();
        let stronger = files.value(|| stronger.or_else(|| next_level(title, &scenario)))?;
        let joined = files.scenario(|| joined(&scenario, stronger.as_deref()))?;
        let usual = games_by_cost(DEFAULT_GAMES, [&scenario]);
        let challenge = stronger.as_ref();
        let challenge = challenge.map(|name| joined.played_by(name, &joined.bots[name]));
        Ok(ShapePlan {
            challenge,
            guide: guide(title),
            games: simulate::Plan { precision: None, ..playing.plan(usual) },
            is_reduced: playing.games.is_none() && usual < DEFAULT_GAMES,
            sides: ScenarioSides::new(scenario.open().cast()),
            flags,
            scenario,
            joined,
            stronger,
        })
    }

    fn about(&self) -> About<'_> {
        let folder = format!("{}-shape", stem(&self.flags.scenario));
        let played = [&self.scenario].into_iter().chain(&self.challenge);
        let lots = vec![Lot::new(self.games.games, self.scenario.cost())];
        About {
            sets: self.flags.changes.sets(),
            memory: self.joined.memory(),
            more_games_flag: self.is_reduced.then_some("--games"),
            strategies: Some(describe::strategies(&[&self.scenario])),
            ..About::new(folder, played.collect(), lots)
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<ShapeFound>> {
        let simulation = self.joined.open();
        let worker = || ShapeWorker::new(self, &simulation);
        // Creates a worker once before the first game, because each thread creates a worker of its
        // own, and this creation must not fail.
        worker()?;
        let (keeper, stop, bar) = player.split();
        let mut played = keeper.play(0, self.none(), |stretch| {
            let made = || worker().expect("the first worker was made");
            let batches = Batches::new(self.games.threads, batches::LARGEST, made)?;
            let take = |counts: &mut Trainings, worker: &mut ShapeWorker<'_>| {
                counts.merge(std::mem::replace(&mut worker.counts, self.none()));
            };
            let heard = |games| bar.add(games);
            self.games.gather(batches, stop, stretch, heard, take)
        })?;
        let games = played.games;
        let found = ShapeFound { games, counts: Counts::of(&mut played.tally) };
        let (partial, seconds) = (played.partial, played.seconds);
        Ok(PlanOutcome::new(found, games, partial, seconds))
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<ShapeFound>>) -> FlagValues {
        let games = outcome.map_or(self.games.games, |outcome| outcome.games);
        vec![("games", games.to_string()), ("stronger", self.stronger.clone().unwrap_or_default())]
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        let (file, changes) = (&self.flags.scenario, &self.flags.changes);
        let stronger = self.stronger.clone();
        let bots = [changes.strategies().to_vec()].into_iter();
        bots.chain(stronger.map(|bot| vec![bot]))
            .map(|bots| Watchable::new(file, changes.sets(), &bots))
            .collect()
    }
}

impl ShapePlan {
    /// Returns the stronger bot that takes one seat in some games; `None` if the game has no
    /// stronger bot.
    pub fn stronger_bot(&self) -> Option<&Bot> {
        self.joined.bots.get(self.stronger.as_ref()?)
    }

    /// Returns whether a seat that cannot win may decide which other side wins; this needs at least
    /// three sides.
    pub fn has_kingmakers(&self) -> bool {
        !self.sides.cooperative && self.sides.count > 2
    }

    /// Creates empty counters for the games of `gong shape`.
    pub fn none(&self) -> Trainings {
        let rounds = self.scenario.open().measures().rounds;
        let none = ShapeCounts::none(rounds.min(MAX_ROUNDS).into(), self.sides.seats);
        let members = self.joined.bots.values().map(|bot| bot.definition.members());
        Trainings(vec![none; members.max().unwrap_or(1)])
    }

    /// Restores the counters of the games from the stored results.
    ///
    /// # Errors
    /// Fails if the counts do not belong to this scenario.
    pub fn counts(&self, found: &ShapeFound) -> Result<Trainings> {
        let mut counts = self.none();
        let fits = found.counts.fill(&mut counts, found.games);
        ensure!(fits, "the stored counts do not belong to this scenario");
        Ok(counts)
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

/// Returns the weakest bot level of the game that searches and is stronger than the scenario's
/// bots; `None` if there is no such level.
fn next_level(title: &dyn Title, scenario: &Scenario) -> Option<String> {
    let plays = |level: &str| scenario.bots.contains_key(level);
    let levels = title.levels();
    let own = levels.iter().rposition(|level| plays(level));
    let above = levels[own.map_or(0, |own| own + 1)..].iter();
    let searches = |level: &&&str| {
        let bot = load_bot(title, level);
        bot.is_ok_and(|bot| matches!(bot.definition, BotDefinition::Mcts(_)))
    };
    above.copied().find(|level| searches(&level)).map(str::to_owned)
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

/// Returns the scenario with the stronger bot added to its list of bots.
fn joined(scenario: &Scenario, stronger: Option<&str>) -> Result<Scenario> {
    let mut joined = scenario.clone();
    let Some(name) = stronger else {
        return Ok(joined);
    };
    if joined.bots.contains_key(name) {
        return Err(
            Usage(format!("--stronger {name}: this bot plays already; name another bot")).into()
        );
    }
    let bot = load_named(scenario.game(), "--stronger", name)?;
    joined.bots.insert(name.to_owned(), bot);
    Ok(joined)
}
