//! The bowling strike: the opponents in a zone are put in order before the dice are thrown, and the dice that miss one are
//! tried on the next.

use super::attack::end_skulls;
use super::board::{Fighters, Zone, members};
use super::cards::{SLOTS, Slot};
use super::state::{Clash, FighterIndex, MAX_FIGHTERS, Phase, State};
use super::{Arena, Choice, Event};
use crate::games::chance::Throw;
use crate::games::{Chance, Observer, Options};

/// A queue of fighters in a number: four bits each, one more than its index, the next in the lowest.
const BITS: u32 = 4;

impl Arena {
    /// The first target is named; the others in its zone follow, one at a time.
    pub(super) fn aim<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        slot: u8,
        first: Fighters,
        dice: &mut D,
        observer: &mut O,
    ) {
        state.clash = Clash {
            slot,
            ..Clash::at(state, first)
        };
        state.clash.order = first.trailing_zeros() + 1;
        self.aim_on(state, dice, observer);
    }

    /// Asks for the next target as long as there are two to choose from; then the dice roll.
    fn aim_on<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        dice: &mut D,
        observer: &mut O,
    ) {
        let left = self.unnamed(state);
        if left & left.wrapping_sub(1) != 0 {
            state.phase = Phase::Ordering;
            return;
        }
        if left != 0 {
            append(&mut state.clash, left.trailing_zeros() as FighterIndex);
        }
        let Clash {
            slot,
            pending: targets,
            order,
            ..
        } = state.clash;
        let target = (order & 15) as FighterIndex - 1;
        observer.see(Event::Attacks {
            fighter: state.actor,
            choice: Choice::Attack { slot, target },
            targets,
        });
        end_skulls(state, targets);
        let attack = &self.active_card(state).slots[usize::from(slot)];
        let count = self.dice_count(state, attack, dice, observer);
        state.clash.thrown[0] = self.throw_at(state, target, count, dice);
        self.resolve(state, dice, observer);
    }

    /// Those in the zone who are not in the order yet.
    fn unnamed(&self, state: &State) -> Fighters {
        let Clash {
            slot,
            pending,
            zone,
            ..
        } = state.clash;
        let slot = &self.active_card(state).slots[usize::from(slot) % SLOTS];
        self.bowled_at(state, slot, zone) & !pending
    }

    /// Everyone in a zone to whom the dice come, once the first is named: opponents as with a Strike, teammates by the rules.
    pub(super) fn bowled_at(&self, state: &State, slot: &Slot, zone: Zone) -> Fighters {
        let actor = usize::from(state.actor);
        let mates = if self.rules.bowling_hits_mates {
            state.alive & !state.immune(slot.reach) & !state.skull[actor]
        } else {
            0
        };
        let mates = mates & state.team[actor] & !(1 << actor);
        let others = self.open_to(state, slot) & !state.team[actor];
        (others | mates) & state.at[usize::from(zone)]
    }

    pub(super) fn next_in_order(&self, state: &State, options: &mut Options<Choice>) {
        options.extend(members(self.unnamed(state)).map(Choice::Next));
    }

    pub(super) fn name_next<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Choice::Next(target) = choice else {
            unreachable!("a target is named, not {choice:?}")
        };
        append(&mut state.clash, target);
        self.aim_on(state, dice, observer);
    }
}

/// The targets that have a place in the line, the next one first.
pub(super) fn in_order(clash: &Clash) -> impl Iterator<Item = FighterIndex> + use<> {
    let places = (0..MAX_FIGHTERS as u32).map(|place| place * BITS);
    let order = clash.order;
    places
        .map(move |bit| order >> bit & 15)
        .take_while(|&named| named > 0)
        .map(|named| named as FighterIndex - 1)
}

/// Puts a target at the end of the line.
fn append(clash: &mut Clash, target: FighterIndex) {
    let place = clash.pending.count_ones();
    clash.order |= (u32::from(target) + 1) << (BITS * place);
    clash.pending |= 1 << target;
}

/// The next target and the dice that are tried on it: those that missed all before it. None if none are left.
pub(super) fn next_in_line(state: &mut State) -> Option<(FighterIndex, Throw)> {
    let clash = &mut state.clash;
    let target = (clash.order & 15) as FighterIndex - 1;
    clash.order >>= BITS;
    if clash.faced == 0 {
        // A suit has cost the first one's attacker a die before it was thrown.
        return Some((target, clash.thrown[0]));
    }
    let [_, spared] = clash.thrown;
    let mut left = clash.throw.below(clash.needed);
    left.add_all(spared);
    clash.thrown[1] = Throw::default();
    let lowest = left.lowest(1)?;
    if state.suit >> target & 1 == 1 {
        // Its wearer is spared the lowest die; the next one is not.
        left.remove(lowest);
        clash.thrown[1] = Throw::of(lowest);
    }
    Some((target, left))
}
