//! The fields that scripted bots can read, by name. A field reads the view of the deciding hero,
//! which hides secrets. One line declares one field.

use serde_json::{Value, json};

use super::kinds::{Alert, Equipment, Face, Rebel, Tile, Weapon};
use super::roster::Ability;
use super::state::{BossFace, Foe, Phase};
use super::{Choice, Jungle, View};
use crate::game::scripted::{
    Decision, Entity, EntityField, FieldCell, FieldForm, Fields, FixedField, MAX_LIST, OptionField,
    Scripted, ViewField, decision, field,
};

/// Index of heroes in [`Scripted::ENTITIES`], the kinds of objects that scripts can read.
const HERO: usize = 0;
/// Index of tiles in [`Scripted::ENTITIES`], the kinds of objects that scripts can read.
const TILE: usize = 1;
/// Index of equipment in [`Scripted::ENTITIES`], the kinds of objects that scripts can read.
const ITEM: usize = 2;
/// Index of rebels in [`Scripted::ENTITIES`], the kinds of objects that scripts can read.
const REBEL: usize = 3;
/// Index of alerts in [`Scripted::ENTITIES`], the kinds of objects that scripts can read.
const ALERT: usize = 4;

const WHAT: &[&str] = &[
    "begin",
    "keep",
    "alarm",
    "fate",
    "gas",
    "turn",
    "landing",
    "flying",
    "join",
    "strike",
    "hit",
    "flight",
    "death",
    "boss-die",
    "boss-pick",
];
/// The kinds of decisions, each with the name of its script function, in the order of [`Phase`].
const DECISIONS: &[Decision] = &[
    decision("begin", "begin_mission"),
    decision("keep", "keep_dice"),
    decision("alarm", "annul_alarm"),
    decision("fate", "annul_fate"),
    decision("gas", "choose_gas"),
    decision("turn", "choose_act"),
    decision("landing", "choose_landing"),
    decision("flying", "choose_airfield"),
    decision("join", "choose_join"),
    decision("strike", "choose_strike"),
    decision("hit", "choose_hit"),
    decision("flight", "choose_flight"),
    decision("death", "choose_revival"),
    decision("boss-die", "annul_boss_die"),
    decision("boss-pick", "choose_victim"),
];
#[rustfmt::skip]
const VIEW: &[ViewField<Jungle>] = &[
    field("decision", FieldForm::Word(WHAT), |v| FieldCell::index(Some(Jungle::decision(v))), "what is decided about"),
    field("me", FieldForm::Entity(HERO), |v| FieldCell::index(Some(v.me().into())), "the hero that decides"),
    field("active", FieldForm::Entity(HERO), |v| FieldCell::index(Some(v.active().into())), "the hero whose turn it is, or was last"),
    field("round", FieldForm::Number, |v| FieldCell::number(v.round()), "the round, from 1; 0 before the first"),
    field("held", FieldForm::Number, |v| FieldCell::number(v.held()), "hostages that heroes in play hold"),
    field("lying", FieldForm::Number, |v| FieldCell::number(v.on_the_ground()), "hostages that the dead have left"),
    field("needed", FieldForm::Number, |v| FieldCell::number(v.needed()), "hostages that are needed"),
    field("side", FieldForm::Number, |v| FieldCell::number(v.side()), "tiles a side"),
    field("exfiltration", FieldForm::Entity(TILE), |v| FieldCell::index(Some(v.exfiltration().into())), "where the Boss waits"),
    field("throws_left", FieldForm::Number, |v| FieldCell::number(throws_left(v)), "while dice are kept: how often they can be thrown again; else 0"),
    field("dice_explore", FieldForm::Number, |v| die(v, Face::Explore), "action dice that show explore"),
    field("dice_fight", FieldForm::Number, |v| die(v, Face::Fight), "action dice that show fight"),
    field("dice_search", FieldForm::Number, |v| die(v, Face::Search), "action dice that show search"),
    field("dice_rest", FieldForm::Number, |v| die(v, Face::Rest), "action dice that show rest"),
    field("dice_alarm", FieldForm::Number, |v| die(v, Face::Alarm), "action dice that show alarm"),
    field("dice_phew", FieldForm::Number, |v| die(v, Face::Phew), "action dice that show phew"),
    field("explore_pairs", FieldForm::Number, |v| FieldCell::number(v.open().turn.pairs[0]), "explore pairs that are left to the active hero"),
    field("fight_pairs", FieldForm::Number, |v| FieldCell::number(v.open().turn.pairs[1]), "likewise fight pairs"),
    field("search_pairs", FieldForm::Number, |v| FieldCell::number(v.open().turn.pairs[2]), "likewise search pairs"),
    field("rest_pairs", FieldForm::Number, |v| FieldCell::number(v.open().turn.pairs[3]), "likewise rest pairs"),
    field("steps_left", FieldForm::Number, |v| FieldCell::number(v.open().turn.steps), "free steps that are left to it"),
    field("exchanges_left", FieldForm::Number, |v| FieldCell::number(v.open().turn.exchanges), "exchanges that are left to it"),
    field("fate_alert", FieldForm::Flag, |v| FieldCell::flag(v.phase() == Phase::Fate && v.open().turn.alert), "at the fate die: does it bring an alert, and not stress?"),
    field("boss_face", FieldForm::Word(BossFace::NAMES), |v| FieldCell::index(Some(v.open().boss_die as usize)), "what the Boss die shows, or showed last"),
    field("rebel", FieldForm::MaybeEntity(REBEL), rebel, "the rebel that is fought; nil if none is"),
    field("boss_fight", FieldForm::Flag, |v| FieldCell::flag(v.fight().is_some_and(|fight| fight.foe == Foe::Boss)), "is the Boss fought?"),
    field("foe_life", FieldForm::Number, |v| FieldCell::number(v.fight().map_or(0, |fight| fight.life)), "life that the rebel or the Boss has left; 0 without a fight"),
    field("fighters", FieldForm::Set(HERO), |v| FieldCell::set(v.fight().map_or(0, |fight| fight.fighters)), "who fights"),
    field("items_left", FieldForm::List(ITEM), |v| counted(&v.equipment_left()), "what is in the equipment pile"),
    field("alerts_left", FieldForm::List(ALERT), |v| counted(&v.alerts_left()), "what is in the alert pile"),
    field("rebels_left", FieldForm::List(REBEL), |v| counted(&v.rebels_left()), "what is in the encounter pile"),
];

#[rustfmt::skip]
const HEROES: &[EntityField<Jungle>] = &[
    field("name", FieldForm::Name, |v, h| FieldCell::index(Some(v.hero(h).fighter.into())), "its key in the roster"),
    field("playing", FieldForm::Flag, |v, h| FieldCell::flag(v.open().is_in_play(h)), "is it in play?"),
    field("life", FieldForm::Number, |v, h| FieldCell::number(v.hero(h).life), "life that it has"),
    field("most", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).life), "life that it began with"),
    field("defense", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).defense), "its defense, armour aside"),
    field("damage", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).damage), "damage of its own weapon"),
    field("ability", FieldForm::Word(Ability::NAMES), |v, h| FieldCell::index(v.sheet(h).ability.position()), "its ability"),
    field("ability_number", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).ability.number()), "its ability’s number"),
    field("stress", FieldForm::Number, |v, h| FieldCell::number(v.hero(h).stress), "its stress"),
    field("flees_at", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).flee), "stress from which on it flees"),
    field("still_at", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).still), "stress from which on it stands still"),
    field("clock", FieldForm::Number, |v, h| FieldCell::number(v.hero(h).clock), "hours on its clock"),
    field("limit", FieldForm::Number, |v, h| FieldCell::number(v.sheet(h).hours), "the hour at which it is out"),
    field("energy", FieldForm::Number, |v, h| FieldCell::number(v.hero(h).energy), "K-energy that it has"),
    field("hostages", FieldForm::Number, |v, h| FieldCell::number(v.hero(h).hostages), "hostages that it holds; of a dead hero: that lie on its tile"),
    field("place", FieldForm::Entity(TILE), |v, h| FieldCell::index(Some(v.hero(h).place.into())), "its tile"),
    field("items", FieldForm::List(ITEM), items, "equipment that it holds, 64 cards at most; of a dead hero: that lies on its tile"),
];

#[rustfmt::skip]
const TILES: &[EntityField<Jungle>] = &[
    field("kind", FieldForm::MaybeWord(Tile::NAMES), |v, t| FieldCell::index(v.tile(t).map(|kind| kind as usize)), "what it is; nil while it is face down"),
    field("row", FieldForm::Number, |v, t| FieldCell::number(t / v.side() + 1), "its row, from the top, from 1"),
    field("column", FieldForm::Number, |v, t| FieldCell::number(t % v.side() + 1), "its column, from the left, from 1"),
    field("cleared", FieldForm::Flag, |v, t| FieldCell::flag(v.cleared() >> t & 1 == 1), "is it cleared?"),
    field("room", FieldForm::Maybe, |v, t| FieldCell::maybe(v.tile(t).map(|kind| v.tables().tiles[kind as usize].room)), "heroes in play that it holds at most; nil while it is face down"),
    field("heroes", FieldForm::Set(HERO), |v, t| FieldCell::set(v.open().on(t)), "heroes in play on it"),
    field("used_by", FieldForm::Set(HERO), used_by, "heroes that have had its effect"),
    field("lurks", FieldForm::MaybeEntity(REBEL), |v, t| FieldCell::index(v.lurker(t).map(|lurker| lurker.rebel as usize)), "the rebel that lurks on it"),
    field("lurker_life", FieldForm::Number, |v, t| FieldCell::number(v.lurker(t).map_or(0, |lurker| lurker.life)), "life that it has left; 0 if none lurks"),
    field("to_exit", FieldForm::Number, to_exit, "steps from it to exfiltration"),
];

#[rustfmt::skip]
const OPTIONS: &[OptionField<Jungle>] = &[
    field("kind", FieldForm::Word(Choice::KINDS), |_, o| FieldCell::index(Some(o.kind())), "what it is"),
    field("tile", FieldForm::MaybeEntity(TILE), |_, o| FieldCell::index(tiles(o)[0]), "the tile that is revealed or come to"),
    field("second_tile", FieldForm::MaybeEntity(TILE), |_, o| FieldCell::index(tiles(o)[1]), "the second tile that a jet reveals"),
    field("hero", FieldForm::MaybeEntity(HERO), |_, o| FieldCell::index(hero(o)), "with whom something is exchanged; whom the Boss die is for"),
    field("item", FieldForm::MaybeEntity(ITEM), |_, o| FieldCell::index(item(o)), "equipment that is used or handed on"),
    field("kept", FieldForm::Number, |_, o| FieldCell::number(kept(o, Face::ALL)), "dice that are kept"),
    field("kept_explore", FieldForm::Number, |_, o| FieldCell::number(kept(o, &[Face::Explore])), "of these explore"),
    field("kept_fight", FieldForm::Number, |_, o| FieldCell::number(kept(o, &[Face::Fight])), "of these fight"),
    field("kept_search", FieldForm::Number, |_, o| FieldCell::number(kept(o, &[Face::Search])), "of these search"),
    field("kept_rest", FieldForm::Number, |_, o| FieldCell::number(kept(o, &[Face::Rest])), "of these rest"),
    field("kept_alarm", FieldForm::Number, |_, o| FieldCell::number(kept(o, &[Face::Alarm])), "of these alarm"),
    field("weapon", FieldForm::MaybeWord(Weapon::NAMES), |_, o| FieldCell::index(weapons(o)[0]), "what it strikes with"),
    field("second_weapon", FieldForm::MaybeWord(Weapon::NAMES), |_, o| FieldCell::index(weapons(o)[1]), "and with what besides"),
    field("missile", FieldForm::Flag, |_, o| FieldCell::flag(matches!(o, Choice::Attack { missile: true, .. })), "and with a missile?"),
];

#[rustfmt::skip]
const ITEMS: &[FixedField] = &[
    FixedField { name: "name", luau_type: "string", meaning: "what it is" },
    FixedField { name: "amount", luau_type: "number", meaning: "what it is worth; 0 if it has no number" },
    FixedField { name: "attack", luau_type: "number", meaning: "added to the attack die" },
];

#[rustfmt::skip]
const REBELS: &[FixedField] = &[
    FixedField { name: "name", luau_type: "string", meaning: "what it is" },
    FixedField { name: "life", luau_type: "number", meaning: "life that it begins with" },
    FixedField { name: "defense", luau_type: "number", meaning: "what an attack must beat" },
    FixedField { name: "damage", luau_type: "number", meaning: "life that a hit takes" },
    FixedField { name: "attack", luau_type: "number", meaning: "added to its attack die" },
];

#[rustfmt::skip]
const ALERTS: &[FixedField] = &[
    FixedField { name: "name", luau_type: "string", meaning: "what it is" },
    FixedField { name: "amount", luau_type: "number", meaning: "what it is worth; 0 if it has no number" },
    FixedField { name: "hours", luau_type: "number", meaning: "hours that gas takes" },
];

fn throws_left(view: View<'_>) -> u8 {
    match view.phase() {
        Phase::Keeping => view.sheet(view.me()).rolls - view.open().turn.throws,
        _ => 0,
    }
}

fn die(view: View<'_>, face: Face) -> FieldCell {
    FieldCell::number(view.open().turn.dice.count(face))
}

fn rebel(view: View<'_>) -> FieldCell {
    FieldCell::index(view.fight().and_then(|fight| match fight.foe {
        Foe::Rebel(rebel) => Some(rebel as usize),
        Foe::Boss => None,
    }))
}

/// Returns a list of card kinds in which each kind occurs as often as its count, up to the maximum
/// length of a list.
fn counted(counts: &[u8]) -> FieldCell {
    let cards = counts.iter().enumerate();
    let cards = cards.flat_map(|(kind, &count)| std::iter::repeat_n(kind, count.into()));
    FieldCell::list(cards.take(MAX_LIST))
}

fn items(view: View<'_>, hero: u8) -> FieldCell {
    counted(view.hero(hero).bag.pile().counts())
}

fn used_by(view: View<'_>, tile: u8) -> FieldCell {
    let used = (0..view.players() as u8).filter(|&hero| view.hero(hero).had >> tile & 1 == 1);
    FieldCell::set(used.fold(0u8, |set, hero| set | 1 << hero))
}

fn to_exit(view: View<'_>, tile: u8) -> FieldCell {
    FieldCell::number(view.open().distance(tile, view.exfiltration()))
}

pub(super) fn tiles(choice: Choice) -> [Option<usize>; 2] {
    match choice {
        Choice::Explore(tile)
        | Choice::Move(tile)
        | Choice::Step(tile)
        | Choice::Scan(tile)
        | Choice::Onto(tile) => [Some(tile.into()), None],
        Choice::ExploreTwo(one, other) => [Some(one.into()), Some(other.into())],
        _ => [None, None],
    }
}

pub(super) fn hero(choice: Choice) -> Option<usize> {
    match choice {
        Choice::Give(hero) | Choice::Take(hero) | Choice::Hand(_, hero) | Choice::Pick(hero) => {
            Some(hero.into())
        }
        _ => None,
    }
}

pub(super) fn item(choice: Choice) -> Option<usize> {
    match choice {
        Choice::Use(kind) | Choice::Hand(kind, _) => Some(kind as usize),
        Choice::Scan(_) => Some(Equipment::Scanner as usize),
        Choice::Suit => Some(Equipment::Suit as usize),
        Choice::GiveUp => Some(Equipment::FirstAid as usize),
        Choice::Medal => Some(Equipment::Medal as usize),
        _ => None,
    }
}

fn kept(choice: Choice, faces: &[Face]) -> u8 {
    match choice {
        Choice::Keep(dice) => faces.iter().map(|&face| dice.count(face)).sum(),
        _ => 0,
    }
}

fn weapons(choice: Choice) -> [Option<usize>; 2] {
    match choice {
        Choice::Attack { first, second, .. } => {
            [Some(first as usize), second.map(|second| second as usize)]
        }
        _ => [None, None],
    }
}

impl Scripted for Jungle {
    const ENTITIES: &'static [Entity<Jungle>] = &[
        Entity {
            name: ["hero", "heroes"],
            fields: Fields::Changing {
                fields: HEROES,
                meaning: "all heroes of the party, by their seats",
            },
        },
        Entity {
            name: ["tile", "tiles"],
            fields: Fields::Changing {
                fields: TILES,
                meaning: "all tiles of the base, row by row from the top left",
            },
        },
        Entity { name: ["item", "items"], fields: Fields::Fixed(ITEMS) },
        Entity { name: ["rebel", "rebels"], fields: Fields::Fixed(REBELS) },
        Entity { name: ["alert", "alerts"], fields: Fields::Fixed(ALERTS) },
    ];
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<Jungle>] = VIEW;
    const OPTIONS: &'static [OptionField<Jungle>] = OPTIONS;
    const HELPERS: &'static str = include_str!("script.luau");

    fn decision(view: View<'_>) -> usize {
        match view.phase() {
            Phase::Over => 0,
            phase => phase as usize,
        }
    }

    fn seat(view: View<'_>) -> usize {
        view.me().into()
    }

    fn count(view: View<'_>, entity: usize) -> usize {
        match entity {
            HERO => view.players(),
            _ => usize::from(view.side()) * usize::from(view.side()),
        }
    }

    fn names(&self) -> Vec<String> {
        self.keys.clone()
    }

    fn fixed(&self, entity: usize) -> Vec<Value> {
        let tables = &self.tables;
        match entity {
            ITEM => {
                let items = Equipment::NAMES.iter().zip(&tables.equipment);
                let item = |(name, of): (&&str, &super::tables::Numbers)| json!({ "name": name, "amount": of.amount, "attack": of.attack });
                items.map(item).collect()
            }
            REBEL => {
                let rebels = Rebel::NAMES.iter().zip(&tables.rebels);
                let rebel = |(name, of): (&&str, &super::tables::Numbers)| json!({ "name": name, "life": of.life, "defense": of.defense, "damage": of.damage, "attack": of.attack });
                rebels.map(rebel).collect()
            }
            _ => {
                let alerts = Alert::NAMES.iter().zip(&tables.alerts);
                let alert = |(name, of): (&&str, &super::tables::Numbers)| json!({ "name": name, "amount": of.amount, "hours": of.hours });
                alerts.map(alert).collect()
            }
        }
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("plain data")
    }
}
