//! Production's chance: keyed streams.

use super::stream::{Purpose, RoundStreams, pick};
use super::throw::{Throw, throw};
use super::{Chance, Owner};

/// The most owners of chance in a game, the game itself aside.
pub const MAX_OWNERS: usize = 64;

/// A stream for each slot of the line-up and round, and one for the game and round, so that two variants of a game share their
/// dice up to where they differ, and again from the next round on.
#[derive(Debug, Clone)]
pub struct KeyedChance {
    round: u16,
    players: RoundStreams<MAX_OWNERS>,
    shared: RoundStreams<1>,
}

impl KeyedChance {
    /// The chance of game `game` of seed `seed`; `slots[i]` is the line-up slot of player `i`. At most [`MAX_OWNERS`] players.
    #[inline]
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        KeyedChance {
            round: 0,
            players: RoundStreams::new(seed, game, slots),
            shared: RoundStreams::new(seed, game, &[0]),
        }
    }

    #[inline]
    fn stream(&mut self, owner: impl Into<Owner>) -> &mut rand_pcg::Pcg64Mcg {
        let KeyedChance {
            round,
            players,
            shared,
        } = self;
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
