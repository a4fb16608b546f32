//! The two piles of the game: the kinds and numbers of action cards (rule B-C) and of events (rule
//! B-V).

use super::rules::Rules;
pub use super::tables::{Action, Occurrence};
use crate::game::chance::Pile;

/// Number of kinds of action cards.
pub const ACTIONS: usize = Action::COUNT;
/// Number of kinds of events.
pub const EVENTS: usize = Occurrence::COUNT;

pub type Cards = Pile<ACTIONS>;
pub type Events = Pile<EVENTS>;

impl Action {
    /// The kinds of cards that the attacker's player may play during its attack (rule B-3.4).
    pub const OF_ATTACKS: [Action; 4] =
        [Action::Momentum, Action::Strength, Action::Fury, Action::Precision];
    /// The kinds of cards that the target's player may play to dodge an attack (rule B-3.5).
    pub const OF_DODGES: [Action; 3] = [Action::Dodge, Action::Agility, Action::Riposte];
}

/// The number of copies, costs and amounts of the cards in the action pile and the event pile, in
/// the form that the engine uses.
#[derive(Debug, Clone)]
pub struct Decks {
    pub cards: Cards,
    pub events: Events,
    /// Energy that a player pays to play a card, for each kind of action card.
    pub cost: [u16; ACTIONS],
    /// Number printed on the card, such as the size of a bonus, for each kind of action card; 0 for
    /// a kind without a number.
    pub amount: [u8; ACTIONS],
    /// Number printed on the event card, such as an amount of energy, for each kind of event; 0 for
    /// a kind without a number.
    pub of_event: [u8; EVENTS],
}

impl Decks {
    pub fn new(rules: &Rules) -> Decks {
        let (actions, events) = (rules.actions.numbers(), rules.events.numbers());
        Decks {
            cards: Pile::new(actions.map(|card| card.count)),
            events: Pile::new(events.map(|event| event.count)),
            cost: actions.map(|card| card.cost.into()),
            amount: actions.map(|card| card.amount),
            of_event: events.map(|event| event.amount),
        }
    }
}
