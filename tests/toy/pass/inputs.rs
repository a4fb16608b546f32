//! Inputs of learning bots in addition to the features: numbers that describe the game without
//! naming porters.

use gong::game::learnable::{DecisionInputs, InputNames, Learnable, OneOf};
use gong::game::{Game, Options};
use gong::inputs;

use super::state::{GUIDES, Weather, members};
use super::{Choice, NightPass, View};

/// Scale factor that maps warmth to values near 1.
const WARMTH: f32 = 0.1;
/// Scale factor that maps the number of sides of a die to values near 1.
const SIDES: f32 = 0.1;
const PORTERS: f32 = 0.2;

inputs! {
    struct Position(view: View<'_>) {
        let rules = view.rules();
        let walking: u32 = (0..GUIDES).map(|guide| view.walking_of(guide).count_ones()).sum();
    } [
        "night_left" => share(rules.rounds.saturating_sub(view.round()), rules.rounds),
        "way_left" => share(view.steps_left(), rules.distance),
        "scout" => view.me() == view.scout(),
        ["calm", "wind", "snow", "wolves"] => Weather::ALL.map(|weather| view.odds(weather)),
        ["my_porters", "my_warmth"] => group(view, view.me()),
        "to_spare" => (walking as f32 - f32::from(rules.needed)) * PORTERS,
    ]
}

inputs! {
    struct OtherGuide(view: View<'_>, guide: usize) {
        let decided = match view.decided(guide) {
            None => 0,
            Some(Choice::March(_)) => 1,
            Some(Choice::Guard(_)) => 2,
            Some(Choice::Rest) => 3,
        };
    } [
        ["porters", "warmth"] => group(view, guide),
        ["undecided", "marches", "guards", "rests"] => OneOf(decided, 4),
    ]
}

inputs! {
    struct OfOption(view: View<'_>, choice: Choice) {
        let porter = match choice {
            Choice::March(porter) | Choice::Guard(porter) => Some(porter),
            Choice::Rest => None,
        };
    } [
        "march" => matches!(choice, Choice::March(_)),
        "guard" => matches!(choice, Choice::Guard(_)),
        "porter_warmth" => porter.map_or(0.0, |porter| f32::from(view.warmth(porter)) * WARMTH),
        "porter_die" => porter.map_or(0.0, |porter| f32::from(view.porter(porter).die) * SIDES),
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
    let walking = view.walking_of(guide);
    let warmth: u16 = members(walking).map(|porter| u16::from(view.warmth(porter))).sum();
    let count = walking.count_ones() as f32;
    [count * PORTERS, f32::from(warmth) / count.max(1.0) * WARMTH]
}

fn share(part: u16, whole: u16) -> f32 {
    f32::from(part) / f32::from(whole.max(1))
}
