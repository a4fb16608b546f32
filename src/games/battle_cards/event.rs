//! The events that the engine reports to observers.

use super::decks::{Action, Occurrence};
use super::roster::Power;
use super::state::Character;
use crate::game::chance::Throw;

crate::events! {
/// Something that happens in a game. Players are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
        character: Character,
    },
    /// An event is turned up.
    Occurs {
        player: u8,
        event: Occurrence,
    },
    /// A character joins a team.
    Joins {
        player: u8,
        character: Character,
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
    /// A player loses energy and receives nothing for it.
    Loses {
        player: u8,
        energy: u16,
    },
    /// A player takes energy from another player.
    Takes {
        player: u8,
        from: u8,
        energy: u16,
    },
    /// A player pays energy.
    Spends {
        player: u8,
        energy: u16,
    },
    /// A card leaves a hand without being played.
    Drops {
        player: u8,
        card: Action,
        how: Drop,
    },
    /// A card is played. During an attack, the character is the attacker or the target; for a Heal
    /// card, it is the character that is healed.
    Plays {
        player: u8,
        card: Action,
        by: Character,
    },
    Attacks {
        player: u8,
        attacker: Character,
        target: Character,
        /// True if the attack was made with a Nemesis card (rule B-3.9).
        nemesis: bool,
    },
    /// A character has its shield or its guard from now on.
    Covers {
        character: Character,
    },
    /// A character's power takes effect: something differs from a game without the power (rule
    /// B-8). The events that follow tell the effect.
    Power {
        character: Character,
        power: Power,
    },
    /// A character's power prevents the loss of life that a roll of 1 would cause.
    Spares {
        character: Character,
        life: u8,
    },
    /// The attack's dice are thrown: the first throw, a second throw, or the dice of a later card.
    Throws {
        throw: Throw,
    },
    /// The attack has its score: the highest die plus the numbers added by power and cards.
    Scores {
        score: u8,
        best: u8,
        power: u8,
        cards: u8,
    },
    /// The target throws its dodge dice.
    Dodges {
        throw: Throw,
        dodge: i8,
        escapes: bool,
        /// Life that the target would have lost if it had not escaped.
        kept: u8,
    },
    /// The attack cannot be dodged.
    Sure,
    /// A shield absorbs part of a wound.
    Shields {
        target: Character,
        life: u8,
        /// Life that the target would have lost without the shield.
        kept: u8,
    },
    /// A Save card prevents the loss of life.
    Saves {
        target: Character,
        life: u8,
    },
    /// A character loses life.
    Wounds {
        by: Option<Character>,
        target: Character,
        life: u8,
        how: Wound,
    },
    Regains {
        character: Character,
        life: u8,
    },
    Falls {
        player: u8,
        character: Character,
        by: Option<Character>,
    },
    Out {
        player: u8,
    },
    Over {
        /// True if the game ended at the turn limit (rule B-4.2).
        capped: bool,
    },
}
}

/// Why a card leaves a hand without being played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drop {
    /// The player discarded the card (rule B-2.5).
    Discarded,
    /// The player lost the card to a Disarm power or a Sabotage card (rules B-P16 and B-C13).
    Lost,
}

/// The cause of a loss of life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wound {
    /// An attack by dice.
    Attack,
    /// A Nemesis card (rule B-3.9).
    Nemesis,
    /// The Splash power of an attacker (rule B-P20).
    Splash,
    /// The attacker's own miss (rule B-3.3).
    One,
    /// A Riposte card (rule B-C7).
    Riposte,
    /// The event Quake (rule B-V6).
    Quake,
}

impl Wound {
    /// The names of all causes, as shown to people.
    pub const NAMES: [&str; 6] = ["attack", "nemesis", "splash", "one", "riposte", "quake"];
}
