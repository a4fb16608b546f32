//! A Strike's second phase: each die, as the primary target left it, at one more opponent in the zone.

use super::attack::end_skulls;
use super::board::{Fighters, members};
use super::cards::Slot;
use super::state::{FighterIndex, MAX_FIGHTERS, Stage, State};
use super::{Arena, Choice, Event};
use crate::games::chance::Throw;
use crate::games::{Chance, Observer, Options};

/// The least face that wounds whom no die of the second phase may hit: none shows it.
const NEVER: i8 = i8::MAX;

impl Arena {
    /// The dice are shared out so that most wound; by `rules.strike_optional` whom they hit is asked for instead.
    pub(super) fn splinter<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        slot: &Slot,
        dice: &mut D,
        observer: &mut O,
    ) {
        let zone = state.clash.zone;
        let primary = state.clash.target;
        // Opponents alone, also where friendly fire lets one choose a teammate as a target.
        let others = self.open_to(state, slot)
            & state.at[usize::from(zone)]
            & !state.team[usize::from(state.actor)]
            & !state.suit
            & !(1 << primary);
        state.clash.stage = Stage::Splinters;
        let mut needed = [NEVER; MAX_FIGHTERS];
        for other in members(others) {
            let defense = self.defense(state, other, dice, observer);
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
        // The lowest defense first, then the smaller; each takes the smallest free die that hits it.
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

    /// Whom a die that is left may still hit, where the attacker says whom.
    pub(super) fn open_to_splinters(&self, state: &State) -> Fighters {
        if !self.rules.strike_optional || state.clash.stage != Stage::Splinters {
            return 0;
        }
        let [_, free] = state.clash.thrown;
        let all = (0..MAX_FIGHTERS as FighterIndex).zip(&state.clash.splinters);
        all.filter(|&(_, &(face, needed))| face == 0 && free.lowest(needed).is_some())
            .fold(0, |open, (other, _)| open | 1 << other)
    }

    /// One more of them, or nobody.
    pub(super) fn next_to_strike(&self, state: &State, options: &mut Options<Choice>) {
        options.extend(members(self.open_to_splinters(state)).map(Choice::Next));
        options.push(Choice::EndTurn);
    }

    /// The lowest die that hits the one named strikes it; or no die strikes any more.
    pub(super) fn strike_on<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut D,
        observer: &mut O,
    ) {
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
                observer.see(Event::Spares {
                    fighter: state.actor,
                    others: self.open_to_splinters(state),
                });
                state.clash.thrown[1] = Throw::default();
            }
            _ => unreachable!("somebody is struck besides, not {choice:?}"),
        }
        self.resolve(state, dice, observer);
    }
}
