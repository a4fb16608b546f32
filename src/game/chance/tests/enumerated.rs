//! Enumerates all possible results of dice and other random events, for exact expected values.

use crate::game::chance::{Chance, Face, Owner, Throw};

/// A source of random results for exact expected values. Each time the game is played, it returns
/// another combination of random results, until all combinations have occurred. To compute an
/// expected value, play from a copy of the state, weight the result by
/// [`probability`](EnumeratedChance::probability), and repeat while
/// [`advance`](EnumeratedChance::advance) returns true.
///
/// The order of dice in one throw is ignored, except for the last die: each combination of the
/// other faces is visited once, and its probability counts all orders.
#[derive(Debug, Clone)]
pub struct EnumeratedChance {
    /// The random results of the current playthrough of the game. Each entry is the picked number
    /// and the number of alternatives.
    path: Vec<(usize, usize)>,
    /// Number of random results (entries of `path`) that the current playthrough has already used.
    used: usize,
    probability: f64,
}

impl Default for EnumeratedChance {
    fn default() -> Self {
        Self::new()
    }
}

impl EnumeratedChance {
    pub fn new() -> Self {
        EnumeratedChance { path: Vec::new(), used: 0, probability: 1.0 }
    }

    /// Returns the probability of the random results of the last playthrough. Over all
    /// playthroughs, these probabilities sum to 1.
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// Advances to the next combination of random results; returns false after the last one.
    ///
    /// # Panics
    /// Panics if the game used fewer random results than are prescribed for this playthrough. Each
    /// playthrough must start from the same state.
    pub fn advance(&mut self) -> bool {
        assert_eq!(self.used, self.path.len(), "a play that repeats itself");
        self.used = 0;
        self.probability = 1.0;
        while let Some((picked, of)) = self.path.pop() {
            if picked + 1 < of {
                self.path.push((picked + 1, of));
                return true;
            }
        }
        false
    }

    /// Returns the next random result of this playthrough, as an index below `n`, without changing
    /// the probability of the playthrough.
    fn next(&mut self, n: usize) -> usize {
        if self.used == self.path.len() {
            self.path.push((0, n));
        }
        let (picked, of) = self.path[self.used];
        assert_eq!(n, of, "a play that repeats itself");
        self.used += 1;
        picked
    }
}

impl Chance for EnumeratedChance {
    fn start_round(&mut self, _: u16) {}

    fn pick(&mut self, _: impl Into<Owner>, n: usize) -> usize {
        self.probability /= n as f64;
        self.next(n)
    }

    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        let mut throw = Throw::default();
        let mut least: Face = 1;
        let mut alike = 0;
        for die in 1..count {
            // Visits the faces in ascending order; the probability counts all orders of the same
            // faces.
            let face = least + self.next(usize::from(7 - least)) as Face;
            alike = if face == least { alike + 1 } else { 1 };
            self.probability *= f64::from(die) / f64::from(alike) / 6.0;
            throw.add(face);
            least = face;
        }
        if count > 0 {
            throw.add(self.roll(owner));
        }
        throw
    }
}
