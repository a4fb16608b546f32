//! The plan of a training: the scenarios, the opponents, and the bot that training starts from.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;

use super::flags::TrainFlags;
use super::play::{self, TrainFound};
use crate::analysis::learning::{self, GENERATION, TrainingPlan};
use crate::games::Title;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::report::{BotRole, StrategyNote};
use crate::scenario::{Bot, Scenario, StrategyPlan};
use crate::session::bots::load_named;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, stem};
use crate::session::reading::Reading;
use crate::session::{Usage, first_scenario};
use crate::simulate::{FailedGame, Lot};
use crate::strategies::BotDefinition;
use crate::strategies::mcts::Guide;
use crate::strategies::trained::Network;

const DEFAULT_GAMES: u64 = 300_000;

/// Checked settings of the command `gong train`, which trains a bot.
pub struct TrainPlan {
    pub flags: TrainFlags,
    /// The scenarios that the bot learns. The scenarios contain the bots with which the learning
    /// bot plays.
    pub scenarios: Vec<Scenario>,
    /// The settings of the training, without the network to start from, which
    /// [`TrainPlan::training`] reads.
    pub settings: TrainingPlan,
    /// Hash of the network to start from, and its number of training games; `None` to start anew.
    pub before: Option<(String, u64)>,
    /// True if no bot is written, because an earlier training is repeated.
    pub again: bool,
}

impl QuestionPlan for TrainPlan {
    type Flags = TrainFlags;
    type Found = TrainFound;

    fn new(flags: TrainFlags, playing: &Playing, files: &mut Reading) -> Result<TrainPlan> {
        let scenarios = files.scenarios(|| flags.learnt())?;
        let first = &scenarios[0];
        let pool = flags.pool(first.game());
        let again = playing.kept.is_some();
        let before = match again {
            true => None,
            false => flags.network(first.game())?,
        };
        Ok(TrainPlan {
            before: files.value(|| before.as_ref().map(digest))?,
            again,
            settings: TrainingPlan {
                seed: playing.seed,
                games: playing.games.unwrap_or(DEFAULT_GAMES),
                before: None,
                generation: GENERATION,
                pool,
                time: flags.minutes,
                threads: playing.threads(),
            },
            flags,
            scenarios,
        })
    }

    fn about(&self) -> About<'_> {
        let scenario = &self.scenarios[0];
        let report = format!("{}-train", stem(&self.flags.scenarios[0]));
        let lots = vec![Lot::new(self.settings.games, scenario.cost())];
        let pool = self.settings.pool.iter().map(|name| &scenario.bots[name]);
        About {
            sets: &self.flags.sets.sets,
            role: BotRole::Judged,
            strategies: Some(pool.map(StrategyNote::of).collect()),
            ..About::new(report, vec![scenario], lots)
        }
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<TrainFound>> {
        play::play(self, player)
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<TrainFound>>) -> FlagValues {
        play::resolved(outcome.map_or(self.settings.games, |outcome| outcome.games))
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        vec![]
    }
}

impl TrainPlan {
    /// Returns the settings of the training, with the network to start from.
    ///
    /// # Errors
    /// Fails if the file of the network cannot be read, or has changed.
    pub fn training(&self) -> Result<TrainingPlan> {
        let mut training = self.settings.clone();
        if self.before.is_some() {
            training.before = self.flags.network(self.scenarios[0].game())?;
            if training.before.as_ref().map(digest) != self.before {
                let from = self.flags.from.as_deref().unwrap_or_default();
                return Err(Usage(format!("--from {from}: the bot has changed since")).into());
            }
        }
        Ok(training)
    }

    /// Returns arguments with which the command `gong watch` shows the first scenario, played by
    /// the given bot.
    pub fn watchable(&self, bot: String) -> Watchable {
        Watchable::new(&self.flags.scenarios[0], &self.flags.sets.sets, &[bot])
    }
}

impl TrainFlags {
    /// Returns the names or files of the bots that the learning bot plays with.
    fn pool(&self, title: &dyn Title) -> Vec<String> {
        match self.against.is_empty() {
            true => learning::pool(title),
            false => self.against.clone(),
        }
    }

    /// Reads the scenarios of the training and adds the bots to play with.
    fn learnt(&self) -> Result<Vec<Scenario>> {
        let mut found: Vec<Scenario> = vec![];
        for (index, path) in self.scenarios.iter().enumerate() {
            let shown = path.display();
            if self.scenarios[..index].contains(path) {
                return Err(Usage(format!("{shown} is named twice")).into());
            }
            let mut scenario = first_scenario(path, &self.sets.sets, &[])?;
            let game = scenario.game();
            if let Some(first) = found.iter().map(Scenario::game).next()
                && first.name() != game.name()
            {
                let (one, other) = (first.name(), game.name());
                let what = format!("{shown} belongs to {other}, and the scenarios before to {one}");
                return Err(Usage(format!("{what}: a bot can play only one game")).into());
            }
            if found.iter().any(|other| other.title == scenario.title) {
                // Their results could not be distinguished.
                let what = format!("{shown} has the title of another scenario: {}", scenario.title);
                return Err(Usage(what).into());
            }
            scenario.bots = match found.first() {
                Some(first) => first.bots.clone(),
                None => self.bots(game)?,
            };
            scenario.strategies = StrategyPlan {
                everybody: scenario.bots.keys().next().cloned().unwrap_or_default(),
                ..StrategyPlan::default()
            };
            found.push(scenario);
        }
        Ok(found)
    }

    /// Loads the bots to play with, by name or file.
    fn bots(&self, title: &dyn Title) -> Result<BTreeMap<String, Bot>> {
        let pool = self.pool(title);
        if let Some(i) = (0..pool.len()).find(|&i| pool[..i].contains(&pool[i])) {
            return Err(Usage(format!("--against: {} is named twice", pool[i])).into());
        }
        let load = |name: String| Ok((name.clone(), load_named(title, "--against", &name)?));
        pool.into_iter().map(load).collect()
    }

    /// Loads the network to start from, with its number of training games; `None` if the training
    /// starts anew.
    fn network(&self, title: &dyn Title) -> Result<Option<(Arc<Network>, u64)>> {
        let Some(name) = &self.from else {
            return Ok(None);
        };
        let bot = load_named(title, "--from", name)?;
        let games = bot.settings.and_then(|file| Some(file.network?.games));
        match bot.definition {
            BotDefinition::Trained(network) => Ok(Some((network, games.unwrap_or(0)))),
            BotDefinition::Panel(_) => {
                let what = "is a panel; name one of its members";
                Err(Usage(format!("--from {name}: {what}")).into())
            }
            _ => Err(Usage(format!("--from {name}: wants a bot of kind trained")).into()),
        }
    }
}

/// Returns the hash of a network, with its number of training games.
fn digest((network, games): &(Arc<Network>, u64)) -> (String, u64) {
    let network = Guide::Trained(vec![Arc::clone(network)]);
    (network.digest(), *games)
}

#[cfg(test)]
mod tests {
    use super::super::Train;
    use super::*;
    use crate::questions::Question;

    #[test]
    fn help_states_the_default_number_of_games() {
        assert_eq!(Train::TAKES.numbers(), [DEFAULT_GAMES]);
    }
}
