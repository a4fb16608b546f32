//! The events of a mission, which the engine reports to observers.

use serde::{Serialize, Serializer};

use super::kinds::{Alert, Equipment, Rebel, Tile};
use super::state::{BossFace, Dice, End, Foe};
use super::strike::Weapons;

/// Something that happens in a mission. Heroes and tiles are numbered from 0. `hero` is the hero
/// that acts, `whom` the hero that the event affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A round begins.
    RoundBegins { round: u16 },
    /// The turn of a hero begins.
    TurnBegins { hero: u8 },
    /// The turn of a hero ends.
    TurnEnds { hero: u8 },
    /// A hero has thrown its action dice for the `throw`-th time. `dice` includes the dice that the
    /// hero had kept.
    Throws { hero: u8, dice: Dice, throw: u8 },
    /// The hero keeps these action dice and throws the others again.
    Keeps { hero: u8, dice: Dice },
    /// The hero stops throwing its action dice and accepts the faces in `dice`.
    Lies { hero: u8, dice: Dice },
    /// The hero gets the pairs of its action dice. If `alarm` is true, an alarm among the dice
    /// cancels all pairs (rule J-3.3a).
    Pairs { hero: u8, alarm: bool },
    /// A hero spends 1 K-energy to cancel the effect of a throw or a hit.
    Annuls { hero: u8, what: Annulled },
    /// A hero has thrown the fate die.
    Fate { hero: u8, face: Fate },
    /// An alert card takes effect.
    Alerts { hero: u8, alert: Alert },
    /// A hero begins to use a pair of action dice or a free step. The events that follow are the
    /// consequences.
    Acts { hero: u8, act: Act },
    /// A hero draws an equipment card.
    Draws { hero: u8, equipment: Equipment },
    /// A hero receives an equipment that was not drawn from a pile (rule J-T4).
    Gets { hero: u8, equipment: Equipment },
    /// A hero uses an equipment other than a weapon or a device.
    Uses { hero: u8, equipment: Equipment },
    /// A hero loses an equipment without using it.
    Loses { hero: u8, equipment: Equipment, cause: Cause },
    /// A hero hands an equipment to another hero.
    Hands { hero: u8, whom: u8, equipment: Equipment },
    /// A hero gives a hostage to another hero.
    Gives { hero: u8, whom: u8 },
    /// A hero takes the equipment and hostages of the dead hero `whom`.
    Collects { hero: u8, whom: u8, hostages: u8 },
    /// A face-down tile is turned face up.
    Reveals { hero: u8, tile: u8, tile_kind: Tile },
    /// A hero enters a tile.
    Enters { hero: u8, from: u8, tile: u8, tile_kind: Tile },
    /// The effect of a hero's tile begins. The events that follow are the consequences.
    Effect { hero: u8, tile: u8, tile_kind: Tile },
    /// A rebel meets a hero. A fight breaks out unless the hero must flee. `lurking` is true if the
    /// rebel was lurking on the tile.
    Meets { hero: u8, tile: u8, rebel: Rebel, life: u8, lurking: bool },
    /// The Big Boss appears.
    BossAppears { life: u8 },
    /// A hero joins a fight. The event also occurs for the hero for whom the fight broke out.
    Joins { hero: u8, foe: Foe },
    /// A hero that was asked to join a fight stays out of the fight.
    Stays { hero: u8 },
    /// The order of strikes in a fight is known.
    Order,
    /// A hero throws its attack die against the foe.
    Strikes {
        hero: u8,
        #[serde(serialize_with = "list")]
        weapons: Weapons,
        missile: bool,
        #[serde(flatten)]
        throw: AttackThrow,
    },
    /// A hero attacks with an invisibility suit, which needs no die.
    Suits { hero: u8, damage: u8 },
    /// The foe loses life by an attack of a hero, and has `left` life left.
    FoeLoses { hero: u8, foe: Foe, life: u8, left: u8 },
    /// The foe throws its attack die against the hero `whom`.
    FoeStrikes {
        foe: Foe,
        whom: u8,
        #[serde(flatten)]
        throw: AttackThrow,
    },
    /// A hero gives up a hostage instead of losing life (rule J-5.6).
    Sacrifices { hero: u8 },
    /// A rebel has bound a hero with bolas; the hero will lose its next strike (rule J-R3).
    Bound { hero: u8 },
    /// A hero loses its strike because it is bound by bolas (rule J-R3).
    LosesStrike { hero: u8 },
    /// A hero flees from a fight; `forced` is true if its stress forces it to flee (rule J-4.3).
    Flees { hero: u8, rebel: Rebel, forced: bool },
    /// A hero leaves a fight, because the hero flees, leaves play, or the fight ends.
    Leaves { hero: u8, foe: Foe },
    /// A fight ends for all heroes that take part in it. `beaten_by` is the hero whose strike beat
    /// the foe; `None` if the fight ends without a victory.
    FightEnds { foe: Foe, tile: u8, beaten_by: Option<u8> },
    /// A hero frees a hostage from a rebel. `held` is the number of hostages that heroes in play
    /// hold or that lie on tiles, counted after the event.
    Frees { hero: u8, tile: u8, held: u16 },
    /// A value on a hero's board changes by `by`; `now` is the new value.
    Changes { hero: u8, what: What, by: i8, now: u8, cause: Cause },
    /// A hero returns to life, by its medal or by K-energy.
    Revives { hero: u8, medal: bool, life: u8 },
    /// A hero dies (rule J-4.1).
    Dies { hero: u8, tile: u8, cause: Cause },
    /// A hero runs out of time (rule J-4.2).
    Out { hero: u8 },
    /// The Boss die is thrown (rule J-3.7).
    BossDie { face: BossFace },
    /// The hero to whom the Boss die applies has been selected (rule J-3.7).
    Picked { hero: u8 },
    /// The mission ends.
    Over { outcome: End },
}

/// The throw of an attack die, and its result (rules J-5.5 and J-5.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AttackThrow {
    pub die: u8,
    /// The result of the attack: the die plus all bonuses.
    pub score: i8,
    /// The number that the result of the attack must exceed.
    pub defense: u8,
    pub hits: bool,
    /// Life that the attack takes if it hits.
    pub damage: u8,
}

impl AttackThrow {
    pub fn new(die: u8, bonus: i8, defense: u8, damage: u8) -> AttackThrow {
        let score = die as i8 + bonus;
        AttackThrow { die, score, defense, hits: score > defense as i8, damage }
    }
}

/// Serializes the weapons of an attack as a list of one or two names.
fn list<S: Serializer>(&(first, second): &Weapons, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(std::iter::once(first).chain(second))
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

kinds! {
    /// The result of the fate die: stress, an alert or nothing (rule J-3.4).
    Fate:
    Nothing,
    Stress,
    Alert,
}

kinds! {
    /// The use of a pair of action dice or of a free step.
    Act:
    Explore,
    Move,
    Fight,
    Search,
    Rest,
    Step,
}

kinds! {
    /// A kind of value on a hero's board.
    What:
    Life,
    Hours,
    Stress,
    Energy,
    Hostages,
}

/// The cause of a change of a value on a hero's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(into = "&str")]
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

/// Names the cause in one or two words.
impl From<Cause> for &str {
    fn from(cause: Cause) -> Self {
        match cause {
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
