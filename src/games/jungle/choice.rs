//! The options from which a hero chooses in its decisions.

use super::kinds::{Equipment, Weapon};
use super::state::Dice;

options! {
    /// An option of a decision. Heroes and tiles are numbered from 0.
    Choice {
        /// Begins the mission (rule J-3.1).
        Begin,
        /// Keeps these action dice and throws the others again (rule J-3.2).
        Keep(Dice),
        /// Spends 1 K-energy to cancel the effect of a dice throw or of a foe's hit (rules J-3.3a,
        /// J-3.4, J-3.7 and J-5.6).
        Annul,
        /// Accepts the effect of a dice throw (rules J-3.3a, J-3.4 and J-3.7).
        Accept,
        /// Reveals a tile with an explore pair of dice and steps onto the tile (rule J-3.3b).
        Explore(u8),
        /// Reveals two tiles with an explore pair of dice and a jet (rule J-3.3b).
        ExploreTwo(u8, u8),
        /// Moves to a tile with an explore pair of dice (rule J-3.3b).
        Move(u8),
        /// Uses a fight pair of dice, to start a fight (rule J-3.3c).
        Fight,
        /// Uses a search pair of dice, to draw equipment (rule J-3.3c).
        Search,
        /// Uses a rest pair of dice, to lower stress (rule J-3.3c).
        Rest,
        /// Takes a free step to a tile (rule J-3.5).
        Step(u8),
        /// Uses an equipment of the hero (rules J-E1, J-E2, J-E4 and J-E6).
        Use(Equipment),
        /// Uses a scanner to reveal a tile (rule J-E5).
        Scan(u8),
        /// Converts 1 K-energy into 1 life (rule J-3.5).
        Convert,
        /// Takes the effect of the hero's tile (rule J-3.6).
        Tile,
        /// Takes all equipment and hostages of dead heroes on the hero's tile (rule J-4.1).
        Collect,
        /// Gives a hostage to another hero on the tile (rule J-3.5).
        Give(u8),
        /// Takes a hostage from another hero on the tile (rule J-3.5).
        Take(u8),
        /// Gives an equipment to another hero on the tile (rule J-3.5).
        Hand(Equipment, u8),
        /// Ends the hero's turn.
        Stop,
        /// Goes to a tile: to one of two tiles revealed with a jet, to the destination of a hero
        /// that flees, or to the destination of a flight by air (rules J-3.3b, J-5.7 and J-T5).
        Onto(u8),
        /// Joins the fight of another hero (rule J-5.2).
        Join,
        /// Stays out of the fight of another hero (rule J-5.2).
        Stay,
        /// Attacks with an invisibility suit, without a die (rule J-E12).
        Suit,
        /// Attacks with one or two weapons, with or without a missile (rule J-5.4).
        Attack { first: Weapon, second: Option<Weapon>, missile: bool },
        /// Flees from a fight (rules J-5.4 and J-5.7).
        Flee,
        /// Gives up a hostage instead of losing life (rule J-5.6).
        Sacrifice,
        /// Accepts a loss of life (rules J-5.6 and J-L2).
        Suffer,
        /// Gives up a first-aid kit, against the gas alert (rule J-L2).
        GiveUp,
        /// Returns to life with the medal (rule J-4.1).
        Medal,
        /// Returns to life with K-energy (rule J-4.1).
        Revive,
        /// Stays dead, without the medal or K-energy (rule J-4.1).
        Neither,
        /// Selects the hero to whom the Boss die applies (rule J-3.7).
        Pick(u8),
    }
}

impl Choice {
    /// Returns the tiles that the option reveals or leads to.
    #[inline]
    pub fn tiles(self) -> [Option<u8>; 2] {
        match self {
            Choice::Explore(tile)
            | Choice::Move(tile)
            | Choice::Step(tile)
            | Choice::Scan(tile)
            | Choice::Onto(tile) => [Some(tile), None],
            Choice::ExploreTwo(one, other) => [Some(one), Some(other)],
            _ => [None, None],
        }
    }

    /// Returns the hero with whom something is exchanged, or to whom the Boss die applies.
    #[inline]
    pub fn hero(self) -> Option<u8> {
        match self {
            Choice::Give(hero)
            | Choice::Take(hero)
            | Choice::Hand(_, hero)
            | Choice::Pick(hero) => Some(hero),
            _ => None,
        }
    }

    /// Returns the equipment that the option uses or hands on.
    #[inline]
    pub fn item(self) -> Option<Equipment> {
        match self {
            Choice::Use(kind) | Choice::Hand(kind, _) => Some(kind),
            Choice::Scan(_) => Some(Equipment::Scanner),
            Choice::Suit => Some(Equipment::Suit),
            Choice::GiveUp => Some(Equipment::FirstAid),
            Choice::Medal => Some(Equipment::Medal),
            _ => None,
        }
    }

    /// Returns the action dice that the option keeps.
    #[inline]
    pub fn kept(self) -> Dice {
        if let Choice::Keep(dice) = self { dice } else { Dice::default() }
    }

    /// Returns the weapons of an attack.
    #[inline]
    pub fn weapons(self) -> [Option<Weapon>; 2] {
        match self {
            Choice::Attack { first, second, .. } => [Some(first), second],
            _ => [None, None],
        }
    }
}
