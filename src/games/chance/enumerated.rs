//! Every way in which chance can fall, one after the other.

use super::{Chance, Face, Owner, Throw};

/// Chance that falls in every way there is, as an odometer counts: play from a copy of the state, look at the outcome and at its
/// [`probability`](EnumeratedChance::probability), and go on as long as [`advance`](EnumeratedChance::advance) finds another way.
///
/// Dice that are thrown together lie there in no order, but for the last: they fall once for each set of faces, and count as often as
/// it has orders.
#[derive(Debug, Clone)]
pub struct EnumeratedChance {
    /// What is picked, and out of how many.
    path: Vec<(usize, usize)>,
    /// How much of the path the play has used.
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
        EnumeratedChance {
            path: Vec::new(),
            used: 0,
            probability: 1.0,
        }
    }

    /// The probability of the way just played; those of all ways sum to 1.
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// Goes to the next way; false if that was the last.
    ///
    /// # Panics
    /// If the play did not ask for what it asked before: it must begin with the same state every time.
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

    /// One of `n`, however likely each is.
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
            // In ascending order; each order of the same faces is as likely.
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
