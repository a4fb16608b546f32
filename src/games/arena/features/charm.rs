//! Features of the ways to use a lucky charm (rule ). The option to keep the charm has no
//! features.

use super::super::cards::AttackSlot;
use super::super::odds::{DiceIndex, TargetIndex};
use super::super::{Choice, Scoring, View};
use super::valuation::defense;
use super::{F, NOTHING, one_if};
use crate::game::chance::Throw;
use crate::game::{FeatureRow, Options};

/// Expected losses of the attacked fighter that may use a lucky charm.
#[derive(Default)]
struct Loss {
    wounds: f32,
    /// Expected number of first-wound tokens that the fighter loses.
    firsts: f32,
    kill: f32,
}

impl Loss {
    fn add(&mut self, chance: f32, other: &Loss) {
        self.wounds += chance * other.wounds;
        self.firsts += chance * other.firsts;
        self.kill += chance * other.kill;
    }
}

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    if view.pending_of_effect() {
        return fill_of_effect(view, options, rows);
    }
    let me = view.me();
    let (lp, firsts) = (view.lp(me), view.first_wounds(me));
    let (throw, needed) = view.pending();
    let hits = throw.at_least(needed);
    // `stay` dice hit for certain; the rerolled dice all have the same probability of a hit.
    let after = |stay: u8, rerolled: u8| {
        (0..=rerolled).fold(Loss::default(), |mut sum, again| {
            let chance = view.arena().odds.exactly(rerolled, again, needed);
            let hits = stay + again;
            sum.wounds += chance * f32::from(hits.min(lp));
            sum.firsts += chance * f32::from(hits.min(firsts));
            sum.kill += chance * one_if(hits >= lp);
            sum
        })
    };
    let kept = after(hits, 0);
    let worth = Worth::new(view);
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let used = match *choice {
            Choice::Flip(face) => after(hits - u8::from(((7 - face) as i8) < needed), 0),
            Choice::Reroll(count) => after(hits - count, count),
            _ => continue,
        };
        worth.write(row, &kept, &used);
    }
}

/// Factors that convert the wounds that a lucky charm prevents into features. They are equal for
/// all uses of the charm.
struct Worth {
    /// Fraction of the game's rounds that are left, including the current round; 0 to 1.
    to_come: f32,
    /// 1 if the attacker scores points for wounds, otherwise 0.
    anybody: f32,
    /// Number of points by which a fighter's first wound scores more than any other wound.
    first: f32,
}

impl Worth {
    fn new(view: View<'_>) -> Self {
        let rules = view.arena().rules();
        // Wounds do not score for the crowd, for an attacker that drains life, or if trophies
        // score.
        let scores = rules.scoring == Scoring::Popularity
            && view.attacker().is_some()
            && !view.clash_slot().on_wound.is_some_and(|besides| besides.drain);
        Worth {
            to_come: f32::from(rules.rounds + 1 - view.round()) / f32::from(rules.rounds),
            anybody: one_if(scores),
            first: f32::from(rules.first_wound) - 1.0,
        }
    }

    fn write(&self, row: &mut FeatureRow, kept: &Loss, used: &Loss) {
        let saved = kept.wounds - used.wounds;
        row[F::Charm as usize] = self.to_come;
        row[F::Saved as usize] = saved;
        row[F::Denied as usize] = self.anybody * (saved + self.first * (kept.firsts - used.firsts));
        row[F::Rescue as usize] = kept.kill - used.kill;
    }
}

/// Writes the features of each use of a lucky charm against dice of an effect. They describe the
/// result of the attack's own dice, which follow the dice of the effect.
#[inline(never)]
fn fill_of_effect(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let (throw, _) = view.pending();
    let effect = EffectDice::new(view);
    let kept = effect.loss(throw, 0);
    let worth = Worth::new(view);
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let mut left = throw;
        let used = match *choice {
            Choice::Flip(face) => {
                left.remove(face);
                left.add(7 - face);
                effect.loss(left, 0)
            }
            Choice::Reroll(count) => {
                for _ in 0..count {
                    left.highest().into_iter().for_each(|face| left.remove(face));
                }
                effect.loss(left, count)
            }
            _ => continue,
        };
        worth.write(row, &kept, &used);
    }
}

/// An attack that first throws dice of an effect, against which the target may use a lucky charm.
struct EffectDice<'a> {
    view: View<'a>,
    slot: AttackSlot,
    size: u8,
    /// The lowest face that wounds the target, unless the dice of an evil net reduce its defense.
    needed: i8,
    /// Number of dice that the attacker loses because it is in a bramble net; otherwise 0.
    fewer: u8,
}

impl<'a> EffectDice<'a> {
    fn new(view: View<'a>) -> Self {
        let me = view.me();
        let attacker = view.attacker().unwrap_or(me);
        EffectDice {
            view,
            slot: view.clash_slot(),
            size: view.size(me),
            needed: defense(view, me) - view.pending_modifier(),
            fewer: u8::from(view.is_netted(attacker)) * view.arena().rules().bramble_dice,
        }
    }

    /// Returns the target's expected losses by the attack if the dice in `stay` remain and `again`
    /// dice are rerolled.
    fn loss(&self, stay: Throw, again: u8) -> Loss {
        let sum = stay.sum() as u8;
        if !self.view.pending_counts_dice() {
            let odds = &self.view.arena().odds;
            let caught = odds.sum_at_least(again, self.size.saturating_sub(sum));
            return self.by_size(caught, self.view.pending_dice());
        }
        if again == 0 {
            return self.after_count(sum);
        }
        let mut loss = Loss::default();
        for face in 1..=6 {
            loss.add(1.0 / 6.0, &self.after_count(face));
        }
        loss
    }

    /// Returns the target's expected losses by the attack if the die that determines the number of
    /// dice shows `face`.
    fn after_count(&self, face: u8) -> Loss {
        let dice = face.saturating_sub(self.fewer);
        let odds = &self.view.arena().odds;
        match self.slot.snare {
            Some(snare) => self.by_size(odds.sum_at_least(snare.dice, self.size), dice),
            None if self.slot.by_size => {
                let (.., suits) = self.view.protected();
                let suit = suits >> self.view.me() & 1;
                let own = dice.saturating_sub(suit);
                self.by_size(odds.sum_at_least(own, self.size), dice)
            }
            None => self.of_dice(dice, 0),
        }
    }

    /// Returns the target's expected losses if the sum of the dice reaches its size with
    /// probability `caught`. In that case, the target loses a single life point, or its defense
    /// against the following `dice` dice is lower.
    fn by_size(&self, caught: f32, dice: u8) -> Loss {
        let mut loss = Loss::default();
        if self.slot.by_size {
            let me = self.view.me();
            let once = Loss {
                wounds: 1.0,
                firsts: f32::from(self.view.first_wounds(me).min(1)),
                kill: one_if(self.view.lp(me) == 1),
            };
            loss.add(caught, &once);
        } else {
            loss.add(caught, &self.of_dice(dice, self.slot.snare_penalty()));
            loss.add(1.0 - caught, &self.of_dice(dice, 0));
        }
        loss
    }

    /// Returns the target's expected losses by `dice` dice, if its defense is lower by `penalty`.
    fn of_dice(&self, dice: u8, penalty: i8) -> Loss {
        let (view, me) = (self.view, self.view.me());
        let (.., suits) = view.protected();
        let against = |tokens| {
            let target = TargetIndex::new(tokens, suits >> me & 1 == 1);
            (view.arena().odds).against(DiceIndex::of(dice), target, self.needed - penalty)
        };
        let expected = against(view.lp(me));
        Loss {
            wounds: expected.wounds,
            firsts: against(view.first_wounds(me)).wounds,
            kill: expected.kill,
        }
    }
}
