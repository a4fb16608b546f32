//! The tables B-C and B-V of the rules (action cards and events) as settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decks::{Action, Occurrence};

/// Count, cost and amount of one kind of action card or event. Numbers that the card does not have
/// are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    pub count: u8,
    pub cost: u8,
    pub amount: u8,
}

row! {
    /// Pile count, energy cost and printed amount of an action card whose effect has an amount.
    ActionCard {
        /// Number of these cards in the pile, 0 to 20.
        count 0 20,
        /// Energy that a player pays to play the card, 0 to 20.
        cost 0 20,
        /// The number on the card, such as the life that it restores, 1 to 9.
        amount 1 9
    }
}
row! {
    /// Pile count and energy cost of an action card whose effect has no amount.
    PlainAction {
        /// Number of these cards in the pile, 0 to 20.
        count 0 20,
        /// Energy that a player pays to play the card, 0 to 20.
        cost 0 20
    }
}
row! {
    /// Pile count and printed amount of an event whose effect has an amount.
    EventCard {
        /// Number of these events in the pile, 0 to 20.
        count 0 20,
        /// The number on the event, such as the energy that it gives, 1 to 9.
        amount 1 9
    }
}
row! {
    /// Pile count of an event whose effect has no amount.
    PlainEvent {
        /// Number of these events in the pile, 0 to 20.
        count 0 20
    }
}

table! {
    /// B-C: the numbers of the action cards.
    ActionPile of Action {
        /// B-C1: adds extra dice to an attack.
        momentum: ActionCard { count: 6, cost: 1, amount: 1 },
        /// B-C2: adds a bonus to the score of an attack.
        strength: ActionCard { count: 5, cost: 1, amount: 1 },
        /// B-C3: increases the life that a wound takes.
        fury: ActionCard { count: 3, cost: 2, amount: 1 },
        /// B-C4: makes an attack impossible to dodge.
        precision: PlainAction { count: 3, cost: 2 },
        /// B-C5: adds a bonus to a dodge.
        dodge: ActionCard { count: 7, cost: 1, amount: 1 },
        /// B-C6: adds extra dice to a dodge.
        agility: ActionCard { count: 5, cost: 1, amount: 1 },
        /// B-C7: takes life from the attacker if the target escapes.
        riposte: ActionCard { count: 3, cost: 1, amount: 1 },
        /// B-C8: prevents the loss of life of an attack's target.
        save: PlainAction { count: 5, cost: 2 },
        /// B-C9: restores life of a character.
        heal: ActionCard { count: 6, cost: 2, amount: 1 },
        /// B-C10: takes life from the sworn enemy of a character.
        nemesis: ActionCard { count: 7, cost: 2, amount: 1 },
        /// B-C11: gives energy to the player.
        energy: ActionCard { count: 5, cost: 0, amount: 3 },
        /// B-C12: takes energy from an opponent and gives it to the player.
        theft: ActionCard { count: 3, cost: 0, amount: 2 },
        /// B-C13: takes cards from an opponent.
        sabotage: ActionCard { count: 3, cost: 1, amount: 2 },
    }
}

table! {
    /// B-V: the numbers of the events.
    EventPile of Occurrence {
        /// B-V1: an event without effect.
        calm: PlainEvent { count: 4 },
        /// B-V2: gives energy to the active player.
        windfall: EventCard { count: 3, amount: 3 },
        /// B-V3: gives energy to all players.
        surge: EventCard { count: 2, amount: 2 },
        /// B-V4: takes energy from all players.
        drought: EventCard { count: 2, amount: 2 },
        /// B-V5: restores life of all living characters.
        spring: EventCard { count: 2, amount: 1 },
        /// B-V6: takes life from all leaders.
        quake: EventCard { count: 2, amount: 1 },
        /// B-V7: a character from the stock joins the active player's team.
        recruit: PlainEvent { count: 4 },
        /// B-V8: a character from the graveyard joins the active player's team; `amount` is its
        /// life.
        comeback: EventCard { count: 2, amount: 2 },
        /// B-V9: gives extra cards to the active player.
        supplies: EventCard { count: 3, amount: 2 },
        /// B-V10: adds a bonus to every dodge in this turn.
        fog: EventCard { count: 2, amount: 1 },
        /// B-V11: limits the number of attacks in this turn to `amount`.
        storm: EventCard { count: 2, amount: 1 },
        /// B-V12: leaders cannot be attacked in this turn.
        truce: PlainEvent { count: 2 },
        /// B-V13: adds extra dice to every attack in this turn.
        frenzy: EventCard { count: 2, amount: 1 },
        /// B-V14: increases the life that every wound by dice takes in this turn.
        rage: EventCard { count: 2, amount: 1 },
    }
}
