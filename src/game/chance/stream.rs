//! Streams of random numbers, each determined by a seed, the number of a game and a purpose.

use crate::stats::hash::mix;
use arrayvec::ArrayVec;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::throw::{Throw, throw};
use super::{Chance, Owner};

/// The purpose of a random stream. Streams with different purposes are statistically independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Draws fighters for a game from a pool (list of candidates) of the line-up. The field is the
    /// index of the pool.
    Deal(u8),
    /// Dice, card draws and random picks of a player in one round. The fields are the player's
    /// position in the line-up and the number of the round.
    Dice(u8, u16),
    /// Random decisions of a bot in one round. The fields are the bot's position in the line-up and
    /// the number of the round.
    Bot(u8, u16),
    /// Draws the seating order of the bots in a ladder.
    Seating,
    /// Dice, card draws and random picks that belong to no player. The field is the number of the
    /// round.
    Game(u16),
    /// Draws the opponents and partners of a learning bot in training games.
    Study,
    /// Draws the order in which training processes recorded decisions. The field is the index of
    /// the kind of decision.
    Lessons(u8),
    /// Draws the initial weights of a neural network.
    Weights,
    /// Draws the values of randomly varied rosters, for training or sensitivity analysis.
    Variant,
    /// Draws alternative random results and simulated games, for the measurement of luck.
    Luck,
    /// Draws the hidden information and the choices of bots in a playout (a simulated game of a
    /// search).
    Playout,
    /// Draws the member of a panel that plays the game.
    Member,
}

impl Purpose {
    /// Returns a number that identifies the purpose of a random stream. Its four low bytes are,
    /// from high to low: high byte of the round, purpose, line-up position, low byte of the round.
    fn key(self) -> u64 {
        let (purpose, slot, round) = match self {
            Purpose::Deal(pool) => (0, pool, 0),
            Purpose::Dice(slot, round) => (1, slot, round),
            Purpose::Bot(slot, round) => (2, slot, round),
            Purpose::Seating => (3, 0, 0),
            Purpose::Game(round) => (4, 0, round),
            Purpose::Study => (5, 0, 0),
            Purpose::Lessons(kind) => (6, kind, 0),
            Purpose::Weights => (7, 0, 0),
            Purpose::Variant => (8, 0, 0),
            Purpose::Luck => (9, 0, 0),
            Purpose::Playout => (10, 0, 0),
            Purpose::Member => (11, 0, 0),
        };
        let [low, high] = round.to_le_bytes();
        u64::from(u32::from_be_bytes([high, purpose, slot, low]))
    }
}

/// Creates the random stream for one purpose in game number `game` of a run with seed `seed`. The
/// stream depends only on these three arguments, not on threads or other streams.
#[inline]
pub fn stream(seed: u64, game: u64, purpose: Purpose) -> Pcg64Mcg {
    stream_of(mix(mix(seed) ^ game), purpose)
}

/// Creates the random stream for one purpose in a game. `high` is the hash of the seed and the
/// number of the game.
#[inline]
fn stream_of(high: u64, purpose: Purpose) -> Pcg64Mcg {
    let low = mix(high ^ purpose.key().wrapping_mul(0xD6E8_FEB8_6659_FD93));
    Pcg64Mcg::new(u128::from(mix(low ^ high)) << 64 | u128::from(low))
}

/// Returns a random number from 0 to `below - 1`. All numbers have equal probability, up to a bias
/// of less than `below` / 2^64. `below` must be at least 1.
#[inline]
pub fn pick(rng: &mut impl Rng, below: usize) -> usize {
    ((u128::from(rng.next_u64()) * below as u128) >> 64) as usize
}

/// Streams of random numbers: one per owner (such as a player) and round, created when it is first
/// used.
#[derive(Debug, Clone)]
pub struct RoundStreams<const OWNERS: usize> {
    /// Hash of the run's seed and the number of the game, from which all random streams are
    /// derived.
    high: u64,
    of: ArrayVec<RoundStream, OWNERS>,
}

/// The stream of random numbers of one owner, such as a player. In each new round, a new stream
/// replaces the old one.
#[derive(Debug, Clone)]
struct RoundStream {
    slot: u8,
    /// The round to which the current random stream belongs; `None` before the first use.
    round: Option<u16>,
    rng: Pcg64Mcg,
}

impl<const OWNERS: usize> RoundStreams<OWNERS> {
    /// Creates the random streams for game number `game` of a run with seed `seed`. `slots[i]` is
    /// the position of owner `i` in the line-up; at most `OWNERS` owners.
    #[inline]
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        let not_begun = |&slot| RoundStream { slot, round: None, rng: Pcg64Mcg::new(0) };
        RoundStreams { high: mix(mix(seed) ^ game), of: slots.iter().map(not_begun).collect() }
    }

    /// Restarts the random streams for another game of the same owners.
    #[inline]
    pub fn restart(&mut self, seed: u64, game: u64) {
        self.high = mix(mix(seed) ^ game);
        self.of.iter_mut().for_each(|of| of.round = None);
    }

    /// Returns the random stream of an owner, such as a player, in a round. `purpose` computes the
    /// stream's purpose from the line-up position and the round. All calls for the same owner must
    /// pass the same function.
    #[inline]
    pub fn of(
        &mut self,
        owner: usize,
        round: u16,
        purpose: impl Fn(u8, u16) -> Purpose,
    ) -> &mut Pcg64Mcg {
        let of = &mut self.of[owner];
        if of.round != Some(round) {
            of.round = Some(round);
            of.rng = stream_of(self.high, purpose(of.slot, round));
        }
        &mut of.rng
    }
}

/// A source of random results with one random stream for all owners. It serves simulations that are
/// not compared with each other.
#[derive(Debug)]
pub struct OneStream<'a, R>(pub &'a mut R);

impl<R: Rng> Chance for OneStream<'_, R> {
    #[inline]
    fn start_round(&mut self, _: u16) {}

    #[inline]
    fn pick(&mut self, _: impl Into<Owner>, n: usize) -> usize {
        pick(self.0, n)
    }

    #[inline]
    fn throw(&mut self, _: impl Into<Owner>, count: u8) -> Throw {
        throw(self.0, count)
    }
}
