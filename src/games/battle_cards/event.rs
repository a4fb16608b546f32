//! The events of a game, which the engine reports to observers.

use serde::Serialize;

use super::decks::{Action, Occurrence};
use super::roster::Power;
use super::state::CharacterIndex;
use crate::game::chance::Throw;

/// An event in a game. Players are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    RoundBegins {
        round: u16,
    },
    TurnBegins {
        player: u8,
    },
    /// A player names its leader.
    Leads {
        player: u8,
        character: CharacterIndex,
    },
    /// The event card of a turn is turned up and takes effect.
    Occurs {
        player: u8,
        #[serde(rename = "card")]
        event: Occurrence,
    },
    /// A character joins a team.
    Joins {
        player: u8,
        character: CharacterIndex,
        life: u8,
        /// True if the character comes from the graveyard, false if it comes from the stock.
        back: bool,
    },
    Draws {
        player: u8,
        card: Action,
    },
    /// A player gains energy.
    Gains {
        player: u8,
        energy: u16,
    },
    /// A player loses energy without receiving anything for it.
    Loses {
        player: u8,
        energy: u16,
    },
    /// A player takes energy from another player.
    Takes {
        player: u8,
        #[serde(skip)]
        from: u8,
        energy: u16,
    },
    /// A player pays energy for an attack or a card.
    Spends {
        player: u8,
        energy: u16,
    },
    /// A card leaves a player's hand without being played.
    Drops {
        player: u8,
        card: Action,
        how: Drop,
    },
    /// A player plays a card. During an attack, `character` is the attacker or the target; for a
    /// Heal card, it is the healed character.
    Plays {
        player: u8,
        card: Action,
        #[serde(skip)]
        by: CharacterIndex,
    },
    Attacks {
        player: u8,
        #[serde(skip)]
        attacker: CharacterIndex,
        #[serde(skip)]
        target: CharacterIndex,
        /// True if the attack was made with a Nemesis card (rule B-3.9).
        nemesis: bool,
    },
    /// A character receives a shield or a guard, by its power.
    Covers {
        character: CharacterIndex,
    },
    /// A character's power takes effect: a value differs from what it would be without the power
    /// (rule B-8). The consequences are the events that follow.
    Power {
        character: CharacterIndex,
        #[serde(skip)]
        power: Power,
    },
    /// A character's power prevents the loss of life that its miss would cause.
    Spares {
        character: CharacterIndex,
        life: u8,
    },
    /// Dice of the attack are thrown: the first throw, a second throw, or the dice of a card played
    /// later.
    Throws {
        #[serde(rename = "faces")]
        throw: Throw,
    },
    /// The score of the attack is known: the highest die plus the numbers added by power and cards.
    Scores {
        score: u8,
        best: u8,
        power: u8,
        cards: u8,
    },
    /// The target's player throws the dice of the dodge.
    Dodges {
        #[serde(rename = "faces")]
        throw: Throw,
        dodge: i8,
        escapes: bool,
        /// If the target escapes: life that the target would have lost without its dodge.
        #[serde(skip)]
        kept: u8,
    },
    /// The target cannot dodge the attack.
    Sure,
    /// A shield of the target reduces the life that a wound takes.
    Shields {
        #[serde(skip)]
        target: CharacterIndex,
        life: u8,
        /// Life that the shield saves: the target's loss without the shield minus its loss with it.
        #[serde(skip)]
        kept: u8,
    },
    /// A Save card prevents the target's loss of life.
    Saves {
        #[serde(skip)]
        target: CharacterIndex,
        life: u8,
    },
    /// A character loses life.
    Wounds {
        #[serde(skip)]
        by: Option<CharacterIndex>,
        #[serde(skip)]
        target: CharacterIndex,
        life: u8,
        how: Wound,
    },
    Regains {
        character: CharacterIndex,
        life: u8,
    },
    Falls {
        #[serde(skip)]
        player: u8,
        #[serde(skip)]
        character: CharacterIndex,
        #[serde(skip)]
        by: Option<CharacterIndex>,
    },
    Out {
        player: u8,
    },
    Over {
        /// True if the game ended at the turn limit (rule B-4.2).
        capped: bool,
    },
}

/// The reason for which a card leaves a hand without being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Drop {
    /// The player discarded the card (rule B-2.5).
    Discarded,
    /// The player lost the card to a Disarm power or a Sabotage card (rules B-P16 and B-C13).
    Lost,
}

/// The cause for which a character loses life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Wound {
    /// The character is the target of an attack with dice.
    Attack,
    /// The character is the target of a Nemesis card (rule B-3.9).
    Nemesis,
    /// The Splash power of an attacker wounds a second character (rule B-P20).
    Splash,
    /// The attacker's own miss, which costs it life (rule B-3.3).
    One,
    /// The target of the attack escaped with a Riposte card (rule B-C7).
    Riposte,
    /// The event Quake takes life from leaders (rule B-V6).
    Quake,
}
