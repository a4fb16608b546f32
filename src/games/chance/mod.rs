//! Chance as a parameter of the engine: dice, draws from piles and choices among equals. Production takes them from keyed
//! streams, a search from one stream, tests from a script.

mod enumerated;
mod keyed;
mod pile;
mod scripted;
mod stream;
mod throw;

pub use enumerated::EnumeratedChance;
pub use keyed::{KeyedChance, MAX_OWNERS};
pub use pile::Pile;
pub use scripted::{Fall, ScriptedChance};
pub use stream::{OneStream, Purpose, RoundStreams, mix, pick, stream};
pub use throw::{Face, Throw};

/// Whose dice or cards they are. The chance of different owners is independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// A player, or whoever else of a game has dice of its own: an index, from 0.
    Player(usize),
    /// The game itself: what belongs to nobody.
    Game,
}

impl From<usize> for Owner {
    #[inline]
    fn from(player: usize) -> Owner {
        Owner::Player(player)
    }
}

impl std::fmt::Display for Owner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Owner::Player(player) => write!(f, "player {player}"),
            Owner::Game => write!(f, "the game"),
        }
    }
}

/// Where an engine gets its chance. Everything follows from [`Chance::pick`].
pub trait Chance {
    /// A round begins; keyed chance starts that round's streams.
    fn start_round(&mut self, round: u16);

    /// A number from 0 to `n - 1`, all equally likely. `n` is at least 1.
    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize;

    /// A member of a set, which is the bits of a number, all equally likely; `None` if it is empty.
    #[inline]
    fn pick_from(&mut self, owner: impl Into<Owner>, set: u64) -> Option<usize> {
        if set == 0 {
            return None;
        }
        let mut left = set;
        for _ in 0..self.pick(owner, set.count_ones() as usize) {
            left &= left - 1;
        }
        Some(left.trailing_zeros() as usize)
    }

    /// Rolls a die of so many sides, 1 to 255.
    #[inline]
    fn die(&mut self, owner: impl Into<Owner>, sides: Face) -> Face {
        self.pick(owner, usize::from(sides)) as Face + 1
    }

    /// Rolls a die of six sides.
    #[inline]
    fn roll(&mut self, owner: impl Into<Owner>) -> Face {
        self.die(owner, 6)
    }

    /// Rolls several dice of six sides, one after the other.
    #[inline]
    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        let owner = owner.into();
        let mut throw = Throw::default();
        for _ in 0..count {
            throw.add(self.roll(owner));
        }
        throw
    }

    /// Draws a card from a pile, all cards that are left equally likely, and gives its kind; `None` if the pile is empty.
    #[inline]
    fn draw<const KINDS: usize>(
        &mut self,
        owner: impl Into<Owner>,
        pile: &mut Pile<KINDS>,
    ) -> Option<usize> {
        if pile.is_empty() {
            return None;
        }
        let kind = pile.kind_of(self.pick(owner, pile.len()));
        pile.remove(kind);
        Some(kind)
    }
}

#[cfg(test)]
mod tests;
