//! A random number generator for set-ups and decisions of games against a model.

/// A small random number generator (splitmix64).
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn within(&mut self, least: u32, most: u32) -> u32 {
        least + self.below((most - least + 1) as usize) as u32
    }

    /// Returns a random value from `least` to `most`. With probability 1 in `n`, the upper limit is
    /// `rarely` instead of `most`.
    pub fn mostly(&mut self, n: usize, least: u32, most: u32, rarely: u32) -> u32 {
        let most = if self.once_in(n) { rarely } else { most };
        self.within(least, most)
    }

    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}
