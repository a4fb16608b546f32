//! The expected result of an attack on one target, also where it is not in the precomputed tables.

use super::{AttackValue, Valuation};
use crate::games::arena::cards::{AttackSlot, DiceCount, Manner};
use crate::games::arena::features::one_if;
use crate::games::arena::odds::{DiceIndex, Expected, Needed, TargetIndex};
use crate::games::arena::state::FighterIndex;

/// The expected result of an attack on one target, and the expected number of first-wound tokens
/// taken.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Promise {
    pub expected: Expected,
    pub firsts: f32,
}

impl Valuation<'_> {
    /// Returns the expected result of an attack on one target. For a mystical skull, the field
    /// `wounds` is the number of wounds that the skull is expected to prevent.
    #[inline]
    pub(super) fn promise(
        &self,
        attack: &AttackValue<'_>,
        target: FighterIndex,
        needed: Needed,
    ) -> Promise {
        let odds = &self.view.arena().odds;
        let slot = &attack.profile.slot;
        if slot.manner == Manner::Skull {
            return Promise {
                expected: Expected { wounds: 0.5 * self.threat_of(target), ..Expected::default() },
                firsts: 0.0,
            };
        }
        let size = self.view.size(target);
        if slot.by_size {
            let throws = self.throws_at(attack, target);
            let reached = throws.map(|(dice, way)| way * odds.sum_at_least(dice, size));
            return self.single(target, reached.sum());
        }
        let needed = self.needed_of(slot, target, needed);
        let against = |needed| self.against(attack.dice, target, needed);
        match slot.snare {
            Some(snare) => blend(
                against(needed - snare.penalty),
                against(needed),
                odds.sum_at_least(snare.dice, size),
            ),
            None => against(needed),
        }
    }

    /// Returns the number that a die must show to wound this target. It includes the attack's bonus
    /// against targets with few life points, or its penalty against others.
    pub fn needed_of(&self, slot: &AttackSlot, target: FighterIndex, needed: Needed) -> Needed {
        needed - (slot.bonus_against(self.view.lp(target)) - slot.bonus)
    }

    /// Returns the expected result of an attack with these dice on a target.
    #[inline]
    pub(super) fn against(&self, dice: DiceIndex, target: FighterIndex, needed: Needed) -> Promise {
        let odds = &self.view.arena().odds;
        let expected = *odds.against(dice, self.target(target).in_odds, needed);
        let firsts = match self.view.first_wounds(target) {
            0 => 0.0,
            1 => expected.any,
            // Each first-wound token needs a wound of its own to be taken.
            firsts => {
                let (.., suits) = self.view.protected();
                let tokens = TargetIndex::new(firsts, suits >> target & 1 == 1);
                odds.against(dice, tokens, needed).wounds
            }
        };
        Promise { expected, firsts }
    }

    /// Returns the expected result of an attack that deals a single wound with probability
    /// `chance`.
    #[inline]
    pub(super) fn single(&self, target: FighterIndex, chance: f32) -> Promise {
        Promise {
            expected: Expected {
                wounds: chance,
                any: chance,
                kill: chance * one_if(self.view.lp(target) == 1),
            },
            firsts: chance * one_if(self.view.first_wound(target)),
        }
    }

    /// Iterates over the possible numbers of dice of an attack with the deciding fighter's active
    /// card, each with its probability.
    #[inline]
    pub(super) fn throws(&self, slot: &AttackSlot) -> impl Iterator<Item = (u8, f32)> + use<> {
        let netted = self.view.is_netted(self.me);
        let less = u8::from(netted) * self.view.arena().rules.bramble_dice;
        let certain = self.view.certain_dice(self.me, slot, 0, netted);
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
        let suit = u8::from(self.wears_suit(target));
        let throws = self.throws(&attack.profile.slot);
        throws.map(move |(dice, way)| (dice.saturating_sub(suit), way))
    }

    #[inline]
    pub fn wears_suit(&self, target: FighterIndex) -> bool {
        let (.., suits) = self.view.protected();
        suits >> target & 1 == 1
    }

    /// Returns the probability that at least one of `dice` dice shows `needed` or more.
    pub fn any_of(&self, dice: u8, needed: Needed) -> f32 {
        let odds = &self.view.arena().odds;
        let somebody = TargetIndex::new(1, false);
        odds.against(DiceIndex::of(dice), somebody, needed).any
    }

    /// Returns the number of wounds expected from an opponent's next action, assuming that half of
    /// its dice hit.
    fn threat_of(&self, enemy: FighterIndex) -> f32 {
        let view = self.view;
        let threat = view.sheet(enemy).threats.of(view.next_cards(enemy));
        let distance = view.board().distance(view.zone(enemy), view.zone(self.me));
        0.5 * (threat.melee(distance) + threat.shots(distance)) / threat.cards()
    }
}

/// Returns the weighted mean of two expected results: `a` with weight `chance` and `b` with weight
/// `1 - chance`.
fn blend(a: Promise, b: Promise, chance: f32) -> Promise {
    let mix = |a: f32, b: f32| chance * a + (1.0 - chance) * b;
    Promise {
        expected: Expected {
            wounds: mix(a.expected.wounds, b.expected.wounds),
            any: mix(a.expected.any, b.expected.any),
            kill: mix(a.expected.kill, b.expected.kill),
        },
        firsts: mix(a.firsts, b.firsts),
    }
}
