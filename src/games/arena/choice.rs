//! The options of every decision in an arena game (rules ).

use serde::Serialize;

use super::{CardIndex, FighterIndex, Fighters, Options, Zone, count};
use crate::game::chance::Face;

/// One option of a player's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Choice {
    /// Start the game in this zone (rule ).
    Place(Zone),
    /// Play this card of the hand (rule ). For a dragon: show this face of its card.
    Card(CardIndex),
    /// Move the fighter to this adjacent zone (rule ).
    Move(Zone),
    /// Attack this target with attack number `slot` (0 or 1) of the active card (rules,
    /// For a mystical skull: give the skull to the target.
    Attack { slot: u8, target: FighterIndex },
    /// With a double bow: shoot at both fighters of the set `targets` at the same time.
    Pair { slot: u8, targets: Fighters },
    /// With a powder barrel or another area attack: attack all fighters in this zone.
    Area { slot: u8, zone: Zone },
    /// As a dragon: shoot at several fighters of one zone, with dice that are divided among them.
    /// `dice` has four bits for each fighter: the number of dice against it.
    Split { slot: u8, dice: u32 },
    /// Choose the next target of the current attack. A bowling strike uses the dice that missed the
    /// previous target against it; a Strike uses one of the remaining dice.
    Next(FighterIndex),
    /// With the effect "sandal": throw the target of the attack to this zone.
    ThrowTo(Zone),
    /// Spend moves to free the fighter from a bramble net.
    Shed,
    /// End the turn without further attacks (rule ). In the second phase of a Strike: use no
    /// further dice (rule A-9). Offered only if the rules allow it.
    EndTurn,
    /// Keep the lucky charm for later (rule ).
    Keep,
    /// Use the lucky charm to flip a die with this face to its opposite face (rule ).
    Flip(Face),
    /// Use the lucky charm to reroll this number of dice (rule ). The lowest dice that hit are
    /// rerolled; if the dice belong to an effect, the highest.
    Reroll(u8),
}

impl Choice {
    /// Returns which attack of the active card the option makes, 0 or 1; `None` if the option is no
    /// attack.
    #[inline]
    pub(super) fn slot(self) -> Option<u8> {
        match self {
            Choice::Attack { slot, .. }
            | Choice::Pair { slot, .. }
            | Choice::Area { slot, .. }
            | Choice::Split { slot, .. } => Some(slot),
            _ => None,
        }
    }

    /// Returns the zone of a placement, a move, an area attack or a landing.
    pub(super) fn zone(self) -> Option<Zone> {
        match self {
            Choice::Place(zone)
            | Choice::Move(zone)
            | Choice::Area { zone, .. }
            | Choice::ThrowTo(zone) => Some(zone),
            _ => None,
        }
    }
}

/// Adds one option for each member of a set, lowest member first.
///
/// Four options are written at a time, and those beyond the last member are removed. This avoids
/// mispredicted branches, because processors cannot predict the size of the set.
#[inline]
pub(super) fn list(options: &mut Options<Choice>, set: u16, option: impl Fn(u8) -> Choice) {
    let most = options.len() + usize::from(count(set));
    let mut left = u32::from(set);
    loop {
        assert!(options.remaining_capacity() >= 4, "too many options");
        for _ in 0..4 {
            options.push(option(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
        }
        if left == 0 {
            return options.truncate(most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::arena::board::members;

    #[test]
    fn an_option_for_each_member() {
        for set in 0..=u16::MAX {
            let mut options = Options::new();
            options.push(Choice::Keep);
            list(&mut options, set, Choice::Card);
            let expected = members(set).map(Choice::Card);
            assert!(options.iter().copied().skip(1).eq(expected), "{set:b}");
            assert_eq!(options[0], Choice::Keep);
        }
    }
}
