//! Inputs of learning bots in addition to the features: numbers that describe the game without
//! naming porters.

use gong::game::learnable::{DecisionInputs, InputNames, Learnable, OneOf};
use gong::game::{Game, Options, members};
use gong::inputs;

use super::state::{GUIDES, Weather};
use super::{Choice, NightPass, View};

/// Scale factor that maps warmth and sides of a die to values near 1.
const TENTH: f32 = 0.1;
const PORTERS: f32 = 0.2;

inputs! {
    struct Position(view: View<'_>) {
        let rules = &view.pass.rules;
        let walking: u32 = (0..GUIDES).map(|guide| view.state.walking_of(guide).count_ones()).sum();
    } [
        "night_left" => share(rules.rounds.saturating_sub(view.state.round), rules.rounds),
        "way_left" => share(view.steps_left(), rules.distance),
        "scout" => view.weather.is_some(),
        Weather::NAMES => Weather::ALL.map(|weather| view.odds(weather)),
        ["my_porters", "my_warmth"] => group(view, view.me()),
        "to_spare" => (walking as f32 - f32::from(rules.needed)) * PORTERS,
    ]
}

inputs! {
    struct OtherGuide(view: View<'_>, guide: usize) {
        let decided = view.state.decided[guide].map_or(0, |choice| 1 + choice.kind());
    } [
        ["porters", "warmth"] => group(view, guide),
        ["undecided", "marches", "guards", "rests"] => OneOf(decided, 4),
    ]
}

inputs! {
    struct OfOption(view: View<'_>, choice: Choice) {
        let of = |value: fn(&View<'_>, u8) -> u8| {
            choice.porter().map_or(0.0, |porter| f32::from(value(&view, porter)) * TENTH)
        };
    } [
        "march" => choice.kind() == 0,
        "guard" => choice.kind() == 1,
        "porter_warmth" => of(|view, porter| view.state.warmth[usize::from(porter)]),
        "porter_die" => of(|view, porter| view.pass.porter(&view.state, porter).die),
    ]
}

impl Learnable for NightPass {
    const VERSION: u32 = 1;

    fn input_names() -> InputNames {
        InputNames {
            position: Position::names(),
            other: OtherGuide::names(),
            option: OfOption::names(),
        }
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        Position::write(&mut all.position.begin(), view);
        OtherGuide::write(&mut all.others.another(), view, 1 - view.me());
        for (&choice, row) in options.iter().zip(&mut all.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice);
        }
    }
}

/// Returns the size of a guide's group and its mean warmth.
fn group(view: View<'_>, guide: usize) -> [f32; 2] {
    let walking = view.state.walking_of(guide);
    let warmth = members(walking).map(|porter| f32::from(view.state.warmth[usize::from(porter)]));
    let count = walking.count_ones() as f32;
    [count * PORTERS, warmth.sum::<f32>() / count.max(1.0) * TENTH]
}

fn share(part: u16, whole: u16) -> f32 {
    f32::from(part) / f32::from(whole.max(1))
}
