//! The tables of action cards and events in the rules (sections B-C and B-V), as settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Number in the pile, energy cost and printed amount of one kind of action card or event. Numbers
/// that the card does not have are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    pub count: u8,
    pub cost: u8,
    pub amount: u8,
}

rows! {
    /// Number in the pile, energy cost and printed amount of one kind of action card whose effect
    /// has an amount.
    ActionCard {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// Energy that a player pays to play the card, 0 to 20.
        cost: u8 [0 20],
        /// The amount of the card's effect, such as the life that the card restores, 1 to 9.
        amount: u8 [1 9],
    }

    /// Number in the pile and energy cost of one kind of action card whose effect has no amount.
    PlainAction {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// Energy that a player pays to play the card, 0 to 20.
        cost: u8 [0 20],
    }

    /// Number in the pile and printed amount of one kind of event card whose effect has an amount.
    EventCard {
        /// Number of event cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// The amount of the event's effect, such as the energy that the event gives, 1 to 9.
        amount: u8 [1 9],
    }

    /// Number in the pile of one kind of event card whose effect has no amount.
    PlainEvent {
        /// Number of event cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
    }
}

table! {
    /// B-C: number, energy cost and printed amount of each kind of action card.
    ActionPile,
    /// The kinds of action cards, in the order in which section B-C of the rules lists them.
    Action {
        /// B-C1: an action card that adds extra dice to an attack.
        Momentum momentum: ActionCard { count: 6, cost: 1, amount: 1 },
        /// B-C2: an action card that adds a bonus to the score of an attack.
        Strength strength: ActionCard { count: 5, cost: 1, amount: 1 },
        /// B-C3: an action card that increases the life that an attack takes.
        Fury fury: ActionCard { count: 3, cost: 2, amount: 1 },
        /// B-C4: an action card that makes an attack impossible to dodge.
        Precision precision: PlainAction { count: 3, cost: 2 },
        /// B-C5: an action card that adds a bonus to a dodge.
        Dodge dodge: ActionCard { count: 7, cost: 1, amount: 1 },
        /// B-C6: an action card that adds extra dice to a dodge.
        Agility agility: ActionCard { count: 5, cost: 1, amount: 1 },
        /// B-C7: an action card that takes life from the attacker if the target escapes.
        Riposte riposte: ActionCard { count: 3, cost: 1, amount: 1 },
        /// B-C8: an action card that prevents the loss of life of an attack's target.
        Save save: PlainAction { count: 5, cost: 2 },
        /// B-C9: an action card that restores life of a character.
        Heal heal: ActionCard { count: 6, cost: 2, amount: 1 },
        /// B-C10: an action card that takes life from the sworn enemy of a character.
        Nemesis nemesis: ActionCard { count: 7, cost: 2, amount: 1 },
        /// B-C11: an action card that gives energy to the player.
        Energy energy: ActionCard { count: 5, cost: 0, amount: 3 },
        /// B-C12: an action card that takes energy from an opponent and gives it to the player.
        Theft theft: ActionCard { count: 3, cost: 0, amount: 2 },
        /// B-C13: an action card that takes cards from an opponent.
        Sabotage sabotage: ActionCard { count: 3, cost: 1, amount: 2 },
    }
}

table! {
    /// B-V: number and printed amount of each kind of event card.
    EventPile,
    /// The kinds of event cards, in the order in which section B-V of the rules lists them.
    Occurrence {
        /// B-V1: an event card without effect.
        Calm calm: PlainEvent { count: 4 },
        /// B-V2: an event card that gives energy to the active player.
        Windfall windfall: EventCard { count: 3, amount: 3 },
        /// B-V3: an event card that gives energy to all players.
        Surge surge: EventCard { count: 2, amount: 2 },
        /// B-V4: an event card that takes energy from all players.
        Drought drought: EventCard { count: 2, amount: 2 },
        /// B-V5: an event card that restores life of all living characters.
        Spring spring: EventCard { count: 2, amount: 1 },
        /// B-V6: an event card that takes life from all leaders.
        Quake quake: EventCard { count: 2, amount: 1 },
        /// B-V7: an event card by which an unused character joins the active player's team.
        Recruit recruit: PlainEvent { count: 4 },
        /// B-V8: an event card by which a dead character joins the active player's team; `amount`
        /// is its life.
        Comeback comeback: EventCard { count: 2, amount: 2 },
        /// B-V9: an event card that gives extra cards to the active player.
        Supplies supplies: EventCard { count: 3, amount: 2 },
        /// B-V10: an event card that adds a bonus to every dodge in this turn.
        Fog fog: EventCard { count: 2, amount: 1 },
        /// B-V11: an event card that limits the number of attacks in this turn to `amount`.
        Storm storm: EventCard { count: 2, amount: 1 },
        /// B-V12: an event card that forbids attacks on leaders in this turn.
        Truce truce: PlainEvent { count: 2 },
        /// B-V13: an event card that adds extra dice to every attack in this turn.
        Frenzy frenzy: EventCard { count: 2, amount: 1 },
        /// B-V14: an event card that increases the life that every wound by dice takes in this
        /// turn.
        Rage rage: EventCard { count: 2, amount: 1 },
    }
}
