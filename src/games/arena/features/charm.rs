//! Features of a lucky charm's use; keeping it has none.

use super::super::cards::Twist;
use super::super::odds::{DiceIndex, TargetIndex};
use super::super::{Choice, Scoring, View};
use super::valuation::defense;
use super::{F, NOTHING, one_if};
use crate::games::chance::Throw;
use crate::games::{FeatureRow, Options};

/// What the dice do to the one who has the charm, on average.
#[derive(Default)]
struct Loss {
    wounds: f32,
    /// First wound tokens, of which there may be more than one.
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
    // Some hits stay; of the dice rerolled each hits again with the same chance.
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

/// What is the same for all uses of a charm.
struct Worth {
    /// The share of the game that is still to come.
    to_come: f32,
    /// 1 if wounds score for the attacker, and what a first one then scores more than another.
    anybody: f32,
    first: f32,
}

impl Worth {
    fn new(view: View<'_>) -> Self {
        let rules = view.arena().rules();
        // The crowd gains nothing, a vampire life, and where trophies score a wound is no point.
        let scores = rules.scoring == Scoring::Popularity
            && view.attacker().is_some()
            && view.clash_slot().twist != Twist::Vampiric;
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

/// With the dice of a net or a claymore: what the attack's own, which follow, then do.
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
                    left.highest()
                        .into_iter()
                        .for_each(|face| left.remove(face));
                }
                effect.loss(left, count)
            }
            _ => continue,
        };
        worth.write(row, &kept, &used);
    }
}

/// An attack whose effect's dice lie before a charm.
struct EffectDice<'a> {
    view: View<'a>,
    twist: Twist,
    size: u8,
    /// What a die of the attack needs, no net counted.
    needed: i8,
    /// The attack's dice, where the effect does not say how many, and those that it has fewer in a net.
    dice: u8,
    fewer: u8,
}

impl<'a> EffectDice<'a> {
    fn new(view: View<'a>) -> Self {
        let (me, slot) = (view.me(), view.clash_slot());
        let attacker = view.attacker().unwrap_or(me);
        let netted = view.is_netted(attacker);
        EffectDice {
            view,
            twist: slot.twist,
            size: view.size(me),
            needed: defense(view, me) - view.pending_modifier(),
            dice: view.certain_dice(attacker, &slot, 0, netted),
            fewer: u8::from(netted) * view.arena().rules().bramble_dice,
        }
    }

    /// What the attack does with these dice of the effect, and so many thrown again.
    fn loss(&self, stay: Throw, again: u8) -> Loss {
        let sum = stay.sum() as u8;
        let mut loss = Loss::default();
        let odds = &self.view.arena().odds;
        let caught = odds.sum_at_least(again, self.size.saturating_sub(sum));
        match self.twist {
            Twist::Net { penalty, .. } => {
                loss.add(caught, &self.of_dice(self.dice, penalty));
                loss.add(1.0 - caught, &self.of_dice(self.dice, 0));
            }
            Twist::Bramble => {
                let (lp, firsts) = (
                    self.view.lp(self.view.me()),
                    self.view.first_wounds(self.view.me()),
                );
                let net = Loss {
                    wounds: 1.0,
                    firsts: f32::from(firsts.min(1)),
                    kill: one_if(lp == 1),
                };
                loss.add(caught, &net);
            }
            // A claymore.
            _ if again == 0 => loss = self.of_dice(sum.saturating_sub(self.fewer), 0),
            _ => {
                for face in 1..=6u8 {
                    loss.add(1.0 / 6.0, &self.of_dice(face.saturating_sub(self.fewer), 0));
                }
            }
        }
        loss
    }

    /// What so many dice do against a defense that a net has lowered by so much.
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
