//! Exact probabilities of the results of an attack in which no further cards are played (rule
//! B-3.3). The attack's highest die is compared with the target's dodge.

use std::array::from_fn;

use super::BattleCards;
use super::attack::MOST_DICE;
use super::roster::Power;
use super::state::{Attack, OpenState};

/// Table of probabilities that the highest of several dice shows at most a given face, by number of
/// dice and face.
#[derive(Debug, Clone)]
pub struct Odds {
    at_most: [[f32; 7]; MOST_DICE as usize + 1],
}

/// Probability of each value, 1 to 6, of the highest die of an attack. Index 0 is unused.
pub type Faces = [f32; 7];

/// Expected result of an attack, from probabilities.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Prospect {
    /// Probability that the attack's target loses life.
    pub hit: f32,
    /// Expected loss of life of the attack's target, in life points.
    pub life: f32,
    /// Probability that the target dies, because it has no life left.
    pub kill: f32,
    /// Probability that the attack misses, which may hurt the attacker.
    pub one: f32,
    /// Probability that the attack's target escapes by a dodge.
    pub escape: f32,
}

impl Prospect {
    /// Returns the prospect of a certain wound, in which the target, which has `has` life, loses
    /// `lost`.
    pub fn certain(lost: u8, has: u8) -> Prospect {
        let mut prospect = Prospect::default();
        prospect.add(1.0, lost, has);
        prospect
    }

    /// Adds a result of this probability in which the target, which has `has` life, loses `lost`.
    fn add(&mut self, chance: f32, lost: u8, has: u8) {
        if lost > 0 {
            self.hit += chance;
            self.life += chance * f32::from(lost);
            self.kill += if lost == has { chance } else { 0.0 };
        }
    }
}

impl Odds {
    pub fn new() -> Odds {
        let of_die = |dice: usize| from_fn(|face| (face as f32 / 6.0).powi(dice as i32));
        Odds { at_most: from_fn(of_die) }
    }

    /// Returns the probability that the highest of `dice` six-sided dice shows exactly `face`.
    #[inline]
    fn highest(&self, dice: u8, face: u8) -> f32 {
        let row = &self.at_most[usize::from(dice.min(MOST_DICE))];
        row[usize::from(face)] - row[usize::from(face) - 1]
    }

    /// Returns the probability that the highest of `dice` six-sided dice shows at least `face`.
    #[inline]
    fn at_least(&self, dice: u8, face: i8) -> f32 {
        let below = (face - 1).clamp(0, 6) as usize;
        1.0 - self.at_most[usize::from(dice.min(MOST_DICE))][below]
    }
}

impl BattleCards {
    /// Returns the probability of each value of the attack's highest die. `more` is the number of
    /// extra dice from cards that are still to be thrown if the first dice have been thrown
    /// already. Before the first throw, the result does not depend on the target.
    pub(super) fn best_dice(&self, state: &OpenState, attack: &Attack, more: u8) -> Faces {
        let mut chances = [0.0; 7];
        if attack.best > 0 {
            // Dice have already been thrown: a new die counts only if it is higher.
            let lies = attack.best;
            chances[usize::from(lies)] = self.odds.at_most[usize::from(more)][usize::from(lies)];
            for face in lies + 1..=6 {
                chances[usize::from(face)] = self.odds.highest(more, face);
            }
            return chances;
        }
        let dice = self.dice(state, attack);
        let again = self.number_of(attack.attacker, Power::SecondThrow);
        let low = self.odds.at_most[usize::from(dice)][usize::from(again)];
        for face in 1..=6 {
            let once = self.odds.highest(dice, face);
            let first = if face > again { once } else { 0.0 };
            chances[usize::from(face)] = first + low * once;
        }
        chances
    }

    /// Returns the expected result of an attack with dice in which no further cards are played.
    /// `chances` contains the probabilities of the highest die.
    pub(super) fn prospect(&self, state: &OpenState, attack: &Attack, chances: &Faces) -> Prospect {
        let mut prospect = Prospect::default();
        let force = self.force(state, attack) + attack.strength;
        let bonus = self.dodge_bonus(state, attack);
        let life = state.life[usize::from(attack.target)];
        let shield = self.cover(state, attack.target, Power::Shield);
        for (best, chance) in (1..).zip(&chances[1..]) {
            if *chance == 0.0 {
                continue;
            }
            let score = (best + force).min(6);
            if self.misses(best, score) {
                prospect.one += chance;
                continue;
            }
            let escape = if self.can_dodge(attack, best, score) {
                let least = self.least_dodge(score) - bonus;
                self.odds.at_least(1 + attack.agility, least)
            } else {
                0.0
            };
            prospect.escape += chance * escape;
            let wound = self.wound_of(state, attack, score).saturating_sub(shield);
            prospect.add(chance * (1.0 - escape), wound.min(life), life);
        }
        prospect
    }
}
