//! Who plays: the [`Strategy`] trait, and one file for each kind of bot.

mod explanation;
mod failure;
mod greedy;
pub mod mcts;
mod random;
pub mod script;
pub mod stop;
pub mod trained;

use rand_pcg::Pcg64Mcg;

pub use explanation::{Explanation, Part, Weighed};
pub use failure::Failure;
pub use greedy::{Greedy, Weights};
pub use mcts::Mcts;
pub use random::Random;
pub use script::Script;
pub use trained::Trained;

use std::sync::Arc;

use crate::games::{Game, Learnable, Options, Scripted, Searchable};

/// A bot: given what its player may see and the options of a decision, it chooses one.
pub trait Strategy<G: Game>: Send {
    /// A new game begins: nothing is remembered of the last.
    fn begin(&mut self) {}

    /// The index of the chosen option. There are at least two options. `luck` is the bot's own stream of random numbers.
    ///
    /// # Errors
    /// If the bot fails, as a designer's script may; the game cannot be played on.
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure>;

    /// Why the last decision, between these options, came out as it did.
    fn explain(&self, options: &Options<G::Choice>) -> Explanation;

    /// Itself, if it is a bot that learns.
    fn pupil(&mut self) -> Option<&mut Trained> {
        None
    }
}

/// A kind of bot with its settings: what a strategy file says.
#[derive(Debug, Clone, PartialEq)]
pub enum Character {
    Random,
    Greedy(Weights),
    Mcts(mcts::Search),
    Trained(Arc<trained::Network>),
    /// A script that has been checked, see [`script::check`].
    Script(script::Source),
    /// The same, asked twice in two machines: for a check of it, see [`script::Twins`].
    Twins(script::Source),
}

impl Character {
    /// About how many times as long it takes over a decision as a greedy bot; the same on any machine.
    pub fn cost(&self) -> u64 {
        match self {
            Character::Random | Character::Greedy(_) => 1,
            Character::Trained(_) | Character::Script(_) | Character::Twins(_) => 10,
            Character::Mcts(search) => search.cost(),
        }
    }

    /// Bytes that it takes at work, about: of those that take much.
    pub fn memory(&self) -> u64 {
        match self {
            Character::Mcts(search) => search.memory(),
            _ => 0,
        }
    }

    /// Digests of those that it thinks others, or itself, to be while it searches; nothing of one that does not.
    pub fn led_by(&self) -> Vec<String> {
        match self {
            Character::Mcts(search) => {
                let players = search.players.iter();
                [&search.guide]
                    .into_iter()
                    .chain(players)
                    .map(mcts::Guide::digest)
                    .collect()
            }
            _ => vec![],
        }
    }

    /// The same; a script is asked in two machines that differ in nothing but memory, and fails where they decide differently.
    pub fn doubled(self) -> Self {
        match self {
            Character::Script(source) => Character::Twins(source),
            other => other,
        }
    }

    /// A bot of this character, for this game.
    pub fn bot<G: Searchable + Scripted + Learnable>(&self, game: &G) -> Box<dyn Strategy<G>> {
        match self {
            Character::Random => Box::new(Random),
            Character::Greedy(weights) => Box::new(Greedy::new(*weights)),
            Character::Mcts(search) => Box::new(search.bot()),
            Character::Trained(network) => Box::new(Trained::new(Arc::clone(network))),
            Character::Script(source) => {
                Box::new(Script::new(source, game).expect("a checked script compiles"))
            }
            Character::Twins(source) => {
                Box::new(script::Twins::new(source, game).expect("a checked script compiles"))
            }
        }
    }
}
