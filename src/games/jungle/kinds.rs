//! The kinds of things: tiles (J-T), equipment (J-E), alerts (J-L) and rebels (J-R), in the order of their tables.

macro_rules! kinds {
    ($(#[$about:meta])* $name:ident: $($kind:ident $text:literal),* $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($kind),*
        }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$kind),*];
            /// As files and tables write them.
            pub const NAMES: &'static [&'static str] = &[$($text),*];
            pub const COUNT: usize = Self::ALL.len();

            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The kind with this number, from 0.
            #[inline]
            pub fn of(number: usize) -> Self {
                Self::ALL[number]
            }
        }
    };
}

kinds! {
    /// J-T: a tile of the base.
    Tile:
    Infiltration "infiltration",
    Exfiltration "exfiltration",
    Jungle "jungle",
    Nanopharmacy "nanopharmacy",
    Airfield "airfield",
    CryoSleep "cryo-sleep",
    RobotSurgeons "robot-surgeons",
    Armoury "armoury",
    Dwelling "dwelling",
    Viewpoint "viewpoint",
    Cells "cells",
    Temple "temple",
    GuardPost "guard-post",
    Swamp "swamp",
    Minefield "minefield",
    SnakePit "snake-pit",
}

kinds! {
    /// J-E: an equipment card.
    Equipment:
    Potion "potion",
    Capsule "capsule",
    Medal "medal",
    FirstAid "first-aid",
    Scanner "scanner",
    Tonic "tonic",
    Pistol "pistol",
    Grenade "grenade",
    Sabre "sabre",
    Rifle "rifle",
    Missile "missile",
    Suit "suit",
    Vest "vest",
    Drone "drone",
    Plate "plate",
    Crystal "crystal",
    Junk "junk",
}

kinds! {
    /// J-L: an alert card.
    Alert:
    FalseAlarm "false-alarm",
    Gas "gas",
    Snare "snare",
    Patrol "patrol",
    Detour "detour",
    Howl "howl",
    Siren "siren",
    Thief "thief",
    Storm "storm",
    Drain "drain",
}

kinds! {
    /// J-R: a rebel, as an encounter card has it.
    Rebel:
    Scout "scout",
    Guard "guard",
    Cook "cook",
    Sniper "sniper",
    Brute "brute",
    Shaman "shaman",
    Looter "looter",
    Warden "warden",
    Veteran "veteran",
}

kinds! {
    /// J-3.3: a face of an action die.
    Face:
    Explore "explore",
    Fight "fight",
    Search "search",
    Rest "rest",
    Alarm "alarm",
    Phew "phew",
}

kinds! {
    /// J-5.4: what a hero strikes with, in the order in which sets of weapons name it.
    Weapon:
    Own "own",
    Pistol "pistol",
    Grenade "grenade",
    Sabre "sabre",
    Rifle "rifle",
}

impl Tile {
    /// J-3.6: does it take effect by itself as a hero comes?
    #[inline]
    pub fn is_compulsory(self) -> bool {
        matches!(
            self,
            Tile::GuardPost | Tile::Swamp | Tile::Minefield | Tile::SnakePit
        )
    }
}

impl Equipment {
    /// Kinds that a hero can hold: all but those that take effect as they are drawn.
    pub const HELD: usize = Equipment::Crystal as usize;
}

impl Weapon {
    /// The card of it; its own weapon is none.
    #[inline]
    pub fn card(self) -> Option<Equipment> {
        match self {
            Weapon::Own => None,
            Weapon::Pistol => Some(Equipment::Pistol),
            Weapon::Grenade => Some(Equipment::Grenade),
            Weapon::Sabre => Some(Equipment::Sabre),
            Weapon::Rifle => Some(Equipment::Rifle),
        }
    }
}
