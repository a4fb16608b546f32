//! What bots know of a game: the fields that scripts read by name, and the inputs of learning bots
//! in addition to the features. One row declares one fact for both. The rows read the view of the
//! deciding guide; the inputs do not name porters.

use gong::game::learnable::{DecisionInputs, Learnable, OneOf};
use gong::game::scripted::{Decision, Entity, EntityField, Fields, OptionField, ViewField};
use gong::game::{Game, Options, Scripted, members};
use gong::{decisions, fields, fixed_fields};
use serde_json::Value;

use super::state::{GUIDES, Weather};
use super::{Choice, NightPass, Porter, View};

// Indices of the sorts of entities in [`Scripted::ENTITIES`].
const GUIDE: usize = 0;
const PORTER: usize = 1;

decisions! { "duty" "choose_duty" }

/// Scale factor that maps warmth, porters and sides of a die to values near 1.
const TENTH: f32 = 0.1;

fields! {
    /// The game, and the deciding guide.
    OfGame: ViewField<NightPass>;
    (view: View<'_>) {
        let (state, rules) = (&view.state, &view.pass.rules);
    } => () {}

    decision: Word(WHAT) = NightPass::decision(view), "what is decided about";
    me: Entity(GUIDE) = view.me(), "the guide who decides";
    round: Number = state.round, "the round, from 1";
    "night_left" => share(rules.rounds - state.round, rules.rounds);
    steps_left: Number = view.steps_left(), "steps still to go"
        => share(steps_left, rules.distance), as "way_left";
    weather: MaybeWord(Weather::NAMES) = view.weather.map(|weather| weather as usize),
        "the card that lies face down; nil unless I am the scout"
        => view.weather.is_some(), as "scout";
    wind: Number = view.odds(Weather::Wind), "the chance of wind, as far as I know" => wind;
    wolves: Number = view.odds(Weather::Wolves), "the chance of wolves, as far as I know" => wolves;
    [porters, warmth] in OfGuide(view, view.me() as u8), as "my_";
}

fields! {
    /// A guide; networks read these inputs of the other guide.
    OfGuide: EntityField<NightPass>;
    (view: View<'_>, guide: u8) {
        let guide = usize::from(guide);
        let (walking, decided) = (view.state.walking_of(guide), view.state.decided[guide]);
        let count = walking.count_ones() as f32;
    } => () {}

    scout: Flag = view.state.scout() == guide, "has it looked at the weather card?";
    porters: Set(PORTER) =
        members(walking).fold(0u64, |set, porter| set | 1 << view.state.porter_index(porter)),
        "those of its group who are not lost" => count * TENTH;
    warmth => {
        let warmth = members(walking).map(|porter| view.state.warmth[usize::from(porter)]);
        warmth.map(f32::from).sum::<f32>() / count.max(1.0) * TENTH
    };
    decided: MaybeWord(Choice::KINDS) = decided.map(Choice::kind),
        "what it has decided in this round; nil before"
        => OneOf(decided.map_or(0, |kind| 1 + kind), 4),
        as ["undecided", "marches", "guards", "rests"];
}

fields! {
    /// An option.
    OfOption: OptionField<NightPass>;
    (view: View<'_>, choice: Choice) {
        let porter = choice.porter();
    } => () {}

    kind: Word(Choice::KINDS) = choice.kind(), "what it is"
        => OneOf(kind, 3), as ("to_", Choice::KINDS);
    porter: MaybeEntity(PORTER) = porter.map(|porter| view.state.porter_index(porter)),
        "who marches or guards";
    warmth: Maybe = porter.map(|porter| view.state.warmth[usize::from(porter)]),
        "the warmth that this porter has left"
        => f32::from(warmth.unwrap_or(0)) * TENTH, as "porter_warmth";
    "porter_die" => f32::from(porter.map_or(0, |p| view.pass.porter(&view.state, p).die)) * TENTH;
}

fixed_fields! {
    OfPorter(key: &str, porter: &Porter);
    name: "string" = key, "its key in the roster";
    die: "number" = porter.die, "sides of its die";
    most: "number" = porter.warmth, "warmth with which it set out";
}

impl Scripted for NightPass {
    const ENTITIES: &'static [Entity<NightPass>] = &[
        Entity::<Self>::changing(["guide", "guides"], OfGuide::FIELDS, "both guides, by seat"),
        Entity { name: ["porter", "porters"], fields: Fields::Fixed(OfPorter::FIELDS) },
    ];
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<NightPass>] = OfGame::FIELDS;
    const OPTIONS: &'static [OptionField<NightPass>] = OfOption::FIELDS;
    const HELPERS: &'static str = include_str!("script.luau");

    fn decision(_: View<'_>) -> usize {
        0
    }

    fn seat(view: View<'_>) -> usize {
        view.me()
    }

    fn count(_: View<'_>, _: usize) -> usize {
        GUIDES
    }

    fn names(&self) -> Vec<String> {
        self.keys.clone()
    }

    fn fixed(&self, _: usize) -> Vec<Value> {
        let porters = self.keys.iter().zip(&self.porters);
        porters.map(|(key, porter)| OfPorter::json(key, porter)).collect()
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("plain data")
    }
}

impl Learnable for NightPass {
    const VERSION: u32 = 1;

    fn input_names() -> [Vec<String>; 3] {
        [OfGame::names(), OfGuide::names(), OfOption::names()]
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        OfGame::write(&mut all.position.begin(), view);
        OfGuide::write(&mut all.others.another(), view, 1 - view.me() as u8);
        for (&choice, row) in options.iter().zip(&mut all.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice);
        }
    }
}

/// Returns a part as a fraction of the whole.
pub fn share(part: u16, whole: u16) -> f32 {
    f32::from(part) / f32::from(whole)
}
