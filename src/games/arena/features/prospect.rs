//! What an attack promises, exactly where the dice say it exactly.

use arrayvec::ArrayVec;

use super::super::View;
use super::super::board::{Fighters, MAX_ZONES, members};
use super::super::cards::{DiceCount, Manner, Reach, Slot, Twist};
use super::super::odds::Expected;
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::threat::count;
use super::F;
use crate::games::FeatureRow;

/// The features of an attack, as the first lanes of a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Prospect([f32; 8]);

impl Prospect {
    #[inline]
    pub fn add(&mut self, other: Prospect, share: f32) {
        for lane in 0..8 {
            self.0[lane] += share * other.0[lane];
        }
    }

    /// Writes the prospect, and the rocks that its eliminations cost.
    #[inline]
    pub fn write(&self, row: &mut FeatureRow, wounds_by_rocks: f32) {
        row[..8].copy_from_slice(&self.0);
        row[F::Rocks as usize] = self.0[F::Kills as usize] * wounds_by_rocks;
    }

    fn lane(&mut self, lane: F) -> &mut f32 {
        &mut self.0[lane as usize]
    }
}

/// A target's defense: a number, or `None`, the roll of a whirling spear.
pub(super) type Defense = Option<u8>;

/// One attack that could be made: at whom, how likely it comes to that, and what it then does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Promise {
    pub target: FighterIndex,
    pub chance: f32,
    pub expected: Expected,
}

/// What a slot promises, by target.
pub(super) type Promises = ArrayVec<Promise, MAX_FIGHTERS>;

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
    suits: Fighters,
    /// What a fighter's first wound is worth more than another, and its share of the top opponent's popularity points.
    first: [f32; MAX_FIGHTERS],
    rival: [f32; MAX_FIGHTERS],
    worth: [Worth; MAX_FIGHTERS],
}

impl<'a> Prospects<'a> {
    pub fn new(view: View<'a>) -> Self {
        let me = view.me();
        let mut top = 1;
        for enemy in members(view.enemies(me)) {
            top = top.max(view.pp(enemy));
        }
        let per_top = 1.0 / f32::from(top);
        let first = f32::from(view.arena().rules.first_wound) - 1.0;
        let mut prospects = Prospects {
            view,
            me,
            friends: view.team(me),
            suits: view.protected().2,
            first: [0.0; MAX_FIGHTERS],
            rival: [0.0; MAX_FIGHTERS],
            worth: [Worth::default(); MAX_FIGHTERS],
        };
        for fighter in members(view.alive()) {
            let f = usize::from(fighter);
            if view.first_wound(fighter) {
                prospects.first[f] = first;
            }
            prospects.worth[f] = if prospects.friends >> fighter & 1 == 1 {
                Worth {
                    wound: -1.0,
                    any: prospects.first[f],
                    kill: 0.0,
                }
            } else {
                prospects.rival[f] = f32::from(view.pp(fighter)) * per_top;
                Worth {
                    wound: 1.0 + 0.5 * prospects.rival[f],
                    any: prospects.first[f],
                    kill: 2.0,
                }
            };
        }
        prospects
    }

    /// What an attack with a slot of one of my cards does to one target, `distance` zones away. A skull does no wounds: here
    /// they are what it is expected to spare me.
    #[inline]
    pub fn expected(
        &self,
        slot: &Slot,
        dice: u8,
        target: FighterIndex,
        distance: u8,
        defense: Defense,
    ) -> Expected {
        let suit = self.suits >> target & 1;
        if slot.dice == DiceCount::Rolled {
            return mean(
                (1..=6).map(|dice| self.throw(slot, dice - suit, target, distance, defense)),
            );
        }
        if slot.manner == Manner::Skull {
            return Expected {
                wounds: 0.5 * self.threat_of(target),
                any: 0.0,
                kill: 0.0,
            };
        }
        self.throw(slot, dice.saturating_sub(suit), target, distance, defense)
    }

    /// So many dice of a slot.
    #[inline]
    pub fn throw(
        &self,
        slot: &Slot,
        dice: u8,
        target: FighterIndex,
        distance: u8,
        defense: Defense,
    ) -> Expected {
        let arena = self.view.arena();
        let far = slot.reach == Reach::Shot && distance == 2;
        let modifier = slot.bonus
            - if far {
                arena.rules.far_shot_penalty as i8
            } else {
                0
            };
        match (defense, slot.twist) {
            (Some(face), Twist::None | Twist::Vampiric | Twist::Shock(_)) => {
                arena
                    .odds
                    .attack(dice, face as i8 - modifier, self.view.lp(target))
            }
            _ => self.intricate_throw(slot, dice, target, modifier, defense),
        }
    }

    /// As [`Prospects::throw`], against a rolled defense or with a net.
    #[inline(never)]
    fn intricate_throw(
        &self,
        slot: &Slot,
        dice: u8,
        target: FighterIndex,
        modifier: i8,
        defense: Defense,
    ) -> Expected {
        let odds = &self.view.arena().odds;
        let lp = self.view.lp(target);
        let against = |less: i8| match defense {
            Some(face) => odds.attack(dice, face as i8 - modifier - less, lp),
            None => mean((1..=6).map(|face| odds.attack(dice, face - modifier - less, lp))),
        };
        match slot.twist {
            Twist::Net { dice: net, penalty } => blend(
                against(penalty),
                against(0),
                odds.sum_at_least(net, self.view.size(target)),
            ),
            _ => against(0),
        }
    }

    /// What such an attack on a target brings.
    #[inline]
    pub fn prospect(&self, slot: &Slot, target: FighterIndex, expected: Expected) -> Prospect {
        let t = usize::from(target);
        let Expected { wounds, any, kill } = expected;
        let mut prospect = Prospect::default();
        if slot.manner == Manner::Skull {
            *prospect.lane(F::Hinder) = wounds;
            return prospect;
        }
        *prospect.lane(F::Wounds) = wounds;
        *prospect.lane(F::Points) = wounds + any * self.first[t];
        if self.friends >> target & 1 == 1 {
            *prospect.lane(F::Friends) = wounds;
        } else {
            *prospect.lane(F::Kills) = kill;
            *prospect.lane(F::Rival) = wounds * self.rival[t];
        }
        match slot.twist {
            Twist::Vampiric => *prospect.lane(F::Life) = std::mem::take(prospect.lane(F::Points)),
            Twist::Shock(_) => *prospect.lane(F::Hinder) = any,
            Twist::None | Twist::Net { .. } => {}
        }
        prospect
    }

    #[inline]
    fn worth(&self, promise: &Promise) -> f32 {
        let Worth { wound, any, kill } = self.worth[usize::from(promise.target)];
        let Expected {
            wounds,
            any: some,
            kill: dead,
        } = promise.expected;
        promise.chance * (wounds * wound + some * any + dead * kill)
    }

    /// The best that a slot can do with so many uses.
    #[inline]
    pub fn best(&self, slot: &Slot, uses: u8, promises: &Promises) -> Prospect {
        let mut sum = Prospect::default();
        if slot.manner == Manner::Area {
            let mut by_zone = [0.0; MAX_ZONES];
            for promise in promises {
                by_zone[usize::from(self.view.zone(promise.target))] += self.worth(promise);
            }
            let best = (0..MAX_ZONES).fold(0, |best, zone| {
                if by_zone[zone] > by_zone[best] {
                    zone
                } else {
                    best
                }
            });
            for promise in promises
                .iter()
                .filter(|promise| usize::from(self.view.zone(promise.target)) == best)
            {
                sum.add(
                    self.prospect(slot, promise.target, promise.expected),
                    promise.chance,
                );
            }
            return sum;
        }
        let mut best: [(Option<&Promise>, f32); 2] = [(None, 0.0); 2];
        for promise in promises {
            let worth = self.worth(promise);
            if worth > best[0].1 {
                best = [(Some(promise), worth), best[0]];
            } else if worth > best[1].1 {
                best[1] = (Some(promise), worth);
            }
        }
        let wanted = if slot.manner == Manner::Pair || uses == 2 {
            2
        } else {
            1
        };
        for promise in best.iter().take(wanted).filter_map(|(promise, _)| *promise) {
            sum.add(
                self.prospect(slot, promise.target, promise.expected),
                promise.chance,
            );
        }
        sum
    }

    /// Wounds that an opponent may be expected to deal me in its next action, half of its dice hitting.
    fn threat_of(&self, enemy: FighterIndex) -> f32 {
        let view = self.view;
        let cards = view.next_cards(enemy);
        let threat = view.sheet(enemy).threats.of(cards);
        let distance = view
            .arena()
            .board
            .distance(view.zone(enemy), view.zone(self.me));
        0.5 * (threat.melee(distance) + threat.shots(distance)) / f32::from(count(cards).max(1))
    }
}

fn mean(all: impl ExactSizeIterator<Item = Expected>) -> Expected {
    let share = 1.0 / all.len() as f32;
    all.fold(Expected::default(), |sum, one| Expected {
        wounds: sum.wounds + share * one.wounds,
        any: sum.any + share * one.any,
        kill: sum.kill + share * one.kill,
    })
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
