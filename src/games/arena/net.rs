//! The bramble net: whoever lies in it is one worse at everything but moving, until it spends a move on shedding it.

use super::state::{Clash, State};
use super::{Arena, Event};
use crate::games::Observer;

impl Arena {
    /// The dice of a net lie there: do they catch the target?
    pub(super) fn cast_net<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        let Clash {
            pending, thrown, ..
        } = state.clash;
        let target = pending.trailing_zeros() as u8;
        let t = usize::from(target);
        state.clash.pending = 0;
        state.clash.target = target;
        let caught = thrown[0].sum() >= u16::from(state.size[t]);
        observer.see(Event::RollsNet {
            fighter: state.actor,
            target,
            throw: thrown[0],
            caught,
        });
        if !caught {
            return;
        }
        self.wound(state, 1, observer);
        let own = 1 << target;
        // Nets do not add up.
        if state.alive & own != 0 && state.netted & own == 0 {
            state.keep_called(target);
            state.netted |= own;
            state.defense[t] -= 1;
            // At once, but not below 0 for it.
            state.initiative[t] -= (state.initiative[t] > 0) as i8;
            observer.see(Event::Netted { fighter: target });
        }
    }

    /// The actor is free of its net.
    pub(super) fn shed<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        state.netted &= !(1 << state.actor);
        state.defense[usize::from(state.actor)] += 1;
        observer.see(Event::ShedsNet {
            fighter: state.actor,
        });
    }

    /// Must the actor's next move be spent on shedding its net?
    #[inline]
    pub(super) fn must_shed(&self, state: &State) -> bool {
        state.netted >> state.actor & 1 == 1 && state.turn.moves > 0
    }

    /// Moves that lead the actor to other zones.
    #[inline]
    pub(super) fn free_moves(&self, state: &State) -> u8 {
        state.turn.moves - u8::from(self.must_shed(state))
    }
}
