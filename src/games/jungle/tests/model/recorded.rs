//! A wrapper of the engine's random source that records every draw.

use super::bridge::Drawn;
use super::world::By;
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
            Owner::Game => By::Game,
            Owner::Player(seat) => By::Hero(seat),
        };
        if members > 1 {
            self.drawn.push(Drawn { by, members, index });
        }
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
