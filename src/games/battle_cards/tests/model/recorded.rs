//! A wrapper of the engine's random source that records every draw for a
//! [`Replay`](super::draws::Replay).

use super::draws::{By, Drawn};
use crate::game::chance::{Chance, Owner, Throw};

/// A random source that records its draws. The owner of a draw is given by the number of its seat.
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
    pub fn drawn(&mut self) -> Vec<Drawn> {
        std::mem::take(&mut self.drawn)
    }

    fn write(&mut self, owner: Owner, members: usize, index: usize) {
        let by = match owner {
            Owner::Game => By::Table,
            Owner::Player(player) => By::Player(player),
        };
        self.drawn.push(Drawn { by, members, index });
    }
}

// A draw of a card or of a set member is recorded as an index among the available ones, lowest
// first, because the model expects this form.
impl<C: Chance> Chance for Recorded<C> {
    fn start_round(&mut self, round: u16) {
        self.inner.start_round(round);
    }

    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize {
        let owner = owner.into();
        let index = self.inner.pick(owner, n);
        self.write(owner, n, index);
        index
    }

    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        let owner = owner.into();
        let throw = self.inner.throw(owner, count);
        for face in throw.faces() {
            self.write(owner, 6, usize::from(face) - 1);
        }
        throw
    }
}

/// Checks that the recorded indices, applied to the model's lists, give the results of the engine:
/// cards by kind, members lowest first, and faces.
#[test]
fn draws_are_written_as_the_model_reads_them() {
    use crate::game::chance::{KeyedChance, Pile};
    let mut chance = Recorded::new(KeyedChance::new(7, 0, &[0, 1]));
    chance.start_round(1);
    for _ in 0..50 {
        let mut pile = Pile::new([2, 0, 3]);
        let kind = chance.draw(Owner::Game, &mut pile).unwrap();
        let member = chance.pick_from(0, 0b1011_0000).unwrap();
        let face = chance.roll(1);
        let throw = chance.throw(0, 9);
        let drawn = chance.drawn();
        assert_eq!((drawn[0].by, drawn[0].members), (By::Table, 5));
        assert_eq!([0, 0, 2, 2, 2][drawn[0].index], kind);
        assert_eq!((drawn[1].by, drawn[1].members), (By::Player(0), 3));
        assert_eq!([4, 5, 7][drawn[1].index], member);
        assert_eq!((drawn[2].by, drawn[2].index), (By::Player(1), usize::from(face) - 1));
        let thrown = drawn[3..].iter().map(|die| die.index as u8 + 1);
        assert!(drawn.len() == 12 && thrown.eq(throw.faces()));
    }
}
