//! Adds the expected results of attacks to the features of an option.

use super::promise::Promise;
use super::{AttackValue, Opportunity, Valuation};
use crate::game::FeatureRow;
use crate::games::arena::cards::{AttackSlot, Manner};
use crate::games::arena::features::dice::Bowl;
use crate::games::arena::features::{F, one_if};
use crate::games::arena::odds::{DiceIndex, Expected, Needed};
use crate::games::arena::state::{FighterIndex, MAX_FIGHTERS};

impl Valuation<'_> {
    /// Adds the expected result of `dice` dice of an attack, weighted with probability `chance`, to
    /// an option's features.
    pub fn add_dice(
        &self,
        row: &mut FeatureRow,
        slot: &AttackSlot,
        dice: u8,
        chance: f32,
        target: FighterIndex,
        needed: Needed,
    ) {
        let promise = self.against(DiceIndex::of(dice), target, needed);
        self.write(row, slot, target, chance, &promise);
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
        let promise = self.single(target, chance);
        self.write(row, strike, target, 1.0, &promise);
    }

    /// Adds the expected result of a bowling strike on these targets, in the order of `line`, to an
    /// option's features.
    pub fn add_bowl(
        &self,
        row: &mut FeatureRow,
        slot: &AttackSlot,
        line: &[FighterIndex],
        needed: impl Fn(FighterIndex) -> Needed,
    ) {
        let less = line.first().is_some_and(|&first| self.wears_suit(first));
        let odds = &self.view.arena().odds;
        for (dice, way) in self.throws(slot) {
            let dice = dice.saturating_sub(u8::from(less));
            let (mut lives, mut tokens) = (Bowl::new(odds, dice), Bowl::new(odds, dice));
            for &target in line {
                let suit = self.wears_suit(target);
                let expected = lives.meet(needed(target), suit, self.view.lp(target));
                let firsts = match self.view.first_wounds(target) {
                    firsts if self.hoarded => tokens.meet(needed(target), suit, firsts).wounds,
                    firsts => one_if(firsts > 0) * expected.any,
                };
                self.write(row, slot, target, way, &Promise { expected, firsts });
            }
        }
    }

    /// Adds the expected result of a possible attack to an option's features.
    #[inline]
    pub fn add(&self, row: &mut FeatureRow, attack: &AttackValue<'_>, opportunity: &Opportunity) {
        let Opportunity { target, chance, needed } = *opportunity;
        let slot = &attack.profile.slot;
        if attack.plain {
            let of_target = self.target(target);
            let odds = &self.view.arena().odds;
            let expected = odds.against(attack.dice, of_target.in_odds, needed);
            let bonus = expected.any * of_target.worth.any;
            self.write_with(row, slot, target, chance, expected, bonus);
        } else {
            self.add_intricate(row, attack, opportunity);
        }
    }

    /// Adds the expected result of a possible attack to an option's features. Unlike `add`, does
    /// not require that the result is in the precomputed tables.
    #[inline(never)]
    fn add_intricate(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        opportunity: &Opportunity,
    ) {
        let promise = self.promise(attack, opportunity.target, opportunity.needed);
        self.add_promise(row, attack, opportunity, &promise);
    }

    #[inline]
    pub(super) fn add_promise(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        opportunity: &Opportunity,
        promise: &Promise,
    ) {
        let Opportunity { target, chance, .. } = *opportunity;
        if attack.profile.slot.manner == Manner::Skull {
            row[F::Hinder as usize] += chance * promise.expected.wounds;
        } else {
            let slot = &attack.profile.slot;
            self.write(row, slot, target, chance, promise);
            if slot.by_size {
                // Dice that are compared with a size do not wound, so the target may not use a
                // charm against them.
                row[F::Answers as usize] -= chance * promise.expected.any * self.charm(target);
            }
            if self.view.arena().asks_early(slot) {
                self.write_early_answers(row, attack, opportunity, promise);
            }
        }
    }

    /// Adds the expected result of an attack on one target, weighted with `chance`, to an option's
    /// features.
    fn write(
        &self,
        row: &mut FeatureRow,
        slot: &AttackSlot,
        target: FighterIndex,
        chance: f32,
        promise: &Promise,
    ) {
        let bonus = promise.firsts * self.first;
        self.write_with(row, slot, target, chance, &promise.expected, bonus);
    }

    /// Adds the expected result of an attack on one target to an option's features. `bonus` is the
    /// number of additional points for first wounds.
    #[inline]
    pub(super) fn write_with(
        &self,
        row: &mut FeatureRow,
        slot: &AttackSlot,
        target: FighterIndex,
        chance: f32,
        expected: &Expected,
        bonus: f32,
    ) {
        let t = usize::from(target) % MAX_FIGHTERS;
        let wounds = chance * expected.wounds;
        let kill = chance * expected.kill;
        row[F::Wounds as usize] += wounds;
        row[F::Answers as usize] += chance * expected.any * self.charm(target);
        if self.friends >> target & 1 == 1 {
            row[F::Friends as usize] += wounds;
        } else {
            row[F::Kills as usize] += kill;
            row[F::Rival as usize] += wounds * self.rival[t];
        }
        row[F::Points as usize] += wounds + chance * bonus;
        row[F::Rocks as usize] += kill * self.rocks_after(target);
        if self.by_trophies {
            self.write_trophies(row, target, wounds, kill);
        }
        if let Some(besides) = &slot.on_wound {
            self.write_besides(row, besides, target, chance, expected, bonus);
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
