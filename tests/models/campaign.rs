//! Plays games for tests that compare a game engine with its model, a second implementation of the
//! rules. A test plays a fixed number of games; a campaign plays as many as a time limit allows.
//! Start a campaign like this:
//!
//! ```text
//! MODEL_MINUTES=60 MODEL_SEED=1 cargo test --profile bench --lib by_the_page -- \
//!     --nocapture --test-threads 1
//! ```
//!
//! Each seed plays different games. A campaign prints the number of games and decisions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Number of games reserved for each campaign, a long test run. The campaign with seed `s` plays
/// the games from number `s * ROOM` on; ordinary tests play the games from number 0 on.
const ROOM: u64 = 1 << 32;

/// Plays `usual` test games, or as many as a time limit allows if `MODEL_MINUTES` is set. The
/// function `game` plays the game with the given number and returns the number of decisions in it.
///
/// # Panics
/// Panics if `game` panics; the message contains the number of the game.
pub fn play(name: &str, usual: u64, mut game: impl FnMut(u64) -> u64) {
    let number = |name| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<f64>().expect("a number"))
    };
    let minutes = number("MODEL_MINUTES");
    let seed = number("MODEL_SEED").unwrap_or(1.0) as u64;
    let (first, most) = match minutes {
        Some(_) => (seed * ROOM, ROOM),
        None => (0, usual),
    };
    let most_time = Duration::from_secs_f64(60.0 * minutes.unwrap_or(0.0));
    let begin = Instant::now();
    let (mut games, mut decisions) = (0, 0);
    while games < most && (minutes.is_none() || begin.elapsed() < most_time) {
        let number = first + games;
        let came = catch_unwind(AssertUnwindSafe(|| game(number)));
        decisions += came.unwrap_or_else(|_| panic!("{name}, game {number}"));
        games += 1;
    }
    if minutes.is_some() {
        let seconds = begin.elapsed().as_secs();
        println!("{name}: seed {seed}, {games} games, {decisions} decisions in {seconds} s");
    }
}
