//! The sandal, an attack effect (rule A-9): a target that is hit hard enough is thrown to another
//! zone, and everyone there takes a shot.

use super::attack::end_skulls;
use super::cards::{AttackSlot, Reach};
use super::state::{AttackStage, Phase, State};
use super::table::Table;
use super::{Arena, Choice, Event};
use crate::game::Options;

impl Arena {
    /// Returns true if the attack throws its current target to another zone. Dragons are never
    /// thrown.
    pub(super) fn throws(&self, state: &State, slot: &AttackSlot) -> bool {
        if slot.landing.is_none() {
            return false;
        }
        let target = state.clash.target;
        state.alive & !state.dragons & 1 << target != 0
            && state.clash.throw.sum() >= u16::from(state.size[usize::from(target)])
    }

    /// Lists the ring zones to which a target can be thrown: all except the zone in which the
    /// target stands.
    pub(super) fn landings(&self, state: &State, options: &mut Options<Choice>) {
        let here = state.zone[usize::from(state.clash.target)];
        options.extend((0..state.ring).filter(|&zone| zone != here).map(Choice::ThrowTo));
    }

    pub(super) fn throw_to(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        let Choice::ThrowTo(to) = choice else {
            unreachable!("somebody is thrown, not {choice:?}")
        };
        let target = state.clash.target;
        let t = usize::from(target);
        let slot = self.clash_slot(state);
        let table = slot.landing.expect("a sandal throws");
        let hit = self.in_blast(state, Reach::Shot, to);
        let from = std::mem::replace(&mut state.zone[t], to);
        state.thrown_off[t] |= 1 << from;
        state.at[usize::from(from)] &= !(1 << target);
        state.at[usize::from(to)] |= 1 << target;
        let sheet = self.sheet(state, state.actor);
        let count = sheet.landing_dice(table, state.size[t]);
        table.tell(Event::Throws { fighter: state.actor, target, to, dice: count }, state);
        state.clash.stage = AttackStage::Landing;
        state.clash.dice = count;
        state.clash.pending = hit;
        end_skulls(state, hit);
        state.phase = Phase::Acting;
        self.resolve(state, table);
    }
}
