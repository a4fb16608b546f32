//! Who is there when a bot learns: the scenarios, the pool, and the bot that lends its weights.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Learns, Train};
use crate::games::Title;
use crate::scenario::{Bot, BotError, Faults, Scenario, StrategyPlan, load_bot};
use crate::session::{Usage, scenarios};
use crate::strategies::trained::Network;
use crate::strategies::{Character, Weights};

/// The bot whose weights are learnt anew.
pub struct Parent {
    /// What one types to name it.
    pub reference: String,
    pub name: String,
    pub weights: Weights,
}

impl Train {
    /// The bots of the pool, by name.
    pub(super) fn pool(&self, title: &dyn Title) -> Vec<String> {
        if !self.against.is_empty() {
            return self.against.clone();
        }
        shipped(title)
    }

    /// The scenarios, whose bots are the pool's; and the bot that the first has for everybody by itself.
    pub(super) fn scenarios(&self) -> anyhow::Result<(Vec<Scenario>, Bot)> {
        let mut found: Vec<Scenario> = vec![];
        let mut own = None;
        for (index, path) in self.scenarios.iter().enumerate() {
            if self.scenarios[..index].contains(path) {
                return Err(Usage(format!("{} is named twice", path.display())).into());
            }
            let of_file = scenarios(path, &self.sets.sets, &[])?;
            let mut scenario = of_file.into_iter().next().expect("one at least");
            if self.kind == Learns::Greedy && scenario.open().cast().cooperative {
                let what = "--kind greedy learns by beating rivals, and in this game all play together: leave --kind away, and a network learns it";
                return Err(Usage(what.into()).into());
            }
            let (game, first) = (scenario.game(), found.first().map(Scenario::game));
            if let Some(first) = first.filter(|first| first.name() != game.name()) {
                let what = format!(
                    "{} is of {}, {} of {}: a bot plays one game",
                    self.scenarios[0].display(),
                    first.name(),
                    path.display(),
                    game.name()
                );
                return Err(Usage(what).into());
            }
            let same = found.iter().position(|other| other.title == scenario.title);
            if let Some(same) = same {
                let what = format!(
                    "{} and {} have one title, and results could not be told apart: {}",
                    self.scenarios[same].display(),
                    path.display(),
                    scenario.title
                );
                return Err(Usage(what).into());
            }
            let everybody = scenario.bots.remove(&scenario.strategies.everybody);
            own = own.or(everybody);
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
        let own = own.expect("a scenario holds the bots that it names");
        Ok((found, own))
    }

    /// The bots of the pool.
    fn bots(&self, title: &dyn Title) -> anyhow::Result<BTreeMap<String, Bot>> {
        let mut bots = BTreeMap::new();
        let mut faults = Faults::default();
        for name in self.pool(title) {
            if bots.contains_key(&name) {
                return Err(Usage(format!("--against: {name} is named twice")).into());
            }
            match load_bot(title, &name) {
                Ok(bot) => {
                    bots.insert(name, bot);
                }
                Err(BotError::Unknown(what)) => {
                    return Err(Usage(format!("--against {name}: {what}")).into());
                }
                Err(BotError::File(its)) => faults.extend(its),
            }
        }
        faults.done()?;
        Ok(bots)
    }

    /// The network that it begins as, and from how many games that knows what it knows.
    pub(super) fn before(&self, title: &dyn Title) -> anyhow::Result<Option<(Arc<Network>, u64)>> {
        let Some(name) = &self.from else {
            return Ok(None);
        };
        if self.kind != Learns::Trained {
            let what = "--from is of bots of kind trained; of kind greedy the first of --against is the one to begin with";
            return Err(Usage(what.into()).into());
        }
        let bot = load_bot(title, name).map_err(|error| match error {
            BotError::Unknown(what) => Usage(format!("--from {name}: {what}")).into(),
            BotError::File(faults) => anyhow::Error::from(faults),
        })?;
        let games = bot.settings.and_then(|file| Some(file.network?.games));
        match bot.character {
            Character::Trained(network) => Ok(Some((network, games.unwrap_or(0)))),
            _ => {
                let what = format!("--from {name}: wants a bot of kind trained");
                Err(Usage(what).into())
            }
        }
    }

    /// The bot whose weights are learnt anew: the first of its kind in the pool, or else the game's own.
    pub(super) fn parent(&self, scenario: &Scenario) -> Result<Parent, Usage> {
        let of = |reference: &String, bot: &Bot| match bot.character {
            Character::Greedy(weights) => Some(Parent {
                reference: reference.clone(),
                name: bot.name.clone(),
                weights,
            }),
            _ => None,
        };
        let game = scenario.game();
        let pool = self.pool(game);
        let in_pool = pool.iter().find_map(|name| of(name, &scenario.bots[name]));
        let own = || {
            let names = shipped(game);
            names
                .iter()
                .find_map(|name| of(name, &load_bot(game, name).ok()?))
        };
        in_pool.or_else(own).ok_or_else(|| {
            Usage(format!(
                "--kind greedy begins with the weights of a bot of kind greedy, and {} has none: name one by --against",
                game.name()
            ))
        })
    }
}

/// The shipped bots of kind greedy, but for those that are weaker than the first by design: they teach nothing.
fn shipped(title: &dyn Title) -> Vec<String> {
    let greedy = |name: &&str| {
        let bot = load_bot(title, name);
        bot.is_ok_and(|bot| matches!(bot.character, Character::Greedy(_)))
    };
    let names = title.bots().iter().map(|shipped| shipped.name);
    let all: Vec<&str> = names.filter(greedy).collect();
    let levels = title.levels().iter();
    let below: Vec<&&str> = levels
        .take_while(|level| Some(*level) != all.first())
        .collect();
    let pool = all.iter().filter(|name| !below.contains(name));
    pool.map(|name| (*name).to_owned()).collect()
}
