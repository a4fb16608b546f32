//! What observers are told.

use super::kinds::{Alert, Equipment, Rebel, Tile, Weapon};
use super::state::{BossFace, Dice, End, Foe, MOST_HEROES};

crate::events! {
/// Something that happens. Heroes and tiles count from 0.
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
    /// The action dice as they lie after a throw, those that were kept too.
    Throws {
        hero: u8,
        dice: Dice,
        /// From 1.
        throw: u8,
    },
    /// These dice are kept, fewer than all.
    Keeps {
        hero: u8,
        kept: Dice,
    },
    /// The throwing is over.
    Lies {
        hero: u8,
        dice: Dice,
    },
    /// What the dice are worth: pairs of explore, fight, search and rest.
    Pairs {
        hero: u8,
        pairs: [u8; 4],
        /// J-3.3a: an alarm voids them; those of `pairs` are lost.
        alarm: bool,
    },
    /// A hero spends 1 K-energy, and what was thrown does nothing.
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
    /// An action pair, or a free step, begins to take effect.
    Acts {
        hero: u8,
        act: Act,
    },
    /// An equipment card is drawn.
    Draws {
        hero: u8,
        equipment: Equipment,
    },
    /// A hero has an equipment that is of no pile (J-T4).
    Gets {
        hero: u8,
        equipment: Equipment,
    },
    /// An equipment is used: no weapon and no device.
    Uses {
        hero: u8,
        equipment: Equipment,
    },
    /// An equipment is lost, not used.
    Loses {
        hero: u8,
        equipment: Equipment,
        cause: Cause,
    },
    /// An equipment changes hands.
    Hands {
        from: u8,
        to: u8,
        equipment: Equipment,
    },
    /// A hostage changes hands.
    Gives {
        from: u8,
        to: u8,
    },
    /// What a dead hero held is taken.
    Collects {
        hero: u8,
        from: u8,
        hostages: u8,
    },
    /// A tile is turned up.
    Reveals {
        hero: u8,
        tile: u8,
        kind: Tile,
    },
    /// A hero comes to a tile.
    Enters {
        hero: u8,
        from: u8,
        tile: u8,
        kind: Tile,
    },
    /// A hero has the effect of its tile; what it does follows.
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
        /// Did it lurk there?
        lurking: bool,
    },
    /// The Big Boss appears.
    BossAppears {
        life: u8,
    },
    /// A hero fights, the one for which the fight broke out too.
    Joins {
        hero: u8,
        foe: Foe,
    },
    /// A hero that was asked does not fight.
    Stays {
        hero: u8,
    },
    /// The order of the fight: heroes, and [`super::state::FOE`].
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
        /// The die and what is added to it.
        score: i8,
        /// What it had to beat.
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
        /// What a hit takes.
        damage: u8,
    },
    /// J-5.6: a hostage is given up instead of life.
    Sacrifices {
        hero: u8,
    },
    /// J-R3: a hero is to lose its next strike.
    Bound {
        hero: u8,
    },
    /// J-R3: a hero has lost its strike.
    LosesStrike {
        hero: u8,
    },
    /// A hero flees.
    Flees {
        hero: u8,
        rebel: Rebel,
        /// J-4.3: it must.
        forced: bool,
    },
    /// A fight is over for this hero: it fled, left play, or the fight has ended.
    Leaves {
        hero: u8,
        foe: Foe,
    },
    /// A fight is over for all.
    FightEnds {
        foe: Foe,
        tile: u8,
        /// Who struck last, if the foe is beaten; else a rebel lurks.
        beaten_by: Option<u8>,
    },
    /// A hero frees a hostage.
    Frees {
        hero: u8,
        tile: u8,
        /// Hostages that heroes in play and the ground then hold.
        held: u16,
    },
    /// A number on a hero's board is another: by so much, and what it is now.
    Changes {
        hero: u8,
        what: What,
        by: i8,
        now: u8,
        cause: Cause,
    },
    Revives {
        hero: u8,
        /// By the medal, or by K-energy?
        medal: bool,
        life: u8,
    },
    Dies {
        hero: u8,
        tile: u8,
        cause: Cause,
    },
    /// J-4.2.
    Out {
        hero: u8,
    },
    BossDie {
        face: BossFace,
    },
    /// J-3.7: the Boss die is for this hero.
    Picked {
        hero: u8,
    },
    Over {
        end: End,
    },
}
}

/// What K-energy has annulled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Annulled {
    Alarm,
    Fate,
    BossDie,
    /// A hit of a foe.
    Hit,
}

/// J-3.4.
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

/// A number of a hero's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Life,
    Hours,
    Stress,
    Energy,
    Hostages,
}

/// Why a number changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The round.
    Clock,
    /// J-3.4.
    Fate,
    /// J-3.7.
    BossDie,
    /// J-3.3c.
    Rest,
    /// J-A3: the rest of this hero.
    Healer(u8),
    /// J-3.5.
    Convert,
    /// What was annulled cost it.
    Annul,
    /// J-4.1.
    Revival,
    Equipment(Equipment),
    Tile(Tile),
    Alert(Alert),
    /// A foe's strike and power, and the hostage for its defeat.
    Foe(Foe),
    /// J-5.7: the price of a flight from this rebel.
    Flight(Rebel),
    /// It changes hands.
    Exchange,
    /// It was collected.
    Collected,
    /// J-4.2: it is lost with its hero.
    Out,
}
