//! Who plays: the [`Strategy`] trait, and one file for each kind of bot.

mod random;

use rand_pcg::Pcg64Mcg;

pub use random::Random;

use crate::games::{Game, Options};

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

    /// A new game begins: forget the last one.
    fn new_game(&mut self) {}
}
