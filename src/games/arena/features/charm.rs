//! Features of a lucky charm's use; keeping it has none.

use super::super::cards::Twist;
use super::super::{Choice, Scoring, View};
use super::{F, NOTHING, one_if};
use crate::games::{FeatureRow, Options};

/// What the dice do to the one who has the charm, on average.
#[derive(Default)]
struct Loss {
    wounds: f32,
    /// First wound tokens, of which there may be more than one.
    firsts: f32,
    kill: f32,
}

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let me = view.me();
    let (lp, firsts) = (view.lp(me), view.first_wounds(me));
    let rules = view.arena().rules();
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
    let first = f32::from(rules.first_wound) - 1.0;
    // The crowd gains nothing, a vampire life, and where trophies score a wound is no point.
    let scores = rules.scoring == Scoring::Popularity
        && view.attacker().is_some()
        && view.clash_slot().twist != Twist::Vampiric;
    let anybody = one_if(scores);
    let to_come = f32::from(rules.rounds + 1 - view.round()) / f32::from(rules.rounds);
    let kept = after(hits, 0);
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        let used = match *choice {
            Choice::Flip(face) => after(hits - u8::from(((7 - face) as i8) < needed), 0),
            Choice::Reroll(count) => after(hits - count, count),
            _ => continue,
        };
        let saved = kept.wounds - used.wounds;
        row[F::Charm as usize] = to_come;
        row[F::Saved as usize] = saved;
        row[F::Denied as usize] = anybody * (saved + first * (kept.firsts - used.firsts));
        row[F::Rescue as usize] = kept.kill - used.kill;
    }
}
