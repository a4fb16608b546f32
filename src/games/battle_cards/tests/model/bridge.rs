//! Compares another implementation of the rules with the model, decision by decision. Both must
//! have the same options in the same order, the same random draws by the same owners, and the same
//! visible state after each decision.

use super::draws::{Drawn, Replay};
use super::seen::Seen;
use super::{Choice, Fact, Model, Setup, Turn};

/// Another implementation of the rules, which plays a game of the same set-up.
pub trait Played {
    /// False if the implementation plays decisions with a single option by itself.
    const ASKS_WHAT_IS_FORCED: bool = true;

    /// Returns the random draws since the last call, in order.
    fn drawn(&mut self) -> Vec<Drawn>;
    fn seen(&self) -> Seen;
    /// Returns the options of the deciding player; empty if the game is over.
    fn options(&self) -> Vec<Choice>;
    fn play(&mut self, index: usize);
    /// Returns the facts (events of the game) since the last call, in order.
    fn told(&mut self) -> Vec<Fact>;
}

/// Returns the facts (events of the game) on which two implementations must agree. Facts about
/// energy and cards that change hands are left out, because they are compared after each decision.
/// The dice of a throw are sorted. Facts without an effect are left out.
fn told_plainly(facts: &[Fact]) -> Vec<Fact> {
    let plain = |fact: &Fact| match fact.clone() {
        Fact::Energy { .. } | Fact::Leaves { .. } | Fact::Happens(None) => None,
        Fact::Regains { life: 0, .. } | Fact::Loses { life: 0, .. } => None,
        Fact::Takes { life: 0, .. } => None,
        Fact::Throws { mut dice, .. } => {
            dice.sort();
            (!dice.is_empty()).then_some(Fact::Throws { player: 0, dice })
        }
        // An attack with a Nemesis card is visible in the discard pile.
        Fact::Attacks { by, target, .. } => Some(Fact::Attacks { by, target, nemesis: false }),
        fact => Some(fact),
    };
    facts.iter().filter_map(plain).collect()
}

/// Plays a game to its end and asserts that both implementations agree. `decide` selects an option
/// of each decision. Returns the model after the game.
pub fn hold<P: Played>(
    setup: &Setup,
    game: &mut P,
    mut decide: impl FnMut(&[Choice]) -> usize,
) -> Model {
    let mut draws = Replay::new(game.drawn());
    let mut model = Model::new(setup, &mut draws);
    // The facts of the set-up are skipped, because the hands are compared directly.
    let mut told = model.log.len();
    game.told();
    loop {
        while !P::ASKS_WHAT_IS_FORCED && !model.over && model.options().len() == 1 {
            model.play(0, &mut draws);
        }
        draws.assert_all_used();
        let news = told_plainly(&model.log[told..]);
        assert_eq!(told_plainly(&game.told()), news, "what happened");
        told = model.log.len();
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
