//! What a hero decides.

use super::kinds::{Equipment, Weapon};
use super::state::Dice;

/// An option of a decision; heroes and tiles are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// J-3.1: the mission begins.
    Begin,
    /// J-3.2: these dice are kept, the others thrown again.
    Keep(Dice),
    /// J-3.3a, J-3.4, J-3.7, J-5.6: 1 K-energy, and what was thrown is annulled.
    Annul,
    /// J-3.3a, J-3.4, J-3.7: it is not.
    Accept,
    /// J-3.3b: a tile is revealed, and the hero steps onto it.
    Explore(u8),
    /// J-3.3b, by jet: two tiles are revealed.
    ExploreTwo(u8, u8),
    /// J-3.3b: an explore pair moves the hero there.
    Move(u8),
    /// J-3.3c.
    Fight,
    /// J-3.3c.
    Search,
    /// J-3.3c.
    Rest,
    /// J-3.5: a free step.
    Step(u8),
    /// J-E1, J-E2, J-E4, J-E6.
    Use(Equipment),
    /// J-E5: this tile.
    Scan(u8),
    /// J-3.5: 1 K-energy for 1 life.
    Convert,
    /// J-3.6: the effect of the hero's tile.
    Tile,
    /// J-4.1: what lies on it.
    Collect,
    /// J-3.5: a hostage to this mate.
    Give(u8),
    /// J-3.5: a hostage from this mate.
    Take(u8),
    /// J-3.5: an equipment to this mate.
    Hand(Equipment, u8),
    /// The turn ends.
    End,
    /// J-3.3b, J-5.7, J-T5: to this tile.
    Onto(u8),
    /// J-5.2.
    Join,
    /// J-5.2.
    Stay,
    /// J-E12.
    Suit,
    /// J-5.4: with these weapons, and with a missile.
    Attack {
        first: Weapon,
        second: Option<Weapon>,
        missile: bool,
    },
    /// J-5.4, J-5.7.
    Flee,
    /// J-5.6: a hostage is given up.
    Sacrifice,
    /// J-5.6, J-L2.
    Suffer,
    /// J-L2: a first-aid kit is given up.
    GiveUp,
    /// J-4.1.
    Medal,
    /// J-4.1.
    Revive,
    /// J-4.1.
    Neither,
    /// J-3.7: the Boss die is for this hero.
    Pick(u8),
}
