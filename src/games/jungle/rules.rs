//! The rules of the game as settings: one field for each setting in `RULES.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{AlertPile, EquipmentPile, RebelPile, TilePile};

/// The settings of the game: the table `[rules]` of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// J-1.1: number of hostages that the heroes need, 0 to 20.
    pub hostages: Hostages,
    /// J-2.1: number of tiles per side, 2 to 5.
    pub side: Side,
    /// J-2.1: position of the exfiltration tile relative to the infiltration tile.
    pub corners: Corners,
    /// J-2.1: if true, the base always includes the seven tiles of a first game.
    pub first_game: bool,
    /// J-2.2: K-energy of each hero at the start, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub energy: u8,
    /// J-2.3: K-energy at the start of a hero that plays alone, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub energy_alone: u8,
    /// J-2.2: number of potions of each hero at the start, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub potions: u8,
    /// J-2.2: number of time capsules of each hero at the start, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub capsules: u8,
    /// J-2.3: number of time capsules at the start of a hero that plays alone, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub capsules_alone: u8,
    /// J-2.3: if true, a hero that plays alone has a fusion jet.
    pub jet: bool,
    /// J-3.2: number of action dice, 2 to 6.
    #[schemars(range(min = 2, max = 6))]
    pub dice: u8,
    /// J-3.2: number of throws of the action dice in a turn, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub rolls: u8,
    /// J-3.4: number of faces of the fate die that bring stress, 0 to 6. The sum of `fate_stress`
    /// and `fate_alert` is at most 6.
    #[schemars(range(min = 0, max = 6))]
    pub fate_stress: u8,
    /// J-3.4: number of faces of the fate die that bring an alert, 0 to 6. The sum of `fate_stress`
    /// and `fate_alert` is at most 6.
    #[schemars(range(min = 0, max = 6))]
    pub fate_alert: u8,
    /// J-3.4: if true, free actions are also allowed before the fate die is thrown.
    pub free_before_fate: bool,
    /// J-3.6: maximum number of tile effects that a hero uses in a mission, 0 to 25.
    #[schemars(range(min = 0, max = 25))]
    pub cubes: u8,
    /// J-3.7: number of faces of the Boss die by effect, at most 6 in total.
    pub boss_die: BossDie,
    /// J-3.7: who selects the hero to whom the Boss die applies.
    pub boss_picks: BossPicks,
    /// J-3.5: maximum number of exchanges between heroes in a turn, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub exchanges: u8,
    /// J-3.3, J-5.1: whether fights can break out on a cleared tile.
    pub cleared: Cleared,
    /// J-4.1: whether heroes can take the equipment and hostages of dead heroes from a tile where a
    /// rebel lurks.
    pub remains: Remains,
    /// J-4.2: number of hours until a hero runs out of time, 1 to 99.
    #[schemars(range(min = 1, max = 99))]
    pub hours: u8,
    /// J-4.2, J-4.3: whether limits of hours and stress apply when they are reached, or only when
    /// they are exceeded.
    pub limits: Limits,
    /// J-4.3: lowest stress at which a hero must flee from fights, 1 to 50.
    #[schemars(range(min = 1, max = 50))]
    pub stress_flee: u8,
    /// J-4.3: lowest stress at which a hero cannot move to other tiles, 1 to 50.
    #[schemars(range(min = 1, max = 50))]
    pub stress_still: u8,
    /// J-E1, J-3.5: if true, potions and K-energy cannot raise life above its initial value.
    pub life_cap: bool,
    /// J-5.3: when a hero meets a lurking rebel whose tile it entered in another hero's turn.
    pub lurkers: Lurkers,
    /// J-5.4: if true, time capsules can be used in fights.
    pub capsules_in_fights: bool,
    /// J-5.8: which hostages are counted after a victory. If there are more than needed, the
    /// victory also brings an equipment card.
    pub surplus: Surplus,
    /// J-E12: how much damage an attack with an invisibility suit has.
    pub suit_damage: SuitDamage,
    /// J-5.7: life that a hero loses when it flees from a fight, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub flight_life: u8,
    /// J-5.7: hours that a hero loses when it flees from a fight, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub flight_hours: u8,
    /// J-6.1: life, defense, damage and attack of the Big Boss.
    pub boss: Boss,
    /// J-1.2: number of rounds after which the mission is lost, 1 to 200.
    #[schemars(range(min = 1, max = 200))]
    pub max_rounds: u16,
    /// J-T: the settings of each kind of tile in the base.
    pub tiles: TilePile,
    /// J-E: the settings of each kind of equipment card.
    pub equipment: EquipmentPile,
    /// J-L: the settings of each kind of alert card.
    pub alerts: AlertPile,
    /// J-R: the settings of each kind of rebel on the encounter cards.
    pub rebels: RebelPile,
}

/// Defines a setting with one number for each possible number of heroes in a mission.
macro_rules! by_party {
    ($(#[$about:meta])* $name:ident $least:literal $most:literal: $one:literal $two:literal $three:literal $four:literal) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            /// Value of the setting in a mission with one hero.
            #[schemars(range(min = $least, max = $most))]
            pub one: u8,
            /// Value of the setting in a mission with two heroes.
            #[schemars(range(min = $least, max = $most))]
            pub two: u8,
            /// Value of the setting in a mission with three heroes.
            #[schemars(range(min = $least, max = $most))]
            pub three: u8,
            /// Value of the setting in a mission with four heroes.
            #[schemars(range(min = $least, max = $most))]
            pub four: u8,
        }

        impl Default for $name {
            fn default() -> Self {
                $name { one: $one, two: $two, three: $three, four: $four }
            }
        }

        impl $name {
            /// Returns the value of the setting in a mission with `heroes` heroes, at least 1.
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
    /// J-1.1: number of hostages that the heroes need, 0 to 20, by number of heroes in the mission.
    Hostages 0 20: 3 5 7 9
}
by_party! {
    /// J-2.1: number of tiles per side of the base, 2 to 5, by number of heroes in the mission.
    Side 2 5: 4 4 5 5
}
by_party! {
    /// J-6.1: life of the Big Boss, 1 to 99, by number of heroes in the mission.
    BossLife 1 99: 10 40 48 56
}

/// J-2.1: position of the exfiltration tile relative to the infiltration tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Corners {
    /// The exfiltration tile is in the corner opposite to the infiltration tile.
    Opposite,
    /// The exfiltration tile is in the corner to the right of the infiltration tile.
    Adjacent,
    /// The exfiltration tile is in a random corner, one of the three that remain.
    Random,
}

/// J-3.7: number of faces of the Boss die by effect. The other faces of the six have no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BossDie {
    /// Number of faces of the Boss die on which a hero gets stress, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub stress: u8,
    /// Number of faces of the Boss die on which all heroes lose an hour, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub hour: u8,
    /// Number of faces of the Boss die on which a hero loses life, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub wound: u8,
    /// Number of faces of the Boss die on which a hero loses an equipment, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub theft: u8,
}

/// J-3.7: who selects the hero to whom the Boss die applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BossPicks {
    /// The party of heroes selects the hero.
    Party,
    /// A random draw selects the hero.
    Random,
}

/// J-3.3, J-5.1: whether fights can break out on a cleared tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cleared {
    /// No fights break out on a cleared tile.
    Quiet,
    /// Fights break out on a cleared tile as on any other tile.
    Fights,
}

/// J-4.1: whether heroes can take the equipment and hostages of dead heroes from a tile where a
/// rebel lurks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Remains {
    /// The rebel must be beaten before a hero can take anything.
    Guarded,
    /// A hero takes everything before it meets the rebel.
    Free,
}

/// J-5.3: when a hero meets a lurking rebel whose tile it entered in another hero's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lurkers {
    /// The hero meets the rebel at once.
    AtOnce,
    /// The hero meets the rebel at the beginning of its own turn.
    OwnTurn,
}

/// J-5.8: which hostages are counted after a victory. If there are more than needed, the victory
/// also brings an equipment card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Surplus {
    /// Counts the hostages that heroes in play hold or that lie on tiles.
    Held,
    /// Counts all hostages freed in the mission, including those lost since then.
    Freed,
}

/// J-E12: how much damage an attack with an invisibility suit has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SuitDamage {
    /// The suit takes as much life as the `amount` of its card.
    Card,
    /// The suit takes as much life as the damage of the hero's own weapon.
    Weapon,
}

/// J-4.2, J-4.3: whether limits of hours and stress apply when they are reached, or only when they
/// are exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Limits {
    /// A limit applies when the value is equal to the limit.
    Reached,
    /// A limit applies when the value is greater than the limit.
    Passed,
}

/// J-6.1: life, defense, damage and attack of the Big Boss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Boss {
    /// Initial life of the Boss, by number of heroes in the mission.
    pub life: BossLife,
    /// The number that a hero's attack on the Boss must beat, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub defense: u8,
    /// Life that a hit of the Boss takes, 1 to 9.
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
        BossDie { stress: 1, hour: 1, wound: 1, theft: 1 }
    }
}

impl Default for Boss {
    fn default() -> Self {
        Boss { life: BossLife::default(), defense: 4, damage: 3, attack: 1 }
    }
}
