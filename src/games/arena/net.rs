//! The bramble net: whoever lies in it is worse at everything but moving, until it spends a move on shedding it.

use super::state::{Clash, FighterIndex, State};
use super::{Arena, Event};
use crate::games::Observer;

impl Arena {
    /// The dice lie there: does their sum reach the target's size, so that it is wounded?
    pub(super) fn stand_against_size<O: Observer<Event>>(
        &self,
        state: &mut State,
        observer: &mut O,
    ) {
        let Clash {
            pending, thrown, ..
        } = state.clash;
        let target = pending.trailing_zeros() as u8;
        state.clash.pending = 0;
        state.clash.target = target;
        state.clash.throw = thrown[0];
        let caught = thrown[0].sum() >= u16::from(state.size[usize::from(target)]);
        observer.see(Event::RollsNet {
            fighter: state.actor,
            target,
            throw: thrown[0],
            caught,
        });
        if caught {
            self.wound(state, 1, observer);
        }
    }

    /// The target, if it lives, lies in the net from here on.
    pub(super) fn catch<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        let target = state.clash.target;
        let t = usize::from(target);
        let own = 1 << target;
        // Nets do not add up.
        if state.alive & own != 0 && state.netted & own == 0 {
            state.keep_called(target, self.rules.bramble_initiative);
            state.netted |= own;
            state.defense[t] -= self.rules.bramble_defense as i8;
            // At once.
            state.initiative[t] = self.slowed(state.initiative[t]);
            observer.see(Event::Netted { fighter: target });
        }
    }

    /// The actor is free of its net.
    pub(super) fn shed<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        state.netted &= !(1 << state.actor);
        state.defense[usize::from(state.actor)] += self.rules.bramble_defense as i8;
        observer.see(Event::ShedsNet {
            fighter: state.actor,
        });
    }

    /// Must the actor's next move be spent on shedding its net?
    #[inline]
    pub(super) fn must_shed(&self, state: &State) -> bool {
        state.netted >> state.actor & 1 == 1 && state.turn.moves > 0 && self.rules.bramble_moves > 0
    }

    /// Does a net on this fighter fall off after its next turn, without a move?
    #[inline]
    pub(super) fn net_falls_off(&self, state: &State, fighter: FighterIndex) -> bool {
        state.dragons >> fighter & 1 == 1 || self.rules.bramble_moves == 0
    }

    /// An initiative as a net has it: lower, but not below 0 for it.
    #[inline]
    pub(super) fn slowed(&self, initiative: i8) -> i8 {
        initiative - (self.rules.bramble_initiative as i8).min(initiative.max(0))
    }

    /// The dice that a net costs this fighter: none if it lies in none.
    #[inline]
    pub(super) fn dice_netted(&self, state: &State, fighter: FighterIndex) -> u8 {
        (state.netted >> fighter & 1) * self.rules.bramble_dice
    }

    /// The moves that shedding a net takes: a card with fewer sheds it with all that are left.
    #[inline]
    pub(super) fn moves_to_shed(&self, state: &State) -> u8 {
        self.rules.bramble_moves.min(state.turn.moves)
    }

    /// Moves that lead the actor to other zones.
    #[inline]
    pub(super) fn free_moves(&self, state: &State) -> u8 {
        match self.must_shed(state) {
            true => state.turn.moves - self.moves_to_shed(state),
            false => state.turn.moves,
        }
    }
}
