//! Dice that a card effect throws before the attack's own dice (rule ), if the target may use
//! a lucky charm against them (`rules.charm_effect_dice`). There are two kinds: the die that
//! determines the number of dice, and dice whose sum is compared with the target's size.

use super::cards::{AttackSlot, DiceCount, Manner};
use super::state::{AttackStage, Clash, FighterIndex, Phase, State};
use super::{Arena, Choice, Event};
use crate::game::chance::Throw;
use crate::game::{Chance, Observer, Options};

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
            // These dice do not wound by face: the lowest face that counts is 1.
            needed: 1,
            ..Clash::at(state, 1 << target)
        };
        if slot.dice != DiceCount::Rolled {
            let count = self.certain_dice(state, actor, slot);
            return self.throw_against_size(state, slot, count, dice, observer);
        }
        let face = dice.roll(usize::from(actor));
        state.clash.stage = AttackStage::Count;
        state.clash.throw = Throw::of(face);
        observer.see_in(Event::RollsDiceCount { fighter: actor, face }, state);
        self.ask_early(state, face > 1, dice, observer);
    }

    /// Throws the dice whose sum is compared with the target's size. These are the dice of an evil
    /// net, or else the `count` dice of the attack itself.
    fn throw_against_size<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        slot: &AttackSlot,
        count: u8,
        dice: &mut D,
        observer: &mut O,
    ) {
        let (actor, target) = (state.actor, state.clash.target);
        let throw = match slot.snare {
            Some(snare) => dice.throw(usize::from(actor), snare.dice),
            None => self.throw_at(state, target, count, dice),
        };
        state.clash.dice = count;
        state.clash.stage = AttackStage::Net;
        state.clash.throw = throw;
        let caught = is_caught(state);
        observer.see_in(Event::RollsNet { fighter: actor, target, throw, caught }, state);
        self.ask_early(state, caught, dice, observer);
    }

    /// Asks whether the target uses its lucky charm. Continues the attack at once if the target has
    /// no charm, or if `counts` is false: the dice have no effect that a charm could prevent.
    fn ask_early<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        counts: bool,
        dice: &mut D,
        observer: &mut O,
    ) {
        if counts && state.charm >> state.clash.target & 1 == 1 {
            state.phase = Phase::Charm;
        } else {
            self.take_effect(state, dice, observer);
        }
    }

    /// Applies the result of a card effect's dice, and then throws the dice that follow.
    pub(super) fn take_effect<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Clash { slot, target, throw, stage, dice: mut count, .. } = state.clash;
        let slot = &self.active_card(state).slots[usize::from(slot)];
        if stage == AttackStage::Count {
            let netted = self.dice_netted(state, state.actor);
            count = (throw.sum() as u8).saturating_sub(netted);
            if slot.snare.is_some() || slot.by_size {
                return self.throw_against_size(state, slot, count, dice, observer);
            }
        }
        state.clash.stage = AttackStage::Targets;
        let caught = is_caught(state);
        if slot.by_size {
            state.clash.pending = 0;
            if caught {
                self.wound(state, 1, observer);
            }
        } else {
            state.clash.netted = if caught { slot.snare_penalty() } else { 0 };
            state.clash.thrown[0] = self.throw_at(state, target, count, dice);
        }
        self.resolve(state, dice, observer);
    }

    /// Lists the options of a lucky charm against dice of a card effect (rule ): keep the
    /// charm; flip a die above 3; or reroll some dice, highest first.
    pub(super) fn charms_on_effect(&self, state: &State, options: &mut Options<Choice>) {
        let throw = state.clash.throw;
        options.push(Choice::Keep);
        let high = (4..=6).filter(|&face| throw.count(face) > 0);
        options.extend(high.map(Choice::Flip));
        let most = throw.at_least(2).min(self.rules.charm_rerolls);
        options.extend((1..=most).map(Choice::Reroll));
    }
}

/// Returns true if the sum of the current dice is at least the size of the attack's target.
fn is_caught(state: &State) -> bool {
    let Clash { target, throw, .. } = state.clash;
    throw.sum() >= u16::from(state.size[usize::from(target)])
}
