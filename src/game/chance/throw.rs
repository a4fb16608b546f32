//! Throws of several six-sided dice.

use rand::Rng;
use serde::{Serialize, Serializer};

/// The face of a die, from 1.
pub type Face = u8;

/// The faces of up to 255 six-sided dice thrown together: the number of dice with each face, and
/// the face of the last die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Throw {
    /// Byte `f - 1` is the number of dice with face `f`; byte 7 is the face of the last die.
    faces: u64,
}

impl Throw {
    const COUNTS: u64 = 0x0000_FFFF_FFFF_FFFF;
    const EACH: u64 = 0x0101_0101_0101_0101;

    /// Creates a throw of a single die.
    #[inline]
    pub fn of(face: Face) -> Self {
        let mut throw = Throw::default();
        throw.add(face);
        throw
    }

    /// Adds a die with this face, 1 to 6, as the last die.
    #[inline]
    pub fn add(&mut self, face: Face) {
        debug_assert!((1..=6).contains(&face));
        self.faces =
            ((self.faces & Self::COUNTS) + (1 << (8 * (face - 1)))) | (u64::from(face) << 56);
    }

    /// Adds all dice of another throw. The last die of the other throw becomes the last die.
    #[inline]
    pub fn add_all(&mut self, other: Throw) {
        self.faces = ((self.faces & Self::COUNTS) + (other.faces & Self::COUNTS))
            | (other.faces & !Self::COUNTS);
    }

    /// Removes a die with this face. The throw must contain such a die.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        debug_assert!(self.count(face) > 0);
        self.faces -= 1 << (8 * (face - 1));
    }

    /// Returns the face of the last die, or `None` if the throw has no last die.
    #[inline]
    pub fn last(self) -> Option<Face> {
        let face = (self.faces >> 56) as u8;
        (face > 0).then_some(face)
    }

    /// Returns the number of dice with this face.
    #[inline]
    pub fn count(self, face: Face) -> u8 {
        (self.faces >> (8 * (face - 1))) as u8
    }

    /// Returns the number of dice with a face of at least `needed`. `needed` may lie outside 1 to
    /// 6.
    #[inline]
    pub fn at_least(self, needed: i8) -> u8 {
        let below = needed.clamp(1, 7) as u32 - 1;
        let hits = (self.faces & Self::COUNTS) >> (8 * below);
        // The top byte of the product is the sum of all bytes.
        (hits.wrapping_mul(Self::EACH) >> 56) as u8
    }

    /// Returns the dice with a face below `needed`, as a throw without a last die.
    #[inline]
    pub fn below(self, needed: i8) -> Throw {
        let below = needed.clamp(1, 7) as u32 - 1;
        Throw {
            faces: self.faces & !(Self::COUNTS << (8 * below)) & Self::COUNTS,
        }
    }

    /// Returns the lowest face that is at least `needed`, or `None` if no die has such a face.
    #[inline]
    pub fn lowest(self, needed: i8) -> Option<Face> {
        let below = needed.clamp(1, 7) as u32 - 1;
        let hits = (self.faces & Self::COUNTS) >> (8 * below);
        (hits != 0).then(|| (below + hits.trailing_zeros() / 8 + 1) as u8)
    }

    /// Returns the highest face, or `None` if there are no dice.
    #[inline]
    pub fn highest(self) -> Option<Face> {
        (1..=6).rev().find(|&face| self.count(face) > 0)
    }

    /// Returns the sum of all faces.
    #[inline]
    pub fn sum(self) -> u16 {
        (1..=6)
            .map(|face| u16::from(face) * u16::from(self.count(face)))
            .sum()
    }

    /// Iterates over all faces in ascending order.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }
}

/// Serializes the throw as a list of its faces in ascending order.
impl Serialize for Throw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.faces())
    }
}

/// Throws `count` six-sided dice. One 64-bit random number gives up to eight dice: the base-six
/// digits of the number read as a fraction. The bias is below 6^8 / 2^64.
#[inline]
pub(super) fn throw(rng: &mut impl Rng, count: u8) -> Throw {
    let mut throw = Throw::default();
    let mut left = count;
    while left > 0 {
        let mut fraction = rng.next_u64();
        for _ in 0..left.min(8) {
            let product = u128::from(fraction) * 6;
            throw.add((product >> 64) as Face + 1);
            fraction = product as u64;
        }
        left = left.saturating_sub(8);
    }
    throw
}
