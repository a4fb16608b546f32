//! The events of a game, such as a wound, which the engine reports to observers.

use serde::Serialize;

use super::decks::{Action, Occurrence};
use super::roster::Power;
use super::state::CharacterIndex;
use crate::game::chance::Throw;

/// An event in a game, such as a wound. Players are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A round begins, in which each player has a turn.
    RoundBegins { round: u16 },
    /// The turn of a player begins.
    TurnBegins { player: u8 },
    /// A player names one of its characters as its leader.
    Leads { player: u8, character: CharacterIndex },
    /// The event card of a turn is revealed and takes effect.
    Occurs { player: u8, card: Occurrence },
    /// A character joins the team of a player during the game. `back` is true if the character
    /// comes from the graveyard (fallen characters), false if it comes from the stock (unused
    /// characters).
    Joins { player: u8, character: CharacterIndex, life: u8, back: bool },
    /// A player draws an action card.
    Draws { player: u8, card: Action },
    /// A player gains energy.
    Gains { player: u8, energy: u16 },
    /// A player loses energy without paying for anything.
    Loses { player: u8, energy: u16 },
    /// A player takes energy from the player `from`.
    Takes { player: u8, from: u8, energy: u16 },
    /// A player pays energy for an attack or a card.
    Spends { player: u8, energy: u16 },
    /// A card leaves a player's hand without being played.
    Drops { player: u8, card: Action, how: Drop },
    /// A player plays a card. During an attack, `by` is the attacker or the target. For a Heal
    /// card, `by` is the healed character. Otherwise `by` is the player's leader, or `NONE`.
    Plays { player: u8, card: Action, by: CharacterIndex },
    /// A character attacks another character; `nemesis` is true for an attack with a Nemesis card
    /// (rule B-3.9).
    Attacks { player: u8, by: CharacterIndex, target: CharacterIndex, nemesis: bool },
    /// A character receives protection (a shield or a guard) from its own power.
    Covers { character: CharacterIndex },
    /// A character's power takes effect: a value differs from what it would be without the power
    /// (rule B-8). The consequences are reported as further events.
    Power { character: CharacterIndex, power: Power },
    /// A character's power prevents the loss of life that a missed attack would cost the character.
    Spares { character: CharacterIndex, life: u8 },
    /// Dice of an attack are thrown: the first throw, a second throw, or the dice of a card played
    /// later.
    Throws { faces: Throw },
    /// The score of an attack is known: the highest die plus the bonuses from power and cards.
    Scores { score: u8, best: u8, power: u8, cards: u8 },
    /// The player of an attack's target throws dice to dodge the attack. `kept` is the life that
    /// the target would have lost without its dodge, if the target escapes; otherwise 0.
    Dodges { faces: Throw, dodge: i8, escapes: bool, kept: u8 },
    /// The target of an attack has no chance to dodge.
    Sure,
    /// A character's shield reduces the life that a wound takes. `kept` is the life that the shield
    /// saves: the loss without the shield minus the loss with the shield.
    Shields { character: CharacterIndex, life: u8, kept: u8 },
    /// A Save card prevents the loss of life of an attack's target.
    Saves { character: CharacterIndex, life: u8 },
    /// A character loses life.
    Wounds { by: Option<CharacterIndex>, target: CharacterIndex, life: u8, how: Wound },
    /// A character regains life.
    Regains { character: CharacterIndex, life: u8 },
    /// A character of the player `of` has no life left.
    Falls { of: u8, by: Option<CharacterIndex>, target: CharacterIndex },
    /// All characters of a player are dead, so the player is eliminated.
    Out { player: u8 },
    /// The game is over; `capped` is true if it ended at the turn limit (rule B-4.2).
    Over { capped: bool },
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
    /// The character is the target of an attack with dice, and does not escape.
    Attack,
    /// The character is the target of an attack with a Nemesis card (rule B-3.9).
    Nemesis,
    /// The character is a second victim of an attack, because of the attacker's Splash power (rule
    /// B-P20).
    Splash,
    /// The character's own attack misses, which costs the character life (rule B-3.3).
    One,
    /// The target of the character's attack escapes and strikes back with a Riposte card (rule
    /// B-C7).
    Riposte,
    /// The event card Quake takes life from all leaders (rule B-V6).
    Quake,
}
