//! The events of a mission, which the engine reports to observers.

use serde::{Serialize, Serializer};

use super::kinds::{Alert, Equipment, Rebel, Tile, Weapon};
use super::state::{BossFace, Dice, End, Foe, MOST_HEROES};

/// Something that happens in a mission. Heroes and tiles are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
    /// A hero has thrown its action dice. `dice` includes the dice that the hero had kept.
    Throws {
        hero: u8,
        dice: Dice,
        /// Number of the throw, from 1.
        throw: u8,
    },
    /// The hero keeps some of its action dice and throws the others again.
    Keeps {
        hero: u8,
        #[serde(rename = "dice")]
        kept: Dice,
    },
    /// The hero stops throwing its action dice and accepts the faces in `dice`.
    Lies {
        hero: u8,
        dice: Dice,
    },
    /// The hero gets explore, fight, search and rest pairs from its action dice. `pairs` has their
    /// numbers, in this order.
    Pairs {
        hero: u8,
        #[serde(skip)]
        pairs: [u8; 4],
        /// True if an alarm among the dice cancels all pairs (rule J-3.3a).
        alarm: bool,
    },
    /// A hero spends 1 K-energy to cancel the effect of a throw or a hit.
    Annuls {
        hero: u8,
        what: Annulled,
    },
    Fate {
        hero: u8,
        #[serde(rename = "face")]
        fate: Fate,
    },
    /// An alert card takes effect.
    Alerts {
        hero: u8,
        alert: Alert,
    },
    /// A hero begins to use a pair of action dice or a free step. The events that follow are the
    /// consequences.
    Acts {
        hero: u8,
        act: Act,
    },
    /// A hero draws an equipment card.
    Draws {
        hero: u8,
        equipment: Equipment,
    },
    /// A hero receives an equipment that was not drawn from a pile (rule J-T4).
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
        #[serde(skip)]
        from: u8,
        #[serde(skip)]
        to: u8,
        equipment: Equipment,
    },
    /// A hero gives a hostage to another hero.
    Gives {
        #[serde(skip)]
        from: u8,
        #[serde(skip)]
        to: u8,
    },
    /// A hero takes the equipment and hostages of a dead hero.
    Collects {
        hero: u8,
        #[serde(skip)]
        from: u8,
        hostages: u8,
    },
    /// A face-down tile is turned face up.
    Reveals {
        hero: u8,
        tile: u8,
        #[serde(rename = "tile_kind")]
        kind: Tile,
    },
    /// A hero enters a tile.
    Enters {
        hero: u8,
        from: u8,
        tile: u8,
        #[serde(rename = "tile_kind")]
        kind: Tile,
    },
    /// The effect of a hero's tile begins. The events that follow are the consequences.
    Effect {
        hero: u8,
        tile: u8,
        #[serde(rename = "tile_kind")]
        kind: Tile,
    },
    /// A rebel meets a hero. A fight breaks out unless the hero must flee.
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
    /// A hero joins a fight. The event also occurs for the hero for whom the fight broke out.
    Joins {
        hero: u8,
        foe: Foe,
    },
    /// A hero that was asked to join a fight stays out of the fight.
    Stays {
        hero: u8,
    },
    /// The order of strikes in a fight is known: heroes, and [`super::state::FOE`] for the foe.
    Order {
        #[serde(skip)]
        order: [u8; MOST_HEROES + 1],
        #[serde(skip)]
        strikers: u8,
    },
    /// A hero throws its attack die against the foe.
    Strikes {
        hero: u8,
        #[serde(skip)]
        first: Weapon,
        #[serde(skip)]
        second: Option<Weapon>,
        missile: bool,
        die: u8,
        /// The result of the attack: the hero's die plus all bonuses.
        score: i8,
        /// The foe's defense, which the result of the attack must exceed.
        defense: u8,
        hits: bool,
        damage: u8,
    },
    /// A hero attacks with an invisibility suit, which needs no die.
    Suits {
        hero: u8,
        damage: u8,
    },
    /// The foe loses life by an attack of a hero.
    FoeLoses {
        hero: u8,
        foe: Foe,
        life: u8,
        left: u8,
    },
    /// The foe throws its attack die against a hero.
    FoeStrikes {
        foe: Foe,
        #[serde(skip)]
        target: u8,
        die: u8,
        score: i8,
        defense: u8,
        hits: bool,
        /// Life that the hero loses if the foe hits.
        damage: u8,
    },
    /// A hero gives up a hostage instead of losing life (rule J-5.6).
    Sacrifices {
        hero: u8,
    },
    /// A rebel has bound a hero with bolas; the hero will lose its next strike (rule J-R3).
    Bound {
        hero: u8,
    },
    /// A hero loses its strike because it is bound by bolas (rule J-R3).
    LosesStrike {
        hero: u8,
    },
    /// A hero flees from a fight.
    Flees {
        hero: u8,
        rebel: Rebel,
        /// True if the hero must flee because of its stress (rule J-4.3).
        forced: bool,
    },
    /// A hero leaves a fight, because the hero flees, leaves play, or the fight ends.
    Leaves {
        hero: u8,
        foe: Foe,
    },
    /// A fight ends for all heroes that take part in it.
    FightEnds {
        foe: Foe,
        tile: u8,
        /// The hero whose strike beat the foe; `None` if the fight ends without a victory.
        beaten_by: Option<u8>,
    },
    /// A hero frees a hostage from a rebel.
    Frees {
        hero: u8,
        tile: u8,
        /// Number of hostages that heroes in play hold or that lie on tiles, counted after the
        /// event.
        held: u16,
    },
    /// A value on a hero's board changes; the event has the difference and the new value.
    Changes {
        hero: u8,
        what: What,
        by: i8,
        now: u8,
        cause: Cause,
    },
    Revives {
        hero: u8,
        /// True if the hero used the medal to return to life, false if it used K-energy.
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
    /// The hero to whom the Boss die applies has been selected (rule J-3.7).
    Picked {
        hero: u8,
    },
    Over {
        #[serde(rename = "outcome")]
        end: End,
    },
}

/// The effect that a hero cancels with K-energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Annulled {
    Alarm,
    Fate,
    #[serde(rename = "boss die")]
    BossDie,
    /// A hit by a foe, which would cost the hero life.
    Hit,
}

/// The result of the fate die: stress, an alert or nothing (rule J-3.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Nothing,
    Stress,
    Alert,
}

/// The use of a pair of action dice or of a free step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    Explore,
    Move,
    Fight,
    Search,
    Rest,
    Step,
}

/// A kind of value on a hero's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    Life,
    Hours,
    Stress,
    Energy,
    Hostages,
}

/// The cause of a change of a value on a hero's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The advance of the clocks at the end of a round.
    Clock,
    /// The result of the hero's fate die (rule J-3.4).
    Fate,
    /// The result of the Boss die (rule J-3.7).
    BossDie,
    /// The hero's own action to rest (rule J-3.3c).
    Rest,
    /// The action to rest of a hero with the ability Healer (rule J-A3).
    Healer(u8),
    /// K-energy that was converted into life (rule J-3.5).
    Convert,
    /// The K-energy that the hero spends to cancel a throw or a hit.
    Annul,
    /// The hero's return to life (rule J-4.1).
    Revival,
    Equipment(Equipment),
    Tile(Tile),
    Alert(Alert),
    /// The cause is a foe: its strike, its special power, or its defeat, which frees a hostage.
    Foe(Foe),
    /// The cost of fleeing from this rebel (rule J-5.7).
    Flight(Rebel),
    /// An exchange of hostages between heroes.
    Exchange,
    /// A hero takes what a dead hero held.
    Collected,
    /// The loss of a hero that ran out of time (rule J-4.2).
    Out,
}

impl Cause {
    /// Returns a text of one or two words that names the cause.
    pub fn words(self) -> &'static str {
        match self {
            Cause::Clock => "round",
            Cause::Fate => "fate die",
            Cause::BossDie => "boss die",
            Cause::Rest => "rest",
            Cause::Healer(_) => "healer",
            Cause::Convert => "conversion",
            Cause::Annul => "annulment",
            Cause::Revival => "revival",
            Cause::Equipment(equipment) => equipment.name(),
            Cause::Tile(tile) => tile.name(),
            Cause::Alert(alert) => alert.name(),
            Cause::Foe(foe) => foe.name(),
            Cause::Flight(_) => "flight",
            Cause::Exchange => "exchange",
            Cause::Collected => "collected",
            Cause::Out => "out of time",
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}
