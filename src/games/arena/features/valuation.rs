//! The expected result of an attack. It is exact for an attack that is made now, if nobody uses a
//! lucky charm; `tests/exact` compares it with the engine.

mod besides;

use arrayvec::ArrayVec;

use super::super::board::{Fighters, MAX_ZONES, members};
use super::super::cards::{AttackSlot, DiceCount, Manner};
use super::super::odds::{DiceIndex, Expected, Needed, OddsEntry, ROLLED, TargetIndex};
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::{Scoring, View};
use super::danger::rocks;
use super::dice::Bowl;
use super::profile::SlotProfile;
use super::{F, one_if};
use crate::game::FeatureRow;

/// An attack that the deciding fighter could make, with its number of dice.
#[derive(Clone, Copy)]
pub(super) struct AttackValue<'a> {
    pub profile: &'a SlotProfile,
    dice: DiceIndex,
    /// True if the precomputed tables of probabilities describe the attack completely.
    plain: bool,
}

/// A possible attack on one target: the target, the probability that the attack can be made, and
/// the number that a die must show to wound.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opportunity {
    pub target: FighterIndex,
    pub chance: f32,
    pub needed: Needed,
}

/// Weights for the results of an attack on a fighter, by which the best of several attacks is
/// chosen. A wound counts at least 1 and an elimination at least 2; a wound on a teammate counts as
/// a loss.
#[derive(Debug, Clone, Copy, Default)]
struct Worth {
    wound: f32,
    /// Additional weight if at least one die wounds, because the fighter then loses its first-wound
    /// token.
    any: f32,
    kill: f32,
}

/// A possible target of an attack: its index in the tables of probabilities, and the weights for
/// attacks on it.
#[derive(Debug, Clone, Copy, Default)]
struct Target {
    in_odds: TargetIndex,
    worth: Worth,
}

/// The expected result of an attack on one target, and the expected number of first-wound tokens
/// taken.
#[derive(Debug, Clone, Copy, Default)]
struct Promise {
    expected: Expected,
    firsts: f32,
}

/// Additional weight of an elimination for each trophy point that it scores, as a fraction of the
/// basic weight of an elimination.
const TROPHY: f32 = 0.15;

/// Computes the expected results of attacks for the deciding fighter.
pub(super) struct Valuation<'a> {
    pub view: View<'a>,
    pub me: FighterIndex,
    friends: Fighters,
    targets: [Target; MAX_FIGHTERS],
    /// For each opponent: its score divided by the score of the leading opponent.
    rival: [f32; MAX_FIGHTERS],
    /// True if trophies score points in this game, false if popularity points are scored.
    by_trophies: bool,
    /// Number of points by which a fighter's first wound scores more than any other wound.
    first: f32,
    /// True if at least one fighter holds more than one first-wound token.
    hoarded: bool,
    /// Number of wounds that the crowd's rocks are expected to deal to the attacker after one
    /// elimination.
    rocks: f32,
    /// A set with the only living opponent, whose elimination ends the game before any rocks are
    /// thrown. Empty if more opponents are alive.
    last: Fighters,
}

impl<'a> Valuation<'a> {
    /// Creates an empty valuation, to which [`Valuation::prepare`] adds all values. The two steps
    /// avoid a slow copy: the values are written to their final place in memory.
    #[inline(always)]
    pub fn unprepared(view: View<'a>) -> Self {
        let me = view.me();
        Valuation {
            view,
            me,
            friends: view.team(me),
            targets: [Target::default(); MAX_FIGHTERS],
            rival: [0.0; MAX_FIGHTERS],
            by_trophies: false,
            first: 0.0,
            hoarded: false,
            rocks: 0.0,
            last: 0,
        }
    }

    /// Computes all values that the expected results of attacks need.
    pub fn prepare(&mut self) {
        let (view, me) = (self.view, self.me);
        let mut top = 1;
        for enemy in members(view.enemies(me)) {
            top = top.max(view.points(enemy));
        }
        let per_top = 1.0 / f32::from(top);
        let first = f32::from(view.arena().rules.first_wound) - 1.0;
        let (.., suits) = view.protected();
        let by_trophies = view.arena().rules.scoring == Scoring::Trophies;
        self.by_trophies = by_trophies;
        self.first = if by_trophies { 0.0 } else { first };
        let first = self.first;
        let mut hoards = 0;
        let mut target = |fighter: FighterIndex, wound, kill| {
            let firsts = view.first_wounds(fighter);
            hoards |= firsts >> 1;
            let mut worth = Worth {
                wound,
                any: one_if(firsts > 0) * first,
                kill,
            };
            if by_trophies {
                worth.kill += TROPHY * kill * f32::from(view.trophy_points(fighter));
            }
            Target {
                in_odds: TargetIndex::new(view.lp(fighter), suits >> fighter & 1 == 1),
                worth,
            }
        };
        let enemies = view.enemies(me);
        for enemy in members(enemies) {
            let rival = f32::from(view.points(enemy)) * per_top;
            self.rival[usize::from(enemy)] = rival;
            self.targets[usize::from(enemy)] = target(enemy, 1.0 + 0.5 * rival, 2.0);
        }
        for friend in members(view.alive() & self.friends & !(1 << me)) {
            self.targets[usize::from(friend)] = target(friend, -1.0, 0.0);
        }
        self.hoarded = hoards > 0;
        if enemies & enemies.wrapping_sub(1) == 0 {
            self.last = enemies;
        }
        self.rocks = self.rocks_with(0);
    }

    /// Returns 1 if the target has a lucky charm, otherwise 0.
    #[inline]
    fn charm(&self, target: FighterIndex) -> f32 {
        one_if(self.view.has_charm(target))
    }

    /// Returns the number of wounds that the crowd's rocks are expected to deal to the attacker
    /// after it has eliminated this target.
    #[inline]
    fn rocks_after(&self, target: FighterIndex) -> f32 {
        self.rocks * one_if(self.last != 1 << target)
    }

    /// Returns the number of wounds that the crowd's rocks are expected to deal to the attacker
    /// after one elimination. `gained` is the number of life points that the attacker has gained by
    /// the attack.
    fn rocks_with(&self, gained: u8) -> f32 {
        let dice = self.view.unblocked(rocks(self.view));
        if dice == 0 {
            return 0.0;
        }
        let lp = self.view.lp(self.me).saturating_add(gained);
        let me = TargetIndex::new(lp, false);
        let odds = &self.view.arena().odds;
        odds.against(DiceIndex::of(dice), me, self.defense(self.me))
            .wounds
    }

    #[inline]
    fn target(&self, fighter: FighterIndex) -> &Target {
        &self.targets[usize::from(fighter) % MAX_FIGHTERS]
    }

    /// Returns an attack of a card of the deciding fighter, with its number of dice. If the attack
    /// has one die per card on the table, `more` further cards are counted. `netted` is true if a
    /// bramble net reduces the dice.
    #[inline]
    pub fn attack(&self, of_slot: &'a SlotProfile, more: u8, netted: bool) -> AttackValue<'a> {
        let dice = match of_slot.slot.dice {
            DiceCount::Fixed(_) | DiceCount::Rolled if !netted => of_slot.dice,
            DiceCount::Rolled => DiceIndex::rolled(self.view.arena().rules.bramble_dice),
            _ => DiceIndex::of(self.view.certain_dice(self.me, &of_slot.slot, more, netted)),
        };
        AttackValue {
            profile: of_slot,
            dice,
            plain: of_slot.plain && !self.hoarded,
        }
    }

    /// Returns the current defense of a fighter, as the number that a die must show to wound it.
    #[inline]
    pub fn defense(&self, fighter: FighterIndex) -> Needed {
        defense(self.view, fighter)
    }

    /// Returns the number that a die must show to wound a target with this defense. `far` is true
    /// if the attack is a far shot (at distance 2).
    #[inline]
    pub fn needed(&self, attack: &AttackValue<'_>, defense: Needed, far: bool) -> Needed {
        defense - attack.profile.modifiers[usize::from(far)]
    }

    /// Returns the expected result of an attack on one target. For a mystical skull, the field
    /// `wounds` is the number of wounds that the skull is expected to prevent.
    fn promise(&self, attack: &AttackValue<'_>, target: FighterIndex, needed: Needed) -> Promise {
        let odds = &self.view.arena().odds;
        let slot = &attack.profile.slot;
        if slot.manner == Manner::Skull {
            return Promise {
                expected: Expected {
                    wounds: 0.5 * self.threat_of(target),
                    ..Expected::default()
                },
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
    fn against(&self, dice: DiceIndex, target: FighterIndex, needed: Needed) -> Promise {
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
    fn single(&self, target: FighterIndex, chance: f32) -> Promise {
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
    fn throws(&self, slot: &AttackSlot) -> impl Iterator<Item = (u8, f32)> + use<> {
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

    pub fn wears_suit(&self, target: FighterIndex) -> bool {
        let (.., suits) = self.view.protected();
        suits >> target & 1 == 1
    }

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

    /// Returns the probability that at least one of `dice` dice shows `needed` or more.
    pub fn any_of(&self, dice: u8, needed: Needed) -> f32 {
        let odds = &self.view.arena().odds;
        let somebody = TargetIndex::new(1, false);
        odds.against(DiceIndex::of(dice), somebody, needed).any
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
        let Opportunity {
            target,
            chance,
            needed,
        } = *opportunity;
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
    fn add_promise(
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
    fn write_with(
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

    #[inline]
    fn worth(&self, target: FighterIndex, chance: f32, expected: &Expected) -> f32 {
        let Worth { wound, any, kill } = &self.target(target).worth;
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
        let mut targets = [0; MAX_FIGHTERS];
        let mut chances = [0.0; MAX_FIGHTERS];
        let mut entries = [OddsEntry::default(); MAX_FIGHTERS];
        let (mut best, mut most) = (0, 0.0);
        for (index, opportunity) in (0..MAX_FIGHTERS).zip(opportunities) {
            let Opportunity {
                target,
                chance,
                needed,
            } = opportunity;
            let entry = OddsEntry::new(attack.dice, self.target(target).in_odds, needed);
            let worth = self.worth(target, chance, odds.at(entry));
            (targets[index], chances[index], entries[index]) = (target, chance, entry);
            best = if worth > most { index } else { best };
            most = if worth > most { worth } else { most };
        }
        if most > 0.0 {
            let expected = odds.at(entries[best]);
            let bonus = expected.any * self.target(targets[best]).worth.any;
            self.write_with(
                row,
                &attack.profile.slot,
                targets[best],
                chances[best],
                expected,
                bonus,
            );
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
            let promise = self.promise(attack, opportunity.target, opportunity.needed);
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
        let wanted = if slot.manner == Manner::Pair || uses == 2 {
            2
        } else {
            1
        };
        for _ in 0..wanted {
            let (best, worth) = greatest(&worths);
            if worth > 0.0 {
                self.add_promise(row, attack, &opportunities[best], &promises[best]);
                worths[best] = 0.0;
            }
        }
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

/// Returns the current defense of a fighter, as the number that a die must show to wound it.
#[inline]
pub(super) fn defense(view: View<'_>, fighter: FighterIndex) -> Needed {
    match view.defense(fighter) {
        Some(face) => face,
        None if view.is_netted(fighter) => ROLLED - view.arena().rules.bramble_defense as Needed,
        None => ROLLED,
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
