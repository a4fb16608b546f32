//! What opponents threaten: wounds expected from them before the fighter's next action.

use arrayvec::ArrayVec;

use super::super::View;
use super::super::board::{Fighters, Zone, members};
use super::super::cards::{Cards, PlayCard, Sheet};
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::threat::{Threat, count};
use super::F;
use super::prospect::Defense;
use crate::games::FeatureRow;

/// One opponent's next action, as far as this seat can tell.
pub(super) struct Foe<'a> {
    pub fighter: FighterIndex,
    pub sheet: &'a Sheet,
    pub zone: Zone,
    /// The cards it may play.
    pub cards: Cards,
    pub per_card: f32,
    /// What those threaten in sum, and what of it one die of one card means for me, if the foe likes each opponent as much.
    threat: Threat,
    per_die: f32,
}

/// The living opponents among `fighters`.
pub(super) fn foes<'a>(view: View<'a>, fighters: Fighters) -> ArrayVec<Foe<'a>, MAX_FIGHTERS> {
    let me = view.me();
    let mut foes = ArrayVec::new();
    for fighter in members(view.enemies(me) & fighters) {
        let (sheet, cards) = (view.sheet(fighter), view.next_cards(fighter));
        let per_card = share(count(cards));
        let mut per_die = per_card * share(count(Cards::from(view.enemies(fighter))));
        if view.skulls(fighter) >> me & 1 == 1 {
            // Not me, in its next action; there is one after that.
            per_die *= 0.3;
        }
        let threat = sheet.threats.of(cards);
        foes.push(Foe {
            fighter,
            sheet,
            zone: view.zone(fighter),
            cards,
            per_card,
            threat,
            per_die,
        });
    }
    foes
}

#[inline]
fn share(of: u8) -> f32 {
    const SHARES: [f32; 17] = {
        let mut shares = [1.0; 17];
        let mut of = 2;
        while of < shares.len() {
            shares[of] = 1.0 / of as f32;
            of += 1;
        }
        shares
    };
    SHARES[usize::from(of)]
}

impl Foe<'_> {
    /// Wounds expected from its next action behind a guard, at this distance.
    #[inline]
    pub fn danger(&self, distance: u8, guard: &Guard) -> f32 {
        let shots = self.threat.shots(distance) * guard.shots[usize::from(distance)];
        self.per_die * (self.threat.melee(distance) * guard.melee + shots)
    }

    /// The chance that it acts after this card.
    #[inline]
    pub fn later(&self, card: &PlayCard) -> f32 {
        self.per_card * f32::from(self.sheet.threats.count_slower(self.cards, card.initiative))
    }

    /// The middling defense of the cards it may play.
    #[inline]
    pub fn defense(&self) -> u8 {
        (self.threat.defenses() * self.per_card + 0.5) as u8
    }
}

/// How likely a die wounds a fighter: in melee, and shot from each distance.
pub(super) struct Guard {
    melee: f32,
    shots: [f32; 3],
    /// Against rocks, which no power stops.
    rocks: f32,
}

impl Guard {
    /// What a card gives while it is active.
    pub fn of_card(view: View<'_>, card: &PlayCard) -> Self {
        let lasting = card.lasting;
        let defense = (!lasting.spear).then_some(card.defense);
        Guard::new(
            view,
            defense,
            lasting.no_melee,
            lasting.no_shot,
            lasting.suit,
        )
    }

    /// What the fighter who decides has now.
    pub fn now(view: View<'_>) -> Self {
        let me = view.me();
        let (no_melee, no_shot, suit) = view.protected();
        let mine = |set: Fighters| set >> me & 1 == 1;
        Guard::new(
            view,
            view.defense(me),
            mine(no_melee),
            mine(no_shot),
            mine(suit),
        )
    }

    fn new(view: View<'_>, defense: Defense, no_melee: bool, no_shot: bool, suit: bool) -> Self {
        // A rolled defense is hit by 21 of 36 pairs of dice: like one of 3.5.
        let faces = 7.0 - defense.map_or(3.5, f32::from);
        let hit = |penalty: f32| (faces - penalty).clamp(0.0, 6.0) / 6.0;
        let near = hit(0.0);
        // A suit takes one die, of about three.
        let open = |immune: bool| f32::from(!immune) * if suit { 0.65 } else { 1.0 };
        let shot = open(no_shot);
        let rules = &view.arena().rules;
        let far = if rules.range >= 2 {
            hit(f32::from(rules.far_shot_penalty))
        } else {
            0.0
        };
        Guard {
            melee: open(no_melee) * near,
            shots: [shot * near, shot * near, shot * far],
            rocks: near,
        }
    }

    /// Wounds that the rocks of one elimination are expected to cost in this round.
    pub fn wounds_by_rocks(&self, view: View<'_>) -> f32 {
        let rocks = view
            .arena()
            .rules
            .rocks
            .get(usize::from(view.round()).wrapping_sub(1));
        rocks.map_or(0.0, |&dice| f32::from(dice) * self.rocks)
    }
}

/// How many actions a fighter that has acted has before my next one, if there is another round.
#[inline]
pub(super) fn actions_next_round(view: View<'_>) -> f32 {
    if view.round() < view.arena().rules.rounds {
        0.5
    } else {
        0.0
    }
}

#[inline]
pub(super) fn write_danger(view: View<'_>, row: &mut FeatureRow, danger: f32) {
    let share = (danger / f32::from(view.lp(view.me()))).min(1.0);
    row[F::Danger as usize] = danger;
    row[F::Peril as usize] = share * share;
}
