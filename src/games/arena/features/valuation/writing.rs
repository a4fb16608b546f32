//! Adds the expected results of attacks to the features of an option, with the effects that follow
//! a wound, and with the lucky charms that the targets may use.

use super::promise::Promise;
use super::{AttackValue, Opportunity, Valuation};
use crate::games::arena::cards::OnWound;
use crate::games::arena::features::dice::Bowl;
use crate::games::arena::features::{DiceIndex, F, one_if};
use crate::games::arena::{
    AttackSlot, DiceCount, FeatureRow, FighterIndex, MAX_FIGHTERS, Manner, Regain,
};

impl Valuation<'_> {
    /// Adds the expected result of `dice` dice of an attack to an option's features.
    pub fn add_dice(&self, row: &mut FeatureRow, slot: &AttackSlot, dice: u8, at: &Opportunity) {
        let promise = Promise::of_dice(self.view, DiceIndex::of(dice), at.target, at.needed);
        self.write(row, slot, at, &promise);
    }

    /// Adds the expected result for a further target of a Strike to an option's features. A single
    /// die hits this target with the probability `at.chance`.
    pub fn add_splinter(&self, row: &mut FeatureRow, strike: &AttackSlot, at: &Opportunity) {
        self.write(row, strike, at, &Promise::of_one_wound(self.view, at.target));
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
        let expected = *self.view.arena().odds.against(attack.dice, target.in_odds, at.needed);
        let firsts = expected.any * one_if(self.view.first_wound(at.target));
        self.write(row, &attack.profile.slot, at, &Promise { expected, firsts });
    }

    /// Adds the expected result of a possible attack to an option's features. Unlike `add`, does
    /// not require that the result is in the precomputed tables.
    #[inline(never)]
    fn add_intricate(&self, row: &mut FeatureRow, attack: &AttackValue<'_>, at: &Opportunity) {
        self.add_promise(row, attack, at, &self.promise(attack, at));
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
    #[inline]
    fn write(&self, row: &mut FeatureRow, slot: &AttackSlot, at: &Opportunity, promise: &Promise) {
        let (Opportunity { target, chance, .. }, expected) = (*at, &promise.expected);
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
        row[F::Points as usize] += wounds + chance * (promise.firsts * self.first);
        row[F::Rocks as usize] += kill * self.rocks_after(target);
        if self.by_trophies {
            self.write_trophies(row, target, wounds, kill);
        }
        if let Some(besides) = &slot.on_wound {
            self.write_besides(row, besides, at, promise);
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

    /// Adds the effects that follow a wound, such as an electroshock or a net, to an option's
    /// features.
    #[inline(never)]
    fn write_besides(
        &self,
        row: &mut FeatureRow,
        besides: &OnWound,
        at: &Opportunity,
        promise: &Promise,
    ) {
        let (Opportunity { target, chance, .. }, expected) = (*at, &promise.expected);
        let kill = chance * expected.kill;
        let mut gained = 0;
        if besides.drain {
            let wounds = chance * expected.wounds;
            row[F::Life as usize] += wounds;
            if !self.by_trophies {
                row[F::Points as usize] -= wounds + chance * (promise.firsts * self.first);
            }
            gained = self.view.lp(target);
        }
        if besides.regain != Regain::default() {
            let mut regained = besides.regain.of(self.view.size(target));
            if !self.view.arena().rules.regain_above_size {
                let lp = self.view.lp(self.me).saturating_add(gained);
                regained = regained.min(self.view.size(self.me).saturating_sub(lp));
            }
            row[F::Life as usize] += kill * f32::from(regained);
            gained = gained.saturating_add(regained);
        }
        let rocks = self.rocks_after(target);
        if rocks > 0.0 && gained > 0 {
            row[F::Rocks as usize] += kill * (self.rocks_with(gained) - rocks);
        }
        if besides.shift != 0 {
            row[F::Hinder as usize] += chance * expected.any;
        }
        if besides.net && !self.view.is_netted(target) {
            // A target that is eliminated is not caught in the net.
            row[F::Hinder as usize] += chance * (expected.any - expected.kill);
        }
    }

    /// Adds to an option's features the probability that the target can use its lucky charm only
    /// because an effect throws dice before the attack's own dice.
    #[inline(never)]
    fn write_early_answers(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        opportunity: &Opportunity,
        promise: &Promise,
    ) {
        let Opportunity { target, chance, needed } = *opportunity;
        let slot = &attack.profile.slot;
        let odds = &self.view.arena().odds;
        let (size, needed) = (self.view.size(target), self.needed_of(slot, target, needed));
        let any = |dice, needed| odds.against(dice, self.target(target).in_odds, needed).any;
        // Returns the probability that the target may use its charm later: against dice compared
        // with its size, or against the attack's own dice.
        let later = |dice, certain: u8| match slot.snare {
            Some(snare) => {
                let caught = odds.sum_at_least(snare.dice, size);
                caught + (1.0 - caught) * any(dice, needed)
            }
            None if slot.by_size => {
                let suit = u8::from(self.view.wears_suit(target));
                odds.sum_at_least(certain.saturating_sub(suit), size)
            }
            None => any(dice, needed),
        };
        let asked = if slot.dice == DiceCount::Rolled {
            // The target may use its charm against any face of this die except 1.
            let netted = u8::from(self.view.is_netted(self.me));
            let one = 1u8.saturating_sub(netted * self.view.arena().rules.bramble_dice);
            5.0 / 6.0 + later(DiceIndex::of(one), one) / 6.0
        } else {
            let (dice, _) = self.throws(slot).next().unwrap_or_default();
            later(attack.dice, dice)
        };
        let known = if slot.by_size { 0.0 } else { promise.expected.any };
        row[F::Answers as usize] += chance * (asked - known) * self.charm(target);
    }
}
