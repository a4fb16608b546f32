//! The features of options: what greedy weighs, scripts read and searches are led by.
//!
//! One file for what an attack promises, one for what opponents threaten, and one for each kind of decision.

mod acting;
mod asking;
mod charm;
mod choosing;
mod danger;
mod ground;
mod placing;
mod profile;
mod valuation;

pub(super) use profile::Profiles;

use super::state::Phase;
use super::{Choice, View};
use crate::games::{Feature, FeatureRow, MAX_FEATURES, Options};

/// Where each feature stands in a row.
#[repr(usize)]
#[derive(Clone, Copy)]
enum F {
    // The first seven are what attacks promise, see [`valuation`].
    Wounds,
    Points,
    Kills,
    Rival,
    Friends,
    Life,
    Hinder,
    Rocks,
    Danger,
    Peril,
    Defense,
    Initiative,
    Special,
    Strength,
    Company,
    Centre,
    Charm,
    Saved,
    Denied,
    Rescue,
    Trophies,
    Bonus,
}

/// The features, in the order of a row.
pub(super) const FEATURES: &[Feature] = &[
    feature(
        "wounds",
        "wounds that the attack is expected to deal; of a move or card, the best attack it leaves in reach",
    ),
    feature(
        "points",
        "popularity points that it is expected to take, first wounds at their worth; where trophies score, the share of the target's trophy points that its wounds are of its size",
    ),
    feature("kills", "opponents that it is expected to eliminate"),
    feature(
        "rival",
        "expected wounds, each times the target's points over those of the leading opponent",
    ),
    feature("friends", "wounds expected on teammates"),
    feature("life", "life points that the actor is expected to gain"),
    feature(
        "hinder",
        "chance of an electroshock or of a bramble net; wounds that a given skull is expected to spare",
    ),
    feature(
        "rocks",
        "wounds expected from the crowd's rocks, for eliminations this early",
    ),
    feature(
        "danger",
        "wounds expected from opponents before the fighter's next action, where it can then stand",
    ),
    feature(
        "peril",
        "danger over the life points left, at most 1, squared",
    ),
    feature("defense", "defense of the card"),
    feature("initiative", "initiative of the card"),
    feature(
        "special",
        "1 if the card, or the face that a dragon shows, has an effect: it will not come again soon",
    ),
    feature(
        "strength",
        "dice on the card: spent, they are missing later",
    ),
    feature(
        "company",
        "opponents on the zone reached and half of those next to it",
    ),
    feature("centre", "1 if the option leads to the centre"),
    feature(
        "charm",
        "1 if the lucky charm is used, times the share of the game that is still to come",
    ),
    feature("saved", "wounds that the charm is expected to save"),
    feature(
        "denied",
        "popularity points that the charm is expected to deny the attacker",
    ),
    feature(
        "rescue",
        "chance of surviving the attack that the charm adds",
    ),
    feature(
        "trophies",
        "sizes of the trophies that it is expected to take, where trophies score",
    ),
    feature(
        "bonus",
        "the bonus for the centre, if the option lets the fighter end the last round there",
    ),
];

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

// The traits of a card stand side by side, as its profile has them.
const _: () = assert!(
    F::Initiative as usize == F::Defense as usize + 1
        && F::Special as usize == F::Defense as usize + 2
        && F::Strength as usize == F::Defense as usize + 3
);

const _: () = assert!(FEATURES.len() == F::Bonus as usize + 1 && FEATURES.len() <= MAX_FEATURES);

/// 1 if it is so, else 0; without the branch that the compiler makes of `f32::from`, and the processor often guesses wrong.
#[inline(always)]
fn one_if(so: bool) -> f32 {
    static NUMBERS: [f32; 2] = [0.0, 1.0];
    NUMBERS[usize::from(so)]
}

/// What an option has of every feature until something is said of it.
const NOTHING: FeatureRow = [0.0; MAX_FEATURES];

/// One row of features for each option.
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    match view.phase() {
        Phase::Placing => placing::fill(view, options, rows),
        Phase::Choosing => choosing::fill(view, options, rows),
        Phase::Acting => acting::fill(view, options, rows),
        Phase::Facing | Phase::Ordering | Phase::Throwing => asking::fill(view, options, rows),
        Phase::Charm => charm::fill(view, options, rows),
        Phase::Over => {}
    }
}
