//! What the fighter who decides may know: everything but the cards that other seats have chosen and not yet revealed.

use super::board::{Fighters, Zone};
use super::cards::{CardIndex, Cards, Sheet};
use super::state::{FighterIndex, NO_CARD, Phase, State};
use super::{Arena, Choice};
use crate::games::{Game, Options, Turn};

/// A state in the eyes of the fighter who decides. Nothing hidden can be read through it.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    arena: &'a Arena,
    state: &'a State,
    me: FighterIndex,
}

impl<'a> View<'a> {
    pub(super) fn new(arena: &'a Arena, state: &'a State) -> Self {
        let me = match arena.turn(state) {
            Turn::Decision(fighter) => fighter as FighterIndex,
            Turn::Over => 0,
        };
        View { arena, state, me }
    }

    /// The ruleset and roster.
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The fighter who decides.
    pub fn me(&self) -> FighterIndex {
        self.me
    }
}
