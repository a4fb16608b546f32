//! Values that several inputs of a trained bot share; computed once for each decision.

use super::super::View;
use super::super::board::{Fighters, members};
use super::super::cards::Cards;
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::threat::Threat;
use super::POINTS;

/// The position in which a decision is made, with values that several inputs of a trained bot need.
pub struct InputScene<'a> {
    pub view: View<'a>,
    pub race: Race,
    pub enemies: Fighters,
    /// The set of opponents with only one life point left.
    pub weak: Fighters,
    /// Sets of opponents by distance (0, 1, 2) from the deciding fighter; empty before that fighter
    /// is placed.
    pub at: [Fighters; 3],
    /// For each other fighter: the cards that it may play in its next action.
    pub hands: [NextCards; MAX_FIGHTERS],
}

/// The cards that a fighter may play in its next action, as far as the deciding fighter knows.
#[derive(Debug, Clone, Copy, Default)]
pub struct NextCards {
    pub cards: Cards,
    pub threat: Threat,
    /// Number of cards in the hand; 1 if the hand is empty.
    pub count: f32,
}

impl NextCards {
    /// Returns the mean number of melee dice of the cards against a target in the same zone, times
    /// 0.3.
    #[inline(always)]
    pub fn melee_here(&self) -> f32 {
        self.threat.melee(0) / self.count * 0.3
    }
}

impl<'a> InputScene<'a> {
    pub fn of(view: View<'a>) -> Self {
        let me = view.me();
        let enemies = view.enemies(me);
        let (mut weak, mut at) = (0, [0; 3]);
        let here = view.zone(me);
        for enemy in members(enemies) {
            weak |= u8::from(view.lp(enemy) == 1) << enemy;
            if view.is_placed(me) {
                let distance = view.board().distance(here, view.zone(enemy));
                at[usize::from(distance.min(2))] |= 1 << enemy;
            }
        }
        let mut hands = [NextCards::default(); MAX_FIGHTERS];
        for other in members(view.alive() & !(1 << me)) {
            let cards = view.next_cards(other);
            let threat = view.sheet(other).threats.of(cards);
            hands[usize::from(other)] = NextCards { cards, threat, count: threat.cards() };
        }
        InputScene { view, race: Race::of(view), enemies, weak, at, hands }
    }
}

/// The scores of all sides, and the opponents that lead.
pub struct Race {
    /// For each living fighter: the score of its side, including eliminated members. In the last
    /// round, it includes the bonus for the centre (rule ).
    pub sides: [f32; MAX_FIGHTERS],
    /// Score of the side to which the deciding fighter belongs.
    pub mine: f32,
    /// Highest score of the opponents' sides that have survivors.
    pub best: f32,
    /// The living opponents whose side has the highest score of all opponents' sides.
    pub leaders: Fighters,
}

impl Race {
    fn of(view: View<'_>) -> Race {
        let me = view.me();
        let mut sides = [0.0; MAX_FIGHTERS];
        let bonus = u16::from(view.centre_bonus());
        let in_centre = view.standing_on(view.board().centre());
        let score = |who: FighterIndex| view.points(who) + u16::from(in_centre >> who & 1) * bonus;
        for fighter in members(view.alive()) {
            let points = members(view.team(fighter)).map(score);
            sides[usize::from(fighter)] = f32::from(points.sum::<u16>());
        }
        let side = |fighter: FighterIndex| sides[usize::from(fighter)];
        let enemies = view.enemies(me);
        let best = members(enemies).map(side).fold(0.0, f32::max);
        let leaders = members(enemies)
            .filter(|&enemy| side(enemy) == best)
            .fold(0, |all, enemy: FighterIndex| all | 1 << enemy);
        Race { sides, mine: side(me), best, leaders }
    }

    /// Returns the lead of a fighter's side over the deciding fighter's side, in tens of points,
    /// limited to -3 to 3.
    pub fn lead(&self, fighter: FighterIndex) -> f32 {
        self.lead_of(self.sides[usize::from(fighter)])
    }

    /// Returns the lead of a side with score `points` over the deciding fighter's side, in tens of
    /// points, limited to -3 to 3.
    pub fn lead_of(&self, points: f32) -> f32 {
        ((points - self.mine) * POINTS).clamp(-3.0, 3.0)
    }
}
