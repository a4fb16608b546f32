//! The bramble net: a fighter in the net has less initiative, dice and defense until it
//! spends a move to shed the net.

use super::state::{Clash, FighterIndex, State};
use super::{Arena, Event};
use crate::game::Observer;

impl Arena {
    /// Compares the sum of the attack's dice with the target's size. If the sum reaches the size,
    /// deals one wound to the target.
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

    /// Catches the target in the net if it is alive.
    pub(super) fn catch<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        let target = state.clash.target;
        let t = usize::from(target);
        let own = 1 << target;
        // A second net on the same fighter has no effect.
        if state.alive & own != 0 && state.netted & own == 0 {
            state.keep_called(target, self.rules.bramble_initiative);
            state.netted |= own;
            state.defense[t] -= self.rules.bramble_defense as i8;
            // The net reduces the initiative of this round immediately.
            state.initiative[t] = self.slowed(state.initiative[t]);
            observer.see(Event::Netted { fighter: target });
        }
    }

    /// Frees the actor from its net.
    pub(super) fn shed<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        state.netted &= !(1 << state.actor);
        state.defense[usize::from(state.actor)] += self.rules.bramble_defense as i8;
        observer.see(Event::ShedsNet {
            fighter: state.actor,
        });
    }

    /// Returns true if the actor must spend its next move on shedding its net.
    #[inline]
    pub(super) fn must_shed(&self, state: &State) -> bool {
        state.netted >> state.actor & 1 == 1 && state.turn.moves > 0 && self.rules.bramble_moves > 0
    }

    /// Returns true if a net on this fighter ends after its next turn, without a move to shed the
    /// net.
    #[inline]
    pub(super) fn net_falls_off(&self, state: &State, fighter: FighterIndex) -> bool {
        state.dragons >> fighter & 1 == 1 || self.rules.bramble_moves == 0
    }

    /// Returns an initiative reduced by a net; the net never reduces it below 0.
    #[inline]
    pub(super) fn slowed(&self, initiative: i8) -> i8 {
        initiative - (self.rules.bramble_initiative as i8).min(initiative.max(0))
    }

    /// Returns the number of dice that a net costs this fighter; 0 without a net.
    #[inline]
    pub(super) fn dice_netted(&self, state: &State, fighter: FighterIndex) -> u8 {
        (state.netted >> fighter & 1) * self.rules.bramble_dice
    }

    /// Returns the number of moves that the actor must spend to shed its net. If the actor has too
    /// few moves left, all of them are enough.
    #[inline]
    pub(super) fn moves_to_shed(&self, state: &State) -> u8 {
        self.rules.bramble_moves.min(state.turn.moves)
    }

    /// Returns the number of moves that the actor can use to change zones.
    #[inline]
    pub(super) fn free_moves(&self, state: &State) -> u8 {
        match self.must_shed(state) {
            true => state.turn.moves - self.moves_to_shed(state),
            false => state.turn.moves,
        }
    }
}
