//! The options from which a player chooses in a decision.

use super::decks::Action;
use super::state::CharacterIndex;

options! {
    /// One option of a player's decision. Players are numbered from 0.
    Choice {
        /// The player names one of its characters as its leader (rule B-1.8).
        Lead(CharacterIndex),
        /// A character attacks another character with dice (rule B-2.4).
        Attack { attacker: CharacterIndex, target: CharacterIndex },
        /// A character attacks its sworn enemy with a Nemesis card, without dice (rule B-3.9).
        Nemesis { attacker: CharacterIndex, target: CharacterIndex },
        /// The player plays a Heal card, which restores life of a character (rule B-C9).
        Heal(CharacterIndex),
        /// The player plays an Energy card, which gives the player energy (rule B-C11).
        Energy,
        /// The player plays a Theft card, which takes energy from an opponent (rule B-C12).
        Theft(u8),
        /// The player plays a Sabotage card, which takes cards from an opponent (rule B-C13).
        Sabotage(u8),
        /// The player ends the actions of its own turn. In the turn of another player of its side,
        /// it plays no Heal card (rule B-2.7).
        Stop,
        /// The player plays a card during an attack (rules B-3.4 to B-3.6).
        Play(Action),
        /// The player plays no card, or no further card, during an attack.
        Pass,
        /// The player discards a card at the end of its turn (rule B-2.5).
        Discard(Action),
        /// The player discards no card, or no further card, at the end of its turn.
        Keep,
    }
}

impl Choice {
    /// Returns the character that attacks, leads or is healed.
    pub fn character(self) -> Option<CharacterIndex> {
        match self {
            Choice::Lead(own) | Choice::Heal(own) => Some(own),
            Choice::Attack { attacker, .. } | Choice::Nemesis { attacker, .. } => Some(attacker),
            _ => None,
        }
    }

    /// Returns the character that is attacked.
    pub fn target(self) -> Option<CharacterIndex> {
        match self {
            Choice::Attack { target, .. } | Choice::Nemesis { target, .. } => Some(target),
            _ => None,
        }
    }

    /// Returns the card that is played or discarded.
    pub fn card(self) -> Option<Action> {
        match self {
            Choice::Play(card) | Choice::Discard(card) => Some(card),
            Choice::Nemesis { .. } => Some(Action::Nemesis),
            Choice::Heal(_) => Some(Action::Heal),
            Choice::Energy => Some(Action::Energy),
            Choice::Theft(_) => Some(Action::Theft),
            Choice::Sabotage(_) => Some(Action::Sabotage),
            _ => None,
        }
    }
}
