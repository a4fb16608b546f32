//! The features of options in arena games: numbers that greedy bots weight and sum, that scripts of
//! bots can read, and that guide tree searches.
//!
//! For an attack that is made now, expectations and probabilities are exact: `tests/exact`
//! compares them with every throw of the engine. These assumptions apply:
//!
//! - Nobody uses a lucky charm; the feature `answers` counts possible uses.
//! - The remaining targets of a bowling strike are chosen by ascending defense.
//! - A Strike with an optional second phase uses all dice that hit, by ascending defense. For a
//!   target chosen in that phase, the features describe its own die.
//! - A target that is thrown by a sandal lands in the zone with the most `points` minus twice
//!   the wounds of `friends`.
//! - A split shot is never ended early by one of its attacks.
//!
//! The features of a lucky charm are exact as well. For a card, a move or a dragon's face they
//! are estimates of the best attack that remains in reach. A feature that is always an estimate
//! says so in its meaning.
//!
//! `valuation` computes the expected result of attacks, `danger` the danger by opponents, and
//! `ground` the values of zones, with which fighters are placed. Each other kind of decision has a
//! file of its own.

mod acting;
mod asking;
mod charm;
mod choosing;
mod danger;
mod dice;
mod ground;
mod profile;
mod valuation;

pub(super) use profile::Profiles;

use self::Index as F;
use super::odds::{DiceIndex, Expected, MAX_DICE, Needed, Odds, ROLLED, TargetIndex};
use super::{Choice, FeatureRow, Options, Phase, View};
use crate::game::{Feature, MAX_FEATURES};

features! {
    Wounds "wounds" "expected wounds by the attack",
    Points "points"
        "expected popularity points by the attack; if trophies score, the target's trophy \
        points times the share of its size that is wounded",
    Kills "kills" "expected number of opponents that the attack eliminates",
    Rival "rival"
        "expected wounds by the attack, each times the target's points divided by those of the \
        leading opponent",
    Friends "friends" "expected wounds on teammates",
    Life "life"
        "expected life points that the actor gains; an estimate if an attack on several targets \
        restores life",
    Hinder "hinder"
        "probability of an electroshock or of a catch by a net; for a skull, an estimate of the \
        wounds that it prevents",
    Rocks "rocks"
        "expected wounds by the crowd's rocks after eliminations; an estimate for an attack on \
        several targets",
    Danger "danger" "estimate of the wounds by opponents before the fighter's next action",
    Peril "peril" "estimate: danger divided by the life points left, at most 1, squared",
    Defense "defense" "defense of the card",
    Initiative "initiative" "initiative of the card",
    Special "special" "1 if the card, or the face that a dragon shows, has an effect",
    Strength "strength" "number of dice on the card, which leave the hand",
    Company "company"
        "number of opponents in the zone reached, plus half of those in adjacent zones",
    Centre "centre" "1 if the option leads to the centre",
    Charm "charm"
        "share of the game that remains, 0 to 1, if the lucky charm is used; otherwise 0",
    Saved "saved" "expected wounds that the charm prevents",
    Denied "denied" "expected popularity points that the charm denies the attacker",
    Rescue "rescue" "increase in the probability of surviving the attack by the charm",
    Trophies "trophies"
        "expected trophy points that the attack takes from opponents, if trophies score",
    Bonus "bonus"
        "estimate: the bonus for the centre if the fighter can end the last round there, \
        otherwise 0",
    Answers "answers" "expected number of targets that can use a lucky charm against the attack",
}

// The traits of a card are adjacent features, in the order of `Profile::traits`.
const _: () = assert!(
    F::Initiative as usize == F::Defense as usize + 1
        && F::Special as usize == F::Defense as usize + 2
        && F::Strength as usize == F::Defense as usize + 3
);

const _: () = assert!(FEATURES.len() <= MAX_FEATURES);

/// Returns 1.0 for true and 0.0 for false, without a branch that the processor often predicts
/// wrongly.
#[inline(always)]
fn one_if(so: bool) -> f32 {
    static NUMBERS: [f32; 2] = [0.0, 1.0];
    NUMBERS[usize::from(so)]
}

/// A row of features that are all 0.
const NOTHING: FeatureRow = [0.0; MAX_FEATURES];

/// Computes the features of each option, one row per option.
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    match view.phase() {
        Phase::Placing => ground::fill(view, options, rows),
        Phase::Choosing => choosing::fill(view, options, rows),
        Phase::Acting => acting::fill(view, options, rows),
        Phase::Facing | Phase::Ordering | Phase::Throwing => asking::fill(view, options, rows),
        Phase::Charm => charm::fill(view, options, rows),
        Phase::Over => {}
    }
}
