//! The danger by opponents: the wounds that they are expected to deal to the deciding fighter
//! before its next action.

use wide::f32x4;

use super::super::threat::{Threat, Threats};
use super::F;
use crate::games::arena::{
    CardIndex, Cards, FeatureRow, FighterIndex, Lasting, PlayCard, Rules, View, Zone, count,
};

/// The expected next action of an opponent, as far as the deciding player can know it.
pub(super) struct DangerousFoe<'a> {
    pub zone: Zone,
    pub hand: Hand<'a>,
    /// Sums of attack dice over the cards that the opponent may play.
    threat: Threat,
    /// Factor from a sum in `threat` to the expected number of dice against the deciding fighter.
    /// It assumes that the opponent chooses cards and targets uniformly.
    per_die: f32,
}

/// The cards that an opponent may play next, as far as the deciding player can know.
pub(super) struct Hand<'a> {
    threats: &'a Threats,
    cards: Cards,
    /// 1 divided by the number of cards that the opponent may play: the probability of each card.
    per_card: f32,
}

impl Hand<'_> {
    facts! { self;
        /// Returns the probability that the opponent acts after a card with this initiative,
        /// assuming that it chooses its card uniformly.
        pub fn later(initiative: u8) -> f32 =
            self.per_card * f32::from(self.threats.count_slower(self.cards, initiative));
    }
}

impl<'a> DangerousFoe<'a> {
    #[inline(always)]
    pub fn new(view: View<'a>, fighter: FighterIndex) -> Self {
        let threats = &view.sheet(fighter).threats;
        let cards = view.next_cards(fighter);
        let threat = threats.of(cards);
        let per_card = 1.0 / threat.cards();
        let foes = count(view.enemies(fighter).into());
        let mut per_die = per_card * (1.0 / f32::from(foes.max(1)));
        if view.skulls(fighter) >> view.me() & 1 == 1 {
            // A mystical skull protects only against the opponent's next action, so the factor is
            // not 0.
            per_die *= 0.3;
        }
        DangerousFoe {
            zone: view.zone(fighter),
            hand: Hand { threats, cards, per_card },
            threat,
            per_die,
        }
    }

    facts! { self;
        /// Returns the expected number of dice of the opponent's next action against a target at
        /// this distance: melee dice, and dice of shots.
        pub fn dice(distance: u8) -> [f32; 2] =
            [self.threat.melee(distance), self.threat.shots(distance)].map(|n| self.per_die * n);
        /// Returns the mean defense of the cards that the opponent may play, rounded.
        pub fn defense() -> u8 = (self.threat.defenses() * self.hand.per_card + 0.5) as u8;
    }

    /// Returns, for each distance (0, 1, 2), the wounds expected from `actions` actions of the
    /// opponent. `guard` has the probabilities that a die wounds the target.
    #[inline]
    pub fn dangers(&self, actions: f32, guard: &Guard) -> [f32; 3] {
        let [melee, near, far, _] = guard.hits.to_array();
        let [here, near, far] = self.threat.hits(melee, [near, near, far]);
        let actions = actions * self.per_die;
        [actions * here, actions * near, actions * far]
    }
}

/// How well a fighter is protected: the probabilities that a die wounds the fighter.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Guard {
    /// Probabilities that a die wounds the fighter in melee, in a shot at distance 1, and in a far
    /// shot (at distance 2). The fourth entry is always 1; it is used for values that are not dice.
    pub hits: f32x4,
    /// Probability that a die of the crowd's rocks wounds the fighter. Powers of the active card
    /// are not considered.
    rocks: f32,
}

impl Guard {
    /// Returns the probabilities that a die wounds a fighter while this card is active. `netted` is
    /// true if a bramble net reduces the card's defense.
    pub fn of_card(rules: &Rules, card: &PlayCard, netted: bool) -> Self {
        let lost = u8::from(netted) * rules.bramble_defense;
        Guard::new(rules, card.mean_defense() - f32::from(lost), card.lasting)
    }

    /// Returns the probabilities that a die wounds a fighter with this defense and these powers.
    pub fn new(rules: &Rules, defense: f32, lasting: Lasting) -> Self {
        let hit = |penalty: f32| (7.0 - defense - penalty).clamp(0.0, 6.0) / 6.0;
        // A blinding suit removes one die; an average attack has about three.
        let open = |immune: bool| f32::from(!immune) * if lasting.die_less { 0.65 } else { 1.0 };
        // If the range of shots is smaller than this distance, the shooter must have moved nearer.
        let far = match rules.range {
            0 | 1 => hit(0.0),
            _ => hit(f32::from(rules.far_shot_penalty)),
        };
        let melee = open(lasting.no_melee) * hit(0.0);
        let near = open(lasting.no_shot) * hit(0.0);
        Guard { hits: f32x4::new([melee, near, open(lasting.no_shot) * far, 1.0]), rocks: hit(0.0) }
    }

    /// Returns the probabilities that a die wounds the deciding fighter at present.
    #[inline]
    pub fn now(view: View<'_>) -> Guard {
        Guard::worn(view, view.is_netted(view.me()))
    }

    /// Returns the probabilities that a die wounds the actor after its turn. A bramble net that
    /// ends during the turn is not considered.
    #[inline]
    pub fn after_turn(view: View<'_>) -> Guard {
        let me = view.me();
        let stays = view.is_netted(me) && !view.must_shed() && !view.net_falls_off();
        Guard::worn(view, stays)
    }

    #[inline]
    fn worn(view: View<'_>, netted: bool) -> Guard {
        let profiles = view.profiles(view.me());
        match view.active(view.me()) {
            Some(card) if netted => Guard::in_net(view, card),
            Some(card) => profiles.cards[usize::from(card)].guard,
            None => profiles.sheet,
        }
    }

    /// Returns the probabilities that a die wounds the deciding fighter while it is in a bramble
    /// net and has this card active.
    #[inline(never)]
    pub fn in_net(view: View<'_>, card: CardIndex) -> Guard {
        let card = &view.sheet(view.me()).cards[usize::from(card)];
        Guard::of_card(view.arena().rules(), card, true)
    }

    /// Returns the number of wounds expected if the crowd throws this number of dice (rocks) at the
    /// fighter.
    #[inline]
    pub fn wounds_by_rocks(&self, dice: f32) -> f32 {
        dice * self.rocks
    }
}

/// Returns how many actions an opponent that has already acted in this round is expected to have
/// before the deciding fighter's next action. Returns 0 in the last round.
#[inline]
pub(super) fn actions_next_round(view: View<'_>) -> f32 {
    if view.round() < view.arena().rules.rounds { 0.5 } else { 0.0 }
}

/// Returns 1 divided by the number of the deciding fighter's life points.
#[inline]
pub(super) fn per_life(view: View<'_>) -> f32 {
    1.0 / f32::from(view.lp(view.me()))
}

#[inline]
pub(super) fn write_danger(row: &mut FeatureRow, danger: f32, per_life: f32) {
    let share = (danger * per_life).min(1.0);
    row[F::Danger as usize] = danger;
    row[F::Peril as usize] = share * share;
}
