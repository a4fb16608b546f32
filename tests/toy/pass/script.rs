//! The fields that a script can read, by name, through the view of its guide. One line declares one
//! field.

use gong::game::scripted::{
    Decision, Entity, EntityField, FieldCell, FieldForm, Fields, FixedField, OptionField,
    ViewField, field,
};
use gong::game::{Scripted, members};
use serde_json::{Value, json};

use super::state::{GUIDES, Weather};
use super::{Choice, NightPass, View};

/// Index of the kind of object "guide" among the kinds that scripts see.
const GUIDE: usize = 0;
/// Index of the kind of object "porter" among the kinds that scripts see.
const PORTER: usize = 1;

const WHAT: &[&str] = &["duty"];

#[rustfmt::skip]
const VIEW: &[ViewField<NightPass>] = &[
    field("decision", FieldForm::Word(WHAT), |v| FieldCell::index(Some(NightPass::decision(v))), "what is decided about"),
    field("me", FieldForm::Entity(GUIDE), |v| FieldCell::index(Some(v.me())), "the guide who decides"),
    field("round", FieldForm::Number, |v| FieldCell::number(v.state.round), "the round, from 1"),
    field("steps", FieldForm::Number, |v| FieldCell::number(v.state.steps), "steps gone so far"),
    field("steps_left", FieldForm::Number, |v| FieldCell::number(v.steps_left()), "steps still to go"),
    field("weather", FieldForm::MaybeWord(&Weather::NAMES), |v| FieldCell::index(v.weather.map(|weather| weather as usize)), "the card that lies face down; nil unless I am the scout"),
    field("wind", FieldForm::Number, |v| FieldCell::number(v.odds(Weather::Wind)), "the chance of wind, as far as I know"),
    field("snow", FieldForm::Number, |v| FieldCell::number(v.odds(Weather::Snow)), "the chance of snow, as far as I know"),
    field("wolves", FieldForm::Number, |v| FieldCell::number(v.odds(Weather::Wolves)), "the chance of wolves, as far as I know"),
];

#[rustfmt::skip]
const GUIDE_FIELDS: &[EntityField<NightPass>] = &[
    field("scout", FieldForm::Flag, |v, g| FieldCell::flag(v.state.scout() == usize::from(g)), "has it looked at the weather card?"),
    field("porters", FieldForm::Set(PORTER), porters, "those of its group who are not lost"),
    field("decided", FieldForm::MaybeWord(Choice::KINDS), |v, g| FieldCell::index(v.state.decided[usize::from(g)].map(Choice::kind)), "what it has decided in this round; nil before"),
    field("sent", FieldForm::MaybeEntity(PORTER), |v, g| FieldCell::index(v.state.decided[usize::from(g)].and_then(Choice::porter).map(|p| v.state.porter_index(p))), "whom it has had march or guard in this round"),
];

#[rustfmt::skip]
const OPTIONS: &[OptionField<NightPass>] = &[
    field("kind", FieldForm::Word(Choice::KINDS), |_, c| FieldCell::index(Some(c.kind())), "what it is"),
    field("porter", FieldForm::MaybeEntity(PORTER), |v, c| FieldCell::index(c.porter().map(|p| v.state.porter_index(p))), "who marches or guards"),
    field("warmth", FieldForm::Maybe, |v, c| FieldCell::maybe(c.porter().map(|p| v.state.warmth[usize::from(p)])), "the warmth that this porter has left"),
];

#[rustfmt::skip]
const PORTERS: &[FixedField] = &[
    FixedField { name: "name", luau_type: "string", meaning: "its key in the roster" },
    FixedField { name: "die", luau_type: "number", meaning: "sides of its die" },
    FixedField { name: "most", luau_type: "number", meaning: "warmth with which it set out" },
];

fn porters(view: View<'_>, guide: u8) -> FieldCell {
    let porters = members(view.state.walking_of(guide.into()));
    FieldCell::set(porters.fold(0u64, |set, porter| set | 1 << view.state.porter_index(porter)))
}

impl Scripted for NightPass {
    const ENTITIES: &'static [Entity<NightPass>] = &[
        Entity {
            name: ["guide", "guides"],
            fields: Fields::Changing {
                fields: GUIDE_FIELDS,
                meaning: "both guides, by their seats",
            },
        },
        Entity { name: ["porter", "porters"], fields: Fields::Fixed(PORTERS) },
    ];
    const DECISIONS: &'static [Decision] = &[Decision { name: WHAT[0], taken_by: "choose_duty" }];
    const VIEW: &'static [ViewField<NightPass>] = VIEW;
    const OPTIONS: &'static [OptionField<NightPass>] = OPTIONS;
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
        let card = |(key, porter): (&String, &super::Porter)| json!({ "name": key, "die": porter.die, "most": porter.warmth });
        self.keys.iter().zip(&self.porters).map(card).collect()
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("plain data")
    }
}
