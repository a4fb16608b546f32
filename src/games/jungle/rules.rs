//! The settings of the game. Each field is a setting on the rules page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{AlertPile, EquipmentPile, RebelPile, TilePile};

/// The table `[rules]` of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// J-1.1: hostages that are needed, 0 to 20.
    pub hostages: Hostages,
    /// J-2.1: number of tiles per side, 2 to 5.
    pub side: Side,
    /// J-2.1: position of exfiltration relative to infiltration.
    pub corners: Corners,
    /// J-2.1: are the seven tiles of a first game included?
    pub first_game: bool,
    /// J-2.2: K-energy at the start, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub energy: u8,
    /// J-2.3: K-energy of a lone hero, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub energy_alone: u8,
    /// J-2.2: potions at the start, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub potions: u8,
    /// J-2.2: time capsules at the start, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub capsules: u8,
    /// J-2.3: time capsules of a lone hero, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub capsules_alone: u8,
    /// J-2.3: has a lone hero a fusion jet?
    pub jet: bool,
    /// J-3.2: action dice, 2 to 6.
    #[schemars(range(min = 2, max = 6))]
    pub dice: u8,
    /// J-3.2: throws of the action dice, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub rolls: u8,
    /// J-3.4: faces of the fate die that bring stress, 0 to 6; with `fate_alert` 6 at most.
    #[schemars(range(min = 0, max = 6))]
    pub fate_stress: u8,
    /// J-3.4: faces of the fate die that bring an alert, 0 to 6; with `fate_stress` 6 at most.
    #[schemars(range(min = 0, max = 6))]
    pub fate_alert: u8,
    /// J-3.4: may a hero take free actions before the fate die, too?
    pub free_before_fate: bool,
    /// J-3.6: maximum number of tile effects that a hero has in a mission, 0 to 25.
    #[schemars(range(min = 0, max = 25))]
    pub cubes: u8,
    /// J-3.7: faces of the Boss die, at most 6 in total.
    pub boss_die: BossDie,
    /// J-3.7: who picks the hero to whom the Boss die applies.
    pub boss_picks: BossPicks,
    /// J-3.5: exchanges in a turn, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub exchanges: u8,
    /// J-3.3, J-5.1: whether fights break out on a cleared tile.
    pub cleared: Cleared,
    /// J-4.1: who gets the remains of dead heroes on a tile where a rebel lurks.
    pub remains: Remains,
    /// J-4.2: hours until a hero is out, 1 to 99.
    #[schemars(range(min = 1, max = 99))]
    pub hours: u8,
    /// J-4.2, J-4.3: whether limits of hours and stress apply when they are reached, or when they
    /// are exceeded.
    pub limits: Limits,
    /// J-4.3: lowest stress at which a hero flees, 1 to 50.
    #[schemars(range(min = 1, max = 50))]
    pub stress_flee: u8,
    /// J-4.3: lowest stress at which a hero stands still, 1 to 50.
    #[schemars(range(min = 1, max = 50))]
    pub stress_still: u8,
    /// J-E1, J-3.5: is life limited to its initial value?
    pub life_cap: bool,
    /// J-5.3: when a hero meets the rebel that lurks where it has come in another hero's turn.
    pub lurkers: Lurkers,
    /// J-5.4: may a hero use capsules in fights?
    pub capsules_in_fights: bool,
    /// J-5.8: which hostages are compared with the needed number, for the card of a surplus.
    pub surplus: Surplus,
    /// J-E12: the damage of a suit.
    pub suit_damage: SuitDamage,
    /// J-5.7: life that a flight costs, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub flight_life: u8,
    /// J-5.7: hours that a flight costs, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub flight_hours: u8,
    /// J-6.1: the Big Boss.
    pub boss: Boss,
    /// J-1.2: number of rounds after which the mission is lost, 1 to 200.
    #[schemars(range(min = 1, max = 200))]
    pub max_rounds: u16,
    /// J-T: the tiles.
    pub tiles: TilePile,
    /// J-E: the equipment.
    pub equipment: EquipmentPile,
    /// J-L: the alerts.
    pub alerts: AlertPile,
    /// J-R: the rebels.
    pub rebels: RebelPile,
}

/// A number for each size of the party.
macro_rules! by_party {
    ($(#[$about:meta])* $name:ident $least:literal $most:literal: $one:literal $two:literal $three:literal $four:literal) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            /// With one hero.
            #[schemars(range(min = $least, max = $most))]
            pub one: u8,
            /// With two heroes.
            #[schemars(range(min = $least, max = $most))]
            pub two: u8,
            /// With three heroes.
            #[schemars(range(min = $least, max = $most))]
            pub three: u8,
            /// With four heroes.
            #[schemars(range(min = $least, max = $most))]
            pub four: u8,
        }

        impl Default for $name {
            fn default() -> Self {
                $name { one: $one, two: $two, three: $three, four: $four }
            }
        }

        impl $name {
            /// The number for a party of `heroes` heroes, from 1.
            pub fn with(&self, heroes: usize) -> u8 {
                match heroes {
                    1 => self.one,
                    2 => self.two,
                    3 => self.three,
                    _ => self.four,
                }
            }
        }
    };
}

by_party! {
    /// J-1.1: hostages that are needed, 0 to 20 for each number of heroes.
    Hostages 0 20: 3 5 7 9
}
by_party! {
    /// J-2.1: tiles a side, 2 to 5 for each number of heroes.
    Side 2 5: 4 4 5 5
}
by_party! {
    /// J-6.1: the Big Boss's life, 1 to 99 for each number of heroes.
    BossLife 1 99: 10 32 36 40
}

/// J-2.1: position of exfiltration relative to infiltration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// In the opposite corner.
    Opposite,
    /// In the corner at its right.
    Adjacent,
    /// In one of the other three corners.
    Random,
}

/// J-3.7: number of faces of the Boss die by effect; the rest of the six faces is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BossDie {
    /// Faces on which a hero gets stress, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub stress: u8,
    /// Faces on which all heroes lose an hour, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub hour: u8,
    /// Faces on which a hero loses life, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub wound: u8,
    /// Faces on which a hero loses an equipment, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub theft: u8,
}

/// J-3.7: who picks the hero to whom the Boss die applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BossPicks {
    /// The party.
    Party,
    /// A random draw.
    Random,
}

/// J-3.3, J-5.1: whether fights break out on a cleared tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cleared {
    /// No fights break out.
    Quiet,
    /// Fights break out as before.
    Fights,
}

/// J-4.1: who gets the remains of dead heroes on a tile where a rebel lurks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Remains {
    /// The rebel must be fought first.
    Guarded,
    /// A hero takes everything before it meets the rebel.
    Free,
}

/// J-5.3: when a hero meets the rebel that lurks where it has come in another hero's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lurkers {
    /// At once.
    AtOnce,
    /// At the beginning of the hero's own turn.
    OwnTurn,
}

/// J-5.8: which hostages are compared with the needed number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Surplus {
    /// Hostages held by heroes in play or lying on tiles.
    Held,
    /// All freed hostages, including those lost since then.
    Freed,
}

/// J-E12: the damage of a suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SuitDamage {
    /// The amount of its card.
    Card,
    /// The damage of the hero's own weapon.
    Weapon,
}

/// J-4.2, J-4.3: when limits of hours and stress apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Limits {
    /// When the limit is reached.
    Reached,
    /// When the limit is exceeded by one.
    Passed,
}

/// J-6.1: the Big Boss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Boss {
    /// Life of the Boss.
    pub life: BossLife,
    /// The number that an attack must beat, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub defense: u8,
    /// Life that a hit takes, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub damage: u8,
    /// Bonus on the Boss's attack die, 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub attack: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            hostages: Hostages::default(),
            side: Side::default(),
            corners: Corners::Opposite,
            first_game: false,
            energy: 2,
            energy_alone: 4,
            potions: 1,
            capsules: 1,
            capsules_alone: 2,
            jet: true,
            dice: 4,
            rolls: 3,
            fate_stress: 1,
            fate_alert: 1,
            free_before_fate: false,
            cubes: 25,
            boss_die: BossDie::default(),
            boss_picks: BossPicks::Party,
            exchanges: 2,
            cleared: Cleared::Quiet,
            remains: Remains::Guarded,
            hours: 24,
            limits: Limits::Reached,
            stress_flee: 3,
            stress_still: 6,
            life_cap: true,
            lurkers: Lurkers::AtOnce,
            capsules_in_fights: false,
            surplus: Surplus::Held,
            suit_damage: SuitDamage::Card,
            flight_life: 1,
            flight_hours: 1,
            boss: Boss::default(),
            max_rounds: 60,
            tiles: TilePile::default(),
            equipment: EquipmentPile::default(),
            alerts: AlertPile::default(),
            rebels: RebelPile::default(),
        }
    }
}

impl Default for BossDie {
    fn default() -> Self {
        BossDie {
            stress: 1,
            hour: 1,
            wound: 1,
            theft: 1,
        }
    }
}

impl Default for Boss {
    fn default() -> Self {
        Boss {
            life: BossLife::default(),
            defense: 4,
            damage: 3,
            attack: 1,
        }
    }
}
