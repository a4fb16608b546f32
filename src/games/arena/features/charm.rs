//! Features of the ways to use a lucky charm (rule ). The option to keep the charm has no
//! features.

use super::valuation::{Promise, defense};
use super::{DiceIndex, F, NOTHING, one_if};
use crate::games::arena::{Choice, FeatureRow, Options, Scoring, Throw, View};

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let me = view.me();
    if view.pending_of_effect() {
        // The features describe the result of the attack's own dice, which follow the dice of the
        // effect.
        let attacker = view.attacker().unwrap_or(me);
        let fewer = u8::from(view.is_netted(attacker)) * view.arena().rules().bramble_dice;
        let needed = defense(view, me) - view.pending_modifier();
        let effect = EffectDice { view, needed, fewer };
        return write_uses(view, options, rows, |stay, again| effect.loss(stay, again));
    }
    let (lp, firsts) = (view.lp(me), view.first_wounds(me));
    let (_, needed) = view.pending();
    // The dice that stay hit or miss for certain; the rerolled dice all have the same probability
    // of a hit.
    write_uses(view, options, rows, |stay, rerolled| {
        let mut sum = Promise::default();
        for again in 0..=rerolled {
            let chance = view.arena().odds.exactly(rerolled, again, needed);
            let hits = stay.at_least(needed) + again;
            sum.expected.wounds += chance * f32::from(hits.min(lp));
            sum.expected.kill += chance * one_if(hits >= lp);
            sum.firsts += chance * f32::from(hits.min(firsts));
        }
        sum
    });
}

/// Writes the features of each use of a lucky charm. `loss` returns the expected losses of the
/// attacked fighter if some dice stay and a number of dice is rerolled.
#[inline]
fn write_uses(
    view: View<'_>,
    options: &Options<Choice>,
    rows: &mut [FeatureRow],
    loss: impl Fn(Throw, u8) -> Promise,
) {
    let rules = view.arena().rules();
    let to_come = f32::from(rules.rounds + 1 - view.round()) / f32::from(rules.rounds);
    // Wounds do not score for the crowd, for an attacker that drains life, or if trophies score.
    let anybody = one_if(
        rules.scoring == Scoring::Popularity
            && view.attacker().is_some()
            && !view.clash_slot().on_wound.is_some_and(|besides| besides.drain),
    );
    let first = f32::from(rules.first_wound) - 1.0;
    let kept = loss(view.pending().0, 0);
    for (&choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let Some((stay, _)) = view.after_charm(choice) else {
            continue;
        };
        let used = loss(stay, if let Choice::Reroll(count) = choice { count } else { 0 });
        let saved = kept.expected.wounds - used.expected.wounds;
        row[F::Charm as usize] = to_come;
        row[F::Saved as usize] = saved;
        row[F::Denied as usize] = anybody * (saved + first * (kept.firsts - used.firsts));
        row[F::Rescue as usize] = kept.expected.kill - used.expected.kill;
    }
}

/// An attack that first throws dice of an effect, against which the target may use a lucky charm.
struct EffectDice<'a> {
    view: View<'a>,
    /// The lowest face that wounds the target, unless the dice of an evil net reduce its defense.
    needed: i8,
    /// Number of dice that the attacker loses because it is in a bramble net; otherwise 0.
    fewer: u8,
}

impl EffectDice<'_> {
    /// Returns the target's expected losses by the attack if the dice in `stay` remain and `again`
    /// dice are rerolled.
    #[inline(never)]
    fn loss(&self, stay: Throw, again: u8) -> Promise {
        let sum = stay.sum() as u8;
        if !self.view.pending_counts_dice() {
            return self.of_sum(again, sum, self.view.pending_dice());
        }
        if again == 0 {
            return self.after_count(sum);
        }
        let mut loss = Promise::default();
        (1..=6).for_each(|face| loss.add(1.0 / 6.0, &self.after_count(face)));
        loss
    }

    /// Returns the target's expected losses by the attack if the die that determines the number of
    /// dice shows `face`.
    fn after_count(&self, face: u8) -> Promise {
        let (view, me) = (self.view, self.view.me());
        let dice = face.saturating_sub(self.fewer);
        match view.clash_slot().snare {
            Some(snare) => self.of_sum(snare.dice, 0, dice),
            None if view.clash_slot().by_size => {
                self.of_sum(dice.saturating_sub(u8::from(view.wears_suit(me))), 0, dice)
            }
            None => Promise::of_dice(view, DiceIndex::of(dice), me, self.needed),
        }
    }

    /// Returns the target's expected losses if `thrown` dice, which are compared with its size,
    /// follow dice with the sum `sum`. Then `dice` dice of the attack follow.
    fn of_sum(&self, thrown: u8, sum: u8, dice: u8) -> Promise {
        let (view, me) = (self.view, self.view.me());
        let least = view.size(me).saturating_sub(sum);
        let caught = view.arena().odds.sum_at_least(thrown, least);
        Promise::of_sum(view, view.clash_slot(), caught, DiceIndex::of(dice), me, self.needed)
    }
}
