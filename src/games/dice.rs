//! Dice as a parameter of the engine: production draws them from PCG, tests from a script.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

/// The face of a six-sided die, 1 to 6.
pub type Face = u8;

/// Where an engine gets its dice.
pub trait Dice {
    /// A round begins; keyed dice start that round's streams.
    fn start_round(&mut self, round: u8);

    /// Rolls one die for a player (an index): the dice of different players are independent streams.
    fn roll(&mut self, player: usize) -> Face;

    /// Rolls several dice for a player, one after the other.
    #[inline]
    fn throw(&mut self, player: usize, count: u8) -> Throw {
        let mut throw = Throw::default();
        for _ in 0..count {
            throw.add(self.roll(player));
        }
        throw
    }
}

/// The faces of dice thrown together, up to 255 of them: how often each face lies there, and which die came last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Throw {
    /// Byte `f - 1` counts face `f`; byte 7 is the face of the last die.
    faces: u64,
}

impl Throw {
    const COUNTS: u64 = 0x0000_FFFF_FFFF_FFFF;
    const EACH: u64 = 0x0101_0101_0101_0101;

    /// A single die.
    #[inline]
    pub fn of(face: Face) -> Self {
        let mut throw = Throw::default();
        throw.add(face);
        throw
    }

    #[inline]
    pub fn add(&mut self, face: Face) {
        debug_assert!((1..=6).contains(&face));
        self.faces =
            ((self.faces & Self::COUNTS) + (1 << (8 * (face - 1)))) | (u64::from(face) << 56);
    }

    /// Adds all dice of another throw.
    #[inline]
    pub fn add_all(&mut self, other: Throw) {
        self.faces = ((self.faces & Self::COUNTS) + (other.faces & Self::COUNTS))
            | (other.faces & !Self::COUNTS);
    }

    /// Takes away one die with this face, which must be there.
    #[inline]
    pub fn remove(&mut self, face: Face) {
        debug_assert!(self.count(face) > 0);
        self.faces -= 1 << (8 * (face - 1));
    }

    /// The face of the die thrown last.
    #[inline]
    pub fn last(self) -> Option<Face> {
        let face = (self.faces >> 56) as u8;
        (face > 0).then_some(face)
    }

    /// How many dice show this face.
    #[inline]
    pub fn count(self, face: Face) -> u8 {
        (self.faces >> (8 * (face - 1))) as u8
    }

    /// How many dice show `needed` or more; `needed` may be any number.
    #[inline]
    pub fn at_least(self, needed: i8) -> u8 {
        let below = needed.clamp(1, 7) as u32 - 1;
        let hits = (self.faces & Self::COUNTS) >> (8 * below);
        // The top byte of the product is the sum of all bytes.
        (hits.wrapping_mul(Self::EACH) >> 56) as u8
    }

    /// The dice that show less than `needed`.
    #[inline]
    pub fn below(self, needed: i8) -> Throw {
        let below = needed.clamp(1, 7) as u32 - 1;
        Throw {
            faces: self.faces & !(Self::COUNTS << (8 * below)) & Self::COUNTS,
        }
    }

    /// The lowest face among the dice that show `needed` or more.
    #[inline]
    pub fn lowest(self, needed: i8) -> Option<Face> {
        let below = needed.clamp(1, 7) as u32 - 1;
        let hits = (self.faces & Self::COUNTS) >> (8 * below);
        (hits != 0).then(|| (below + hits.trailing_zeros() / 8 + 1) as u8)
    }

    /// The sum of all faces.
    #[inline]
    pub fn sum(self) -> u16 {
        (1..=6)
            .map(|face| u16::from(face) * u16::from(self.count(face)))
            .sum()
    }

    /// All faces, lowest first.
    pub fn faces(self) -> impl Iterator<Item = Face> {
        (1..=6).flat_map(move |face| std::iter::repeat_n(face, usize::from(self.count(face))))
    }
}

/// What a stream of random numbers is for. Streams of different purposes never share a draw.
#[derive(Debug, Clone, Copy)]
pub enum Purpose {
    /// Drawing the line-up.
    Deal,
    /// The dice that slot `.0` of the line-up rolls in round `.1`.
    Dice(u8, u8),
    /// The luck of the bot in slot `.0` of the line-up in round `.1`.
    Bot(u8, u8),
    /// Drawing in which order a ladder's bots sit.
    Seating,
}

/// The stream of random numbers for one purpose in game `game` of seed `seed`: it depends on nothing else,
/// neither on threads nor on what other streams were used for.
#[inline]
pub fn stream(seed: u64, game: u64, purpose: Purpose) -> Pcg64Mcg {
    let purpose = match purpose {
        Purpose::Deal => 0,
        Purpose::Dice(slot, round) => 1 << 16 | u64::from(slot) << 8 | u64::from(round),
        Purpose::Bot(slot, round) => 2 << 16 | u64::from(slot) << 8 | u64::from(round),
        Purpose::Seating => 3 << 16,
    };
    let high = mix(mix(seed) ^ game);
    let low = mix(high ^ purpose.wrapping_mul(0xD6E8_FEB8_6659_FD93));
    Pcg64Mcg::new(u128::from(mix(low ^ high)) << 64 | u128::from(low))
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the input moves every bit of the output.
#[inline]
fn mix(input: u64) -> u64 {
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

/// The most players that keyed dice serve.
const PLAYERS: usize = 8;

/// Production's dice: a stream for each slot of the line-up and round, so that two variants of a game share their dice
/// up to where they differ, and again from the next round on.
#[derive(Debug, Clone)]
pub struct KeyedDice {
    seed: u64,
    game: u64,
    /// Which slot of the line-up a player (index) is.
    slots: [u8; PLAYERS],
    players: usize,
    streams: [Pcg64Mcg; PLAYERS],
}

impl KeyedDice {
    /// The dice of game `game` of seed `seed`; `slots[i]` is the line-up slot of player `i`. At most 8 players.
    pub fn new(seed: u64, game: u64, slots: &[u8]) -> Self {
        let mut of_player = [0; PLAYERS];
        of_player[..slots.len()].copy_from_slice(slots);
        let mut dice = KeyedDice {
            seed,
            game,
            slots: of_player,
            players: slots.len(),
            streams: std::array::from_fn(|_| Pcg64Mcg::new(0)),
        };
        dice.start_round(0);
        dice
    }
}

impl Dice for KeyedDice {
    #[inline]
    fn start_round(&mut self, round: u8) {
        for player in 0..self.players {
            self.streams[player] = stream(
                self.seed,
                self.game,
                Purpose::Dice(self.slots[player], round),
            );
        }
    }

    #[inline]
    fn roll(&mut self, player: usize) -> Face {
        pick(&mut self.streams[player], 6) as Face + 1
    }

    /// One draw gives up to eight dice: read as a fraction, it has a digit in base six for each (bias below 6^8 / 2^64).
    #[inline]
    fn throw(&mut self, player: usize, count: u8) -> Throw {
        let mut throw = Throw::default();
        let mut left = count;
        while left > 0 {
            let mut fraction = self.streams[player].next_u64();
            for _ in 0..left.min(8) {
                let product = u128::from(fraction) * 6;
                throw.add((product >> 64) as Face + 1);
                fraction = product as u64;
            }
            left = left.saturating_sub(8);
        }
        throw
    }
}

/// Dice that fall as a test wrote them.
#[derive(Debug, Clone, Default)]
pub struct ScriptedDice {
    faces: std::collections::VecDeque<Face>,
}

impl ScriptedDice {
    /// Dice that will show these faces, in this order, whoever rolls.
    pub fn new(faces: impl IntoIterator<Item = Face>) -> Self {
        ScriptedDice {
            faces: faces.into_iter().collect(),
        }
    }

    /// Panics unless every face was rolled.
    pub fn assert_all_used(&self) {
        assert!(self.faces.is_empty(), "dice never rolled: {:?}", self.faces);
    }
}

impl Dice for ScriptedDice {
    fn start_round(&mut self, _: u8) {}

    /// Panics when the script has run out.
    fn roll(&mut self, player: usize) -> Face {
        self.faces
            .pop_front()
            .unwrap_or_else(|| panic!("player {player} rolls a die that the script does not have"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_throw_counts_its_faces() {
        let throw = ScriptedDice::new([2, 6, 4, 4]).throw(0, 4);
        assert_eq!(throw.faces().collect::<Vec<_>>(), [2, 4, 4, 6]);
        assert_eq!((throw.sum(), throw.last()), (16, Some(4)));
        for (needed, hits) in [
            (-3, 4),
            (1, 4),
            (2, 4),
            (3, 3),
            (4, 3),
            (5, 1),
            (6, 1),
            (7, 0),
            (9, 0),
        ] {
            assert_eq!(throw.at_least(needed), hits, "at least {needed}");
            let misses = throw.faces().filter(|&face| (face as i8) < needed);
            assert!(throw.below(needed).faces().eq(misses), "below {needed}");
        }
        assert_eq!(
            (throw.lowest(3), throw.lowest(5), throw.lowest(7)),
            (Some(4), Some(6), None)
        );
    }

    #[test]
    fn faces_of_keyed_dice_are_equally_likely() {
        let mut counts = [0u32; 6];
        for game in 0..1000 {
            let mut dice = KeyedDice::new(7, game, &[0, 1]);
            for round in 1..=5 {
                dice.start_round(round);
                let thrown = dice.throw(1, 12);
                (1..=6).for_each(|face| counts[face as usize - 1] += u32::from(thrown.count(face)));
            }
        }
        let expected = 1000.0 * 5.0 * 12.0 / 6.0;
        let chi_square: f64 = counts
            .iter()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum();
        // 5 degrees of freedom: above 20.5 once in a thousand seeds.
        assert!(chi_square < 20.5, "{counts:?}");
    }

    #[test]
    fn streams_depend_on_their_key_alone() {
        let first = |purpose| stream(1, 2, purpose).next_u64();
        assert_eq!(first(Purpose::Dice(3, 4)), first(Purpose::Dice(3, 4)));
        let all = [
            Purpose::Deal,
            Purpose::Dice(0, 0),
            Purpose::Dice(0, 1),
            Purpose::Dice(1, 0),
            Purpose::Bot(0, 0),
        ];
        let mut draws: Vec<u64> = all.into_iter().map(first).collect();
        draws.extend([
            stream(2, 2, Purpose::Deal).next_u64(),
            stream(1, 3, Purpose::Deal).next_u64(),
        ]);
        draws.sort_unstable();
        draws.dedup();
        assert_eq!(draws.len(), 7, "seven keys, seven streams");
    }
}
