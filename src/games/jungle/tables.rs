//! The settings in the tables J-T, J-E, J-L and J-R of the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kinds::{Alert, Equipment, Rebel, Tile};

/// The numbers of one kind; values that the rules' table leaves empty are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numbers {
    pub count: u8,
    pub amount: u8,
    pub room: u8,
    pub attack: i8,
    pub hours: u8,
    pub life: u8,
    pub defense: u8,
    pub damage: u8,
}

/// The type of a column: `u8`, unless the row names another type.
macro_rules! column {
    () => {
        u8
    };
    ($type:ident) => {
        $type
    };
}

/// A row of a table, with the columns of its kind.
macro_rules! row {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident $($type:ident)? $least:literal $most:literal),* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$doc])* #[schemars(range(min = $least, max = $most))] pub $field: column!($($type)?)),*
        }

        impl From<$name> for Numbers {
            fn from(row: $name) -> Numbers {
                Numbers { $($field: row.$field as _,)* ..Numbers::default() }
            }
        }
    };
}

row! {
    /// A tile that is always there.
    Place {
        /// Maximum number of heroes in play on the tile, 1 to 4.
        room 1 4
    }
}
row! {
    /// A tile without a number.
    PlainTile {
        /// Tiles in the pile, 0 to 30.
        count 0 30,
        /// Maximum number of heroes in play on the tile, 1 to 4.
        room 1 4
    }
}
row! {
    /// A tile with a number.
    TileCard {
        /// The number of its effect, 1 to 9.
        count 0 30,
        /// What its effect is worth, 1 to 9.
        amount 1 9,
        /// Maximum number of heroes in play on the tile, 1 to 4.
        room 1 4
    }
}
row! {
    /// A card without a number.
    PlainCard {
        /// Cards in the pile, 0 to 20.
        count 0 20
    }
}
row! {
    /// A card with a number.
    Card {
        /// Cards in the pile, 0 to 20.
        count 0 20,
        /// The number on the card, 1 to 9.
        amount 1 9
    }
}
row! {
    /// A weapon.
    WeaponCard {
        /// Cards in the pile, 0 to 20.
        count 0 20,
        /// Damage of the weapon, 1 to 9.
        amount 1 9,
        /// Bonus on the attack die, -3 to 3.
        attack i8 -3 3
    }
}
row! {
    /// An alert that takes life and hours.
    GasCard {
        /// Cards in the pile, 0 to 20.
        count 0 20,
        /// Life that it takes, 1 to 9.
        amount 1 9,
        /// Hours that it takes, 0 to 9.
        hours 0 9
    }
}
row! {
    /// An encounter.
    RebelCard {
        /// Cards in the pile, 0 to 20.
        count 0 20,
        /// Life of the rebel, 1 to 20.
        life 1 20,
        /// The number that an attack must beat, 1 to 6.
        defense 1 6,
        /// Life that a hit takes, 1 to 9.
        damage 1 9,
        /// Bonus on the rebel's attack die, 0 to 3.
        attack 0 3
    }
}

/// A table with one row per kind, in their order.
macro_rules! table {
    ($(#[$about:meta])* $name:ident of $kind:ident { $($(#[$doc:meta])* $field:ident: $row:ident { $($column:ident: $value:literal),* }),* $(,)? }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[$doc])* pub $field: $row),*
        }

        impl Default for $name {
            fn default() -> Self {
                $name { $($field: $row { $($column: $value),* }),* }
            }
        }

        impl $name {
            /// The numbers of each kind.
            pub fn numbers(&self) -> [Numbers; $kind::COUNT] {
                [$(self.$field.into()),*]
            }
        }
    };
}

table! {
    /// J-T: the tiles.
    TilePile of Tile {
        /// J-T1: where the heroes begin.
        infiltration: Place { room: 4 },
        /// J-T2: where the Boss waits.
        exfiltration: Place { room: 4 },
        /// J-T3: no effect.
        jungle: PlainTile { count: 6, room: 4 },
        /// J-T4: a first-aid kit.
        nanopharmacy: PlainTile { count: 1, room: 2 },
        /// J-T5: a flight.
        airfield: PlainTile { count: 1, room: 2 },
        /// J-T6: hours that the hero gains.
        cryo_sleep: TileCard { count: 1, amount: 3, room: 1 },
        /// J-T7: life.
        robot_surgeons: TileCard { count: 1, amount: 4, room: 2 },
        /// J-T8: equipment cards.
        armoury: TileCard { count: 1, amount: 1, room: 2 },
        /// J-T9: reduction of stress.
        dwelling: TileCard { count: 1, amount: 2, room: 3 },
        /// J-T10: the neighbours are revealed.
        viewpoint: PlainTile { count: 1, room: 2 },
        /// J-T11: an optional encounter.
        cells: PlainTile { count: 1, room: 2 },
        /// J-T12: K-energy, for stress.
        temple: TileCard { count: 1, amount: 1, room: 2 },
        /// J-T13: an encounter.
        guard_post: PlainTile { count: 2, room: 3 },
        /// J-T14: hours that the hero loses.
        swamp: TileCard { count: 5, amount: 3, room: 3 },
        /// J-T15: life that the hero loses.
        minefield: TileCard { count: 4, amount: 3, room: 2 },
        /// J-T16: stress that the hero gets.
        snake_pit: TileCard { count: 5, amount: 3, room: 2 },
    }
}

table! {
    /// J-E: the equipment.
    EquipmentPile of Equipment {
        /// J-E1: life.
        potion: Card { count: 1, amount: 6 },
        /// J-E2: hours that the hero gains.
        capsule: Card { count: 2, amount: 2 },
        /// J-E3: returns a hero to life.
        medal: PlainCard { count: 1 },
        /// J-E4: life, or against gas.
        first_aid: Card { count: 3, amount: 3 },
        /// J-E5: a neighbour is revealed.
        scanner: PlainCard { count: 2 },
        /// J-E6: reduction of stress.
        tonic: Card { count: 3, amount: 2 },
        /// J-E7: one-handed, stays.
        pistol: WeaponCard { count: 2, amount: 1, attack: 1 },
        /// J-E8: one-handed, single-use.
        grenade: WeaponCard { count: 3, amount: 4, attack: 0 },
        /// J-E9: one-handed, stays.
        sabre: WeaponCard { count: 2, amount: 2, attack: 0 },
        /// J-E10: two-handed, stays.
        rifle: WeaponCard { count: 2, amount: 4, attack: 1 },
        /// J-E11: guided device, single-use.
        missile: Card { count: 2, amount: 3 },
        /// J-E12: damage without a die, twice.
        suit: Card { count: 1, amount: 3 },
        /// J-E13: armour.
        vest: Card { count: 2, amount: 1 },
        /// J-E14: guided device, stays.
        drone: Card { count: 1, amount: 1 },
        /// J-E15: armour.
        plate: Card { count: 1, amount: 2 },
        /// J-E16: K-energy, at once.
        crystal: Card { count: 2, amount: 1 },
        /// J-E17: no effect, taken at once.
        junk: PlainCard { count: 3 },
    }
}

table! {
    /// J-L: the alerts.
    AlertPile of Alert {
        /// J-L1: no effect.
        false_alarm: PlainCard { count: 3 },
        /// J-L2: life and hours, unless a first-aid kit is given up.
        gas: GasCard { count: 2, amount: 5, hours: 2 },
        /// J-L3: life.
        snare: Card { count: 3, amount: 1 },
        /// J-L4: an encounter.
        patrol: PlainCard { count: 3 },
        /// J-L5: hours.
        detour: Card { count: 3, amount: 2 },
        /// J-L6: stress.
        howl: Card { count: 3, amount: 2 },
        /// J-L7: stress for all.
        siren: Card { count: 4, amount: 3 },
        /// J-L8: an equipment is lost.
        thief: PlainCard { count: 2 },
        /// J-L9: hours for all.
        storm: Card { count: 5, amount: 3 },
        /// J-L10: K-energy is lost.
        drain: Card { count: 1, amount: 1 },
    }
}

table! {
    /// J-R: the rebels.
    RebelPile of Rebel {
        /// J-R1.
        scout: RebelCard { count: 3, life: 2, defense: 3, damage: 1, attack: 0 },
        /// J-R2.
        guard: RebelCard { count: 5, life: 4, defense: 3, damage: 2, attack: 0 },
        /// J-R3: a hit costs the target its next strike.
        cook: RebelCard { count: 2, life: 4, defense: 3, damage: 2, attack: 0 },
        /// J-R4: strikes first.
        sniper: RebelCard { count: 2, life: 3, defense: 4, damage: 2, attack: 0 },
        /// J-R5.
        brute: RebelCard { count: 3, life: 6, defense: 2, damage: 3, attack: 1 },
        /// J-R6: a hit brings stress.
        shaman: RebelCard { count: 2, life: 4, defense: 3, damage: 1, attack: 0 },
        /// J-R7: a hit costs an equipment.
        looter: RebelCard { count: 2, life: 3, defense: 4, damage: 1, attack: 0 },
        /// J-R8: a hit costs an hour.
        warden: RebelCard { count: 2, life: 4, defense: 3, damage: 1, attack: 0 },
        /// J-R9.
        veteran: RebelCard { count: 5, life: 5, defense: 4, damage: 2, attack: 1 },
    }
}
