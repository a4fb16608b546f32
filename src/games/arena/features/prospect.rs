//! What an attack promises, exactly where the dice say it exactly.

use super::super::View;
use super::super::board::{Fighters, MAX_ZONES, members};
use super::super::cards::{DiceCount, Manner, Slot, Twist};
use super::super::odds::{Expected, Mark, Needed, ROLLED, Volley};
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::F;
use super::profile::Arm;
use crate::games::FeatureRow;

/// A slot of one of my cards, its dice counted.
#[derive(Clone, Copy)]
pub(super) struct Attack<'a> {
    pub arm: &'a Arm,
    volley: Volley,
}

/// One attack that could be made: at whom, how likely it comes to that, and what it then does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Promise {
    pub target: FighterIndex,
    pub chance: f32,
    pub expected: Expected,
}

/// What wounds on a fighter are worth to me: points as they count, an elimination like two, a teammate's wound like two lost.
/// The one measure by which the best of several attacks in reach is taken.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    wound: f32,
    any: f32,
    kill: f32,
}

/// Works out prospects for the fighter who decides.
pub(super) struct Prospects<'a> {
    pub view: View<'a>,
    pub me: FighterIndex,
    friends: Fighters,
    marks: [Mark; MAX_FIGHTERS],
    /// A fighter's share of the top opponent's popularity points.
    rival: [f32; MAX_FIGHTERS],
    /// `any` is what a fighter's first wound is worth more than another.
    worth: [Worth; MAX_FIGHTERS],
}

impl<'a> Prospects<'a> {
    #[inline]
    pub fn new(view: View<'a>) -> Self {
        let me = view.me();
        let mut prospects = Prospects {
            view,
            me,
            friends: view.team(me),
            marks: [Mark::default(); MAX_FIGHTERS],
            rival: [0.0; MAX_FIGHTERS],
            worth: [Worth::default(); MAX_FIGHTERS],
        };
        let mut top = 1;
        for enemy in members(view.enemies(me)) {
            top = top.max(view.pp(enemy));
        }
        let per_top = 1.0 / f32::from(top);
        let first = f32::from(view.arena().rules.first_wound) - 1.0;
        let (.., suits) = view.protected();
        for fighter in members(view.alive()) {
            let f = usize::from(fighter);
            prospects.marks[f] = Mark::new(view.lp(fighter), suits >> fighter & 1 == 1);
            let any = f32::from(view.first_wound(fighter)) * first;
            prospects.worth[f] = if prospects.friends >> fighter & 1 == 1 {
                Worth {
                    wound: -1.0,
                    any,
                    kill: 0.0,
                }
            } else {
                prospects.rival[f] = f32::from(view.pp(fighter)) * per_top;
                Worth {
                    wound: 1.0 + 0.5 * prospects.rival[f],
                    any,
                    kill: 2.0,
                }
            };
        }
        prospects
    }

    /// A slot of one of my cards, with `more` cards lying before me than lie there now.
    #[inline]
    pub fn attack(&self, arm: &'a Arm, more: u8) -> Attack<'a> {
        let volley = match arm.slot.dice {
            DiceCount::Fixed(_) | DiceCount::Rolled => arm.volley,
            _ => Volley::of(self.view.certain_dice(self.me, &arm.slot, more)),
        };
        Attack { arm, volley }
    }

    /// The defense in force of a fighter.
    #[inline]
    pub fn defense(&self, fighter: FighterIndex) -> Needed {
        self.view
            .defense(fighter)
            .map_or(ROLLED, |face| face as Needed)
    }

    /// What an attack does to one target, `distance` zones away.
    #[inline]
    pub fn expected(
        &self,
        attack: &Attack<'_>,
        target: FighterIndex,
        distance: u8,
        defense: Needed,
    ) -> Expected {
        let needed = defense - attack.arm.modifiers[usize::from(distance)];
        if attack.arm.intricate {
            return self.intricate(attack, target, needed);
        }
        let odds = &self.view.arena().odds;
        *odds.against(attack.volley, self.marks[usize::from(target)], needed)
    }

    /// What a net or a skull does. A skull does no wounds: here they are what it is expected to spare me.
    #[inline(never)]
    fn intricate(&self, attack: &Attack<'_>, target: FighterIndex, needed: Needed) -> Expected {
        let odds = &self.view.arena().odds;
        let against =
            |needed| *odds.against(attack.volley, self.marks[usize::from(target)], needed);
        let slot = &attack.arm.slot;
        match slot.twist {
            _ if slot.manner == Manner::Skull => Expected {
                wounds: 0.5 * self.threat_of(target),
                any: 0.0,
                kill: 0.0,
            },
            Twist::Net { dice, penalty } => blend(
                against(needed - penalty),
                against(needed),
                odds.sum_at_least(dice, self.view.size(target)),
            ),
            _ => against(needed),
        }
    }

    /// What so many dice that splinter off a Strike do to one more target: one of them may wound it.
    pub fn splinter(
        &self,
        strike: &Attack<'_>,
        dice: u8,
        target: FighterIndex,
        distance: u8,
    ) -> Expected {
        let needed = self.defense(target) - strike.arm.modifiers[usize::from(distance)];
        let mark = self.marks[usize::from(target)];
        let any = self
            .view
            .arena()
            .odds
            .against(Volley::of(dice), mark, needed)
            .any;
        Expected {
            wounds: any,
            any,
            kill: if self.view.lp(target) == 1 { any } else { 0.0 },
        }
    }

    /// Adds to a row what a promised attack brings.
    #[inline]
    pub fn add(&self, row: &mut FeatureRow, slot: &Slot, promise: &Promise) {
        let Promise {
            target,
            chance,
            expected,
        } = promise;
        let wounds = chance * expected.wounds;
        let any = chance * expected.any;
        if slot.manner == Manner::Skull {
            row[F::Hinder as usize] += wounds;
            return;
        }
        let t = usize::from(*target);
        let points = wounds + any * self.worth[t].any;
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
        if let Twist::Shock(_) = slot.twist {
            row[F::Hinder as usize] += any;
        }
    }

    #[inline]
    fn worth(&self, promise: &Promise) -> f32 {
        let Worth { wound, any, kill } = self.worth[usize::from(promise.target)];
        let expected = &promise.expected;
        promise.chance * (expected.wounds * wound + expected.any * any + expected.kill * kill)
    }

    /// Adds to a row the best that a slot can do with so many uses, of the promises 0 to `count - 1`.
    #[inline]
    pub fn add_best(
        &self,
        row: &mut FeatureRow,
        slot: &Slot,
        uses: u8,
        count: usize,
        promise: impl Fn(usize) -> Promise,
    ) {
        if slot.manner == Manner::Area {
            return self.add_best_area(row, slot, count, &promise);
        }
        let mut worths = [0.0; MAX_FIGHTERS];
        let (mut best, mut most) = (0, 0.0);
        for (index, worth) in worths[..count].iter_mut().enumerate() {
            *worth = self.worth(&promise(index));
            best = if *worth > most { index } else { best };
            most = if *worth > most { *worth } else { most };
        }
        if most > 0.0 {
            self.add(row, slot, &promise(best));
        }
        if slot.manner == Manner::Pair || uses == 2 {
            worths[best] = 0.0;
            let (second, worth) = greatest(&worths[..count]);
            if worth > 0.0 {
                self.add(row, slot, &promise(second));
            }
        }
    }

    /// As [`Prospects::add_best`], of an area: everyone in the best zone.
    #[inline(never)]
    fn add_best_area(
        &self,
        row: &mut FeatureRow,
        slot: &Slot,
        count: usize,
        promise: &dyn Fn(usize) -> Promise,
    ) {
        let zone = |promise: &Promise| usize::from(self.view.zone(promise.target));
        let mut by_zone = [0.0; MAX_ZONES];
        for promise in (0..count).map(promise) {
            by_zone[zone(&promise)] += self.worth(&promise);
        }
        let (best, _) = greatest(&by_zone);
        for promise in (0..count)
            .map(promise)
            .filter(|promise| zone(promise) == best)
        {
            self.add(row, slot, &promise);
        }
    }

    /// Wounds that an opponent may be expected to deal me in its next action, half of its dice hitting.
    fn threat_of(&self, enemy: FighterIndex) -> f32 {
        let view = self.view;
        let threat = view.sheet(enemy).threats.of(view.next_cards(enemy));
        let distance = view
            .arena()
            .board
            .distance(view.zone(enemy), view.zone(self.me));
        0.5 * (threat.melee(distance) + threat.shots(distance)) / f32::from(threat.cards().max(1))
    }
}

/// The greatest number above 0, the first of equals; without any, 0 at the first place.
#[inline]
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
