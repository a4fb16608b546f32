//! Random draws of an engine, which the engine's model repeats.

use std::collections::VecDeque;

use crate::game::chance::{Chance, Owner, Throw};

/// A random draw: its owner, the number of members to draw from, and the index drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawn {
    pub by: Owner,
    pub members: usize,
    pub index: usize,
}

/// A wrapper of the engine's random source that records every draw with two or more members.
#[derive(Debug, Clone)]
pub struct Recorded<C> {
    inner: C,
    drawn: Vec<Drawn>,
}

impl<C> Recorded<C> {
    pub fn new(inner: C) -> Self {
        Recorded { inner, drawn: Vec::new() }
    }

    /// Returns the draws since the last call.
    pub fn drawn(&mut self) -> Replay {
        Replay(std::mem::take(&mut self.drawn).into())
    }
}

// A draw of a card or of a set member is recorded as an index among the available ones, lowest
// first, because models expect this form.
impl<C: Chance> Chance for Recorded<C> {
    fn start_round(&mut self, round: u16) {
        self.inner.start_round(round);
    }

    fn pick(&mut self, owner: impl Into<Owner>, members: usize) -> usize {
        let by = owner.into();
        let index = self.inner.pick(by, members);
        if members > 1 {
            self.drawn.push(Drawn { by, members, index });
        }
        index
    }

    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        let by = owner.into();
        let throw = self.inner.throw(by, count);
        let die = |face| Drawn { by, members: 6, index: usize::from(face) - 1 };
        self.drawn.extend(throw.faces().map(die));
        throw
    }
}

/// Draws for a model. Asserts that the model makes the same draws as the engine.
#[derive(Debug, Clone, Default)]
pub struct Replay(VecDeque<Drawn>);

impl Replay {
    /// Returns the next draw. Its owner `by` and the number of members must be as recorded.
    pub fn draw(&mut self, by: Owner, members: usize) -> usize {
        if members == 1 {
            return 0;
        }
        let next = self.0.pop_front();
        let drawn = next.unwrap_or_else(|| panic!("{by:?} draws 1 of {members}: not recorded"));
        assert_eq!((drawn.by, drawn.members), (by, members), "who draws, of how many");
        drawn.index
    }

    pub fn assert_all_used(&self) {
        assert!(self.0.is_empty(), "never asked for: {:?}", self.0);
    }
}

/// Checks that the recorded indices, applied to a model's lists, give the results of the engine:
/// cards by kind, members lowest first, and faces.
#[test]
fn draws_are_written_as_models_read_them() {
    use crate::game::chance::{KeyedChance, Pile};
    let mut chance = Recorded::new(KeyedChance::new(7, 0, &[0, 1]));
    chance.start_round(1);
    for _ in 0..50 {
        let kind = chance.draw(Owner::Game, &mut Pile::new([2, 0, 3])).unwrap();
        let member = chance.pick_from(0, 0b1011_0000).unwrap();
        let throw = chance.throw(1, 9);
        let mut drawn = chance.drawn();
        assert_eq!([0, 0, 2, 2, 2][drawn.draw(Owner::Game, 5)], kind);
        assert_eq!([4, 5, 7][drawn.draw(Owner::Player(0), 3)], member);
        assert!(throw.faces().all(|face| drawn.draw(Owner::Player(1), 6) + 1 == usize::from(face)));
        drawn.assert_all_used();
    }
}
