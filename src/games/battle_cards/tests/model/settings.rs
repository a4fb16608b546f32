//! The settings in the table of the rules page, with their defaults, for the model.

use std::collections::BTreeMap;

use super::words::{Card, Event};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum First {
    Villains,
    Heroes,
    Random,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsedCards {
    Discard,
    Under,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeadersNamed {
    TurnOrder,
    VillainsFirst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Succession {
    Turn,
    Free,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardsTiming {
    Before,
    After,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecidedBy {
    Score,
    Die,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DodgeRule {
    Equal,
    Better,
}

/// The numbers of an action card (rule B-C).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardRule {
    pub count: u32,
    pub cost: u32,
    /// The number on the card; 0 for a card without a number.
    pub amount: u32,
}

/// The numbers of an event (rule B-V).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventRule {
    pub count: u32,
    /// The number on the event; 0 for an event without a number.
    pub amount: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    pub hand: u32,
    pub first: First,
    pub used_cards: UsedCards,
    pub leaders_named: LeadersNamed,
    pub attacks: u32,
    pub first_turn_attacks: u32,
    pub event_energy: u32,
    pub energy_kept: bool,
    pub succession: Succession,
    pub discards: u32,
    pub leader_protected: bool,
    pub leader_open_when_alone: bool,
    pub nemesis_reaches_leaders: bool,
    pub nemesis_stoppable: bool,
    pub cards_timing: CardsTiming,
    pub miss_by: DecidedBy,
    pub one_hurts: bool,
    /// The lowest score that cannot be dodged; with 7, every score can be dodged.
    pub sure_hit: u32,
    pub sure_hit_by: DecidedBy,
    pub dodge: DodgeRule,
    pub team_help: bool,
    pub heal_mates_in_own_turn: bool,
    pub defend_mates: bool,
    pub max_turns: u32,
    pub actions: BTreeMap<Card, CardRule>,
    pub events: BTreeMap<Event, EventRule>,
}

impl Settings {
    pub fn cost(&self, card: Card) -> u32 {
        self.actions[&card].cost
    }

    pub fn amount(&self, card: Card) -> u32 {
        self.actions[&card].amount
    }

    /// Returns the cards of the complete action pile, in the order of table B-C (rule B-1.7).
    pub fn action_pile(&self) -> Vec<Card> {
        let cards = self.actions.iter();
        cards.flat_map(|(&card, rule)| vec![card; rule.count as usize]).collect()
    }

    /// Returns the events of the complete event pile, in the order of table B-V (rule B-1.7).
    pub fn event_pile(&self) -> Vec<Event> {
        let events = self.events.iter();
        events.flat_map(|(&event, rule)| vec![event; rule.count as usize]).collect()
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let card = |(card, count, cost, amount)| {
            let rule = CardRule { count, cost, amount };
            (card, rule)
        };
        let event = |(event, count, amount)| (event, EventRule { count, amount });
        Settings {
            hand: 5,
            first: First::Villains,
            used_cards: UsedCards::Discard,
            leaders_named: LeadersNamed::TurnOrder,
            attacks: 2,
            first_turn_attacks: 2,
            event_energy: 2,
            energy_kept: true,
            succession: Succession::Turn,
            discards: 1,
            leader_protected: true,
            leader_open_when_alone: true,
            nemesis_reaches_leaders: false,
            nemesis_stoppable: true,
            cards_timing: CardsTiming::Before,
            miss_by: DecidedBy::Score,
            one_hurts: true,
            sure_hit: 6,
            sure_hit_by: DecidedBy::Score,
            dodge: DodgeRule::Equal,
            team_help: true,
            heal_mates_in_own_turn: true,
            defend_mates: true,
            max_turns: 200,
            actions: [
                (Card::Momentum, 6, 1, 1),
                (Card::Strength, 5, 1, 1),
                (Card::Fury, 3, 2, 1),
                (Card::Precision, 3, 2, 0),
                (Card::Dodge, 7, 1, 1),
                (Card::Agility, 5, 1, 1),
                (Card::Riposte, 3, 1, 1),
                (Card::Save, 5, 2, 0),
                (Card::Heal, 6, 2, 1),
                (Card::Nemesis, 7, 2, 1),
                (Card::Energy, 5, 0, 3),
                (Card::Theft, 3, 0, 2),
                (Card::Sabotage, 3, 1, 2),
            ]
            .map(card)
            .into(),
            events: [
                (Event::Calm, 4, 0),
                (Event::Windfall, 3, 3),
                (Event::Surge, 2, 2),
                (Event::Drought, 2, 2),
                (Event::Spring, 2, 1),
                (Event::Quake, 2, 1),
                (Event::Recruit, 4, 0),
                (Event::Comeback, 2, 2),
                (Event::Supplies, 3, 2),
                (Event::Fog, 2, 1),
                (Event::Storm, 2, 1),
                (Event::Truce, 2, 0),
                (Event::Frenzy, 2, 1),
                (Event::Rage, 2, 1),
            ]
            .map(event)
            .into(),
        }
    }
}
