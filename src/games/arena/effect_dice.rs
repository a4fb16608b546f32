//! Dice of card effects: the die that determines the number of dice, and dice whose sum is compared
//! with the target's size. The attack throws these dice before its own dice (rule) if the
//! target may use a lucky charm against them (`rules.charm_effect_dice`).

use super::{
    Arena, AttackSlot, AttackStage, Chance, Clash, DiceCount, Event, FighterIndex, Manner, Phase,
    State, Table, Throw,
};

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
    pub(super) fn throw_effect_dice(&self, state: &mut State, table: &mut impl Table) {
        let (fighter, slot) = (state.actor, self.clash_slot(state));
        state.clash.target = state.clash.pending.trailing_zeros() as FighterIndex;
        // These dice do not wound by face: the lowest face that counts is 1.
        state.clash.needed = 1;
        if slot.dice != DiceCount::Rolled {
            state.clash.dice = self.certain_dice(state, slot);
            return self.throw_against_size(state, table);
        }
        let face = table.dice().roll(usize::from(fighter));
        state.clash.stage = AttackStage::Count;
        state.clash.throw = Throw::of(face);
        table.tell(Event::RollsDiceCount { fighter, face }, state);
        self.ask_early(state, face > 1, table);
    }

    /// Throws the dice whose sum is compared with the target's size. These are the dice of an evil
    /// net, or else the dice of the attack itself.
    fn throw_against_size(&self, state: &mut State, table: &mut impl Table) {
        let Clash { target, dice, .. } = state.clash;
        let throw = match self.clash_slot(state).snare {
            Some(snare) => table.dice().throw(usize::from(state.actor), snare.dice),
            None => self.throw_at(state, target, dice, table),
        };
        state.clash.stage = AttackStage::Net;
        let caught = tell_sum(state, throw, table);
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
        let (Clash { target, throw, stage, .. }, slot) = (state.clash, self.clash_slot(state));
        if stage == AttackStage::Count {
            let netted = self.dice_netted(state, state.actor);
            state.clash.dice = (throw.sum() as u8).saturating_sub(netted);
            if slot.snare.is_some() || slot.by_size {
                return self.throw_against_size(state, table);
            }
        }
        state.clash.stage = AttackStage::Targets;
        self.take_sum(state, is_caught(state), table);
        if !slot.by_size {
            state.clash.thrown[0] = self.throw_at(state, target, state.clash.dice, table);
        }
        self.resolve(state, table);
    }

    /// Compares the sum of dice with the target's size, and applies the result.
    pub(super) fn compare_sum(&self, state: &mut State, throw: Throw, table: &mut impl Table) {
        let caught = tell_sum(state, throw, table);
        self.take_sum(state, caught, table);
    }

    /// Applies the comparison of a sum of dice with the target's size: `caught` is true if the sum
    /// is at least the size. The attack then deals a single wound, or the target's defense against
    /// the attack's own dice is lower.
    fn take_sum(&self, state: &mut State, caught: bool, table: &mut impl Table) {
        let slot = self.clash_slot(state);
        if !slot.by_size {
            state.clash.netted = if caught { slot.snare_penalty() } else { 0 };
            return;
        }
        state.clash.pending = 0;
        if caught {
            self.wound(state, 1, table);
        }
    }
}

/// Makes a throw the current dice of the attack, and reports the comparison of its sum with the
/// size of the target. Returns true if the sum is at least the size.
fn tell_sum(state: &mut State, throw: Throw, table: &mut impl Table) -> bool {
    let target = state.clash.pending.trailing_zeros() as FighterIndex;
    (state.clash.target, state.clash.throw) = (target, throw);
    let caught = is_caught(state);
    table.tell(Event::RollsNet { fighter: state.actor, target, throw, caught }, state);
    caught
}

/// Returns true if the sum of the current dice is at least the size of the attack's target.
pub(super) fn is_caught(state: &State) -> bool {
    let Clash { target, throw, .. } = state.clash;
    throw.sum() >= u16::from(state.size[usize::from(target)])
}
