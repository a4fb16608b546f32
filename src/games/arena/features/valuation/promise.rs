//! The expected result of an attack on one target, also where it is not in the precomputed tables.

use super::{AttackValue, Opportunity, Valuation};
use crate::games::arena::features::{DiceIndex, Expected, Needed, TargetIndex, one_if};
use crate::games::arena::{AttackSlot, DiceCount, FighterIndex, Manner, View};

/// The expected result of an attack on one target, and the expected number of first-wound tokens
/// taken.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Promise {
    pub expected: Expected,
    pub firsts: f32,
}

impl Promise {
    /// Returns the expected result of an attack with these dice on a target.
    #[inline]
    pub fn of_dice(view: View<'_>, dice: DiceIndex, target: FighterIndex, needed: Needed) -> Self {
        let suit = view.wears_suit(target);
        let against =
            |tokens| view.arena().odds.against(dice, TargetIndex::new(tokens, suit), needed);
        // Each first-wound token needs a wound of its own to be taken.
        Promise {
            expected: *against(view.lp(target)),
            firsts: against(view.first_wounds(target)).wounds,
        }
    }

    /// Returns the result of an attack that deals a single wound.
    #[inline]
    pub fn of_one_wound(view: View<'_>, target: FighterIndex) -> Self {
        let expected = Expected::one_wound(view.lp(target));
        Promise { expected, firsts: one_if(view.first_wound(target)) }
    }

    /// Returns the expected result of an attack if a sum of dice reaches the target's size with
    /// probability `caught`. In that case, the attack deals a single wound, or the target's defense
    /// against these dice is lower.
    #[inline]
    pub fn of_sum(
        view: View<'_>,
        slot: &AttackSlot,
        caught: f32,
        dice: DiceIndex,
        target: FighterIndex,
        needed: Needed,
    ) -> Self {
        let mut sum = Promise::default();
        if slot.by_size {
            sum.add(caught, &Promise::of_one_wound(view, target));
        } else {
            let against = |needed| Promise::of_dice(view, dice, target, needed);
            sum.add(caught, &against(needed - slot.snare_penalty()));
            sum.add(1.0 - caught, &against(needed));
        }
        sum
    }

    /// Adds another result, weighted with its probability.
    #[inline]
    pub fn add(&mut self, chance: f32, other: &Promise) {
        self.expected.add(chance, &other.expected);
        self.firsts += chance * other.firsts;
    }
}

impl Valuation<'_> {
    /// Returns the expected result of an attack on one target. For a mystical skull, the field
    /// `wounds` is the number of wounds that the skull is expected to prevent.
    #[inline]
    pub(super) fn promise(&self, attack: &AttackValue<'_>, at: &Opportunity) -> Promise {
        let (view, slot) = (self.view, &attack.profile.slot);
        let Opportunity { target, needed, .. } = *at;
        if slot.manner == Manner::Skull {
            let wounds = 0.5 * self.threat_of(target);
            return Promise { expected: Expected { wounds, ..Expected::default() }, firsts: 0.0 };
        }
        let reached = |dice| view.arena().odds.sum_at_least(dice, view.size(target));
        let caught = match slot.snare {
            _ if slot.by_size => {
                self.throws_at(attack, target).map(|(dice, way)| way * reached(dice)).sum()
            }
            Some(snare) => reached(snare.dice),
            None => {
                let needed = self.needed_of(slot, target, needed);
                return Promise::of_dice(view, attack.dice, target, needed);
            }
        };
        let needed = self.needed_of(slot, target, needed);
        Promise::of_sum(view, slot, caught, attack.dice, target, needed)
    }

    /// Iterates over the possible numbers of dice of an attack with the deciding fighter's active
    /// card, each with its probability.
    #[inline]
    pub(super) fn throws(&self, slot: &AttackSlot) -> impl Iterator<Item = (u8, f32)> + use<> {
        let netted = self.view.is_netted(self.me);
        let less = u8::from(netted) * self.view.arena().rules.bramble_dice;
        let certain = self.view.certain_dice(slot, 0, netted);
        let rolled = slot.dice == DiceCount::Rolled;
        let ways: u8 = if rolled { 6 } else { 1 };
        (1..=ways).map(move |face| match rolled {
            true => (face.saturating_sub(less), 1.0 / 6.0),
            false => (certain, 1.0),
        })
    }

    /// Iterates over the possible numbers of dice of an attack on this target, each with its
    /// probability. If the target wears a blinding suit, the numbers are one lower.
    pub fn throws_at(
        &self,
        attack: &AttackValue<'_>,
        target: FighterIndex,
    ) -> impl Iterator<Item = (u8, f32)> + use<> {
        let suit = u8::from(self.view.wears_suit(target));
        let throws = self.throws(&attack.profile.slot);
        throws.map(move |(dice, way)| (dice.saturating_sub(suit), way))
    }

    /// Returns the number of wounds expected from an opponent's next action, assuming that half of
    /// its dice hit.
    fn threat_of(&self, enemy: FighterIndex) -> f32 {
        let view = self.view;
        let threat = view.sheet(enemy).threats.of(view.next_cards(enemy));
        let distance = view.distance(enemy);
        0.5 * (threat.melee(distance) + threat.shots(distance)) / threat.cards()
    }
}
