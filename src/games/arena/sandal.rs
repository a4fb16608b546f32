//! The sandal, an attack effect (rule A-9): a target that is hit hard enough is thrown to another
//! zone, and everyone there takes a shot.

use super::{
    Arena, AttackSlot, AttackStage, Choice, Event, Options, Phase, Reach, State, Table, Zone,
    end_skulls, is_caught,
};

impl Arena {
    /// Returns true if the attack throws its current target to another zone. Dragons are never
    /// thrown.
    pub(super) fn throws(&self, state: &State, slot: &AttackSlot) -> bool {
        let stands = state.alive & !state.dragons & 1 << state.clash.target != 0;
        slot.landing.is_some() && stands && is_caught(state)
    }

    /// Returns the number of dice against each fighter in the zone where a target of this size
    /// would land, if the attack throws it there; 0 if the attack throws no target.
    pub(super) fn landing_dice(&self, state: &State, slot: &AttackSlot, size: u8) -> u8 {
        let sheet = self.sheet(state, state.actor);
        slot.landing.map_or(0, |table| sheet.landing_dice(table, size))
    }

    /// Lists the ring zones to which a target can be thrown: all except the zone in which the
    /// target stands.
    pub(super) fn landings(&self, state: &State, options: &mut Options<Choice>) {
        let here = state.zone[usize::from(state.clash.target)];
        options.extend((0..state.ring).filter(|&zone| zone != here).map(Choice::ThrowTo));
    }

    pub(super) fn throw_to(&self, state: &mut State, to: Zone, table: &mut impl Table) {
        let target = state.clash.target;
        let t = usize::from(target);
        let hit = self.in_blast(state, Reach::Shot, to);
        let from = std::mem::replace(&mut state.zone[t], to);
        state.thrown_off[t] |= 1 << from;
        state.at[usize::from(from)] &= !(1 << target);
        state.at[usize::from(to)] |= 1 << target;
        let count = self.landing_dice(state, self.clash_slot(state), state.size[t]);
        table.tell(Event::Throws { fighter: state.actor, target, to, dice: count }, state);
        state.clash.stage = AttackStage::Landing;
        state.clash.dice = count;
        state.clash.pending = hit;
        end_skulls(state, hit);
        state.phase = Phase::Acting;
        self.resolve(state, table);
    }
}
