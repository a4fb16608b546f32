//! Contributions of a card's special effects to the expected result of an attack: effects that
//! follow a wound, and lucky charms used against dice of effects.

use super::promise::Promise;
use super::{AttackValue, Opportunity, Valuation};
use crate::game::FeatureRow;
use crate::games::arena::cards::{DiceCount, OnWound};
use crate::games::arena::features::F;
use crate::games::arena::odds::{DiceIndex, Expected};
use crate::games::arena::parts::Regain;

impl Valuation<'_> {
    /// Adds the effects that follow a wound, such as an electroshock or a net, to an option's
    /// features.
    #[inline(never)]
    pub(super) fn write_besides(
        &self,
        row: &mut FeatureRow,
        besides: &OnWound,
        at: &Opportunity,
        expected: &Expected,
        bonus: f32,
    ) {
        let Opportunity { target, chance, .. } = *at;
        let kill = chance * expected.kill;
        let mut gained = 0;
        if besides.drain {
            let wounds = chance * expected.wounds;
            row[F::Life as usize] += wounds;
            if !self.by_trophies {
                row[F::Points as usize] -= wounds + chance * bonus;
            }
            gained = self.view.lp(target);
        }
        if besides.regain != Regain::default() {
            let most = besides.regain.of(self.view.size(target));
            let lp = self.view.lp(self.me).saturating_add(gained);
            let missing = self.view.size(self.me).saturating_sub(lp);
            let regained = match self.view.arena().rules.regain_above_size {
                true => most,
                false => most.min(missing),
            };
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
    pub(super) fn write_early_answers(
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
