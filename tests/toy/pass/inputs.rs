//! Inputs of learning bots in addition to the features: numbers that describe the game without
//! naming porters.

use gong::game::learnable::{DecisionInputs, InputWriter, Learnable};
use gong::game::{Game, Options};

use super::state::{GUIDES, Weather, members};
use super::{Choice, NightPass, View};

/// Scale factor that maps warmth to values near 1.
const WARMTH: f32 = 0.1;
/// Scale factor that maps the number of sides of a die to values near 1.
const SIDES: f32 = 0.1;
const PORTERS: f32 = 0.2;

impl Learnable for NightPass {
    const VERSION: u32 = 1;

    const POSITION: &'static [&'static str] = &[
        "night_left",
        "way_left",
        "scout",
        "calm",
        "wind",
        "snow",
        "wolves",
        "my_porters",
        "my_warmth",
        "to_spare",
    ];
    const OTHER: &'static [&'static str] =
        &["porters", "warmth", "undecided", "marches", "guards", "rests"];
    const OPTION: &'static [&'static str] = &["march", "guard", "porter_warmth", "porter_die"];

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        let inputs = &mut all.position.begin();
        let rules = view.rules();
        inputs.number(share(rules.rounds.saturating_sub(view.round()), rules.rounds));
        inputs.number(share(view.steps_left(), rules.distance));
        inputs.flag(view.me() == view.scout());
        for weather in Weather::ALL {
            inputs.number(view.odds(weather));
        }
        group(view, view.me(), inputs);
        let walking = (0..GUIDES).map(|guide| view.walking_of(guide).count_ones());
        let walking = walking.sum::<u32>() as f32;
        inputs.number((walking - f32::from(rules.needed)) * PORTERS);
        debug_assert_eq!(inputs.count(), Self::POSITION.len());

        // The other guide.
        let other = 1 - view.me();
        let inputs = &mut all.others.another();
        group(view, other, inputs);
        let decided = match view.decided(other) {
            None => 0,
            Some(Choice::March(_)) => 1,
            Some(Choice::Guard(_)) => 2,
            Some(Choice::Rest) => 3,
        };
        inputs.one_of(decided, 4);
        debug_assert_eq!(inputs.count(), Self::OTHER.len());

        let features = Self::FEATURES.len();
        for (&choice, row) in options.iter().zip(&mut all.options) {
            let mut inputs = row.behind(features);
            inputs.flag(matches!(choice, Choice::March(_)));
            inputs.flag(matches!(choice, Choice::Guard(_)));
            match choice {
                Choice::March(porter) | Choice::Guard(porter) => {
                    inputs.number(f32::from(view.warmth(porter)) * WARMTH);
                    inputs.number(f32::from(view.porter(porter).die) * SIDES);
                }
                Choice::Rest => inputs.skip(2),
            }
            debug_assert_eq!(inputs.count(), features + Self::OPTION.len());
        }
    }
}

/// Writes the size of a guide's group and its mean warmth.
fn group(view: View<'_>, guide: usize, inputs: &mut InputWriter<'_>) {
    let walking = view.walking_of(guide);
    let warmth: u16 = members(walking).map(|porter| u16::from(view.warmth(porter))).sum();
    let count = walking.count_ones() as f32;
    inputs.number(count * PORTERS);
    inputs.number(f32::from(warmth) / count.max(1.0) * WARMTH);
}

fn share(part: u16, whole: u16) -> f32 {
    f32::from(part) / f32::from(whole.max(1))
}
