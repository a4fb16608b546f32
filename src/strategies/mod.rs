//! Who plays: the [`Strategy`] trait, and one file for each kind of bot.

mod greedy;
pub mod mcts;
mod random;

use rand_pcg::Pcg64Mcg;

pub use greedy::{Greedy, Weights};
pub use mcts::Mcts;
pub use random::Random;

use crate::games::{Game, Options, Searchable};

/// A bot: given what its player may see and the options of a decision, it chooses one.
pub trait Strategy<G: Game>: Send {
    /// The index of the chosen option. There are at least two options. `luck` is the bot's own stream of random numbers.
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> usize;
}

/// A kind of bot with its settings: what a strategy file says.
#[derive(Debug, Clone, PartialEq)]
pub enum Character {
    Random,
    Greedy(Weights),
    Mcts(mcts::Settings),
}

impl Character {
    /// A bot of this character.
    pub fn bot<G: Searchable>(&self) -> Box<dyn Strategy<G>> {
        match self {
            Character::Random => Box::new(Random),
            Character::Greedy(weights) => Box::new(Greedy::new(*weights)),
            Character::Mcts(settings) => Box::new(Mcts::new(settings.clone())),
        }
    }
}

/// A file of the shipped `strategies/`, part of the program, so that its name works anywhere.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    pub name: &'static str,
    pub text: &'static str,
}

/// The shipped strategy files. A new one is one line here.
pub const SHIPPED: &[Shipped] = &[
    Shipped {
        name: "balanced",
        text: include_str!("../../strategies/balanced.toml"),
    },
    Shipped {
        name: "aggressive",
        text: include_str!("../../strategies/aggressive.toml"),
    },
    Shipped {
        name: "cautious",
        text: include_str!("../../strategies/cautious.toml"),
    },
    Shipped {
        name: "mcts-fast",
        text: include_str!("../../strategies/mcts-fast.toml"),
    },
    Shipped {
        name: "mcts-normal",
        text: include_str!("../../strategies/mcts-normal.toml"),
    },
    Shipped {
        name: "mcts-strong",
        text: include_str!("../../strategies/mcts-strong.toml"),
    },
];
