//! The attack effect "bowling strike" (rule A-9): before the throw, the attacker decides in which
//! order the opponents in a zone are attacked. Dice that miss one opponent are used against the
//! next.

use super::{
    Arena, Choice, Clash, Event, FighterIndex, Fighters, MAX_FIGHTERS, Options, Phase, State,
    Table, Throw, end_skulls, members,
};

/// Number of bits for each entry of a bowling strike's queue of targets, which is stored in one
/// integer. An entry is the fighter's index plus one; the next target is in the lowest bits.
const BITS: u32 = 4;

impl Arena {
    /// Starts a bowling strike: puts the first target into the queue of targets. The attacker then
    /// adds the other targets in the zone, one at a time.
    pub(super) fn aim(&self, state: &mut State, table: &mut impl Table) {
        state.clash.order = state.clash.pending.trailing_zeros() + 1;
        self.aim_on(state, table);
    }

    /// Asks the attacker for the next target of a bowling strike while more than one is possible;
    /// then rolls the dice.
    fn aim_on(&self, state: &mut State, table: &mut impl Table) {
        let left = self.unnamed(state);
        if left & left.wrapping_sub(1) != 0 {
            state.phase = Phase::Ordering;
            return;
        }
        if left != 0 {
            append(&mut state.clash, left.trailing_zeros() as FighterIndex);
        }
        let Clash { slot, pending: targets, order, .. } = state.clash;
        let target = (order & 15) as FighterIndex - 1;
        let choice = Choice::Attack { slot, target };
        table.tell(Event::Attacks { fighter: state.actor, choice, targets }, state);
        end_skulls(state, targets);
        let count = self.dice_count(state, table);
        state.clash.thrown[0] = self.throw_at(state, target, count, table);
        self.resolve(state, table);
    }

    /// Returns the fighters in the zone that the attacker has not yet added to a bowling strike's
    /// queue of targets.
    fn unnamed(&self, state: &State) -> Fighters {
        let Clash { pending, zone, .. } = state.clash;
        self.bowled_at(state, self.clash_slot(state).reach, zone) & !pending
    }

    pub(super) fn next_in_order(&self, state: &State, options: &mut Options<Choice>) {
        options.extend(members(self.unnamed(state)).map(Choice::Next));
    }

    pub(super) fn name_next(&self, state: &mut State, target: u8, table: &mut impl Table) {
        append(&mut state.clash, target);
        self.aim_on(state, table);
    }
}

/// Iterates over the queue of targets of a bowling strike, beginning with the next target.
pub(super) fn in_order(clash: &Clash) -> impl Iterator<Item = FighterIndex> + use<> {
    let order = clash.order;
    (0..MAX_FIGHTERS as u32)
        .map(move |place| order >> (place * BITS) & 15)
        .take_while(|&named| named > 0)
        .map(|named| named as FighterIndex - 1)
}

/// Adds a fighter to the end of a bowling strike's queue of targets.
fn append(clash: &mut Clash, target: FighterIndex) {
    let place = clash.pending.count_ones();
    clash.order |= (u32::from(target) + 1) << (BITS * place);
    clash.pending |= 1 << target;
}

/// Returns the next target of a bowling strike and the dice against it, which missed all earlier
/// targets; `None` if no dice are left.
pub(super) fn next_in_line(state: &mut State) -> Option<(FighterIndex, Throw)> {
    let clash = &mut state.clash;
    let target = (clash.order & 15) as FighterIndex - 1;
    clash.order >>= BITS;
    if clash.faced == 0 {
        // `thrown` already lacks the die that a blinding suit of the first target costs.
        return Some((target, clash.thrown[0]));
    }
    let [_, spared] = clash.thrown;
    let mut left = clash.throw.below(clash.needed);
    left.add_all(spared);
    clash.thrown[1] = Throw::default();
    let lowest = left.lowest(1)?;
    if state.die_less >> target & 1 == 1 {
        // A wearer of a blinding suit ignores the lowest die, so this die passes on to the next
        // target.
        left.remove(lowest);
        clash.thrown[1] = Throw::of(lowest);
    }
    Some((target, left))
}
