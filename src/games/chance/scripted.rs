//! Chance as a test wrote it.

use std::fmt::Display;

use super::{Chance, Face, Owner, Pile};

/// One thing that chance decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fall {
    /// The face of a die.
    Die(Face),
    /// The kind of a card that is drawn.
    Card(usize),
    /// The number or the member of a set that is picked.
    Pick(usize),
}

/// Dice, draws and picks that come out as a test wrote them, in that order, whoever they are for.
///
/// It panics, and says what was asked for, when the script has run out, has something else there, or what cannot be: a face that
/// the die lacks, a card that is not in the pile, a member that is not in the set.
#[derive(Debug, Clone, Default)]
pub struct ScriptedChance {
    script: Vec<Fall>,
    used: usize,
}

impl ScriptedChance {
    pub fn new(script: impl IntoIterator<Item = Fall>) -> Self {
        ScriptedChance {
            script: script.into_iter().collect(),
            used: 0,
        }
    }

    /// Nothing but dice, with these faces.
    pub fn faces(faces: impl IntoIterator<Item = Face>) -> Self {
        Self::new(faces.into_iter().map(Fall::Die))
    }

    /// Panics unless the whole script was used.
    #[track_caller]
    pub fn assert_all_used(&self) {
        let left = &self.script[self.used..];
        assert!(left.is_empty(), "of the script was never used: {left:?}");
    }

    /// What comes next, as `read` reads it.
    fn next<T>(
        &mut self,
        owner: impl Into<Owner>,
        asks: impl Display,
        read: impl Fn(Fall) -> Option<T>,
    ) -> T {
        let owner = owner.into();
        let Some(&fall) = self.script.get(self.used) else {
            panic!("{owner} {asks}: the script has run out")
        };
        self.used += 1;
        read(fall).unwrap_or_else(|| {
            let entry = self.used;
            panic!("{owner} {asks}: the script has {fall:?} as entry {entry}")
        })
    }
}

impl Chance for ScriptedChance {
    fn start_round(&mut self, _: u16) {}

    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize {
        self.next(owner, format_args!("picks one of {n}"), |fall| match fall {
            Fall::Pick(picked) if picked < n => Some(picked),
            _ => None,
        })
    }

    fn pick_from(&mut self, owner: impl Into<Owner>, set: u64) -> Option<usize> {
        if set == 0 {
            return None;
        }
        let asks = format_args!("picks a member of the set {set:#b}");
        Some(self.next(owner, asks, |fall| match fall {
            Fall::Pick(picked) if picked < 64 && set >> picked & 1 == 1 => Some(picked),
            _ => None,
        }))
    }

    fn die(&mut self, owner: impl Into<Owner>, sides: Face) -> Face {
        let asks = format_args!("rolls a die of {sides} sides");
        self.next(owner, asks, |fall| match fall {
            Fall::Die(face) if (1..=sides).contains(&face) => Some(face),
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
            Fall::Card(kind) if kind < KINDS && pile.count(kind) > 0 => Some(kind),
            _ => None,
        });
        pile.remove(kind);
        Some(kind)
    }
}
