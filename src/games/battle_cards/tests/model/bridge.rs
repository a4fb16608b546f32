//! Holds another game against the model, move by move: the same options in the same order, the same draws of the same owners,
//! and everything that can be seen the same after each decision.

use super::draws::{Drawn, Replay};
use super::seen::Seen;
use super::{Choice, Model, Setup, Turn};

/// A game that claims to be played by the page, begun from the same set-up.
pub trait Played {
    /// False if it plays decisions with one option by itself.
    const ASKS_WHAT_IS_FORCED: bool = true;

    /// What was drawn since this was last asked, in order.
    fn drawn(&mut self) -> Vec<Drawn>;
    fn seen(&self) -> Seen;
    /// Of who is asked; none when the game is over.
    fn options(&self) -> Vec<Choice>;
    fn play(&mut self, index: usize);
}

/// Plays a game to its end, as `decide` picks among the options, and gives back the model of it.
pub fn hold<P: Played>(
    setup: &Setup,
    game: &mut P,
    mut decide: impl FnMut(&[Choice]) -> usize,
) -> Model {
    let mut draws = Replay::new(game.drawn());
    let mut model = Model::new(setup, &mut draws);
    loop {
        while !P::ASKS_WHAT_IS_FORCED && !model.over && model.options().len() == 1 {
            model.play(0, &mut draws);
        }
        draws.assert_all_used();
        let lately = &model.log[model.log.len().saturating_sub(30)..];
        assert_eq!(game.seen(), model.seen(), "after {lately:#?}");
        if model.turn() == Turn::Over {
            assert_eq!(game.options(), []);
            return model;
        }
        let options = model.options();
        assert_eq!(game.options(), options, "after {lately:#?}");
        let index = decide(&options);
        game.play(index);
        draws = Replay::new(game.drawn());
        model.play(index, &mut draws);
    }
}
