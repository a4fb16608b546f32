//! A proof that bots see nothing that is hidden: whatever a game hides, and however.

use rand_pcg::Pcg64Mcg;

use crate::games::chance::{OneStream, pick};
use crate::games::{Game, Options, Searchable, Turn, Unwatched};
use crate::strategies::{Explanation, Failure, Strategy};

/// Two bots of one character, one of which is asked about the game as it is, the other, with the same luck, about a guess at it
/// ([`Searchable::determinize`]): as far as they see it is the same game.
pub(super) struct Examined<G: Game> {
    bot: Box<dyn Strategy<G>>,
    other: Box<dyn Strategy<G>>,
    guesses: Pcg64Mcg,
}

impl<G: Game> Examined<G> {
    pub fn new(bot: Box<dyn Strategy<G>>, other: Box<dyn Strategy<G>>) -> Self {
        Examined {
            bot,
            other,
            guesses: Pcg64Mcg::new(1),
        }
    }
}

impl<G: Searchable> Strategy<G> for Examined<G> {
    fn begin(&mut self) {
        self.bot.begin();
        self.other.begin();
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
        let other = (self.other).choose(game, game.view(&guess), &offered, &mut same_luck);
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
