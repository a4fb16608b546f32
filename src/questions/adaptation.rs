//! Adaptation with the flag `--adapt`: before a command plays, its bots are trained in games of the
//! command's own variants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Args;

use super::{About, QuestionPlan};
use crate::analysis::WorkAudience;
use crate::analysis::learning::{self, GENERATION, TrainingPlan};
use crate::report::AdaptedBot;
use crate::report::words::list;
use crate::scenario::learnt::Learnt;
use crate::scenario::network_file::{self, sha256};
use crate::scenario::{Bot, BotKind, Scenario, StrategyPlan, load_bot};
use crate::session::Interrupted;
use crate::session::numbers::count_or_zero;
use crate::session::playing::Playing;
use crate::session::progress::CommandBar;
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

/// The networks of a command's bots before and after the adaptation.
struct Adaptation {
    networks: Vec<(Arc<Network>, Arc<Network>)>,
    /// Training range of the adaptation.
    learnt: Learnt,
    /// Number of training games of each network.
    games: u64,
    /// The command that adapts the bots in this way.
    command: String,
}

/// Trains the bots of a command before its games, with a progress bar. `command` is the command
/// line that trains the bots in the same way. Returns the adapted bot; `None` if the bots do not
/// learn.
///
/// # Errors
/// Fails with [`Interrupted`] if the user interrupts.
pub fn adapt(
    plan: &mut impl QuestionPlan,
    playing: &Playing,
    command: &str,
    stop: &AtomicBool,
) -> Result<Option<AdaptedBot>> {
    let about = plan.about();
    if about.adaptation.games == 0 {
        return Ok(None);
    }
    let (meaning, networks) = (meaning(&about), networks(&about));
    let games = networks.len() as u64 * about.adaptation.games;
    let bar = CommandBar::new("learning", games, false, playing);
    bar.known(&format!("Adapted: {meaning}"));
    let adaptation = Adaptation::learn(&about, networks, (command, stop), playing, &bar)?;
    plan.change_bots(&|scenario| adaptation.apply(scenario));
    Ok(Some(kept(plan.about().played[0], meaning)?))
}

impl Adaptation {
    /// Trains the networks of a command's bots; [`networks`] lists them.
    fn learn(
        about: &About<'_>,
        networks: Vec<Arc<Network>>,
        (command, stop): (&str, &AtomicBool),
        playing: &Playing,
        bar: &CommandBar,
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
                threads: playing.threads(),
            };
            let all = &mut All(about.adaptation.games);
            let result = learning::train(&scenarios, &plan, all, stop, |progress| {
                bar.add(progress.games - played);
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
            command: command.to_owned(),
        })
    }

    /// Replaces the networks of a scenario's bots. The settings of a trained bot become those in
    /// the bot's file in the report.
    fn apply(&self, scenario: &mut Scenario) {
        let game = scenario.game();
        for bot in scenario.bots.values_mut() {
            let old = bot.definition.networks();
            bot.definition = bot.definition.with_networks(&|network| self.adapted(network));
            if bot.definition.networks() == old {
                continue;
            }
            bot.led_by = bot.definition.led_by();
            bot.learnt.iter_mut().for_each(|of| of.extend(&self.learnt));
            let file = bot.settings.as_mut().and_then(|settings| settings.network.as_mut());
            if let (BotDefinition::Trained(network), Some(file)) = (&bot.definition, file) {
                file.weights = format!("{}.safetensors", bot.name);
                file.sha256 = sha256(&weights::write(network, &game.layout()));
                file.command.clone_from(&self.command);
                file.games += self.games;
                file.learnt.extend(&self.learnt);
                file.results = vec![];
            }
        }
    }

    fn adapted(&self, network: &Arc<Network>) -> Arc<Network> {
        let mut all = self.networks.iter();
        let found = all.find(|(old, _)| Arc::ptr_eq(old, network) || old == network);
        Arc::clone(found.map_or(network, |(_, new)| new))
    }
}

/// Returns the sentence about the adaptation of a command's bots.
fn meaning(about: &About<'_>) -> String {
    let has_networks =
        |of: &&&Scenario| of.bots.values().any(|bot| !bot.definition.networks().is_empty());
    let reference = about.reference.first().filter(has_networks);
    let scenarios = about.played.first().into_iter().chain(reference);
    let bots: Vec<&String> = scenarios.map(|of| &of.strategies.everybody).collect();
    let each = if bots.len() > 1 { " each" } else { "" };
    let what = if about.played.len() == 1 { "this scenario" } else { "these variants" };
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
fn kept(scenario: &Scenario, meaning: String) -> Result<AdaptedBot> {
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
        meaning,
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
fn networks(about: &About<'_>) -> Vec<Arc<Network>> {
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
