//! Sources of random results for games: dice, draws from piles and random picks. Real games and
//! tree search use random streams with keys, and tests use a list of prescribed results.

mod keyed;
mod pile;
mod scripted;
mod stream;
mod throw;

pub use keyed::{KeyedChance, MAX_OWNERS};
pub use pile::Pile;
pub use scripted::{PrescribedFall, ScriptedChance};
pub use stream::{OneStream, Purpose, RoundStreams, pick, stream};
pub use throw::{Face, Throw};

/// The owner of a random result, such as a die roll: a player or the game. The results of different
/// owners are independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// A player, or another figure of the game with its own dice, by index from 0.
    Player(usize),
    /// The game itself, as the owner of random results that belong to no player.
    Game,
}

impl From<usize> for Owner {
    #[inline]
    fn from(player: usize) -> Owner {
        Owner::Player(player)
    }
}

/// A source of random results for a game. By default, the methods for dice, picks and draws all
/// call [`Chance::pick`].
pub trait Chance {
    /// Begins a round of the game. A source with one random stream per round starts new streams.
    fn start_round(&mut self, round: u16);

    /// Returns a random number from 0 to `n - 1`, each with equal probability. `n` must be at least
    /// 1.
    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize;

    /// Returns a random member of a set, each with equal probability, or `None` if the set is
    /// empty. The members are the positions of the 1 bits in `set`.
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

    /// Rolls a die with `sides` sides, 1 to 255; returns a face from 1.
    #[inline]
    fn die(&mut self, owner: impl Into<Owner>, sides: Face) -> Face {
        self.pick(owner, usize::from(sides)) as Face + 1
    }

    /// Rolls a six-sided die.
    #[inline]
    fn roll(&mut self, owner: impl Into<Owner>) -> Face {
        self.die(owner, 6)
    }

    /// Rolls `count` six-sided dice, one after the other.
    #[inline]
    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        let owner = owner.into();
        let mut throw = Throw::default();
        for _ in 0..count {
            throw.add(self.roll(owner));
        }
        throw
    }

    /// Draws a random card from a pile, each card with equal probability, and returns the card's
    /// kind. Returns `None` if the pile is empty.
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
#[cfg(test)]
pub use tests::EnumeratedChance;
