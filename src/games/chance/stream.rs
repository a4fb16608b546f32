//! Streams of random numbers, each with a key of its own.

use arrayvec::ArrayVec;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::throw::{Throw, throw};
use super::{Chance, Owner};

/// What a stream of random numbers is for. Streams of different purposes never share a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Drawing those of the line-up that come from pool `.0`.
    Deal(u8),
    /// The dice, draws and picks of slot `.0` of the line-up in round `.1`.
    Dice(u8, u16),
    /// The luck of the bot in slot `.0` of the line-up in round `.1`.
    Bot(u8, u16),
    /// Drawing in which order a ladder's bots sit.
    Seating,
    /// The dice, draws and picks in round `.0` that are nobody's own.
    Game(u16),
    /// Drawing who sits with a bot that learns.
    Study,
    /// Drawing in what order it learns about decisions of kind `.0`.
    Lessons(u8),
    /// Drawing the weights it begins with.
    Weights,
    /// Drawing the values of a roster that it learns with.
    Variant,
    /// What might have fallen instead, and how it would have gone on.
    Luck,
}

impl Purpose {
    /// A number for each purpose: purpose, slot and the round's low byte in a byte each, above them the round's high byte.
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
        };
        let [low, high] = round.to_le_bytes();
        u64::from(u32::from_be_bytes([high, purpose, slot, low]))
    }
}

/// The stream of random numbers for one purpose in game `game` of seed `seed`: it depends on nothing else,
/// neither on threads nor on what other streams were used for.
#[inline]
pub fn stream(seed: u64, game: u64, purpose: Purpose) -> Pcg64Mcg {
    let high = mix(mix(seed) ^ game);
    let low = mix(high ^ purpose.key().wrapping_mul(0xD6E8_FEB8_6659_FD93));
    Pcg64Mcg::new(u128::from(mix(low ^ high)) << 64 | u128::from(low))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input moves every bit of the output.
#[inline]
pub fn mix(input: u64) -> u64 {
    let mut x = input.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A number from 0 to `below - 1`, all equally likely but for a bias under `below` / 2^64. `below` is at least 1.
#[inline]
pub fn pick(rng: &mut impl Rng, below: usize) -> usize {
    ((u128::from(rng.next_u64()) * below as u128) >> 64) as usize
}

/// A stream for each of several owners and each round, begun when it is first needed.
#[derive(Debug, Clone)]
pub struct RoundStreams<const OWNERS: usize> {
    seed: u64,
    game: u64,
    of: ArrayVec<RoundStream, OWNERS>,
}

/// The purpose of its numbers, with the round, and the stream once it has begun.
#[derive(Debug, Clone)]
struct RoundStream {
    slot: u8,
    /// The round that it has begun for.
    round: Option<u16>,
    rng: Pcg64Mcg,
}

impl<const OWNERS: usize> RoundStreams<OWNERS> {
    /// Streams in game `game` of seed `seed`; `slots[i]` is the line-up slot of owner `i`. At most `OWNERS` of them.
    #[inline]
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        let not_begun = |&slot| RoundStream {
            slot,
            round: None,
            rng: Pcg64Mcg::new(0),
        };
        RoundStreams {
            seed,
            game,
            of: slots.iter().map(not_begun).collect(),
        }
    }

    /// The stream of an owner in a round. `purpose` is always the same for one owner.
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
            of.rng = stream(self.seed, self.game, purpose(of.slot, round));
        }
        &mut of.rng
    }
}

/// The chance of a playout: one stream for all owners, since nobody compares playouts.
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
