//! The choices that a hero can make.

use super::kinds::{Equipment, Weapon};
use super::state::Dice;

/// An option of a decision; heroes and tiles are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Begins the mission (rule J-3.1).
    Begin,
    /// Keeps these dice and throws the others again (rule J-3.2).
    Keep(Dice),
    /// Spends 1 K-energy to annul the throw (rules J-3.3a, J-3.4, J-3.7 and J-5.6).
    Annul,
    /// Accepts the throw (rules J-3.3a, J-3.4 and J-3.7).
    Accept,
    /// Reveals a tile and steps onto it (rule J-3.3b).
    Explore(u8),
    /// Reveals two tiles by jet (rule J-3.3b).
    ExploreTwo(u8, u8),
    /// Moves to a tile with an explore pair (rule J-3.3b).
    Move(u8),
    /// Uses a fight pair (rule J-3.3c).
    Fight,
    /// Uses a search pair (rule J-3.3c).
    Search,
    /// Uses a rest pair (rule J-3.3c).
    Rest,
    /// Takes a free step (rule J-3.5).
    Step(u8),
    /// Uses an equipment (rules J-E1, J-E2, J-E4 and J-E6).
    Use(Equipment),
    /// Scans a tile (rule J-E5).
    Scan(u8),
    /// Converts 1 K-energy into 1 life (rule J-3.5).
    Convert,
    /// Takes the effect of the hero's tile (rule J-3.6).
    Tile,
    /// Takes everything that lies on the hero's tile (rule J-4.1).
    Collect,
    /// Gives a hostage to a mate (rule J-3.5).
    Give(u8),
    /// Takes a hostage from a mate (rule J-3.5).
    Take(u8),
    /// Hands an equipment to a mate (rule J-3.5).
    Hand(Equipment, u8),
    /// Ends the turn.
    End,
    /// Goes to a tile (rules J-3.3b, J-5.7 and J-T5).
    Onto(u8),
    /// Joins a fight (rule J-5.2).
    Join,
    /// Stays out of a fight (rule J-5.2).
    Stay,
    /// Attacks with a suit (rule J-E12).
    Suit,
    /// Attacks with these weapons, with or without a missile (rule J-5.4).
    Attack {
        first: Weapon,
        second: Option<Weapon>,
        missile: bool,
    },
    /// Flees from a fight (rules J-5.4 and J-5.7).
    Flee,
    /// Gives up a hostage instead of life (rule J-5.6).
    Sacrifice,
    /// Accepts the loss of life (rules J-5.6 and J-L2).
    Suffer,
    /// Gives up a first-aid kit (rule J-L2).
    GiveUp,
    /// Uses the medal to return to life (rule J-4.1).
    Medal,
    /// Uses K-energy to return to life (rule J-4.1).
    Revive,
    /// Stays dead (rule J-4.1).
    Neither,
    /// Picks the hero to whom the Boss die applies (rule J-3.7).
    Pick(u8),
}
