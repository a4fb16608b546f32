//! The bramble net, an attack effect (rule A-9): a fighter that is caught in the net has less
//! initiative, dice and defense. It must spend a move to get free.

use super::effect_dice::is_caught;
use super::state::{Clash, FighterIndex, State};
use super::table::Table;
use super::{Arena, Event};

impl Arena {
    /// Compares the sum of the attack's dice with the target's size. If the sum is at least the
    /// size, deals one wound to the target.
    pub(super) fn stand_against_size(&self, state: &mut State, table: &mut impl Table) {
        let Clash { pending, thrown, .. } = state.clash;
        let target = pending.trailing_zeros() as u8;
        state.clash.pending = 0;
        state.clash.target = target;
        state.clash.throw = thrown[0];
        let caught = is_caught(state);
        table.tell(
            Event::RollsNet { fighter: state.actor, target, throw: thrown[0], caught },
            state,
        );
        if caught {
            self.wound(state, 1, table);
        }
    }

    /// Catches the target of the attack in a bramble net if the target is alive.
    pub(super) fn catch(&self, state: &mut State, table: &mut impl Table) {
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
            table.tell(Event::Netted { fighter: target }, state);
        }
    }

    /// Frees the actor (the fighter whose turn it is) from its bramble net.
    pub(super) fn shed(&self, state: &mut State, table: &mut impl Table) {
        state.netted &= !(1 << state.actor);
        state.defense[usize::from(state.actor)] += self.rules.bramble_defense as i8;
        table.tell(Event::ShedsNet { fighter: state.actor }, state);
    }

    /// Returns true if the actor must spend its next move on getting free of a bramble net.
    #[inline]
    pub(super) fn must_shed(&self, state: &State) -> bool {
        state.netted >> state.actor & 1 == 1 && state.turn.moves > 0 && self.rules.bramble_moves > 0
    }

    /// Returns true if a bramble net on this fighter would end by itself after the fighter's next
    /// turn, without a move.
    #[inline]
    pub(super) fn net_falls_off(&self, state: &State, fighter: FighterIndex) -> bool {
        state.dragons >> fighter & 1 == 1 || self.rules.bramble_moves == 0
    }

    /// Returns an initiative reduced by a bramble net; the net never reduces an initiative below 0.
    #[inline]
    pub(super) fn slowed(&self, initiative: i8) -> i8 {
        initiative - (self.rules.bramble_initiative as i8).min(initiative.max(0))
    }

    /// Returns the number of dice that a bramble net costs this fighter; 0 if it is not in a net.
    #[inline]
    pub(super) fn dice_netted(&self, state: &State, fighter: FighterIndex) -> u8 {
        (state.netted >> fighter & 1) * self.rules.bramble_dice
    }

    /// Returns the number of moves that the actor must spend to get free of its bramble net. If the
    /// actor has fewer moves left than the rules require, returns the moves left.
    #[inline]
    pub(super) fn moves_to_shed(&self, state: &State) -> u8 {
        self.rules.bramble_moves.min(state.turn.moves)
    }

    /// Returns the number of moves that the actor can use to change zones. Moves needed to get free
    /// of a bramble net do not count.
    #[inline]
    pub(super) fn free_moves(&self, state: &State) -> u8 {
        match self.must_shed(state) {
            true => state.turn.moves - self.moves_to_shed(state),
            false => state.turn.moves,
        }
    }
}
