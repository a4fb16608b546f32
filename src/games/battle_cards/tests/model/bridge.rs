//! Compares another implementation with the model, move by move: the same options in the same
//! order, the same random draws by the same owners, and the same visible state after each decision.

use super::draws::{Drawn, Replay};
use super::seen::Seen;
use super::{Choice, Fact, Model, Setup, Turn};

/// Another implementation of the rules, started from the same set-up.
pub trait Played {
    /// False if the implementation plays decisions with one option by itself.
    const ASKS_WHAT_IS_FORCED: bool = true;

    /// The random draws since the last call, in order.
    fn drawn(&mut self) -> Vec<Drawn>;
    fn seen(&self) -> Seen;
    /// The options of the deciding player; empty when the game is over.
    fn options(&self) -> Vec<Choice>;
    fn play(&mut self, index: usize);
    /// The facts since the last call, in order.
    fn told(&mut self) -> Vec<Fact>;
}

/// The facts on which two implementations must agree. Energy and cards that change hands are
/// compared after each move instead, the dice of a throw are unordered, and facts without an effect
/// are dropped.
fn told_plainly(facts: &[Fact]) -> Vec<Fact> {
    let plain = |fact: &Fact| match fact.clone() {
        Fact::Energy { .. } | Fact::Leaves { .. } | Fact::Happens(None) => None,
        Fact::Regains { life: 0, .. } | Fact::Loses { life: 0, .. } => None,
        Fact::Takes { life: 0, .. } => None,
        Fact::Throws { mut dice, .. } => {
            dice.sort();
            (!dice.is_empty()).then_some(Fact::Throws { player: 0, dice })
        }
        // A Nemesis card shows in the discards.
        Fact::Attacks { by, target, .. } => Some(Fact::Attacks {
            by,
            target,
            nemesis: false,
        }),
        fact => Some(fact),
    };
    facts.iter().filter_map(plain).collect()
}

/// Plays a game to its end; `decide` picks among the options. Returns the model of the game.
pub fn hold<P: Played>(
    setup: &Setup,
    game: &mut P,
    mut decide: impl FnMut(&[Choice]) -> usize,
) -> Model {
    let mut draws = Replay::new(game.drawn());
    let mut model = Model::new(setup, &mut draws);
    // The hands of the set-up are compared directly.
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
