//! The two piles: kinds and numbers of action cards (B-C) and of events (B-V).

use serde::Serialize;

use super::rules::{ActionCard, EventCard, PlainAction, PlainEvent, Rules};
use crate::game::chance::Pile;

/// Number of kinds of action cards.
pub const ACTIONS: usize = Action::ALL.len();
/// Number of kinds of events.
pub const EVENTS: usize = Occurrence::ALL.len();

pub type Cards = Pile<ACTIONS>;
pub type Events = Pile<EVENTS>;

/// A kind of action card, in the order of section B-C of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    Momentum,
    Strength,
    Fury,
    Precision,
    Dodge,
    Agility,
    Riposte,
    Save,
    Heal,
    Nemesis,
    Energy,
    Theft,
    Sabotage,
}

impl Action {
    pub const ALL: [Action; 13] = [
        Action::Momentum,
        Action::Strength,
        Action::Fury,
        Action::Precision,
        Action::Dodge,
        Action::Agility,
        Action::Riposte,
        Action::Save,
        Action::Heal,
        Action::Nemesis,
        Action::Energy,
        Action::Theft,
        Action::Sabotage,
    ];
    pub const NAMES: [&str; 13] = [
        "momentum",
        "strength",
        "fury",
        "precision",
        "dodge",
        "agility",
        "riposte",
        "save",
        "heal",
        "nemesis",
        "energy",
        "theft",
        "sabotage",
    ];
    /// The cards that the attacker's player may play during its attack (rule B-3.4).
    pub const OF_ATTACKS: [Action; 4] = [
        Action::Momentum,
        Action::Strength,
        Action::Fury,
        Action::Precision,
    ];
    /// The cards that the target's player may play to dodge an attack (rule B-3.5).
    pub const OF_DODGES: [Action; 3] = [Action::Dodge, Action::Agility, Action::Riposte];

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// A kind of event, in the order of section B-V of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occurrence {
    Calm,
    Windfall,
    Surge,
    Drought,
    Spring,
    Quake,
    Recruit,
    Comeback,
    Supplies,
    Fog,
    Storm,
    Truce,
    Frenzy,
    Rage,
}

impl Occurrence {
    pub const ALL: [Occurrence; 14] = [
        Occurrence::Calm,
        Occurrence::Windfall,
        Occurrence::Surge,
        Occurrence::Drought,
        Occurrence::Spring,
        Occurrence::Quake,
        Occurrence::Recruit,
        Occurrence::Comeback,
        Occurrence::Supplies,
        Occurrence::Fog,
        Occurrence::Storm,
        Occurrence::Truce,
        Occurrence::Frenzy,
        Occurrence::Rage,
    ];
    pub const NAMES: [&str; 14] = [
        "calm", "windfall", "surge", "drought", "spring", "quake", "recruit", "comeback",
        "supplies", "fog", "storm", "truce", "frenzy", "rage",
    ];

    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The numbers of the cards of both piles, in the form that the engine uses.
#[derive(Debug, Clone)]
pub struct Decks {
    pub cards: Cards,
    pub events: Events,
    /// Energy cost, by kind of action card.
    pub cost: [u16; ACTIONS],
    /// Number on the card, by kind of action card; 0 for a kind without a number.
    pub amount: [u8; ACTIONS],
    /// Number on the event, by kind of event; 0 for a kind without a number.
    pub of_event: [u8; EVENTS],
}

impl Decks {
    pub fn new(rules: &Rules) -> Decks {
        let of = &rules.actions;
        let plain = |card: PlainAction| ActionCard {
            count: card.count,
            cost: card.cost,
            amount: 0,
        };
        let actions: [ActionCard; ACTIONS] = [
            of.momentum,
            of.strength,
            of.fury,
            plain(of.precision),
            of.dodge,
            of.agility,
            of.riposte,
            plain(of.save),
            of.heal,
            of.nemesis,
            of.energy,
            of.theft,
            of.sabotage,
        ];
        let of = &rules.events;
        let plain = |event: PlainEvent| EventCard {
            count: event.count,
            amount: 0,
        };
        let events: [EventCard; EVENTS] = [
            plain(of.calm),
            of.windfall,
            of.surge,
            of.drought,
            of.spring,
            of.quake,
            plain(of.recruit),
            of.comeback,
            of.supplies,
            of.fog,
            of.storm,
            plain(of.truce),
            of.frenzy,
            of.rage,
        ];
        Decks {
            cards: Pile::new(actions.map(|card| card.count)),
            events: Pile::new(events.map(|event| event.count)),
            cost: actions.map(|card| card.cost.into()),
            amount: actions.map(|card| card.amount),
            of_event: events.map(|event| event.amount),
        }
    }
}
