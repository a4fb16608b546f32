//! The bramble net, an attack effect (rule A-9): a fighter that is caught in the net has less
//! initiative, dice and defense. It must spend a move to get free.

use super::{Arena, Event, FighterIndex, State, Table};

impl Arena {
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

    facts! { self;
        /// Returns true if the actor must spend its next move on getting free of a bramble net.
        pub(super) fn must_shed(state: &State) -> bool =
            self.moves_to_shed(state) > 0 && state.netted >> state.actor & 1 == 1;
        /// Returns true if a bramble net on this fighter would end by itself after the fighter's
        /// next turn, without a move.
        pub(super) fn net_falls_off(state: &State, fighter: FighterIndex) -> bool =
            state.dragons >> fighter & 1 == 1 || self.rules.bramble_moves == 0;
        /// Returns an initiative reduced by a bramble net; the net never reduces an initiative
        /// below 0.
        pub(super) fn slowed(initiative: i8) -> i8 =
            initiative - (self.rules.bramble_initiative as i8).min(initiative.max(0));
        /// Returns the number of dice that a bramble net costs this fighter; 0 if it is not in a
        /// net.
        pub(super) fn dice_netted(state: &State, fighter: FighterIndex) -> u8 =
            (state.netted >> fighter & 1) * self.rules.bramble_dice;
        /// Returns the defense that a bramble net costs this fighter; 0 if it is not in a net.
        pub(super) fn defense_netted(state: &State, fighter: FighterIndex) -> i8 =
            ((state.netted >> fighter & 1) * self.rules.bramble_defense) as i8;
        /// Returns the number of moves that the actor must spend to get free of its bramble net. If
        /// the actor has fewer moves left than the rules require, returns the moves left.
        pub(super) fn moves_to_shed(state: &State) -> u8 =
            self.rules.bramble_moves.min(state.turn.moves);
        /// Returns the number of moves that the actor can use to change zones. Moves needed to get
        /// free of a bramble net do not count.
        pub(super) fn free_moves(state: &State) -> u8 =
            state.turn.moves - if self.must_shed(state) { self.moves_to_shed(state) } else { 0 };
    }
}
