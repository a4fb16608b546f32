//! Adaptation: before a command plays, its bots learn the rules and fighters that they have not
//! learnt, in training games of the command's own variants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Args;

use super::{About, FlagValues};
use crate::analysis::learning::{self, GENERATION, TrainingPlan, VARIED_BY};
use crate::games::{ReferencePlayer, Title};
use crate::report::AdaptedBot;
use crate::scenario::learnt::Learnt;
use crate::scenario::network_file::{self, sha256};
use crate::scenario::{Bot, BotKind, Scenario, StrategyPlan, load_bot};
use crate::session::decisions::decisions;
use crate::session::numbers::count_or_zero;
use crate::session::playing::{Playing, rounded};
use crate::session::{Interrupted, Usage, describe};
use crate::simulate::All;
use crate::strategies::BotDefinition;
use crate::strategies::trained::{Network, weights};
use crate::words::grouped;

/// Maximum default number of training games of a bot. Bots of a command with fewer games do not
/// learn by default.
pub const MOST_GAMES: u64 = 20_000;
/// Processor time of the training games of one bot by default, in microseconds: 5 seconds on two
/// cores. A grid of more than two variants takes twice as long.
const TIME: u64 = 10_000_000;
/// Duration of a training game relative to a game of trained bots. Training games have rosters of
/// their own, and the networks learn from all decisions.
const TRAINING_GAME: u64 = 7;

/// Seed of the training games. It is not the seed of the command, so that a command plays with the
/// same bots whatever its seed: another seed tells what dice do, not what another training does.
const SEED: u64 = 1;

/// The flag of a command that trains its bots before its games.
#[derive(Debug, Clone, Default, Args)]
pub struct AdaptationArgs {
    /// Training games in which each trained bot first learns the variants of this command; 0 for
    /// none [default: up to 20000 if the bot has not learnt a rule, size or value, unless
    /// --strategy names a bot or there are few games]
    #[arg(long, value_name = "N", value_parser = count_or_zero)]
    pub adapt: Option<u64>,
}

/// Returns the number of training games with which a command's bots adapt to these variants of a
/// scenario; 0 if they do not adapt. A single trained bot must play every seat. By default, the bot
/// adapts if it has not learnt the variants. `named` is true if the user named the bot; a named bot
/// adapts only if the flag asks for training games.
///
/// # Errors
/// Fails if the flag asks for training games, but no trained bot plays every seat.
pub fn games(
    variants: &[&Scenario],
    flags: &AdaptationArgs,
    playing: &Playing,
    named: bool,
) -> Result<u64, Usage> {
    let all = || variants.iter().copied();
    if playing.stand_in.is_some() || flags.adapt == Some(0) {
        return Ok(0);
    }
    let Some(reference) = teacher(variants) else {
        return match flags.adapt {
            None => Ok(0),
            Some(games) => Err(Usage(format!(
                "--adapt {games}: only a bot of kind trained that plays every seat can learn, and \
                 only in a game with a reference player"
            ))),
        };
    };
    let learnt = describe::strange(all()).is_empty();
    let few = playing.games.is_some_and(|games| games < MOST_GAMES);
    Ok(match flags.adapt {
        Some(games) => games,
        None if learnt || named || few || playing.interrupted => 0,
        None => default_games(variants, &reference),
    })
}

/// Returns the reference player of the game if the bots of these variants of a scenario can adapt:
/// a single trained bot plays every seat. `None` if the bots cannot adapt.
pub fn teacher(variants: &[&Scenario]) -> Option<ReferencePlayer> {
    let trained = |of: &&Scenario| {
        let bot = of.bots.get(&of.strategies.everybody);
        let is_trained = |bot: &Bot| matches!(bot.definition, BotDefinition::Trained(_));
        of.bots.len() == 1 && bot.is_some_and(is_trained)
    };
    let reference = variants[0].game().reference();
    reference.filter(|_| variants.iter().all(trained))
}

/// Returns the default number of training games, which is smaller if games take long.
fn default_games(variants: &[&Scenario], reference: &ReferencePlayer) -> u64 {
    let sampled = [variants[0], variants[variants.len() - 1]];
    let of_game = sampled.map(decisions).into_iter().max().unwrap_or(1);
    let time = of_game * reference.trained_time * TRAINING_GAME / 1000;
    let grids = if variants.len() > 2 { 2 } else { 1 };
    grids * rounded(TIME / time.max(1)).clamp(GENERATION, MOST_GAMES)
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
    pub playing: &'a Playing,
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
                seed: SEED.wrapping_add(index as u64),
                games: about.adapts,
                // Learning begins with steps as long as those of a new training, because there is
                // much to learn in few games.
                before: Some((Arc::clone(&network), 0)),
                generation: GENERATION,
                pool: pool.clone(),
                time: None,
                threads: training.playing.threads(),
            };
            let all = &mut All(about.adapts);
            let result = learning::train(&scenarios, &plan, all, training.stop, |progress| {
                told(progress.games - played);
                played = progress.games;
            })?;
            match result.bot {
                BotDefinition::Trained(new) if !result.partial => trained.push((network, new)),
                _ => return Err(Interrupted::before_result(false).into()),
            }
        }
        Ok(Adaptation {
            networks: trained,
            learnt: Learnt::of(&scenarios, VARIED_BY),
            games: about.adapts,
            command: training.command.to_owned(),
        })
    }

    /// Replaces the networks of a scenario's bots.
    pub fn apply(&self, scenario: &mut Scenario) {
        let game = scenario.game();
        for bot in scenario.bots.values_mut() {
            let old = bot.definition.networks();
            bot.definition = bot
                .definition
                .with_networks(&|network| self.adapted(network));
            if bot.definition.networks() == old {
                continue;
            }
            bot.led_by = bot.definition.led_by();
            let ranges = bot.learnt.iter_mut().chain(&mut bot.learnt_by_guides);
            ranges.for_each(|of| of.extend(&self.learnt));
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

/// Returns whether the guides of the reference player take part in the adaptation. The guides take
/// part if the training of at least one guide did not cover the variants of the command. If the
/// trainings of all bots covered the variants, the user asks for more training, and the guides take
/// part, too.
fn guides_learn(about: &About<'_>) -> bool {
    let played = || about.played.iter().copied();
    let bots = about.reference.iter().flat_map(|of| of.bots.values());
    let mut ranges = bots.flat_map(|bot| &bot.learnt_by_guides);
    ranges.any(|learnt| !learnt.strange(played()).is_empty())
        || describe::strange(played()).is_empty()
}

/// Returns the sentence about the adaptation of a command's bots.
pub fn meaning(about: &About<'_>) -> String {
    let strange = describe::strange(about.played.iter().copied());
    let had = strange
        .iter()
        .map(|(bot, what)| format!("{bot} had not learnt {what}."));
    let had = had.collect::<Vec<_>>().join(" ");
    let own = match had.is_empty() {
        true => about.played[0].strategies.everybody.clone(),
        false => format!("{had} It"),
    };
    let of_reference = about.reference.first().filter(|_| guides_learn(about));
    let (who, each) = match of_reference {
        Some(of) => {
            let who = format!("{own} and the guides of {}", of.strategies.everybody);
            (who, " each")
        }
        None => (own, ""),
    };
    let what = match about.played.len() {
        1 => "this scenario",
        _ => "these variants",
    };
    format!(
        "{who} first learnt {what}, in {} training games{each}. Adapted bots are less \
         reliable than trained ones; with --adapt N they learn longer.",
        grouped(about.adapts)
    )
}

/// Returns the trained bot of a scenario as files for the report's folder.
///
/// # Errors
/// Fails if the bot cannot be written as a file.
pub fn kept(scenario: &Scenario, meaning: &str) -> Result<AdaptedBot> {
    let bot = &scenario.bots[&scenario.strategies.everybody];
    let settings = bot
        .settings
        .as_ref()
        .filter(|of| of.kind == BotKind::Trained);
    let network = settings.and_then(|settings| settings.network.as_ref());
    let network = network.context("a trained bot has a network")?;
    let layout = scenario.game().layout();
    let weights = bot
        .definition
        .networks()
        .pop()
        .map(|of| weights::write(&of, &layout));
    Ok(AdaptedBot {
        name: bot.name.clone(),
        text: network_file::text(&bot.description, network)?,
        weights: weights.unwrap_or_default(),
        meaning: meaning.to_owned(),
    })
}

/// Returns the scenarios of the training games, each once: first the scenarios that a bot has not
/// learnt. The bots of the pool play in all these scenarios.
fn lessons(played: &[&Scenario], pool: &[String]) -> Result<Vec<Scenario>> {
    let game = played[0].game();
    let load = |name: &String| {
        let bot = load_bot(game, name)
            .ok()
            .context("a shipped bot is sound")?;
        Ok((name.clone(), bot))
    };
    let bots: BTreeMap<String, Bot> = pool.iter().map(load).collect::<Result<_>>()?;
    let plan = StrategyPlan {
        everybody: pool.first().cloned().unwrap_or_default(),
        ..StrategyPlan::default()
    };
    let (strange, known): (Vec<&Scenario>, Vec<&Scenario>) = played
        .iter()
        .partition(|of| !describe::strange([**of]).is_empty());
    let mut scenarios: Vec<Scenario> = vec![];
    for of in strange.into_iter().chain(known) {
        let scenario = Scenario {
            strategies: plan.clone(),
            bots: bots.clone(),
            ..of.clone()
        };
        if !scenarios.contains(&scenario) {
            scenarios.push(scenario);
        }
    }
    Ok(scenarios)
}

/// Returns the networks that adapt, each once: the networks of the command's own bot, and the
/// networks of the reference player if the guides of the reference player learn too.
pub fn networks(about: &About<'_>) -> Vec<Arc<Network>> {
    let reference = about.reference.iter().filter(|_| guides_learn(about));
    let scenarios = about.played.iter().chain(reference);
    let bots = scenarios.flat_map(|scenario| scenario.bots.values());
    let mut networks: Vec<Arc<Network>> = vec![];
    for network in bots.flat_map(|bot| bot.definition.networks()) {
        if !networks.contains(&network) {
            networks.push(network);
        }
    }
    networks
}

/// Returns the flag value with which a command adapts again with this number of training games.
pub fn resolved(games: u64) -> FlagValues {
    match games {
        0 => vec![],
        games => vec![("adapt", games.to_string())],
    }
}
