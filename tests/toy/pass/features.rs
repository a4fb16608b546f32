//! The features of an option, from which bots compute its score.

use gong::game::{Feature, FeatureRow, Options, members};

use super::state::Weather;
use super::{Choice, View};

pub const FEATURES: &[Feature] = &[
    feature("steps", "steps that the march is expected to bring, at most those still to go"),
    feature("wind", "warmth that the wind is expected to take from who marches"),
    feature("wolves", "the chance of wolves on a group that nobody guards"),
    feature("rest", "warmth that the group regains"),
];

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

/// Fills one row per option; the columns follow [`FEATURES`].
pub fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let (pass, state) = (view.pass, &view.state);
    let [wind, wolves] = [Weather::Wind, Weather::Wolves].map(|weather| view.odds(weather));
    for (&choice, row) in options.iter().zip(rows) {
        let values = match choice {
            Choice::March(porter) => {
                let (die, left) = (pass.porter(state, porter).die.into(), view.steps_left());
                let steps: u16 = (1..=die).map(|face| left.min(face)).sum();
                let chill = pass.rules.chill.min(state.warmth[usize::from(porter)]);
                [f32::from(steps) / f32::from(die), f32::from(chill) * wind, wolves, 0.0]
            }
            Choice::Guard(_) => [0.0; FEATURES.len()],
            Choice::Rest => {
                let is_cold = |&porter: &u8| {
                    state.warmth[usize::from(porter)] < pass.porter(state, porter).warmth
                };
                let cold = members(state.walking_of(view.me())).filter(is_cold).count();
                [0.0, 0.0, wolves, cold as f32]
            }
        };
        row[..values.len()].copy_from_slice(&values);
    }
}
