//! The random numbers of a script. A script cannot compute other random numbers of its game from
//! them, because SHA-256 lies between the stream of its seat and the numbers that it gets.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use sha2::{Digest, Sha256};

/// Number of 32-bit random numbers that the host draws at once for a script.
pub const POOL: usize = 64;

/// The random numbers of one script in one decision. They depend on the script's text and on the
/// stream of its seat, which depends on the seed, the game, the seat and the round.
pub struct ScriptLuck {
    /// SHA-256 of the script's text.
    text: [u8; 32],
    /// Two numbers of the seat's stream, which the script never sees.
    key: [u64; 2],
    /// Number of batches that the script has drawn in this decision.
    drawn: u32,
}

impl ScriptLuck {
    /// Creates the random numbers of a script with this text.
    pub fn new(text: &str) -> Self {
        ScriptLuck { text: Sha256::digest(text).into(), key: [0; 2], drawn: 0 }
    }

    /// Begins a decision. Takes two numbers from the stream of the script's seat.
    pub fn begin(&mut self, seat: &mut Pcg64Mcg) {
        self.key = [seat.next_u64(), seat.next_u64()];
        self.drawn = 0;
    }

    /// Draws the next batch of random numbers in the decision.
    pub fn batch(&mut self) -> [u8; 4 * POOL] {
        let [low, high] = self.key.map(u64::to_le_bytes);
        let hash = Sha256::new()
            .chain_update(self.text)
            .chain_update(low)
            .chain_update(high)
            .chain_update(self.drawn.to_le_bytes())
            .finalize();
        self.drawn += 1;
        let mut words = [0; 4 * POOL];
        let state = hash.iter().take(16).fold(0, |state, &byte| state << 8 | u128::from(byte));
        Pcg64Mcg::new(state).fill_bytes(&mut words);
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chance::{Purpose, stream};

    /// Returns the first batches of a script with this text in a game, a seat and a round.
    fn drawn(text: &str, game: u64, seat: u8, round: u16) -> [[u8; 4 * POOL]; 2] {
        let mut luck = ScriptLuck::new(text);
        luck.begin(&mut stream(1, game, Purpose::Bot(seat, round)));
        [luck.batch(), luck.batch()]
    }

    #[test]
    fn a_script_draws_other_numbers_by_text_game_seat_round_and_batch() {
        let mut all: Vec<_> =
            [("a", 0, 0, 0), ("b", 0, 0, 0), ("a", 1, 0, 0), ("a", 0, 1, 0), ("a", 0, 0, 1)]
                .iter()
                .flat_map(|&(text, game, seat, round)| drawn(text, game, seat, round))
                .collect();
        assert_eq!(drawn("a", 0, 0, 0)[..], all[..2]);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 10);
    }

    /// A script that knows the seed could look for its numbers in the streams of all games, and
    /// then compute the dice of the game that has them.
    #[test]
    fn a_script_never_sees_a_number_of_a_stream_of_its_game() {
        let seen = drawn("a", 7, 0, 1);
        let seen: Vec<&[u8]> = seen.iter().flat_map(|batch| batch.chunks(8)).collect();
        for purpose in [Purpose::Bot(0, 1), Purpose::Dice(0, 1), Purpose::Game(1), Purpose::Deal(0)]
        {
            let mut of_game = stream(1, 7, purpose);
            let found = (0..1000).any(|_| seen.contains(&&of_game.next_u64().to_le_bytes()[..]));
            assert!(!found, "{purpose:?}");
        }
    }
}
