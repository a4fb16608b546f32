//! The second phase of the attack effect "Strike" (rule A-9). Each die, as it shows after the first
//! target's lucky charm, may hit one other opponent in the zone.

use super::{
    Arena, AttackSlot, AttackStage, Choice, Clash, Event, FighterIndex, Fighters, MAX_FIGHTERS,
    Options, State, Table, Throw, end_skulls, members,
};

/// Value of "lowest face that wounds" for a fighter that the second phase of a Strike cannot hit.
/// No die shows such a face.
const UNREACHABLE: i8 = i8::MAX;

impl Arena {
    /// Begins the second phase of a Strike: assigns the remaining dice to other opponents in the
    /// zone so that as many dice as possible wound. With `rules.strike_optional`, asks the attacker
    /// instead.
    pub(super) fn splinter(&self, state: &mut State, slot: &AttackSlot, table: &mut impl Table) {
        let Clash { zone, target: primary, .. } = state.clash;
        // Only opponents are hit, even if friendly fire allows teammates as targets.
        let others = state.exposed(slot.reach, zone, false) & !state.die_less & !(1 << primary);
        state.clash.stage = AttackStage::Splinters;
        let mut needed = [UNREACHABLE; MAX_FIGHTERS];
        for other in members(others) {
            let defense = self.defense(state, other, table);
            needed[usize::from(other)] = defense - self.modifier(state, slot, other);
        }
        let mut free = match self.rules.strike_again {
            true => state.clash.throw,
            false => state.clash.throw.below(state.clash.needed),
        };
        if self.rules.strike_optional {
            state.clash.thrown[1] = free;
            state.clash.splinters = needed.map(|needed| (0, needed));
            return;
        }
        let mut left = others;
        // The lowest defense comes first, then the smallest fighter. Each fighter takes the lowest
        // free die that hits it.
        while let Some(other) = members(left).min_by_key(|&other| needed[usize::from(other)]) {
            left &= !(1 << other);
            let needed = needed[usize::from(other)];
            if let Some(face) = free.lowest(needed) {
                free.remove(face);
                state.clash.splinters[usize::from(other)] = (face, needed);
                state.clash.pending |= 1 << other;
            }
        }
        end_skulls(state, state.clash.pending);
    }

    /// Returns the further targets that the attacker may choose in the second phase of a Strike:
    /// those that a remaining die can hit. Empty if the attacker does not choose the targets.
    pub(super) fn open_to_splinters(&self, state: &State) -> Fighters {
        if !self.rules.strike_optional || state.clash.stage != AttackStage::Splinters {
            return 0;
        }
        let [_, free] = state.clash.thrown;
        let all = (0..MAX_FIGHTERS as FighterIndex).zip(&state.clash.splinters);
        all.filter(|&(_, &(face, needed))| face == 0 && free.lowest(needed).is_some())
            .fold(0, |open, (other, _)| open | 1 << other)
    }

    /// Lists the targets that the attacker may choose next in the second phase of a Strike, and the
    /// option to stop.
    pub(super) fn next_to_strike(&self, state: &State, options: &mut Options<Choice>) {
        options.extend(members(self.open_to_splinters(state)).map(Choice::Next));
        options.push(Choice::EndTurn);
    }

    /// Hits the chosen further target of a Strike with the lowest die that wounds it, or leaves the
    /// remaining dice unused.
    pub(super) fn strike_on(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        match choice {
            Choice::Next(other) => {
                let splinter = &mut state.clash.splinters[usize::from(other)];
                let free = &mut state.clash.thrown[1];
                let face = free.lowest(splinter.1).expect("a die hits who is named");
                free.remove(face);
                splinter.0 = face;
                state.clash.pending = 1 << other;
                end_skulls(state, 1 << other);
            }
            Choice::EndTurn => {
                let targets = self.open_to_splinters(state);
                table.tell(Event::Spares { fighter: state.actor, targets }, state);
                state.clash.thrown[1] = Throw::default();
            }
            _ => unreachable!("{choice:?} is no option of a Strike"),
        }
        self.resolve(state, table);
    }
}
