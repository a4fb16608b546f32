//! Random games of an engine held to its model: some in every test, and as many as there is time for in a campaign,
//!
//! ```text
//! MODEL_MINUTES=60 MODEL_SEED=1 cargo test --release --lib by_the_page -- --nocapture --test-threads 1
//! ```
//!
//! which plays other games with every seed, and says how many they were.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Games of a campaign begin after those of tests, and each campaign has room for so many.
const ROOM: u64 = 1 << 32;

/// Plays `usual` games, or those of a campaign; `game` plays the one of a number, and says how many decisions it had.
///
/// # Panics
/// If a game does, with its number.
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
