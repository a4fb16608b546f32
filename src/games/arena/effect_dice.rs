//! Dice that a card effect throws before the attack's own dice (rule ), if the target may use
//! a lucky charm against them (`rules.charm_effect_dice`). There are two kinds: the die that
//! determines the number of dice, and dice whose sum is compared with the target's size.

use super::cards::{AttackSlot, DiceCount, Manner};
use super::state::{AttackStage, Clash, FighterIndex, Phase, State};
use super::table::Table;
use super::{Arena, Event};
use crate::game::{Chance, chance::Throw};

impl Arena {
    /// Returns true if the attack first throws dice of a card effect against which the target may
    /// use a lucky charm. Only attacks on a single target do this.
    #[inline]
    pub(super) fn asks_early(&self, slot: &AttackSlot) -> bool {
        self.rules.charm_effect_dice
            && (slot.dice == DiceCount::Rolled || slot.snare.is_some() || slot.by_size)
            && matches!(slot.manner, Manner::Single | Manner::Strike)
    }

    /// Throws the dice of a card effect. If these dice are bad for the target, asks whether the
    /// target uses its lucky charm.
    #[inline(never)]
    pub(super) fn throw_effect_dice(
        &self,
        state: &mut State,
        slot_index: u8,
        target: FighterIndex,
        table: &mut impl Table,
    ) {
        let actor = state.actor;
        let slot = self.slot(state, slot_index);
        state.clash = Clash {
            slot: slot_index,
            target,
            // These dice do not wound by face: the lowest face that counts is 1.
            needed: 1,
            ..Clash::at(state, 1 << target)
        };
        if slot.dice != DiceCount::Rolled {
            let count = self.certain_dice(state, actor, slot);
            return self.throw_against_size(state, slot, count, table);
        }
        let face = table.dice().roll(usize::from(actor));
        state.clash.stage = AttackStage::Count;
        state.clash.throw = Throw::of(face);
        table.tell(Event::RollsDiceCount { fighter: actor, face }, state);
        self.ask_early(state, face > 1, table);
    }

    /// Throws the dice whose sum is compared with the target's size. These are the dice of an evil
    /// net, or else the `count` dice of the attack itself.
    fn throw_against_size(
        &self,
        state: &mut State,
        slot: &AttackSlot,
        count: u8,
        table: &mut impl Table,
    ) {
        let (actor, target) = (state.actor, state.clash.target);
        let throw = match slot.snare {
            Some(snare) => table.dice().throw(usize::from(actor), snare.dice),
            None => self.throw_at(state, target, count, table),
        };
        state.clash.dice = count;
        state.clash.stage = AttackStage::Net;
        state.clash.throw = throw;
        let caught = is_caught(state);
        table.tell(Event::RollsNet { fighter: actor, target, throw, caught }, state);
        self.ask_early(state, caught, table);
    }

    /// Asks whether the target uses its lucky charm. Continues the attack at once if the target has
    /// no charm, or if `counts` is false: the dice have no effect that a charm could prevent.
    fn ask_early(&self, state: &mut State, counts: bool, table: &mut impl Table) {
        if counts && state.charm >> state.clash.target & 1 == 1 {
            state.phase = Phase::Charm;
        } else {
            self.take_effect(state, table);
        }
    }

    /// Applies the result of a card effect's dice, and then throws the dice that follow.
    pub(super) fn take_effect(&self, state: &mut State, table: &mut impl Table) {
        let Clash { slot, target, throw, stage, dice: mut count, .. } = state.clash;
        let slot = self.slot(state, slot);
        if stage == AttackStage::Count {
            let netted = self.dice_netted(state, state.actor);
            count = (throw.sum() as u8).saturating_sub(netted);
            if slot.snare.is_some() || slot.by_size {
                return self.throw_against_size(state, slot, count, table);
            }
        }
        state.clash.stage = AttackStage::Targets;
        let caught = is_caught(state);
        if slot.by_size {
            state.clash.pending = 0;
            if caught {
                self.wound(state, 1, table);
            }
        } else {
            state.clash.netted = if caught { slot.snare_penalty() } else { 0 };
            state.clash.thrown[0] = self.throw_at(state, target, count, table);
        }
        self.resolve(state, table);
    }
}

/// Returns true if the sum of the current dice is at least the size of the attack's target.
pub(super) fn is_caught(state: &State) -> bool {
    let Clash { target, throw, .. } = state.clash;
    throw.sum() >= u16::from(state.size[usize::from(target)])
}
