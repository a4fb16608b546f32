//! The features of an option, from which bots compute its score.

use gong::game::{Feature, FeatureRow, Options, members};

use super::state::Weather;
use super::{Choice, View};

pub const FEATURES: &[Feature] = &[
    feature("steps", "steps that the march is expected to bring, at most those still to go"),
    feature("arrives", "the chance that the caravan arrives by it"),
    feature("wind", "warmth that the wind is expected to take from who marches"),
    feature("fall", "the chance that who marches is lost to the wind"),
    feature("snow", "the chance of snow on a group that nobody guards"),
    feature("wolves", "the chance of wolves that nobody of the group would drive off"),
    feature("rest", "warmth that the group regains"),
];

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

/// Fills one row per option; the columns follow [`FEATURES`].
pub fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let (pass, state) = (view.pass, &view.state);
    let [_, wind, snow, wolves] = Weather::ALL.map(|weather| view.odds(weather));
    for (&choice, row) in options.iter().zip(rows) {
        let values = match choice {
            Choice::March(porter) => {
                let [steps, arrives] = march(pass.porter(state, porter).die, view.steps_left());
                let (warmth, chill) = (state.warmth[usize::from(porter)], pass.rules.chill);
                let fall = if chill >= warmth { wind } else { 0.0 };
                let chill = f32::from(chill.min(warmth)) * wind;
                [steps, arrives, chill, fall, snow, wolves, 0.0]
            }
            Choice::Guard(porter) => {
                let die = pass.porter(state, porter).die;
                let bad = pass.rules.ward.saturating_sub(1).min(die);
                let fails = f32::from(bad) / f32::from(die);
                [0.0, 0.0, 0.0, 0.0, 0.0, wolves * fails, 0.0]
            }
            Choice::Rest => {
                let group = members(state.walking_of(view.me()));
                let cold = group.filter(|&porter| {
                    state.warmth[usize::from(porter)] < pass.porter(state, porter).warmth
                });
                [0.0, 0.0, 0.0, 0.0, snow, wolves, cold.count() as f32]
            }
        };
        row[..values.len()].copy_from_slice(&values);
    }
}

/// Returns the expected number of steps of a die, and the probability that the steps are enough.
fn march(die: u8, left: u16) -> [f32; 2] {
    let steps: u16 = (1..=u16::from(die)).map(|face| face.min(left)).sum();
    let enough = (1..=u16::from(die)).filter(|face| *face >= left).count();
    [f32::from(steps) / f32::from(die), enough as f32 / f32::from(die)]
}
