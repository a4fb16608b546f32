//! A source of random results for tests, which returns prescribed results.

use std::fmt::Display;

use super::{Chance, Face, Owner, Pile};

/// One random result that a test prescribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrescribedFall {
    /// The face that a rolled die shows, from 1.
    Die(Face),
    /// The kind of card that is drawn from a pile.
    Card(usize),
    /// The number that is picked from a range, or the member that is picked from a set.
    Pick(usize),
}

/// A source of random results that returns prescribed results (the script), in order and for any
/// owner.
///
/// Each method panics with a description of the request in three cases: the script has no more
/// results, its next result is of another type, or its next result is impossible. Impossible
/// results are faces that the die lacks, and cards or numbers that are not in the pile or set.
#[derive(Debug, Clone, Default)]
pub struct ScriptedChance {
    script: Vec<PrescribedFall>,
    used: usize,
}

impl ScriptedChance {
    pub fn new(script: impl IntoIterator<Item = PrescribedFall>) -> Self {
        ScriptedChance { script: script.into_iter().collect(), used: 0 }
    }

    /// Creates a source of random results that returns these faces of dice, in order.
    pub fn faces(faces: impl IntoIterator<Item = Face>) -> Self {
        Self::new(faces.into_iter().map(PrescribedFall::Die))
    }

    /// Checks that the test has used all prescribed random results.
    ///
    /// # Panics
    /// Panics if prescribed results are left.
    #[track_caller]
    pub fn assert_all_used(&self) {
        let left = &self.script[self.used..];
        assert!(left.is_empty(), "of the script was never used: {left:?}");
    }

    /// Returns the next prescribed random result, converted by `read`. `asks` describes the
    /// requested result in panic messages.
    fn next<T>(
        &mut self,
        owner: impl Into<Owner>,
        asks: impl Display,
        read: impl Fn(PrescribedFall) -> Option<T>,
    ) -> T {
        let owner = owner.into();
        let Some(&fall) = self.script.get(self.used) else {
            panic!("{owner:?} {asks}: the script has run out")
        };
        self.used += 1;
        read(fall).unwrap_or_else(|| {
            let entry = self.used;
            panic!("{owner:?} {asks}: the script has {fall:?} as entry {entry}")
        })
    }
}

impl Chance for ScriptedChance {
    fn start_round(&mut self, _: u16) {}

    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize {
        self.next(owner, format_args!("picks one of {n}"), |fall| match fall {
            PrescribedFall::Pick(picked) if picked < n => Some(picked),
            _ => None,
        })
    }

    fn pick_from(&mut self, owner: impl Into<Owner>, set: u64) -> Option<usize> {
        if set == 0 {
            return None;
        }
        let asks = format_args!("picks a member of the set {set:#b}");
        Some(self.next(owner, asks, |fall| match fall {
            PrescribedFall::Pick(picked) if picked < 64 && set >> picked & 1 == 1 => Some(picked),
            _ => None,
        }))
    }

    fn die(&mut self, owner: impl Into<Owner>, sides: Face) -> Face {
        let asks = format_args!("rolls a die of {sides} sides");
        self.next(owner, asks, |fall| match fall {
            PrescribedFall::Die(face) if (1..=sides).contains(&face) => Some(face),
            _ => None,
        })
    }

    fn draw<const KINDS: usize>(
        &mut self,
        owner: impl Into<Owner>,
        pile: &mut Pile<KINDS>,
    ) -> Option<usize> {
        if pile.is_empty() {
            return None;
        }
        let asks = format_args!("draws from a pile of {:?}", pile.counts());
        let kind = self.next(owner, asks, |fall| match fall {
            PrescribedFall::Card(kind) if kind < KINDS && pile.count(kind) > 0 => Some(kind),
            _ => None,
        });
        pile.remove(kind);
        Some(kind)
    }
}
