//! Adaptation with the flag `--adapt`: before a command plays, its bots are trained in games of the
//! command's own variants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Args;

use super::About;
use crate::analysis::learning::{self, GENERATION, TrainingPlan};
use crate::games::Title;
use crate::report::AdaptedBot;
use crate::report::words::list;
use crate::scenario::learnt::Learnt;
use crate::scenario::network_file::{self, sha256};
use crate::scenario::{Bot, BotKind, Scenario, StrategyPlan, load_bot};
use crate::session::numbers::count_or_zero;
use crate::session::{Interrupted, Usage};
use crate::simulate::All;
use crate::strategies::BotDefinition;
use crate::strategies::trained::{Network, weights};
use crate::words::grouped;

/// The flags of a command that trains its bots before its games.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct AdaptationArgs {
    /// Training games in which each trained bot first learns the variants of this command
    #[arg(
        id = "adapt",
        long = "adapt",
        value_name = "N",
        default_value_t = 0,
        value_parser = count_or_zero
    )]
    pub games: u64,
    /// The seed of the training games of --adapt
    #[arg(id = "adapt-seed", long = "adapt-seed", value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

impl AdaptationArgs {
    /// Returns the flags, after checking that the bots of these variants of a scenario can learn.
    ///
    /// # Errors
    /// Fails if the flags ask for training games, but no single trained bot plays every seat.
    pub fn checked(self, variants: &[&Scenario]) -> Result<AdaptationArgs, Usage> {
        let is_trained = |bot: &Bot| matches!(bot.definition, BotDefinition::Trained(_));
        let can_learn = |of: &&Scenario| of.bots.len() == 1 && of.bots.values().all(is_trained);
        match self.games == 0 || variants.iter().all(can_learn) {
            true => Ok(self),
            false => Err(Usage(format!(
                "--adapt {}: only a bot of kind trained that plays every seat can learn, as with \
                 --strategy trained-1",
                self.games
            ))),
        }
    }
}

/// The networks of a command's bots before and after the adaptation.
pub struct Adaptation {
    networks: Vec<(Arc<Network>, Arc<Network>)>,
    /// Training range of the adaptation.
    learnt: Learnt,
    /// Number of training games of each network.
    games: u64,
    /// The command that adapts the bots in this way.
    command: String,
}

/// The settings of an adaptation, which apply to all its scenarios.
pub struct Training<'a> {
    pub threads: usize,
    /// The command line that trains the bots in the same way.
    pub command: &'a str,
    pub stop: &'a AtomicBool,
}

impl Adaptation {
    /// Trains the networks of a command's bots; [`networks`] lists them. `told` receives the number
    /// of training games just played.
    ///
    /// # Errors
    /// Fails with [`Interrupted`] if the user interrupts.
    pub fn learn(
        about: &About<'_>,
        networks: Vec<Arc<Network>>,
        training: &Training<'_>,
        told: &mut dyn FnMut(u64),
    ) -> Result<Adaptation> {
        let pool = learning::pool(about.scenario.game());
        let scenarios = lessons(&about.played, &pool)?;
        let mut trained = vec![];
        for (index, network) in networks.into_iter().enumerate() {
            let mut played = 0;
            let plan = TrainingPlan {
                // Networks with different seeds meet different games, so that their errors differ.
                seed: about.adaptation.seed.wrapping_add(index as u64),
                games: about.adaptation.games,
                // Learning begins with steps as long as those of a new training, because there is
                // much to learn in few games.
                before: Some((Arc::clone(&network), 0)),
                generation: GENERATION,
                pool: pool.clone(),
                time: None,
                threads: training.threads,
            };
            let all = &mut All(about.adaptation.games);
            let result = learning::train(&scenarios, &plan, all, training.stop, |progress| {
                told(progress.games - played);
                played = progress.games;
            })?;
            if result.partial {
                return Err(Interrupted::before_result(false).into());
            }
            trained.push((network, result.network));
        }
        Ok(Adaptation {
            networks: trained,
            learnt: learning::range(&scenarios),
            games: about.adaptation.games,
            command: training.command.to_owned(),
        })
    }

    /// Replaces the networks of a scenario's bots.
    pub fn apply(&self, scenario: &mut Scenario) {
        let game = scenario.game();
        for bot in scenario.bots.values_mut() {
            let old = bot.definition.networks();
            bot.definition = bot.definition.with_networks(&|network| self.adapted(network));
            if bot.definition.networks() == old {
                continue;
            }
            bot.led_by = bot.definition.led_by();
            bot.learnt.iter_mut().for_each(|of| of.extend(&self.learnt));
            self.describe(game, bot);
        }
    }

    /// Updates the settings of a trained bot, so that they are the settings in the bot's file in
    /// the report.
    fn describe(&self, game: &dyn Title, bot: &mut Bot) {
        let BotDefinition::Trained(network) = &bot.definition else {
            return;
        };
        let Some(settings) = &mut bot.settings else {
            return;
        };
        if let Some(file) = &mut settings.network {
            file.weights = format!("{}.safetensors", bot.name);
            file.sha256 = sha256(&weights::write(network, &game.layout()));
            file.command.clone_from(&self.command);
            file.games += self.games;
            file.learnt.extend(&self.learnt);
            file.results = vec![];
        }
    }

    fn adapted(&self, network: &Arc<Network>) -> Arc<Network> {
        let mut all = self.networks.iter();
        let found = all.find(|(old, _)| Arc::ptr_eq(old, network) || old == network);
        Arc::clone(found.map_or(network, |(_, new)| new))
    }
}

/// Returns the sentence about the adaptation of a command's bots.
pub fn meaning(about: &About<'_>) -> String {
    let has_networks =
        |of: &&&Scenario| of.bots.values().any(|bot| !bot.definition.networks().is_empty());
    let reference = about.reference.first().filter(has_networks);
    let scenarios = about.played.first().into_iter().chain(reference);
    let bots: Vec<&String> = scenarios.map(|of| &of.strategies.everybody).collect();
    let each = if bots.len() > 1 { " each" } else { "" };
    let what = match about.played.len() {
        1 => "this scenario",
        _ => "these variants",
    };
    format!(
        "{} first learnt {what} in {} training games{each}.",
        list(bots),
        grouped(about.adaptation.games)
    )
}

/// Returns the trained bot of a scenario as files for the report's folder.
///
/// # Errors
/// Fails if the bot cannot be written as a file.
pub fn kept(scenario: &Scenario, meaning: &str) -> Result<AdaptedBot> {
    let bot = &scenario.bots[&scenario.strategies.everybody];
    let settings = bot.settings.as_ref().filter(|of| of.kind == BotKind::Trained);
    let network = settings.and_then(|settings| settings.network.as_ref());
    let network = network.context("a trained bot has a network")?;
    let layout = scenario.game().layout();
    let weights = bot.definition.networks().pop().map(|of| weights::write(&of, &layout));
    Ok(AdaptedBot {
        name: bot.name.clone(),
        text: network_file::text(&bot.description, network)?,
        weights: weights.unwrap_or_default(),
        meaning: meaning.to_owned(),
    })
}

/// Returns the scenarios of the training games, each once, with the bots of the pool.
fn lessons(played: &[&Scenario], pool: &[String]) -> Result<Vec<Scenario>> {
    let game = played[0].game();
    let load = |name: &String| {
        let bot = load_bot(game, name).ok().context("a shipped bot is sound")?;
        Ok((name.clone(), bot))
    };
    let bots: BTreeMap<String, Bot> = pool.iter().map(load).collect::<Result<_>>()?;
    let plan = StrategyPlan {
        everybody: pool.first().cloned().unwrap_or_default(),
        ..StrategyPlan::default()
    };
    let mut scenarios: Vec<Scenario> = vec![];
    for of in played {
        let scenario = Scenario { strategies: plan.clone(), bots: bots.clone(), ..(*of).clone() };
        if !scenarios.contains(&scenario) {
            scenarios.push(scenario);
        }
    }
    Ok(scenarios)
}

/// Returns the networks that adapt, each once: the networks of the command's own bot and of the
/// reference player.
pub fn networks(about: &About<'_>) -> Vec<Arc<Network>> {
    let scenarios = about.played.iter().chain(&about.reference);
    let bots = scenarios.flat_map(|scenario| scenario.bots.values());
    let mut networks: Vec<Arc<Network>> = vec![];
    for network in bots.flat_map(|bot| bot.definition.networks()) {
        if !networks.contains(&network) {
            networks.push(network);
        }
    }
    networks
}
