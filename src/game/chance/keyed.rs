//! The source of random results for real games: streams of random numbers that depend only on the
//! seed, the game, the player and the round.

use super::stream::{Purpose, RoundStreams, pick};
use super::throw::{Throw, throw};
use super::{Chance, Owner};

/// Maximum number of owners of random streams (players and other figures with their own dice) in a
/// game. The game itself does not count as an owner.
pub const MAX_OWNERS: usize = 64;

/// A source of random results with one random stream per player and round, and one per round for
/// the game itself. The key of a player's stream contains the player's position in the line-up. Two
/// variants of a game therefore have the same dice up to their first difference, and again from the
/// next round on.
#[derive(Debug, Clone)]
pub struct KeyedChance {
    round: u16,
    players: RoundStreams<MAX_OWNERS>,
    shared: RoundStreams<1>,
}

impl KeyedChance {
    /// Creates the source of random results for game number `game` of a run with seed `seed`.
    /// `slots[i]` is the position of player `i` in the line-up; at most [`MAX_OWNERS`] players.
    #[inline]
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        KeyedChance {
            round: 0,
            players: RoundStreams::new(seed, game, slots),
            shared: RoundStreams::new(seed, game, &[0]),
        }
    }

    /// Restarts the source for another game with the same players, as [`KeyedChance::new`] would
    /// create it.
    #[inline]
    pub fn restart(&mut self, seed: u64, game: u64) {
        self.round = 0;
        self.players.restart(seed, game);
        self.shared.restart(seed, game);
    }

    #[inline]
    fn stream(&mut self, owner: impl Into<Owner>) -> &mut rand_pcg::Pcg64Mcg {
        let KeyedChance { round, players, shared } = self;
        match owner.into() {
            Owner::Player(player) => players.of(player, *round, Purpose::Dice),
            Owner::Game => shared.of(0, *round, |_, round| Purpose::Game(round)),
        }
    }
}

impl Chance for KeyedChance {
    #[inline]
    fn start_round(&mut self, round: u16) {
        self.round = round;
    }

    #[inline]
    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize {
        pick(self.stream(owner), n)
    }

    #[inline]
    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        throw(self.stream(owner), count)
    }
}
