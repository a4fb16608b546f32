//! The events that the engine reports to observers.

use super::kinds::{Alert, Equipment, Rebel, Tile, Weapon};
use super::state::{BossFace, Dice, End, Foe, MOST_HEROES};

crate::events! {
/// Something that happens in a mission. Heroes and tiles are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    RoundBegins {
        round: u16,
    },
    TurnBegins {
        hero: u8,
    },
    TurnEnds {
        hero: u8,
    },
    /// The action dice after a throw, including the kept dice.
    Throws {
        hero: u8,
        dice: Dice,
        /// Number of the throw, from 1.
        throw: u8,
    },
    /// The hero keeps these dice, but not all dice.
    Keeps {
        hero: u8,
        kept: Dice,
    },
    /// The hero throws no more.
    Lies {
        hero: u8,
        dice: Dice,
    },
    /// Number of explore, fight, search and rest pairs on the dice.
    Pairs {
        hero: u8,
        pairs: [u8; 4],
        /// An alarm cancels the pairs listed in `pairs` (rule J-3.3a).
        alarm: bool,
    },
    /// A hero spends 1 K-energy to annul a throw.
    Annuls {
        hero: u8,
        what: Annulled,
    },
    Fate {
        hero: u8,
        fate: Fate,
    },
    /// An alert takes effect.
    Alerts {
        hero: u8,
        alert: Alert,
    },
    /// An action pair or a free step begins to take effect.
    Acts {
        hero: u8,
        act: Act,
    },
    /// A hero draws an equipment card.
    Draws {
        hero: u8,
        equipment: Equipment,
    },
    /// A hero receives an equipment that comes from no pile (rule J-T4).
    Gets {
        hero: u8,
        equipment: Equipment,
    },
    /// A hero uses an equipment other than a weapon or a device.
    Uses {
        hero: u8,
        equipment: Equipment,
    },
    /// A hero loses an equipment without using it.
    Loses {
        hero: u8,
        equipment: Equipment,
        cause: Cause,
    },
    /// A hero hands an equipment to another hero.
    Hands {
        from: u8,
        to: u8,
        equipment: Equipment,
    },
    /// A hero gives a hostage to another hero.
    Gives {
        from: u8,
        to: u8,
    },
    /// A hero takes what a dead hero held.
    Collects {
        hero: u8,
        from: u8,
        hostages: u8,
    },
    /// A tile is revealed.
    Reveals {
        hero: u8,
        tile: u8,
        kind: Tile,
    },
    /// A hero enters a tile.
    Enters {
        hero: u8,
        from: u8,
        tile: u8,
        kind: Tile,
    },
    /// The effect of a hero's tile begins; the events that follow tell the consequences.
    Effect {
        hero: u8,
        tile: u8,
        kind: Tile,
    },
    /// A rebel meets a hero; a fight breaks out, or the hero must flee.
    Meets {
        hero: u8,
        tile: u8,
        rebel: Rebel,
        life: u8,
        /// True if the rebel was lurking on the tile.
        lurking: bool,
    },
    /// The Big Boss appears.
    BossAppears {
        life: u8,
    },
    /// A hero joins a fight; also reported for the hero for whom the fight broke out.
    Joins {
        hero: u8,
        foe: Foe,
    },
    /// A hero that was asked stays out of the fight.
    Stays {
        hero: u8,
    },
    /// The order of strikes: heroes, and [`super::state::FOE`].
    Order {
        order: [u8; MOST_HEROES + 1],
        strikers: u8,
    },
    /// A hero attacks with a die.
    Strikes {
        hero: u8,
        first: Weapon,
        second: Option<Weapon>,
        missile: bool,
        die: u8,
        /// The die plus all bonuses.
        score: i8,
        /// The number that the score must beat.
        defense: u8,
        hits: bool,
        damage: u8,
    },
    /// A hero attacks with a suit.
    Suits {
        hero: u8,
        damage: u8,
    },
    /// The foe loses life to a hero.
    FoeLoses {
        hero: u8,
        foe: Foe,
        life: u8,
        left: u8,
    },
    /// The foe strikes.
    FoeStrikes {
        foe: Foe,
        target: u8,
        die: u8,
        score: i8,
        defense: u8,
        hits: bool,
        /// Life that a hit takes.
        damage: u8,
    },
    /// A hero gives up a hostage instead of life (rule J-5.6).
    Sacrifices {
        hero: u8,
    },
    /// A hero will lose its next strike (rule J-R3).
    Bound {
        hero: u8,
    },
    /// A hero has lost its strike (rule J-R3).
    LosesStrike {
        hero: u8,
    },
    /// A hero flees.
    Flees {
        hero: u8,
        rebel: Rebel,
        /// True if the hero must flee because of its stress (rule J-4.3).
        forced: bool,
    },
    /// A hero leaves a fight: the hero fled, left play, or the fight ended.
    Leaves {
        hero: u8,
        foe: Foe,
    },
    /// A fight ends for all heroes.
    FightEnds {
        foe: Foe,
        tile: u8,
        /// The hero who struck last if the foe is beaten; `None` if the rebel lurks from now on.
        beaten_by: Option<u8>,
    },
    /// A hero frees a hostage.
    Frees {
        hero: u8,
        tile: u8,
        /// Hostages held by heroes in play or lying on tiles after the event.
        held: u16,
    },
    /// A value on a hero's board changes, with the difference and the new value.
    Changes {
        hero: u8,
        what: What,
        by: i8,
        now: u8,
        cause: Cause,
    },
    Revives {
        hero: u8,
        /// True if the hero used the medal, false if it used K-energy.
        medal: bool,
        life: u8,
    },
    Dies {
        hero: u8,
        tile: u8,
        cause: Cause,
    },
    /// A hero runs out of time (rule J-4.2).
    Out {
        hero: u8,
    },
    BossDie {
        face: BossFace,
    },
    /// The hero to whom the Boss die applies is picked (rule J-3.7).
    Picked {
        hero: u8,
    },
    Over {
        end: End,
    },
}
}

/// What a hero annuls with K-energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annulled {
    Alarm,
    Fate,
    BossDie,
    /// A hit by a foe.
    Hit,
}

/// The result of the fate die (rule J-3.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Nothing,
    Stress,
    Alert,
}

/// What a hero does with a pair or a free step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Explore,
    Move,
    Fight,
    Search,
    Rest,
    Step,
}

/// A value on a hero's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Life,
    Hours,
    Stress,
    Energy,
    Hostages,
}

/// The cause of a change of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The clock at the end of a round.
    Clock,
    /// The fate die (rule J-3.4).
    Fate,
    /// The Boss die (rule J-3.7).
    BossDie,
    /// The hero's own rest (rule J-3.3c).
    Rest,
    /// The rest of a hero with the ability Healer (rule J-A3).
    Healer(u8),
    /// K-energy that was converted into life (rule J-3.5).
    Convert,
    /// The cost of annulling a throw or a hit.
    Annul,
    /// The hero's return to life (rule J-4.1).
    Revival,
    Equipment(Equipment),
    Tile(Tile),
    Alert(Alert),
    /// A foe: its strike, its power, or the hostage freed by its defeat.
    Foe(Foe),
    /// The cost of fleeing from this rebel (rule J-5.7).
    Flight(Rebel),
    /// An exchange between heroes.
    Exchange,
    /// Taking the remains of a dead hero.
    Collected,
    /// The loss of a hero that ran out of time (rule J-4.2).
    Out,
}
