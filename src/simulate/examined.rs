//! A proof that bots see nothing that is hidden: whatever a game hides, and however.

use rand_pcg::Pcg64Mcg;

use crate::games::chance::{OneStream, pick};
use crate::games::{Game, Options, Scripted, Searchable, Turn, Unwatched};
use crate::strategies::{Explanation, Failure, Strategy};

/// A bot that is asked about the game as it is, beside a bot of the same character for each seat,
/// which is asked with the same luck about a guess at the game ([`Searchable::determinize`]): the
/// seat cannot tell the two games apart. A seat's bot is never asked about another seat.
pub(super) struct Examined<G: Game> {
    bot: Box<dyn Strategy<G>>,
    of_seats: Vec<Box<dyn Strategy<G>>>,
    guesses: Pcg64Mcg,
}

impl<G: Game> Examined<G> {
    pub fn new(bot: Box<dyn Strategy<G>>, of_seats: Vec<Box<dyn Strategy<G>>>) -> Self {
        Examined {
            bot,
            of_seats,
            guesses: Pcg64Mcg::new(1),
        }
    }
}

impl<G: Searchable + Scripted> Strategy<G> for Examined<G> {
    fn begin(&mut self) {
        self.bot.begin();
        self.of_seats.iter_mut().for_each(|bot| bot.begin());
    }

    /// # Panics
    /// If the two do not decide alike, or have not the same to decide between.
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

/// The decision that the view shows, in a game that it cannot tell from the true one.
fn guess<G: Searchable>(game: &G, view: G::View<'_>, luck: &mut Pcg64Mcg) -> G::State {
    let player = game.root(view).player;
    let mut state = game.determinize(view, luck);
    let mut options = Options::new();
    // Where others choose in secret it is an earlier state: they choose again, at random.
    while game.turn(&state) != Turn::Decision(player) {
        game.options(&state, &mut options);
        let choice = game.known(view, &state);
        let choice = choice.unwrap_or_else(|| options[pick(luck, options.len())]);
        game.play(&mut state, choice, &mut OneStream(luck), &mut Unwatched);
    }
    state
}
