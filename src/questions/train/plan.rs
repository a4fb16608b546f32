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
    pub training: TrainingPlan,
    /// The bot's file; of a repeated training, the file of the first one.
    pub file: String,
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
        let before = flags.network(first.game())?;
        let hash = before.as_ref().map(digest);
        if files.value(|| hash.clone())? != hash {
            let from = flags.from.as_deref().unwrap_or_default();
            return Err(Usage(format!("--from {from}: the bot has changed since")).into());
        }
        Ok(TrainPlan {
            file: files.value(|| flags.file().display().to_string())?,
            again: playing.kept.is_some(),
            training: TrainingPlan {
                seed: playing.seed,
                games: playing.games.unwrap_or(DEFAULT_GAMES),
                before,
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
        let lots = vec![Lot::new(self.training.games, scenario.cost())];
        let pool = self.training.pool.iter().map(|name| &scenario.bots[name]);
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
        play::resolved(outcome.map_or(self.training.games, |outcome| outcome.games))
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        vec![]
    }
}

impl TrainPlan {
    /// Returns arguments with which the command `gong watch` shows the first scenario, played by
    /// the given bot.
    pub fn watchable(&self, bot: String) -> Watchable {
        Watchable::new(&self.flags.scenarios[0], &self.flags.sets.sets, &[bot])
    }
}

impl TrainFlags {
    /// Returns the names or files of the bots that the learning bot plays with.
    fn pool(&self, title: &dyn Title) -> Vec<String> {
        if self.against.is_empty() { learning::pool(title) } else { self.against.clone() }
    }

    /// Reads the scenarios of the training and adds the bots to play with.
    fn learnt(&self) -> Result<Vec<Scenario>> {
        let mut found: Vec<Scenario> = vec![];
        for path in &self.scenarios {
            let shown = path.display();
            let mut scenario = first_scenario(path, &self.sets.sets, &[])?;
            let game = scenario.game();
            let other = game.name();
            if let Some(one) = found.first().map(|first| first.game().name())
                && one != other
            {
                return Err(Usage(format!(
                    "{shown} belongs to {other}, and the scenarios before to {one}: a bot can play \
                     only one game"
                ))
                .into());
            }
            if found.iter().any(|other| other.title == scenario.title) {
                // Their results could not be distinguished.
                return Err(
                    Usage(format!("{shown}: its title occurs twice: {}", scenario.title)).into()
                );
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
            _ => {
                Err(Usage(format!("--from {name}: wants a bot of kind trained, not a panel"))
                    .into())
            }
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
