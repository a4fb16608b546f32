//! The tables J-T, J-E, J-L and J-R of the rules (tiles, equipment, alerts, rebels) as settings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The values of one kind of tile or card. A value is 0 if the kind does not have it.
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

rows! {
    /// The settings of a tile that is always part of the base.
    Place {
        /// Maximum number of heroes in play on the tile, 1 to 4.
        room: u8 [1 4],
    }

    /// The settings of a kind of tile whose effect has no number.
    PlainTile {
        /// Number of tiles of this kind in the tile pile, 0 to 30.
        count: u8 [0 30],
        /// Maximum number of heroes in play on the tile, 1 to 4.
        room: u8 [1 4],
    }

    /// The settings of a kind of tile whose effect has a number.
    TileCard {
        /// Number of tiles of this kind in the tile pile, 0 to 30.
        count: u8 [0 30],
        /// Number in the tile's effect, such as the hours that a hero loses, 1 to 9.
        amount: u8 [1 9],
        /// Maximum number of heroes in play on the tile, 1 to 4.
        room: u8 [1 4],
    }

    /// The settings of a kind of card whose effect has no number.
    PlainCard {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
    }

    /// The settings of a kind of card whose effect has a number.
    Card {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// Number on the card, such as the life that the card restores, 1 to 9.
        amount: u8 [1 9],
    }

    /// The settings of a kind of weapon card.
    WeaponCard {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// Damage of the weapon, 1 to 9.
        amount: u8 [1 9],
        /// Bonus on the hero's attack die, -3 to 3.
        attack: i8 [-3 3],
    }

    /// The settings of a kind of alert card whose effect has a number.
    AlertCard {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// What each hero loses, such as life, or the stress that each hero gets, 1 to 9.
        amount: u8 [1 9],
    }

    /// The settings of an alert card that takes life and hours.
    GasCard {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// Life that the alert takes, 1 to 9.
        amount: u8 [1 9],
        /// Hours that the alert takes, 0 to 9.
        hours: u8 [0 9],
    }

    /// The settings of a kind of rebel on an encounter card.
    RebelCard {
        /// Number of cards of this kind in the pile, 0 to 20.
        count: u8 [0 20],
        /// Life of the rebel, 1 to 20.
        life: u8 [1 20],
        /// The number that a hero's attack on the rebel must beat, 1 to 6.
        defense: u8 [1 6],
        /// Life that a hit of the rebel takes, 1 to 9.
        damage: u8 [1 9],
        /// Bonus on the rebel's attack die, 0 to 3.
        attack: u8 [0 3],
    }
}

table! {
    /// J-T: the settings of each kind of tile in the base.
    TilePile,
    /// A kind of tile in the base (table J-T of the rules).
    Tile {
        /// J-T1: the tile where the heroes begin.
        Infiltration infiltration: Place { room: 4 },
        /// J-T2: the tile where the Big Boss appears.
        Exfiltration exfiltration: Place { room: 4 },
        /// J-T3: a tile without effect.
        Jungle jungle: PlainTile { count: 6, room: 4 },
        /// J-T4: the hero receives a first-aid kit.
        Nanopharmacy nanopharmacy: PlainTile { count: 1, room: 2 },
        /// J-T5: the hero can fly to another tile.
        Airfield airfield: PlainTile { count: 1, room: 2 },
        /// J-T6: the hero gains hours.
        CryoSleep cryo_sleep: TileCard { count: 1, amount: 3, room: 1 },
        /// J-T7: the hero regains life.
        RobotSurgeons robot_surgeons: TileCard { count: 1, amount: 4, room: 2 },
        /// J-T8: the hero draws equipment cards.
        Armoury armoury: TileCard { count: 1, amount: 1, room: 2 },
        /// J-T9: the hero's stress is reduced.
        Dwelling dwelling: TileCard { count: 1, amount: 2, room: 3 },
        /// J-T10: the neighbouring tiles are revealed.
        Viewpoint viewpoint: PlainTile { count: 1, room: 2 },
        /// J-T11: the hero may fight a drawn rebel.
        Cells cells: PlainTile { count: 1, room: 2 },
        /// J-T12: the hero gains K-energy and stress.
        Temple temple: TileCard { count: 1, amount: 1, room: 2 },
        /// J-T13: the hero must fight a drawn rebel.
        GuardPost guard_post: PlainTile { count: 2, room: 3 },
        /// J-T14: the hero loses hours.
        Swamp swamp: TileCard { count: 5, amount: 3, room: 3 },
        /// J-T15: the hero loses life.
        Minefield minefield: TileCard { count: 4, amount: 3, room: 2 },
        /// J-T16: the hero gets stress.
        SnakePit snake_pit: TileCard { count: 5, amount: 3, room: 2 },
    }
}

table! {
    /// J-E: the settings of each kind of equipment card.
    EquipmentPile,
    /// A kind of equipment card (table J-E of the rules).
    Equipment {
        /// J-E1: the hero regains life.
        Potion potion: Card { count: 1, amount: 6 },
        /// J-E2: the hero gains hours.
        Capsule capsule: Card { count: 2, amount: 2 },
        /// J-E3: the hero returns to life once.
        Medal medal: PlainCard { count: 1 },
        /// J-E4: the hero regains life, or is protected against gas.
        FirstAid first_aid: Card { count: 3, amount: 3 },
        /// J-E5: the hero reveals a neighbouring tile.
        Scanner scanner: PlainCard { count: 2 },
        /// J-E6: the hero's stress is reduced.
        Tonic tonic: Card { count: 3, amount: 2 },
        /// J-E7: a one-handed weapon that the hero keeps after use.
        Pistol pistol: WeaponCard { count: 2, amount: 1, attack: 1 },
        /// J-E8: a one-handed weapon for a single use.
        Grenade grenade: WeaponCard { count: 3, amount: 4, attack: 0 },
        /// J-E9: a one-handed weapon that the hero keeps after use.
        Sabre sabre: WeaponCard { count: 2, amount: 2, attack: 0 },
        /// J-E10: a two-handed weapon that the hero keeps after use.
        Rifle rifle: WeaponCard { count: 2, amount: 4, attack: 1 },
        /// J-E11: a guided device that adds damage to one attack.
        Missile missile: Card { count: 2, amount: 3 },
        /// J-E12: an attack without a die, which can be used twice.
        Suit suit: Card { count: 1, amount: 3 },
        /// J-E13: armour that increases the hero's defense.
        Vest vest: Card { count: 2, amount: 1 },
        /// J-E14: a guided device that the hero keeps after use.
        Drone drone: Card { count: 1, amount: 1 },
        /// J-E15: armour that increases the hero's defense.
        Plate plate: Card { count: 1, amount: 2 },
        /// J-E16: the hero gains K-energy when it draws the card.
        Crystal crystal: Card { count: 2, amount: 1 },
        /// J-E17: a card without effect, discarded when it is drawn.
        Junk junk: PlainCard { count: 3 },
    }
}

table! {
    /// J-L: the settings of each kind of alert card.
    AlertPile,
    /// A kind of alert card (table J-L of the rules).
    Alert {
        /// J-L1: an alert without effect.
        FalseAlarm false_alarm: PlainCard { count: 3 },
        /// J-L2: the hero loses life and hours, unless it gives up a first-aid kit.
        Gas gas: GasCard { count: 2, amount: 5, hours: 2 },
        /// J-L3: the hero loses life.
        Snare snare: AlertCard { count: 3, amount: 1 },
        /// J-L4: the hero must fight a drawn rebel.
        Patrol patrol: PlainCard { count: 3 },
        /// J-L5: the hero loses hours.
        Detour detour: AlertCard { count: 3, amount: 2 },
        /// J-L6: the hero gets stress.
        Howl howl: AlertCard { count: 3, amount: 2 },
        /// J-L7: all heroes get stress.
        Siren siren: AlertCard { count: 4, amount: 3 },
        /// J-L8: the hero loses an equipment.
        Thief thief: PlainCard { count: 2 },
        /// J-L9: all heroes lose hours.
        Storm storm: AlertCard { count: 5, amount: 5 },
        /// J-L10: the hero loses K-energy.
        Drain drain: AlertCard { count: 1, amount: 1 },
    }
}

table! {
    /// J-R: the settings of each kind of rebel on the encounter cards.
    RebelPile,
    /// A kind of rebel, an opponent on an encounter card (table J-R of the rules).
    Rebel {
        /// J-R1: a rebel without special power.
        Scout scout: RebelCard { count: 3, life: 2, defense: 3, damage: 1, attack: 0 },
        /// J-R2: a rebel without special power.
        Guard guard: RebelCard { count: 5, life: 4, defense: 3, damage: 2, attack: 0 },
        /// J-R3: a hit of the rebel costs the hero its next strike.
        Cook cook: RebelCard { count: 2, life: 4, defense: 3, damage: 2, attack: 0 },
        /// J-R4: the rebel strikes first in a fight.
        Sniper sniper: RebelCard { count: 2, life: 3, defense: 4, damage: 2, attack: 0 },
        /// J-R5: a rebel without special power.
        Brute brute: RebelCard { count: 3, life: 6, defense: 2, damage: 3, attack: 1 },
        /// J-R6: a hit of the rebel brings stress.
        Shaman shaman: RebelCard { count: 2, life: 4, defense: 3, damage: 1, attack: 0 },
        /// J-R7: a hit of the rebel costs the hero an equipment.
        Looter looter: RebelCard { count: 2, life: 3, defense: 4, damage: 1, attack: 0 },
        /// J-R8: a hit of the rebel costs the hero an hour.
        Warden warden: RebelCard { count: 2, life: 4, defense: 3, damage: 1, attack: 0 },
        /// J-R9: a rebel without special power.
        Veteran veteran: RebelCard { count: 5, life: 5, defense: 4, damage: 2, attack: 1 },
    }
}
