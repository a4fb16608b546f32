//! What an attack promises, exactly where the dice say it exactly.

use arrayvec::ArrayVec;

use super::super::board::{Fighters, MAX_ZONES, members};
use super::super::cards::{DiceCount, Sharing, Slot, Twist};
use super::super::odds::{DiceIndex, Entry, Expected, Needed, ROLLED, TargetIndex};
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::{Scoring, View};
use super::profile::SlotProfile;
use super::{F, one_if};
use crate::games::FeatureRow;

/// A slot of one of my cards, its dice counted.
#[derive(Clone, Copy)]
pub(super) struct Attack<'a> {
    pub profile: &'a SlotProfile,
    dice: DiceIndex,
}

/// One attack that could be made: at whom, how likely it comes to that, and what a die then needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opportunity {
    pub target: FighterIndex,
    pub chance: f32,
    pub needed: Needed,
}

/// What wounds on a fighter are worth to me: points as they count, an elimination like two, a teammate's wound like two lost.
/// The one measure by which the best of several attacks in reach is taken.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    wound: f32,
    /// Of the first: what a first wound token is worth more than another.
    any: f32,
    kill: f32,
}

/// Someone who may be attacked.
#[derive(Debug, Clone, Copy, Default)]
struct Target {
    in_odds: TargetIndex,
    worth: Worth,
}

/// What a trophy point adds to the worth of an elimination, which is 2 without.
const TROPHY: f32 = 0.15;

/// What attacks are worth to the fighter who decides.
pub(super) struct Valuation<'a> {
    pub view: View<'a>,
    pub me: FighterIndex,
    friends: Fighters,
    targets: [Target; MAX_FIGHTERS],
    /// A fighter's share of the top opponent's popularity points.
    rival: [f32; MAX_FIGHTERS],
    /// Do trophies score?
    by_trophies: bool,
}

impl<'a> Valuation<'a> {
    #[inline]
    pub fn new(view: View<'a>) -> Self {
        let me = view.me();
        let mut valuation = Valuation {
            view,
            me,
            friends: view.team(me),
            targets: [Target::default(); MAX_FIGHTERS],
            rival: [0.0; MAX_FIGHTERS],
            by_trophies: false,
        };
        let mut top = 1;
        for enemy in members(view.enemies(me)) {
            top = top.max(view.points(enemy));
        }
        let per_top = 1.0 / f32::from(top);
        let first = f32::from(view.arena().rules.first_wound) - 1.0;
        let (.., suits) = view.protected();
        let by_trophies = view.arena().rules.scoring == Scoring::Trophies;
        valuation.by_trophies = by_trophies;
        let target = |fighter: FighterIndex, wound, kill| {
            let mut worth = Worth {
                wound,
                any: one_if(view.first_wound(fighter)) * first,
                kill,
            };
            if by_trophies {
                worth.any = 0.0;
                worth.kill += TROPHY * kill * f32::from(view.trophy_points(fighter));
            }
            let in_odds = TargetIndex::new(view.lp(fighter), suits >> fighter & 1 == 1);
            Target { in_odds, worth }
        };
        for enemy in members(view.enemies(me)) {
            let rival = f32::from(view.points(enemy)) * per_top;
            valuation.rival[usize::from(enemy)] = rival;
            valuation.targets[usize::from(enemy)] = target(enemy, 1.0 + 0.5 * rival, 2.0);
        }
        for friend in members(view.alive() & valuation.friends & !(1 << me)) {
            valuation.targets[usize::from(friend)] = target(friend, -1.0, 0.0);
        }
        valuation
    }

    #[inline]
    fn target(&self, fighter: FighterIndex) -> &Target {
        &self.targets[usize::from(fighter) % MAX_FIGHTERS]
    }

    /// A slot of one of my cards, with `more` cards lying before me than lie there now.
    #[inline]
    pub fn attack(&self, of_slot: &'a SlotProfile, more: u8) -> Attack<'a> {
        let dice = match of_slot.slot.dice {
            DiceCount::Fixed(_) | DiceCount::Rolled if !self.view.is_netted(self.me) => {
                of_slot.dice
            }
            // A netted fighter's card to come finds it free of the net, mostly.
            DiceCount::Fixed(_) | DiceCount::Rolled if more > 0 => of_slot.dice,
            DiceCount::Rolled => of_slot.dice,
            _ => DiceIndex::of(self.view.certain_dice(self.me, &of_slot.slot, more)),
        };
        Attack {
            profile: of_slot,
            dice,
        }
    }

    /// The defense in force of a fighter.
    #[inline]
    pub fn defense(&self, fighter: FighterIndex) -> Needed {
        self.view
            .defense(fighter)
            .map_or(ROLLED, |face| face as Needed)
    }

    /// What a die needs to wound a target behind this defense, shot from far or not.
    #[inline]
    pub fn needed(&self, attack: &Attack<'_>, defense: Needed, far: bool) -> Needed {
        defense - attack.profile.modifiers[usize::from(far)]
    }

    /// What an attack does to one target. A skull does no wounds: here they are what it is expected to spare me.
    fn expected(&self, attack: &Attack<'_>, target: FighterIndex, needed: Needed) -> Expected {
        let odds = &self.view.arena().odds;
        let in_odds = self.target(target).in_odds;
        let against = |needed| *odds.against(attack.dice, in_odds, needed);
        let slot = &attack.profile.slot;
        match slot.twist {
            _ if slot.sharing == Sharing::Skull => Expected {
                wounds: 0.5 * self.threat_of(target),
                any: 0.0,
                kill: 0.0,
            },
            Twist::Net { dice, penalty } => blend(
                against(needed - penalty),
                against(needed),
                odds.sum_at_least(dice, self.view.size(target)),
            ),
            Twist::Bramble => {
                let caught = odds.sum_at_least(self.dice(attack), self.view.size(target));
                Expected {
                    wounds: caught,
                    any: caught,
                    kill: caught * f32::from(self.view.lp(target) == 1),
                }
            }
            Twist::Finish { .. } => {
                let bonus = slot.bonus_against(self.view.lp(target)) - slot.bonus;
                against(needed - bonus)
            }
            _ => against(needed),
        }
    }

    /// The dice of an attack of the card in play, as far as they are known.
    pub fn dice(&self, attack: &Attack<'_>) -> u8 {
        self.view.certain_dice(self.me, &attack.profile.slot, 0)
    }

    /// Adds to a row what so many dice of a slot do to a target that is wounded by `needed`, with this chance.
    pub fn add_dice(
        &self,
        row: &mut FeatureRow,
        slot: &Slot,
        dice: u8,
        chance: f32,
        target: FighterIndex,
        needed: Needed,
    ) {
        let odds = &self.view.arena().odds;
        let expected = odds.against(DiceIndex::of(dice), self.target(target).in_odds, needed);
        self.write(row, slot, target, chance, expected);
    }

    /// Adds to a row what so many dice that splinter off a Strike do to one more target: one of them may wound it.
    pub fn add_splinter(
        &self,
        row: &mut FeatureRow,
        strike: &Attack<'_>,
        dice: u8,
        target: FighterIndex,
        needed: Needed,
    ) {
        let odds = &self.view.arena().odds;
        let in_odds = self.target(target).in_odds;
        let any = odds.against(DiceIndex::of(dice), in_odds, needed).any;
        let expected = Expected {
            wounds: any,
            any,
            kill: if self.view.lp(target) == 1 { any } else { 0.0 },
        };
        self.write(row, &strike.profile.slot, target, 1.0, &expected);
    }

    /// Adds to a row what a promised attack brings.
    #[inline]
    pub fn add(&self, row: &mut FeatureRow, attack: &Attack<'_>, opportunity: &Opportunity) {
        let Opportunity {
            target,
            chance,
            needed,
        } = *opportunity;
        let slot = &attack.profile.slot;
        if attack.profile.plain {
            let in_odds = self.target(target).in_odds;
            let expected = self.view.arena().odds.against(attack.dice, in_odds, needed);
            self.write(row, slot, target, chance, expected);
        } else {
            self.add_intricate(row, attack, opportunity);
        }
    }

    /// As [`Valuation::add`], of any attack.
    #[inline(never)]
    fn add_intricate(&self, row: &mut FeatureRow, attack: &Attack<'_>, opportunity: &Opportunity) {
        let expected = self.expected(attack, opportunity.target, opportunity.needed);
        self.add_expected(row, attack, opportunity, &expected);
    }

    #[inline]
    fn add_expected(
        &self,
        row: &mut FeatureRow,
        attack: &Attack<'_>,
        opportunity: &Opportunity,
        expected: &Expected,
    ) {
        let Opportunity { target, chance, .. } = *opportunity;
        if attack.profile.slot.sharing == Sharing::Skull {
            row[F::Hinder as usize] += chance * expected.wounds;
        } else {
            self.write(row, &attack.profile.slot, target, chance, expected);
        }
    }

    /// Adds to a row what dice bring.
    #[inline]
    fn write(
        &self,
        row: &mut FeatureRow,
        slot: &Slot,
        target: FighterIndex,
        chance: f32,
        expected: &Expected,
    ) {
        let t = usize::from(target) % MAX_FIGHTERS;
        let wounds = chance * expected.wounds;
        let any = chance * expected.any;
        let points = wounds + any * self.target(target).worth.any;
        row[F::Wounds as usize] += wounds;
        if self.friends >> target & 1 == 1 {
            row[F::Friends as usize] += wounds;
        } else {
            row[F::Kills as usize] += chance * expected.kill;
            row[F::Rival as usize] += wounds * self.rival[t];
        }
        if slot.twist == Twist::Vampiric {
            row[F::Life as usize] += points;
            return;
        }
        row[F::Points as usize] += points;
        if self.by_trophies {
            self.write_trophies(row, target, wounds, chance * expected.kill);
        }
        match slot.twist {
            Twist::Shock(_) | Twist::Bramble => row[F::Hinder as usize] += any,
            Twist::Finish { regain, .. } => {
                row[F::Life as usize] += chance * expected.kill * f32::from(regain);
            }
            _ => {}
        }
    }

    /// Where trophies score, a wound is worth its part of them, and an elimination brings them.
    #[inline(never)]
    fn write_trophies(&self, row: &mut FeatureRow, target: FighterIndex, wounds: f32, kill: f32) {
        let points = f32::from(self.view.trophy_points(target));
        let each = points / f32::from(self.view.size(target));
        row[F::Points as usize] += wounds * (each - 1.0);
        if self.friends >> target & 1 == 0 {
            row[F::Trophies as usize] += kill * points;
        }
    }

    #[inline]
    fn worth(&self, target: FighterIndex, chance: f32, expected: &Expected) -> f32 {
        let Worth { wound, any, kill } = &self.target(target).worth;
        chance * (expected.wounds * wound + expected.any * any + expected.kill * kill)
    }

    /// Adds to a row the best that an attack can do with so many uses, of these opportunities, at most one for each fighter.
    #[inline(always)]
    pub fn add_best(
        &self,
        row: &mut FeatureRow,
        attack: &Attack<'_>,
        uses: u8,
        opportunities: impl Iterator<Item = Opportunity>,
    ) {
        if !attack.profile.plain {
            let opportunities: ArrayVec<Opportunity, MAX_FIGHTERS> = opportunities.collect();
            return self.add_best_intricate(row, attack, uses, &opportunities);
        }
        let odds = &self.view.arena().odds;
        let mut targets = [0; MAX_FIGHTERS];
        let mut chances = [0.0; MAX_FIGHTERS];
        let mut entries = [Entry::default(); MAX_FIGHTERS];
        let (mut best, mut most) = (0, 0.0);
        for (index, opportunity) in (0..MAX_FIGHTERS).zip(opportunities) {
            let Opportunity {
                target,
                chance,
                needed,
            } = opportunity;
            let entry = Entry::new(attack.dice, self.target(target).in_odds, needed);
            let worth = self.worth(target, chance, odds.at(entry));
            (targets[index], chances[index], entries[index]) = (target, chance, entry);
            best = if worth > most { index } else { best };
            most = if worth > most { worth } else { most };
        }
        if most > 0.0 {
            let expected = odds.at(entries[best]);
            self.write(
                row,
                &attack.profile.slot,
                targets[best],
                chances[best],
                expected,
            );
        }
    }

    /// As [`Valuation::add_best`], of any attack.
    #[inline(never)]
    fn add_best_intricate(
        &self,
        row: &mut FeatureRow,
        attack: &Attack<'_>,
        uses: u8,
        opportunities: &[Opportunity],
    ) {
        let slot = &attack.profile.slot;
        let mut expected = [Expected::default(); MAX_FIGHTERS];
        let mut worths = [0.0; MAX_FIGHTERS];
        for (index, opportunity) in opportunities.iter().enumerate() {
            expected[index] = self.expected(attack, opportunity.target, opportunity.needed);
            worths[index] = self.worth(opportunity.target, opportunity.chance, &expected[index]);
        }
        if slot.sharing == Sharing::Area {
            // Everyone in the best zone.
            let zone = |opportunity: &Opportunity| usize::from(self.view.zone(opportunity.target));
            let mut of_zone = [0.0; MAX_ZONES];
            for (opportunity, worth) in opportunities.iter().zip(worths) {
                of_zone[zone(opportunity)] += worth;
            }
            let (best, _) = greatest(&of_zone);
            for (opportunity, expected) in opportunities.iter().zip(&expected) {
                if zone(opportunity) == best {
                    self.add_expected(row, attack, opportunity, expected);
                }
            }
            return;
        }
        let wanted = if slot.sharing == Sharing::Pair || uses == 2 {
            2
        } else {
            1
        };
        for _ in 0..wanted {
            let (best, worth) = greatest(&worths);
            if worth > 0.0 {
                self.add_expected(row, attack, &opportunities[best], &expected[best]);
                worths[best] = 0.0;
            }
        }
    }

    /// Wounds that an opponent may be expected to deal me in its next action, half of its dice hitting.
    fn threat_of(&self, enemy: FighterIndex) -> f32 {
        let view = self.view;
        let threat = view.sheet(enemy).threats.of(view.next_cards(enemy));
        let distance = view.board().distance(view.zone(enemy), view.zone(self.me));
        0.5 * (threat.melee(distance) + threat.shots(distance)) / threat.cards()
    }
}

/// The greatest number above 0, the first of equals; without any, 0 at the first place.
fn greatest(numbers: &[f32]) -> (usize, f32) {
    let mut best = (0, 0.0);
    for (index, &number) in numbers.iter().enumerate() {
        if number > best.1 {
            best = (index, number);
        }
    }
    best
}

/// `a` with this chance, else `b`.
fn blend(a: Expected, b: Expected, chance: f32) -> Expected {
    let mix = |a: f32, b: f32| chance * a + (1.0 - chance) * b;
    Expected {
        wounds: mix(a.wounds, b.wounds),
        any: mix(a.any, b.any),
        kill: mix(a.kill, b.kill),
    }
}
