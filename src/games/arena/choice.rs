//! The options of every decision.

use super::board::{Fighters, Zone};
use super::cards::CardIndex;
use super::state::FighterIndex;
use super::threat::count;
use crate::game::Options;
use crate::game::chance::Face;

/// One option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// start in this zone.
    Place(Zone),
    /// play this card of the hand. A dragon: show this face of its card.
    Card(CardIndex),
    /// move to this zone.
    Move(Zone),
    /// attack this target with the card's attack number `slot` (0 or 1). Mystical
    /// skull: give the skull to this target.
    Attack { slot: u8, target: FighterIndex },
    /// Double bow: shoot at both fighters in `targets` at once.
    Pair { slot: u8, targets: Fighters },
    /// Powder barrel: shoot at every fighter in this zone.
    Area { slot: u8, zone: Zone },
    /// Dragon: shoot with dice that are divided among fighters of one zone. `dice` has four bits
    /// for each fighter: the number of dice against it.
    Split { slot: u8, dice: u32 },
    /// Bowling strike: use the dice that missed the previous target against this fighter. Strike:
    /// hit this fighter with one of the remaining dice.
    Next(FighterIndex),
    /// Sandal: throw the target to this zone.
    ThrowTo(Zone),
    /// Bramble net: spend moves to get free of the net.
    Shed,
    /// End the turn without further attacks. In the second phase of a Strike: use no
    /// further dice. Listed only if the rules allow it.
    EndTurn,
    /// keep the lucky charm for later.
    Keep,
    /// flip a die with this face to its opposite face.
    Flip(Face),
    /// reroll this number of the dice that hit, lowest first. Dice of an effect are rerolled
    /// highest first.
    Reroll(u8),
}

/// Lists an option for each member of a set, lowest first.
///
/// Four options are written at a time, and those beyond the last member are removed: a processor
/// cannot predict how many members a set has.
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
