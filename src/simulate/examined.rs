//! Tests bots for cheating: checks that a bot's decisions do not depend on information that the
//! game hides from the bot.

use rand_pcg::Pcg64Mcg;

use crate::game::chance::{OneStream, pick};
use crate::game::{Game, Options, Scripted, Searchable, Turn, Unwatched};
use crate::strategies::{Explanation, Failure, Strategy};

/// A bot for tests that asks two copies of a bot for each decision, with the same random numbers,
/// and requires equal choices.
///
/// The first copy of the bot sees the real state. The second copy sees a random state that looks
/// the same from the bot's seat at the table ([`Searchable::determinize`]). Each seat has a second
/// copy of its own.
pub(super) struct Examined<G: Game> {
    bot: Box<dyn Strategy<G>>,
    of_seats: Vec<Box<dyn Strategy<G>>>,
    guesses: Pcg64Mcg,
}

impl<G: Game> Examined<G> {
    pub fn new(bot: Box<dyn Strategy<G>>, of_seats: Vec<Box<dyn Strategy<G>>>) -> Self {
        Examined { bot, of_seats, guesses: Pcg64Mcg::new(1) }
    }
}

impl<G: Searchable + Scripted> Strategy<G> for Examined<G> {
    fn begin(&mut self, member: u32) {
        self.bot.begin(member);
        self.of_seats.iter_mut().for_each(|bot| bot.begin(member));
    }

    /// Chooses an option with both copies of the bot, and compares their choices.
    ///
    /// # Panics
    /// Panics if the copies of the bot choose differently, are offered different options, or use
    /// different random numbers.
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        let mut same_luck = luck.clone();
        let guess = guess(game, view, &mut self.guesses);
        let mut offered = Options::new();
        game.options(&guess, &mut offered);
        assert_eq!(&offered, options, "what is hidden changes the options");
        let chosen = self.bot.choose(game, view, options, luck);
        let other = &mut self.of_seats[G::seat(view)];
        let other = other.choose(game, game.view(&guess), &offered, &mut same_luck);
        assert_eq!(chosen, other, "a bot sees what is hidden");
        assert_eq!(luck, &same_luck, "a bot sees what is hidden");
        chosen
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        self.bot.explain(options)
    }
}

/// Creates a random state of the game that is consistent with everything that the bot sees. The
/// player who has to decide is the same as in the real state.
fn guess<G: Searchable>(game: &G, view: G::View<'_>, luck: &mut Pcg64Mcg) -> G::State {
    let player = game.root(view).player;
    let mut state = game.determinize(view, luck);
    let mut options = Options::new();
    // If players choose in secret, the random state is at an earlier decision. The function then
    // plays random or known choices until `player` has to decide.
    while game.turn(&state) != Turn::Decision(player) {
        game.options(&state, &mut options);
        let choice = game.known(view, &state);
        let choice = choice.unwrap_or_else(|| options[pick(luck, options.len())]);
        game.play(&mut state, choice, &mut OneStream(luck), &mut Unwatched);
    }
    state
}
