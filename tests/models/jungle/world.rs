//! The source of the model's decisions and random draws: the engine, which plays the same mission
//! one step ahead. Both must agree on the options and their order, on the draws and their owners
//! (rule J-8), and on the visible state at each decision.

use std::collections::BTreeSet;

use super::engine::Engine;
use super::random::{self, Style};
use super::words::Seat;
use super::{Choice, Model, Question};
use crate::game::chance::Owner;
use crate::games::models::random::Random;
use crate::games::models::recorded::Replay;

pub struct World {
    engine: Engine,
    drawn: Replay,
    random: Random,
    style: Style,
    pub decisions: u64,
    /// The kinds of decisions with the kinds of choices, and rare cases.
    pub seen: BTreeSet<String>,
}

impl World {
    /// Plays a mission with a random set-up to its end. Asserts that the engine and the model
    /// agree.
    pub fn plays(seed: u64) -> (Model, World) {
        let mut random = Random(seed);
        let setup = random::setup(&mut random);
        let style = Style::of(&mut random);
        let mut engine = Engine::new(&setup, seed);
        let drawn = engine.drawn();
        let mut world = World { engine, drawn, random, style, decisions: 0, seen: BTreeSet::new() };
        let model = Model::plays(&setup, &mut world);
        world.agrees(&model, None, &[]);
        (model, world)
    }

    fn agrees(&self, model: &Model, asked: Option<(Seat, Question)>, options: &[Choice]) {
        self.drawn.assert_all_used();
        let lately = &model.log[model.log.len().saturating_sub(30)..];
        let (its, ours) = (self.engine.seen(), model.seen(asked));
        for (its, ours) in its.parts().into_iter().zip(ours.parts()) {
            assert_eq!(its, ours, "at {asked:?} after {lately:#?}");
        }
        assert_eq!(self.engine.options(), options, "at {asked:?} after {lately:#?}");
    }

    /// Returns the index of the chosen option. The options are in the order of the rules page.
    pub fn decide(
        &mut self,
        model: &Model,
        seat: Seat,
        question: Question,
        options: &[Choice],
    ) -> usize {
        self.agrees(model, Some((seat, question)), options);
        self.decisions += 1;
        let index = self.style.decides(options, &mut self.random);
        let choice = format!("{:?}", options[index]);
        let kind = choice.split(['(', '{', '[']).next().unwrap_or_default();
        self.seen.insert(format!("{question:?} {}", kind.trim()));
        if model.heroes.iter().any(|hero| hero.waits) {
            self.seen.insert("somebody waits".into());
        }
        self.engine.play(index);
        self.drawn = self.engine.drawn();
        index
    }

    /// Returns one of the numbers from 0 to `members - 1`, all with equal probability.
    pub fn draw(&mut self, by: Owner, members: usize) -> usize {
        self.drawn.draw(by, members)
    }
}

/// Returned by a step after which the mission is over, so that no further step is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Over;
/// The result of every step of a mission: a value, or `Over`.
pub type Step<T = ()> = Result<T, Over>;
