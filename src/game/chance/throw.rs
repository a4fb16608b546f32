//! Throws of several six-sided dice.

use rand::Rng;
use serde::{Serialize, Serializer};

/// The face of a die, from 1.
pub type Face = u8;

/// The faces of up to 255 six-sided dice thrown together: the number of dice with each face, and
/// the face of the last die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Throw {
    /// Number of dice with each face, one byte per face: the lowest byte counts the ones, byte 5
    /// the sixes. Byte 7 is the face of the last die, or 0.
    faces: u64,
}

impl Throw {
    const COUNTS: u64 = 0x0000_FFFF_FFFF_FFFF;
    const EACH: u64 = 0x0101_0101_0101_0101;

    /// Creates a throw that consists of a single die with this face.
    #[inline]
    pub fn of(face: Face) -> Self {
        let mut throw = Throw::default();
        throw.add(face);
        throw
    }

    /// Adds a die with this face, 1 to 6, to the throw, as its last die.
    #[inline]
    pub fn add(&mut self, face: Face) {
        debug_assert!((1..=6).contains(&face));
        self.faces =
            ((self.faces & Self::COUNTS) + (1 << (8 * (face - 1)))) | (u64::from(face) << 56);
    }

    /// Adds all dice of another throw to this throw. The last die of the other throw becomes the
    /// last die.
    #[inline]
    pub fn add_all(&mut self, other: Throw) {
        self.faces = ((self.faces & Self::COUNTS) + (other.faces & Self::COUNTS))
            | (other.faces & !Self::COUNTS);
    }

    /// Removes a die with this face from the throw. The throw must contain such a die.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        debug_assert!(self.count(face) > 0);
        self.faces -= 1 << (8 * (face - 1));
    }

    /// Returns the face of the last die of the throw. Returns `None` if the throw is empty, or if
    /// the last die is not recorded.
    #[inline]
    pub fn last(self) -> Option<Face> {
        let face = (self.faces >> 56) as u8;
        (face > 0).then_some(face)
    }

    /// Returns the number of dice in the throw with this face.
    #[inline]
    pub fn count(self, face: Face) -> u8 {
        (self.faces >> (8 * (face - 1))) as u8
    }

    /// Returns the faces that at least one die of the throw shows, as a set of bits: bit `f` stands
    /// for face `f`.
    #[inline]
    pub fn shown(self) -> u16 {
        const HIGH: u64 = 0x0000_8080_8080_8080;
        let counts = self.faces & Self::COUNTS;
        // The highest bit of each byte is 1 if the byte is greater than 0.
        let shown = (((counts & !HIGH) + (HIGH - (HIGH >> 7))) | counts) & HIGH;
        // Each factor moves one of these bits to its place in the top byte.
        const GATHER: u64 = 1 << 49 | 1 << 42 | 1 << 35 | 1 << 28 | 1 << 21 | 1 << 14;
        (shown.wrapping_mul(GATHER) >> 56 << 1) as u16
    }

    /// Returns the number of dice in the throw with a face of at least `needed`, which may be any
    /// number.
    #[inline]
    pub fn at_least(self, needed: i8) -> u8 {
        let below = needed.clamp(1, 7) as u32 - 1;
        let hits = (self.faces & Self::COUNTS) >> (8 * below);
        // The top byte of the product is the sum of all bytes.
        (hits.wrapping_mul(Self::EACH) >> 56) as u8
    }

    /// Returns the dice with a face below `needed` as a new throw, which does not record a last
    /// die.
    #[inline]
    pub fn below(self, needed: i8) -> Throw {
        let below = needed.clamp(1, 7) as u32 - 1;
        Throw { faces: self.faces & !(Self::COUNTS << (8 * below)) & Self::COUNTS }
    }

    /// Returns the lowest face in the throw that is at least `needed`, or `None` if no die has such
    /// a face.
    #[inline]
    pub fn lowest(self, needed: i8) -> Option<Face> {
        let below = needed.clamp(1, 7) as u32 - 1;
        let hits = (self.faces & Self::COUNTS) >> (8 * below);
        (hits != 0).then(|| (below + hits.trailing_zeros() / 8 + 1) as u8)
    }

    /// Returns the highest face in the throw, or `None` if the throw has no dice.
    #[inline]
    pub fn highest(self) -> Option<Face> {
        (1..=6).rev().find(|&face| self.count(face) > 0)
    }

    /// Returns the sum of the faces of all dice in the throw.
    #[inline]
    pub fn sum(self) -> u16 {
        (1..=6).map(|face| u16::from(face) * u16::from(self.count(face))).sum()
    }

    /// Iterates over the faces of all dice in the throw, in ascending order.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }
}

/// Serializes a throw of dice as a list of its faces in ascending order.
impl Serialize for Throw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.faces())
    }
}

/// Throws `count` six-sided dice. Each 64-bit random number is read as a fraction between 0 and 1.
/// The first eight base-six digits of the fraction are up to eight dice. The bias is below
/// 6^8 / 2^64.
#[inline]
pub(super) fn throw(rng: &mut impl Rng, count: u8) -> Throw {
    let mut throw = Throw::default();
    let mut left = count;
    while left > 0 {
        let mut fraction = rng.next_u64();
        for dice in PARTS[usize::from(left.min(8))] {
            let product = u128::from(fraction) * u128::from(WAYS[dice]);
            throw.add_all(THROWS[FIRST[dice] + (product >> 64) as usize]);
            fraction = product as u64;
        }
        left = left.saturating_sub(8);
    }
    throw
}

/// Sizes of three groups of dice, by the number of dice, up to eight. A table has the results of a
/// group of at most three dice. Empty groups come first, so that the last group has the last die.
const PARTS: [[usize; 3]; 9] = [
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 2],
    [0, 0, 3],
    [0, 1, 3],
    [0, 2, 3],
    [0, 3, 3],
    [1, 3, 3],
    [2, 3, 3],
];

/// Number of results of 0, 1, 2 and 3 six-sided dice, if the order of the dice matters.
const WAYS: [u64; 4] = [1, 6, 36, 216];

/// Index in the table [`THROWS`] of the first result of 0, 1, 2 and 3 dice.
const FIRST: [usize; 4] = [0, 1, 7, 43];

/// Table of all results of 0, 1, 2 and 3 dice. Results of equally many dice are ordered as base-six
/// numbers whose digits are the dice. The look-up avoids a branch on the number of dice, which a
/// processor cannot predict.
static THROWS: [Throw; 259] = {
    let mut throws = [Throw { faces: 0 }; 259];
    let mut dice = 1;
    while dice < WAYS.len() {
        let mut result = 0;
        while result < WAYS[dice] {
            let (earlier, last) = (result / 6, result % 6);
            let earlier = throws[FIRST[dice - 1] + earlier as usize].faces & Throw::COUNTS;
            let faces = (earlier + (1 << (8 * last))) | ((last + 1) << 56);
            throws[FIRST[dice] + result as usize] = Throw { faces };
            result += 1;
        }
        dice += 1;
    }
    throws
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A source of random numbers that always returns the same number.
    struct Constant(u64);

    impl rand::TryRng for Constant {
        type Error = std::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(self.0 as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(self.0)
        }

        fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("a throw draws whole numbers")
        }
    }

    #[test]
    fn the_faces_that_a_throw_shows() {
        for set in 0..64u16 {
            for count in [1, 2, 127, 128, 255] {
                let mut throw = Throw::of(6);
                throw.remove(6);
                for face in (1..=6).filter(|face| set >> (face - 1) & 1 == 1) {
                    throw.faces += count << (8 * (face - 1));
                }
                assert_eq!(throw.shown(), set << 1, "{count} of each");
            }
        }
    }

    #[test]
    fn a_throw_has_the_base_six_digits_of_its_random_number() {
        let mut number = 1u64;
        for _ in 0..20_000 {
            number = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ 0xD6E8;
            for count in 0..=19 {
                let mut expected = Throw::default();
                let mut fraction = number;
                for die in 0..count {
                    if die % 8 == 0 {
                        fraction = number;
                    }
                    let product = u128::from(fraction) * 6;
                    expected.add((product >> 64) as Face + 1);
                    fraction = product as u64;
                }
                assert_eq!(throw(&mut Constant(number), count), expected);
            }
        }
    }
}
