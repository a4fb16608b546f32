//! Action dice that lie together (J-3.2, J-3.3).

use super::kinds::Face;

/// Action dice: how many show each face, four bits each, the first face in the highest: so parts of dice have the order of numbers (J-3.2).
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

    /// With so many dice of this face more, at most 15 together.
    #[inline]
    pub fn and(self, face: Face, more: u8) -> Dice {
        Dice(self.0 + (u32::from(more) << Self::place(face)))
    }

    /// How many dice there are, at most 15.
    #[inline]
    pub fn len(self) -> u8 {
        // The highest of six digits of the product is the sum of all.
        (self.0.wrapping_mul(0x11_1111) >> 20) as u8 & 15
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// J-3.3: pairs of explore, fight, search and rest, whatever alarms there are.
    #[inline]
    pub fn pairs(self) -> [u8; 4] {
        std::array::from_fn(|face| self.count(Face::of(face)) / 2)
    }

    /// J-3.2: the part of `all` that is the next after this one, as an odometer counts down.
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
