//! Dice that an effect throws before the attack's own, where a lucky charm may answer them too (`rules.charm_effect_dice`): a
//! net's, and the one that says how many dice a claymore has.

use super::cards::{DiceCount, Slot, Twist};
use super::state::{Clash, FighterIndex, Phase, Stage, State};
use super::{Arena, Choice, Event};
use crate::games::chance::Throw;
use crate::games::{Chance, Observer, Options};

impl Arena {
    /// Does this attack throw dice first that a charm may answer?
    #[inline]
    pub(super) fn asks_early(&self, slot: &Slot) -> bool {
        self.rules.charm_effect_dice
            && (slot.dice == DiceCount::Rolled
                || matches!(slot.twist, Twist::Net { .. } | Twist::Bramble))
    }

    /// The effect's dice are thrown, and wait for the target's charm if they count against it.
    #[inline(never)]
    pub(super) fn throw_effect_dice<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        slot_index: u8,
        target: FighterIndex,
        dice: &mut D,
        observer: &mut O,
    ) {
        let actor = state.actor;
        let slot = &self.active_card(state).slots[usize::from(slot_index)];
        state.clash = Clash {
            slot: slot_index,
            target,
            // Every one of these dice counts, whatever it shows.
            needed: 1,
            ..Clash::at(state, 1 << target)
        };
        let counts = if slot.dice == DiceCount::Rolled {
            let face = dice.roll(usize::from(actor));
            state.clash.stage = Stage::Count;
            state.clash.throw = Throw::of(face);
            observer.see(Event::RollsDiceCount {
                fighter: actor,
                face,
            });
            face > 1
        } else {
            let throw = match slot.twist {
                Twist::Net { dice: net, .. } => dice.throw(usize::from(actor), net),
                _ => {
                    let count = self.certain_dice(state, actor, slot);
                    self.throw_at(state, target, count, dice)
                }
            };
            state.clash.stage = Stage::Net;
            state.clash.throw = throw;
            let caught = is_caught(state);
            observer.see(Event::RollsNet {
                fighter: actor,
                target,
                throw,
                caught,
            });
            caught
        };
        if counts && state.charm >> target & 1 == 1 {
            state.phase = Phase::Charm;
        } else {
            self.take_effect(state, dice, observer);
        }
    }

    /// The dice lie as they will: what they do, and the attack itself.
    pub(super) fn take_effect<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Clash {
            slot,
            target,
            throw,
            stage,
            ..
        } = state.clash;
        let slot = &self.active_card(state).slots[usize::from(slot)];
        state.clash.stage = Stage::Targets;
        let caught = is_caught(state);
        let count = match (stage, slot.twist) {
            (Stage::Count, _) => {
                let netted = self.dice_netted(state, state.actor);
                (throw.sum() as u8).saturating_sub(netted)
            }
            (_, Twist::Net { penalty, .. }) => {
                state.clash.netted = if caught { penalty } else { 0 };
                self.certain_dice(state, state.actor, slot)
            }
            _ => {
                state.clash.pending = 0;
                if caught {
                    self.catch(state, observer);
                }
                return self.resolve(state, dice, observer);
            }
        };
        state.clash.thrown[0] = self.throw_at(state, target, count, dice);
        self.resolve(state, dice, observer);
    }

    /// of an effect's dice: keep; flip one that shows more than its other side; reroll some, the highest first.
    pub(super) fn charms_on_effect(&self, state: &State, options: &mut Options<Choice>) {
        let throw = state.clash.throw;
        options.push(Choice::Keep);
        let high = (4..=6).filter(|&face| throw.count(face) > 0);
        options.extend(high.map(Choice::Flip));
        let most = throw.at_least(2).min(self.rules.charm_rerolls);
        options.extend((1..=most).map(Choice::Reroll));
    }
}

/// Does the net catch the target with the dice that lie there?
fn is_caught(state: &State) -> bool {
    let Clash { target, throw, .. } = state.clash;
    throw.sum() >= u16::from(state.size[usize::from(target)])
}
