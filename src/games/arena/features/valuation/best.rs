//! Chooses the best of several attacks, and adds its expected result to the features of an option.

use arrayvec::ArrayVec;

use super::promise::Promise;
use super::{AttackValue, Opportunity, Target, Valuation};
use crate::games::arena::board::MAX_ZONES;
use crate::games::arena::features::Expected;
use crate::games::arena::{FeatureRow, FighterIndex, MAX_FIGHTERS, Manner};

impl Valuation<'_> {
    #[inline]
    fn worth(&self, target: FighterIndex, chance: f32, expected: &Expected) -> f32 {
        let Target { wound, any, kill, .. } = self.target(target);
        chance * (expected.wounds * wound + expected.any * any + expected.kill * kill)
    }

    /// Adds the expected result of the best use of an attack, with up to `uses` targets, to an
    /// option's features. `opportunities` has at most one entry for each fighter.
    #[inline(always)]
    pub fn add_best(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        uses: u8,
        opportunities: impl Iterator<Item = Opportunity>,
    ) {
        if !attack.plain {
            let opportunities: ArrayVec<Opportunity, MAX_FIGHTERS> = opportunities.collect();
            return self.add_best_intricate(row, attack, uses, &opportunities);
        }
        let odds = &self.view.arena().odds;
        let mut all = [Opportunity::default(); MAX_FIGHTERS];
        let (mut best, mut most) = (0, 0.0);
        for (index, opportunity) in (0..MAX_FIGHTERS).zip(opportunities) {
            let Opportunity { target, chance, needed } = opportunity;
            let expected = odds.against(attack.dice, self.target(target).in_odds, needed);
            let worth = self.worth(target, chance, expected);
            all[index] = opportunity;
            best = if worth > most { index } else { best };
            most = if worth > most { worth } else { most };
        }
        if most > 0.0 {
            self.add_plain(row, attack, &all[best]);
        }
    }

    /// Adds the expected result of the best use of an attack to an option's features. Unlike
    /// `add_best`, does not require that the results are in the precomputed tables.
    #[inline(never)]
    fn add_best_intricate(
        &self,
        row: &mut FeatureRow,
        attack: &AttackValue<'_>,
        uses: u8,
        opportunities: &[Opportunity],
    ) {
        let slot = &attack.profile.slot;
        let mut promises = [Promise::default(); MAX_FIGHTERS];
        let mut worths = [0.0; MAX_FIGHTERS];
        for (index, opportunity) in opportunities.iter().enumerate() {
            let promise = self.promise(attack, opportunity);
            worths[index] = self.worth(opportunity.target, opportunity.chance, &promise.expected);
            promises[index] = promise;
        }
        if slot.manner == Manner::Area {
            // An area attack hits everyone in the best zone.
            let zone = |opportunity: &Opportunity| usize::from(self.view.zone(opportunity.target));
            let mut of_zone = [0.0; MAX_ZONES];
            for (opportunity, worth) in opportunities.iter().zip(worths) {
                of_zone[zone(opportunity)] += worth;
            }
            let (best, _) = greatest(&of_zone);
            for (opportunity, promise) in opportunities.iter().zip(&promises) {
                if zone(opportunity) == best {
                    self.add_promise(row, attack, opportunity, promise);
                }
            }
            return;
        }
        let wanted = if slot.manner == Manner::Pair || uses == 2 { 2 } else { 1 };
        for _ in 0..wanted {
            let (best, worth) = greatest(&worths);
            if worth > 0.0 {
                self.add_promise(row, attack, &opportunities[best], &promises[best]);
                worths[best] = 0.0;
            }
        }
    }
}

/// Returns the index and the value of the largest positive number in a list; of equal numbers, the
/// first. Returns `(0, 0.0)` if no number is positive.
fn greatest(numbers: &[f32]) -> (usize, f32) {
    let mut best = (0, 0.0);
    for (index, &number) in numbers.iter().enumerate() {
        if number > best.1 {
            best = (index, number);
        }
    }
    best
}
