//! The options of every decision.

use super::board::{Fighters, Zone};
use super::cards::CardIndex;
use super::state::FighterIndex;
use crate::games::chance::Face;

/// One option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// start on this zone.
    Place(Zone),
    /// play this card of the hand; a dragon: show this face of its card.
    Card(CardIndex),
    /// move to this zone.
    Move(Zone),
    /// make the attack of this slot of the card (0 or 1) on this target; a skull is given likewise.
    Attack { slot: u8, target: FighterIndex },
    /// Double bow: two shots at once, at these two.
    Pair { slot: u8, targets: Fighters },
    /// Powder barrel: a shot at everyone in this zone.
    Area { slot: u8, zone: Zone },
    /// A dragon's shot split among fighters of a zone: four bits for each fighter, its dice.
    Split { slot: u8, dice: u32 },
    /// Bowling strike: the dice that miss the last one named are tried on this one. Strike: a die hits this one too.
    Next(FighterIndex),
    /// Sandal: the target is thrown to this zone.
    ThrowTo(Zone),
    /// Bramble net: a move spent on shedding it.
    Shed,
    /// End the turn with attacks unmade, or a Strike with dice unused, where the rules leave that open.
    EndTurn,
    /// keep the charm.
    Keep,
    /// turn a die with this face to its opposite.
    Flip(Face),
    /// reroll so many of the dice that hit, lowest first.
    Reroll(u8),
}
