//! The kinds of tiles (J-T), equipment (J-E), alerts (J-L) and rebels (J-R), in the order of the
//! tables of the rules.

pub use super::tables::{Alert, Equipment, Rebel, Tile};

kinds! {
    /// A face of an action die (rule J-3.3).
    Face: Explore, Fight, Search, Rest, Alarm, Phew
}

kinds! {
    /// A kind of weapon of a hero, in the order used to name sets of weapons (rule J-5.4).
    Weapon: Own, Pistol, Grenade, Sabre, Rifle
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
