//! What observers are told.

use super::decks::{Action, Occurrence};
use super::roster::Power;
use super::state::Character;
use crate::game::chance::Throw;

crate::events! {
/// Something that happens. Players count from 0.
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
        /// Out of the graveyard, not of the stock?
        back: bool,
    },
    Draws {
        player: u8,
        card: Action,
    },
    /// A player has more energy than before.
    Gains {
        player: u8,
        energy: u16,
    },
    /// A player has less energy, and nothing for it.
    Loses {
        player: u8,
        energy: u16,
    },
    /// A player has energy that was another's.
    Takes {
        player: u8,
        from: u8,
        energy: u16,
    },
    /// A player pays.
    Spends {
        player: u8,
        energy: u16,
    },
    /// A card leaves a hand unplayed.
    Drops {
        player: u8,
        card: Action,
        how: Drop,
    },
    /// A card is played. Of an attack it is the attacker's or the target's, of a heal whom it heals.
    Plays {
        player: u8,
        card: Action,
        by: Character,
    },
    Attacks {
        player: u8,
        attacker: Character,
        target: Character,
        /// B-3.9: by a Nemesis card.
        nemesis: bool,
    },
    /// A character has its shield or its guard from now on.
    Covers {
        character: Character,
    },
    /// A character's power does something: something is other than without it (B-8). What it does follows.
    Power {
        character: Character,
        power: Power,
    },
    /// Its power keeps a character from losing so much life to its own 1.
    Spares {
        character: Character,
        life: u8,
    },
    /// The attack's dice, or the second throw of them, or those of a card thrown later.
    Throws {
        throw: Throw,
    },
    /// The attack's score: its highest die, and what power and cards add.
    Scores {
        score: u8,
        best: u8,
        power: u8,
        cards: u8,
    },
    /// The target's dice.
    Dodges {
        throw: Throw,
        dodge: i8,
        escapes: bool,
        /// Of who escapes: the life that it would have lost.
        kept: u8,
    },
    /// There is no dodge.
    Sure,
    /// A shield takes so much of a wound.
    Shields {
        target: Character,
        life: u8,
        /// The life that the target would have lost of it.
        kept: u8,
    },
    /// A save card keeps so much life.
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
        /// B-4.2.
        capped: bool,
    },
}
}

/// Why a card leaves a hand unplayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drop {
    /// B-2.5.
    Discarded,
    /// B-P16, B-C13.
    Lost,
}

/// What a character loses life to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wound {
    /// An attack by dice.
    Attack,
    /// B-3.9.
    Nemesis,
    /// B-P20.
    Splash,
    /// B-3.3: its own score of 1.
    One,
    /// B-C7.
    Riposte,
    /// B-V6.
    Quake,
}

impl Wound {
    /// All, as people read them.
    pub const NAMES: [&str; 6] = ["attack", "nemesis", "splash", "one", "riposte", "quake"];
}
