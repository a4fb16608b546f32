//! The board of the arena games: a ring of zones around a centre zone (rule A-2).

use wide::f32x4;

pub use crate::game::members;

/// The number of a zone: 0 to `ring - 1` are the zones of the ring, and `ring` is the centre.
pub type Zone = u8;

/// Minimum number of zones on the ring.
pub const MIN_RING: u8 = 3;
/// Maximum number of zones on the ring.
pub const MAX_RING: u8 = 8;

/// Maximum number of zones of a board: a ring of 8, and the centre.
pub const MAX_ZONES: usize = 9;

/// One `f32` for each zone, in groups of four for SIMD instructions; the last three are unused.
pub type PerZone = [f32x4; MAX_ZONES.div_ceil(4)];

/// A set of zones: bit `i` stands for zone `i`.
pub type ZoneSet = u16;

/// A set of fighters: bit `i` stands for fighter `i`.
pub type Fighters = u8;

/// The neighbours and the distances of all zones of a board (rule ).
#[derive(Debug, Clone)]
pub struct Board {
    ring: u8,
    adjacent: [ZoneSet; MAX_ZONES],
    /// For each set of zones: all zones that are adjacent to at least one zone of the set.
    beside: [ZoneSet; 1 << MAX_ZONES],
    distance: [[u8; MAX_ZONES]; MAX_ZONES],
    around: [u64; MAX_ZONES],
    at_distance: [[PerZone; 3]; MAX_ZONES],
}

impl Board {
    /// Creates a board with a centre and a ring of `ring` zones (3 to 8) around it.
    pub fn new(ring: u8) -> Self {
        let centre = ring;
        let mut adjacent = [0; MAX_ZONES];
        for zone in 0..ring {
            adjacent[usize::from(zone)] =
                1 << ((zone + 1) % ring) | 1 << ((zone + ring - 1) % ring) | 1 << centre;
        }
        adjacent[usize::from(centre)] = (1 << ring) - 1;
        let apart = |from: usize, to: usize| match adjacent[from] >> to & 1 {
            _ if from == to => 0,
            1 => 1,
            _ => 2,
        };
        let distance = std::array::from_fn(|from| std::array::from_fn(|to| apart(from, to)));
        let around = std::array::from_fn(|zone| {
            let nibble = |other: usize| (2 - u64::from(apart(zone, other))) << (4 * other);
            (0..MAX_ZONES).map(nibble).sum()
        });
        let at_distance = std::array::from_fn(|zone| {
            std::array::from_fn(|steps| {
                let there = |other: usize| other < MAX_ZONES && apart(zone, other) == steps as u8;
                std::array::from_fn(|four| {
                    f32x4::new(std::array::from_fn(|lane| f32::from(there(4 * four + lane))))
                })
            })
        });
        Board {
            ring,
            adjacent,
            beside: std::array::from_fn(|set| {
                members(set as u32).fold(0, |all, zone| all | adjacent[usize::from(zone)])
            }),
            distance,
            around,
            at_distance,
        }
    }

    facts! { self;
        /// Returns the number of zones on the ring.
        pub fn ring() -> u8 = self.ring;
        pub fn centre() -> Zone = self.ring;
        /// Returns the zones that are adjacent to a zone, without the zone itself.
        pub fn adjacent(zone: Zone) -> ZoneSet = self.adjacent[usize::from(zone)];
        /// Returns the zones that are adjacent to at least one zone of a set.
        pub fn beside(zones: ZoneSet) -> ZoneSet =
            self.beside[usize::from(zones) % (1 << MAX_ZONES)];
        /// Returns, for each zone of the board, the set of adjacent zones.
        pub fn adjacent_to_each() -> &[ZoneSet; MAX_ZONES] = &self.adjacent;
        /// Returns the distance between two zones in moves: 0, 1 or 2.
        pub fn distance(from: Zone, to: Zone) -> u8 =
            self.distance[usize::from(from)][usize::from(to)];
        /// Returns a number with four bits for each zone of the board: 2 for `zone`, 1 for its
        /// neighbours, 0 for all others. Up to seven such numbers can be added without overflow.
        pub fn around(zone: Zone) -> u64 = self.around[usize::from(zone)];
        /// Returns one mask for each distance from `zone` (0, 1, 2). A mask has 1.0 for each zone
        /// at that distance and 0.0 for all other zones.
        pub fn at_distance(zone: Zone) -> &[PerZone; 3] = &self.at_distance[usize::from(zone)];
    }
}

/// One byte for each of up to eight fighters, the first in the lowest bits; all fit in one
/// register.
pub(super) type Bytes = u64;

/// Returns one byte for each fighter: all bits are set if the fighter is in the set, otherwise
/// none.
#[inline(always)]
pub(super) fn spread(set: Fighters) -> Bytes {
    const SPREAD: [Bytes; 256] = {
        let mut spread = [0; 256];
        let mut set = 0;
        while set < spread.len() {
            let mut fighter = 0;
            while fighter < 8 {
                if set >> fighter & 1 == 1 {
                    spread[set] |= 0xFF << (8 * fighter);
                }
                fighter += 1;
            }
            set += 1;
        }
        spread
    };
    SPREAD[usize::from(set)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_2_2_ring_neighbours_and_the_centre_are_adjacent() {
        let board = Board::new(6);
        assert_eq!(members(board.adjacent(0)).collect::<Vec<_>>(), [1, 5, 6]);
        assert_eq!(members(board.adjacent(3)).collect::<Vec<_>>(), [2, 4, 6]);
        assert_eq!(members(board.adjacent(6)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_bytes_of_a_set() {
        for set in 0..=Fighters::MAX {
            for (fighter, byte) in spread(set).to_le_bytes().into_iter().enumerate() {
                assert_eq!(byte, if set >> fighter & 1 == 1 { 0xFF } else { 0 });
            }
        }
    }

    #[test]
    fn a_2_2_what_is_beside_a_set_of_zones() {
        for ring in MIN_RING..=MAX_RING {
            let board = Board::new(ring);
            for set in 0..(1 as ZoneSet) << (ring + 1) {
                let beside = (0..=ring).filter(|&zone| board.adjacent(zone) & set != 0);
                let expected = beside.fold(0, |all, zone| all | 1 << zone);
                assert_eq!(board.beside(set), expected, "{set:b} on a ring of {ring}");
            }
        }
    }

    #[test]
    fn a_2_2_no_two_zones_are_more_than_two_apart() {
        for ring in 3..=8 {
            let board = Board::new(ring);
            for from in 0..=ring {
                for to in 0..=ring {
                    let steps = board.distance(from, to);
                    assert_eq!(steps, board.distance(to, from));
                    let between = board.adjacent(from) & board.adjacent(to);
                    assert!(steps < 2 || between != 0, "{from} to {to} on a ring of {ring}");
                }
            }
        }
    }
}
