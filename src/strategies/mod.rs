//! Bots: the [`Strategy`] trait, and one module for each kind of bot.

mod explanation;
mod failure;
mod greedy;
pub mod mcts;
mod panel;
mod random;
pub mod script;
pub mod stop;
pub mod trained;

use rand_pcg::Pcg64Mcg;

pub use explanation::Explanation;
pub use failure::Failure;
pub use greedy::{Greedy, Weights};
pub use mcts::Mcts;
pub use panel::Panel;
pub use random::Random;
pub use script::Script;
pub use trained::Trained;

use std::sync::Arc;

use crate::game::{Game, Learnable, Options, Scripted, Searchable};

/// A bot: chooses one of a decision's options, from the information that its player may see.
pub trait Strategy<G: Game>: Send {
    /// Called when a new game begins. The bot must then forget the last game. `member` is a random
    /// number of the game: it determines the member that plays for a panel, in all seats.
    fn begin(&mut self, member: u32) {
        let _ = member;
    }

    /// Returns the index of the option that the bot chooses. There are at least two options. `luck`
    /// is the bot's own stream of random numbers.
    ///
    /// # Errors
    /// Fails if the bot fails, so that the game cannot continue. Only scripts can fail.
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure>;

    /// Explains the bot's last decision, in which the bot had these options.
    fn explain(&self, options: &Options<G::Choice>) -> Explanation;

    /// Estimates the probability, 0 to 1, that the player's side wins with the option chosen last.
    /// `chosen` is the index of that option in `options`. `None` if the bot gives no estimates, see
    /// [`BotDefinition::estimates`].
    fn estimate(&self, options: &Options<G::Choice>, chosen: usize) -> Option<f32> {
        let _ = (options, chosen);
        None
    }

    /// Returns the bot itself if it is a bot that learns; `None` for all other bots.
    fn pupil(&mut self) -> Option<&mut Trained> {
        None
    }
}

/// A decision as its player sees it: the game, the player's view and the options.
pub type Asked<'a, 'v, G> = (&'a G, <G as Game>::View<'v>, &'a Options<<G as Game>::Choice>);

/// A kind of bot with its settings, as described by a strategy file.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum BotDefinition {
    #[default]
    Random,
    Greedy(Weights),
    Mcts(mcts::Search),
    Trained(Arc<trained::Network>),
    /// Several trained bots, of which one plays in each game; see [`Panel`].
    Panel(Vec<Arc<trained::Network>>),
    /// A bot that is a Luau script, which was checked by [`script::check`].
    Script(script::Source),
}

impl BotDefinition {
    /// Approximate duration of one decision of a trained bot, relative to a greedy bot.
    pub const TRAINED_COST: u64 = 10;

    /// Returns the approximate duration of one decision of the bot, relative to a greedy bot. The
    /// number is the same on every machine.
    pub fn cost(&self) -> u64 {
        match self {
            BotDefinition::Random | BotDefinition::Greedy(_) => 1,
            BotDefinition::Mcts(search) => search.cost(),
            _ => Self::TRAINED_COST,
        }
    }

    /// Returns the number of trainings that play for the bot, of which one plays each game: the
    /// members of a panel, or of a search's guide; 1 for other bots.
    pub fn members(&self) -> usize {
        match self {
            BotDefinition::Panel(members) => members.len(),
            BotDefinition::Mcts(search) => search.guide.networks().len().max(1),
            _ => 1,
        }
    }

    /// Returns true if the bot estimates the probability to win, see [`Strategy::estimate`]. If a
    /// search also values final ranks or scores, its estimate includes them.
    pub fn estimates(&self) -> bool {
        matches!(self, BotDefinition::Trained(_) | BotDefinition::Panel(_) | BotDefinition::Mcts(_))
    }

    /// Returns the approximate memory of a bot while it plays, in bytes; bots with little memory
    /// count as 0.
    pub fn memory(&self) -> u64 {
        match self {
            BotDefinition::Mcts(search) => search.memory(),
            _ => 0,
        }
    }

    /// Returns the hashes of the bots that this bot uses: members of a panel, and in a search the
    /// guide and the models of other players. Empty for a bot that uses no other bot.
    pub fn led_by(&self) -> Vec<String> {
        match self {
            BotDefinition::Panel(members) => {
                let alone = |member| mcts::Guide::Trained(vec![Arc::clone(member)]).digest();
                members.iter().map(alone).collect()
            }
            BotDefinition::Mcts(search) => search.guides().map(mcts::Guide::digest).collect(),
            _ => vec![],
        }
    }

    /// Returns the networks with which the bot plays: its own, those of the members of a panel, and
    /// in a search those of the guide and of the models of other players. A network may occur
    /// several times.
    pub fn networks(&self) -> Vec<Arc<trained::Network>> {
        match self {
            BotDefinition::Trained(network) => vec![Arc::clone(network)],
            BotDefinition::Panel(members) => members.clone(),
            BotDefinition::Mcts(search) => {
                search.guides().flat_map(mcts::Guide::networks).cloned().collect()
            }
            _ => vec![],
        }
    }

    /// Returns the bot with another network in place of each of its networks; `new` returns it.
    pub fn with_networks(
        &self,
        new: &dyn Fn(&Arc<trained::Network>) -> Arc<trained::Network>,
    ) -> BotDefinition {
        match self {
            BotDefinition::Trained(network) => BotDefinition::Trained(new(network)),
            BotDefinition::Panel(members) => {
                BotDefinition::Panel(members.iter().map(new).collect())
            }
            BotDefinition::Mcts(search) => BotDefinition::Mcts(mcts::Search {
                settings: search.settings.clone(),
                guide: search.guide.with_networks(new),
                players: (search.players.iter()).map(|player| player.with_networks(new)).collect(),
            }),
            other => other.clone(),
        }
    }

    /// Creates a bot of this kind for a game.
    pub fn bot<G: Searchable + Scripted + Learnable>(&self, game: &G) -> Box<dyn Strategy<G>> {
        match self {
            BotDefinition::Random => Box::new(Random),
            BotDefinition::Greedy(weights) => Box::new(Greedy::new(*weights)),
            BotDefinition::Mcts(search) => Box::new(search.bot()),
            BotDefinition::Trained(network) => Box::new(Trained::new(Arc::clone(network))),
            BotDefinition::Panel(members) => Box::new(Panel::new(members)),
            BotDefinition::Script(source) => {
                Box::new(Script::new(source, game).expect("a checked script compiles"))
            }
        }
    }
}
