//! What a player decides.

use super::decks::Action;
use super::state::Character;

/// An option of a decision; players count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// B-1.8: a leader is named.
    Lead(Character),
    /// B-2.4.
    Attack {
        attacker: Character,
        target: Character,
    },
    /// B-3.9.
    Nemesis {
        attacker: Character,
        target: Character,
    },
    /// B-C9.
    Heal(Character),
    /// B-C11.
    Energy,
    /// B-C12.
    Theft(u8),
    /// B-C13.
    Sabotage(u8),
    /// No more is done in this turn, of one's own or of a mate (B-2.7).
    Stop,
    /// A card is played in an attack: B-3.4 to B-3.6.
    Play(Action),
    /// None is, or no more.
    Pass,
    /// B-2.5.
    Discard(Action),
    /// None is discarded, or no more.
    Keep,
}
