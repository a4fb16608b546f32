//! Adds the expected results of attacks to the features of an option.

use super::promise::Promise;
use super::{AttackValue, Opportunity, Valuation};
use crate::game::FeatureRow;
use crate::games::arena::cards::{AttackSlot, Manner};
use crate::games::arena::features::dice::Bowl;
use crate::games::arena::features::{F, one_if};
use crate::games::arena::odds::{DiceIndex, Expected};
use crate::games::arena::state::{FighterIndex, MAX_FIGHTERS};

impl Valuation<'_> {
    /// Adds the expected result of `dice` dice of an attack to an option's features.
    pub fn add_dice(&self, row: &mut FeatureRow, slot: &AttackSlot, dice: u8, at: &Opportunity) {
        let promise = Promise::of_dice(self.view, DiceIndex::of(dice), at.target, at.needed);
        self.write(row, slot, at, &promise);
    }

    /// Adds the expected result for a further target of a Strike to an option's features. A single
    /// die hits this target with probability `chance`.
    pub fn add_splinter(
        &self,
        row: &mut FeatureRow,
        strike: &AttackSlot,
        target: FighterIndex,
        chance: f32,
    ) {
        let mut promise = Promise::default();
        promise.add(chance, &Promise::of_one_wound(self.view, target));
        self.write(row, strike, &Opportunity::sure(target, 0), &promise);
    }

    /// Adds the expected result of a bowling strike on these targets, in the order of `line`, to an
    /// option's features.
    pub fn add_bowl(&self, row: &mut FeatureRow, strike: &AttackValue<'_>, line: &[FighterIndex]) {
        let (view, slot) = (self.view, &strike.profile.slot);
        let odds = &view.arena().odds;
        for (dice, chance) in self.throws_at(strike, line[0]) {
            let (mut lives, mut tokens) = (Bowl::new(odds, dice), Bowl::new(odds, dice));
            for &target in line {
                let needed = self.needed_exactly(strike, target);
                let suit = view.wears_suit(target);
                let expected = lives.meet(needed, suit, view.lp(target));
                let firsts = match view.first_wounds(target) {
                    firsts if self.hoarded => tokens.meet(needed, suit, firsts).wounds,
                    firsts => one_if(firsts > 0) * expected.any,
                };
                let at = Opportunity { target, chance, needed };
                self.write(row, slot, &at, &Promise { expected, firsts });
            }
        }
    }

    /// Adds the expected result of a possible attack to an option's features.
    #[inline]
    pub fn add(&self, row: &mut FeatureRow, attack: &AttackValue<'_>, at: &Opportunity) {
        if attack.plain {
            self.add_plain(row, attack, at);
        } else {
            self.add_intricate(row, attack, at);
        }
    }

    /// Adds the expected result of a possible attack, which the precomputed tables have, to an
    /// option's features.
    #[inline]
    pub(super) fn add_plain(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        at: &Opportunity,
    ) {
        let target = self.target(at.target);
        let expected = self.view.arena().odds.against(attack.dice, target.in_odds, at.needed);
        let bonus = expected.any * target.worth.any;
        self.write_with(row, &attack.profile.slot, at, expected, bonus);
    }

    /// Adds the expected result of a possible attack to an option's features. Unlike `add`, does
    /// not require that the result is in the precomputed tables.
    #[inline(never)]
    fn add_intricate(&self, row: &mut FeatureRow, attack: &AttackValue<'_>, at: &Opportunity) {
        self.add_promise(row, attack, at, &self.promise(attack, at.target, at.needed));
    }

    #[inline]
    pub(super) fn add_promise(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        at: &Opportunity,
        promise: &Promise,
    ) {
        let slot = &attack.profile.slot;
        if slot.manner == Manner::Skull {
            row[F::Hinder as usize] += at.chance * promise.expected.wounds;
            return;
        }
        self.write(row, slot, at, promise);
        if slot.by_size {
            // Dice that are compared with a size do not wound, so the target may not use a charm
            // against them.
            row[F::Answers as usize] -= at.chance * promise.expected.any * self.charm(at.target);
        }
        if self.view.arena().asks_early(slot) {
            self.write_early_answers(row, attack, at, promise);
        }
    }

    /// Adds the expected result of an attack on one target to an option's features.
    fn write(&self, row: &mut FeatureRow, slot: &AttackSlot, at: &Opportunity, promise: &Promise) {
        self.write_with(row, slot, at, &promise.expected, promise.firsts * self.first);
    }

    /// Adds the expected result of an attack on one target to an option's features. `bonus` is the
    /// number of additional points for first wounds.
    #[inline]
    pub(super) fn write_with(
        &self,
        row: &mut FeatureRow,
        slot: &AttackSlot,
        at: &Opportunity,
        expected: &Expected,
        bonus: f32,
    ) {
        let Opportunity { target, chance, .. } = *at;
        let wounds = chance * expected.wounds;
        let kill = chance * expected.kill;
        row[F::Wounds as usize] += wounds;
        row[F::Answers as usize] += chance * expected.any * self.charm(target);
        if self.friends >> target & 1 == 1 {
            row[F::Friends as usize] += wounds;
        } else {
            row[F::Kills as usize] += kill;
            row[F::Rival as usize] += wounds * self.rival[usize::from(target) % MAX_FIGHTERS];
        }
        row[F::Points as usize] += wounds + chance * bonus;
        row[F::Rocks as usize] += kill * self.rocks_after(target);
        if self.by_trophies {
            self.write_trophies(row, target, wounds, kill);
        }
        if let Some(besides) = &slot.on_wound {
            self.write_besides(row, besides, at, expected, bonus);
        }
    }

    /// Adds the expected trophy points to an option's features. A wound counts as a fraction of the
    /// target's trophy points; an elimination gives the attacker all of them.
    #[inline(never)]
    fn write_trophies(&self, row: &mut FeatureRow, target: FighterIndex, wounds: f32, kill: f32) {
        let points = f32::from(self.view.trophy_points(target));
        let each = points / f32::from(self.view.size(target));
        row[F::Points as usize] += wounds * (each - 1.0);
        if self.friends >> target & 1 == 0 {
            row[F::Trophies as usize] += kill * points;
        }
    }
}
