//! The terms of the rules page: characters, powers, action cards and events. Action cards and
//! events are those of the game, which a test compares with the rules page.

pub use crate::games::battle_cards::{Action as Card, Occurrence as Event};

/// Seat of a player, from 0; the rules page counts from 1.
pub type Seat = usize;
/// A character: its position in the roster, which is sorted by key.
pub type Id = usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Heroes,
    Villains,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    Alone,
    Sides,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seating {
    Alternate,
    Blocks,
}

impl Seating {
    /// Returns the kind of each drawn team, by seat (rule B-1.5).
    pub fn kinds(self, players: usize) -> Vec<Kind> {
        let villains = |seat: Seat| match self {
            Seating::Alternate => seat.is_multiple_of(2),
            Seating::Blocks => seat < players.div_ceil(2),
        };
        let kind = |seat| match villains(seat) {
            true => Kind::Villains,
            false => Kind::Heroes,
        };
        (0..players).map(kind).collect()
    }
}

/// The powers, in the order of table B-P.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Power {
    ExtraDice,
    SecondThrow,
    Force,
    Kingslayer,
    Finisher,
    LastStand,
    Leadership,
    Heavy,
    Unstoppable,
    Menace,
    Steady,
    StealEnergy,
    Charge,
    LifeDrain,
    Rally,
    Disarm,
    Tactics,
    Shield,
    Guard,
    Splash,
    Revive,
}

impl Power {
    pub const ALL: [Power; 21] = {
        use Power::*;
        [
            ExtraDice,
            SecondThrow,
            Force,
            Kingslayer,
            Finisher,
            LastStand,
            Leadership,
            Heavy,
            Unstoppable,
            Menace,
            Steady,
            StealEnergy,
            Charge,
            LifeDrain,
            Rally,
            Disarm,
            Tactics,
            Shield,
            Guard,
            Splash,
            Revive,
        ]
    };
}

/// The values on the card of a character (rule B-1.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Character {
    pub kind: Kind,
    pub energy: u32,
    pub dice: u32,
    pub life: u32,
    pub power: Power,
    /// The number of the character's power.
    pub n: u32,
    pub nemesis: Option<Id>,
}
