//! The expected result of an attack. It is exact for an attack that is made now, if nobody uses a
//! lucky charm; `tests/exact` compares it with the engine.

mod best;
mod promise;
mod writing;

use super::profile::SlotProfile;
use super::{DiceIndex, Needed, ROLLED, TargetIndex, one_if};
use crate::games::arena::{
    AttackSlot, DiceCount, FighterIndex, Fighters, MAX_FIGHTERS, Scoring, View, members,
};

pub(super) use promise::Promise;

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
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Opportunity {
    pub target: FighterIndex,
    pub chance: f32,
    pub needed: Needed,
}

impl Opportunity {
    /// An attack that is made now.
    pub fn sure(target: FighterIndex, needed: Needed) -> Self {
        Opportunity { target, chance: 1.0, needed }
    }
}

/// A possible target of an attack, with the weights by which the best of several attacks is chosen.
/// A wound counts at least 1 and an elimination at least 2; a wound on a teammate counts as a loss.
#[derive(Debug, Clone, Copy, Default)]
struct Target {
    in_odds: TargetIndex,
    /// Weight of each expected wound.
    wound: f32,
    /// Additional weight if at least one die wounds, because the fighter then loses its first-wound
    /// token.
    any: f32,
    /// Weight of an elimination.
    kill: f32,
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
        let enemies = view.enemies(me);
        let top = members(enemies).fold(1, |top, enemy| top.max(view.points(enemy)));
        let per_top = 1.0 / f32::from(top);
        let rules = view.arena().rules();
        let by_trophies = rules.scoring == Scoring::Trophies;
        let first = if by_trophies { 0.0 } else { f32::from(rules.first_wound) - 1.0 };
        (self.by_trophies, self.first) = (by_trophies, first);
        let mut hoards = 0;
        let mut target = |fighter: FighterIndex, wound, mut kill| {
            let firsts = view.first_wounds(fighter);
            hoards |= firsts >> 1;
            if by_trophies {
                kill += TROPHY * kill * f32::from(view.trophy_points(fighter));
            }
            let in_odds = TargetIndex::new(view.lp(fighter), view.wears_suit(fighter));
            Target { in_odds, wound, any: one_if(firsts > 0) * first, kill }
        };
        for enemy in members(enemies) {
            let rival = f32::from(view.points(enemy)) * per_top;
            self.rival[usize::from(enemy)] = rival;
            self.targets[usize::from(enemy)] = target(enemy, 1.0 + 0.5 * rival, 2.0);
        }
        for friend in members(view.mates()) {
            self.targets[usize::from(friend)] = target(friend, -1.0, 0.0);
        }
        self.hoarded = hoards > 0;
        if enemies & enemies.wrapping_sub(1) == 0 {
            self.last = enemies;
        }
        self.rocks = self.rocks_with(0);
    }

    facts! { self;
        /// Returns 1 if the target has a lucky charm, otherwise 0.
        fn charm(target: FighterIndex) -> f32 = one_if(self.view.has_charm(target));
        /// Returns the number of wounds that the crowd's rocks are expected to deal to the attacker
        /// after it has eliminated this target.
        fn rocks_after(target: FighterIndex) -> f32 = self.rocks * one_if(self.last != 1 << target);
        fn target(fighter: FighterIndex) -> &Target =
            &self.targets[usize::from(fighter) % MAX_FIGHTERS];
        /// Returns the number that a die must show to wound a target with this defense. `far` is
        /// true if the attack is a far shot (at distance 2).
        pub fn needed(attack: &AttackValue<'_>, defense: Needed, far: bool) -> Needed =
            defense - attack.profile.modifiers[usize::from(far)];
        /// Returns the number that a die must show to wound a target from the zone in which the
        /// deciding fighter stands. Bonuses by the target's life points are not included.
        pub fn needed_at(attack: &AttackValue<'_>, target: FighterIndex) -> Needed =
            self.needed(attack, defense(self.view, target), self.view.distance(target) == 2);
        /// Returns the number that a die must show to wound a target from the zone in which the
        /// deciding fighter stands.
        pub fn needed_exactly(attack: &AttackValue<'_>, target: FighterIndex) -> Needed =
            self.needed_of(&attack.profile.slot, target, self.needed_at(attack, target));
        /// Returns the number that a die must show to wound this target. It includes the attack's
        /// bonus against targets with few life points, or its penalty against others.
        fn needed_of(slot: &AttackSlot, target: FighterIndex, needed: Needed) -> Needed =
            needed - (slot.bonus_against(self.view.lp(target)) - slot.bonus);
    }

    /// Returns the number of wounds that the crowd's rocks are expected to deal to the attacker
    /// after one elimination. `gained` is the number of life points that the attacker has gained by
    /// the attack.
    fn rocks_with(&self, gained: u8) -> f32 {
        let dice = self.view.unblocked(self.view.rocks());
        if dice == 0 {
            return 0.0;
        }
        let lp = self.view.lp(self.me).saturating_add(gained);
        let me = TargetIndex::new(lp, false);
        let odds = &self.view.arena().odds;
        odds.against(DiceIndex::of(dice), me, defense(self.view, self.me)).wounds
    }

    /// Returns an attack of a card of the deciding fighter, with its number of dice. If the attack
    /// has one die per card on the table, `more` further cards are counted. `netted` is true if a
    /// bramble net reduces the dice.
    #[inline]
    pub fn attack(&self, of_slot: &'a SlotProfile, more: u8, netted: bool) -> AttackValue<'a> {
        let dice = match of_slot.slot.dice {
            DiceCount::Fixed(_) | DiceCount::Rolled if !netted => of_slot.dice,
            DiceCount::Rolled => DiceIndex::rolled(self.view.arena().rules.bramble_dice),
            _ => DiceIndex::of(self.view.certain_dice(&of_slot.slot, more, netted)),
        };
        AttackValue { profile: of_slot, dice, plain: of_slot.plain && !self.hoarded }
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
