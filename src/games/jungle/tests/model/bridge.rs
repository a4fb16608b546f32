//! Compares another implementation of the rules with the model, decision by decision. The model
//! plays the mission with the draws and choices of the other implementation, which is one step
//! ahead. Both must agree on the options and their order, on the draws and their owners, and on the
//! visible state at each decision.

use std::collections::VecDeque;

use super::seen::Seen;
use super::words::Seat;
use super::world::{By, World};
use super::{Choice, Model, Question, Setup};

/// A recorded random draw: its owner, the number of possible results, and the index drawn. A draw
/// with one possible result is not recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    pub by: By,
    pub members: usize,
    pub index: usize,
}

/// Another implementation of the rules, which plays a mission of the same set-up.
pub trait Played {
    /// Returns the random draws since the last call, in order.
    fn drawn(&mut self) -> Vec<Drawn>;
    fn seen(&self) -> Seen;
    /// Returns the options of the deciding hero; empty if the mission is over.
    fn options(&self) -> Vec<Choice>;
    fn play(&mut self, index: usize);
}

struct Held<'a, P, D> {
    game: &'a mut P,
    drawn: VecDeque<Drawn>,
    decide: D,
}

fn lately(model: &Model) -> &[String] {
    &model.log[model.log.len().saturating_sub(30)..]
}

impl<P: Played, D: FnMut(&[Choice]) -> usize> Held<'_, P, D> {
    fn agrees(&self, model: &Model, asked: Option<(Seat, Question)>, options: &[Choice]) {
        let lately = lately(model);
        assert!(
            self.drawn.is_empty(),
            "never asked for: {:?}, at {asked:?} after {lately:#?}",
            self.drawn
        );
        let (its, ours) = (self.game.seen(), model.seen(asked));
        for (its, ours) in its.parts().into_iter().zip(ours.parts()) {
            assert_eq!(its, ours, "at {asked:?} after {lately:#?}");
        }
        assert_eq!(self.game.options(), options, "at {asked:?} after {lately:#?}");
    }
}

impl<P: Played, D: FnMut(&[Choice]) -> usize> World for Held<'_, P, D> {
    fn decide(
        &mut self,
        model: &Model,
        seat: Seat,
        question: Question,
        options: &[Choice],
    ) -> usize {
        self.agrees(model, Some((seat, question)), options);
        let index = (self.decide)(options);
        self.game.play(index);
        self.drawn = self.game.drawn().into();
        index
    }

    fn draw(&mut self, model: &Model, by: By, members: usize) -> usize {
        if members == 1 {
            return 0;
        }
        let next = self.drawn.pop_front();
        let lately = lately(model);
        let drawn =
            next.unwrap_or_else(|| panic!("{by:?} draws, 1 of {members}: after {lately:#?}"));
        let told = (drawn.by, drawn.members);
        assert_eq!(told, (by, members), "who draws of how many, after {lately:#?}");
        drawn.index
    }
}

/// Plays a mission to its end and asserts that both implementations agree. `decide` selects an
/// option of each decision. Returns the model after the mission.
pub fn hold<P: Played>(
    setup: &Setup,
    game: &mut P,
    decide: impl FnMut(&[Choice]) -> usize,
) -> Model {
    let drawn = game.drawn().into();
    let mut held = Held { game, drawn, decide };
    let model = Model::plays(setup, &mut held);
    held.agrees(&model, None, &[]);
    model
}
