//! A set of action dice (rules J-3.2 and J-3.3).

use serde::{Serialize, Serializer};

use super::kinds::Face;

/// Number of action dice that show each face, four bits per face. The first face is in the highest
/// bits, so that subsets are ordered like numbers (rule J-3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Dice(u32);

impl Dice {
    const fn place(face: Face) -> u32 {
        4 * (Face::COUNT as u32 - 1 - face as u32)
    }

    #[inline]
    pub fn count(self, face: Face) -> u8 {
        (self.0 >> Self::place(face)) as u8 & 15
    }

    /// Returns these dice with `more` dice added that show `face`; the total must not exceed 15.
    #[inline]
    pub fn and(self, face: Face, more: u8) -> Dice {
        Dice(self.0 + (u32::from(more) << Self::place(face)))
    }

    /// Returns the number of dice that show each face.
    #[inline]
    pub fn counts(self) -> [u8; Face::COUNT] {
        std::array::from_fn(|face| self.count(Face::of(face)))
    }

    /// Returns the number of dice, at most 15.
    #[inline]
    pub fn len(self) -> u8 {
        // The product has six digits of four bits; the highest digit is the sum of all digits of
        // the factor.
        (self.0.wrapping_mul(0x11_1111) >> 20) as u8 & 15
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the numbers of explore, fight, search and rest pairs: two dice with the same face.
    /// Ignores alarms, which cancel pairs (rule J-3.3).
    #[inline]
    pub fn pairs(self) -> [u8; 4] {
        std::array::from_fn(|face| self.count(Face::of(face)) / 2)
    }

    /// Returns the subset of `all` that comes after this subset, in the order of rule J-3.2
    /// (descending numbers of dice, face by face).
    #[inline]
    pub fn next_part(self, all: Dice) -> Option<Dice> {
        if self.0 == 0 {
            return None;
        }
        let unit = 1 << (self.0.trailing_zeros() & !3);
        Some(Dice((self.0 - unit) | (all.0 & (unit - 1))))
    }
}

impl FromIterator<Face> for Dice {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Dice {
        let mut dice = Dice::default();
        for face in faces {
            dice = dice.and(face, 1);
        }
        dice
    }
}

/// Serializes the dice as an object with the number of dice for each face that occurs.
impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let shown = Face::ALL.iter().filter(|&&face| self.count(face) > 0);
        serializer.collect_map(shown.map(|&face| (face, self.count(face))))
    }
}
