//! Waits for processes, but not forever.

use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Maximum duration of a process that a test waits for.
const PATIENCE: Duration = Duration::from_secs(300);

/// Waits until a process ends. Kills a process that takes longer than [`PATIENCE`]; returns whether
/// the process ended by itself.
pub fn ends(child: &mut Child) -> bool {
    ends_within(child, PATIENCE)
}

/// Waits until a process ends. Kills a process that takes longer than the limit; returns whether
/// the process ended by itself.
pub fn ends_within(child: &mut Child, limit: Duration) -> bool {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > limit {
            child.kill().unwrap();
            child.wait().unwrap();
            return false;
        }
        sleep(Duration::from_millis(5));
    }
    true
}
