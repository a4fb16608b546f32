//! The kinds of tiles (J-T), equipment (J-E), alerts (J-L) and rebels (J-R), in the order of the
//! tables of the rules.

kinds! {
    /// A kind of tile in the base (table J-T of the rules).
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
    /// A kind of equipment card (table J-E of the rules).
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
    /// A kind of alert card (table J-L of the rules).
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
    /// A kind of rebel, an opponent on an encounter card (table J-R of the rules).
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
    /// A face of an action die (rule J-3.3).
    Face:
    Explore "explore",
    Fight "fight",
    Search "search",
    Rest "rest",
    Alarm "alarm",
    Phew "phew",
}

kinds! {
    /// A kind of weapon of a hero, in the order used to name sets of weapons (rule J-5.4).
    Weapon:
    Own "own",
    Pistol "pistol",
    Grenade "grenade",
    Sabre "sabre",
    Rifle "rifle",
}

impl Tile {
    /// Returns true if the effect of the tile is compulsory: it begins when a hero enters (rule
    /// J-3.6).
    #[inline]
    pub fn is_compulsory(self) -> bool {
        matches!(self, Tile::GuardPost | Tile::Swamp | Tile::Minefield | Tile::SnakePit)
    }
}

impl Equipment {
    /// Number of kinds of equipment that a hero can hold. The other kinds take effect when they are
    /// drawn.
    pub const HELD: usize = Equipment::Crystal as usize;
}

impl Weapon {
    /// Returns the equipment card of the weapon; `None` for the weapon that a hero has without a
    /// card.
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
