//! The rules of the game as settings: one field for each setting in `RULES.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::state::MOST_HEROES;
use super::tables::{AlertPile, EquipmentPile, RebelPile, TilePile};

settings! {
    /// The settings of the game: the table `[rules]` of a scenario.
    Rules {
        /// J-1.1: number of hostages that the heroes need, 0 to 20.
        hostages: Hostages = Hostages::default(),
        /// J-2.1: number of tiles per side, 2 to 5.
        side: Side = Side::default(),
        /// J-2.1: position of the exfiltration tile relative to the infiltration tile.
        corners: Corners = Corners::Opposite,
        /// J-2.1: if true, the base always includes the seven tiles of a first game.
        first_game: bool = false,
        /// J-2.2: K-energy of each hero at the start, 0 to 20.
        energy: u8 [0 20] = 2,
        /// J-2.3: K-energy at the start of a hero that plays alone, 0 to 20.
        energy_alone: u8 [0 20] = 4,
        /// J-2.2: number of potions of each hero at the start, 0 to 9.
        potions: u8 [0 9] = 1,
        /// J-2.2: number of time capsules of each hero at the start, 0 to 9.
        capsules: u8 [0 9] = 1,
        /// J-2.3: number of time capsules at the start of a hero that plays alone, 0 to 9.
        capsules_alone: u8 [0 9] = 2,
        /// J-2.3: if true, a hero that plays alone has a fusion jet.
        jet: bool = true,
        /// J-3.2: number of action dice, 2 to 6.
        dice: u8 [2 6] = 4,
        /// J-3.2: number of throws of the action dice in a turn, 1 to 6.
        rolls: u8 [1 6] = 3,
        /// J-3.4: number of faces of the fate die that bring stress, 0 to 6. The sum of
        /// `fate_stress` and `fate_alert` is at most 6.
        fate_stress: u8 [0 6] = 1,
        /// J-3.4: number of faces of the fate die that bring an alert, 0 to 6. The sum of
        /// `fate_stress` and `fate_alert` is at most 6.
        fate_alert: u8 [0 6] = 1,
        /// J-3.4: if true, free actions are also allowed before the fate die is thrown.
        free_before_fate: bool = false,
        /// J-3.6: maximum number of tile effects that a hero uses in a mission, 0 to 25.
        cubes: u8 [0 25] = 25,
        /// J-3.7: number of faces of the Boss die by effect, at most 6 in total.
        boss_die: BossDie = BossDie::default(),
        /// J-3.7: who selects the hero to whom the Boss die applies.
        boss_picks: BossPicks = BossPicks::Party,
        /// J-3.5: maximum number of exchanges between heroes in a turn, 0 to 10.
        exchanges: u8 [0 10] = 2,
        /// J-3.3, J-5.1: whether fights can break out on a cleared tile.
        cleared: Cleared = Cleared::Quiet,
        /// J-4.1: whether heroes can take the equipment and hostages of dead heroes from a tile
        /// where a rebel lurks.
        remains: Remains = Remains::Guarded,
        /// J-4.2: number of hours until a hero runs out of time, 1 to 99.
        hours: u8 [1 99] = 24,
        /// J-4.2, J-4.3: whether limits of hours and stress apply when they are reached, or only
        /// when they are exceeded.
        limits: Limits = Limits::Reached,
        /// J-4.3: lowest stress at which a hero must flee from fights, 1 to 50.
        stress_flee: u8 [1 50] = 3,
        /// J-4.3: lowest stress at which a hero cannot move to other tiles, 1 to 50.
        stress_still: u8 [1 50] = 6,
        /// J-E1, J-3.5: if true, potions and K-energy cannot raise life above its initial value.
        life_cap: bool = true,
        /// J-5.3: when a hero meets a lurking rebel whose tile it entered in another hero's turn.
        lurkers: Lurkers = Lurkers::AtOnce,
        /// J-5.4: if true, time capsules can be used in fights.
        capsules_in_fights: bool = false,
        /// J-5.8: which hostages are counted after a victory. If there are more than needed, the
        /// victory also brings an equipment card.
        surplus: Surplus = Surplus::Held,
        /// J-E12: how much damage an attack with an invisibility suit has.
        suit_damage: SuitDamage = SuitDamage::Card,
        /// J-5.7: life that a hero loses when it flees from a fight, 0 to 9.
        flight_life: u8 [0 9] = 1,
        /// J-5.7: hours that a hero loses when it flees from a fight, 0 to 9.
        flight_hours: u8 [0 9] = 1,
        /// J-6.1: life, defense, damage and attack of the Big Boss.
        boss: Boss = Boss::default(),
        /// J-1.2: number of rounds after which the mission is lost, 1 to 200.
        max_rounds: u16 [1 200] = 60,
        /// J-T: the settings of each kind of tile in the base.
        tiles: TilePile = TilePile::default(),
        /// J-E: the settings of each kind of equipment card.
        equipment: EquipmentPile = EquipmentPile::default(),
        /// J-L: the settings of each kind of alert card.
        alerts: AlertPile = AlertPile::default(),
        /// J-R: the settings of each kind of rebel on the encounter cards.
        rebels: RebelPile = RebelPile::default(),
    }

    /// J-3.7: number of faces of the Boss die by effect. The other faces of the six have no effect.
    #[derive(Copy)]
    BossDie {
        /// Number of faces of the Boss die on which a hero gets stress, 0 to 6.
        stress: u8 [0 6] = 1,
        /// Number of faces of the Boss die on which all heroes lose an hour, 0 to 6.
        hour: u8 [0 6] = 1,
        /// Number of faces of the Boss die on which a hero loses life, 0 to 6.
        wound: u8 [0 6] = 1,
        /// Number of faces of the Boss die on which a hero loses an equipment, 0 to 6.
        theft: u8 [0 6] = 1,
    }

    /// J-6.1: life, defense, damage and attack of the Big Boss.
    #[derive(Copy)]
    Boss {
        /// Initial life of the Boss, by number of heroes in the mission.
        life: BossLife = BossLife::default(),
        /// The number that a hero's attack on the Boss must beat, 1 to 6.
        defense: u8 [1 6] = 4,
        /// Life that a hit of the Boss takes, 1 to 9.
        damage: u8 [1 9] = 3,
        /// Bonus on the Boss's attack die, 0 to 3.
        attack: u8 [0 3] = 1,
    }
}

/// Defines settings with one number for each possible number of heroes in a mission.
macro_rules! by_party {
    ($($(#[$about:meta])* $name:ident [$least:literal $most:literal] = $one:literal $two:literal $three:literal $four:literal;)*) => {$(
        settings! {
            $(#[$about])*
            #[derive(Copy)]
            $name {
                /// Value of the setting in a mission with one hero.
                one: u8 [$least $most] = $one,
                /// Value of the setting in a mission with two heroes.
                two: u8 [$least $most] = $two,
                /// Value of the setting in a mission with three heroes.
                three: u8 [$least $most] = $three,
                /// Value of the setting in a mission with four heroes.
                four: u8 [$least $most] = $four,
            }
        }

        impl $name {
            /// Returns the value of the setting in a mission with `heroes` heroes, at least 1.
            pub fn with(&self, heroes: usize) -> u8 {
                [self.one, self.two, self.three, self.four][heroes.min(MOST_HEROES) - 1]
            }
        }
    )*};
}

by_party! {
    /// J-1.1: number of hostages that the heroes need, 0 to 20, by number of heroes in the mission.
    Hostages [0 20] = 3 5 7 9;
    /// J-2.1: number of tiles per side of the base, 2 to 5, by number of heroes in the mission.
    Side [2 5] = 4 4 5 5;
    /// J-6.1: life of the Big Boss, 1 to 99, by number of heroes in the mission.
    BossLife [1 99] = 10 40 48 56;
}

/// Names of the settings for one to [`MOST_HEROES`] heroes, in files.
pub const BY_PARTY: [&str; MOST_HEROES] = ["one", "two", "three", "four"];

choices! {
    /// J-2.1: position of the exfiltration tile relative to the infiltration tile.
    Corners {
        /// The exfiltration tile is in the corner opposite to the infiltration tile.
        Opposite,
        /// The exfiltration tile is in the corner to the right of the infiltration tile.
        Adjacent,
        /// The exfiltration tile is in a random corner, one of the three that remain.
        Random,
    }

    /// J-3.7: who selects the hero to whom the Boss die applies.
    BossPicks {
        /// The party of heroes selects the hero.
        Party,
        /// A random draw selects the hero.
        Random,
    }

    /// J-3.3, J-5.1: whether fights can break out on a cleared tile.
    Cleared {
        /// No fights break out on a cleared tile.
        Quiet,
        /// Fights break out on a cleared tile as on any other tile.
        Fights,
    }

    /// J-4.1: whether heroes can take the equipment and hostages of dead heroes from a tile
    /// where a rebel lurks.
    Remains {
        /// The rebel must be beaten before a hero can take anything.
        Guarded,
        /// A hero takes everything before it meets the rebel.
        Free,
    }

    /// J-5.3: when a hero meets a lurking rebel whose tile it entered in another hero's turn.
    Lurkers {
        /// The hero meets the rebel at once.
        AtOnce,
        /// The hero meets the rebel at the beginning of its own turn.
        OwnTurn,
    }

    /// J-5.8: which hostages are counted after a victory. If there are more than needed, the
    /// victory also brings an equipment card.
    Surplus {
        /// Counts the hostages that heroes in play hold or that lie on tiles.
        Held,
        /// Counts all hostages freed in the mission, including those lost since then.
        Freed,
    }

    /// J-E12: how much damage an attack with an invisibility suit has.
    SuitDamage {
        /// The suit takes as much life as the `amount` of its card.
        Card,
        /// The suit takes as much life as the damage of the hero's own weapon.
        Weapon,
    }

    /// J-4.2, J-4.3: whether limits of hours and stress apply when they are reached, or only when
    /// they are exceeded.
    Limits {
        /// A limit applies when the value is equal to the limit.
        Reached,
        /// A limit applies when the value is greater than the limit.
        Passed,
    }
}
