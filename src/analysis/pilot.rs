//! Measures how long a game of a scenario takes.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::simulate::{self, Plan, Simulation};

/// Measures the mean duration of a game when all threads play. Plays games for about the duration
/// `slice`. Returns `None` if `stop` is set.
///
/// # Errors
/// Fails if threads cannot be started. Returns a [`simulate::FailedGame`] if a bot fails.
pub fn pilot(
    simulation: &Simulation,
    (seed, threads): (u64, usize),
    slice: Duration,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Duration>> {
    let mut games = threads as u64;
    loop {
        let plan = Plan::fixed(seed, games, threads);
        let played = simulate::run(simulation, &plan, stop, &mut ())?;
        if played.partial {
            return Ok(None);
        }
        if played.seconds >= slice.as_secs_f64() {
            let one = played.seconds / games as f64;
            return Ok(Some(Duration::from_secs_f64(one)));
        }
        games *= 2;
    }
}
