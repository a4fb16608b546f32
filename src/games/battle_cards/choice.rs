//! The options of all decisions of a player.

use super::decks::Action;
use super::state::CharacterIndex;

/// One option of a decision. Players are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Names a character as the player's leader (rule B-1.8).
    Lead(CharacterIndex),
    /// Attacks with dice (rule B-2.4).
    Attack {
        attacker: CharacterIndex,
        target: CharacterIndex,
    },
    /// Attacks with a Nemesis card (rule B-3.9).
    Nemesis {
        attacker: CharacterIndex,
        target: CharacterIndex,
    },
    /// Plays a Heal card on a character (rule B-C9).
    Heal(CharacterIndex),
    /// Plays an Energy card (rule B-C11).
    Energy,
    /// Plays a Theft card against a player (rule B-C12).
    Theft(u8),
    /// Plays a Sabotage card against a player (rule B-C13).
    Sabotage(u8),
    /// Ends the actions in the player's own turn. In the turn of a mate (a player of the same
    /// side): plays no Heal card (rule B-2.7).
    Stop,
    /// Plays a card during an attack (rules B-3.4 to B-3.6).
    Play(Action),
    /// Plays no card, or no further card, during an attack.
    Pass,
    /// Discards a card at the end of a turn (rule B-2.5).
    Discard(Action),
    /// Discards no card, or no further card, at the end of a turn.
    Keep,
}

options! {
    Choice:
    Lead "lead", Attack "attack", Nemesis "nemesis", Heal "heal", Energy "energy", Theft "theft",
    Sabotage "sabotage", Stop "stop", Play "play", Pass "pass", Discard "discard", Keep "keep",
}
